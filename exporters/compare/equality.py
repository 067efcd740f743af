"""Values of a save compared by what the game makes of them. No I/O here."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from exporters.compare.matching import mark

Parts = tuple[str | int, ...]


class Missing:
    """Stands where one side has no such field."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = Missing()


def same(one: Any, other: Any) -> bool:
    """Whether the game reads the same: numbers to 32 bits, members in any order."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    a, b = _number(one), _number(other)
    if a is not None and b is not None:
        return _same_number(a, b)
    return type(one) is type(other) and bool(one == other)


def _number(value: Any) -> float | int | None:
    """Also for the words that the game writes for what is not finite."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    words = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
    return words.get(value) if isinstance(value, str) else None


def _same_number(a: float, b: float) -> bool:
    if a == b or (isinstance(a, int) and isinstance(b, int)):
        return a == b
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return _bits(a) == _bits(b)


def _bits(value: float) -> bytes:
    try:
        return struct.pack("<f", value + 0.0)
    except OverflowError:
        return b"+" if value > 0 else b"-"


def changes(old: Any, new: Any, at: Parts = ()) -> Iterator[tuple[Parts, Any, Any]]:
    """The smallest fields that differ: where, what was (or MISSING), what is (or MISSING)."""
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from changes(old.get(key, MISSING), new.get(key, MISSING), (*at, key))
    elif isinstance(old, list) and isinstance(new, list) and (_are_dicts(old) or _are_dicts(new)):
        yield from _elements(old, new, at)
    else:
        yield at, old, new


def _are_dicts(values: list[Any]) -> bool:
    return bool(values) and all(isinstance(value, dict) for value in values)


def _elements(old: list[Any], new: list[Any], at: Parts) -> Iterator[tuple[Parts, Any, Any]]:
    """Positions are those of the new list, of the old one for what is gone."""
    if len(old) == len(new):
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from changes(one, other, (*at, place))
        return
    matcher = SequenceMatcher(None, list(map(mark, old)), list(map(mark, new)), autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        both = min(i2 - i1, j2 - j1)
        for step in range(both):
            yield from changes(old[i1 + step], new[j1 + step], (*at, j1 + step))
        for place in range(i1 + both, i2):
            yield (*at, place), old[place], MISSING
        for place in range(j1 + both, j2):
            yield (*at, place), MISSING, new[place]
