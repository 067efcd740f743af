"""Facts of the game as data. Each file names its sources and says which numbers are assumed."""

from __future__ import annotations

from importlib import resources
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
Slot = Literal["hand", "body", "pack", "token"]
Attachment = Literal["", "energy", "bullets", "canister"]
Fact = Literal[
    "range",
    "dice",
    "accuracy",
    "damage",
    "ammo",
    "dual",
    "noisy",
    "picks",
    "slot",
    "soldier",
    "skills",
]
"""What is printed on a card."""


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a tile: nine zones row by row, the links inside, and its borders."""

    zones: tuple[str, ...]
    links: tuple[str, ...]
    border: dict[str, tuple[str, str, str]]


class Tiles(Struct, frozen=True, forbid_unknown_fields=True):
    """`tiles.json`."""

    source: str
    faces: dict[str, Face]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat characteristics of a card (Invader p.16)."""

    type: Literal["melee", "ranged"]
    range: tuple[int, int]
    dice: int
    accuracy: int
    damage: int
    ammo: Literal["energy", "bullets", "canister"]
    dual: bool = False
    noisy: bool = False
    cell: Literal["", "reroll", "needed"] = ""
    """What an attached Energy Cell does for it."""
    picks: bool = False
    """The shooter chooses the targets."""
    hellfire: bool = False


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """An Equipment card, a machine's Remote, or a Mold card of the Equipment deck."""

    id: str
    count: int
    source: str
    back: Literal["standard", "starting", "prototype", "oxygen", "objective"] = "standard"
    slot: Slot = "pack"
    """Where it works; the Backpack holds any."""
    weapon: Weapon | None = None
    attaches: Attachment = ""
    """The kind of weapon it can be attached to."""
    finds: int = 0
    """Cards more when Searching."""
    mold: tuple[str, int] | None = None
    remote: str = ""
    assumed: tuple[Fact, ...] = ()
    """The facts that are placeholders of ours."""
    note: str = ""


class Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    """`equipment.json`."""

    source: str
    cards: tuple[Card, ...]


class Xeno(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Xeno; `rank`: whom shots meet first."""

    id: str
    figures: int
    actions: int
    damage: int
    toughness: int
    xp: int
    rank: int


class XenoCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Xeno deck; `numbers` from Blue to Red."""

    id: str
    count: int
    kind: Literal["spawn", "activation", "abomination", "mold"]
    xeno: str
    numbers: tuple[int, int, int, int] = (0, 0, 0, 0)
    assumed: bool = True
    """Whether its numbers, or how many there are of it, are placeholders."""


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """The Xeno deck."""

    source: str
    assumed: str
    cards: tuple[XenoCard, ...]


class Xenos(Struct, frozen=True, forbid_unknown_fields=True):
    """`xenos.json`."""

    source: str
    xenos: tuple[Xeno, ...]
    deck: Deck


class MachineCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine and what it can do."""

    id: str
    assumed: tuple[Fact, ...]
    skill: str
    moves: bool = False
    melee: Weapon | None = None
    ranged: Weapon | None = None


class Machines(Struct, frozen=True, forbid_unknown_fields=True):
    """`machines.json`."""

    source: str
    machines: tuple[MachineCard, ...]


class SurvivorCard(Struct, frozen=True, forbid_unknown_fields=True):
    """An ID card: class, armor and skill tree. Yellow is always +1 Action (Invader p.17)."""

    id: str
    soldier: bool
    armor: int
    blue: str
    orange: tuple[str, str]
    red: tuple[str, str, str]
    assumed: tuple[Fact, ...] = ()


class Survivors(Struct, frozen=True, forbid_unknown_fields=True):
    """`survivors.json`."""

    source: str
    assumed: str
    survivors: tuple[SurvivorCard, ...]


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """What a skill adds; skills that do something else are looked up by id where they do it."""

    id: str
    source: str
    actions: int = 0
    free: str = ""
    """The kind of Action of which one is free each Turn."""
    roll: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()
    reaper: tuple[str, ...] = ()
    range: int = 0
    zones: int = 0
    bloodlust: str = ""


class Skills(Struct, frozen=True, forbid_unknown_fields=True):
    """`skills.json`."""

    source: str
    skills: tuple[Skill, ...]


def _read(name: str, type_: type[T]) -> T:
    data = resources.files(__name__).joinpath(name).read_bytes()
    return msgspec.json.decode(data, type=type_)


FACES = _read("tiles.json", Tiles).faces
_EQUIPMENT = _read("equipment.json", Equipment)
CARDS: dict[str, Card] = {card.id: card for card in _EQUIPMENT.cards}
XENOS: dict[str, Xeno] = {xeno.id: xeno for xeno in _read("xenos.json", Xenos).xenos}
XENO_CARDS: dict[str, XenoCard] = {c.id: c for c in _read("xenos.json", Xenos).deck.cards}
MACHINES: dict[str, MachineCard] = {m.id: m for m in _read("machines.json", Machines).machines}
SURVIVORS: dict[str, SurvivorCard] = {s.id: s for s in _read("survivors.json", Survivors).survivors}
SKILLS: dict[str, Skill] = {skill.id: skill for skill in _read("skills.json", Skills).skills}
OWNED = [""]
"""Which facts of an owner's are used in place of placeholders: see `owner.adopt`."""


def cards_with_back(back: str) -> dict[str, int]:
    """How many cards there are of each kind among those with this back."""
    return {card.id: card.count for card in _EQUIPMENT.cards if card.back == back}


def mission_files() -> dict[str, Any]:
    """The mission files that come with the project, by name."""
    folder = resources.files(__name__).joinpath("missions")
    return {
        entry.name.removesuffix(".json"): entry
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".json")
    }
