"""What a player of a headless table has before them: the table, their chat and their panels.

As SVG, for pictures and for looking at what a script shows to whom. No I/O here. It shows the
texts and buttons of the UI one below the other, wherever the game would put them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exporters.xmltext import escape
from tts_bridge.headless.model.xml_ui import Element
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.tools.drawing import Drawn, document, drawn, text_width
from tts_bridge.headless.vectors import Tint

_COLUMN, _PAD, _LINE, _SIZE = 520.0, 18.0, 27.0, 19.0  # pixels
_PART = re.compile(r"(?:[\u1100-\uffff]|[^\s\u1100-\uffff]+)[，。：；、！？】）]?|\s+")
"""What a line is not broken within: a word, or a letter of East Asia, and the stop behind it."""
_LINES = 16
"""Of the chat: as many as the game shows."""


def screen(table: Core, seat: str) -> str:
    """An SVG document: the table as the colour sees it, and beside it the last lines of its chat
    and what the UI shows to it."""
    board = drawn(table, seat)
    scale = min(1.0, 1000 / board.height)
    width, height = board.width * scale, board.height * scale
    rows = list(_rows(table, seat))
    top = height - _PAD - len(rows) * (_LINE + 12)
    out = [
        f'<g transform="scale({scale:.4f})">{board.svg}</g>',
        f'<g transform="translate({width:.0f} 0)">',
        f'<rect width="{_COLUMN:.0f}" height="{height:.0f}" fill="#1a1d21"/>',
        *_chat(table, seat, top - _PAD),
        *(row for n, (kind, text) in enumerate(rows) for row in _row(kind, text, top, n)),
        "</g>",
    ]
    return document(Drawn("\n".join(out), width + _COLUMN, height))


def _rows(table: Core, seat: str) -> Iterator[tuple[str, str]]:
    """The texts and buttons that the table's UI shows to a colour: tag, text."""
    for element in table.ui(0).elements:
        yield from _shown(element, seat)


def _shown(element: Element, seat: str) -> Iterator[tuple[str, str]]:
    visible = [each.strip() for each in element.attribute("visibility").split("|")]
    if (visible != [""] and seat not in visible) or element.attribute("active") == "false":
        return
    text = element.attribute("text") or element.value
    if text and element.tag in ("Text", "Button"):
        yield element.tag, text
    for child in element.children:
        yield from _shown(child, seat)


def _row(kind: str, text: str, top: float, number: int) -> Iterator[str]:
    y = top + number * (_LINE + 12)
    room = _COLUMN - 2 * _PAD
    if kind == "Button":
        yield (
            f'<rect x="{_PAD}" y="{y:.0f}" width="{room:.0f}" height="{_LINE + 6}" rx="4" '
            'fill="#f1f1f1"/>'
        )
    middle, fill = _COLUMN / 2, "#202020" if kind == "Button" else "#fff"
    size = min(_SIZE, (room - 12) / max(1.0, text_width(text)))
    yield (
        f'<text x="{middle:.0f}" y="{y + 23:.0f}" font-size="{size:.1f}" fill="{fill}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _chat(table: Core, seat: str, bottom: float) -> Iterator[str]:
    """The last lines said to everybody or to this colour, the newest at the bottom."""
    lines: list[tuple[str, str]] = []
    for to, text, tint in table.messages:
        if to in ("all", seat):
            ink = _ink(tint)
            for paragraph in text.split("\n"):
                lines += [(ink, line) for line in wrapped(paragraph, (_COLUMN - 2 * _PAD) / _SIZE)]
    for n, (ink, line) in enumerate(reversed(lines[-_LINES:])):
        y = bottom - n * _LINE
        if y < _LINE:
            return
        yield (
            f'<text x="{_PAD}" y="{y:.0f}" font-size="{_SIZE}" fill="{ink}">{escape(line)}</text>'
        )


def _ink(tint: Tint | None) -> str:
    if tint is None:
        return "#ffffff"
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in tint[:3])


def wrapped(text: str, room: float) -> list[str]:
    """The text in lines of at most `room` times its size: between words, and between any two
    letters of East Asia."""
    lines, line = [], ""
    for part in _PART.findall(text):
        if line.strip() and text_width(line + part) > room:
            lines.append(line.strip())
            line = ""
        line += part
    return [*lines, line.strip()] if line.strip() else lines
