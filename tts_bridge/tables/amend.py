"""Declaring one thing of a position to be so: a field of a thing with an id, or of the position.

Knows no game: the things are whatever tuples of Structs with an `id` the position holds.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

CLOSED = ("id", "side", "board", "settings", "asks", "figures", "props", "result", "ground")
"""Fields that no single word can state."""


class AmendError(ValueError):
    """Words that state nothing of this position; says which of them, and what would do."""


def amend(state: Any, words: tuple[str, ...]) -> Any:
    """The position in which this is so: `("meg-thomas", "bp", "3")`, `("track", "5")`.

    Raises:
        AmendError: no such thing or field, or a value of the wrong type.
    """
    if len(words) == 2:
        field, value = words
        return changed(state, field, value, "the position")
    name, field, value = words
    for holder in msgspec.structs.fields(type(state)):
        held = getattr(state, holder.name)
        if not isinstance(held, tuple):
            continue
        for index, thing in enumerate(held):
            if isinstance(thing, Struct) and getattr(thing, "id", None) == name:
                new = changed(thing, field, value, name)
                return replace(state, **{holder.name: (*held[:index], new, *held[index + 1 :])})
    raise AmendError(f"nothing here is called {name!r}")


def changed(thing: Any, field: str, value: str, name: str) -> Any:
    """A Struct with one field set from text."""
    fields = {each.name: each for each in msgspec.structs.fields(type(thing))}
    open_fields = [each for each in fields if each not in CLOSED]
    if field not in open_fields:
        raise AmendError(f"{name} has no {field!r}; one of {', '.join(open_fields)}")
    meant = {"yes": "true", "no": "false", "-": ""}.get(value, value)
    try:
        converted = msgspec.convert(meant, fields[field].type, strict=False)
    except msgspec.ValidationError as error:
        raise AmendError(f"{name} {field}: {value!r} will not do ({error})") from error
    return replace(thing, **{field: converted})
