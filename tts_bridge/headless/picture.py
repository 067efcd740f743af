"""The table from above as SVG, so that a failing test can be looked at. No I/O here."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tts_bridge.headless.piece import Piece
from tts_bridge.headless.space import Tint

if TYPE_CHECKING:
    from tts_bridge.headless.table import Table

_UNIT = 24.0  # pixels
_FONTS = "'Noto Sans','Noto Sans CJK SC','Microsoft YaHei','PingFang SC',Arial,sans-serif"
_ZONES = {"Hand": "#2f6fb5", "Scripting": "#8a8a8a", "Layout": "#3b8f5a", "FogOfWar": "#6b4f8a"}
_MARGIN, _NARROWEST, _TALL = 2.0, 16.0, 3.0
_SMALLEST, _LARGEST = 7.0, 15.0  # font, in pixels


def picture(table: Table) -> str:
    """An SVG document: zones dashed, pieces in their colours from low to high, each with its name,
    or its GUID when it has none. North is where z grows."""
    pieces = list(table.objects)
    left, right = _range([p.position.x for p in pieces], [_reach(p) for p in pieces])
    low, high = _range([p.position.z for p in pieces], [_reach(p) for p in pieces])
    width, height = (right - left) * _UNIT, (high - low) * _UNIT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{_FONTS}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#2e4034"/>',
    ]
    order = sorted(pieces, key=lambda p: (not p.is_zone, p.position.y, p.id))
    for piece in order:
        x, y = (piece.position.x - left) * _UNIT, (high - piece.position.z) * _UNIT
        out.append(_zone(piece, x, y) if piece.is_zone else _thing(piece, x, y))
    out += _labels(order, left, high)
    return "\n".join([*out, "</svg>"]) + "\n"


def _reach(piece: Piece) -> float:
    return max(piece.size.x, piece.size.z) / 2


def _range(middles: list[float], reaches: list[float]) -> tuple[float, float]:
    """From the least to the most that is to be seen; a few that lie far off are cut away."""
    edges = sorted(m for m in middles if abs(m) < 1000) or [0.0]
    least, most = edges[0], edges[-1]
    pairs = [(m, r) for m, r in zip(middles, reaches, strict=True) if least <= m <= most]
    least = min([least, *(m - r for m, r in pairs)]) - _MARGIN
    most = max([most, *(m + r for m, r in pairs)]) + _MARGIN
    spare = max(0.0, _NARROWEST - (most - least)) / 2
    return least - spare, most + spare


def _rectangle(piece: Piece, x: float, y: float, style: str) -> str:
    width, depth = piece.size.x * _UNIT, piece.size.z * _UNIT
    rounded = min(width, depth) * (0.5 if piece.kind in ("Chip", "Coin", "Figurine") else 0.08)
    title = escape(f"{piece.nickname or piece.kind} {piece.guid}")
    return (
        f'<rect x="{-width / 2:.1f}" y="{-depth / 2:.1f}" width="{width:.1f}" '
        f'height="{depth:.1f}" rx="{rounded:.1f}" '
        f'transform="translate({x:.1f} {y:.1f}) rotate({piece.rotation.y:.1f})" {style}>'
        f"<title>{title}</title></rect>"
    )


def _zone(piece: Piece, x: float, y: float) -> str:
    color = _ZONES.get(piece.kind, "#8a8a8a")
    style = f'fill="{color}" fill-opacity="0.12" stroke="{color}" stroke-dasharray="6 4"'
    return _rectangle(piece, x, y, style)


def _thing(piece: Piece, x: float, y: float) -> str:
    color = _hex(piece.tint)
    if piece.is_face_down:
        color = "#555b66"
    edge = "#ffd54a" if piece.held_by else "#111"
    opacity = 0.35 if _reach(piece) > _TALL * 3 else 0.92  # boards let through what is below
    return _rectangle(piece, x, y, f'fill="{color}" fill-opacity="{opacity}" stroke="{edge}"')


def _hex(tint: Tint) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, c)) * 255):02x}" for c in tint[:3])


def _labels(pieces: list[Piece], left: float, high: float) -> list[str]:
    """Names, shortened to what fits the piece; where two would lie on one another, the upper."""
    taken: list[tuple[float, float, float, float]] = []
    out = []
    for piece in sorted(pieces, key=lambda p: (p.is_zone, -p.position.y, p.id)):
        if piece.is_zone and not piece.nickname and piece.kind != "Hand":
            continue
        name = piece.text("FogColor") if piece.kind == "Hand" else piece.nickname
        name = " ".join((name or piece.guid).split())
        room = max(piece.size.x, 2.4) * _UNIT
        size = max(_SMALLEST, min(_LARGEST, room / max(1.0, _width(name)) * 0.95))
        while len(name) > 1 and _width(name) * size > room * 1.25:
            name = name.rstrip("…")[:-1].rstrip() + "…"
        x, y = (piece.position.x - left) * _UNIT, (high - piece.position.z) * _UNIT
        half = _width(name) * size / 2
        box = (x - half, y - size / 2, x + half, y + size / 2)
        if any(_overlap(box, other) for other in taken):
            continue
        taken.append(box)
        out.append(
            f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:.1f}" fill="#fff" '
            f'stroke="#000" stroke-width="2.5" paint-order="stroke" text-anchor="middle">'
            f"{escape(name)}</text>"
        )
    return out


def _width(text: str) -> float:
    """Of a text, in units of its size: letters of East Asia are twice as wide."""
    return sum(1.0 if ord(c) >= 0x1100 else 0.56 for c in text)


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
