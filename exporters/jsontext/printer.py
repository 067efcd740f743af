"""JSON printed the way Tabletop Simulator prints it (save-format.md section 1). No I/O here."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context
from json.encoder import encode_basestring
from typing import Any

from msgspec import Struct

MAX_DEPTH = 200  # real saves stay below 30; the walkers recurse, so there has to be an end

# The game rounds a tie away from zero (180.1015625 is written 180.101563), C's %.9g does not.
_SEVEN, _NINE = Context(7, ROUND_HALF_UP), Context(9, ROUND_HALF_UP)
_UNPRINTED = re.compile("[\x85\u2028\u2029\ud800-\udfff]")


class SaveError(ValueError):
    """A file that cannot be read, edited or written as a save; one line, with what to do."""


class Style(Struct, frozen=True):
    """How a text is laid out; `newline` is `""` when it all stands on one line."""

    newline: str = "\n"
    unit: str = "  "
    colon: str = ": "
    comma: str = ""  # what follows a comma on the same line

    def inside(self, indent: str | None) -> str | None:
        """The indentation one level deeper; None means: on the same line."""
        return None if indent is None else indent + self.unit


def format_number(value: float) -> str:
    """Print a number as Tabletop Simulator prints a float: nearest 32-bit value, `.0` or exponent.

    What is not finite becomes a quoted word, as in the game's files (save-format.md section 1).
    """
    x = _float32(value)
    if math.isnan(x):
        return '"NaN"'
    if math.isinf(x):
        return '"Infinity"' if x > 0 else '"-Infinity"'
    precision, rounded = 7, _SEVEN.create_decimal_from_float(x)
    if _float32(float(rounded)) != x:
        precision, rounded = 9, _NINE.create_decimal_from_float(x)
    sign = "-" if rounded.is_signed() else ""
    digits = "".join(map(str, rounded.as_tuple().digits)).rstrip("0") or "0"
    exponent = rounded.adjusted() if rounded else 0
    if exponent <= -5 or exponent >= precision:
        rest = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{rest}E{'-' if exponent < 0 else '+'}{abs(exponent):02}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    return f"{sign}{whole}.{digits[exponent + 1 :] or '0'}"


def _float32(value: float) -> float:
    try:
        nearest: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return nearest


def quote(text: str) -> str:
    """A string as the game escapes it; an unpaired surrogate is escaped so that it survives."""
    quoted = encode_basestring(text)  # what JSON demands, in C; the rest is rare
    return quoted if text.isascii() else _UNPRINTED.sub(_escape, quoted)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def render(value: Any, style: Style, indent: str | None = "") -> str:
    """A value printed anew. `indent`: of the line it begins on; None keeps it on that line.

    Raises:
        SaveError: nested deeper than `MAX_DEPTH`.
        TypeError: something JSON cannot say.
    """
    if is_deep(value):
        raise SaveError(too_deep("the new part of the save"))
    return _render(value, style, indent if style.newline else None)


def _render(value: Any, style: Style, indent: str | None) -> str:
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return format_number(value)
    inner = style.inside(indent)
    if isinstance(value, dict):
        if wrong := [key for key in value if not isinstance(key, str)]:
            raise TypeError(f"a save's keys are strings, not {wrong[0]!r}")
        items = [f"{quote(k)}{style.colon}{_render(v, style, inner)}" for k, v in value.items()]
        return _bracket("{}", items, style, indent)
    if isinstance(value, list | tuple):
        return _bracket("[]", [_render(v, style, inner) for v in value], style, indent)
    raise TypeError(f"a save cannot hold {type(value).__name__} {value!r}")


def _bracket(pair: str, items: Sequence[str], style: Style, indent: str | None) -> str:
    if not items:
        return pair
    if indent is None:
        return f"{pair[0]}{(',' + style.comma).join(items)}{pair[1]}"
    lead = style.newline + indent + style.unit
    return f"{pair[0]}{lead}{(',' + lead).join(items)}{style.newline}{indent}{pair[1]}"


def is_deep(value: Any) -> bool:
    """Whether a value is nested deeper than `MAX_DEPTH`; what contains itself is."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        below = {
            id(child): child
            for each in level
            if isinstance(each, dict | list | tuple)
            for child in (each.values() if isinstance(each, dict) else each)
            if isinstance(child, dict | list | tuple)
        }
        if not below:
            return False
        level = list(below.values())
    return True


def too_deep(where: str) -> str:
    """The complaint about it."""
    return f"{where}: nested deeper than {MAX_DEPTH} levels, which no save is; restore a backup"
