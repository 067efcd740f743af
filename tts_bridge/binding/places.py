"""Where the spaces of a map lie on a table: from a few that were pointed at. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.board import Board

Point = tuple[float, float]
"""World x and z."""
SNAP = 0.35
"""How far from where it should be a snap point may lie to be taken for a space's, as a part of
the distance to the nearest other space."""


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
) -> Fit:
    """Lay a map out by spaces that were pointed at: least squares over shift, turn, scale and
    mirror, then each space to the snap point that lies near it. `drawn`: where each space lies on
    the map itself.

    Raises:
        FitError: fewer than three spaces, unknown ones, or all on one line.
    """
    for space in given:
        if space not in drawn:
            raise FitError(f"no space {space!r} on {map_id}")
    if len(given) < 3:
        raise FitError("point at three spaces or more, not on one line")
    rows = [(drawn[space], at) for space, at in given.items()]
    xs = solve([(*place, 1.0) for place, _ in rows], [at[0] for _, at in rows])
    zs = solve([(*place, 1.0) for place, _ in rows], [at[1] for _, at in rows])
    laid = {
        space: (dot(xs, (*place, 1.0)), dot(zs, (*place, 1.0))) for space, place in drawn.items()
    }
    spacing = min(distance(a, b) for i, a in enumerate(laid.values()) for b in [*laid.values()][:i])
    if spacing < LEAST:
        raise FitError("the spaces pointed at lie almost on each other; point at others")
    points = list(snaps)
    spaces = {space: nearest(at, points, spacing * SNAP) for space, at in laid.items()}
    residuals = {space: distance(laid[space], at) for space, at in given.items()}
    return Fit(spaces, residuals, spacing)


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
