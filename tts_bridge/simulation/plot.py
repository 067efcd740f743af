"""A report as an SVG drawing: wins, reasons, rounds, and what was used. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exporters.drawing import svg
from exporters.drawing.palette import FIGURES, KILLER
from exporters.drawing.text_fit import wrap
from tts_bridge.simulation.report import Report, Share, Used

WIDTH, MARGIN, ROW = 900.0, 28.0, 22.0
"""Pixels: of the drawing, round it, and of a line of a chart."""
LEFT, RIGHT = 340.0, 115.0
"""Pixels for the names on the left of a chart, and the numbers on its right."""
BARS = 130.0
"""Pixels of the tallest bar of the rounds."""
MOST_USES, MOST_BARS = 40, 60
SMALL = 12
"""Letters of the lines under the title."""
INK, PALE, GRID, PAPER = "#1d2733", "#5b6875", "#d5dbe1", "#ffffff"
COLOURS = {"killer": FIGURES[KILLER], "survivors": "#2a6f97"}
OTHER = "#6a5c8f"


class Sheet:
    """A drawing that grows downwards."""

    def __init__(self) -> None:
        self.parts: list[svg.Markup] = []
        self.y = MARGIN

    def text(
        self, x: float, y: float, words: str, size: int = 13, ink: str = INK, anchor: str = "start"
    ) -> None:
        """Words with their base line at a height."""
        self.parts.append(svg.text(x, y, size, words, ink, anchor))

    def box(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """A filled rectangle."""
        self.parts.append(svg.rect(x, y, max(width, 0.5), height, ink))

    def line(self, x1: float, y1: float, x2: float, y2: float, ink: str, width: float = 1) -> None:
        """A straight line."""
        self.parts.append(svg.line(x1, y1, x2, y2, ink, width))

    def heading(self, words: str) -> None:
        """The title of a chart."""
        self.y += 30
        self.text(MARGIN, self.y, words, 15)
        self.y += 12

    def document(self, title: str) -> str:
        """The whole drawing."""
        box = (0, 0, WIDTH, self.y + MARGIN)
        return svg.document(box, *self.parts, ground=PAPER, name=title)


def along(share: float) -> float:
    """Where a share from 0 to 1 lies on the axis."""
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def axis(sheet: Sheet, rows: int) -> None:
    """The grid of a chart of shares that has so many lines."""
    for tenth in range(0, 11, 2):
        x = along(tenth / 10)
        sheet.line(x, sheet.y, x, sheet.y + rows * ROW + 4, GRID)
        sheet.text(x, sheet.y + rows * ROW + 17, f"{tenth * 10} %", 11, PALE, "middle")


def shares(sheet: Sheet, rows: Sequence[tuple[str, str, Share]], *, dots: bool) -> None:
    """A line for each share: a bar (or a dot), and its interval; rows are name, side, share."""
    axis(sheet, len(rows))
    for name, side, share in rows:
        middle = sheet.y + ROW / 2
        ink = COLOURS.get(side, OTHER)
        if dots:
            sheet.box(along(share.share) - 4, middle - 4, 8, 8, ink)
        else:
            sheet.box(along(0), middle - 6, along(share.share) - along(0), 12, ink)
        sheet.line(along(share.low), middle, along(share.high), middle, INK, 1.5)
        for end in (share.low, share.high):
            sheet.line(along(end), middle - 4, along(end), middle + 4, INK, 1.5)
        sheet.text(LEFT - 8, middle + 4, name, 12, INK, "end")
        told = f"{100 * share.share:.1f} %"
        sheet.text(WIDTH - RIGHT + 12, middle + 4, f"{told} ({share.games:,})", 12, PALE)
        sheet.y += ROW
    sheet.y += 24


def rounds(sheet: Sheet, histogram: Mapping[int, int]) -> None:
    """How many games took so many rounds; the longest ones together."""
    shortest = min(histogram)
    longest = min(max(histogram), shortest + MOST_BARS)
    counts = {n: histogram.get(n, 0) for n in range(shortest, longest + 1)}
    beyond = sum(count for n, count in histogram.items() if n > longest)
    counts[longest] += beyond
    step = (WIDTH - 2 * MARGIN) / len(counts)
    most = max(counts.values())
    labelled = max(1, -(-len(counts) * 24 // int(WIDTH - 2 * MARGIN)))
    for index, (number, count) in enumerate(counts.items()):
        x, tall = MARGIN + index * step, BARS * count / most
        sheet.box(x + 1, sheet.y + BARS - tall + 16, min(step, 60) - 2, tall, OTHER)
        if index % labelled == 0:
            word = f"{number}+" if beyond and number == longest else f"{number}"
            sheet.text(x + min(step, 60) / 2, sheet.y + BARS + 31, word, 11, PALE, "middle")
    sheet.text(MARGIN, sheet.y + 10, f"most: {most:,} games", 11, PALE)
    sheet.y += BARS + 36


def most_used(report: Report) -> list[Used]:
    """What was used in most games, as far as there is room."""
    ranked = sorted(report.uses, key=lambda use: (-use.games, use.kind, use.name, use.side))
    kept = {id(use) for use in ranked[:MOST_USES]}
    return [use for use in report.uses if id(use) in kept]


def label(use: Used, sides: int) -> str:
    """What a line on something used is called."""
    by = f" ({use.side})" if sides > 1 else ""
    return f"{use.kind} {use.name}{by}, {use.per_game:.2f} a game"


def drawn(report: Report, histogram: Mapping[int, int], title: str, what: str) -> str:
    """The report as an SVG document.

    Args:
        report: what is drawn.
        histogram: how many games took so many rounds.
        title: of the game.
        what: was played, in a line.
    """
    sheet = Sheet()
    sheet.y += 14
    sheet.text(MARGIN, sheet.y, title, 20)
    who = ", ".join(f"{side} {kind}" for side, kind in report.players.items())
    told = f"{report.games:,} games of seed {report.seed}; {who}"
    for line in (*wrap(what, (WIDTH - 2 * MARGIN) / SMALL), told):
        sheet.y += 18
        sheet.text(MARGIN, sheet.y, line, SMALL, PALE)
    sheet.heading("Games won (lines: 95 % interval)")
    shares(sheet, [(side, side, share) for side, share in report.won.items()], dots=False)
    sheet.heading("What decided them")
    shares(sheet, [(why, "", share) for why, share in report.decided.items()], dots=False)
    sheet.heading("Rounds")
    rounds(sheet, histogram)
    used = most_used(report)
    if used:
        sheet.heading("Games won of those in which a side used it")
        sides = len(report.players)
        shares(sheet, [(label(use, sides), use.side, use.won) for use in used], dots=True)
    return sheet.document(f"{title}: {what}")
