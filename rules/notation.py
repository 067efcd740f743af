"""Moves as a line of text: `SEAT MOVE FIELD...`, such as `meg-thomas walk well chapel-well-red`.

The same text stands in cases, in the terminal and in journals. Fields come in the order of the
move's class; trailing ones with a default may be left out.
"""

from __future__ import annotations

import textwrap
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import structs

from rules.engine import Move, Rules, kebab

S = TypeVar("S")


class NotationError(ValueError):
    """A text that is no move of the game; says which word, and what would do."""


def format_move(move: Move[S]) -> str:
    """A move as text; `parse_move` reads it back."""
    fields = list(fields_of(type(move)))
    while fields and getattr(move, fields[-1].name) == fields[-1].default:
        fields.pop()
    values = [str(getattr(move, field.name)) for field in fields]
    return " ".join([move.seat, kebab(type(move).__name__), *values])


@cache
def fields_of(kind: type[Move[S]]) -> tuple[structs.FieldInfo, ...]:
    """The fields of a kind of move after its seat."""
    return tuple(structs.fields(kind)[1:])


def parse_move(rules: Rules[S], text: str) -> Move[S]:
    """The move a text stands for; whether it is legal is another question.

    Raises:
        NotationError: no seat and move, an unknown move, too many or too few fields, a field of
            the wrong type.
    """
    words, shown = text.split(), textwrap.shorten(text, 80)
    if len(words) < 2:
        raise NotationError(f"{shown!r}: a move is SEAT MOVE FIELD..., such as 'meg-thomas pass'")
    seat, name, *values = words
    kinds = {kebab(kind.__name__): kind for kind in rules.moves}
    if name not in kinds:
        raise NotationError(f"{shown!r}: {name!r} is no move; one of {', '.join(sorted(kinds))}")
    kind = kinds[name]
    fields = fields_of(kind)
    if len(values) > len(fields):
        raise NotationError(f"{shown!r}: {name} takes {len(fields)} fields, not {len(values)}")
    given = {field.name: value for field, value in zip(fields, values, strict=False)}
    try:
        return msgspec.convert({"move": name, "seat": seat, **given}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise NotationError(f"{shown!r}: {error}") from error
