"""What a player of a headless table has before them: the table, their chat and their panels.

As SVG, for pictures and for looking at what a script shows to whom. No I/O here. It shows the
texts and buttons of the UI one below the other, wherever the game would put them.
"""

from __future__ import annotations

from collections.abc import Iterator

from exporters.drawing import svg
from exporters.drawing.svg import Markup
from exporters.drawing.text_fit import width as width_of
from exporters.drawing.text_fit import wrap
from tts_bridge.headless.model.xml_ui import Element
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.tools.drawing import Drawn, document, drawn, hex_of
from tts_bridge.headless.vectors import Tint

_COLUMN, _PAD, _LINE, _SIZE = 520.0, 18.0, 27.0, 19.0  # pixels
_ROOM = (_COLUMN - 2 * _PAD) / _SIZE
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
    beside = [
        svg.rect(0, 0, _COLUMN, height, "#1a1d21"),
        *_chat(table, seat, top - _PAD),
        *(row for n, (kind, text) in enumerate(rows) for row in _row(kind, text, top, n)),
    ]
    whole = [
        svg.group(board.svg, transform=f"scale({scale:.4f})"),
        svg.group(*beside, transform=svg.translate(width, 0)),
    ]
    return document(Drawn(svg.join(whole, "\n"), width + _COLUMN, height))


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


def _row(kind: str, text: str, top: float, number: int) -> Iterator[Markup]:
    y = top + number * (_LINE + 12)
    room = _COLUMN - 2 * _PAD
    if kind == "Button":
        yield svg.rect(_PAD, y, room, _LINE + 6, "#f1f1f1", rx=4)
    size = min(_SIZE, (room - 12) / max(1.0, width_of(text)))
    yield svg.text(_COLUMN / 2, y + 23, size, text, "#202020" if kind == "Button" else "#fff")


def _chat(table: Core, seat: str, bottom: float) -> Iterator[Markup]:
    """The last lines said to everybody or to this colour, the newest at the bottom."""
    lines: list[tuple[str, str]] = []
    for to, text, tint in table.messages:
        if to in ("all", seat):
            ink = _ink(tint)
            for paragraph in text.split("\n"):
                lines += [(ink, line) for line in wrap(paragraph, _ROOM) if line]
    for n, (ink, line) in enumerate(reversed(lines[-_LINES:])):
        y = bottom - n * _LINE
        if y < _LINE:
            return
        yield svg.text(_PAD, y, _SIZE, line, ink, "start")


def _ink(tint: Tint | None) -> str:
    return hex_of(tint) if tint is not None else "#ffffff"
