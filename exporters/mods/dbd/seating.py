"""Who plays whom when fewer than five people play: all four Survivors are always in play.

Source: dbd.md section 1 (PL, PL2, CZ): with three or four people some control two Survivors.
"""

from __future__ import annotations

from collections.abc import Sequence

from exporters.drawing.palette import SEATS

PEOPLE = (3, 5)
"""The fewest and the most."""


def shared(people: int, survivors: Sequence[str]) -> dict[str, str]:
    """The player colour of each Survivor; neighbours share a player, the first ones first.

    Raises:
        ValueError: too few or too many people.
    """
    fewest, most = PEOPLE
    if not fewest <= people <= most:
        raise ValueError(f"people: {people} is not {fewest} to {most}, the Killer's player counted")
    players = people - 1
    twice = len(survivors) - players
    owners = [n for n in range(players) for _ in range(2 if n < twice else 1)]
    return {each: SEATS[n] for each, n in zip(survivors, owners, strict=True)}
