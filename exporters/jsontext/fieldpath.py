"""Fields inside an object: `Transform.posX`, `AttachedSnapPoints[0].Position`. No I/O here.

A key that contains a dot, a bracket or a quote stands in double quotes: `Extra."a.b"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

Parts = tuple[str | int, ...]

_PLAIN = re.compile(r'[^.\[\]"]+')
_PART = re.compile(
    r'(?P<dot>\.?)(?:(?P<plain>[^.\[\]"]+)|(?P<quoted>"(?:[^"\\]|\\.)*+"))|\[(?P<n>\d{1,9})\]'
)


class FieldError(ValueError):
    """No field, or not there; the text names it."""


def parse_field(text: str) -> Parts:
    """The keys and positions on the way to a field. Raises FieldError."""
    parts: list[str | int] = []
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None or (match["n"] is None and bool(match["dot"]) != bool(parts)):
            raise FieldError(f"{text!r} is no field (see its character {at + 1}); write a.b[0].c")
        parts.append(_key(match, text))
        at = match.end()
    if not parts:
        raise FieldError("a field has a name")
    return tuple(parts)


def _key(match: re.Match[str], text: str) -> str | int:
    if match["n"] is not None:
        return int(match["n"])
    if match["plain"] is not None:
        return match["plain"]
    try:
        return str(json.loads(match["quoted"]))
    except ValueError:
        raise FieldError(f"{text!r}: {match['quoted']} is no quoted name") from None


def join_field(parts: Iterable[str | int]) -> str:
    """The text of a field."""
    out = ""
    for part in parts:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            name = part if _PLAIN.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            out += f".{name}" if out else name
    return out


def get(data: Any, parts: Parts) -> Any:
    """What a field says. Raises FieldError when it is not there."""
    for number, part in enumerate(parts):
        if not _has(data, part):
            raise FieldError(f"there is no {join_field(parts[: number + 1])}")
        data = data[part]
    return data


def put(data: Any, parts: Parts, value: Any) -> None:
    """Set a field; a last key may be new. Raises FieldError when what holds it is not there."""
    holder = get(data, parts[:-1])
    last = parts[-1]
    if not _has(holder, last) and not (isinstance(holder, dict) and isinstance(last, str)):
        raise FieldError(f"there is no {join_field(parts)} to set")
    holder[last] = value


def drop(data: Any, parts: Parts) -> None:
    """Remove a field. Raises FieldError when it is not there."""
    get(data, parts)
    del get(data, parts[:-1])[parts[-1]]


def _has(holder: Any, part: str | int) -> bool:
    if isinstance(part, int):
        return isinstance(holder, list) and part < len(holder)
    return isinstance(holder, dict) and part in holder
