"""Facts of the game as data: who plays, with which perks. Each file names its sources."""

from __future__ import annotations

from importlib import resources

import msgspec
from msgspec import Struct


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A Survivor or Killer board."""

    id: str
    name: str
    edition: str
    perks: tuple[str, str, str]


class Characters(Struct, frozen=True, forbid_unknown_fields=True):
    """The rosters of `characters.json`."""

    source: str
    survivors: tuple[Character, ...]
    killers: tuple[Character, ...]


CHARACTERS = msgspec.json.decode(
    resources.files(__name__).joinpath("characters.json").read_bytes(), type=Characters
)
SURVIVORS: dict[str, tuple[str, str, str]] = {c.id: c.perks for c in CHARACTERS.survivors}
"""The perks of each Survivor's board; the dict's order is the printed one."""
KILLERS: dict[str, tuple[str, str, str]] = {c.id: c.perks for c in CHARACTERS.killers}
