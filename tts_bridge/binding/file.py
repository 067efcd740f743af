"""A binding as a TOML file that people read and mend."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import tomlkit

from exporters.savefile import Save
from rules.dbd.board import Board
from tts_bridge.binding.areas import areas
from tts_bridge.binding.binder import Area, Binding
from tts_bridge.binding.places import Fit, Point, fit
from tts_bridge.binding.recognise import Found, recognise, snap_points, things
from tts_bridge.profile import Zone

VERSION = 1
COMMENTS = {
    "about": "Who plays, who sits where, and the map.",
    "pieces": "Which object is which piece: its GUID (right-click, Scripting).",
    "places": "Where places lie: middle and size in world units, seen from above.",
    "faces": "What a die's values mean, where they are not the printed numbers.",
}


class BindingError(ValueError):
    """A profile file that cannot be used; names the file and the field."""


class Bound:
    """A binding in the making: what was recognised, how well the map fits, and the file."""

    def __init__(self, binding: Binding, found: Found, laid: Fit) -> None:
        self.binding = binding
        self.found = found
        self.laid = laid


def bind(save: Save, board: Board, given: dict[str, Point], language: str = "en") -> Bound:
    """Recognise the pieces of a save and lay the map out on its table.

    Raises:
        FitError: the spaces that were pointed at do not say where the map lies.
    """
    objects = things(save.data)
    laid = fit(board, given, snap_points(save.data))
    found = recognise(board, laid, objects)
    places = areas(board, laid, found, objects)
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
    binding = Binding(
        VERSION,
        "dbd",
        str(save.data.get("SaveName", "")),
        about,
        dict(found.pieces),
        {name: area_of(zone) for name, zone in places.items()},
    )
    return Bound(binding, found, laid)


def area_of(zone: Zone) -> Area:
    """A place, in numbers that people can read."""
    return Area(
        (round(zone.at[0], 3), round(zone.at[2], 3)),
        (round(zone.size[0], 3), round(zone.size[2], 3)),
    )


def write_binding(path: Path, binding: Binding) -> None:
    """Write a profile with comments; what was there is replaced at once or not at all."""
    document = tomlkit.document()
    document.add(tomlkit.comment("How a mod's pieces and places are called by tts-bridge."))
    for key, value in msgspec.to_builtins(binding).items():
        if isinstance(value, dict):
            table = tomlkit.table()
            table.comment(COMMENTS.get(key, ""))
            for name, each in value.items():
                table.add(name, each if not isinstance(each, dict) else inline(each))
            document.add(key, table)
        else:
            document.add(key, value)
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(tomlkit.dumps(document), encoding="utf-8")
    fresh.replace(path)


def inline(value: dict[str, object]) -> object:
    """A table on one line."""
    table = tomlkit.inline_table()
    table.update(value)
    return table


def read_binding(path: Path) -> Binding:
    """Read a profile.

    Raises:
        BindingError: no TOML, a wrong field, another version.
    """
    try:
        binding = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Binding)
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BindingError(f"{path}: {error}; make it anew with `tts-bridge bind`") from error
    if binding.version != VERSION:
        raise BindingError(f"{path}: version {binding.version}; this reads {VERSION}")
    return binding


def changes(binding: Binding, save: Save) -> list[str]:
    """What of a profile no longer fits a save of the mod: a sentence each."""
    known = {thing.guid: thing for thing in things(save.data)}
    gone = [name for name, guid in binding.pieces.items() if guid not in known]
    return [f"{name}: object {binding.pieces[name]} is gone" for name in gone]
