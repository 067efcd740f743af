"""Whatever a host declares is refused in a line that says what would do, or can be played on.

`TTS_BRIDGE_DECLARED=20000 python -m pytest tests/hostile/test_declared.py` types as many values.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from rules.engine import Match
from tests.hostile.declarations import declarations, played_on
from tests.invader_referee import Hands as InvaderHands
from tests.referee_hands import Hands
from tts_bridge.referee import Referee
from tts_bridge.saying import Voice
from tts_bridge.showing import show
from tts_bridge.texts import Texts
from tts_bridge.verdicts import Edited, Ignored, Noted, Ruling

COUNT = int(os.environ.get("TTS_BRIDGE_DECLARED", "1000"))
EACH = 20
"""Values typed in one position; then the game is somewhere else."""
AHEAD = 20
"""Moves that are played on from what was accepted."""
LONGEST = 500
"""Characters that no line of a refusal has."""


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
    referee.show = show
    start = referee.state
    voice = Voice([Texts("en", name), Texts("zh", name)]).on(name, start.board)
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
