"""Whatever a host declares is refused in a line that says what would do, or can be played on.

`TTS_BRIDGE_DECLARED=20000 python -m pytest tests/hostile/test_declared.py` types as many values.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.dbd.asks import Check, Interaction
from rules.engine import Match
from tests.hostile.declarations import declarations, played_on
from tests.invader_referee import Hands as InvaderHands
from tests.referee_hands import Hands
from tests.web.refereed import game_night
from tts_bridge.games.registry import GAMES
from tts_bridge.games.show_position import show_with
from tts_bridge.headless.player.pieces import say
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Edited, Ignored, Noted, Ruling
from tts_bridge.referee.trial import Show, Trial
from tts_bridge.session.host_actions import HostError
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice
from tts_bridge.web.feed import HOST

COUNT = int(os.environ.get("TTS_BRIDGE_DECLARED", "1000"))
EACH = 20
"""Values typed in one position; then the game is somewhere else."""
AHEAD = 20
"""Moves that are played on from what was accepted."""
LONGEST = 500
"""Characters that no line of a refusal has."""


def show_of(referee: Referee) -> Show:
    """What draws positions of the game that is refereed."""
    return show_with(GAMES[referee.game.rules.name])


def hands(name: str) -> Any:
    return Hands() if name == "dbd" else InvaderHands()


def look(referee: Referee, state: Any) -> None:
    """Everything a table asks of a position."""
    rules = referee.game.rules
    for seat in (None, *referee.profile.about.seats):
        rules.view(state, seat)
    referee.game.arrange(state, referee.profile, referee.seen)
    list(referee.game.offer(state))


def refusal(voice: Voice, ruling: Ruling) -> str:
    """The code of a refusal, which says in both languages what is wrong and what would do."""
    verdict = ruling.verdict
    assert isinstance(verdict, Noted)
    assert verdict.trouble is not None
    lines = voice.say(ruling).splitlines()
    assert len(lines) == 2, lines
    for line in lines:
        assert len(line) < LONGEST
        assert not set(line) & set("[]\x00\x1b\u202e"), line
        assert "declare." not in line
        assert "trial." not in line
        for allowed in verdict.trouble.allowed:
            assert allowed in line
    if verdict.text == "order.impossible":
        assert verdict.trouble.allowed
    else:
        assert verdict.text == "order.unplayable"
    return verdict.trouble.code


@pytest.mark.parametrize("name", ["dbd", "invader"])
def test_a_value_that_is_typed_is_refused_with_what_would_do_or_played_on(name: str) -> None:
    table = hands(name)
    referee: Referee = table.referee
    referee.show = show_of(referee)
    start = referee.state
    voice = Voice([Texts("en", GAMES[name].wording), Texts("zh", GAMES[name].wording)]).on(
        GAMES[name].wording, start.board
    )
    random = Random(5)
    found: Counter[str] = Counter()
    for _ in range(0, COUNT, EACH):
        state = played_on(name, start, random, random.randint(0, 250)).state
        typed = declarations(referee.game, state, random)
        for _ in range(EACH):
            words = next(typed)
            referee.match = Match(referee.game.rules, state)
            ruling = table.say(f"!set {words}", "White")
            if not isinstance(ruling.verdict, Edited):
                assert not isinstance(ruling.verdict, Ignored), words
                found[refusal(voice, ruling)] += 1
                assert referee.state == state
                continue
            found["edited"] += 1
            msgspec.json.encode(ruling.verdict)
            match = played_on(name, referee.state, random, AHEAD)
            for after in match.states[::4]:
                look(referee, after)
    print(dict(found))
    assert found["edited"] > COUNT // 8
    assert {"declare.value", "declare.field", "declare.thing", "declare.one-value"} <= set(found)


@pytest.mark.parametrize(
    ("name", "words", "near", "allowed"),
    [
        ("dbd", "first meg-tomas", "meg-thomas", "dwight-fairfield"),
        ("dbd", "meg-thomas at NOWHERE", "", "more"),
        ("dbd", "meg-thomas at barnn", "barn", "more"),
        ("dbd", "meg-tomas at barn", "meg-thomas", "more"),
        ("dbd", "meg-thomas whereabouts barn", "", "wounded"),
        ("dbd", "track 99999999999999999999999", "", "0–7"),
        ("dbd", "track -1", "", "0–7"),
        ("dbd", "round 0", "", "1–999"),
        ("dbd", "meg-thomas bp 7", "", "0–6"),
        ("dbd", "the-nurse wounded yes", "", "at, bp"),
        ("dbd", "objective-3 kind hook", "", "generator, exit-gate"),
        ("dbd", "objective-3 progress 3", "", "0"),
        ("invader", "oxygen 99999999999999", "", "0–6"),
        ("invader", "first 2", "", "0, 1"),
        ("invader", "magnus at -", "", "more"),
        ("invader", "magnus wounds 3", "", "0–2"),
        ("invader", "magnus xp -1", "", "0–43"),
    ],
)
def test_a_mistake_is_told_what_was_meant_and_what_would_do(
    name: str, words: str, near: str, allowed: str
) -> None:
    table = hands(name)
    before = table.referee.state
    ruling = table.say(f"!set {words}", "White")
    assert table.referee.state is before
    voice = Voice([Texts("en", GAMES[name].wording), Texts("zh", GAMES[name].wording)])
    refusal(voice, ruling)
    english, chinese = voice.say(ruling).splitlines()
    assert ("Did you mean" in english) == bool(near) == ("是指" in chinese)
    assert f"mean {near}?" in english or not near
    assert allowed in english


def test_what_the_parse_lets_pass_is_tried_before_it_stands() -> None:
    table = hands("dbd")
    referee: Referee = table.referee
    state = replace(referee.state, asks=(*referee.state.asks, Interaction("meg-thomas")))
    assert trial_of(referee).trouble(state) is None
    referee.match = Match(referee.game.rules, replace(state, asks=(Check("nobody", "skill", "x"),)))
    ruling = table.say("!set track 3", "White")
    assert isinstance(ruling.verdict, Noted)
    assert ruling.verdict.text == "order.unplayable"
    assert len(referee.match.moves) == 0


def trial_of(referee: Referee) -> Trial:
    return Trial(referee.game, referee.profile, referee.seen, show_of(referee))


TYPED = ("first meg-tomas", "meg-thomas at NOWHERE", "track 9999999999999999999", "round -3", "x")


def test_nothing_that_is_typed_ends_a_session_in_chat_or_on_the_page() -> None:
    async def main() -> None:
        async with game_night(("en", "zh")) as night:
            await night.play(3)
            table = night.table
            moves = night.journal.log()
            for words in TYPED:
                table.session.quiet.clear()
                before = len(table.rulings)
                say(table.table, f"!set {words}")
                await table.until(lambda before=before: len(table.rulings) > before)
                await table.until_quiet()
                with pytest.raises(HostError, match=r"Possible: .* / .*可以是"):
                    night.host("set", "test", words)
            assert night.journal.log() == moves
            assert not [*night.journal.entries("host")]
            await night.play()
            assert len(night.journal.log()) > len(moves)
            night.live.full(HOST)

    asyncio.run(main())
