"""What a piece is called when somebody is asked for it: `Noise 3`, `Sprint (Meg)`."""

from __future__ import annotations

from exporters.mods.words import heading
from tts_bridge.binding.names import id_of
from tts_bridge.text.catalogue import Texts

NAMED = ("prop", "objective", "spawn", "slot")
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
    if kind in NAMED:
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
