"""How a whole JSON text is laid out, and the same text in the game's own layout. No I/O here.

The rule: `apply(*regular(content)) == content`, or the content has no layout.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from exporters.jsontext.printer import SaveError
from exporters.jsontext.splice import BYTE_ORDER_MARK

_INDENT = re.compile(rb"\n((?:  )+)")
_LEAD = re.compile(rb"[\[{]\r?\n?([ \t]*)")
_MARK = BYTE_ORDER_MARK.encode()
_WIDEST = 16


class Layout(Struct, frozen=True, omit_defaults=True):
    """`indent`: spaces a level; 0: one line; -1: one line without spaces; None: tabs."""

    indent: int | None = 2
    newline: str = "\n"
    start: str = ""
    end: str = ""


def regular(content: bytes) -> tuple[Layout | None, bytes]:
    """The layout of a JSON, and the same in the game's, perhaps with white space at its end.

    None when lines or spaces are irregular; nothing of the same when it is not strict JSON.
    """
    start = _MARK if content.startswith(_MARK) else b""
    end_at = _last(content)
    game = _format(memoryview(content)[len(start) : end_at], 2)
    if game is None:
        return None, b""
    newline = "\n" if content.find(b"\r", 0, end_at) < 0 else "\r\n"
    shape = Layout(2, newline, start.decode(), content[end_at:].decode())
    if newline == "\n" and len(game) == end_at and content.startswith(game):
        return shape, content  # which is there already
    if _dressed(shape, game) == content:
        return shape, game
    for indent in _candidates(content, len(start), end_at):
        shape = msgspec.structs.replace(shape, indent=indent)
        if apply(shape, game) == content:
            return shape, game
    return None, game


def _last(content: bytes) -> int:
    """Where the white space at the end begins."""
    end = len(content)
    while end and content[end - 1] in b" \t\r\n":
        end -= 1
    return end


def _candidates(content: bytes, start: int, end: int) -> list[int | None]:
    if content.find(b"\n", start, end) < 0:
        return [0, -1]
    found = _LEAD.match(content, start)
    lead = found[1] if found else b""
    if lead == b"\t":
        return [None]
    return [len(lead)] if len(lead) != 2 and 0 < len(lead) <= _WIDEST else []


def apply(layout: Layout, content: bytes) -> bytes:
    """JSON in that layout, whatever its own is.

    Raises:
        SaveError: not strict JSON; callers have better words for it and parse first.
    """
    body = _format(content, 2 if layout.indent is None else layout.indent)
    if body is None:
        raise SaveError("not JSON")
    return _dressed(layout, body)


def _dressed(layout: Layout, body: bytes) -> bytes:
    """What has the indentation of a layout with the rest of it."""
    if layout.indent is None:
        body = _INDENT.sub(lambda found: b"\n" + b"\t" * (len(found[1]) // 2), body)
    if layout.newline != "\n":
        body = body.replace(b"\n", layout.newline.encode())
    if layout.start or layout.end:
        body = b"".join([layout.start.encode(), body, layout.end.encode()])
    return body


def _format(content: bytes | memoryview, indent: int) -> bytes | None:
    try:
        return msgspec.json.format(content, indent=indent)
    except (msgspec.DecodeError, RecursionError):
        return None  # a bare Infinity, a raw control character


def to_json(layout: Layout | None) -> Any:
    """A layout as the tree's manifest keeps it; None for a text that has none."""
    return None if layout is None else msgspec.to_builtins(layout)


def from_json(value: Any) -> Layout | None:
    """The layout that `to_json` wrote. Raises msgspec.ValidationError."""
    if value is None:
        return None
    layout = msgspec.convert(value, Layout)
    blank = (layout.start.removeprefix(BYTE_ORDER_MARK) + layout.end).strip(" \t\r\n") == ""
    indent_ok = layout.indent is None or -1 <= layout.indent <= _WIDEST
    if not blank or not indent_ok or layout.newline not in ("\n", "\r\n"):
        raise msgspec.ValidationError("a layout is spaces and line ends")
    return layout
