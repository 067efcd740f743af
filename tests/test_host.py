"""Orders of the host and questions of anybody, in chat: what they do, and who may."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dbd import RULES
from rules.engine import Edit
from rules.record import replay, write_log
from tests.referee_hands import MEG, NURSE, Hands, assert_allowed, assert_refused
from tts_bridge.agent.commands import Place, Tell
from tts_bridge.games.registry import GAMES
from tts_bridge.referee import orders as host
from tts_bridge.referee.rulings import Edited, Ignored, Noted, Ruling, Undone
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

HOST, GUEST = "White", "Red"


@pytest.fixture
def hands() -> Hands:
    hands = Hands()
    hands.plan()
    hands.flip("card/jake-park/sneak", HOST)
    return hands


def noted(ruling: Ruling) -> str:
    assert isinstance(ruling.verdict, Noted), ruling.verdict
    return ruling.verdict.text


def test_only_the_host_gives_orders_until_somebody_is_promoted(hands: Hands) -> None:
    assert noted(hands.say("!pause", GUEST)) == "order.host-only"
    assert not hands.referee.is_paused
    assert noted(hands.say(f"!host {GUEST.lower()}", HOST)) == "order.host"
    assert noted(hands.say("!pause", GUEST)) == "order.pause"
    assert hands.referee.is_paused
    assert noted(hands.say("!go", GUEST)) == "order.go"
    hands.say(f"!unhost {GUEST}", HOST)
    assert noted(hands.say("!undo", GUEST)) == "order.host-only"


def test_somebody_without_a_colour_gives_no_orders(hands: Hands) -> None:
    hands.referee.host = ""
    assert isinstance(hands.say("!undo", "").verdict, Ignored)


def test_a_refused_step_that_the_host_allows_stands(hands: Hands) -> None:
    hands.flip(f"card/{MEG}/sprint")
    assert_refused(hands.drop(f"figure/{MEG}", "space/chapel"), "walk.wrong-colour")
    ruling = hands.say("!allow", HOST)
    assert isinstance(ruling.verdict, Edited)
    assert hands.referee.state.figure(MEG).at == "chapel"
    assert any(isinstance(command, Place) for command in ruling.commands)
    assert_allowed(hands.flip("prop/objective-2"))


def test_what_cannot_follow_is_not_allowed_to_stand(hands: Hands) -> None:
    assert_refused(hands.say("!play-card sneak", "Purple"), "bonus.after-second-turn")
    before = hands.referee.state
    assert noted(hands.say("!allow", HOST)) == "order.impossible"
    assert hands.referee.state == before


def test_nothing_refused_nothing_allowed(hands: Hands) -> None:
    assert noted(hands.say("!allow", HOST)) == "answer.nothing"
    assert noted(hands.say("!why", GUEST)) == "answer.nothing"


@pytest.mark.parametrize(
    ("order", "is_so"),
    [
        (f"!set {MEG} bp 3", lambda s: s.figure(MEG).bp == 3),
        (f"!set {MEG} wounded yes", lambda s: s.figure(MEG).wounded),
        (f"!set {MEG} at barn", lambda s: s.figure(MEG).at == "barn"),
        ("!set objective-3 kind generator", lambda s: s.prop("objective-3").kind == "generator"),
        ("!set track 5", lambda s: s.track == 5),
        (f"!set first {MEG}", lambda s: s.first == MEG),
    ],
)
def test_the_host_declares_how_things_are(hands: Hands, order: str, is_so: object) -> None:
    assert isinstance(hands.say(order, HOST).verdict, Edited)
    assert is_so(hands.referee.state)  # type: ignore[operator]


@pytest.mark.parametrize(
    "order",
    [
        "!set nobody bp 3",
        f"!set {MEG} shoes 3",
        f"!set {MEG} bp many",
        "!set figures 3",
        f"!set {MEG} id {NURSE}",
        "!set asks 0",
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(hands: Hands, order: str) -> None:
    before = hands.referee.state
    assert noted(hands.say(order, HOST)) == "order.impossible"
    assert hands.referee.state == before


def test_what_the_host_declared_replays_and_can_be_undone(hands: Hands) -> None:
    start = hands.referee.match.states[0]
    before = hands.referee.state
    hands.say(f"!set {MEG} bp 5", HOST)
    match = hands.referee.match
    log = write_log(RULES, hands.profile.config, match.moves)
    replayed, failure = replay(RULES, log.splitlines())
    assert failure is None
    assert replayed is not None
    assert (replayed.states[0], replayed.state) == (start, match.state)
    edit = match.moves[-1]
    assert isinstance(edit, Edit)
    assert edit.seat == HOST
    assert isinstance(hands.say("!undo", HOST).verdict, Undone)
    assert hands.referee.state == before


def test_several_decisions_are_taken_back_at_once(hands: Hands) -> None:
    ruling = hands.say("!undo 7", HOST)
    assert isinstance(ruling.verdict, Undone)
    assert len(ruling.verdict.moves) == 7
    assert hands.referee.match.moves == []


def test_while_paused_nothing_is_judged(hands: Hands) -> None:
    hands.say("!pause", HOST)
    assert isinstance(hands.flip(f"card/{MEG}/sprint").verdict, Ignored)
    assert isinstance(hands.say("!pass", GUEST).verdict, Ignored)


def tell(voice: Voice, ruling: Ruling) -> Tell:
    found = voice.tell(ruling)[0]
    assert isinstance(found, Tell)
    return found


def test_questions_are_answered_to_who_asked_in_the_language_they_chose(hands: Hands) -> None:
    voice = Voice([Texts("en", GAMES["dbd"].wording)])
    hands.flip(f"card/{MEG}/sprint")
    hands.drop(f"figure/{MEG}", "space/chapel")
    why = tell(voice, hands.say("!why", GUEST))
    assert why.to == GUEST
    assert "(rulebook p. 8)" in why.text
    found = tell(voice, hands.say("!rules bloodpoints", GUEST))
    assert 1 <= len(found.text.splitlines()) <= 3
    assert "简体中文" in tell(voice, hands.say("!lang zh", GUEST)).text
    assert "规则书第8页" in tell(voice, hands.say("!why", GUEST)).text
    assert "(rulebook p. 8)" in tell(voice, hands.say("!why", "Blue")).text
    nothing = tell(voice, hands.say("!rules [b]{0}[/b]", "Blue")).text
    assert "[b]" not in nothing


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_chat_line_breaks_the_parsers(text: str) -> None:
    host.parse_order(text)
    host.parse_question(text)


@settings(deadline=None)
@given(st.lists(st.text(max_size=30), min_size=2, max_size=3))
def test_no_words_of_the_host_break_the_position(words: list[str]) -> None:
    hands = Hands()
    hands.say("!set " + " ".join(words), HOST)
    hands.referee.offer()
    hands.referee.wants()
