"""What is drawn on an *Invader* table: walls and openings of the tiles, frames of the places."""

from __future__ import annotations

from collections.abc import Iterator

from exporters.edit import builders as build
from exporters.mods.dbd.layout import BOARD_TOP, SURFACE, Box, Point
from exporters.mods.invader import layout
from exporters.mods.invader.layout import Areas, Plan
from rules.invader.board import STEP, Board, Cell, Direction

HEIGHT = BOARD_TOP + 0.02
TABLE_HEIGHT = SURFACE + 0.02
WALL: build.Vector = (0.86, 0.88, 0.92)
FLOOR: build.Vector = (0.36, 0.38, 0.42)
AIRLOCK: build.Vector = (0.95, 0.75, 0.15)
DOOR: build.Vector = (0.45, 0.7, 0.95)
FRAME: build.Vector = (0.6, 0.62, 0.66)
THICK, THIN = 0.14, 0.04
OPENING = 1.6  # width of a doorway


def vector_lines(board: Board, plan: Plan, areas: Areas) -> list[build.Json]:
    """The lines of a table, in the form of a save's `VectorLines`."""
    at = {(cell.x, cell.y): cell for cell in plan.cells.values()}
    drawn: list[build.Json] = []
    for cell in plan.cells.values():
        for side, (dx, dy) in STEP.items():
            other = at.get((cell.x + dx, cell.y + dy))
            if other is None or side in ("E", "S"):
                drawn += border(board, plan, cell, other, side)  # type: ignore[arg-type]
    drawn += slanted(board, plan)
    drawn += [frame(box, HEIGHT, DOOR) for box in plan.links.values()]
    return [*drawn, *(frame(box, TABLE_HEIGHT, FRAME) for box in areas.zones.values())]


def border(
    board: Board, plan: Plan, cell: Cell, other: Cell | None, side: Direction
) -> Iterator[build.Json]:
    """One side of a cell: a wall, a wall with an opening or an airlock, or a line on the floor."""
    start, end = edge(plan.floors[cell.id], side)
    if other is None:
        yield stroke(start, end, FLOOR if cell.kind == "exterior" else WALL, cell.kind != "room")
        return
    if board.zone_of[cell.id] == board.zone_of[other.id]:
        return
    link = board.links.get(":".join(sorted((cell.id, other.id))))
    kind = "wall" if link is None else link.kind
    if kind == "line":
        yield stroke(start, end, FLOOR, thin=True)
    elif kind == "wall":
        yield stroke(start, end, WALL)
    else:
        part = (layout.CELL - OPENING) / 2 / layout.CELL
        yield stroke(start, between(start, end, part), WALL)
        yield stroke(between(start, end, 1 - part), end, WALL)
        if kind == "airlock":
            yield stroke(between(start, end, part), between(start, end, 1 - part), AIRLOCK)


def slanted(board: Board, plan: Plan) -> Iterator[build.Json]:
    """Openings between cells that touch at a corner alone: a stroke across it."""
    for link in board.links.values():
        a, b = plan.cells[link.a], plan.cells[link.b]
        if abs(a.x - b.x) == 1 and abs(a.y - b.y) == 1 and link.kind != "wall":
            here, there = plan.floors[a.id], plan.floors[b.id]
            ends = Point(here.x, here.z), Point(there.x, there.z)
            yield stroke(between(*ends, 0.35), between(*ends, 0.65), DOOR)


def edge(box: Box, side: Direction) -> tuple[Point, Point]:
    """The ends of a side of a box."""
    south_west, south_east, north_east, north_west = box.corners
    return {
        "N": (north_west, north_east),
        "E": (north_east, south_east),
        "S": (south_west, south_east),
        "W": (north_west, south_west),
    }[side]


def between(start: Point, end: Point, t: float) -> Point:
    """The point a share of the way from one to the other."""
    return Point(start.x + (end.x - start.x) * t, start.z + (end.z - start.z) * t)


def stroke(start: Point, end: Point, ink: build.Vector, thin: bool = False) -> build.Json:
    """A straight line on the board."""
    points = [(round(p.x, 4), HEIGHT, round(p.z, 4)) for p in (start, end)]
    return build.line(points, ink, THIN if thin else THICK)


def frame(box: Box, height: float, ink: build.Vector) -> build.Json:
    """The outline of a box."""
    points = [(round(p.x, 4), height, round(p.z, 4)) for p in box.corners]
    return build.line(points, ink, THIN, loop=True)
