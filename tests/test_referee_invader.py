"""The referee on the Invader mod, without a table: observations in, rulings out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from exporters.mods.invader import build_mod
from rules.engine import Match, judge
from rules.invader import RULES
from rules.invader.asks import (
    Activation,
    EndPhase,
    PlayersPhase,
    PlayerTurn,
    SurvivorTurn,
    XenosPhase,
)
from rules.invader.choices import Drawn
from rules.invader.flow import advance
from rules.invader.missions import Taken, mission
from rules.invader.setup import Config, setup
from rules.invader.skills import begun
from rules.invader.state import State, Survivor, tally
from rules.notation import format_move
from tests.exporters.test_mod_at_the_table import observed
from tts_bridge.commands import Face, Place, SetValue
from tts_bridge.observations import (
    Dropped,
    Entered,
    Flipped,
    Observation,
    Piece,
    Player,
    Pressed,
    Rolled,
    Said,
    Snapshot,
)
from tts_bridge.profile import ProfileError
from tts_bridge.referee import Allowed, Ignored, Referee, Refused, Ruling, Unclear, Undone
from tts_bridge.tables import TABLES
from tts_bridge.tables.game import read_profile
from tts_bridge.tables.placing import Spot, position, whereabouts

PLAYERS = (("cole", "vivian", "mitsuki"), ("magnus", "jared", "baraka"))
"""White's and Red's."""
CONFIG = Config(players=PLAYERS)


class Hands:
    """Does things at an imagined table that lies as a position, and asks the referee."""

    def __init__(self, state: State | None = None) -> None:
        start = state or setup(CONFIG)
        config = replace(CONFIG, mission=start.mission)
        pieces = tuple(observed(build_mod(config, state=start)))
        first = Snapshot("s", 1, "", 1, pieces, (Player("White", "W", host=True),))
        game, profile = read_profile(first, TABLES)
        self.referee = Referee(game, profile, Match(RULES, start), first, "enforce")
        self.seq = 1

    @property
    def state(self) -> State:
        found: State = self.referee.state
        return found

    def piece(self, name: str) -> Piece:
        return self.referee.seen[self.referee.profile.pieces[name]]

    def lying(self, card: str, place: str) -> str:
        """The id of a copy of a card that lies in a place."""
        profile = self.referee.profile
        for name in profile.tokens[card]:
            if place in whereabouts(profile, self.piece(name)):
                return name
        raise AssertionError(f"no {card} in {place}")

    def see(self, kind: type[Any], piece: Piece, player: str, **more: Any) -> Ruling:
        self.seq += 1
        observation: Observation = kind("s", self.seq, player, piece, **more)
        return self.referee.observe(observation)

    def drop(self, name: str, zone: str, player: str = "White", up: bool = True) -> Ruling:
        profile = self.referee.profile
        where = profile.zones[zone].guid
        at = position(profile, Spot(zone))
        return self.see(Dropped, replace(self.piece(name), at=at, zones=(where,), up=up), player)

    def flip(self, name: str, player: str = "White") -> Ruling:
        piece = self.piece(name)
        return self.see(Flipped, replace(piece, up=not piece.up), player)

    def roll(self, face: object) -> Ruling:
        return self.see(Rolled, replace(self.piece("die/3"), value=face), "White")

    def say(self, text: str, player: str = "White") -> Ruling:
        self.seq += 1
        return self.referee.observe(Said("s", self.seq, player, text))

    def press(self, move: str, player: str = "White") -> Ruling:
        return self.see(Pressed, self.piece("agent"), player, button=move)


def made(ruling: Ruling) -> list[str]:
    assert isinstance(ruling.verdict, Allowed), ruling.verdict
    return [format_move(move) for move in ruling.verdict.moves]


def refused(ruling: Ruling) -> str:
    assert isinstance(ruling.verdict, Refused), ruling.verdict
    return ruling.verdict.violation.code


def with_survivor(state: State, seat: str, **changes: Any) -> State:
    survivors = [replace(s, **changes) if s.id == seat else s for s in state.survivors]
    return replace(state, survivors=tuple(survivors))


def in_turn(seat: str, state: State | None = None, **changes: Any) -> State:
    """A Survivor's Turn has begun; `changes` of that Survivor."""
    start = state or setup(CONFIG)
    player = next(i for i, seats in enumerate(PLAYERS) if seat in seats)
    left = tuple(s for s in PLAYERS[player] if s != seat)
    later = tuple(range(player + 1, 2))
    asks = (EndPhase(), XenosPhase(), PlayersPhase(later), PlayerTurn(left), SurvivorTurn(seat))
    acting: Survivor = replace(begun(start.survivor(seat)), **changes)
    survivors = [acting if s.id == seat else s for s in start.survivors]
    return replace(start, survivors=tuple(survivors), asks=asks, steps=())


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


def test_turning_a_door_opens_it_once_a_turn() -> None:
    hands = Hands(in_turn("cole", at="7v-n"))
    name = next(
        n
        for n in hands.referee.profile.tokens["door"]
        if "link/7v-c:7v-n" in whereabouts(hands.referee.profile, hands.piece(n))
    )
    assert made(hands.flip(name)) == ["cole open-door 7v-c:7v-n"]
    ruling = hands.flip(name)
    assert refused(ruling) == "door.once-a-turn"
    assert ruling.commands == (Face(hands.piece(name).guid, False),)


def test_a_door_from_the_supply_closes_an_opening() -> None:
    state = in_turn("cole", at="4v-n")
    link = next(w.link.id for w in state.board.exits["4v-n"] if w.link.kind == "gap")
    hands = Hands(state)
    profile = hands.referee.profile
    name = next(
        n for n in profile.tokens["door"] if "supply/door" in whereabouts(profile, hands.piece(n))
    )
    assert made(hands.drop(name, f"link/{link}")) == [f"cole close-door {link}"]


def test_a_noise_token_laid_where_one_stands_is_the_action() -> None:
    hands = Hands(in_turn("cole"))
    assert isinstance(hands.drop("noise/4", "zone/4v-w").verdict, Ignored)
    ruling = hands.drop("noise/5", "zone/4v-c")
    assert made(ruling) == ["cole make-noise"]
    assert hands.state.noise == {"4v-c": 1}


def test_a_card_from_the_deck_is_a_search_and_goes_where_it_fits() -> None:
    hands = Hands(in_turn("cole", at="4v-n", hand=()))
    name = hands.lying("equipment/sledge", "deck/equipment")
    assert made(hands.drop(name, "slot/cole/hand")) == [
        "cole search",
        "chance found sledge",
        "cole stow sledge hand cole",
    ]


def test_a_card_that_does_not_fit_waits_until_it_is_sorted_or_discarded() -> None:
    hands = Hands(in_turn("cole", at="4v-n"))
    name = hands.lying("equipment/mre", "deck/equipment")
    assert made(hands.drop(name, "slot/cole/hand")) == ["cole search", "chance found mre"]
    found = hands.referee.profile.zones["found/cole"].guid
    assert hands.piece(name).zones == (found,)
    assert made(hands.drop(name, "discard/equipment")) == ["cole done"]
    assert hands.state.equipment_discard.counts == {"mre": 1}


def test_a_mold_card_drawn_brings_what_it_says_and_is_discarded() -> None:
    state = in_turn("cole", at="4v-n")
    ground = replace(state.ground, mold={"7v-c": "active"})
    hands = Hands(replace(state, ground=ground))
    name = hands.lying("equipment/mold-worker-1", "deck/equipment")
    ruling = hands.drop(name, "found/cole")
    assert made(ruling) == ["cole search", "chance found mold-worker-1"]
    assert hands.state.herd("7v-c")[0] == 1
    discard = hands.referee.profile.zones["discard/equipment"].guid
    assert hands.piece(name).zones == (discard,)


def test_a_card_drawn_where_one_cannot_search_goes_back_face_down() -> None:
    hands = Hands(in_turn("magnus"))
    name = hands.lying("equipment/sledge", "deck/equipment")
    ruling = hands.drop(name, "slot/magnus/hand", "Red")
    assert refused(ruling) == "search.not-a-room"
    (place,) = ruling.commands
    assert isinstance(place, Place)
    assert (place.guid, place.up) == (hands.piece(name).guid, False)
    deck = hands.referee.profile.zones["deck/equipment"].guid
    assert deck in hands.referee.profile.zones_at(place.at)


def test_a_card_carried_to_a_friend_is_a_trade_in_steps_and_one_action() -> None:
    hands = Hands(in_turn("cole", pack=("mre",)))
    name = hands.lying("equipment/mre", "slot/cole/pack")
    assert made(hands.drop(name, "slot/magnus/pack")) == [
        "cole reorganize",
        "cole lift mre pack cole",
        "cole stow mre pack magnus",
    ]
    back = made(hands.drop(name, "slot/cole/pack"))
    assert back == ["cole lift mre pack magnus", "cole stow mre pack cole"]
    assert hands.state.survivor("cole").left == 2
    assert made(hands.drop("figure/cole", "zone/4v-w")) == ["cole done", "cole walk 4v-w"]


def test_a_card_laid_where_it_may_not_be_goes_back_to_its_slot() -> None:
    hands = Hands(in_turn("cole", pack=("mre",)))
    name = hands.lying("equipment/mre", "slot/cole/pack")
    ruling = hands.drop(name, "slot/cole/body")
    assert refused(ruling) == "card.wrong-slot"
    (place,) = ruling.commands
    assert isinstance(place, Place)
    assert place.guid == hands.piece(name).guid


def test_ammunition_laid_on_the_hand_is_attached_and_follows_its_weapon() -> None:
    hands = Hands(in_turn("cole", hand=("smg",), pack=("plenty-of-bullets",)))
    extra = hands.lying("equipment/plenty-of-bullets", "slot/cole/pack")
    assert made(hands.drop(extra, "slot/cole/hand")) == [
        "cole reorganize",
        "cole lift plenty-of-bullets pack cole",
        "cole attach plenty-of-bullets smg",
    ]
    weapon = hands.lying("equipment/smg", "slot/cole/hand")
    ruling = hands.drop(weapon, "slot/magnus/hand")
    assert hands.state.survivor("magnus").hand[-1] == "smg+plenty-of-bullets"
    assert hands.piece(extra).guid in [getattr(c, "guid", "") for c in ruling.commands]


def test_anybody_discards_at_any_time() -> None:
    hands = Hands(in_turn("cole"))
    card = hands.state.survivor("magnus").hand[0]
    name = hands.lying(f"equipment/{card}", "slot/magnus/hand")
    pile = hands.see(
        Entered,
        hands.piece(name),
        "Red",
        container=Piece("abcdef", type="Deck", at=hands_at(hands, "discard/equipment")),
    )
    assert made(pile) == [f"magnus discard {card}"]


def hands_at(hands: Hands, zone: str) -> tuple[float, float, float]:
    return position(hands.referee.profile, Spot(zone))


def test_an_oxygen_tank_is_taken_by_hand_in_its_room() -> None:
    game = mission("out-of-air")
    room = next(z.id for z in game.board.zones.values() if z.special == "oxygen")
    start = setup(replace(CONFIG, mission=game))
    start = replace(start, xenos={})
    hands = Hands(in_turn("cole", start, at=room))
    name = hands.lying("equipment/oxygen-tank", "deck/oxygen")
    assert made(hands.drop(name, "slot/cole/pack")) == ["cole take-oxygen"]


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


def test_mold_that_covers_a_face_down_objective_reads_its_notes() -> None:
    game = replace(CONFIG.mission, win=Taken(1), doors=())
    start = in_turn("baraka", setup(replace(CONFIG, mission=game)), left=0, free=())
    asks = (*start.asks[:2], PlayersPhase(()), PlayerTurn(()), SurvivorTurn("baraka"))
    xenos = {"7v-n": (0, 0, 0, 1)}
    hands = Hands(replace(start, asks=asks, xenos=xenos, noise={"7v-ne": 9}))
    piece = hands.piece("objective/objective-2")
    ruling = hands.say("!baraka do-nothing", "Red")
    assert f"chance uncovered objective-2 {piece.notes}" in made(ruling)
    assert hands.piece("objective/objective-2").up
    assert hands.referee.is_dealing()


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


def test_two_ways_to_read_a_card_are_unclear() -> None:
    state = in_turn("cole", pack=("mre",))
    state = with_survivor(state, "vivian", pack=("mre",))
    counts = tally(tally(state.equipment.counts, "mre", -1), "mre", -1)
    hands = Hands(replace(state, equipment=replace(state.equipment, counts=counts)))
    held = hands.lying("equipment/mre", "slot/vivian/pack")
    hands.referee.seen[hands.piece(held).guid] = replace(hands.piece(held), zones=(), held="White")
    name = hands.lying("equipment/mre", "slot/cole/pack")
    ruling = hands.drop(name, "discard/equipment")
    assert isinstance(ruling.verdict, Unclear)


def test_a_table_with_pieces_missing_or_another_mission_is_no_table_of_ours() -> None:
    pieces = tuple(observed(build_mod(CONFIG)))
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
