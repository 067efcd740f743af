"""What of *Dead by Daylight* a move makes use of: movement cards, perks, items, props, powers.

A use is called `movement-card:sprint`, `perk:adrenaline`, `item:map`, `prop:crow`,
`power:the-nurse`. A movement card is used when it is turned up or played, a prop when somebody
interacts with it, a hook when a Survivor is put on it. No luck, no counting here.
"""

from __future__ import annotations

from rules.dbd.data import KILLERS, PERK_FACTS
from rules.dbd.interact import UseItem, UsePerk, UsePower
from rules.dbd.movement import PlayCard, RevealCard
from rules.dbd.players import sides
from rules.dbd.state import KILLER_CARDS, SURVIVOR_CARDS, State, default_items, default_kinds
from rules.dbd.targets import OnProp
from rules.engine import Move

GAMUT = frozenset(
    {
        *(f"movement-card:{card}" for card in (*SURVIVOR_CARDS, *KILLER_CARDS)),
        *(f"perk:{perk}" for perk in PERK_FACTS),
        *(f"item:{item}" for item in default_items()),
        *(f"prop:{kind}" for kinds in default_kinds().values() for kind in kinds),
        *(f"power:{killer}" for killer in KILLERS),
    }
)
"""Everything that can be used."""


def by_move(move: Move[State]) -> str:
    """What a move uses, or ""."""
    if isinstance(move, (RevealCard, PlayCard)):
        return f"movement-card:{move.card}"
    if isinstance(move, UsePerk):
        return f"perk:{move.perk}"
    if isinstance(move, UseItem):
        return f"item:{move.item}"
    if isinstance(move, UsePower):
        return f"power:{move.seat}"
    return f"prop:{move.kind}" if isinstance(move, OnProp) else ""


def uses(before: State, move: Move[State], after: State) -> set[tuple[str, str]]:
    """What a move made use of, each with the side that did."""
    name = by_move(move)
    found = {(name, sides(before)[move.seat])} if name else set()
    if after.figures is not before.figures and any(
        now.hook and not then.hook for then, now in zip(before.figures, after.figures, strict=True)
    ):
        found.add(("prop:hook", "killer"))
    return found
