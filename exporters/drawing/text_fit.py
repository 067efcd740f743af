"""Text set into a box: broken into lines in English and Chinese, shrunk until it fits.

No font is measured: widths are those of a wide sans serif, so what fits here fits anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from msgspec import Struct

NO_START = frozenset("，。；：、！？）》」』】,.;:!?)%·")
"""What must not begin a line."""
NO_END = frozenset("（《「『【(")
"""What must not end one."""
NARROW, WIDE = frozenset("ijlI.,:;'|!()[] ftr-·"), frozenset("mwMWQOGD@%&")
ORPHAN = 3.0
"""A last line narrower than this is not left alone."""
BOLD = 1.15
"""How much wider bold letters are."""
LEADING = 1.3
"""Height of a line for one of its letters."""


class Fitted(Struct, frozen=True):
    """Lines, and the size at which they fit."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """Of all the lines."""
        return self.size * LEADING * len(self.lines)


def width(text: str) -> float:
    """How wide a text is, in its own size."""
    return sum(
        1.0
        if unicodedata.east_asian_width(c) in "WF"
        else 0.36
        if c in NARROW
        else 0.92
        if c in WIDE
        else 0.7
        if c.isupper()
        else 0.58
        for c in text
    )


def parts(text: str) -> Iterator[str]:
    """The pieces between which a line may be broken: words, and every Chinese character."""
    for word in re.findall(r"\S+\s*", text):
        piece = ""
        for c in word:
            wide = unicodedata.east_asian_width(c) in "WF"
            breaks = wide or (piece and unicodedata.east_asian_width(piece[-1]) in "WF")
            kept = (
                c in NO_START
                or c == " "
                or (piece and (piece[-1] in NO_END or piece[-1].isdigit()))
            )
            if piece and breaks and not kept:
                yield piece
                piece = ""
            piece += c
        yield piece


def wrap(text: str, room: float) -> tuple[str, ...]:
    """The lines of a text where each has room for `room` times its size; a long word stands out."""
    return tuple(line for each in text.split("\n") for line in _paragraph(each, room))


def _paragraph(text: str, room: float) -> list[str]:
    """As many lines as it takes, narrower ones where little would be left for the last."""
    lines = _greedy(text, room)
    for share in (0.95, 0.9, 0.85, 0.8):
        if len(lines) == 1 or width(lines[-1]) >= ORPHAN:
            break
        narrower = _greedy(text, room * share)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _greedy(text: str, room: float) -> list[str]:
    lines: list[str] = []
    line = ""
    for part in parts(text):
        if line and width((line + part).rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += part
    return [*lines, line.rstrip()]


def fit(text: str, box: tuple[float, float], sizes: Sequence[float]) -> Fitted:
    """The largest of the sizes (largest first) at which a text has room; the last one at worst."""
    across, down = box
    for size in sizes:
        lines = wrap(text, across / size)
        fitted = Fitted(size, lines)
        if fitted.height <= down and all(width(line) * size <= across for line in lines):
            return fitted
    return Fitted(sizes[-1], wrap(text, across / sizes[-1]))
