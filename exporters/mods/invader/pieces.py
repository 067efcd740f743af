"""The pieces of an *Invader* table, cards aside. Built-in objects alone: nothing is downloaded.

Each object's GUID is still a key here, its tag without `ttsb:`; `saves.with_guids` makes GUIDs.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from exporters.drawing.palette import SEATS
from exporters.edit import builders as build
from exporters.mods.dbd.layout import BOARD_THICKNESS, BOARD_TOP, SURFACE, ZONE_HEIGHT, Box, Point
from exporters.mods.dbd.pieces import spread
from exporters.mods.invader import layout
from exporters.mods.invader.layout import Areas, Plan
from exporters.mods.words import Language, Names, heading
from rules.invader.data import XENOS
from rules.invader.state import KINDS, LEVELS, THRESHOLDS, Machine, State, Survivor

BESIDE_TANKS = 4
"""Place of the Abomination in the row of the Tanks."""
FLOORS: dict[str, build.Vector] = {
    "exterior": (0.06, 0.06, 0.09),
    "corridor": (0.2, 0.21, 0.24),
    "room": (0.16, 0.22, 0.3),
    "security": (0.36, 0.12, 0.12),
    "oxygen": (0.1, 0.32, 0.34),
    "airlock": (0.3, 0.26, 0.1),
}
LABELS = {"wounds": "wound", "beside": "first-player"}
"""Zones of which the label is the name of what lies there."""
METAL: build.Vector = (0.6, 0.62, 0.66)


class Table(Struct, frozen=True):
    """What a mod is built from."""

    plan: Plan
    areas: Areas
    state: State
    seats: Mapping[str, str]
    names: Names
    language: Language

    def name(self, id_: str) -> str:
        """What is written on a piece."""
        return heading(self.names.name(id_, self.language))

    def tint(self, survivor: str) -> build.Vector:
        """The colour of a Survivor: that of the seat of the same place in the order."""
        index = [each.id for each in self.state.survivors].index(survivor)
        return build.SEAT_COLORS[SEATS[index]]

    def cell(self, zone: str) -> Box:
        """Where figures of a Zone stand: its first cell."""
        return self.plan.zones[zone]


def tags(tag: str) -> list[str]:
    """The tag that names a piece, and the one that lets zones notice it (docs/agent.md)."""
    return [f"ttsb:{tag}", "ttsb"]


def at_index(box: Box, index: int, width: float) -> Point:
    """The `index`-th place in a row through the middle of a box."""
    step = min(width + 0.15, box.width / max(1, int(box.width / (width + 0.15))))
    return Point(box.x - box.width / 2 + (index + 0.5) * step, box.z)


def floors(table: Table) -> list[build.Json]:
    """The table's top, which nobody refers to, and a coloured floor for each cell."""
    top = table.areas.table
    found = [
        build.block(
            "table",
            (top.x, SURFACE - 0.25, top.z),
            scale=(top.width, 0.5, top.depth),
            color=(0.1, 0.11, 0.13),
            locked=True,
            tooltip=False,
        )
    ]
    for cell in table.plan.cells.values():
        box = table.plan.floors[cell.id]
        found.append(
            build.block(
                f"floor/{cell.id}",
                (box.x, SURFACE + BOARD_THICKNESS / 2, box.z),
                scale=(box.width, BOARD_THICKNESS, box.depth),
                color=FLOORS[cell.special or cell.kind],
                locked=True,
                tooltip=False,
            )
        )
    return found


def zones(table: Table) -> list[build.Json]:
    """A scripting zone for each cell, each link that can hold a door, each place beside."""
    named = {f"zone/{each}": box for each, box in table.plan.zones.items()}
    named |= {f"link/{each}": box for each, box in table.plan.links.items()}
    named |= table.areas.zones
    return [
        build.zone(
            each,
            (box.x, SURFACE + ZONE_HEIGHT / 2, box.z),
            (box.width, ZONE_HEIGHT, box.depth),
            nickname=each,
            tags=tags(each),
        )
        for each, box in named.items()
    ]


def letters(table: Table) -> list[build.Json]:
    """The names of cells, places and Survivors."""
    found = []
    exits = table.state.mission.exit_zones
    for cell in table.plan.cells.values():
        box, said = table.plan.floors[cell.id], [cell.id]
        if cell.special:
            said.append(table.name(cell.special))
        if table.state.board.zone_of[cell.id] in exits:
            said.append(table.name("exit"))
        at = (box.x, BOARD_TOP + 0.02, box.z + box.depth / 2 - 0.2)
        found.append(build.text3d(f"text/{cell.id}", at, "  ".join(said), size=20))
    for each, box in table.areas.zones.items():
        at = (box.x, SURFACE + 0.02, box.z + box.depth / 2 + 0.2)
        found.append(build.text3d(f"text/{each}", at, label(table, each), size=20))
    for seat, point in table.areas.names.items():
        said = [table.name(seat), f"({table.seats[seat]})"]
        at = (point.x, SURFACE + 0.02, point.z)
        found.append(build.text3d(f"text/{seat}", at, " ".join(said), size=48))
    return found


def label(table: Table, zone: str) -> str:
    """What stands beside a zone: what lies there, or which Danger Level it is."""
    kind, _, rest = zone.partition("/")
    last = rest.rpartition("/")[2]
    if kind == "danger":
        level = LEVELS.index(last)
        until = [f"-{above - 1}" for above in THRESHOLDS[level + 1 : level + 2]]
        return " ".join([table.name(last), "".join([str(THRESHOLDS[level]), *until])])
    if kind in ("slot", "supply"):
        return table.name(last)
    return table.name(LABELS.get(kind, zone if kind in ("deck", "discard") else kind))


def figures(table: Table) -> list[build.Json]:
    """Survivors and machines where they stand, those out of the game beside the board."""
    found = []
    standing: list[Survivor | Machine] = [*table.state.survivors, *table.state.machines]
    for index, each in enumerate(standing):
        box = table.cell(each.at) if each.at else table.areas.zones["out"]
        at = layout.stand(box, layout.FIGURES, index, layout.FIGURE_WIDTH)
        key, place = f"figure/{each.id}", (at.x, BOARD_TOP + 0.15, at.z)
        common: build.Common = {
            "scale": (0.45, 0.45, 0.45),
            "nickname": table.name(each.id),
            "color": table.tint(each.id) if isinstance(each, Survivor) else METAL,
            "tags": tags(key),
        }
        if isinstance(each, Survivor):
            found.append(build.pawn(key, place, **common))
        else:
            found.append(build.block(key, place, **common))
    return found


def xenos(table: Table) -> list[build.Json]:
    """Every Xeno figure: a cube, a wedge, a slab, and the Abomination a big pawn."""
    rows = (layout.WORKERS, layout.HUNTERS, layout.TANKS, layout.TANKS)
    found = []
    for kind, name in enumerate(KINDS):
        first = BESIDE_TANKS if name == KINDS[-1] else 0
        places = [
            (layout.stand(table.cell(zone), rows[kind], first + n, layout.XENO_WIDTH), BOARD_TOP)
            for zone, herd in table.state.xenos.items()
            for n in range(herd[kind])
        ]
        left = XENOS[name].figures - len(places)
        places += [(at, SURFACE) for at in spread(table.areas.zones[f"supply/{name}"], left)]
        for number, (at, height) in enumerate(places, 1):
            found.append(xeno(table, f"{name}/{number}", name, at, height))
    return found


def xeno(table: Table, key: str, name: str, at: Point, height: float) -> build.Json:
    """One Xeno figure."""
    common: build.Common = {"nickname": table.name(name), "tags": tags(key)}
    place = (at.x, height + 0.3, at.z)
    if name == "worker":
        common |= {"scale": (0.36, 0.36, 0.36), "color": (0.55, 0.4, 0.3)}
        return build.block(key, place, **common)
    if name == "hunter":
        common |= {"scale": (0.4, 0.5, 0.4), "color": (0.95, 0.45, 0.1)}
        return build.block(key, place, form="Triangle", **common)
    if name == "tank":
        common |= {"scale": (0.4, 0.6, 0.4), "color": (0.4, 0.15, 0.5)}
        return build.block(key, place, form="Rectangle", **common)
    common |= {"scale": (0.8, 0.8, 0.8), "color": (0.5, 0.05, 0.1)}
    return build.pawn(key, place, **common)


def dice(table: Table) -> list[build.Json]:
    """The six dice."""
    values = tuple(str(n) for n in range(1, 7))
    return [
        build.die(
            f"die/{n}",
            (at.x, SURFACE + 0.5, at.z),
            values,
            scale=(0.8, 0.8, 0.8),
            nickname=table.name("die"),
            color=(0.9, 0.9, 0.88),
            tags=tags(f"die/{n}"),
        )
        for n, at in enumerate(table.areas.dice, 1)
    ]
