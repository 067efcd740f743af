"""How a whole JSON text is laid out, and the same text in the game's own layout. No I/O here.

The rule: `apply(layout, regular(text)[1]) == text`, or the text has no layout.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from exporters.jsonprint import SaveError
from exporters.jsontext import BYTE_ORDER_MARK

_INDENT = re.compile(r"\n((?:  )+)")
_WIDEST = 16


class Layout(Struct, frozen=True, omit_defaults=True):
    """`indent`: spaces a level; 0: one line; -1: one line without spaces; None: tabs."""

    indent: int | None = 2
    newline: str = "\n"
    start: str = ""
    end: str = ""


def regular(text: str) -> tuple[Layout, str] | None:
    """The layout of a text and the text in the game's; None when lines or spaces are irregular."""
    start = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    end_at = _last(text)
    end = text[end_at:]
    body = text[len(start) : end_at] if start or end else text
    newline = "\r\n" if "\r\n" in body else "\n"
    plain = body.replace("\r\n", "\n") if newline == "\r\n" else body
    game = _format(plain, 2)
    if game is None:
        return None
    if game == plain:
        return Layout(2, newline, start, end), game
    for indent in _candidates(plain):
        layout = Layout(indent, newline, start, end)
        if apply(layout, game) == text:
            return layout, game
    return None


def _last(text: str) -> int:
    """Where the white space at the end begins."""
    end = len(text)
    while end and text[end - 1] in " \t\r\n":
        end -= 1
    return end


def _candidates(text: str) -> list[int | None]:
    found = re.match(r"[\[{]\n?([ \t]*)", text)
    lead = found[1] if found else ""
    if "\n" not in text:
        return [0, -1]
    if lead == "\t":
        return [None]
    return [len(lead)] if 0 < len(lead) <= _WIDEST else []


def apply(layout: Layout, text: str) -> str:
    """A text in that layout, whatever its own is.

    Raises:
        SaveError: not JSON; callers have better words for it and parse first.
    """
    body = _format(text, 2 if layout.indent is None else layout.indent)
    if body is None:
        raise SaveError("not JSON")
    if layout.indent is None:
        body = _INDENT.sub(lambda found: "\n" + "\t" * (len(found[1]) // 2), body)
    if layout.newline != "\n":
        body = body.replace("\n", layout.newline)
    return f"{layout.start}{body}{layout.end}"


def _format(text: str, indent: int) -> str | None:
    try:
        return msgspec.json.format(text, indent=indent)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return None  # a bare Infinity, a raw control character, a lone surrogate


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
