"""The map: spaces, coloured paths, slots for props. A map is data; this reads and validates it.

Source: dbd.md section 3 (the graph), section 15 (the rules a map has to keep).
"""

from __future__ import annotations

from functools import cached_property
from importlib import resources
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Colour = Literal["red", "green", "blue", "yellow"]
Category = Literal["objective", "boldness", "survival", "altruism"]
Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Name = dict[Literal["en", "zh"], Annotated[str, Meta(min_length=1, max_length=80)]]

CATEGORIES: tuple[Category, ...] = ("objective", "boldness", "survival", "altruism")
PROP_TOTALS: dict[Category, int] = {
    "objective": 10,
    "boldness": 10,
    "survival": 12,
    "altruism": 12,
}
START_NUMBERS = range(6)
WALLS = 4
MAP_SIZE_LIMIT = 1_000_000


class MapError(ValueError):
    """A map file that cannot be used; the text lists every reason, `reasons` has one a line."""

    def __init__(self, name: str, *reasons: str) -> None:
        """`name` leads each reason: the file's."""
        super().__init__(f"{name}: {'; '.join(reasons)}")
        self.reasons = tuple(f"{name}: {reason}" for reason in reasons)


class Props(Struct, frozen=True, forbid_unknown_fields=True):
    """How many props of each category a space holds."""

    objective: Annotated[int, Meta(ge=0, le=12)] = 0
    boldness: Annotated[int, Meta(ge=0, le=12)] = 0
    survival: Annotated[int, Meta(ge=0, le=12)] = 0
    altruism: Annotated[int, Meta(ge=0, le=12)] = 0


class Space(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A space; `x`, `y`: where it is drawn (y grows downwards); `start`: its start number."""

    id: Id
    name: Name
    x: float
    y: float
    props: Props = Props()
    start: Annotated[int, Meta(ge=0, le=5)] | None = None


class Path(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A path between `a` and `b`; a yellow one leads only from `a` to `b` (DbD p.8)."""

    id: Id
    a: Id
    b: Id
    colour: Colour
    wall: bool = False


class Exit(Struct, frozen=True):
    """A way out of a space."""

    path: Path
    to: str


class Slot(Struct, frozen=True):
    """The place of one prop token on the map."""

    prop: str
    category: Category
    space: str


class Board(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """A map, as the map file states it, and what follows from it."""

    version: Literal[1]
    id: Id
    name: Name
    spaces: Annotated[tuple[Space, ...], Meta(min_length=2, max_length=60)]
    paths: Annotated[tuple[Path, ...], Meta(min_length=1, max_length=300)]
    source: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def space(self) -> dict[str, Space]:
        """Spaces by id."""
        return {space.id: space for space in self.spaces}

    @cached_property
    def path(self) -> dict[str, Path]:
        """Paths by id."""
        return {path.id: path for path in self.paths}

    @cached_property
    def exits(self) -> dict[str, dict[str, tuple[Exit, ...]]]:
        """Ways out of each space by colour, against no arrow: `exits[space][colour]`."""
        found: dict[str, dict[str, list[Exit]]] = {space.id: {} for space in self.spaces}
        for path in self.paths:
            found[path.a].setdefault(path.colour, []).append(Exit(path, path.b))
            if path.colour != "yellow":
                found[path.b].setdefault(path.colour, []).append(Exit(path, path.a))
        return {at: {c: tuple(exits) for c, exits in by.items()} for at, by in found.items()}

    @cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """The spaces connected to each space: joined by at least one path, either way."""
        found: dict[str, set[str]] = {space.id: set() for space in self.spaces}
        for path in self.paths:
            found[path.a].add(path.b)
            found[path.b].add(path.a)
        return {at: frozenset(spaces) for at, spaces in found.items()}

    @cached_property
    def touching(self) -> dict[str, tuple[str, ...]]:
        """The paths at each space, either way."""
        return {s.id: tuple(p.id for p in self.paths if s.id in (p.a, p.b)) for s in self.spaces}

    @cached_property
    def backward(self) -> dict[str, tuple[Exit, ...]]:
        """Ways out of each space against an arrow."""
        found: dict[str, list[Exit]] = {space.id: [] for space in self.spaces}
        for path in self.paths:
            if path.colour == "yellow":
                found[path.b].append(Exit(path, path.a))
        return {at: tuple(exits) for at, exits in found.items()}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """One slot a prop: numbered within its category in the order of the map file."""
        found = []
        for category in CATEGORIES:
            holders = (s for s in self.spaces for _ in range(getattr(s.props, category)))
            found += [
                Slot(f"{category}-{number}", category, space.id)
                for number, space in enumerate(holders, 1)
            ]
        return tuple(found)

    @cached_property
    def slot_index(self) -> dict[str, int]:
        """Where each prop stands among the slots."""
        return {slot.prop: index for index, slot in enumerate(self.slots)}

    @cached_property
    def starts(self) -> dict[int, str]:
        """The space with each start number."""
        return {space.start: space.id for space in self.spaces if space.start is not None}

    def between(self, a: str, b: str) -> tuple[Path, ...]:
        """Every path that joins two spaces, arrows disregarded."""
        return tuple(p for p in self.paths if {p.a, p.b} == {a, b})


def parse_board(text: bytes | str, name: str = "map") -> Board:
    """Read and validate a map file.

    Raises:
        MapError: not JSON, not of the map's shape (the field is named), or against a rule of
            `problems`; `name` (usually the file's) leads the text.
    """
    if len(text) > MAP_SIZE_LIMIT:
        raise MapError(name, f"larger than {MAP_SIZE_LIMIT:,} bytes, so it is no map")
    try:
        board = msgspec.json.decode(text, type=Board)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MapError(name, str(error)) from error
    if found := problems(board):
        raise MapError(name, *found)
    return board


def problems(board: Board) -> list[str]:
    """What is wrong with a map, a sentence each; empty when it can be played on."""
    found = []
    for what, ids in (
        ("space", [s.id for s in board.spaces]),
        ("path", [p.id for p in board.paths]),
    ):
        twice = sorted({each for each in ids if ids.count(each) > 1})
        found += [f"{what} {each!r} stands twice" for each in twice]
    known = {space.id for space in board.spaces}
    for path in board.paths:
        for end in (path.a, path.b):
            if end not in known:
                found.append(f"path {path.id!r} leads to {end!r}, which is no space")
        if path.a == path.b:
            found.append(f"path {path.id!r} leads from {path.a!r} to itself")
    starts = [space.start for space in board.spaces if space.start is not None]
    found += [
        f"start number {n} is on {starts.count(n)} spaces, not on one"
        for n in START_NUMBERS
        if starts.count(n) != 1
    ]
    for category, total in PROP_TOTALS.items():
        count = sum(getattr(space.props, category) for space in board.spaces)
        if count != total:
            found.append(f"{count} {category} props, not {total}")
    walls = sum(path.wall for path in board.paths)
    if walls != WALLS:
        found.append(f"{walls} paths with a breakable wall, not {WALLS}")
    joined = {end for path in board.paths for end in (path.a, path.b)}
    found += [f"space {s.id!r} has no path" for s in board.spaces if s.id not in joined]
    return found


def training_ground() -> Board:
    """The map that comes with the project (of our own making)."""
    return parse_board(
        resources.files(__package__).joinpath("data", "training-ground.json").read_bytes(),
        "training-ground.json",
    )
