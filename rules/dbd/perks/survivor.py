"""What the Survivors' perks do. Source of each: dbd.md section 14 (CARD)."""

from __future__ import annotations

from rules.dbd.paths import exits
from rules.dbd.state import ANY_COLOUR, Event, Figure, State, Step, SurvivorBonus, push


def alert_ready(state: State, figure: Figure, event: Event) -> bool:
    """Alert needs a path to leave by."""
    return any(True for _ in exits(state, figure, ANY_COLOUR))


def alert(state: State, figure: Figure, event: Event) -> State:
    """Move along any path, before the event takes effect (DbD p.10)."""
    return push(state, Step(figure.id, ANY_COLOUR, interact=False))


def adrenaline_ready(state: State, figure: Figure, event: Event) -> bool:
    """Adrenaline needs a generator completed this round, and a card to play."""
    return state.completed and bool(figure.hand)


def adrenaline(state: State, figure: Figure, event: Event) -> State:
    """Take a Survivor bonus turn."""
    return push(state, SurvivorBonus(figure.id))
