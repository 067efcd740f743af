"""The dashboards of a strange *Invader* table: laid out as ours, turned as what lies there shows.

No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exporters.mods.invader import layout
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Point, distance

Size = tuple[float, float]
Places = dict[str, tuple[Point, Size]]
"""Middle and size of each place, by id."""


def dashboard(seat: str, at: Point, lying: Mapping[str, Point]) -> Places:
    """The places of a dashboard whose middle lies at a point, turned by quarters so that what lies
    there (a point by the place it belongs in) lies right; as it is drawn, where that shows nothing.
    """
    drawn = centred(seat)
    turns = [moved(turned(drawn, quarters), at) for quarters in range(4)]
    return min(turns, key=lambda places: off(places, lying))


def centred(seat: str) -> Places:
    """A dashboard of ours around the middle of the table."""
    boxes = layout.dashboard(seat, 0.0, 0.0)
    corners = [corner for each in boxes.values() for corner in each.corners]
    xs, zs = [corner.x for corner in corners], [corner.z for corner in corners]
    x, z = (min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2
    return {
        name: ((each.x - x, each.z - z), (each.width, each.depth)) for name, each in boxes.items()
    }


def turned(places: Places, quarters: int) -> Places:
    """Places after quarter turns about the middle of the table, clockwise from above."""
    for _ in range(quarters):
        places = {name: ((z, -x), (deep, wide)) for name, ((x, z), (wide, deep)) in places.items()}
    return places


def moved(places: Places, by: Point) -> Places:
    """Places shifted."""
    return {name: ((x + by[0], z + by[1]), size) for name, ((x, z), size) in places.items()}


def off(places: Places, lying: Mapping[str, Point]) -> float:
    """How far what lies on a dashboard is from where it belongs, all together."""
    return sum(distance(places[name][0], at) for name, at in lying.items() if name in places)


def strays(places: Places, lying: Mapping[str, Point]) -> Iterator[Doubt]:
    """What lies beside the place it belongs in. The layout is another one then."""
    for name, at in lying.items():
        if name not in places or not name.startswith("slot/"):
            continue
        (x, z), (wide, deep) = places[name]
        if abs(at[0] - x) > wide / 2 or abs(at[1] - z) > deep / 2:
            yield Doubt("beside", name, {"at": f"{at[0]:.1f},{at[1]:.1f}"})
