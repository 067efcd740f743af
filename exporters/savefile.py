"""Saves without loss: `dump(parse(text)) == text`, and what was not edited stays as it was.

`Save.data` is an ordinary tree to be edited in place; `Save.source` is the text it came from,
against which `dump` compares it.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from exporters.jsontext import splice as jsontext
from exporters.jsontext.printer import SaveError, Style, format_number, render

__all__ = [
    "Json",
    "Save",
    "SaveError",
    "by_guid",
    "check_utf8",
    "decode_utf8",
    "dump",
    "format_number",
    "objects",
    "parse",
    "read",
    "write",
    "write_bytes",
    "write_text",
]

Json = dict[str, Any]


_CHUNK = 1 << 16


class Save(Struct, frozen=True):
    """A save: its tree, the text it was read from (`""` when it was built here), its name."""

    data: Json
    source: str = ""
    name: str = "save"


def parse(text: str | bytes, name: str = "save", *, require_objects: bool = False) -> Save:
    """Read a save, a saved object or a workshop file; any version, keys as they come.

    `require_objects`: refuse what has no `ObjectStates` (some template saves have none).

    Raises:
        SaveError: not UTF-8, not JSON, no save; the text starts with `name` and the position.
    """
    if isinstance(text, bytes):
        text = decode_utf8(text, name)
    try:
        data = jsontext.decode(text)
    except SaveError as error:
        raise SaveError(f"{name}: {error}") from None
    if not isinstance(data, dict):
        raise SaveError(
            f"{name}: line 1, column 1: JSON, but not a save; "
            "a save is an object {…} with the list ObjectStates"
        )
    if require_objects and not isinstance(data.get("ObjectStates"), list):
        raise SaveError(
            f"{name}: line 1, column 1: JSON, but it has no list ObjectStates; "
            "take a file from the game's Saves or Mods/Workshop folder"
        )
    return Save(data, text, name)


def decode_utf8(content: bytes, name: str) -> str:
    """The text of a file's bytes. Raises SaveError with line and column."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise SaveError(
            f"{name}: line {line}, column {column}: not UTF-8; save the file as UTF-8"
        ) from None


def check_utf8(content: bytes, name: str) -> None:
    """Refuse what `decode_utf8` does, without a text that may be four times as large."""
    if content.isascii():
        return
    decoder, view = codecs.getincrementaldecoder("utf-8")(), memoryview(content)
    try:
        for at in range(0, len(content), _CHUNK):
            decoder.decode(view[at : at + _CHUNK])
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        decode_utf8(content, name)  # knows the place


def dump(save: Save) -> str:
    """The text of a save: as it was read where it was not edited, as the game prints it elsewhere.

    Raises:
        SaveError: edited into something too deep.
        TypeError: edited into something JSON cannot say.
    """
    try:
        if save.source:
            return jsontext.splice(save.source, save.data)
        return render(save.data, Style())
    except SaveError as error:
        raise SaveError(f"{save.name}: {error}") from None


def read(path: str | os.PathLike[str], *, require_objects: bool = False) -> Save:
    """Read a save from a file.

    Raises:
        SaveError: the file cannot be read, or see `parse`.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror}; check the path and its rights") from error
    return parse(content, Path(path).name, require_objects=require_objects)


def write(path: str | os.PathLike[str], save: Save, *, backup: bool = True) -> None:
    """Write a save as `write_text` writes its text."""
    write_text(path, dump(save), backup=backup)


def write_text(path: str | os.PathLike[str], text: str, *, backup: bool = True) -> None:
    """Write a text as `write_bytes` does; raises SaveError too when it is not Unicode."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SaveError(
            f"{path}: an unpaired surrogate at character {error.start}; write it as \\uXXXX"
        ) from None
    write_bytes(path, content, backup=backup)


def write_bytes(path: str | os.PathLike[str], content: bytes, *, backup: bool = True) -> None:
    """Write a file so that at any moment it is the old one or the new one, whole.

    `backup`: what is replaced is kept beside it with `.bak` added to its name.

    Raises:
        SaveError: nothing was changed; the text says why.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    mark = secrets.token_hex(4)
    fresh, kept = (target.with_name(f".{target.name}.{mark}.{end}") for end in ("new", "old"))
    try:
        _write_through(fresh, content)
        if target.exists():
            shutil.copymode(target, fresh)
            if backup:
                shutil.copy2(target, kept)
                kept.replace(target.with_name(target.name + ".bak"))
        fresh.replace(target)
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror}; the file is as it was") from error
    finally:
        with contextlib.suppress(OSError):  # a folder that is none has nothing to clear away
            fresh.unlink(missing_ok=True)
            kept.unlink(missing_ok=True)


def _write_through(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def objects(save: Save) -> Iterator[tuple[str, Json]]:
    """Every object with its path, e.g. `ObjectStates[3].ContainedObjects[7]`, parents first.

    Goes through ContainedObjects, ChildObjects and States (`ObjectStates[3].States[2]`). GUIDs
    identify only what lies on the table itself (`by_guid`); copies inside bags repeat them.
    """
    waiting = _children("ObjectStates", save.data.get("ObjectStates"))[::-1]
    while waiting:
        path, each = waiting.pop()
        yield path, each
        below = [
            child
            for key in ("ContainedObjects", "ChildObjects", "States")
            for child in _children(f"{path}.{key}", each.get(key))
        ]
        waiting += below[::-1]


def _children(path: str, held: object) -> list[tuple[str, Json]]:
    items: Iterator[tuple[Any, Any]]
    if isinstance(held, list):
        items = iter(enumerate(held))
    elif isinstance(held, dict):
        items = iter(held.items())
    else:
        return []
    return [(f"{path}[{key}]", each) for key, each in items if isinstance(each, dict)]


def by_guid(save: Save) -> dict[str, Json]:
    """What lies on the table itself, by GUID; objects without one are left out."""
    found = [each for _, each in _children("ObjectStates", save.data.get("ObjectStates"))]
    return {each["GUID"]: each for each in found if isinstance(each.get("GUID"), str)}
