"""Values laid out for a reader at a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from exporters.jsonlines import line

WIDEST = 60  # columns a cell may take; the rest is cut, --json has it all


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows under their heads, columns aligned, one line each."""
    cells = [list(head), *([cell(value) for value in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            text + " " * (size - width(text)) for text, size in zip(row, widths, strict=True)
        ).rstrip()
        for row in cells
    )


def cell(value: Any, widest: int = WIDEST) -> str:
    """A value as one short line without control characters."""
    text = value if isinstance(value, str) else "" if value is None else line(value)
    text = "".join(c if c.isprintable() else " " for c in text)
    if width(text) <= widest:
        return text
    short = ""
    for character in text:
        if width(short) + width(character) >= widest:
            break
        short += character
    return short + "…"


def width(text: str) -> int:
    """How many columns a terminal gives a text: Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
