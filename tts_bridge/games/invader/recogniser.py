"""Recognising a strange mod's table of *Zombicide: Invader* as a whole. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from rules.invader.board import tile_cells
from rules.invader.data import SURVIVORS
from rules.invader.missions import Mission
from tts_bridge.binding.fit import FitError, Point, laid_by
from tts_bridge.binding.lens import VERSION, Binding
from tts_bridge.binding.objects import Thing
from tts_bridge.binding.recogniser import Bound, Recogniser, Scene, area, far_off
from tts_bridge.games.invader import dashboards, guessed_places, recognise
from tts_bridge.games.invader.printed_names import PRINTED


def of_invader(
    mission: Mission, language: str = "en", seats: Mapping[str, str] | None = None
) -> Recogniser:
    """What tables of this mission of *Zombicide: Invader* are recognised by."""
    where = {f"objective/{each.id}": each.at for each in mission.objectives}
    where |= {f"spawn/{each.id}": each.at for each in mission.spawns}
    return Recogniser(
        PRINTED,
        cells(mission),
        where,
        lambda table, at: bind_invader(table, mission, at, language, seats),
        recognise.wanted,
        mission.board,
        guessed_places.POINTED,
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
    found = recognise.recognise(mission, laid, table.things, seats or {})
    places = guessed_places.areas(mission, laid, found, table.things)
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
