"""Differences for people to read. No I/O here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from exporters.compare.diff import Change
from exporters.compare.equality import MISSING
from exporters.jsontext.lines import line

WIDEST = 100


def render(changes: Iterable[Change]) -> str:
    """The differences, an object a paragraph; `""` for none."""
    out: list[str] = []
    for (path, what, kind), group in groupby(changes, key=_head):
        mark = {"added": "+", "removed": "-"}.get(kind, "~")
        out.append(f"{mark} {path} {what}" if path else f"{mark} {what}")
        for change in group:
            out += [f"    {each}" for each in _body(change)]
    return "".join(f"{_plain(each)}\n" for each in out)


def _head(change: Change) -> tuple[str, str, str]:
    kind = change.kind if change.kind in ("added", "removed") else ""
    return change.path, change.what, kind


def _body(change: Change) -> list[str]:
    if change.kind in ("added", "removed"):
        return []
    if change.kind in ("placed", "reordered"):
        return [f"{change.kind}, was {change.was}"]
    if change.text:
        return [f"{change.field}:", *(f"  {each}" for each in change.text.split("\n"))]
    if change.kind in ("moved", "turned", "scaled"):
        return [f"{change.kind} {_place(change.old)} -> {_place(change.new)}{_far(change)}"]
    name = "renamed" if change.kind == "renamed" else f"{change.field}:"
    return [f"{name} {_value(change.old)} -> {_value(change.new)}"]


def _value(value: Any) -> str:
    if value is MISSING:
        return "(none)"
    text = line(value)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _place(xyz: list[Any]) -> str:
    return f"({', '.join(f'{v:.6g}' if isinstance(v, float) else str(v) for v in xyz)})"


def _far(change: Change) -> str:
    numbers = [*change.old, *change.new]
    if change.kind != "moved" or not all(isinstance(each, int | float) for each in numbers):
        return ""
    return f", {math.dist(change.old, change.new):.3g} inches"


def _plain(text: str) -> str:
    """A save is from outside: nothing in it may steer a terminal."""
    return "".join(c if c.isprintable() or c == "\t" else "�" for c in text)
