"""Ways for the lines between boxes on a sheet of characters: straight, apart, crossing squarely.

The map's paths are laid one after the other, short ones first, each by a search for the cheapest
way; so a map of anybody's is drawn as well as ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from msgspec import Struct

Point = tuple[int, int]
WORK = 150_000
"""Steps of the search for all ways of a map; what is left then is not drawn."""
STEPS: dict[str, Point] = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}
BACK = {"N": "S", "S": "N", "W": "E", "E": "W"}
TURN, CROSS, BESIDE, EDGE = 4, 9, 3, 1
"""What a bend, a crossing, a cell beside another line, and one off a box's middle cost."""


class Rect(Struct, frozen=True):
    """A box: its left and top cell, and its size with its frame."""

    x: int
    y: int
    width: int
    height: int

    def off(self, point: Point) -> int:
        """How many steps a cell is from the cells around the box, at least."""
        x, y = point
        across = max(self.x - 1 - x, x - self.x - self.width, 0)
        return across + max(self.y - 1 - y, y - self.y - self.height, 0)

    def ports(self) -> Iterator[tuple[Point, str, int]]:
        """The cells around it, the direction that leads away, how far off the side's middle."""
        for dx in range(1, self.width - 1):
            off = abs(2 * dx - self.width + 1) // 2
            yield (self.x + dx, self.y - 1), "N", off
            yield (self.x + dx, self.y + self.height), "S", off
        for dy in range(1, self.height - 1):
            off = abs(2 * dy - self.height + 1)
            yield (self.x - 1, self.y + dy), "W", off
            yield (self.x + self.width, self.y + dy), "E", off


class Route(Struct, frozen=True):
    """A way: its cells from end to end, with the sides to which the line leads in each."""

    cells: tuple[tuple[Point, str], ...]

    def straight(self) -> tuple[Point, ...]:
        """The cells of its longest straight stretch, in order; corners are left out."""
        best: list[Point] = []
        run: list[Point] = []
        for point, sides in self.cells:
            if len(set(sides)) == 2 and BACK[sides[0]] == sides[1]:
                is_on = run and (run[-1][0] == point[0] or run[-1][1] == point[1])
                run = [*run, point] if is_on else [point]
                best = run if len(run) > len(best) else best
            else:
                run = []
        return tuple(best or [self.cells[0][0]])


def lay(
    size: Point, boxes: Mapping[str, Rect], wanted: Sequence[tuple[str, str, str]]
) -> dict[str, Route]:
    """Routes by name for `(name, from, to)`; what finds no way, or none in time, is missing."""
    left = WORK
    blocked = {
        (x, y)
        for box in boxes.values()
        for x in range(box.x, box.x + box.width)
        for y in range(box.y, box.y + box.height)
    }
    taken: dict[Point, str] = {}
    found: dict[str, Route] = {}

    def distance(row: tuple[str, str, str]) -> int:
        a, b = boxes[row[1]], boxes[row[2]]
        return abs(a.x - b.x) + 2 * abs(a.y - b.y)

    for name, start, end in sorted(wanted, key=distance):
        route, spent = search(size, left, blocked, taken, boxes[start], boxes[end])
        left -= spent
        if route is not None:
            found[name] = route
            for point, sides in route.cells:
                taken[point] = "x" if point in taken else sides
    return found


def search(
    size: Point, most: int, blocked: set[Point], taken: dict[Point, str], start: Rect, end: Rect
) -> tuple[Route | None, int]:
    """The cheapest way from box to box, or None; and how many steps it took to find it."""
    width, height = size
    goals = {(point, BACK[way]): off * EDGE for point, way, off in end.ports()}
    queue: list[tuple[int, int, Point, str]] = []
    cost: dict[tuple[Point, str], int] = {}
    came: dict[tuple[Point, str], tuple[Point, str]] = {}

    def is_free(point: Point, way: str) -> bool:
        x, y = point
        if not (0 <= x < width and 0 <= y < height) or point in blocked:
            return False
        sides = taken.get(point)
        return sides is None or sides in (("NS", "SN") if way in "EW" else ("EW", "WE"))

    def price(point: Point) -> int:
        x, y = point
        near = sum((x + dx, y + dy) in taken for dx, dy in STEPS.values())
        return 1 + near * BESIDE + (CROSS if point in taken else 0)

    for point, way, off in start.ports():
        if is_free(point, way) and point not in taken:
            cost[point, way] = price(point) + off * EDGE
            heappush(queue, (cost[point, way] + end.off(point), cost[point, way], point, way))
    best: tuple[int, tuple[Point, str]] | None = None
    steps = 0
    while queue and steps < most:
        least, spent, point, way = heappop(queue)
        if best and least >= best[0]:
            break
        if spent > cost[point, way]:
            continue
        steps += 1
        if (point, way) in goals and point not in taken:
            total = spent + goals[point, way]
            if best is None or total < best[0]:
                best = (total, (point, way))
        for turn, (dx, dy) in STEPS.items():
            if turn == BACK[way] or (turn != way and point in taken):
                continue
            to = (point[0] + dx, point[1] + dy)
            if not is_free(to, turn):
                continue
            total = spent + price(to) + (TURN if turn != way else 0)
            if total < cost.get((to, turn), 1 << 30):
                cost[to, turn] = total
                came[to, turn] = (point, way)
                heappush(queue, (total + end.off(to), total, to, turn))
    return (None if best is None else trace(best[1], came)), steps


def trace(last: tuple[Point, str], came: Mapping[tuple[Point, str], tuple[Point, str]]) -> Route:
    """The way that led to its last cell; it leads into the boxes at both ends."""
    steps = [last]
    while steps[-1] in came:
        steps.append(came[steps[-1]])
    steps.reverse()
    cells = []
    for index, (point, way) in enumerate(steps):
        leaves = steps[index + 1][1] if index + 1 < len(steps) else way
        cells.append((point, BACK[way] + leaves))
    return Route(tuple(cells))
