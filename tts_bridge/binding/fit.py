"""Where the spaces of a map lie on a table: from a few that were pointed at. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.board import Board

Point = tuple[float, float]
"""World x and z."""
Rows = Sequence[tuple[Point, Point]]
"""Where spaces lie on the map itself, and on the table."""
Laid = Callable[[Point], Point]
"""From the map to the table."""
SNAP = 0.35
"""How far from where it should be a snap point may lie to be taken for a space's, as a part of
the distance to the nearest other space."""


CORNERS = 3
"""Spaces that have to be pointed at, at the least."""
LEAST = 1e-3
"""World units between two spaces, at the very least."""


class FitError(ValueError):
    """Points from which no map can be laid out; says why."""


class Fit(Struct, frozen=True):
    """A map laid out on a table: where each space lies, and how far the given points are off."""

    spaces: Mapping[str, Point]
    residuals: Mapping[str, float]
    """World units between where a space was pointed at and where the fit puts it."""
    spacing: float
    """World units between the two spaces that lie nearest to one another."""


def fit(board: Board, given: Mapping[str, Point], snaps: Iterable[Point] = ()) -> Fit:
    """Lay a map of *Dead by Daylight* out by spaces that were pointed at, see `laid_by`."""
    drawn = {space.id: (float(space.x), float(space.y)) for space in board.spaces}
    laid = laid_by(board.id, drawn, given, snaps)
    return replace(laid, spaces={**laid.spaces, **given})


def laid_by(
    map_id: str,
    drawn: Mapping[str, Point],
    given: Mapping[str, Point],
    snaps: Iterable[Point] = (),
    *,
    is_square: bool = False,
) -> Fit:
    """Lay a map out by spaces that were pointed at: least squares over shift, turn, scale and
    mirror, then each space to the snap point that lies near it. `drawn`: where each space lies on
    the map itself. `is_square`: the map is not stretched, so three spaces tell how far off they
    are; else it may be wider than drawn, and it takes a fourth to tell.

    Raises:
        FitError: fewer than three spaces, unknown ones, or all on one line.
    """
    for space in given:
        if space not in drawn:
            raise FitError(f"no space {space!r} on {map_id}")
    if len(given) < CORNERS:
        raise FitError("point at three spaces or more, not on one line")
    rows = [(drawn[space], at) for space, at in given.items()]
    laid_out = stretched(rows)
    if is_square:
        laid_out = min(alike(rows, False), alike(rows, True), key=lambda each: error(each, rows))
    laid = {space: laid_out(place) for space, place in drawn.items()}
    spacing = min(distance(a, b) for i, a in enumerate(laid.values()) for b in [*laid.values()][:i])
    if spacing < LEAST:
        raise FitError("the spaces pointed at lie almost on each other; point at others")
    points = list(snaps)
    spaces = {space: nearest(at, points, spacing * SNAP) for space, at in laid.items()}
    residuals = {space: distance(laid[space], at) for space, at in given.items()}
    return Fit(spaces, residuals, spacing)


def stretched(rows: Rows) -> Laid:
    """The mapping, stretched where it has to be, that comes nearest.

    Raises:
        FitError: the points lie on one line.
    """
    xs = solve([(*place, 1.0) for place, _ in rows], [at[0] for _, at in rows])
    zs = solve([(*place, 1.0) for place, _ in rows], [at[1] for _, at in rows])
    return lambda place: (dot(xs, (*place, 1.0)), dot(zs, (*place, 1.0)))


def alike(rows: Rows, is_mirrored: bool) -> Laid:
    """The mapping of shift, turn and scale alone, mirrored or not, that comes nearest.

    Points are complex numbers: turning and scaling is one factor.
    """

    def as_number(point: Point) -> complex:
        return complex(*point).conjugate() if is_mirrored else complex(*point)

    drawn = [as_number(place) for place, _ in rows]
    real = [complex(*at) for _, at in rows]
    middle, there = sum(drawn) / len(rows), sum(real) / len(rows)
    turned = sum((d - middle).conjugate() * (r - there) for d, r in zip(drawn, real, strict=True))
    factor = turned / sum(abs(d - middle) ** 2 for d in drawn)

    def laid(place: Point) -> Point:
        found = factor * (as_number(place) - middle) + there
        return (found.real, found.imag)

    return laid


def error(laid: Laid, rows: Rows) -> float:
    """The sum of the squares of how far each point is off."""
    return sum(distance(laid(place), at) ** 2 for place, at in rows)


def far_apart(drawn: Mapping[str, Point]) -> tuple[str, ...]:
    """Three spaces worth pointing at: far from one another and not on one line."""
    names = list(drawn)
    first = min(names, key=lambda name: (drawn[name][0] + drawn[name][1], name))
    second = max(names, key=lambda name: distance(drawn[first], drawn[name]))
    (ax, ay), (bx, by) = drawn[first], drawn[second]

    def aside(name: str) -> float:
        x, y = drawn[name]
        return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))

    return (first, second, max(names, key=aside))


def nearest(at: Point, points: Sequence[Point], limit: float) -> Point:
    """The point that lies nearest, or the place itself when none is within the limit."""
    best = min(points, key=lambda point: distance(at, point), default=at)
    return best if distance(at, best) <= limit else at


def distance(a: Point, b: Point) -> float:
    """World units between two points."""
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The sum of products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def solve(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """The three numbers that come nearest to `rows @ numbers == wanted` (normal equations).

    Raises:
        FitError: the rows do not say enough.
    """
    size = 3
    a = [[sum(row[i] * row[j] for row in rows) for j in range(size)] for i in range(size)]
    b = [sum(row[i] * value for row, value in zip(rows, wanted, strict=True)) for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(a[r][i]))
        if abs(a[pivot][i]) < 1e-9:
            raise FitError("the spaces pointed at lie on one line; point at another one")
        a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
        for r in range(i + 1, size):
            factor = a[r][i] / a[i][i]
            a[r] = [x - factor * y for x, y in zip(a[r], a[i], strict=True)]
            b[r] -= factor * b[i]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (b[i] - sum(a[i][j] * found[j] for j in range(i + 1, size))) / a[i][i]
    return found


def box(points: Iterable[Point]) -> tuple[Point, tuple[float, float]]:
    """The middle of points and the size of what holds them, with some room."""
    xs, zs = zip(*points, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)
    return middle, (max(xs) - min(xs) + 2.0, max(zs) - min(zs) + 2.0)
