"""Perks: rows of facts in `data/perks.json`, joined by id to small functions at named timings.

How to add one: a row in the data; a function under `@perk(id, timings...)` in the module of its
side and timing; a case. What they work in is `frame`. Once a round and paid on use: L99-R.
"""

from __future__ import annotations

from rules.dbd.perks.frame import (
    EFFECTS,
    ITEMS,
    PERKS,
    Answer,
    Perk,
    announce,
    beside,
    refuse_answer,
    refuse_item,
    refuse_perk,
    use_perk,
)

__all__ = [
    "EFFECTS",
    "ITEMS",
    "PERKS",
    "Answer",
    "Perk",
    "announce",
    "beside",
    "refuse_answer",
    "refuse_item",
    "refuse_perk",
    "use_perk",
]
