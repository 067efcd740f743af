"""Perks: a row of facts and two small functions each, joined by id in `PERKS`.

How to add one: a row here, its `ready` and `use` in `survivor.py` or `killer.py`, a case.
Costs, timings and effects: dbd.md section 14 (CARD); once a round and paid on use: L99-R.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.perks import killer, survivor
from rules.dbd.state import Event, Figure, React, State, gain, push, turn_order, with_figure
from rules.engine import Violation


class Perk(Struct, frozen=True):
    """One perk card."""

    id: str
    side: Literal["survivor", "killer"]
    cost: int
    timings: tuple[str, ...]
    """Names of the events it answers."""
    ready: Callable[[State, Figure, Event], bool]
    """Whether it would do anything."""
    use: Callable[[State, Figure, Event], State]
    """Its effect, once paid for."""


PERKS: dict[str, Perk] = {
    perk.id: perk
    for perk in (
        Perk(
            "alert",
            "survivor",
            1,
            ("breaks-pallet", "passes-wall", "damages-generator"),
            survivor.alert_ready,
            survivor.alert,
        ),
        Perk(
            "adrenaline",
            "survivor",
            2,
            ("cleanup-start",),
            survivor.adrenaline_ready,
            survivor.adrenaline,
        ),
        Perk("enduring", "killer", 2, ("breaks-pallet",), killer.enduring_ready, killer.enduring),
    )
}


def refuse_perk(state: State, figure: Figure, perk_id: str, event: Event) -> Violation | None:
    """Why a figure may not answer the event with a perk, or None."""
    if perk_id not in figure.perks:
        return refuse("perk.not-yours", seat=figure.id, perk=perk_id)
    perk = PERKS.get(perk_id)
    if perk is None:
        return refuse("perk.by-hand", seat=figure.id, perk=perk_id)
    if perk_id in figure.used:
        return refuse("perk.once-a-round", seat=figure.id, perk=perk_id)
    if event.name not in perk.timings or figure.hook:
        return refuse("perk.not-now", seat=figure.id, perk=perk_id)
    if figure.bp < perk.cost:
        return refuse(
            "perk.too-few-bloodpoints",
            seat=figure.id,
            perk=perk_id,
            cost=perk.cost,
            bp=figure.bp,
        )
    if not perk.ready(state, figure, event):
        return refuse("perk.no-effect", seat=figure.id, perk=perk_id)
    return None


def use_perk(state: State, seat: str, perk_id: str, event: Event) -> State:
    """Pay for a perk, mark it as used this round, and let it work."""
    perk = PERKS[perk_id]
    state = gain(state, seat, -perk.cost)
    figure = state.figure(seat)
    figure = replace(figure, used=(*figure.used, perk_id))
    return perk.use(with_figure(state, figure), figure, event)


def announce(state: State, event: Event) -> State:
    """Open a reaction window on an event, if anybody could answer it.

    The side that acts decides first, the Survivors in turn order (assumed).
    """
    order = turn_order(state)
    killer_first = event.seat == state.killer.id
    seats = (state.killer.id, *order) if killer_first else (*order, state.killer.id)
    left = tuple(
        [
            (figure.id, perk)
            for figure in map(state.figure, seats)
            for perk in figure.perks
            if perk in PERKS
            and event.name in PERKS[perk].timings
            and refuse_perk(state, figure, perk, event) is None
        ]
    )
    return push(state, React(event, left)) if left else state
