"""Boards as SVG without scripts, drawn as the page draws them (`web/static/board.js`), in its dark
theme: for films and files. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exporters.drawing.letters import letter, letters
from exporters.drawing.palette import FIGURES, THEME, TONES, ink_on, mixed
from exporters.drawing.svg import (
    Markup,
    circle,
    group,
    icon,
    join,
    polygon,
    polyline,
    rect,
    text,
    title,
    translate,
)
from exporters.drawing.text_fit import BOLD, width
from tts_bridge.drawing.scene import Area, Ground, Line, Mark
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.page_words import page_word

INK, DARK, PAPER, SHEET = (THEME[each] for each in ("ink", "dark", "paper", "sheet"))
SPACE, HEAVY = THEME["space"], "bold"
COLOURS = {
    **TONES,
    **FIGURES,
    "wall": TONES["brown"],
    "pallet": TONES["brown"],
    "entity": TONES["violet"],
    "line": THEME["quiet"],
    "gap": THEME["accent"],
    "airlock": THEME["warn"],
}
FLOORS = {
    "security": mixed(TONES["red"], 0.22, SPACE),
    "oxygen": mixed(TONES["blue"], 0.22, SPACE),
    "airlock": mixed(TONES["yellow"], 0.18, SPACE),
    "corridor": mixed(THEME["quiet"], 0.3, SPACE),
    "exterior": THEME["back"],
}
"""The grounds of special places."""
STROKES = {"line": (0.1, "0.3 0.2"), "gap": (0.34, None), "airlock": (0.34, "0.3 0.1")}
DASHES = {"red": "0.55 0.2", "blue": "0.14 0.14", "yellow": "0.8 0.14 0.14 0.14"}
"""Lines are told apart without colours too."""
DIAMOND = (0, -0.62, 0.56, 0, 0, 0.62, -0.56, 0)
HEXAGON = (-0.5, 0, -0.25, -0.46, 0.25, -0.46, 0.5, 0, 0.25, 0.46, -0.25, 0.46)
OUTLINES = {"killer": HEXAGON, "diamond": DIAMOND}
LETTERED = ("survivor", "killer", "diamond")
ROUND = ("wall", "pallet", "entity", "icon")
"""Shapes that are a sign on a disc."""


class BoardSvg:
    """What draws a ground and the marks on it in one language.

    Args:
        seats: the ids whose letters are told apart.
    """

    def __init__(self, ground: Ground, texts: Texts, seats: Iterable[str] = ()) -> None:
        self.ground = ground
        self.texts = texts
        self.letters = letters({seat: self.word(seat) for seat in seats})

    def word(self, id_: str) -> str:
        """What an id is called on the page."""
        return page_word(self.texts, id_)

    def board(self) -> Markup:
        """What stays as it is for a whole game."""
        return join([*self.floors(), *self.lines(), *self.labels()])

    def floors(self) -> list[Markup]:
        """The grounds of all places."""
        return [floor(area) for area in self.ground.areas]

    def lines(self) -> list[Markup]:
        """All connections."""
        return [self.line(line) for line in self.ground.lines]

    def labels(self) -> list[Markup]:
        """The names of all places."""
        return [self.label(area) for area in self.ground.areas]

    def line(self, line: Line) -> Markup:
        """A connection, on an edge that parts it from what it crosses."""
        tone = COLOURS[line.tone]
        wide, dash = STROKES.get(line.tone, (0.15, DASHES.get(line.tone)))
        return group(
            title(self.word(line.id)),
            *([polyline(line.points, SHEET, 0.3)] if line.tone != "line" else []),
            polyline(line.points, tone, wide, stroke_dasharray=dash),
            *(polygon(head, tone) for head in line.heads),
        )

    def label(self, area: Area) -> Markup:
        """The name of a place, and the number where one starts."""
        x, y, wide, _ = area.box
        name = self.word(area.id)
        size = min(0.42, (wide - 0.3) / max(width(name) * BOLD, 0.1))
        shown = text(x + 0.18, y + area.drop, size, name, INK, "start", font_weight=600)
        if not area.note:
            return shown
        at = x + wide - 0.06
        return join(
            [
                shown,
                group(
                    title(f"{self.word('page.start')} {area.note}"),
                    circle(at, y + 0.06, 0.27, PAPER, stroke=DARK, stroke_width=0.04),
                    text(at, y + 0.2, 0.38, area.note, DARK, font_weight=HEAVY),
                ),
            ]
        )

    def mark(self, mark: Mark) -> Markup:
        """A piece; its name and what is the matter with it are its title."""
        down = [self.word("page.face-down")] if mark.down else []
        about = ", ".join([self.word(mark.name), *down, *map(self.word, mark.states)])
        about = f"{about}: {mark.badge}" if mark.badge else about
        place = translate(mark.x, mark.y)
        return group(title(about), *self.parts(mark), transform=place)

    def parts(self, mark: Mark) -> Iterator[Markup]:
        """The shapes of a piece, around its middle."""
        tone, size = COLOURS.get(mark.tone, THEME["quiet"]), mark.size
        sign, sign_ink = mark.icon or mark.name, DARK
        if mark.shape in LETTERED:
            yield from self.figure(mark, tone)
            sign_ink = DARK if mark.shape == "diamond" else INK
        elif mark.shape in ROUND:
            yield circle(0, 0, size * 0.62, SHEET, stroke=tone, stroke_width=0.05)
            yield from self.icon(sign, size, tone)
            sign_ink = tone
        else:
            half, edge = size / 2, (DARK, 0.04) if mark.down else (tone, 0.09)
            yield rect(
                -half, -half, size, size, tone if mark.down else PAPER,
                rx=size * 0.14, stroke=edge[0], stroke_width=edge[1],
            )  # fmt: skip
            sign_ink = THEME["edge"] if mark.down else DARK
            yield from self.icon(sign, size * 0.78, sign_ink, opacity=0.75 if mark.down else None)
        for index, state in enumerate(mark.states):
            at = (size * (index * 0.5 - 0.5), -size * 0.62)
            yield from self.icon(state, size * 0.5, sign_ink, at)
        if mark.badge:
            at = (size * 0.42, -size * 0.42)
            yield circle(*at, size * 0.28, DARK, stroke=PAPER, stroke_width=0.03)
            yield text(at[0], -size * 0.28, size * 0.42, mark.badge, "#fff", font_weight=HEAVY)

    def figure(self, mark: Mark, tone: str) -> Iterator[Markup]:
        """Somebody: a body in their colour, with their letter."""
        size = mark.size
        ink = ink_on(tone) if mark.tone in FIGURES else THEME["edge"]
        if "page.wounded" in mark.states:
            ring = {"stroke": THEME["bad"], "stroke_dasharray": "0.22 0.1"}
            yield circle(0, 0, size * 0.6, "none", stroke_width=0.1, **ring)
        if outline := OUTLINES.get(mark.shape):
            grown = f"scale({size * 1.1:g})"
            yield polygon(outline, tone, stroke=ink, stroke_width=0.09, transform=grown)
        else:
            yield circle(0, 0, size / 2, tone, stroke=ink, stroke_width=0.06)
        words = self.letters.get(mark.name) or letter(self.word(mark.name))
        letter_size = size * min(0.66, 0.7 / max(width(words), 0.1))
        yield text(0, size * 0.24, letter_size, words, ink, font_weight=800)

    def icon(
        self,
        name: str,
        size: float,
        ink: str,
        at: tuple[float, float] = (0, 0),
        opacity: float | None = None,
    ) -> Iterator[Markup]:
        """A sign around a place, if the ground has one of that name."""
        if path := self.ground.icons.get(name):
            yield icon(path, size, ink, at, opacity)

    def legend(self) -> list[tuple[Markup, str]]:
        """What the lines mean: each as it is drawn in 3 units by 0.6, and its word."""
        tones = dict.fromkeys(line.tone for line in self.ground.lines)
        return [
            (self.line(Line(f"page.line.{tone}", (0.1, 0.3, 2.9, 0.3), tone)), f"page.line.{tone}")
            for tone in tones
        ]


def floor(area: Area) -> Markup:
    """The ground of a place."""
    fill = FLOORS.get(area.kind, SPACE)
    wide = 0.16 if area.kind == "room" else 0.06
    dash = "0.2 0.2" if area.kind == "exterior" else None
    edge = THEME["space-line"]
    return join(
        rect(*box, fill, rx=0.25, stroke=edge, stroke_width=wide, stroke_dasharray=dash)
        for box in (area.box, *area.cells)
    )
