"""What the Survivors' perks do. Source of each: dbd.md section 14 (CARD)."""

from __future__ import annotations

from rules.dbd.changes import can_leave, grant_bonus, move_any
from rules.dbd.perks.frame import perk
from rules.dbd.state import Event, Figure, State


def can_go(state: State, figure: Figure, event: Event) -> bool:
    return can_leave(state, figure)


@perk("alert", "breaks-pallet", "passes-wall", "damages-generator", ready=can_go)
def alert(state: State, figure: Figure, event: Event) -> State:
    """Move along any path, before the event takes effect (DbD p.10)."""
    return move_any(state, figure.id)


def adrenaline_ready(state: State, figure: Figure, event: Event) -> bool:
    """Adrenaline needs a generator completed this round, and a card to play."""
    return state.completed and bool(figure.hand)


@perk("adrenaline", "cleanup-start", ready=adrenaline_ready)
def adrenaline(state: State, figure: Figure, event: Event) -> State:
    """Take a Survivor bonus turn."""
    return grant_bonus(state, figure.id)
