"""What somebody set up and drew on a table: spaces, strokes, letters, props. No I/O here.

All places are world inches seen from above, `Point(x, z)`. A save comes from outside: what has
not the shape of a save is left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from exporters.mods.dbd.layout import Box, Point
from exporters.savefile import Save

TAG = "ttsb:"
MOST_STROKES = 5_000
"""A save with more is no drawing of a map."""
MOST_POINTS = 200
"""Points of a line that are looked at, its ends among them; a hand draws many more."""


class TraceError(ValueError):
    """A save no map can be read off; the text says what is missing and what to do."""


class Site(Struct, frozen=True):
    """A space on the table: a snap point, or a zone. `id` and `name`: as the zone says."""

    at: Point
    box: Box | None = None
    id: str = ""
    name: str = ""

    def distance(self, point: Point) -> float:
        """Inches from the space, 0 within it."""
        return gap(self.at, point) if self.box is None else distance(self.box, point)


class Stroke(Struct, frozen=True):
    """A drawn line; `colour` from 0 to 1 each. `loop`: its ends are joined."""

    points: tuple[Point, ...]
    colour: tuple[float, float, float]
    loop: bool

    @property
    def middle(self) -> Point:
        """The mean of its points."""
        count = len(self.points)
        return Point(sum(p.x for p in self.points) / count, sum(p.z for p in self.points) / count)


class Label(Struct, frozen=True):
    """Letters on the table."""

    at: Point
    text: str


class Piece(Struct, frozen=True):
    """An object or zone with a tag of ours; `name` is the tag without its `ttsb:`."""

    name: str
    at: Point


class Drawing(Struct, frozen=True):
    """Everything on a table that a map can be read from."""

    zones: tuple[Site, ...]
    """Zones of our own mods, which say that they are spaces."""
    others: tuple[Site, ...]
    """Zones of somebody else, which may be."""
    snaps: tuple[Site, ...]
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]
    pieces: tuple[Piece, ...]


def gap(a: Point, b: Point) -> float:
    """Inches between two places."""
    return math.hypot(a.x - b.x, a.z - b.z)


def distance(box: Box, point: Point) -> float:
    """Inches from a box, 0 within it."""
    aside = max(0.0, abs(point.x - box.x) - box.width / 2)
    ahead = max(0.0, abs(point.z - box.z) - box.depth / 2)
    return math.hypot(aside, ahead)


def drawing(save: Save) -> Drawing:
    """What is drawn and set up in a save.

    Raises:
        TraceError: more lines than any map needs.
    """
    things = [each for each in rows(save.data.get("ObjectStates")) if "Transform" in each]
    zones, others, labels, pieces = [], [], [], []
    snaps = [Site(at) for at in _snaps(save.data, Frame())]
    strokes = [*_strokes(save.data.get("VectorLines"), Frame())]
    for thing in things:
        frame = framed(thing["Transform"])
        place = Point(frame.at[0], frame.at[2])
        snaps += [Site(at) for at in _snaps(thing, frame, "AttachedSnapPoints")]
        strokes += _strokes(thing.get("AttachedVectorLines"), frame)
        name = next(
            (tag[len(TAG) :] for tag in listed(thing.get("Tags")) if tag.startswith(TAG)), ""
        )
        box = Box(place.x, place.z, abs(frame.scale[0]), abs(frame.scale[2]))
        is_zone = thing.get("Name") == "ScriptingTrigger"
        if is_zone and name.startswith("space/"):
            zones.append(Site(place, box, name.removeprefix("space/")))
        elif is_zone and not name:
            title = thing.get("Nickname")
            others.append(Site(place, box, name=title if isinstance(title, str) else ""))
        elif name:
            pieces.append(Piece(name, place))
        elif thing.get("Name") == "3DText":
            text = thing.get("Text")
            written = text.get("Text") if isinstance(text, dict) else None
            if isinstance(written, str) and written.strip():
                labels.append(Label(place, written.strip()))
    if len(strokes) > MOST_STROKES:
        raise TraceError(
            f"VectorLines: {len(strokes):,} lines; at most {MOST_STROKES:,} can be looked at. "
            "Take away what is no path"
        )
    return Drawing(
        tuple(zones), tuple(others), tuple(snaps), tuple(strokes), tuple(labels), tuple(pieces)
    )


class Frame(Struct, frozen=True):
    """Where an object lies, how it is turned (degrees) and how large it is."""

    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def world(self, local: tuple[float, float, float]) -> Point:
        """A place on the object, seen from above; the game turns about z, then x, then y."""
        x, y, z = (a * b for a, b in zip(local, self.scale, strict=True))
        about_x, about_y, about_z = map(math.radians, self.turn)
        x, y = turned(x, y, about_z)
        y, z = turned(y, z, about_x)
        z, x = turned(z, x, about_y)
        return Point(x + self.at[0], z + self.at[2])


def turned(a: float, b: float, angle: float) -> tuple[float, float]:
    """Two coordinates turned about the third axis."""
    return (
        a * math.cos(angle) - b * math.sin(angle),
        a * math.sin(angle) + b * math.cos(angle),
    )


def framed(transform: Any) -> Frame:
    """A save's `Transform`; what is missing in it is as in the game's own objects."""

    def three(what: str, otherwise: float) -> tuple[float, float, float]:
        found = transform if isinstance(transform, dict) else {}
        x, y, z = (real(found.get(what + axis), otherwise) for axis in "XYZ")
        return x, y, z

    return Frame(three("pos", 0), three("rot", 0), three("scale", 1))


def real(value: Any, otherwise: float = 0.0) -> float:
    """A finite number of a save, which keeps its own spelling of numbers."""
    try:
        number = float(value) if not isinstance(value, (bool, str)) else otherwise
    except (TypeError, ValueError, OverflowError):
        return otherwise
    return number if math.isfinite(number) and abs(number) < 1e6 else otherwise


def listed(value: Any) -> list[str]:
    """The texts of a list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def rows(value: Any) -> list[dict[str, Any]]:
    """The objects of a list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def triple(value: Any) -> tuple[float, float, float] | None:
    """A save's `{x, y, z}`."""
    if not isinstance(value, dict):
        return None
    return real(value.get("x")), real(value.get("y")), real(value.get("z"))


def _snaps(data: dict[str, Any], frame: Frame, key: str = "SnapPoints") -> Iterator[Point]:
    for row in rows(data.get(key)):
        at = triple(row.get("Position"))
        if at is not None:
            yield frame.world(at)


def _strokes(value: Any, frame: Frame) -> Iterator[Stroke]:
    for row in rows(value):
        places = [triple(point) for point in rows(row.get("points3"))]
        points = thinned([frame.world(at) for at in places if at is not None])
        ink = row.get("color")
        if len(points) > 1 and isinstance(ink, dict):
            red, green, blue = (min(1.0, max(0.0, real(ink.get(part)))) for part in "rgb")
            yield Stroke(points, (red, green, blue), row.get("loop") is True)


def thinned(points: Sequence[Point], most: int = MOST_POINTS) -> tuple[Point, ...]:
    """A line's points, `most` of them at most, the first and the last among them."""
    count = len(points)
    if count <= most:
        return tuple(points)
    return tuple(points[n * (count - 1) // (most - 1)] for n in range(most))


LABEL = re.compile(
    r"^(?P<name>[^\[\]]*?) ?(?:\[(?P<start>[0-5])\])? ?(?P<props>\d{1,2}(?:/\d{1,2}){3})?$"
)


class Written(Struct, frozen=True):
    """What letters say of a space: `Orchard [3] 2/1/0/1`, any part of it."""

    name: str = ""
    start: int | None = None
    props: tuple[int, ...] | None = None


def written(text: str) -> Written:
    """The parts of a label; one that is written otherwise is a name as a whole."""
    plain = " ".join(text.split())
    found = LABEL.match(plain)
    if found is None:
        return Written(plain[:80])
    start, props = found["start"], found["props"]
    return Written(
        found["name"][:80],
        None if start is None else int(start),
        None if props is None else tuple(map(int, props.split("/"))),
    )


def nearest(sites: Sequence[Site], point: Point) -> tuple[int, float]:
    """The space nearest to a place, and the inches between them."""
    number = min(
        range(len(sites)), key=lambda n: (sites[n].distance(point), gap(sites[n].at, point))
    )
    return number, sites[number].distance(point)
