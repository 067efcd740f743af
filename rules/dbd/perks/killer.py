"""What the Killers' perks do. Source of each: dbd.md section 14 (CARD)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.perks.frame import perk
from rules.dbd.state import Arrival, Event, Figure, State, amend


def own(state: State, figure: Figure, event: Event) -> bool:
    """Enduring answers the Killer's own move only."""
    return event.seat == figure.id


@perk("enduring", "breaks-pallet", ready=own)
def enduring(state: State, figure: Figure, event: Event) -> State:
    """Destroy the pallet, complete the move, keep the interaction."""
    return amend(state, Arrival, lambda ask: replace(ask, through=True))
