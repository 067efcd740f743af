"""Every interaction, answer and roll by name: what other rooms import from here."""

from __future__ import annotations

from rules.dbd.answers import Choose, ChooseCard, Pass, UseItem, UsePerk
from rules.dbd.killer_acts import (
    AnnounceDice,
    Attack,
    DamageGenerator,
    PickUp,
    RemoveCrow,
    SearchLocker,
    UsePower,
    Venerate,
)
from rules.dbd.outcomes import Drew, Rolled, Started
from rules.dbd.survivor_acts import (
    Cleanse,
    Heal,
    Hide,
    LayPallet,
    OpenGate,
    Repair,
    Rescue,
    Rummage,
    Sabotage,
    UseCrow,
)

__all__ = [
    "AnnounceDice",
    "Attack",
    "Choose",
    "ChooseCard",
    "Cleanse",
    "DamageGenerator",
    "Drew",
    "Heal",
    "Hide",
    "LayPallet",
    "OpenGate",
    "Pass",
    "PickUp",
    "RemoveCrow",
    "Repair",
    "Rescue",
    "Rolled",
    "Rummage",
    "Sabotage",
    "SearchLocker",
    "Started",
    "UseCrow",
    "UseItem",
    "UsePerk",
    "UsePower",
    "Venerate",
]
