"""The table from above as SVG, for authors whole, for a seat as it sees it. No I/O here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from exporters.drawing import svg
from exporters.drawing.palette import as_hex
from exporters.drawing.svg import Markup
from exporters.drawing.text_fit import width as width_of
from tts_bridge.headless.model.kinds import rows_of
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Tint, number

UNIT = 24.0  # pixels
_ZONES = {"Hand": "#2f6fb5", "Scripting": "#8a8a8a", "Layout": "#3b8f5a", "FogOfWar": "#6b4f8a"}
_MARGIN, _NARROWEST, _TALL = 2.0, 16.0, 3.0
_SMALLEST, _LARGEST = 7.0, 15.0  # font, in pixels


class Drawn(NamedTuple):
    """A drawing and its size, in pixels."""

    svg: svg.Markup
    width: float
    height: float


def picture(table: Core) -> str:
    """An SVG document: zones dashed, pieces in their colours from low to high, each with its name,
    or its GUID when it has none. North is where z grows."""
    return document(drawn(table))


def document(drawing: Drawn) -> str:
    """The SVG document of a drawing."""
    return svg.document((0, 0, round(drawing.width), round(drawing.height)), drawing.svg)


def drawn(table: Core, seat: str = "") -> Drawn:
    """The table; for a seat without what nobody sees in the game (zones, GUIDs) and without the
    names of what lies face down to it or is in another hand."""
    pieces = [p for p in table.objects if not (seat and p.is_zone and p.kind != "Hand")]
    left, right = _range([p.position.x for p in pieces], [_reach(p) for p in pieces])
    low, high = _range([p.position.z for p in pieces], [_reach(p) for p in pieces])
    hidden = {p.id for p in pieces if seat and (p.is_face_down or p.hand not in ("", seat))}
    width, height = (right - left) * UNIT, (high - low) * UNIT
    out = [svg.rect(0, 0, round(width), round(height), "#2e4034")]
    order = sorted(pieces, key=lambda p: (not p.is_zone, p.position.y, p.id))
    boards = [p for p in order if p.is_zone or _is_board(p)]
    for piece in [*boards, None, *(p for p in order if p not in boards)]:
        if piece is None:  # lines lie on the boards and below all else
            out += _lines(table.data.get("VectorLines"), left, high)
            continue
        x, y = (piece.position.x - left) * UNIT, (high - piece.position.z) * UNIT
        if piece.kind != "3D Text":
            out.append(
                _zone(piece, x, y) if piece.is_zone else _thing(piece, x, y, piece.id in hidden)
            )
    named = [p for p in order if p.id not in hidden and not (seat and not _name(p))]
    out += _labels(named, left, high)
    return Drawn(svg.join(out, "\n"), width, height)


def _is_board(piece: Piece) -> bool:
    return not piece.is_zone and _reach(piece) > _TALL * 3


def _lines(lines: object, left: float, high: float) -> Iterator[Markup]:
    """What was drawn on the table, or by a script."""
    for line in rows_of(lines):
        points = [_point(each, left, high) for each in rows_of(line.get("points3"))]
        ink = line.get("color")
        ink = ink if isinstance(ink, dict) else {}
        yield svg.element(
            "polygon" if line.get("loop") else "polyline",
            points=svg.points(value for point in points for value in point),
            fill="none",
            stroke=hex_of(Tint(*(number(ink.get(part), 1.0) for part in "rgb"))),
            stroke_width=max(1.5, number(line.get("thickness"), 0.1) * UNIT),
            stroke_linecap="round",
        )


def _point(point: dict[str, Any], left: float, high: float) -> tuple[float, float]:
    x, z = number(point.get("x")), number(point.get("z"))
    return (x - left) * UNIT, (high - z) * UNIT


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


def _rectangle(piece: Piece, x: float, y: float, fill: str, **style: svg.Value) -> Markup:
    width, depth = piece.size.x * UNIT, piece.size.z * UNIT
    rounded = min(width, depth) * (0.5 if piece.kind in ("Chip", "Coin", "Figurine") else 0.08)
    return svg.element(
        "rect",
        svg.title(f"{piece.nickname or piece.kind} {piece.guid}"),
        x=-width / 2,
        y=-depth / 2,
        width=width,
        height=depth,
        rx=rounded,
        transform=f"{svg.translate(x, y)} rotate({svg.number(piece.rotation.y)})",
        fill=fill,
        **style,
    )


def _zone(piece: Piece, x: float, y: float) -> Markup:
    color = _ZONES.get(piece.kind, "#8a8a8a")
    return _rectangle(piece, x, y, color, fill_opacity=0.12, stroke=color, stroke_dasharray="6 4")


def _thing(piece: Piece, x: float, y: float, hidden: bool) -> Markup:
    color = hex_of(piece.tint)
    if piece.is_face_down or hidden:
        color = "#555b66"
    edge = "#ffd54a" if piece.held_by else "#111"
    opacity = 0.35 if _is_board(piece) else 0.92  # boards let through what is below
    return _rectangle(piece, x, y, color, fill_opacity=opacity, stroke=edge)


def hex_of(tint: Tint) -> str:
    """A colour as `#rrggbb`."""
    return as_hex((tint[0], tint[1], tint[2]))


_LONGEST = 200
"""Characters of a name that are looked at: none is so small that more would fit."""


def _labels(pieces: list[Piece], left: float, high: float) -> list[Markup]:
    """Names, shortened to what fits the piece; where two would lie on one another, the upper."""
    taken: list[tuple[float, float, float, float]] = []
    out = []
    for piece in sorted(pieces, key=lambda p: (p.is_zone, -p.position.y, p.id)):
        if piece.is_zone and not piece.nickname and piece.kind != "Hand":
            continue
        name = (_name(piece) or piece.guid)[:_LONGEST]
        room = (8.0 if piece.kind == "3D Text" else max(piece.size.x, 2.4)) * UNIT
        size = max(_SMALLEST, min(_LARGEST, room / max(1.0, width_of(name)) * 0.95))
        while len(name) > 1 and width_of(name) * size > room * 1.25:
            name = name.rstrip("…")[:-1].rstrip() + "…"
        x, y = (piece.position.x - left) * UNIT, (high - piece.position.z) * UNIT
        half = width_of(name) * size / 2
        box = (x - half, y - size / 2, x + half, y + size / 2)
        if any(_overlap(box, other) for other in taken):
            continue
        taken.append(box)
        out.append(
            svg.text(
                x, y + size * 0.35, size, name, "#fff", stroke="#000", stroke_width=2.5,
                paint_order="stroke",
            )
        )  # fmt: skip
    return out


def _name(piece: Piece) -> str:
    """What is written on it or over it."""
    if piece.kind == "3D Text":
        name = str(piece.value)
    else:
        name = piece.text("FogColor") if piece.kind == "Hand" else piece.nickname
    return " ".join(name.split())


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
