"""What of a strange table may be otherwise than it was taken to be, and what its pieces are called.
No I/O here.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from exporters.mods.words import heading
from tts_bridge.binding.names import id_of
from tts_bridge.text.catalogue import Texts

NAMED = ("category", "space")
"""Facts that are ids: they are told by their names."""


class Doubt(Struct, frozen=True):
    """A doubt. `of`: the id of the piece, place or space it is about, "" for the whole table."""

    code: str
    of: str = ""
    facts: Mapping[str, str] = {}


def say(doubt: Doubt, texts: Texts) -> str:
    """The doubt in a sentence that leaves out what it is about."""
    facts = {
        key: texts.name(value) if key in NAMED else texts.clean(value)
        for key, value in doubt.facts.items()
    }
    return texts.text(f"doubt.{doubt.code}", **facts)


NAMED_BY_REST = ("prop", "objective", "spawn", "slot")
"""Kinds of pieces and places whose name is that of what follows."""
WHOLE = ("deck", "discard", "door")
"""Those whose whole id has a name."""
OWNED = ("card", "bloodpoints", "xp", "tracker", "skill", "slot")
"""Those that are somebody's, who comes next."""


def title(texts: Texts, ident: str, *, is_numbered: bool = True) -> str:
    """The name of a piece by its id, with its number or whose it is."""
    kind, _, rest = ident.partition("/")
    words = [word for word in rest.split("/") if word]
    number = words.pop() if words and words[-1].isdecimal() else ""
    owner = texts.name(words.pop(0)) if words and kind in OWNED else ""
    inner = "/".join(words)
    whole = f"{kind}/{inner}" if inner else kind
    if kind in NAMED_BY_REST:
        id_ = inner or kind
    elif kind in WHOLE:
        id_ = whole
    elif kind == "die":
        id_ = id_of(whole.rpartition("-")[0] or whole)  # one of several for the same use
    else:
        id_ = id_of(whole) if inner else kind
        id_ = kind if id_ == whole else id_
    name = heading(texts.name(id_))
    shown = f"{name} {number}".strip() if is_numbered else name
    return f"{shown} ({owner})" if owner else shown
