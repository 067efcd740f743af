"""The referee on the ready-made mod, without a table: observations in, rulings out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.referee_hands import (
    DWIGHT,
    JAKE,
    MEG,
    NURSE,
    Hands,
    assert_allowed,
    assert_refused,
    snapshot,
)
from tests.tables import TABLES
from tts_bridge.agent.commands import Deal, Face, Place, SetValue
from tts_bridge.agent.observations import Dropped, Entered, Flipped, Held, Piece, Snapshot
from tts_bridge.referee.profile import ProfileError, ident
from tts_bridge.referee.rulings import Allowed, Ignored, Noted, Unclear, Undone
from tts_bridge.referee.table_game import read_profile


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def planned(hands: Hands) -> Hands:
    hands.plan()
    assert_allowed(hands.flip(f"card/{JAKE}/sneak", "White"), f"{JAKE} reveal-card sneak")
    return hands


def test_a_fresh_table_needs_nothing_done(hands: Hands) -> None:
    assert hands.referee.resume().commands == ()


def test_the_killers_right_card_counts_once_the_left_one_lies(hands: Hands) -> None:
    right = hands.drop(f"card/{NURSE}/crouch", f"set/{NURSE}/right", "Purple", up=False)
    assert isinstance(right.verdict, Ignored)
    left = hands.drop(f"card/{NURSE}/sprint", f"set/{NURSE}/left", "Purple", up=False)
    assert_allowed(left, f"{NURSE} set-card sprint", f"{NURSE} set-card crouch")


def test_a_card_set_and_taken_back_to_hand_is_taken_back(hands: Hands) -> None:
    hands.drop(f"card/{MEG}/sprint", f"set/{MEG}", up=False)
    card = replace(hands.piece(f"card/{MEG}/sprint"), zones=(), hand="Red")
    assert_allowed(hands.see(Dropped, card, "Red"), f"{MEG} take-back sprint")


def test_a_second_card_laid_on_the_first_is_refused_and_goes_back_to_hand(hands: Hands) -> None:
    hands.drop(f"card/{MEG}/sprint", f"set/{MEG}", up=False)
    first = hands.piece(f"card/{MEG}/sprint")
    deck = Piece("deck01", type="Deck", at=first.at, up=False)
    second = hands.piece(f"card/{MEG}/sneak")
    ruling = hands.see(Entered, second, "Red", container=deck)
    assert_refused(ruling, "plan.one-card")
    assert ruling.commands == (Deal(second.guid, "Red"),)


def test_in_advise_mode_nothing_is_put_back() -> None:
    hands = Hands("advise")
    hands.plan()
    hands.flip(f"card/{JAKE}/sneak", "White")
    hands.flip(f"card/{MEG}/sprint")
    ruling = hands.drop(f"figure/{MEG}", "space/chapel")
    assert_refused(ruling, "walk.wrong-colour")
    assert ruling.commands == ()


def test_an_illegal_step_is_put_back_where_the_figure_was(planned: Hands) -> None:
    planned.flip(f"card/{MEG}/sprint")
    ruling = planned.drop(f"figure/{MEG}", "space/chapel")
    assert_refused(ruling, "walk.wrong-colour")
    (place,) = ruling.commands
    assert isinstance(place, Place)
    zone = planned.profile.zones["space/graveyard"].guid
    assert zone in planned.profile.zones_at(place.at)


def test_a_figure_moved_before_its_card_is_turned_reveals_the_card(planned: Hands) -> None:
    ruling = planned.drop(f"figure/{MEG}", "space/well")
    assert_allowed(ruling, f"{MEG} reveal-card sprint", f"{MEG} walk well graveyard-well-green")


def test_a_figure_moved_wrongly_before_its_card_is_turned_is_judged_by_that_card(
    planned: Hands,
) -> None:
    assert_refused(planned.drop(f"figure/{MEG}", "space/chapel"), "walk.wrong-colour")


def test_turning_a_prop_tells_what_it_is_and_turning_two_is_refused(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    kind = planned.piece("prop/objective-5").notes
    assert_allowed(
        planned.flip("prop/objective-5"),
        f"{MEG} reveal-prop objective-5",
        f"chance uncovered objective-5 {kind}",
    )
    ruling = planned.flip("prop/boldness-7")
    assert_refused(ruling, "reveal.only-one")
    assert ruling.commands == (Face(planned.piece("prop/boldness-7").guid, False),)


def test_a_prop_whose_notes_say_nonsense_is_no_prop(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    strange = replace(planned.piece("prop/objective-5"), notes="{0.__class__}", up=True)
    assert_refused(planned.see(Flipped, strange, "Red"), "reveal.no-such-prop")


def test_a_die_rolled_beside_one_generator_repairs_it(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    generator = planned.piece("prop/objective-5")
    planned.see(Flipped, replace(generator, notes="generator", up=True), "Red")
    ruling = planned.roll("2")
    assert_allowed(ruling, f"{MEG} repair objective-5", "chance rolled skill 2")
    tokens = [c for c in ruling.commands if isinstance(c, Place)]
    assert len(tokens) == 1


def test_a_die_rolled_at_no_time_for_it_means_nothing(planned: Hands) -> None:
    assert isinstance(planned.roll(3).verdict, Ignored)


@pytest.mark.parametrize("value", [None, "x", "2.5", 7, -1, 1e300, "９"])
def test_a_die_with_a_strange_value_breaks_nothing(planned: Hands, value: object) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.see(
        Flipped,
        replace(planned.piece("prop/objective-5"), notes="generator", up=True),
        "Red",
    )
    assert not isinstance(planned.roll(value).verdict, Allowed)


def test_a_button_is_for_its_seat_and_the_host(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.see(
        Flipped,
        replace(planned.piece("prop/objective-5"), notes="generator", up=True),
        "Red",
    )
    move = f"{MEG} repair objective-5"
    assert isinstance(planned.press(move, "Purple").verdict, Ignored)
    assert_allowed(planned.press(move, "Red"), move)


def test_nobody_says_a_move_for_another_seat(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.flip("prop/objective-5")
    assert_refused(planned.say("!pass", "Purple"), "not-your-turn")
    assert_allowed(planned.say("!pass", "Red"), f"{MEG} pass")


def test_leaving_an_interaction_without_a_word(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.flip("prop/objective-5")
    ruling = planned.flip(f"card/{DWIGHT}/vault", "Green")
    assert_allowed(ruling, f"{MEG} pass", f"{DWIGHT} reveal-card vault")


def test_the_host_takes_a_decision_back_and_everything_goes_where_it_was(planned: Hands) -> None:
    before = planned.referee.state
    planned.drop(f"figure/{MEG}", "space/well")
    assert isinstance(planned.say("!undo", "Red").verdict, Noted)
    ruling = planned.say("!undo", "White")
    assert isinstance(ruling.verdict, Undone)
    planned.say("!undo", "White")
    assert planned.referee.state == before
    assert any(isinstance(command, Place) for command in ruling.commands)


def test_bloodpoints_and_rings_follow_the_rules(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.see(
        Flipped,
        replace(planned.piece("prop/objective-5"), notes="generator", up=True),
        "Red",
    )
    planned.roll(0)
    ruling = planned.say("!pass", "White")  # Jake, next door, does without Iron Will
    assert_allowed(ruling, f"{JAKE} pass")
    counter = planned.piece(f"bloodpoints/{NURSE}").guid
    assert SetValue(counter, 5) in ruling.commands


def test_other_peoples_pieces_and_chat_mean_nothing(hands: Hands) -> None:
    stranger = Piece("ffffff", tags=("ttsb:figure/nobody",), zones=())
    assert isinstance(hands.see(Dropped, stranger, "Red").verdict, Ignored)
    untagged = Piece("eeeeee", nickname="[b]Meg", tags=("figure",))
    assert isinstance(hands.see(Flipped, untagged, "Red").verdict, Ignored)
    for text in ("hello", "!", "!set-card", "!walk {x}", "!" + "a" * 10_000):
        assert not isinstance(hands.say(text, "Red").verdict, Allowed)


def test_a_card_seen_on_its_way_was_put_down_when_the_word_of_it_is_lost() -> None:
    hands = Hands()
    card = hands.piece(f"card/{MEG}/sprint")
    zone = hands.profile.zones[f"set/{MEG}"]
    lies = replace(card, at=zone.at, zones=(zone.guid,), hand="", up=False)
    hands.see(Entered, lies, "Red", zone=Piece(zone.guid))
    pieces = tuple(lies if p.guid == card.guid else p for p in hands.referee.seen.values())
    later = Snapshot("s", 99, "", 2, pieces, ())
    assert hands.referee.differences(later) == []
    (change,) = hands.referee.differences(later, is_sure=False)
    assert_allowed(hands.referee.observe(change), f"{MEG} set-card sprint")
    hands.drop(f"card/{MEG}/sprint", f"set/{MEG}", up=False)
    assert hands.referee.differences(later, is_sure=False) == []


def test_what_the_referee_moved_itself_was_put_down_by_nobody() -> None:
    hands = Hands()
    card = hands.piece(f"card/{MEG}/sprint")
    zone = hands.profile.zones[f"set/{MEG}"]
    lies = replace(card, at=zone.at, zones=(zone.guid,), hand="", up=False)
    hands.see(Entered, lies, "", zone=Piece(zone.guid))
    pieces = tuple(lies if p.guid == card.guid else p for p in hands.referee.seen.values())
    assert hands.referee.differences(Snapshot("s", 99, "", 2, pieces, ()), is_sure=False) == []


def test_a_snapshot_says_nothing_of_a_piece_that_is_still_to_be_moved() -> None:
    hands = Hands()
    card = hands.piece(f"card/{MEG}/sprint")
    zone = hands.profile.zones[f"set/{MEG}"]
    old = replace(card, at=zone.at, zones=(zone.guid,), hand="", up=False)
    pieces = tuple(old if p.guid == card.guid else p for p in hands.referee.seen.values())
    later = Snapshot("s", 99, "", 2, pieces, ())
    assert hands.referee.differences(later, due=frozenset((card.guid,))) == []
    assert hands.piece(f"card/{MEG}/sprint") == card
    assert len(hands.referee.differences(later)) == 1


def test_a_piece_still_held_is_not_put_down_yet() -> None:
    hands = Hands()
    card = hands.piece(f"card/{MEG}/sprint")
    zone = hands.profile.zones[f"set/{MEG}"]
    lies = replace(card, at=zone.at, zones=(zone.guid,), hand="", up=False, held="Red")
    hands.see(Entered, lies, "Red", zone=Piece(zone.guid))
    pieces = tuple(lies if p.guid == card.guid else p for p in hands.referee.seen.values())
    assert hands.referee.differences(Snapshot("s", 99, "", 2, pieces, ()), is_sure=False) == []


def test_a_card_that_a_snapshot_shows_in_a_deck_has_been_laid_there(planned: Hands) -> None:
    card = planned.piece(f"card/{MEG}/vault")
    zone = planned.profile.zones[f"discard/{MEG}"]
    deck = Piece("ddd111", type="Deck", at=zone.at, holds=(Held(card.guid, card.tags),))
    pieces = (*(p for p in planned.referee.seen.values() if p.guid != card.guid), deck)
    (change,) = planned.referee.differences(Snapshot("s", 99, "", 2, pieces, ()))
    assert isinstance(change, Dropped)
    assert change.piece.guid == card.guid
    assert change.piece.zones == (zone.guid,)


def test_what_happened_while_nobody_watched_is_judged_from_a_snapshot(planned: Hands) -> None:
    figure = planned.piece(f"figure/{MEG}")
    moved = replace(figure, zones=(planned.profile.zones["space/well"].guid,))
    pieces = tuple(moved if p.guid == figure.guid else p for p in planned.referee.seen.values())
    later = Snapshot("s", 99, "", 2, pieces, ())
    (change,) = planned.referee.differences(later)
    assert_allowed(
        planned.referee.observe(change),
        f"{MEG} reveal-card sprint",
        f"{MEG} walk well graveyard-well-green",
    )


def test_two_repairs_that_one_roll_could_mean_are_unclear(planned: Hands) -> None:
    planned.drop(f"figure/{MEG}", "space/well")
    planned.see(
        Flipped,
        replace(planned.piece("prop/objective-5"), notes="generator", up=True),
        "Red",
    )
    state = planned.referee.state
    figures = tuple(
        replace(f, at="well", wounded=True) if f.id == JAKE else f for f in state.figures
    )
    planned.referee.match.states[-1] = replace(state, figures=figures)
    ruling = planned.roll(3)
    assert isinstance(ruling.verdict, Unclear)
    assert len(ruling.verdict.readings) == 2


def test_a_table_without_an_agent_or_with_pieces_missing_is_no_table_of_ours() -> None:
    whole = snapshot()
    without = tuple(p for p in whole.pieces if ident(p) != "agent")
    with pytest.raises(ProfileError, match="mod attach"):
        read_profile(replace(whole, pieces=without), TABLES)
    fewer = tuple(p for p in whole.pieces if not ident(p).startswith("figure/"))
    with pytest.raises(ProfileError, match="figure/"):
        read_profile(replace(whole, pieces=fewer), TABLES)


@pytest.mark.parametrize("notes", ["", "{}", "[]", '{"game": 1}', "x" * 2_000_000, "\ud800"])
def test_an_agent_that_describes_nothing_is_refused_in_one_line(notes: str) -> None:
    whole = snapshot()
    pieces = tuple(replace(p, notes=notes) if ident(p) == "agent" else p for p in whole.pieces)
    with pytest.raises(ProfileError) as error:
        read_profile(replace(whole, pieces=pieces), TABLES)
    assert "\n" not in str(error.value)
