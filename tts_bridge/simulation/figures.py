"""The figures of some games: whole numbers that add up, and what follows from them.

No I/O here, and no luck.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt

from msgspec import Struct

Z = 1.959963984540054
"""Of a normal distribution, so much lies within 95 %."""


class Use(Struct, frozen=True):
    """How often something was used: times in all, games with it, games of these that the side
    which used it won."""

    times: int = 0
    games: int = 0
    won: int = 0


class Figures(Struct, frozen=True):
    """What came of some games; lengths are how many games there are of each."""

    games: int = 0
    won: Mapping[str, int] = {}
    """Games won, by side."""
    reasons: Mapping[str, int] = {}
    rounds: Mapping[int, int] = {}
    moves: Mapping[int, int] = {}
    uses: Mapping[str, Use] = {}
    """By name and side: `perk:adrenaline survivors`."""


def plus(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Two counts as one."""
    found = dict(one)
    for key, count in other.items():
        found[key] = found.get(key, 0) + count
    return found


def lengths(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Two histograms as one."""
    found = dict(one)
    for length, count in other.items():
        found[length] = found.get(length, 0) + count
    return found


def added(one: Figures, other: Figures) -> Figures:
    """The figures of the games of both."""
    uses = dict(one.uses)
    for name, use in other.uses.items():
        old = uses.get(name)
        uses[name] = (
            Use(old.times + use.times, old.games + use.games, old.won + use.won) if old else use
        )
    return Figures(
        one.games + other.games,
        plus(one.won, other.won),
        plus(one.reasons, other.reasons),
        lengths(one.rounds, other.rounds),
        lengths(one.moves, other.moves),
        uses,
    )


class Ledger:
    """The figures of the batches that are done: each counts once, however often it is handed in."""

    def __init__(self) -> None:
        self.done: set[int] = set()
        self.total = Figures()

    def enter(self, batch: int, figures: Figures) -> bool:
        """Count a batch; False when it had been counted before."""
        if batch in self.done:
            return False
        self.done.add(batch)
        self.total = added(self.total, figures)
        return True


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval: in 95 of 100 simulations like this one, it holds the true share.

    Returns:
        Shares from 0 to 1; 0 to 1 when there are no games.
    """
    if not games:
        return 0.0, 1.0
    share, z2 = won / games, Z * Z
    middle = share + z2 / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    low, high = (middle - spread) / (1 + z2 / games), (middle + spread) / (1 + z2 / games)
    return (low if won else 0.0), (high if won < games else 1.0)


def quantile(histogram: Mapping[int, int], share: float) -> int:
    """The least length that so large a share of the games does not pass; 0 of none."""
    wanted = ceil(share * sum(histogram.values()))
    for length in sorted(histogram):
        wanted -= histogram[length]
        if wanted <= 0:
            return length
    return 0


def mean(histogram: Mapping[int, int]) -> float:
    """The mean length; 0 of none."""
    games = sum(histogram.values())
    return sum(length * count for length, count in histogram.items()) / games if games else 0.0
