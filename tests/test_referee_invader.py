"""The referee on the Invader mod, without a table: observations in, rulings out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from exporters.mods.invader import build_mod
from rules.engine import judge
from rules.invader import RULES
from rules.invader.asks import (
    Activation,
    PlayersPhase,
    PlayerTurn,
    SurvivorTurn,
)
from rules.invader.choices import Drawn
from rules.invader.flow import advance
from rules.invader.setup import setup
from rules.invader.state import State
from rules.notation import format_move
from tests.exporters.test_mod_at_the_table import observed
from tests.invader_referee import CONFIG, PLAYERS, Hands, in_turn, made, refused
from tests.tables import TABLES
from tts_bridge.agent.commands import Face, Place, SetValue
from tts_bridge.agent.observations import Flipped, Snapshot
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.referee.profile import ProfileError
from tts_bridge.referee.rulings import Allowed, Ignored, Undone
from tts_bridge.referee.table_game import read_profile


def test_a_fresh_table_needs_nothing_done_and_offers_the_first_players_turns() -> None:
    ruling = Hands().referee.resume()
    assert ruling.commands == ()
    offered = [format_move(move) for move in ruling.offer.moves]
    assert offered == ["cole activate", "vivian activate", "mitsuki activate"]


def test_a_figure_carried_on_begins_the_turn_and_moves() -> None:
    hands = Hands()
    assert made(hands.drop("figure/cole", "zone/4v-w")) == ["cole activate", "cole walk 4v-w"]
    assert made(hands.drop("figure/cole", "zone/4v-c")) == ["cole walk 4v-c"]


def test_a_figure_put_down_where_it_was_means_nothing() -> None:
    assert isinstance(Hands().drop("figure/cole", "zone/4v-c").verdict, Ignored)


def test_a_figure_carried_through_a_wall_goes_back() -> None:
    hands = Hands(in_turn("cole"))
    ruling = hands.drop("figure/cole", "zone/7v-se")
    assert refused(ruling) == "walk.not-adjacent"
    (place,) = ruling.commands
    assert isinstance(place, Place)
    zone = hands.referee.profile.zones["zone/4v-c"].guid
    assert zone in hands.referee.profile.zones_at(place.at)


def test_another_players_figure_is_refused_for_whose_turn_it_is() -> None:
    ruling = Hands().drop("figure/magnus", "zone/4v-w", "Red")
    assert refused(ruling) == "activate.another-player"


def test_who_has_no_actions_left_is_done_when_the_next_one_moves() -> None:
    hands = Hands(in_turn("cole", left=0, free=()))
    moves = made(hands.drop("figure/vivian", "zone/4v-w"))
    assert moves == ["cole do-nothing", "vivian activate", "vivian walk 4v-w"]


def test_who_has_actions_left_is_not_done() -> None:
    hands = Hands(in_turn("cole"))
    assert refused(hands.drop("figure/vivian", "zone/4v-w")) == "not-your-turn"


def test_a_longer_move_may_be_one_step_of_the_hand() -> None:
    skills = ("plus-1-free-move", "plus-1-action", "2-zones-per-move")
    hands = Hands(in_turn("mitsuki", skills=skills))
    assert made(hands.drop("figure/mitsuki", "zone/7v-w")) == [
        "mitsuki walk 4v-e",
        "mitsuki walk 7v-w",
    ]


def test_turning_an_objective_over_takes_it_and_tells_what_it_is() -> None:
    hands = Hands(in_turn("cole", at="4v-ne"))
    colour = hands.piece("objective/objective-1").notes
    ruling = hands.flip("objective/objective-1")
    assert made(ruling) == [
        "cole take-objective objective-1",
        f"chance uncovered objective-1 {colour}",
    ]
    counter = hands.piece("xp/cole").guid
    assert SetValue(counter, 5) in ruling.commands
    assert [step.what for step in ruling.trail][:2] == ["objective-taken", "xp"]


def test_an_objective_elsewhere_is_turned_back() -> None:
    hands = Hands(in_turn("cole"))
    ruling = hands.flip("objective/objective-1")
    assert refused(ruling) == "objective.not-here"
    assert ruling.commands == (Face(hands.piece("objective/objective-1").guid, False),)


def test_an_objective_whose_notes_say_nonsense_stays_unknown() -> None:
    hands = Hands(in_turn("cole", at="4v-ne"))
    strange = replace(hands.piece("objective/objective-1"), notes="{0.__class__}", up=True)
    assert made(hands.see(Flipped, strange, "White")) == ["cole take-objective objective-1"]
    assert hands.state.taken == {}


def test_the_bot_goes_where_its_controller_puts_it() -> None:
    hands = Hands(in_turn("cole", token=("bot-remote",)))
    ruling = hands.drop("figure/peacekeeper-bot", "zone/4v-e")
    assert made(ruling) == ["cole drive-machine peacekeeper-bot 4v-e"]
    assert refused(hands.drop("figure/peacekeeper-bot", "zone/7v-c")) == "walk.not-adjacent"


def test_dice_count_only_while_an_attack_waits_for_them() -> None:
    state = replace(in_turn("magnus", hand=("sledge",)), xenos={"4v-c": (1, 0, 0, 0)})
    hands = Hands(state)
    assert isinstance(hands.roll(4).verdict, Ignored)
    assert made(hands.press("magnus melee sledge", "Red")) == ["magnus melee sledge"]
    for strange in (None, "x", "2.5", 1e300):
        assert not isinstance(hands.roll(strange).verdict, Allowed)
    assert made(hands.roll("4")) == ["chance rolled 4"]
    ruling = hands.roll(1.0)
    assert made(ruling) == ["chance rolled 1"]
    assert [step.what for step in ruling.trail][:2] == ["successes", "killed"]
    assert isinstance(hands.roll(6).verdict, Ignored)
    supply = hands.referee.profile.zones["supply/worker"].guid
    assert all(supply in hands.piece(f"worker/{n}").zones for n in range(1, 36))


def test_a_xeno_taken_away_says_whom_the_hit_was_for() -> None:
    state = replace(in_turn("magnus", hand=("sledge",)), xenos={"4v-c": (1, 1, 0, 0)})
    hands = Hands(state)
    hands.press("magnus melee sledge", "Red")
    hands.roll(6)
    hands.roll(1)
    name = hands.lying("hunter", "zone/4v-c")
    assert made(hands.drop(name, "supply/hunter", "Red")) == ["magnus hit hunter"]


def splitting() -> State:
    """Three Workers with two ways of the same length."""
    state = setup(CONFIG)
    asks = (*state.asks[:-1], PlayerTurn(PLAYERS[0]), Activation((0, 1, 2, 3)))
    return advance(replace(state, asks=asks, xenos={"7v-nw": (3, 0, 0, 0)}))


def test_an_odd_xeno_is_sent_by_hand_or_by_anybodys_button() -> None:
    state = splitting()
    routes = state.asks[-1].open[0].routes  # type: ignore[union-attr]
    hands = Hands(state)
    assert isinstance(hands.press(f"survivors send {routes[0]}", "Pink").verdict, Ignored)
    name = hands.lying("worker", "zone/7v-nw")
    ruling = hands.drop(name, f"zone/{routes[1]}", "Red")
    assert made(ruling) == [f"survivors send {routes[1]}"]
    assert {zone: herd[0] for zone, herd in hands.state.xenos.items()} == {
        routes[0]: 1,
        routes[1]: 2,
    }
    again = Hands(splitting())
    assert made(again.press(f"survivors send {routes[0]}", "Red"))


def test_chance_cannot_be_pressed_or_said() -> None:
    hands = Hands(replace(in_turn("magnus", hand=("sledge",)), xenos={"4v-c": (1, 0, 0, 0)}))
    hands.press("magnus melee sledge", "Red")
    for player in ("Red", "Blue"):
        assert isinstance(hands.press("chance rolled 6", player).verdict, Ignored)
        assert isinstance(hands.say("!chance rolled 6", player).verdict, Ignored)


@pytest.mark.parametrize(
    ("text", "player", "moves"),
    [
        ("!vivian activate", "White", ["vivian activate"]),
        ("!activate", "White", ["cole activate"]),
        ("hello", "White", None),
        ("!", "White", None),
        ("!walk {x}", "Blue", None),
        ("!" + "a" * 10_000, "White", None),
    ],
)
def test_a_move_is_said_for_ones_own_survivors(
    text: str, player: str, moves: list[str] | None
) -> None:
    ruling = Hands().say(text, player)
    if moves is None:
        assert not isinstance(ruling.verdict, Allowed)
    else:
        assert made(ruling) == moves


def test_a_move_said_for_another_players_survivor_is_none() -> None:
    hands = Hands(in_turn("cole"))
    assert isinstance(hands.say("!cole do-nothing", "Red").verdict, Ignored)
    assert refused(hands.say("!magnus do-nothing", "Red")) == "not-your-turn"


def test_what_is_moved_without_hands_the_referee_moves() -> None:
    hands = Hands(in_turn("cole"))
    ruling = hands.say("!walk 4v-w")
    assert made(ruling) == ["cole walk 4v-w"]
    (place,) = [c for c in ruling.commands if isinstance(c, Place)]
    assert place.guid == hands.piece("figure/cole").guid


def ending(xenos: dict[str, tuple[int, int, int, int]]) -> State:
    """The last Survivor's Turn of a round, with these Xenos."""
    state = in_turn("baraka", left=0, free=())
    asks = (*state.asks[:2], PlayersPhase(()), PlayerTurn(()), SurvivorTurn("baraka"))
    return replace(state, asks=asks, xenos=xenos)


def test_the_xenos_phase_waits_for_the_dealer_alone_and_ends_in_a_new_round() -> None:
    hands = Hands(ending({}))
    ruling = hands.say("!baraka do-nothing", "Red")
    assert [step.what for step in ruling.trail] == ["xenos-phase", "activated"]
    rulings = []
    for card in ("spawn-worker-2-4-6-8", "spawn-tank-1-1-2-3"):
        assert hands.referee.is_dealing()
        rulings.append(hands.referee.deal(Drawn("chance", card)))
    assert not hands.referee.is_dealing()
    assert [made(r) for r in rulings] == [
        ["chance drawn spawn-worker-2-4-6-8"],
        ["chance drawn spawn-tank-1-1-2-3"],
    ]
    assert rulings[1].upkeep
    assert hands.state.round == 2
    shown = hands.lying("xeno/spawn-worker-2-4-6-8", "discard/xeno")
    assert hands.piece(shown).up
    assert hands.lying("tank", "zone/4v-se")
    beside = hands.referee.profile.zones["beside/magnus"].guid
    assert hands.piece("first-player").zones == (beside,)


def test_hunters_go_one_zone_and_then_the_other() -> None:
    state = replace(ending({"7v-c": (0, 1, 0, 0)}), noise={"4v-c": 3})
    hands = Hands(state)
    name = hands.lying("hunter", "zone/7v-c")
    ruling = hands.say("!baraka do-nothing", "Red")
    stops = [
        hands.referee.profile.zones_at(c.at)
        for c in ruling.commands
        if isinstance(c, Place) and c.guid == hands.piece(name).guid
    ]
    names = {zone.guid: key for key, zone in hands.referee.profile.zones.items()}
    assert [names[stop[0]] for stop in stops] == ["zone/7v-w", "zone/4v-e"]


def test_the_host_takes_a_decision_back_and_everything_goes_where_it_was() -> None:
    hands = Hands(in_turn("cole"))
    before = hands.state
    hands.drop("figure/cole", "zone/4v-w")
    ruling = hands.say("!undo")
    assert isinstance(ruling.verdict, Undone)
    assert hands.state == before
    assert hands.piece("figure/cole").guid in [getattr(c, "guid", "") for c in ruling.commands]


def test_no_seat_is_offered_more_than_can_be_laid_out_at_the_start_of_a_turn() -> None:
    xenos = {"4v-e": (3, 1, 1, 0), "7v-w": (2, 0, 0, 0), "4v-c": (1, 0, 0, 0)}
    state = replace(in_turn("magnus", hand=("assault-shotgun", "sledge")), xenos=xenos)
    hands = Hands(state)
    offered = hands.referee.offer().moves
    assert len(offered) <= 12
    assert all(judge(RULES, state, move) is None for move in offered)
    assert {"melee", "shoot", "do-nothing"} <= {format_move(m).split()[1] for m in offered}


def test_a_snapshot_tells_what_happened_while_nobody_watched() -> None:
    hands = Hands(in_turn("cole"))
    figure = hands.piece("figure/cole")
    zone = hands.referee.profile.zones["zone/4v-w"].guid
    pieces = tuple(
        replace(p, zones=(zone,)) if p.guid == figure.guid else p
        for p in hands.referee.seen.values()
    )
    (change,) = hands.referee.differences(Snapshot("s", 99, "", 2, pieces, ()))
    assert made(hands.referee.observe(change)) == ["cole walk 4v-w"]


def test_a_table_with_pieces_missing_or_another_mission_is_no_table_of_ours() -> None:
    pieces = tuple(observed(build_mod(CONFIG, names=INVADER_NAMES)))
    whole = Snapshot("s", 1, "", 1, pieces, ())
    fewer = tuple(p for p in pieces if "ttsb:figure/cole" not in p.tags)
    with pytest.raises(ProfileError, match="figure/cole"):
        read_profile(replace(whole, pieces=fewer), TABLES)
    broken = tuple(
        replace(p, notes=p.notes.replace('"4V"', '"99V"')) if "ttsb:agent" in p.tags else p
        for p in pieces
    )
    with pytest.raises(ProfileError, match="tile face"):
        read_profile(replace(whole, pieces=broken), TABLES)
