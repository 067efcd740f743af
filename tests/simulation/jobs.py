"""Simulations for tests: short ones, of both games."""

from __future__ import annotations

from functools import cache

import msgspec

from rules.dbd.setup import Config as Dbd
from rules.invader.setup import Config as Invader
from tts_bridge.simulation.figures import Figures
from tts_bridge.simulation.job import Job, batches
from tts_bridge.simulation.processes import on_processes

JOBS = {
    "dbd": Job(
        "dbd",
        msgspec.json.encode(Dbd(full=True)),
        {"killer": "sensible", "survivors": "automa"},
        7,
    ),
    "invader": Job("invader", msgspec.json.encode(Invader()), {"survivors": "sensible"}, 7),
}
GAMES = 24
"""Of a simulation here: as many batches."""


def silent(games: int) -> None:
    """Nobody looks on."""


@cache
def alone(game: str) -> Figures:
    """The figures as this process finds them."""
    return on_processes(JOBS[game], batches(GAMES), 1, silent)
