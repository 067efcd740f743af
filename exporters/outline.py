"""What the objects of a save are called, and which hold anything of interest: read at once.

Only names and a hint: where things stand is read off the text itself.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import Raw, Struct

from exporters.slices import LISTS, LONG, NOTES, SCRIPTS

LABELS = ("GUID", "Nickname", "Name", "title")
_NOTHING = Raw(b'""')


class Outline(Struct, gc=False):
    """An object, a page of the notebook or a save, without what does not matter here."""

    GUID: str = ""
    Nickname: str = ""
    Name: str = ""
    title: str = ""
    LuaScript: Raw = _NOTHING
    XmlUI: Raw = _NOTHING
    LuaScriptState: Raw = _NOTHING
    Description: Raw = _NOTHING
    GMNotes: Raw = _NOTHING
    Memo: Raw = _NOTHING
    Note: Raw = _NOTHING
    Rules: Raw = _NOTHING
    body: Raw = _NOTHING
    ContainedObjects: list[Outline | None] = []
    ChildObjects: list[Outline | None] = []
    States: dict[str, Outline | None] = {}
    ObjectStates: list[Outline | None] = []
    TabStates: dict[str, Outline | None] = {}

    def is_plain(self) -> bool:
        """Whether nothing in it becomes a file of its own; False also when it is not sure."""
        notes = len(self.Description) + len(self.GMNotes) + len(self.LuaScriptState)
        return not (
            len(self.LuaScript) + len(self.XmlUI) > 4
            or notes + len(self.Memo) + len(self.Note) + len(self.Rules) + len(self.body) > LONG
            or self.ContainedObjects
            or self.ChildObjects
            or self.States
        )

    def below(self, key: str) -> list[Outline]:
        """The objects in one of its lists."""
        held = getattr(self, key)
        each = held.values() if isinstance(held, dict) else held
        return [one for one in each if one is not None]


_DECODER = msgspec.json.Decoder(Outline)


def outline(content: bytes) -> Outline | None:
    """The outline of a save; None when it has other kinds of values than saves have."""
    try:
        return _DECODER.decode(content)
    except (msgspec.DecodeError, RecursionError):
        return None


def outline_of(value: Any) -> Outline | None:
    """The outline of what was parsed, whatever it has; None for what is no object."""
    if not isinstance(value, dict):
        return None
    found: dict[str, Any] = {}
    for key in value.keys() & _KEYS:
        held = value[key]
        if key in LISTS:
            if isinstance(held, list):
                found[key] = [outline_of(each) for each in held]
            elif isinstance(held, dict):
                found[key] = {name: outline_of(each) for name, each in held.items()}
        elif isinstance(held, str):
            found[key] = held if key in LABELS else Raw(json.dumps(held).encode())
    return Outline(**found)


_KEYS = {*LABELS, *SCRIPTS, *NOTES, *LISTS}
