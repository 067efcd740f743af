"""The picture of a map, as it is drawn in play: spaces, paths, walls, props face down, a legend.
No I/O here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from exporters.drawing.palette import THEME
from exporters.drawing.svg import Markup, document, group, text, translate
from exporters.mods.dbd.layout import Point
from exporters.mods.dbd.lines import CATEGORY_COLOUR
from exporters.mods.words import heading, named, spoken
from rules.dbd.board import CATEGORIES, Board, Colour
from rules.dbd.state import COLOUR
from tts_bridge.drawing.board_svg import BoardSvg
from tts_bridge.drawing.scene import Mark
from tts_bridge.games.dbd.drawing import bare_marks, board_ground, line
from tts_bridge.games.dbd.wording import WORDING
from tts_bridge.text.catalogue import Texts

PIXELS = 40
"""Of an inch."""
LEGEND, COLUMN, SIZE = 2.2, 4.6, 0.42
"""Height of the legend, width of one of its columns, and its letters."""
SIGN = 0.6
COLOURS: dict[str, Colour] = {each: each for each in get_args(Colour)}


def draw_board(board: Board, language: str = "en") -> str:
    """The map as an SVG document.

    Raises:
        ValueError: no such language.
        LayoutError: see `layout.plan`.
    """
    spoken_in = spoken(language)
    drawn = BoardSvg(board_ground(board), Texts(spoken_in, WORDING, board))
    left, top, width, height = drawn.ground.box
    return document(
        (left, top, width, height + LEGEND),
        drawn.board(),
        group(*map(drawn.mark, bare_marks(board))),
        group(*legend(drawn), transform=translate(left + 0.6, top + height)),
        pixels=PIXELS,
        ground=THEME["sheet"],
        name=named(board, spoken_in),
    )


def legend(drawn: BoardSvg) -> Iterator[Markup]:
    """What the props' backs mean, and which card leads along which path."""
    for number, category in enumerate(CATEGORIES):
        x, tone = number * COLUMN, CATEGORY_COLOUR[category]
        yield drawn.mark(
            Mark(category, "", x + SIGN / 2, 0.5, SIGN, "prop", tone, name=category, down=True)
        )
        yield words(x + 0.85, 0.65, heading(drawn.word(category)))
    for number, (card, colour) in enumerate(COLOUR.items()):
        x = number * COLUMN
        curve = [Point(x + step * 0.3, -1.5) for step in range(5)]
        yield drawn.line(line(card, COLOURS[colour], curve))
        yield words(x + 1.4, 1.65, f"{heading(drawn.word(card))} ({drawn.word(colour)})")


def words(x: float, y: float, what: str) -> Markup:
    """What a sign means."""
    return text(x, y, SIZE, what, THEME["ink"], "start")
