"""What the objects of a save are called, and which hold anything of interest: read at once.

Only a hint for `ByLine`: it saves looking at the lines of objects that have nothing to cut out.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

_NOTHING = Raw(b'""')


class Outline(Struct, gc=False):
    """An object, or a save, without what does not matter here."""

    GUID: str = ""
    Nickname: str = ""
    Name: str = ""
    LuaScript: Raw = _NOTHING
    XmlUI: Raw = _NOTHING
    LuaScriptState: Raw = _NOTHING
    Description: Raw = _NOTHING
    GMNotes: Raw = _NOTHING
    Memo: Raw = _NOTHING
    Note: Raw = _NOTHING
    Rules: Raw = _NOTHING
    ObjectStates: list[Outline | None] = []
    ContainedObjects: list[Outline | None] = []
    ChildObjects: list[Outline | None] = []
    States: dict[str, Outline | None] = {}

    def is_plain(self, longest: int) -> bool:
        """Whether nothing in it becomes a file of its own; False also when it is not sure."""
        notes = len(self.Description) + len(self.GMNotes) + len(self.LuaScriptState)
        return not (
            len(self.LuaScript) + len(self.XmlUI) > 4
            or notes + len(self.Memo) + len(self.Note) + len(self.Rules) > longest
            or self.ContainedObjects
            or self.ChildObjects
            or self.States
        )

    def below(self, key: str) -> list[Outline | None]:
        """The objects in one of its lists."""
        held = getattr(self, key)
        return list(held.values()) if isinstance(held, dict) else held


_DECODER = msgspec.json.Decoder(Outline)


def outline(text: str) -> Outline | None:
    """The outline of a save; None when it has other kinds of values than saves have."""
    try:
        return _DECODER.decode(text.encode())
    except (msgspec.DecodeError, RecursionError):
        return None
