"""Declaring one thing of a position to be so: a field of a thing with an id, or of the position.

Knows no game: the things are whatever tuples of Structs with an `id` the position holds, and the
game says what their fields may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.declaring import Declarable, Domains, read, refused


def amend(declarable: Declarable, state: Any, words: tuple[str, ...]) -> Any:
    """The position in which this is so: `("meg-thomas", "bp", "3")`, `("track", "5")`.

    Raises:
        DeclareError: no such thing or field, or a value that the field does not take; says what
            would do.
    """
    domains = declarable(state, state)
    known = {thing.id: (holder, index, thing) for holder, index, thing in things(state)}
    if not words:
        raise refused("declare.form", "", [*domains, *known])
    name, *rest = words
    if name in known:
        holder, index, thing = known[name]
        held = getattr(state, holder)
        new = amended(declarable(thing, state), thing, rest, f"{name} ")
        return replace(state, **{holder: (*held[:index], new, *held[index + 1 :])})
    if name not in domains:
        raise refused("declare.thing", name, [*domains, *known])
    return amended(domains, state, words, "")


def amended(domains: Domains, thing: Any, words: Sequence[str], whose: str) -> Any:
    """A thing with one field set by a word; `whose` leads the field's name in what is said."""
    if not words:
        raise refused("declare.form", "", domains)
    field, *values = words
    if field not in domains:
        raise refused("declare.field", field, domains, whose.strip())
    if len(values) != 1:
        raise refused("declare.one-value", " ".join(values), domains[field].listed(), whose + field)
    return replace(thing, **{field: read(domains[field], values[0], whose + field)})


def things(state: Any) -> Iterator[tuple[str, int, Any]]:
    """Everything of a position that has an id, and where it is: the field that holds it, and the
    place there."""
    for holder in msgspec.structs.fields(type(state)):
        held = getattr(state, holder.name)
        if isinstance(held, tuple):
            for index, thing in enumerate(held):
                if isinstance(thing, Struct) and isinstance(getattr(thing, "id", None), str):
                    yield holder.name, index, thing
