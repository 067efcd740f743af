"""The colours of every drawing, as `#rrggbb`: page, film, terminal, mods and pictures. No I/O here.

A figure has the colour of its seat at the table, wherever it is drawn: the first one of a game
that of the first seat, and so on; the Killer that of the Killer's.
"""

from __future__ import annotations

from exporters.edit.builders import SEAT_COLORS, Vector

SEATS = ("White", "Red", "Green", "Blue", "Yellow", "Purple")
"""Player colours in the order of the seats."""
KILLER_SEAT = "Purple"
KILLER = "killer"
"""The tone of the Killer; those of the others are `seat-1`, `seat-2` …"""
DARK, PALE = "#16181d", "#ffffff"
"""What is written in on a bright colour, and on a deep one."""


def as_hex(colour: Vector) -> str:
    """A colour whose parts are 0 to 1."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in colour)


def seat_tone(index: int) -> str:
    """The tone of a figure by its place among the figures of its game, from 0."""
    return f"seat-{index % len(SEATS) + 1}"


FIGURES: dict[str, str] = {
    **{seat_tone(index): as_hex(SEAT_COLORS[seat]) for index, seat in enumerate(SEATS)},
    KILLER: as_hex(SEAT_COLORS[KILLER_SEAT]),
}
"""The colours of figures, by their tone."""
TONES: dict[str, str] = {
    "red": "#ff6b5e",
    "green": "#57c878",
    "blue": "#6aa9f7",
    "yellow": "#f2cf4a",
    "orange": "#ffb45e",
    "brown": "#c48b5c",
    "violet": "#c39bff",
    "plain": "#b3bac8",
}
"""The colours of paths, props and tokens on a dark ground, by their tone."""


THEME: dict[str, str] = {
    "back": "#14161b",
    "sheet": "#1d2027",
    "space": "#2b303a",
    "space-line": "#98a1b3",
    "ink": "#eef1f6",
    "quiet": "#b3bac8",
    "paper": "#f3efe4",
    "dark": DARK,
    "edge": "#14161b",
    "accent": "#8fd3b6",
    "bad": "#ff9c8f",
    "warn": "#f0c869",
}
"""What else a board is drawn with on a dark ground, by the names of the page's style sheet."""


def mixed(colour: str, share: float, ground: str) -> str:
    """A colour laid over another one, with a share from 0 to 1."""
    pairs = [(int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1 (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """What can be read best on a colour: `DARK` or `PALE`."""
    return max((DARK, PALE), key=lambda ink: contrast(ink, colour))
