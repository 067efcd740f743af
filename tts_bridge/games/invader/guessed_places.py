"""Places of an *Invader* table that a strange mod has no zones for. No I/O here.

Zones of the map follow from the fit, decks and supplies from what lies there; dashboards are laid
out as ours around the name or board of each Survivor; the rest goes where nothing lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from exporters.mods.invader import layout
from rules.invader.data import SURVIVORS
from rules.invader.missions import Mission
from rules.invader.state import KINDS
from tts_bridge.binding.fit import Fit, Point, box, distance
from tts_bridge.binding.objects import Thing
from tts_bridge.games.invader.dashboards import Places, Size, dashboard
from tts_bridge.games.invader.recognise import Found

DECK: Size = (2.4, 2.4)
ROOM = 0.4
"""World units kept free between places."""
SUPPLIES: Mapping[str, tuple[str, ...]] = {
    **{f"supply/{kind}": (kind,) for kind in KINDS},
    **{f"supply/{what}": (what,) for what in ("noise", "mold", "wound", "wreck", "activation")},
    "supply/door": ("door",),
    "supply/remote": ("equipment/bot-remote", "equipment/sentry-gun-remote"),
}
"""Each supply with the ids of what lies in it."""
BESIDE: Mapping[str, Size] = {
    "deck/equipment": DECK,
    "deck/xeno": DECK,
    "deck/prototype": DECK,
    "deck/oxygen": DECK,
    "discard/equipment": DECK,
    "discard/xeno": DECK,
    "taken": (5.0, 2.4),
    "out": (5.0, 2.6),
    **dict.fromkeys(SUPPLIES, (5.0, 2.4)),
}
"""The places that have to be somewhere."""
POINTED = (
    *(f"slot/{seat}/{slot}" for seat in SURVIVORS for slot in ("hand", "body", "pack")),
    *(name for name in BESIDE if name.startswith(("deck/", "discard/"))),
)
"""The places of which somebody may say that they lie elsewhere."""


def areas(mission: Mission, laid: Fit, found: Found, objects: Sequence[Thing]) -> Places:
    """Every place that a game needs, by id."""
    places = on_map(mission, laid)
    for seat, at in found.dashboards.items():
        places |= dashboard(seat, at, found.lying)
    places |= {name: (at, DECK) for name, at in found.decks.items()}
    lying = supplies(laid, found, objects, places)
    places |= lying
    taken = [(thing.place, (1.0, 1.0)) for thing in objects if not thing.inside]
    for name, size in BESIDE.items():
        if name not in places:
            near = places.get(name.replace("discard", "deck"), (middle(laid), DECK))[0]
            places[name] = (free(near, size, [*taken, *places.values()]), size)
    return places


def on_map(mission: Mission, laid: Fit) -> Places:
    """Cells and the links that can hold a door, in the proportions of our own boards."""
    unit = laid.spacing / layout.CELL
    side = layout.ZONE * unit
    places: Places = {f"zone/{cell}": (at, (side, side)) for cell, at in laid.spaces.items()}
    long, short = (length * unit for length in layout.LINK)
    for link in layout.plan(mission).links:
        a, b = (laid.spaces[cell] for cell in link.split(":"))
        size = (short, long) if abs(a[0] - b[0]) > abs(a[1] - b[1]) else (long, short)
        places[f"link/{link}"] = (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), size)
    return places


def supplies(laid: Fit, found: Found, objects: Sequence[Thing], places: Places) -> Places:
    """A supply around what of it lies beside map and dashboards."""
    by_guid = {thing.guid: thing for thing in objects}
    lie: Places = {}
    for supply, kinds in SUPPLIES.items():
        points = [
            thing.place
            for name, guid in found.pieces.items()
            if name.startswith(tuple(f"{kind}/" for kind in kinds))
            and not is_inside((thing := by_guid[guid]).place, laid, places)
        ]
        if points:
            at, size = box(heap(points))
            lie[supply] = (at, (min(size[0], 6.0), min(size[1], 6.0)))
    return lie


def heap(points: Sequence[Point]) -> list[Point]:
    """Those of the points that lie together with most of the others."""
    best = max(points, key=lambda at: sum(distance(at, each) < 4.0 for each in points))
    return [each for each in points if distance(best, each) < 4.0]


def is_inside(point: Point, laid: Fit, places: Places) -> bool:
    """Whether a point lies on the map or in a place."""
    if min(distance(point, at) for at in laid.spaces.values()) < laid.spacing:
        return True
    return any(
        abs(point[0] - at[0]) <= size[0] / 2 and abs(point[1] - at[1]) <= size[1] / 2
        for at, size in places.values()
    )


def middle(laid: Fit) -> Point:
    """The middle of the map."""
    xs, zs = zip(*laid.spaces.values(), strict=True)
    return ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)


def free(near: Point, size: Size, taken: Sequence[tuple[Point, Size]]) -> Point:
    """The nearest spot around a point where a place of this size lies on nothing."""
    for at in around(near):
        if not any(
            abs(at[0] - other[0]) < (size[0] + wide[0]) / 2 + ROOM
            and abs(at[1] - other[1]) < (size[1] + wide[1]) / 2 + ROOM
            for other, wide in taken
        ):
            return at
    return near


def around(near: Point) -> Iterator[Point]:
    """Points around one, in growing squares of a unit."""
    for ring in range(1, 80):
        for x in range(-ring, ring + 1):
            for z in range(-ring, ring + 1):
                if max(abs(x), abs(z)) == ring:
                    yield (near[0] + x, near[1] + z)
