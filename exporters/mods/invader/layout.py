"""Where everything lies on an *Invader* table: cells, links, dashboards, supplies. In inches.

x grows to the east, z to the north; a mission's y grows to the south. All sizes stand here, and
so do the rows of a cell, which the referee keeps to as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from exporters.mods.dbd.layout import Box, Point, around, column
from rules.invader.board import Cell, Link, tile_cells
from rules.invader.missions import Mission
from rules.invader.state import LEVELS

CELL = 4.6  # from one cell to the next
ZONE = 3.8  # side of a cell's scripting zone; what is left between them holds the links'
LINK = (1.5, 0.7)  # along and across the border
MAP_MARGIN = 0.8

ROWS = 8
"""A cell from back to front: markers, Noise, three lines of Workers, Hunters, Tanks, figures."""
MARKERS, NOISE, WORKERS, HUNTERS, TANKS, FIGURES = 0, 1, 2, 5, 6, 7
WORKER_LINES = 3
XENO_WIDTH, FIGURE_WIDTH, MARKER_WIDTH, NOISE_WIDTH = 0.4, 0.32, 0.7, 0.4

CARD_SCALE = 0.6
CARD_WIDTH = 1.35
GAP = 0.4
SIDE = 1.5
DASHBOARD = 9.2  # width of a dashboard
PER_ROW = 3  # dashboards in a row
DASHBOARD_ROWS: tuple[tuple[float, tuple[tuple[str, float], ...]], ...] = (
    (2.2, (("slot/{}/hand", 3.2), ("slot/{}/body", 3.2), ("slot/{}/token", 2.0))),
    (2.2, (("slot/{}/pack", 7.6), ("beside/{}", 1.2))),
    (2.2, (("found/{}", 5.4), ("wounds/{}", 3.4))),
    (0.9, tuple((f"danger/{{}}/{level}", 1.9) for level in LEVELS)),
    (0.9, (("skills/{}", 9.2),)),
)
"""A dashboard from north to south: the depth of a row, and its zones with their widths."""
CARDS = tuple(
    (f"{kind}/{what}", 2.4, 2.4)
    for what, kinds in (
        ("equipment", ("deck", "discard")),
        ("prototype", ("deck",)),
        ("oxygen", ("deck",)),
        ("xeno", ("deck", "discard")),
    )
    for kind in kinds
)
FIGURE_SUPPLIES = (
    ("supply/worker", 5.0, 4.2),
    ("supply/hunter", 5.0, 2.2),
    ("supply/tank", 5.0, 2.4),
    ("supply/spoiler-abomination", 5.0, 1.6),
    ("out", 5.0, 2.6),
)
TOKEN_SUPPLIES = (
    ("supply/noise", 5.0, 2.4),
    ("supply/mold", 5.0, 2.6),
    ("supply/wound", 5.0, 1.6),
    ("supply/door", 5.0, 1.8),
    ("supply/wreck", 5.0, 1.2),
    ("supply/activation", 5.0, 1.2),
    ("supply/remote", 5.0, 1.2),
    ("taken", 5.0, 2.4),
)
SUPPLY_WIDTH = 0.6
DICE = 6


class Plan(Struct, frozen=True):
    """The map on the board."""

    board: Box
    cells: dict[str, Cell]
    floors: dict[str, Box]
    """The whole of each cell."""
    zones: dict[str, Box]
    """The scripting zone of each cell."""
    links: dict[str, Box]
    """Where a door lies on each link that can hold one."""


class Areas(Struct, frozen=True):
    """The places around the board; `zones` by the id of docs/agent.md."""

    zones: dict[str, Box]
    counters: dict[str, Point]
    """Experience, by Survivor."""
    names: dict[str, Point]
    """Where a Survivor's name stands."""
    dice: tuple[Point, ...]
    note: Point
    agent: Point
    table: Box


def plan(mission: Mission) -> Plan:
    """Lay out a mission, its middle at the table's."""
    found = [
        cell
        for tile in mission.tiles
        for cell in tile_cells(tile.name, tile.face, (tile.x, tile.y), tile.rotation // 90)
    ]
    cells = {cell.id: cell for cell in found}
    middle_x = (min(c.x for c in found) + max(c.x for c in found)) / 2
    middle_y = (min(c.y for c in found) + max(c.y for c in found)) / 2
    places = {c.id: Point((c.x - middle_x) * CELL, (middle_y - c.y) * CELL) for c in found}
    floors = {each: Box(at.x, at.z, CELL, CELL) for each, at in places.items()}
    zones = {each: Box(at.x, at.z, ZONE, ZONE) for each, at in places.items()}
    doors = {door.link for door in mission.doors}
    links = {
        link.id: link_box(link, places)
        for link in mission.board.links.values()
        if link.kind == "gap" or link.id in doors
    }
    corners = [corner for box in floors.values() for corner in box.corners]
    return Plan(around(corners, MAP_MARGIN), cells, floors, zones, links)


def link_box(link: Link, places: dict[str, Point]) -> Box:
    """The place of a door: halfway, along the border it closes."""
    a, b = places[link.a], places[link.b]
    along, across = LINK
    size = (along, across) if link.dir in "NS" else (across, along)
    return Box((a.x + b.x) / 2, (a.z + b.z) / 2, *size)


def areas(around_map: Plan, survivors: Sequence[str]) -> Areas:
    """Dashboards in two rows on the south side, cards and tokens west, figures east."""
    board = around_map.board
    east, west = board.x + board.width / 2 + SIDE, board.x - board.width / 2 - SIDE
    zones = column(east + 2.5, board.z, FIGURE_SUPPLIES)
    zones |= column(west - 2.5, board.z, TOKEN_SUPPLIES)
    zones |= column(west - 5.0 - SIDE - 1.2, board.z, CARDS)
    ends = [corner.z for box in (board, *zones.values()) for corner in box.corners]
    north, south = max(ends), min(ends) - SIDE - 1.0
    depth = sum(row for row, _ in DASHBOARD_ROWS) + GAP * len(DASHBOARD_ROWS) + 1.6
    counters, names = {}, {}
    for number, seat in enumerate(survivors):
        row, place = divmod(number, PER_ROW)
        middle = board.x + (place - (PER_ROW - 1) / 2) * (DASHBOARD + 2 * SIDE)
        top = south - row * depth
        boxes = dashboard(seat, middle - DASHBOARD / 2, top)
        zones |= boxes
        last = boxes[f"danger/{seat}/{LEVELS[-1]}"]
        counters[seat] = Point(last.x + last.width / 2 + 0.75, last.z)
        names[seat] = Point(middle, top + 0.7)
    dice = tuple(Point(board.x + (n - (DICE - 1) / 2) * 1.2, north + SIDE) for n in range(DICE))
    note = Point(west - 2.5, north + SIDE)
    agent = Point(east + 2.5, north + SIDE + 0.5)
    reached = [corner for box in (board, *zones.values()) for corner in box.corners]
    reached += [*dice, note, agent]
    return Areas(zones, counters, names, dice, note, agent, around(reached, 1.2))


def dashboard(seat: str, west: float, north: float) -> dict[str, Box]:
    """The zones of a Survivor's dashboard, its corner at the north-west."""
    found = {}
    for depth, row in DASHBOARD_ROWS:
        x = west
        for name, width in row:
            found[name.format(seat)] = Box(x + width / 2, north - depth / 2, width, depth)
            x += width + GAP / 2
        north -= depth + GAP
    return found


def stand(box: Box, row: int, index: int, width: float) -> Point:
    """Where a piece stands in a cell: the `index`-th of a row, from the west."""
    gap = 0.15
    per_row = max(1, int(box.width / (width + gap)))
    step = min(width + gap, box.width / per_row)
    line, place = divmod(index, per_row)
    row += line % (WORKER_LINES if row == WORKERS else 1)
    return Point(
        box.x + (place + 0.5) * step - box.width / 2,
        box.z + box.depth / 2 - (row + 0.5) * box.depth / ROWS,
    )
