"""A sheet of characters with styles, on which the maps are drawn. Chinese takes two columns."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from exporters.drawing.palette import FIGURES, ink_on

Cell = tuple[str, str]
"""A character and its style; "" stands behind a character of two columns."""
BLANK: Cell = (" ", "")

STROKES = {
    "light": "─│┌┐└┘├┤┬┴┼",
    "heavy": "━┃┏┓┗┛┣┫┳┻╋",
    "double": "═║╔╗╚╝╠╣╦╩╬",
    "dashed": "┄┆╭╮╰╯├┤┬┴┼",
    "plain": "-|+++++++++",
}
"""By the sides that meet: EW, NS, SE, SW, NE, NW, NSE, NSW, SEW, NEW, all."""
JOINTS = ("EW", "NS", "ES", "SW", "EN", "NW", "ENS", "NSW", "ESW", "ENW", "ENSW")


def stroke(kind: str, sides: str) -> str:
    """The character of a line that leads to these sides of its cell; one side: straight on."""
    joined = "".join(sorted(set(sides)))
    whole = {"E": "EW", "W": "EW", "N": "NS", "S": "NS"}.get(joined, joined)
    return STROKES[kind][JOINTS.index(whole)]


def style_of(tone: str) -> str:
    """How what has a tone is written: a figure on its colour, with what can be read there."""
    colour = FIGURES.get(tone)
    return f"bold {ink_on(colour)} on {colour}" if colour else "bold"


class Canvas:
    """Rows of cells; what is put outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write from a cell to the right; returns the column behind it."""
        for character in text:
            size = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + size <= self.width and size:
                self._clear(x, y, size)
                self.rows[y][x] = (character, style)
                if size == 2:
                    self.rows[y][x + 1] = ("", style)
            x += size
        return x

    def _clear(self, x: int, y: int, size: int) -> None:
        """Make room: half of a wide character is none."""
        row = self.rows[y]
        if row[x][0] == "" and x:
            row[x - 1] = BLANK
        if x + size < self.width and row[x + size][0] == "":
            row[x + size] = BLANK

    def lines(self) -> list[Text]:
        """The rows as text, without blanks at their ends."""
        found = []
        for row in self.rows:
            text = Text(no_wrap=True, end="")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(character for character, _ in run), style or None)
            text.rstrip()
            found.append(text)
        return found


def fit(text: str, width: int) -> str:
    """A text cut to so many columns; what was cut shows as a full stop."""
    if cell_len(text) <= width:
        return text
    short = ""
    for character in text:
        if cell_len(short) + cell_len(character) > width - 1:
            break
        short += character
    return short + "." if width > 0 else ""
