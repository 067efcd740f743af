"""Facts of the game as data: who plays, with which perks. Each file names its sources."""

from __future__ import annotations

from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A Survivor or Killer board. The expansion's Killers have no public perks."""

    id: str
    edition: str
    perks: tuple[str, ...]


class Characters(Struct, frozen=True, forbid_unknown_fields=True):
    """The rosters of `characters.json`."""

    source: str
    survivors: tuple[Character, ...]
    killers: tuple[Character, ...]


class PerkFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a perk card; what it does is a function of `rules.dbd.perks`."""

    id: str
    side: Literal["survivor", "killer"]
    cost: int
    kind: Literal["exclusive", "board", "generic"]
    edition: str
    timing: str
    """When, in the words of the specification."""
    effect: str
    source: str
    owner: str = ""
    """Whose board it stands on; "" for a generic perk."""
    note: str = ""


class Perks(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of `perks.json`."""

    source: str
    perks: tuple[PerkFacts, ...]


def load(name: str) -> bytes:
    """A data file's bytes."""
    return resources.files(__name__).joinpath(name).read_bytes()


CHARACTERS = msgspec.json.decode(load("characters.json"), type=Characters)
SURVIVORS: dict[str, tuple[str, ...]] = {c.id: c.perks for c in CHARACTERS.survivors}
"""The perks of each Survivor's board; the dict's order is the printed one."""
KILLERS: dict[str, tuple[str, ...]] = {c.id: c.perks for c in CHARACTERS.killers}
PERK_FACTS: dict[str, PerkFacts] = {
    perk.id: perk for perk in msgspec.json.decode(load("perks.json"), type=Perks).perks
}
"""Every perk card by id."""
