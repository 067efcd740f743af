"""The page tells a secret choice from another one to nobody but its seat: not by a frame, not by
a record, not when it is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from rules.dbd import RULES
from rules.engine import Match, Move
from tests.rules.exchanges import Exchange, exchanges
from tests.web.readers import make, referee_of
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import Ruling, Undone
from tts_bridge.web.feed import HOST, SPECTATOR, Make, Viewer
from tts_bridge.web.feeds.live import Live

ENOUGH = 2_000
STEPS, AT_ONCE = 2, 3
"""Moves that a page is shown one by one, the choice the first of them; then some in one go."""


def frames(exchange: Exchange, moves: Sequence[Move[Any]], viewer: Viewer) -> list[bytes]:
    """All that a view is sent: move by move, anew for who comes late, and when it is undone."""
    match = Match(RULES, exchange.start)
    referee = referee_of(match)
    live = Live(GAMES)
    made: list[Make] = []
    live.publish = made.append
    live.attach(referee)
    for move in moves[:STEPS]:
        make(live, referee, move)
    if len(moves) > STEPS:
        make(live, referee, *moves[STEPS : STEPS + AT_ONCE])
    found = [msgspec.json.encode(each(viewer)) for each in made]
    found.append(msgspec.json.encode(live.full(viewer)))
    made.clear()
    undone = [match.pop() for _ in range(min(2, len(match.moves)))]
    live.ruled(referee, Ruling(Undone(tuple(reversed(undone)))))
    return [*found, *(msgspec.json.encode(each(viewer)) for each in made)]


def test_no_frame_of_somebody_else_changes_with_a_secret_choice() -> None:
    random = Random(1)
    for exchange in islice(exchanges(1, 48), ENOUGH):
        other = random.choice([f.id for f in exchange.start.figures if f.id != exchange.seat])
        viewer = random.choice([SPECTATOR, HOST, Viewer("seat", other)])
        one = frames(exchange, exchange.one, viewer)
        assert one == frames(exchange, exchange.other, viewer), exchange.one
