"""Recognising a strange mod's table as a whole: its pieces, its places, who sits where. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from exporters.savefile import Save
from rules.dbd.board import Board
from rules.invader.board import tile_cells
from rules.invader.data import SURVIVORS
from rules.invader.missions import Mission
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Fit, FitError, Point, fit, laid_by
from tts_bridge.binding.lens import VERSION, Area, Binding
from tts_bridge.binding.names import printed_names
from tts_bridge.binding.objects import Thing, snap_points, things
from tts_bridge.games.dbd import guessed_places as dbd_areas
from tts_bridge.games.dbd import recognise
from tts_bridge.games.invader import dashboards
from tts_bridge.games.invader import guessed_places as invaderareas
from tts_bridge.games.invader import recognise as invader

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

    game: str
    spaces: Mapping[str, Point]
    """The spaces that can be pointed at, as they lie on the map itself."""
    where: Mapping[str, str]
    """The space of each piece that belongs to one."""
    recognise: Callable[[Scene, Mapping[str, Point]], Bound]
    """What a table is, with these spaces pointed at; raises FitError."""
    board: Any
    """For the names of spaces."""
    places: tuple[str, ...] = ()
    """Other places that may be pointed at, where the table has them."""


def of_dbd(board: Board, language: str = "en") -> Recogniser:
    """What tables of *Dead by Daylight* with this map are recognised by."""
    drawn = {space.id: (float(space.x), float(space.y)) for space in board.spaces}
    where = {f"prop/{slot.prop}": slot.space for slot in board.slots}
    where |= {f"wall/{path.id}": path.a for path in board.paths if path.wall}
    return Recogniser(
        "dbd", drawn, where, lambda table, at: bind_dbd(table, board, at, language), board
    )


def of_invader(
    mission: Mission, language: str = "en", seats: Mapping[str, str] | None = None
) -> Recogniser:
    """What tables of this mission of *Zombicide: Invader* are recognised by."""
    where = {f"objective/{each.id}": each.at for each in mission.objectives}
    where |= {f"spawn/{each.id}": each.at for each in mission.spawns}
    return Recogniser(
        "invader",
        cells(mission),
        where,
        lambda table, at: bind_invader(table, mission, at, language, seats),
        mission.board,
        invaderareas.POINTED,
    )


def wanted(bound: Bound) -> list[str]:
    """The ids of everything the game needs, recognised or not."""
    if bound.binding.game == "invader":
        return invader.wanted(bound.found)
    return recognise.wanted(bound.found)


def missing(bound: Bound) -> list[str]:
    """The ids of what the game needs for which there is no object yet."""
    return [name for name in wanted(bound) if name not in bound.binding.pieces]


def as_named(table: Scene, game: str, chosen: Mapping[str, str]) -> Scene:
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


def bind(save: Save, board: Board, given: Mapping[str, Point], language: str = "en") -> Bound:
    """Recognise the pieces of a save of *Dead by Daylight* and lay the map out on its table.

    Raises:
        FitError: the spaces that were pointed at do not say where the map lies.
    """
    return bind_dbd(scene(save), board, given, language)


def bind_dbd(table: Scene, board: Board, given: Mapping[str, Point], language: str = "en") -> Bound:
    """The same of a table.

    Raises:
        FitError: as `bind`.
    """
    laid = fit(board, given, table.snaps)
    found = recognise.recognise(board, laid, table.things)
    zones = dbd_areas.areas(board, laid, found, table.things)
    about = {
        "game": "dbd",
        "map": msgspec.json.decode(msgspec.json.encode(board)),
        "survivors": list(found.survivors),
        "killer": found.killer,
        "seats": dict(found.seats),
        "first": found.first,
        "starts": dict(found.starts),
        "revealed": dict(found.revealed),
        "language": language,
    }
    places = {
        name: area((each.at[0], each.at[2]), (each.size[0], each.size[2]))
        for name, each in zones.items()
    }
    return Bound(
        Binding(VERSION, "dbd", table.title, about, dict(found.pieces), places), found, laid
    )


def bind_invader(
    table: Scene,
    mission: Mission,
    given: Mapping[str, Point],
    language: str = "en",
    seats: Mapping[str, str] | None = None,
) -> Bound:
    """Recognise the pieces of a table of *Zombicide: Invader* and lay the mission out on it.

    Args:
        given: where cells (`4v-nw`) lie, and other places by id (`slot/magnus/hand`) that are to
            lie elsewhere than where they would be guessed.
        seats: the player colours of Survivors, where the table does not say them.

    Raises:
        FitError: the cells pointed at, and what bears the name of a tile or cell, do not say
            where the mission lies; a place or Survivor that the game does not have.
    """
    for seat in seats or ():
        if seat not in SURVIVORS:
            raise FitError(f"no Survivor {seat!r}; there are {', '.join(SURVIVORS)}")
    corners = named_cells(mission, table.things) | {
        name: at for name, at in given.items() if "/" not in name
    }
    laid = laid_by(mission.id, cells(mission), corners, is_square=True)
    found = invader.recognise(mission, laid, table.things, seats or {})
    places = invaderareas.areas(mission, laid, found, table.things)
    for name, at in given.items():
        if "/" in name:
            if name not in places:
                raise FitError(f"no place {name!r} in this game")
            places[name] = (at, places[name][1])
    doubts = (*found.doubtful, *far_off(laid), *dashboards.strays(places, found.lying))
    found = replace(found, doubtful=doubts)
    about = {
        "game": "invader",
        "mission": msgspec.to_builtins(mission),
        "players": [list(each) for each in found.players],
        "first": found.first,
        "equipment": dict(found.equipment),
        "seats": dict(found.seats),
        "language": language,
    }
    binding = Binding(
        VERSION,
        "invader",
        table.title,
        about,
        dict(found.pieces),
        {name: area(at, size) for name, (at, size) in places.items()},
    )
    return Bound(binding, found, laid)


def far_off(laid: Fit) -> Iterator[Doubt]:
    """The spaces that were pointed at too far from where the others put them."""
    for space, off in laid.residuals.items():
        if off > laid.spacing * WRONG:
            yield Doubt("far-off", space, {"off": f"{off:.1f}"})


def cells(mission: Mission) -> dict[str, Point]:
    """Where each cell of a mission lies, in cells from its corner."""
    return {
        cell.id: (float(cell.x), float(cell.y))
        for tile in mission.tiles
        for cell in tile_cells(tile.name, tile.face, (tile.x, tile.y), tile.rotation // 90)
    }


def named_cells(mission: Mission, objects: Sequence[Thing]) -> dict[str, Point]:
    """What a table itself says of where cells lie: zones that bear a cell's name, and tiles that
    bear their own (`4V`, `Tile 4V`), whose middle is the middle cell's. Letters do not count: they
    are written at an edge."""
    known = {cell: cell for cell in cells(mission)}
    known |= {tile.name: f"{tile.name}-c" for tile in mission.tiles}
    found: dict[str, Point] = {}
    for thing in objects:
        if thing.inside or thing.name in ("3DText", "Notecard"):
            continue
        for text in thing.texts:
            for word in text[:60].casefold().removeprefix("zone/").split()[:2]:
                if word in known:
                    found[known[word]] = thing.place
    return found


def area(at: Point, size: Point) -> Area:
    """A place, in numbers that people can read."""
    return Area((round(at[0], 3), round(at[1], 3)), (round(size[0], 3), round(size[1], 3)))
