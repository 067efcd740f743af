"""House rules that the host changes in play: who may, what is told, what stays as it is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dbd import RULES
from rules.engine import Edit
from rules.record import replay, write_log
from tests.invader_referee import Hands as InvaderHands
from tests.referee_hands import Hands
from tests.test_host import GUEST, HOST, hands, noted
from tts_bridge.agent.commands import Tell
from tts_bridge.games.registry import GAMES
from tts_bridge.referee import orders as host
from tts_bridge.referee.rulings import Edited, Ignored, Ruling, Undone
from tts_bridge.session.host_actions import IMPOSSIBLE, HostError, order
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

__all__ = ["hands"]

RULE = "generator.progress_to_complete"


def told(ruling: Ruling, game: str = "dbd") -> tuple[str, list[str]]:
    """To whom it is said, and the lines: English and 简体中文."""
    voice = Voice([Texts("en", GAMES[game].wording), Texts("zh", GAMES[game].wording)])
    (said,) = [each for each in voice.tell(ruling) if isinstance(each, Tell)]
    return said.to, said.text.splitlines()


@pytest.mark.parametrize(
    "text", [f"!rule {RULE}=4", "!rule generator_progress = 4", f"!rule {RULE} 4"]
)
def test_a_house_rule_changes_and_everybody_is_told_in_their_language(
    hands: Hands, text: str
) -> None:
    ruling = hands.say(text, HOST)
    assert isinstance(ruling.verdict, Edited)
    assert hands.referee.state.settings.generator_progress == 4
    to, (english, chinese) = told(ruling)
    assert to == "all"
    assert f"{RULE}: 3 → 4" in english
    assert "progress that completes a generator" in english
    assert "assumed, a house rule of ours" in english
    assert english.startswith(f"{HOST}: ")
    assert f"（{RULE}）：3 → 4" in chinese
    assert "修好一台发电机所需的进度" in chinese
    assert "推定" in chinese


def test_a_source_that_is_known_is_told_with_it(hands: Hands) -> None:
    _, (english, chinese) = told(hands.say("!rule sabotage.mode=remove-hook", HOST))
    assert "entity-on-hook → remove-hook" in english
    assert "(AUT)" in english
    assert "AUT" in chinese


def test_it_is_the_rule_that_the_game_is_judged_by_from_then_on(hands: Hands) -> None:
    hands.say("!rule rescue.bp=2", HOST)
    assert hands.referee.state.settings.rescue_bp == 2


def test_nobody_but_a_host_changes_one_until_promoted(hands: Hands) -> None:
    before = hands.referee.state
    assert noted(hands.say(f"!rule {RULE}=4", GUEST)) == "order.host-only"
    assert hands.referee.state == before
    hands.say(f"!host {GUEST}", HOST)
    assert isinstance(hands.say(f"!rule {RULE}=4", GUEST).verdict, Edited)
    edit = hands.referee.match.moves[-1]
    assert isinstance(edit, Edit)
    assert edit.seat == GUEST


def test_a_change_replays_and_is_undone(hands: Hands) -> None:
    before = hands.referee.state
    hands.say(f"!rule {RULE}=4", HOST)
    match = hands.referee.match
    log = write_log(RULES, hands.profile.config, match.moves)
    replayed, failure = replay(RULES, log.splitlines())
    assert failure is None
    assert replayed is not None
    assert replayed.state == match.state
    undone = hands.say("!undo", HOST)
    assert isinstance(undone.verdict, Undone)
    assert hands.referee.state == before
    assert f"{RULE}: 3 → 4" in told(undone)[1][0]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("!rule kinds={}", "rule.next-game"),
        ("!rule item_deck.counts={}", "rule.next-game"),
        ("!rule start_positions.equal_rolls=false", "rule.next-game"),
        (f"!rule {RULE}=3", "rule.same"),
        (f"!rule {RULE}=0", "rule.bad-value"),
        (f"!rule {RULE}=-1", "rule.bad-value"),
        (f"!rule {RULE}=many", "rule.bad-value"),
        (f"!rule {RULE}={'9' * 400}", "rule.bad-value"),
        (f"!rule {RULE}=" + "[" * 400, "rule.bad-value"),
        ('!rule sabotage.mode="\\ud800"', "rule.bad-value"),
        ("!rule sabotage.mode=[b]gone[/b]", "rule.bad-value"),
        ('!rule killer.bonus_turn.discounts={"nobody": 2}', "rule.bad-value"),
        ("!rule generator.progres=4", "rule.unknown"),
        ("!rule __class__=4", "rule.unknown"),
        ("!rule generator.progres", "rule.unknown"),
    ],
)
def test_what_cannot_be_changed_is_said_to_who_asked_and_stays(
    hands: Hands, text: str, what: str
) -> None:
    before = hands.referee.state
    ruling = hands.say(text, HOST)
    assert noted(ruling) == what
    assert hands.referee.state == before
    to, lines = told(ruling)
    assert to == HOST
    assert len(lines) == 2
    assert "[" not in "".join(lines)
    "".join(lines).encode()


def test_a_near_miss_is_set_right(hands: Hands) -> None:
    assert RULE in told(hands.say("!rule generator.progress=4", HOST))[1][0]


def test_anybody_may_ask_what_has_changed(hands: Hands) -> None:
    to, nothing = told(hands.say("!rule", GUEST))
    assert to == GUEST
    assert nothing[0].startswith("Every house rule is as the game has it.")
    hands.say(f"!rule {RULE}=4", HOST)
    hands.say("!rule rescue.bp=2", HOST)
    lines = told(hands.say("!rule", GUEST))[1]
    assert len(lines) == 4
    assert f"{RULE}=4" in lines[0]
    assert "rescue.bp=2" in lines[1]
    assert "解救获得的血点" in lines[3]
    (one, _) = told(hands.say("!rule locker.capacity", GUEST))[1]
    assert "locker.capacity=1" in one


def test_rules_are_still_searched_by_word(hands: Hands) -> None:
    assert noted(hands.say("!rules bloodpoints", GUEST)) == "answer.rules"


def test_an_invader_table_has_its_own() -> None:
    table = InvaderHands()
    ruling = table.say("!rule friendly_fire=false")
    assert isinstance(ruling.verdict, Edited)
    assert table.state.settings.friendly_fire is False
    english, chinese = told(ruling, "invader")[1]
    assert "whether misses hit friends – friendly_fire: true → false" in english
    assert "打偏的攻击是否命中队友" in chinese
    for wrong in ("hellfire_damage=100", "door_tokens=6", "bullets_inside=outside"):
        assert noted(table.say(f"!rule {wrong}")) == "rule.bad-value"


@settings(deadline=None)
@given(st.text(max_size=80))
def test_no_rule_that_is_typed_breaks_the_position(text: str) -> None:
    table = Hands()
    ruling = table.say(f"!rule {text}", HOST)
    msgspec.json.encode(ruling.verdict)
    if not isinstance(ruling.verdict, Ignored):
        told(ruling)
    table.referee.offer()
    table.referee.wants()


@pytest.mark.parametrize(("action", "argument"), [("rule", "a=1"), ("set", "rule a=1")])
def test_the_page_orders_the_same(action: str, argument: str) -> None:
    assert order(action, argument) == host.Rule("a", "1")


@pytest.mark.parametrize("argument", ["", "a", "=1", "a="])
def test_the_page_is_told_how_a_rule_is_changed(argument: str) -> None:
    with pytest.raises(HostError, match="KEY=VALUE"):
        order("rule", argument)


def test_every_refusal_of_an_order_has_an_error_line() -> None:
    said: dict[str, Any] = {key: line.format(word="x") for key, line in IMPOSSIBLE.items()}
    assert all(said.values())
