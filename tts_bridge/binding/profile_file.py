"""A binding as a TOML file that people read and mend."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import msgspec
import tomlkit

from exporters.savefile import Save
from tts_bridge.binding.lens import VERSION, Binding
from tts_bridge.binding.objects import things

COMMENTS = {
    "about": "Who plays, who sits where, and the map.",
    "pieces": "Which object is which piece: its GUID (right-click, Scripting).",
    "places": "Where places lie: middle and size in world units, seen from above.",
    "faces": "What a die's values mean, where they are not the printed numbers.",
}


class BindingError(ValueError):
    """A profile file that cannot be used; names the file and the field."""


def write_binding(path: Path, binding: Binding) -> None:
    """Write a profile with comments; what was there is replaced at once or not at all.

    People mend profiles by hand, so what is replaced is kept as .bak.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
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
    if path.exists():
        shutil.copy2(path, path.with_name(path.name + ".bak"))
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
    except OSError as error:
        raise BindingError(f"{path}: {error.strerror or error}") from error
    except (UnicodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BindingError(f"{path}: {error}; make it anew with `tts-bridge bind`") from error
    if binding.version != VERSION:
        raise BindingError(f"{path}: version {binding.version}; this reads {VERSION}")
    return binding


def changes(binding: Binding, save: Save) -> list[str]:
    """What of a profile no longer fits a save of the mod: a sentence each."""
    known = {thing.guid: thing for thing in things(save.data)}
    gone = [name for name, guid in binding.pieces.items() if guid not in known]
    return [f"{name}: object {binding.pieces[name]} is gone" for name in gone]
