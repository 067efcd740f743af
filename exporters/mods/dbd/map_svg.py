"""Pictures for people: the map as an SVG drawing, from the same layout as the mod's table."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from exporters.mods.dbd import layout
from exporters.mods.dbd.lines import CATEGORY_COLOUR, arrows, ragged
from exporters.mods.words import Language, Names, heading, named, space_name, spoken
from exporters.xmltext import escape
from rules.dbd.board import CATEGORIES, Board, Category, Colour, Path
from rules.dbd.state import COLOUR

INK: dict[Colour, str] = {
    "red": "#e04f45",
    "green": "#3fae5a",
    "blue": "#4a90e2",
    "yellow": "#e8c53a",
}
# Told apart without colours too: a dash pattern a colour, in inches.
DASHES: dict[Colour, str] = {
    "red": "0.55 0.18",
    "green": "",
    "blue": "0.08 0.2",
    "yellow": "0.8 0.15 0.08 0.15",
}
COLOURS: dict[str, Colour] = {each: each for each in INK}
PIXELS = 40  # an inch
FONT = "'Noto Sans','Noto Sans CJK SC','WenQuanYi Zen Hei','Microsoft YaHei',sans-serif"


def draw_board(board: Board, names: Names, language: str = "en") -> str:
    """The map as an SVG document: spaces, paths with arrows and walls, start numbers, prop slots.

    Raises:
        ValueError: no such language.
        LayoutError: see `layout.plan`.
    """
    words = spoken(language)
    plan = layout.plan(board)
    box = plan.board
    legend = 2.6
    left, top = box.x - box.width / 2, -(box.z + box.depth / 2)
    size = (box.width * PIXELS, (box.depth + legend) * PIXELS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.0f}" height="{size[1]:.0f}" '
        f'viewBox="{left:.2f} {top:.2f} {box.width:.2f} {box.depth + legend:.2f}" '
        f"font-family={quoteattr(FONT)}>",
        f"<title>{escape(named(board, words))}</title>",
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{box.width:.2f}" '
        f'height="{box.depth + legend:.2f}" fill="#1d1f24"/>',
    ]
    for path in board.paths:
        parts += _path(path, plan.curves[path.id])
    for space in board.spaces:
        at = plan.spaces[space.id]
        parts += _space(at, space_name(board, space.id, words), space.start)
    for slot in board.slots:
        parts.append(
            _slot(plan.slots[slot.prop], slot.category, heading(names.name(slot.category, words)))
        )
    for path in board.paths:
        if path.wall:
            parts += _wall(plan.middles[path.id])
    parts += _legend(left + 0.6, top + box.depth + 0.2, names, words)
    return "\n".join([*parts, "</svg>", ""])


def _path(path: Path, curve: Sequence[layout.Point]) -> list[str]:
    ink = INK[path.colour]
    shown = curve[:-2] if path.colour == "yellow" else curve
    pattern = DASHES[path.colour]
    dash = f' stroke-dasharray="{pattern}"' if pattern else ""
    drawn = [
        f'<polyline points="{_points(shown)}" fill="none" stroke="{ink}" stroke-width="0.14" '
        f'stroke-linecap="round"{dash}><title>{escape(path.id)}</title></polyline>'
    ]
    if path.colour == "yellow":
        drawn += [f'<polygon points="{_points(head)}" fill="{ink}"/>' for head in arrows(curve)]
    return drawn


def _points(points: Sequence[layout.Point]) -> str:
    return " ".join(f"{p.x:.2f},{-p.z:.2f}" for p in points)


def _space(at: layout.Box, name: str, start: int | None) -> list[str]:
    left, top = at.x - at.width / 2, -at.z - at.depth / 2
    drawn = [
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{at.width}" height="{at.depth}" rx="0.25" '
        'fill="#33373f" stroke="#c9ced8" stroke-width="0.06"/>',
        f'<text x="{left + 0.2:.2f}" y="{top + 0.5:.2f}" font-size="0.42" fill="#ffffff">'
        f"{escape(name)}</text>",
    ]
    if start is not None:
        x, y = left + at.width - 0.42, top + at.depth - 0.42
        drawn += [
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.3" fill="#f2f2f2"/>',
            f'<text x="{x:.2f}" y="{y + 0.15:.2f}" font-size="0.42" fill="#1d1f24" '
            f'text-anchor="middle" font-weight="bold">{start}</text>',
        ]
    return drawn


def _slot(slot: layout.Slot, category: Category, name: str) -> str:
    half = slot.size / 2
    x, y = slot.at.x, -slot.at.z
    ink = INK[CATEGORY_COLOUR[category]]
    letter = name[0]
    return (
        f'<rect x="{x - half:.2f}" y="{y - half:.2f}" width="{slot.size:.2f}" '
        f'height="{slot.size:.2f}" rx="0.08" fill="{ink}" fill-opacity="0.85">'
        f"<title>{escape(name)}</title></rect>"
        f'<text x="{x:.2f}" y="{y + half * 0.45:.2f}" font-size="{slot.size * 0.62:.2f}" '
        f'text-anchor="middle" fill="#1d1f24">{escape(letter)}</text>'
    )


def _wall(at: layout.Box) -> list[str]:
    """A ragged frame with bricks, over the middle of the path."""
    bricks = [
        f'<path d="M{at.x - 0.4:.2f} {-at.z + y:.2f}h0.8" stroke="#1d1f24" stroke-width="0.05"/>'
        for y in (-0.16, 0.16)
    ]
    return [
        f'<polygon points="{_points(ragged(at))}" fill="#9a6a45" stroke="#f0d9b5" '
        'stroke-width="0.05"/>',
        *bricks,
    ]


def _legend(x: float, y: float, names: Names, language: Language) -> list[str]:
    drawn = []
    for number, category in enumerate(CATEGORIES):
        at = x + number * 4.6
        drawn += [
            f'<rect x="{at:.2f}" y="{y + 0.2:.2f}" width="0.5" height="0.5" rx="0.08" '
            f'fill="{INK[CATEGORY_COLOUR[category]]}"/>',
            f'<text x="{at + 0.7:.2f}" y="{y + 0.62:.2f}" font-size="0.42" fill="#ffffff">'
            f"{escape(heading(names.name(category, language)))}</text>",
        ]
    for number, (card, colour) in enumerate(COLOUR.items()):
        at = x + number * 4.6
        told = f"{names.name(card, language)} ({names.name(colour, language)})"
        end = layout.Point(at + 1.2, -y - 1.5)
        line = [layout.Point(at + n * 0.3, -y - 1.5) for n in range(5)]
        drawn += _path(Path(card, "", "", COLOURS[colour]), line)[: 2 if colour == "yellow" else 1]
        drawn.append(
            f'<text x="{end.x + 0.25:.2f}" y="{y + 1.65:.2f}" font-size="0.42" fill="#ffffff">'
            f"{escape(told)}</text>"
        )
    return drawn
