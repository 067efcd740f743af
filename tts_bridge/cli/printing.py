"""Values laid out for a reader at a terminal, and documents for programs, always in UTF-8."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

from exporters.jsontext.lines import line
from tts_bridge.text.terminal_text import shown

WIDEST = 60  # columns a cell may take; the rest is cut, --json has it all


def echo(text: str | bytes = "", *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """A text for a reader, on stdout or stderr; nothing in it moves the terminal's cursor.

    Bytes go into a file or a pipe as they are. `style`: as `click.style` takes it.
    """
    if isinstance(text, str):
        text = shown(text)
    elif (sys.stderr if err else sys.stdout).isatty():
        text = shown(text.decode("utf-8", "replace"))
    click.echo(click.style(text, **style) if style else text, err=err, nl=nl)


def document(text: str) -> None:
    """A whole document on stdout: UTF-8 whatever the terminal speaks, for it goes into a file."""
    echo(text.encode("utf-8", "replace"), nl=False)  # half a character is in some saves


def json_document(value: Any) -> None:
    """One JSON document on stdout."""
    document(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def json_line(value: Any) -> None:
    """One line of JSON on stdout."""
    document(line(value) + "\n")


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
