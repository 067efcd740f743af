"""Recognising a strange mod's table as a whole: its pieces, its places, who sits where. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from exporters.savefile import Save
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Fit, Point
from tts_bridge.binding.lens import Area, Binding
from tts_bridge.binding.names import PrintedNames, printed_names
from tts_bridge.binding.objects import Thing, snap_points, things
from tts_bridge.text.wording import Wording

WRONG = 0.3
"""How far off a space may be that was pointed at, as a part of the distance between two."""


class Scene(Struct, frozen=True):
    """A table of a strange mod: what lies on it and what it is called."""

    title: str
    things: tuple[Thing, ...]
    snaps: tuple[Point, ...] = ()


class Found(Protocol):
    """What every game's recognition tells."""

    @property
    def pieces(self) -> Mapping[str, str]: ...
    @property
    def seats(self) -> Mapping[str, str]: ...
    @property
    def doubtful(self) -> tuple[Doubt, ...]: ...
    @property
    def missing(self) -> tuple[str, ...]: ...


class Bound(Struct, frozen=True):
    """A binding in the making: what was recognised, how well the map fits, and the file."""

    binding: Binding
    found: Any
    """`Found` of the game."""
    laid: Fit


class Recogniser(Struct, frozen=True):
    """What a game's tables are recognised by."""

    printed: PrintedNames
    """What its pieces are called."""
    spaces: Mapping[str, Point]
    """The spaces that can be pointed at, as they lie on the map itself."""
    where: Mapping[str, str]
    """The space of each piece that belongs to one."""
    recognise: Callable[[Scene, Mapping[str, Point]], Bound]
    """What a table is, with these spaces pointed at; raises FitError."""
    wanted: Callable[[Any], list[str]]
    """The ids of everything the game needs, recognised or not, of what was `Found`."""
    board: Any
    """For the names of spaces."""
    places: tuple[str, ...] = ()
    """Other places that may be pointed at, where the table has them."""

    @property
    def wording(self) -> Wording:
        """The game's wording."""
        return self.printed.names.wording


def missing(by: Recogniser, bound: Bound) -> list[str]:
    """The ids of what the game needs for which there is no object yet."""
    return [name for name in by.wanted(bound.found) if name not in bound.binding.pieces]


def as_named(table: Scene, game: PrintedNames, chosen: Mapping[str, str]) -> Scene:
    """The table where pieces that are there once bear their printed names, once somebody said which
    objects they are (GUIDs by id): what else is recognised by them is found then."""
    printed = printed_names(game)
    names = {guid: printed[name][:1] for name, guid in chosen.items() if name in printed}
    found = [
        replace(thing, texts=names[thing.guid]) if thing.guid in names else thing
        for thing in table.things
    ]
    return replace(table, things=tuple(found))


def with_chosen(bound: Bound, chosen: Mapping[str, str]) -> Bound:
    """The same where somebody said of objects (GUIDs by id) which pieces they are."""
    said = {*chosen.values()}
    pieces = {name: guid for name, guid in bound.binding.pieces.items() if guid not in said}
    return replace(bound, binding=replace(bound.binding, pieces=pieces | {**chosen}))


def scene(save: Save) -> Scene:
    """The table of a save."""
    data = save.data
    return Scene(str(data.get("SaveName", "")), tuple(things(data)), tuple(snap_points(data)))


def far_off(laid: Fit) -> Iterator[Doubt]:
    """The spaces that were pointed at too far from where the others put them."""
    for space, off in laid.residuals.items():
        if off > laid.spacing * WRONG:
            yield Doubt("far-off", space, {"off": f"{off:.1f}"})


def area(at: Point, size: Point) -> Area:
    """A place, in numbers that people can read."""
    return Area((round(at[0], 3), round(at[1], 3)), (round(size[0], 3), round(size[1], 3)))
