"""What is drawn on the board: paths, arrows, walls, spaces, slots."""

from __future__ import annotations

import math
from collections.abc import Sequence

from exporters.edit import builders as build
from exporters.mods.dbd import layout
from exporters.mods.dbd.layout import Areas, Box, Plan, Point
from rules.dbd.board import Board, Category, Colour, Path

HEIGHT = layout.BOARD_TOP + 0.02
TABLE_HEIGHT = layout.SURFACE + 0.02
INK: dict[Colour, build.Vector] = {
    "red": (0.88, 0.24, 0.2),
    "green": (0.2, 0.7, 0.3),
    "blue": (0.25, 0.55, 0.95),
    "yellow": (0.93, 0.8, 0.15),
}
CATEGORY_COLOUR: dict[Category, Colour] = {
    "objective": "yellow",
    "boldness": "red",
    "survival": "blue",
    "altruism": "green",
}
FRAME: build.Vector = (0.8, 0.82, 0.86)
RAGGED: build.Vector = (0.75, 0.5, 0.3)
WIDTH, THIN = 0.14, 0.05


def vector_lines(board: Board, plan: Plan, areas: Areas) -> list[build.Json]:
    """The lines of a table, in the form of a save's `VectorLines`."""
    drawn = [_frame(box, HEIGHT, FRAME) for box in plan.spaces.values()]
    drawn += [_frame(box, TABLE_HEIGHT, FRAME) for box in areas.zones.values()]
    for slot in board.slots:
        at = plan.slots[slot.prop]
        box = Box(at.at.x, at.at.z, at.size * 1.15, at.size * 1.15)
        drawn.append(_frame(box, HEIGHT, INK[CATEGORY_COLOUR[slot.category]]))
    for path in board.paths:
        drawn += _path(path, plan.curves[path.id])
        if path.wall:
            points = ragged(plan.middles[path.id])
            drawn.append(build.line(_raised(points, HEIGHT), RAGGED, THIN, loop=True))
    return drawn


def ragged(box: Box, teeth: int = 5) -> list[Point]:
    """The ragged frame of a path with a wall."""
    found = []
    corners = box.corners
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for n in range(teeth):
            t, out = n / teeth, 1.0 if n % 2 == 0 else 0.78
            x, z = start.x + (end.x - start.x) * t, start.z + (end.z - start.z) * t
            found.append(Point(box.x + (x - box.x) * out, box.z + (z - box.z) * out))
    return found


def arrow(start: Point, tip: Point, length: float = 0.42) -> tuple[Point, Point, Point]:
    """An arrow head at `tip`, seen from `start`: one barb, the tip, the other barb."""
    angle = math.atan2(tip.z - start.z, tip.x - start.x)
    barbs = [
        Point(tip.x - length * math.cos(angle + s), tip.z - length * math.sin(angle + s))
        for s in (-0.45, 0.45)
    ]
    return barbs[0], tip, barbs[1]


def arrows(curve: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    """The arrow heads of a one-way path: halfway and at its end."""
    middle = len(curve) // 2
    halfway = (curve[max(0, middle - 1)], curve[min(len(curve) - 1, middle + 1)])
    return [arrow(*halfway), arrow(curve[max(0, len(curve) - 3)], curve[-1])]


def _path(path: Path, curve: Sequence[Point]) -> list[build.Json]:
    ink = INK[path.colour]
    # A path with a wall is dashed: it is not there for everybody.
    dashes = [curve[n : n + 3] for n in range(0, len(curve) - 1, 4)]
    pieces = dashes if path.wall else [[*curve[:-1:4], curve[-1]]]
    drawn = [build.line(_raised(p, HEIGHT), ink, WIDTH) for p in pieces if len(p) > 1]
    if path.colour == "yellow":
        drawn += [build.line(_raised(head, HEIGHT), ink, WIDTH) for head in arrows(curve)]
    return drawn


def _frame(box: Box, height: float, ink: build.Vector) -> build.Json:
    return build.line(_raised(box.corners, height), ink, THIN, loop=True)


def _raised(points: Sequence[Point], height: float) -> list[build.Vector]:
    return [(round(p.x, 4), height, round(p.z, 4)) for p in points]
