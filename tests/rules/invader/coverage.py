"""What of *Zombicide: Invader* a game has used: cards, skills, tokens, kinds of step."""

from __future__ import annotations

from rules.engine import Match
from rules.invader.state import State
from rules.invader.uses import GAMUT, by_move, by_step

__all__ = ["GAMUT", "UNREACHED", "shown"]

UNREACHED: dict[str, str] = {}
"""What random play cannot come to, and why."""


def shown(match: Match[State]) -> set[str]:
    """Everything of the gamut that came up in a game."""
    found: set[str] = set()
    for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
        found |= by_move(before, move)
        for step in after.steps:
            found |= by_step(step)
        found |= {"token:machine-activation" for machine in after.machines if machine.active}
        exits = after.mission.exit_zones
        found |= {"token:exit" for survivor in after.survivors if survivor.at in exits}
        found |= {f"token:spawn-{after.mission.spawn[name].colour}" for name in after.spawns}
    return found
