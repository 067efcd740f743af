"""The board: tiles laid side by side become Zones, and links between them.

A tile has nine cells. A Zone is one cell, except outside, where areas that face each other across
a tile's edge are one Zone (gob, pack). A Zone is called after its first cell: `4v-nw`.
Source: Invader p.20 and invader.md section 4.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.invader.data import FACES

Direction = Literal["N", "E", "S", "W"]
LinkKind = Literal["line", "gap", "airlock", "wall"]
ZoneKind = Literal["room", "corridor", "exterior"]
Special = Literal["", "security", "oxygen", "airlock"]

PLACES = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")
TURN: tuple[Direction, ...] = ("N", "E", "S", "W")
STEP: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
KINDS: dict[str, tuple[ZoneKind, Special]] = {
    "ext": ("exterior", ""),
    "cor": ("corridor", ""),
    "room": ("room", ""),
    "sec": ("room", "security"),
    "o2": ("room", "oxygen"),
    "air": ("room", "airlock"),
}
OPEN_BORDERS = ("gap", "cor")
LINK_KINDS: dict[str, LinkKind] = {
    "line": "line",
    "gap": "gap",
    "airlock": "airlock",
    "wall": "wall",
}


class Cell(Struct, frozen=True):
    """A ninth of a tile; `x` and `y` count cells over the whole board, y downwards."""

    id: str
    x: int
    y: int
    kind: ZoneKind
    special: Special
    border: dict[Direction, str]
    """What its tile shows on each side that is the tile's edge."""


class Zone(Struct, frozen=True):
    """Where figures stand."""

    id: str
    kind: ZoneKind
    special: Special
    cells: tuple[str, ...]


class Link(Struct, frozen=True):
    """What lies between two Zones. `a`, `b`: cells; `dir`: from a to b."""

    id: str
    a: str
    b: str
    dir: Direction
    kind: LinkKind


class Exit(Struct, frozen=True):
    """A link as seen from one of its Zones."""

    link: Link
    to: str


class Memo(Struct):
    """What was found out on this board with the same doors and Mold: see `ground`."""

    sight: dict[str, dict[str, int]]
    walks: dict[str, dict[str, str]]


class Board(Struct, frozen=True):
    """Zones and links, and what was found out about them so far (`memos`, which only repeat what
    follows from the rest)."""

    zones: dict[str, Zone]
    links: dict[str, Link]
    exits: dict[str, tuple[Exit, ...]]
    """Every link of a Zone, walls that Mold could open included."""
    zone_of: dict[str, str]
    """The Zone of each cell."""
    steps: dict[str, dict[str, tuple[tuple[str, str], ...]]]
    """`steps[cell][direction]`: (link or "" inside a Zone, cell): straight lines follow them."""
    order: dict[str, int]
    """Where each Zone stands: the board's own order."""
    memos: dict[object, Memo]
    ways: dict[object, dict[str, dict[str, int]]]


def opposite(direction: str) -> Direction:
    """The direction that leads back."""
    return TURN[(TURN.index(direction) + 2) % 4]


def turned(x: int, y: int, times: int) -> tuple[int, int]:
    """A cell of a tile after quarter turns clockwise."""
    for _ in range(times):
        x, y = 2 - y, x
    return x, y


def tile_cells(name: str, face: str, at: tuple[int, int], quarter: int) -> list[Cell]:
    """The nine cells of a tile laid at `at` (in tiles), turned clockwise by quarters."""
    data = FACES[face]
    cells = []
    for index, place in enumerate(PLACES):
        x, y = index % 3, index // 3
        border: dict[Direction, str] = {}
        for side, (dx, dy) in STEP.items():
            if not (0 <= x + dx <= 2 and 0 <= y + dy <= 2):
                slot = x if side in "NS" else y
                border[TURN[(TURN.index(side) + quarter) % 4]] = data.border[side][slot]
        kind, special = KINDS[data.zones[index]]
        tx, ty = turned(x, y, quarter)
        cells.append(Cell(f"{name}-{place}", 3 * at[0] + tx, 3 * at[1] + ty, kind, special, border))
    return cells


def tile_links(name: str, face: str, quarter: int) -> list[Link]:
    """The links drawn on a tile."""
    found = []
    for text in FACES[face].links:
        a, b, side, kind = text.split()
        direction = TURN[(TURN.index(side) + quarter) % 4]
        found.append(link_between(f"{name}-{a}", f"{name}-{b}", direction, kind))
    return found


def link_between(a: str, b: str, direction: Direction, kind: str) -> Link:
    """A link with its id, the cells in the order of the alphabet."""
    if b < a:
        a, b, direction = b, a, opposite(direction)
    return Link(f"{a}:{b}", a, b, direction, LINK_KINDS[kind])


def seam(a: Cell, b: Cell, direction: Direction, edges: str) -> str:
    """What joins two cells of neighbouring tiles: a kind of link, "merge", or "" for nothing."""
    here, there = a.border[direction], b.border[opposite(direction)]
    if here == "ext" or there == "ext":
        return "merge" if here == there else ""
    if here == there == "cor":
        return "line"
    shown = (here in OPEN_BORDERS) + (there in OPEN_BORDERS)
    return "gap" if shown > (edges == "both") else "wall"


def build(
    tiles: list[tuple[str, str, tuple[int, int], int]], edges: str, overrides: dict[str, str]
) -> Board:
    """The board of tiles (name, face, place, quarter turns), with links overridden by id.

    Raises:
        KeyError: an override names no link between neighbouring cells that are indoors.
    """
    cells = [cell for tile in tiles for cell in tile_cells(*tile)]
    links = {link.id: link for tile in tiles for link in tile_links(tile[0], tile[1], tile[3])}
    at = {(cell.x, cell.y): cell for cell in cells}
    merges: list[tuple[Cell, Cell, Direction]] = []
    for cell in cells:
        for direction in ("E", "S"):
            dx, dy = STEP[direction]
            other = at.get((cell.x + dx, cell.y + dy))
            if other is None:
                continue
            kind = "wall" if direction not in cell.border else seam(cell, other, direction, edges)
            if kind == "merge":
                merges.append((cell, other, direction))
            elif kind and "exterior" not in (cell.kind, other.kind):
                link = link_between(cell.id, other.id, direction, kind)
                links.setdefault(link.id, link)
    for name, kind in overrides.items():
        old = links[name]
        links[name] = Link(old.id, old.a, old.b, old.dir, LINK_KINDS[kind])
    return assemble(cells, merges, links)


def assemble(
    cells: list[Cell], merges: list[tuple[Cell, Cell, Direction]], links: dict[str, Link]
) -> Board:
    """Zones of merged cells, their exits, and the steps of straight lines."""
    zone_of = {cell.id: cell.id for cell in cells}
    for a, b, _ in merges:
        old, new = zone_of[b.id], zone_of[a.id]
        zone_of = {cell: new if zone == old else zone for cell, zone in zone_of.items()}
    members: dict[str, list[Cell]] = {}
    for cell in cells:
        members.setdefault(zone_of[cell.id], []).append(cell)
    names = {old: group[0].id for old, group in members.items()}
    zone_of = {cell: names[zone] for cell, zone in zone_of.items()}
    zones = {
        group[0].id: Zone(
            group[0].id, group[0].kind, group[0].special, tuple([c.id for c in group])
        )
        for group in members.values()
    }
    steps: dict[str, dict[str, list[tuple[str, str]]]] = {cell.id: {} for cell in cells}
    for a, b, direction in merges:
        steps[a.id].setdefault(direction, []).append(("", b.id))
        steps[b.id].setdefault(opposite(direction), []).append(("", a.id))
    exits: dict[str, list[Exit]] = {zone: [] for zone in zones}
    for link in links.values():
        steps[link.a].setdefault(link.dir, []).append((link.id, link.b))
        steps[link.b].setdefault(opposite(link.dir), []).append((link.id, link.a))
        a_zone, b_zone = zone_of[link.a], zone_of[link.b]
        if a_zone != b_zone:
            exits[a_zone].append(Exit(link, b_zone))
            exits[b_zone].append(Exit(link, a_zone))
    return Board(
        zones,
        links,
        {zone: tuple(found) for zone, found in exits.items()},
        zone_of,
        {cell: {d: tuple(to) for d, to in by.items()} for cell, by in steps.items()},
        {zone: index for index, zone in enumerate(zones)},
        {},
        {},
    )
