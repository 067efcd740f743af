"""What the Killers' perks do. Source of each: dbd.md section 14 (CARD)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.state import Arrival, Event, Figure, State


def enduring_ready(state: State, figure: Figure, event: Event) -> bool:
    """Enduring answers the Killer's own move only."""
    return event.seat == figure.id


def enduring(state: State, figure: Figure, event: Event) -> State:
    """Destroy the pallet, complete the move, keep the interaction."""
    asks = list(state.asks)
    for index in reversed(range(len(asks))):
        ask = asks[index]
        if isinstance(ask, Arrival) and ask.seat == figure.id:
            asks[index] = replace(ask, through=True)
            break
    return replace(state, asks=tuple(asks))
