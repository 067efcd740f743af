"""What the objects of a save are called, and which hold anything of interest: read at once.

Only names and a hint: where things stand is read off the text itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from exporters.tree.scanner import LONG

T = TypeVar("T")

_NOTHING = Raw(b'""')


class Outline(Struct, gc=False):
    """An object without what does not matter here; in the game's order, which is read fastest."""

    GUID: str = ""
    Name: str = ""
    Nickname: str = ""
    Description: Raw = _NOTHING
    GMNotes: Raw = _NOTHING
    Memo: Raw = _NOTHING
    LuaScript: Raw = _NOTHING
    LuaScriptState: Raw = _NOTHING
    XmlUI: Raw = _NOTHING
    ContainedObjects: list[Outline | None] = []
    ChildObjects: list[Outline | None] = []
    States: dict[str, Outline | None] = {}

    def is_plain(self) -> bool:
        """Whether nothing in it becomes a file of its own; False also when it is not sure."""
        notes = len(self.Description) + len(self.GMNotes) + len(self.Memo)
        return not (
            len(self.LuaScript) + len(self.XmlUI) > 4
            or notes + len(self.LuaScriptState) > LONG
            or self.ContainedObjects
            or self.ChildObjects
            or self.States
        )


class Page(Struct, gc=False):
    """A page of the notebook."""

    title: str = ""
    body: Raw = _NOTHING


class Whole(Struct, gc=False):
    """A save."""

    ObjectStates: list[Outline | None] = []
    TabStates: dict[str, Page | None] = {}


_DECODER = msgspec.json.Decoder(Whole)


def outline(content: bytes) -> Whole | None:
    """The outline of a save; None when it has other kinds of values than saves have."""
    try:
        return _DECODER.decode(content)
    except (msgspec.DecodeError, RecursionError):
        return None


def outline_of(save: dict[str, Any]) -> Whole:
    """The outline of what was parsed, whatever it holds."""
    objects, pages = save.get("ObjectStates"), save.get("TabStates")
    return Whole(
        [_object(each) for each in _each(objects)],
        {str(number): _page(each) for number, each in enumerate(_each(pages))},
    )


def _each(held: Any) -> list[dict[str, Any]]:
    values = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return [each for each in values if isinstance(each, dict)]


def _object(value: dict[str, Any]) -> Outline:
    found = Outline()
    for key in ("GUID", "Name", "Nickname"):
        if isinstance(value.get(key), str):
            setattr(found, key, value[key])
    for key in ("Description", "GMNotes", "Memo", "LuaScript", "LuaScriptState", "XmlUI"):
        if isinstance(value.get(key), str):
            setattr(found, key, Raw(json.dumps(value[key]).encode()))
    found.ContainedObjects = [_object(each) for each in _each(value.get("ContainedObjects"))]
    found.ChildObjects = [_object(each) for each in _each(value.get("ChildObjects"))]
    states = enumerate(_each(value.get("States")))
    found.States = {str(number): _object(each) for number, each in states}
    return found


def _page(value: dict[str, Any]) -> Page:
    title, body = value.get("title"), value.get("body")
    return Page(
        title if isinstance(title, str) else "",
        Raw(json.dumps(body).encode()) if isinstance(body, str) else _NOTHING,
    )


def below(held: list[T | None] | dict[str, T | None]) -> Iterator[T]:
    """The objects or pages of such a list, in order."""
    for each in held.values() if isinstance(held, dict) else held:
        if each is not None:
            yield each
