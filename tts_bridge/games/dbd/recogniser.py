"""Recognising a strange mod's table of *Dead by Daylight* as a whole. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from exporters.savefile import Save
from rules.dbd.board import Board
from tts_bridge.binding.fit import Point, fit
from tts_bridge.binding.lens import VERSION, Binding
from tts_bridge.binding.recogniser import Bound, Recogniser, Scene, area, scene
from tts_bridge.games.dbd import guessed_places, recognise
from tts_bridge.games.dbd.printed_names import PRINTED


def of_dbd(board: Board, language: str = "en") -> Recogniser:
    """What tables of *Dead by Daylight* with this map are recognised by."""
    drawn = {space.id: (float(space.x), float(space.y)) for space in board.spaces}
    where = {f"prop/{slot.prop}": slot.space for slot in board.slots}
    where |= {f"wall/{path.id}": path.a for path in board.paths if path.wall}
    return Recogniser(
        PRINTED,
        drawn,
        where,
        lambda table, at: bind_dbd(table, board, at, language),
        recognise.wanted,
        board,
    )


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
    zones = guessed_places.areas(board, laid, found, table.things)
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
