"""Where everything lies: the map on the board, and the places around it. All sizes in inches.

One map unit is scaled so that the two nearest spaces are `SPACING` apart. x grows to the east,
z to the north, as in the game; the map's y grows to the south. No randomness here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.dbd.board import Board, Path

SURFACE = 0.96  # height of the table's surface, that of the game's own tables
BOARD_THICKNESS = 0.1
BOARD_TOP = SURFACE + BOARD_THICKNESS
ZONE_HEIGHT = 4.0

SPACING = 5.5
SPACE = 3.6  # side of a space; below SPACING / sqrt(2), so that no two overlap
MIDDLE = 1.2  # side of the zone in the middle of a path
MARGIN = 1.2  # between the map and the board's edge
PROP_ROWS = (1.15, -0.55)  # the props of a space lie between these, north to south of its centre
PROP_SIZE = 0.7
STANDS = 5  # places for figures in a row at the south side of a space
STAND_Z = -1.3
BOWS = (0.0, 1.3, -1.3, 2.2, -2.2, 3.1, -3.1)  # how far a path may bend aside, best first
ALONG = tuple(sorted((t / 20 for t in range(4, 17)), key=lambda t: (abs(t - 0.5), t)))

CARD = (2.6, 3.6)  # zone of a card; the game's cards are about 2.2 x 3.1
GAP = 0.5
HAND = (9.0, 5.0, 4.0)
SEAT_WIDTH = 3 * CARD[0] + 3 * GAP
SIDE = 1.5  # between the board and the places around it
SUPPLIES = (  # from north to south, with width and depth
    ("supply/prop", 5.0, 3.2),
    ("supply/wall", 5.0, 2.0),
    ("supply/entity", 5.0, 2.0),
    ("supply/wound", 5.0, 2.0),
    ("supply/sacrifice", 5.0, 3.2),
    ("supply/progress", 5.0, 4.6),
)
TRACKS = (("track", 5.0, 5.6), ("repaired", 5.0, 5.6))


class LayoutError(ValueError):
    """A map that does not fit on a table; the text names what is in the way."""


class Point(Struct, frozen=True):
    """A place on the table."""

    x: float
    z: float


class Box(Struct, frozen=True):
    """An upright rectangle around a place."""

    x: float
    z: float
    width: float
    depth: float

    @property
    def corners(self) -> tuple[Point, ...]:
        """From the south-west, counter-clockwise seen from above."""
        w, d = self.width / 2, self.depth / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple(Point(self.x + i * w, self.z + j * d) for i, j in signs)

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a place lies in the box, or at most `margin` outside."""
        return (
            abs(point.x - self.x) <= self.width / 2 + margin
            and abs(point.z - self.z) <= self.depth / 2 + margin
        )

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes have more than an edge in common."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 - 1e-9
            and abs(self.z - other.z) < (self.depth + other.depth) / 2 - 1e-9
        )


class Slot(Struct, frozen=True):
    """Where a prop lies, and how large it is."""

    at: Point
    size: float


class Plan(Struct, frozen=True):
    """The map on the board."""

    board: Box
    spaces: dict[str, Box]
    stands: dict[str, tuple[Point, ...]]  # where figures stand, by space
    slots: dict[str, Slot]  # by prop
    curves: dict[str, tuple[Point, ...]]  # the path from the edge of `a` to the edge of `b`
    middles: dict[str, Box]  # by path


class Areas(Struct, frozen=True):
    """The places around the board; `zones` by the id of docs/agent.md."""

    zones: dict[str, Box]
    hands: dict[str, Box]  # by figure
    counters: dict[str, Point]  # Bloodpoints, by figure
    labels: dict[str, Point]  # the name before each seat, by figure
    dice: tuple[Point, ...]
    note: Point
    agent: Point
    table: Box


def plan(board: Board) -> Plan:
    """Lay out a map.

    Raises:
        LayoutError: two spaces at one place, or no room for the middle of a path.
    """
    places = _places(board)
    spaces = {each: Box(at.x, at.z, SPACE, SPACE) for each, at in places.items()}
    curves, middles = _paths(board, spaces)
    slots: dict[str, Slot] = {}
    for space, at in places.items():
        props = [slot.prop for slot in board.slots if slot.space == space]
        slots |= dict(zip(props, _slots(at, len(props)), strict=True))
    step = SPACE / STANDS
    stands = {
        each: tuple(
            Point(at.x + (n - (STANDS - 1) / 2) * step, at.z + STAND_Z) for n in range(STANDS)
        )
        for each, at in places.items()
    }
    corners = [corner for box in (*spaces.values(), *middles.values()) for corner in box.corners]
    reached = [*corners, *(point for curve in curves.values() for point in curve)]
    return Plan(around(reached, MARGIN), spaces, stands, slots, curves, middles)


def areas(laid: Plan, survivors: Sequence[str], killer: str) -> Areas:
    """The seats of the Survivors on the south side, the Killer's on the north, stores between."""
    zones: dict[str, Box] = {}
    east = laid.board.x + laid.board.width / 2 + SIDE
    west = laid.board.x - laid.board.width / 2 - SIDE
    zones |= column(east + SUPPLIES[0][1] / 2, laid.board.z, SUPPLIES)
    zones |= column(west - TRACKS[0][1] / 2, laid.board.z, TRACKS)
    ends = [corner.z for box in (laid.board, *zones.values()) for corner in box.corners]
    south, north = min(ends) - SIDE, max(ends) + SIDE
    hands, counters, labels = {}, {}, {}
    width, depth = CARD
    row, below = south - depth / 2, south - depth - 1.6
    for number, each in enumerate(survivors):
        # Clockwise, seen from above: on the south side from east to west.
        x = laid.board.x - (number - (len(survivors) - 1) / 2) * (SEAT_WIDTH + GAP)
        for place, kind in enumerate(("set", "discard", "beside"), -1):
            zones[f"{kind}/{each}"] = Box(x + place * (width + GAP), row, width, depth)
        counters[each] = Point(x + width + GAP, below)
        labels[each] = Point(x - 1.5, below)
        hands[each] = Box(x, below - 1.6 - HAND[2] / 2, HAND[0], HAND[2])
    middle, row, below = laid.board.x, north + depth / 2, north + depth + 1.6
    # The Killer sits opposite: what is left for them lies further east.
    for east_by, kind in zip((1.5, 0.5, -0.5), ("left", "right", "bonus"), strict=True):
        zones[f"set/{killer}/{kind}"] = Box(middle + east_by * (width + GAP), row, width, depth)
    zones[f"discard/{killer}"] = Box(middle - 1.5 * (width + GAP), row, width, depth)
    counters[killer] = Point(middle - width - GAP, below)
    labels[killer] = Point(middle + 1.5, below)
    hands[killer] = Box(middle, below + 1.6 + HAND[2] / 2, HAND[0], HAND[2])
    dice = tuple(Point(west - 1.0 - 0.9 * n, min(ends) + 0.5) for n in range(5))
    corner_z = max(ends) - 0.5
    note, agent = Point(west - 2.5, corner_z), Point(east + 6.5, laid.board.z)
    reached = [
        *(corner for box in (laid.board, *zones.values()) for corner in box.corners),
        *(Point(box.x + side * box.width / 2, box.z) for box in hands.values() for side in (-1, 1)),
        *dice,
        note,
        agent,
    ]
    return Areas(zones, hands, counters, labels, dice, note, agent, around(reached, MARGIN))


def _places(board: Board) -> dict[str, Point]:
    """The centre of each space, the map's middle at the table's."""
    spaces = board.spaces
    nearest = min(
        math.dist((a.x, a.y), (b.x, b.y)) for i, a in enumerate(spaces) for b in spaces[:i]
    )
    if nearest <= 0:
        where = [(each.x, each.y) for each in spaces]
        same = [each.id for each in spaces if where.count((each.x, each.y)) > 1]
        raise LayoutError(f"spaces {' and '.join(same)}: at one place; give them their own x and y")
    scale = SPACING / nearest
    middle_x = (min(s.x for s in spaces) + max(s.x for s in spaces)) / 2
    middle_y = (min(s.y for s in spaces) + max(s.y for s in spaces)) / 2
    return {s.id: Point((s.x - middle_x) * scale, (middle_y - s.y) * scale) for s in spaces}


def _slots(at: Point, count: int) -> list[Slot]:
    """A row or two of places for props in a space; more and smaller ones where it holds many."""
    height = PROP_ROWS[0] - PROP_ROWS[1]
    columns = max(4, math.ceil(math.sqrt(2 * count)))
    step = SPACE / columns
    rows = max(1, math.ceil(count / columns))
    size = min(PROP_SIZE, step * 0.8, height / rows * 0.8)
    found = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        x = at.x + (column - (in_row - 1) / 2) * step
        z = at.z + PROP_ROWS[0] - (row + 0.5) * height / rows
        found.append(Slot(Point(x, z), size))
    return found


def _paths(
    board: Board, spaces: dict[str, Box]
) -> tuple[dict[str, tuple[Point, ...]], dict[str, Box]]:
    """Bend each path, and choose its middle, so that it is clear of spaces and other middles."""
    curves: dict[str, tuple[Point, ...]] = {}
    middles: dict[str, Box] = {}
    # Straight short ones first: they have the least room to give way.
    order = sorted(board.paths, key=lambda p: _length(spaces, p))
    for path in order:
        taken = [*spaces.values(), *middles.values()]
        for curve, middle in _bends(path, spaces):
            if not any(middle.overlaps(other) for other in taken):
                curves[path.id], middles[path.id] = curve, middle
                break
        else:
            raise LayoutError(f"path {path.id}: no room for its middle; move its spaces apart")
    return (
        {path.id: curves[path.id] for path in board.paths},
        {path.id: middles[path.id] for path in board.paths},
    )


def _length(spaces: dict[str, Box], path: Path) -> float:
    a, b = spaces[path.a], spaces[path.b]
    return math.dist((a.x, a.z), (b.x, b.z))


def _bends(path: Path, spaces: dict[str, Box]) -> Iterator[tuple[tuple[Point, ...], Box]]:
    """The ways to draw a path, best first, each with the places its middle could have."""
    a, b = spaces[path.a], spaces[path.b]
    others = [box for each, box in spaces.items() if each not in (path.a, path.b)]

    def bend(bow: float) -> tuple[float, tuple[Point, ...]]:
        points = [_bezier(a, b, bow, n / 48) for n in range(49)]
        visible = tuple(p for p in points if not a.holds(p, 0.12) and not b.holds(p, 0.12))
        hits = sum(box.holds(point, 0.2) for box in others for point in visible)
        return hits + abs(bow) / 10, visible

    for bow in sorted(BOWS, key=lambda each: bend(each)[0]):
        _, visible = bend(bow)
        if len(visible) < 2:
            continue
        for along in ALONG:
            at = visible[round(along * (len(visible) - 1))]
            yield visible, Box(at.x, at.z, MIDDLE, MIDDLE)


def _bezier(a: Box, b: Box, bow: float, t: float) -> Point:
    """A point of the curve from `a` to `b` whose middle is `bow` aside of the straight line."""
    dx, dz = b.x - a.x, b.z - a.z
    length = math.hypot(dx, dz)
    aside = 2 * bow * t * (1 - t) * 2 / length
    return Point(a.x + dx * t - dz * aside, a.z + dz * t + dx * aside)


def column(x: float, z: float, stores: Sequence[tuple[str, float, float]]) -> dict[str, Box]:
    """Places one below the other from north to south, each with its width and depth."""
    top = z + (sum(depth for _, _, depth in stores) + GAP * (len(stores) - 1)) / 2
    found = {}
    for name, width, depth in stores:
        found[name] = Box(x, top - depth / 2, width, depth)
        top -= depth + GAP
    return found


def around(points: Sequence[Point], margin: float) -> Box:
    """The box of points, with a margin."""
    west, east = min(p.x for p in points), max(p.x for p in points)
    south, north = min(p.z for p in points), max(p.z for p in points)
    return Box(
        (west + east) / 2,
        (south + north) / 2,
        east - west + 2 * margin,
        north - south + 2 * margin,
    )
