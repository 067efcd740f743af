"""Paths out of drawn lines: colours told apart, dashes put together, ends matched to spaces.

What counts is where a line ends. Between its ends it may wobble as it likes.
"""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from exporters.mods.dbd.layout import Point
from exporters.tracing.drawing import Site, Stroke, gap, nearest, thinned
from rules.dbd.board import Colour

HUES: dict[Colour, float] = {"red": 0, "yellow": 55, "green": 124, "blue": 213}
WALL_HUE = 24
HUE_TOLERANCE = {"red": 12, "yellow": 15, "green": 32, "blue": 32}
"""Degrees on the colour wheel; brown and orange lie between red and yellow."""
WALL_TOLERANCE = 11.5
GREY = 0.2
"""Below this saturation, or brightness, a colour is white, grey or black."""
MOST_LOOSE = 40
"""Lines of a colour that join nothing, above which it is not tried how they might go together."""
DASHES = 3
"""A line of this many pieces or more is dashed, which says that a wall stands on it."""
CHEVRON = 0.75
"""A short stroke whose ends are nearer than this share of its length is an arrow's head."""


class Drawn(Struct, frozen=True):
    """A path as it was drawn, from the space `a` to `b` (their numbers)."""

    colour: Colour
    a: int
    b: int
    line: tuple[Point, ...]
    first: int
    """The number of its first stroke: paths are kept in the order they were drawn."""
    wall: bool = False
    strokes: tuple[int, ...] = ()


class Found(Struct, frozen=True):
    """The paths, and a line for each stroke that is none."""

    paths: tuple[Drawn, ...]
    problems: tuple[str, ...]


class Scale(Struct, frozen=True):
    """Tolerances in inches, which follow from how far apart the spaces are."""

    near: float
    """How far from a space a line may end."""
    gap: float
    """How far apart the pieces of a dashed line may lie."""
    small: float
    """How long an arrow's head, or a frame that marks a wall, may be."""


def scale(spacing: float, tolerance: float | None = None) -> Scale:
    """The tolerances for spaces of which the nearest two are `spacing` apart."""
    near = spacing * 0.4 if tolerance is None else tolerance
    return Scale(near, spacing * 0.25, spacing * 0.5)


def colour_of(ink: tuple[float, float, float]) -> str:
    """One of the four colours of a path; `wall` for brown and orange, `grey`, or `unknown`."""
    hue, saturation, value = colorsys.rgb_to_hsv(*ink)
    if saturation < GREY or value < GREY:
        return "grey"
    degrees = hue * 360

    def off(wanted: float) -> float:
        return abs((degrees - wanted + 180) % 360 - 180)

    if off(WALL_HUE) <= WALL_TOLERANCE:
        return "wall"
    colour = min(HUES, key=lambda each: off(HUES[each]))
    return colour if off(HUES[colour]) <= HUE_TOLERANCE[colour] else "unknown"


def paths(strokes: Sequence[Stroke], sites: Sequence[Site], by: Scale) -> Found:
    """The paths that lines join spaces by; every line that is neither path nor mark is named."""
    found: list[Drawn] = []
    problems: list[str] = []
    loose: dict[Colour, list[int]] = {colour: [] for colour in HUES}
    heads: list[tuple[Colour, int]] = []
    marks: list[Stroke] = []
    for number, stroke in enumerate(strokes):
        name = colour_of(stroke.colour)
        if name == "wall":
            marks.append(stroke)
            continue
        if is_loop(stroke, by):
            continue  # frames around spaces and props
        if name in ("grey", "unknown"):
            # Grey lines that join nothing are anybody's decoration.
            if name == "unknown" or ends_of(stroke.points, sites, by) is not None:
                problems.append(
                    f"line from {shown(stroke.points[0])} to {shown(stroke.points[-1])}: its "
                    f"colour {percent(stroke.colour)} is none of red, green, blue and yellow"
                )
            continue
        colour = next(each for each in HUES if each == name)
        if is_head(stroke, by):
            heads.append((colour, number))
        else:
            loose[colour].append(number)
    for colour, numbers in loose.items():
        dashed, left = joined(colour, [(n, strokes[n]) for n in numbers], sites, by)
        found += dashed
        for number in left:
            if not lies_on(strokes[number], colour, found, by):
                problems.append(unfinished(colour, strokes[number], sites, by))
    for colour, number in heads:
        if not lies_on(strokes[number], colour, found, by):
            problems.append(unfinished(colour, strokes[number], sites, by))
    found.sort(key=lambda path: path.first)
    return walled(found, marks, problems, by)


def is_loop(stroke: Stroke, by: Scale) -> bool:
    """Whether a line comes back to where it began."""
    return stroke.loop or (
        length(stroke.points) > by.near
        and gap(stroke.points[0], stroke.points[-1]) < 0.1 * length(stroke.points)
    )


def is_head(stroke: Stroke, by: Scale) -> bool:
    """Whether a stroke is the head of an arrow: short, and bent back."""
    long = length(stroke.points)
    return long <= by.small and gap(stroke.points[0], stroke.points[-1]) < CHEVRON * long


def length(points: Sequence[Point]) -> float:
    """Inches along a line, a hand's shaking left out."""
    return sum(gap(a, b) for a, b in pairwise(thinned(points, 9)))


def ends_of(points: Sequence[Point], sites: Sequence[Site], by: Scale) -> tuple[int, int] | None:
    """The spaces a line begins and ends at; None when one is too far, or both are the same."""
    (a, from_a), (b, from_b) = end_at(points[::-1], sites, by), end_at(points, sites, by)
    return (a, b) if a != b and from_a <= by.near and from_b <= by.near else None


def end_at(points: Sequence[Point], sites: Sequence[Site], by: Scale) -> tuple[int, float]:
    """The space at which a line ends, and how far from it, in inches.

    A zone is large, so a line may pass nearer to another one than it ends at its own: there it
    counts which one the line is about to enter.
    """
    number, off = nearest(sites, points[-1])
    if sites[number].box is not None:
        for step in (0.15, 0.3, 0.5, 0.75, 1.0):
            entered, inside = nearest(sites, _before(points, step * by.near, by))
            if inside == 0:
                return entered, min(by.near, sites[entered].distance(points[-1]))
    return number, off


def joined(
    colour: Colour, pieces: Sequence[tuple[int, Stroke]], sites: Sequence[Site], by: Scale
) -> tuple[list[Drawn], list[int]]:
    """Lines drawn in pieces: one after the other first, as a hand does, then wherever they meet."""
    runs: list[Run] = []
    last: tuple[Point, ...] = ()
    for number, stroke in pieces:
        one = Run((number,), stroke.points)
        more = None
        if runs and not parted(last, stroke.points, sites, by):
            more = runs[-1].then(one, by)
        if more is None:
            runs.append(one)
        else:
            runs[-1] = more
        last = stroke.points
    found = [path for run in runs if (path := run.path(colour, sites, by))]
    used = {number for path in found for number in path.strokes}
    loose = [run for run in runs if not used.issuperset(run.numbers)]
    while len(loose) <= MOST_LOOSE and (pair := _meeting(loose, by)) is not None:
        one, other, whole = pair
        loose = [run for run in loose if run not in (one, other)]
        path = whole.path(colour, sites, by)
        if path is None:
            loose.append(whole)
        else:
            found.append(path)
    return found, [number for run in loose for number in run.numbers]


def parted(line: Sequence[Point], other: Sequence[Point], sites: Sequence[Site], by: Scale) -> bool:
    """Whether two strokes, one drawn after the other, are two paths though they go straight on."""
    end, start = line[-1], other[0]
    joint = Point((end.x + start.x) / 2, (end.z + start.z) / 2)
    if any(site.box is None and site.distance(joint) < by.near / 2 for site in sites):
        return True
    whole, another = complete(line, sites, by), complete(other, sites, by)
    long, longer = length(line), length(other)
    return (whole and another) or (whole and long > 2 * longer) or (another and longer > 2 * long)


def complete(line: Sequence[Point], sites: Sequence[Site], by: Scale) -> bool:
    """Whether a line joins two spaces and covers the better part of the way."""
    if ends_of(line, sites, by) is None:
        return False
    return nearest(sites, line[0])[1] + nearest(sites, line[-1])[1] <= length(line)


class Run(Struct, frozen=True):
    """Pieces of a line, one going on where the other ended."""

    numbers: tuple[int, ...]
    line: tuple[Point, ...]
    gaps: tuple[float, ...] = ()

    def then(self, other: Run, by: Scale) -> Run | None:
        """Both as one, if the other goes on where and whither this one ends."""
        off = gap(self.line[-1], other.line[0])
        if off > by.gap or not straight_on(self.line, other.line, by):
            return None
        line = (*self.line, *other.line)
        return Run(self.numbers + other.numbers, line, (*self.gaps, off, *other.gaps))

    def turned(self) -> Run:
        """The same, drawn from the other end."""
        return Run(self.numbers[::-1], self.line[::-1], self.gaps[::-1])

    def path(self, colour: Colour, sites: Sequence[Site], by: Scale) -> Drawn | None:
        """The path it is, if its ends are at spaces."""
        line = self.line
        if self.gaps:  # a dashed line ends in a gap
            reach = sum(self.gaps) / len(self.gaps)
            line = (_before(line[::-1], reach, by), *line, _before(line, reach, by))
        ends = ends_of(line, sites, by)
        if ends is None:
            return None
        wall = len(self.numbers) >= DASHES
        return Drawn(colour, *ends, line, min(self.numbers), wall, self.numbers)


def straight_on(line: Sequence[Point], other: Sequence[Point], by: Scale) -> bool:
    """Whether another line leads on from the end of one, bent by 60 degrees at most."""
    end, start = line[-1], other[0]
    before, after = _back(line, by), _back(other[::-1], by)
    if not _ahead(before, end, start, after):
        return False
    # Where a pen was lifted the ends may overlap; across a gap the next piece lies ahead.
    return gap(end, start) <= by.gap / 4 or (
        _ahead(before, end, end, start) and _ahead(end, start, start, after)
    )


def _ahead(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the way from `c` to `d` goes where that from `a` to `b` goes, to 60 degrees."""
    product = (b.x - a.x) * (d.x - c.x) + (b.z - a.z) * (d.z - c.z)
    return product >= 0.5 * gap(a, b) * gap(c, d)


def _back(line: Sequence[Point], by: Scale) -> Point:
    """A place on a line some way before its end, so that a shaking hand turns it little."""
    return next((p for p in reversed(line) if gap(p, line[-1]) > by.near / 3), line[0])


def _before(line: Sequence[Point], reach: float, by: Scale) -> Point:
    """Where a line would end if it went on for `reach` inches."""
    end, before = line[-1], _back(line, by)
    share = reach / (gap(before, end) or 1)
    return Point(end.x + (end.x - before.x) * share, end.z + (end.z - before.z) * share)


def _meeting(runs: Sequence[Run], by: Scale) -> tuple[Run, Run, Run] | None:
    """The two runs that meet nearest to each other, whichever way they were drawn."""
    found = [
        (max(whole.gaps), one, other, whole)
        for one in runs
        for other in runs
        if one is not other
        for way in (other, other.turned())
        for whole in (one.then(way, by), one.turned().then(way, by))
        if whole is not None
    ]
    return min(found, key=lambda each: each[0])[1:] if found else None


def lies_on(stroke: Stroke, colour: Colour, found: Sequence[Drawn], by: Scale) -> bool:
    """Whether a stroke belongs to a path of its colour: an arrow's head, a line gone over."""
    return any(
        path.colour == colour and all(apart(path.line, p) <= by.near / 2 for p in stroke.points)
        for path in found
    )


def apart(line: Sequence[Point], point: Point) -> float:
    """Inches between a place and a line."""
    return min(_to_piece(a, b, point) for a, b in pairwise(line))


def _to_piece(a: Point, b: Point, point: Point) -> float:
    dx, dz = b.x - a.x, b.z - a.z
    long = dx * dx + dz * dz
    along = ((point.x - a.x) * dx + (point.z - a.z) * dz) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return gap(point, Point(a.x + along * dx, a.z + along * dz))


def unfinished(colour: str, stroke: Stroke, sites: Sequence[Site], by: Scale) -> str:
    """What is wrong with a line that joins no two spaces."""
    begin, end = stroke.points[0], stroke.points[-1]
    (a, from_a), (b, from_b) = nearest(sites, begin), nearest(sites, end)
    line = f"{colour} line from {shown(begin)} to {shown(end)}"
    far = [
        f"{'begins' if at is begin else 'ends'} nowhere: the nearest space, at "
        f"{shown(sites[site].at)}, is {off:.1f} inches off (at most {by.near:.1f})"
        for at, site, off in ((begin, a, from_a), (end, b, from_b))
        if off > by.near
    ]
    return f"{line} {' and '.join(far)}" if far else f"{line} leads back to the same space"


def walled(
    found: Sequence[Drawn], marks: Sequence[Stroke], problems: list[str], by: Scale
) -> Found:
    """The paths with the walls that brown or orange marks put on them."""
    marked = [*found]
    for mark in marks:
        at = mark.middle
        near = min(
            range(len(marked)),
            # A dashed path is told to have a wall already: where two cross, the mark is its.
            key=lambda n: (round(apart(marked[n].line, at), 2), not marked[n].wall),
            default=None,
        )
        if near is None or apart(marked[near].line, at) > by.small / 2:
            problems.append(f"mark of a wall at {shown(at)} lies on no path")
        else:
            marked[near] = replace(marked[near], wall=True)
    return Found(tuple(marked), tuple(problems))


def shown(at: Point) -> str:
    """A place as it is told: world inches, as the game shows them."""
    return f"({at.x:.1f}, {at.z:.1f})"


def percent(ink: tuple[float, float, float]) -> str:
    """A colour as it is told."""
    return f"({', '.join(f'{each:.2f}' for each in ink)})"
