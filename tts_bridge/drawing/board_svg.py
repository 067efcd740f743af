"""Pictures of a position from the page's own drawing of its game, as SVG without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exporters.xmltext import escape
from tts_bridge.drawing.scene import Area, Drawing, Line, Mark
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.page_words import page_words

TONES = {
    "red": "#ff6b5e", "green": "#57c878", "blue": "#6aa9f7", "yellow": "#f2cf4a",
    "brown": "#c48b5c", "violet": "#c39bff", "plain": "#b3bac8", "killer": "#ff5a4d",
    "seat-1": "#6fd0ff", "seat-2": "#ffb45e", "seat-3": "#9be15d", "seat-4": "#ff9bd2",
    "seat-5": "#c39bff", "seat-6": "#f2cf4a",
    "line": "#b3bac8", "gap": "#8fd3b6", "airlock": "#f0c869",
}  # fmt: skip
"""Those of the page's dark theme."""
GROUNDS = {
    "room": "#2b303a", "corridor": "#555a66", "exterior": "#14161b", "security": "#5a3b40",
    "oxygen": "#384a63", "airlock": "#5f5844",
}  # fmt: skip
DASHED = {"line": "0.3 0.2", "airlock": "0.3 0.1"}
SPACE, EDGE, INK, DARK, PAPER = "#2b303a", "#98a1b3", "#eef1f6", "#16181d", "#f3efe4"
LETTERED = ("survivor", "killer", "diamond")
DIAMOND = "0,-0.62 0.56,0 0,0.62 -0.56,0"


class Drawn:
    """The ground of a game as `map`, and what lies on it in a position as `overlay`."""

    def __init__(self, drawing: Drawing, state: Any, texts: Texts) -> None:
        self.drawing = drawing
        self.texts = texts
        self.ground = self.drawing.ground(state)
        self.view = " ".join(f"{value:g}" for value in self.ground.box)
        self.map = "".join([*map(self.area, self.ground.areas), *map(self.line, self.ground.lines)])

    def word(self, id_: str) -> str:
        """The page's word for an id, or its name."""
        found = page_words().get(id_)
        return found[self.texts.language] if found else self.texts.name(id_)

    def area(self, area: Area) -> str:
        """A place and its name."""
        fill = GROUNDS.get(area.kind, SPACE)
        boxes = "".join(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="0.25" '
            f'fill="{fill}" stroke="{EDGE}" stroke-width="0.08"/>'
            for x, y, width, height in (area.box, *area.cells)
        )
        x, y, width, _ = area.box
        name = self.word(area.id)
        size = min(0.42, (width - 0.3) / sum(1.05 if c > "\u2e80" else 0.66 for c in name))
        return boxes + text(x + 0.18, y + area.drop, size, name, INK, anchor="start")

    def line(self, line: Line) -> str:
        """A connection."""
        flat = [f"{value:g}" for value in line.points]
        pairs = " ".join(f"{x},{y}" for x, y in zip(flat[::2], flat[1::2], strict=True))
        dash = f' stroke-dasharray="{DASHED[line.tone]}"' if line.tone in DASHED else ""
        width = 0.1 if line.tone == "line" else 0.34
        return (
            f'<polyline points="{pairs}" fill="none" stroke="{TONES[line.tone]}" '
            f'stroke-width="{width}"{dash}><title>{escape(self.word(line.id))}</title></polyline>'
        )

    def overlay(self, state: Any) -> str:
        """The pieces of a position."""
        return "".join(self.mark(mark) for mark in self.drawing.marks(state))

    def mark(self, mark: Mark) -> str:
        """A piece; its name and what is the matter with it are its title."""
        states = [self.word(each) for each in mark.states]
        down = [self.word("page.face-down")] if mark.down else []
        told = ", ".join([self.word(mark.name), *down, *states])
        told = f"{told}: {mark.badge}" if mark.badge else told
        return (
            f'<g transform="translate({mark.x:g} {mark.y:g})"><title>{escape(told)}</title>'
            + "".join(self.parts(mark))
            + "</g>"
        )

    def parts(self, mark: Mark) -> Iterator[str]:
        """The shapes of a piece, around its middle."""
        tone, size = TONES.get(mark.tone, TONES["plain"]), mark.size
        if mark.shape == "diamond":
            yield f'<polygon points="{DIAMOND}" fill="{tone}" transform="scale({size * 1.1:g})"/>'
        elif mark.shape in LETTERED:
            yield f'<circle r="{size / 2:g}" fill="{tone}"/>'
        else:
            yield (
                f'<circle r="{size * 0.62:g}" fill="{DARK}" stroke="{tone}" stroke-width="0.05"/>'
                + self.icon(mark, tone)
            )
        if "page.wounded" in mark.states:
            ring = f'r="{size * 0.6:g}" fill="none" stroke="{TONES["killer"]}"'
            yield f'<circle {ring} stroke-width="0.1" stroke-dasharray="0.22 0.1"/>'
        if mark.shape in LETTERED:
            yield text(0, size * 0.24, size * 0.66, self.word(mark.name)[:1], DARK)
        if mark.badge:
            at = size * 0.42
            yield f'<circle cx="{at:g}" cy="{-at:g}" r="{size * 0.28:g}" fill="{DARK}"/>'
            yield text(at, -size * 0.28, at, mark.badge, PAPER)

    def icon(self, mark: Mark, tone: str) -> str:
        """The outline of a piece, which is drawn once a game."""
        scale, half = mark.size / 24, mark.size / 2
        path = escape(self.ground.icons.get(mark.icon or mark.name, ""))
        return (
            f'<path d="{path}" fill="{tone}" fill-rule="evenodd" '
            f'transform="translate({-half:g} {-half:g}) scale({scale:.4f})"/>'
        )

    def score(self, state: Any) -> list[tuple[str, str]]:
        """What stands beside the board: counters, and those of each player."""
        counters = self.drawing.counters(state)
        rows = [(self.word(each.name), str(each.value)) for each in counters]
        for panel in self.drawing.panels(state):
            told = [
                f"{self.word(each.name)} {each.value}" + (f"/{each.limit}" if each.limit else "")
                for each in panel.counters
            ]
            if panel.bar:
                told.append(f"{self.word(panel.bar.name)} {panel.bar.value}")
            rows.append((self.word(panel.seat), ", ".join(told)))
        return rows


def text(x: float, y: float, size: float, what: str, fill: str, anchor: str = "middle") -> str:
    """A short text at a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.2f}" font-weight="bold" '
        f'text-anchor="{anchor}" fill="{fill}">{escape(what)}</text>'
    )
