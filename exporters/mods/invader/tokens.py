"""Tokens, counters and markers of an *Invader* table. What a side of a flat one means is written
on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from exporters.edit import builders as build
from exporters.mods.dbd.layout import BOARD_TOP, SURFACE, Point
from exporters.mods.dbd.pieces import spread
from exporters.mods.invader import layout, words
from exporters.mods.invader.pieces import Table, tags
from exporters.xmltext import escape
from rules.invader.data import SURVIVORS
from rules.invader.state import LEVELS, Survivor, level, unseen

FLAT = 0.12
MARKER = layout.MARKER_WIDTH
NOISE_TOKENS, MOLD_TOKENS = 30, 24
"""More than in the box (18, 15), because running out of them is not covered (assumed)."""
ACTIVATION_TOKENS = 2
COLOURED_DOORS = ("green", "purple")
WOUNDS = sum(each.armor for each in SURVIVORS.values())
LEVEL_COLOURS: dict[str, build.Vector] = {
    "blue": (0.15, 0.4, 0.9),
    "yellow": (0.95, 0.85, 0.1),
    "orange": (0.95, 0.5, 0.1),
    "red": (0.85, 0.12, 0.1),
}
TOKEN_COLOURS: dict[str, build.Vector] = {
    "neutral": (0.75, 0.77, 0.8),
    "red": (0.8, 0.15, 0.12),
    "green": (0.2, 0.7, 0.3),
    "purple": (0.6, 0.3, 0.8),
}
OBJECTIVE_COLOUR: build.Vector = (0.9, 0.35, 0.25)
"""Of every Objective: what it is shows on its other side alone."""
NOISE_COLOUR: build.Vector = (0.95, 0.95, 0.3)
MOLD_COLOUR: build.Vector = (0.35, 0.75, 0.2)
WOUND_COLOUR: build.Vector = (0.75, 0.1, 0.1)
DARK: build.Vector = (0.15, 0.12, 0.1)


def sides(kind: str, table: Table, name: str = "") -> str:
    """The XML that writes on a flat token what its upper and its lower side mean."""
    over, under = words.SIDES[kind][table.language]
    texts = ((over, "0 0 -60", "0 0 180"), (under, "0 0 60", "180 0 180"))
    return "".join(
        f'<Text position="{at}" rotation="{turn}" width="100" height="100" fontSize="18" '
        f'color="#101010" fontStyle="Bold">{escape(text.format(name=name))}</Text>'
        for text, at, turn in texts
    )


def token(
    key: str,
    name: str,
    at: Point,
    color: build.Vector,
    *,
    size: build.Vector = (0.5, FLAT, 0.5),
    height: float = SURFACE,
    up: bool = True,
    notes: str = "",
    xml: str = "",
) -> build.Json:
    """A flat token, face up or down."""
    return build.block(
        key,
        (at.x, height + size[1] / 2, at.z),
        rot=(0, 180, 0 if up else 180),
        scale=size,
        nickname=name,
        color=color,
        tags=tags(key),
        notes=notes,
        xml=xml,
    )


def tree(survivor: Survivor) -> list[tuple[str, str]]:
    """The skills of a Survivor's card with the Danger Level of each."""
    card = SURVIVORS[survivor.id]
    rows = [("blue", card.blue), ("yellow", "plus-1-action")]
    rows += [("orange", skill) for skill in card.orange]
    return rows + [("red", skill) for skill in card.red]


def dashboards(table: Table) -> list[build.Json]:
    """Experience, Danger Level and skills of everybody; skills face up once they are theirs."""
    found = []
    zones_ = table.areas.zones
    for survivor in table.state.survivors:
        seat, at = survivor.id, table.areas.counters[survivor.id]
        found.append(
            build.counter(
                f"xp/{seat}",
                (at.x, SURFACE + 0.1, at.z),
                survivor.xp,
                rot=(0, 0, 0),
                scale=(0.5, 0.5, 0.5),
                nickname=table.name("xp"),
                description=table.name(seat),
                color=table.tint(seat),
                tags=tags(f"xp/{seat}"),
                locked=True,
            )
        )
        box = zones_[f"danger/{seat}/{LEVELS[level(survivor.xp)]}"]
        found.append(
            token(
                f"tracker/{seat}",
                table.name("tracker"),
                Point(box.x, box.z),
                table.tint(seat),
                size=(0.6, 0.4, 0.6),
            )
        )
        rows = tree(survivor)
        for place, (colour, skill) in zip(
            spread(zones_[f"skills/{seat}"], len(rows)), rows, strict=True
        ):
            name = table.name(skill)
            found.append(
                token(
                    f"skill/{seat}/{skill}",
                    name,
                    place,
                    LEVEL_COLOURS[colour],
                    size=(1.0, FLAT, 0.6),
                    up=skill in survivor.skills,
                    xml=sides("skill", table, name),
                )
            )
    return found


def objectives(table: Table, hidden: Sequence[str]) -> list[build.Json]:
    """The Objectives in their Zones; what those face down are stands in the GM notes alone.

    `hidden`: what lies under them, in their order.
    """
    left, found = [*hidden], []
    for index, each in enumerate(table.state.objectives):
        colour = each.colour or left.pop(0)
        if each.at:
            at = layout.stand(table.cell(each.at), layout.MARKERS, index % 3 + 1, MARKER)
        else:
            at = spread(table.areas.zones["taken"], len(table.state.objectives))[index]
        found.append(
            token(
                f"objective/{each.id}",
                table.name("objective"),
                at,
                OBJECTIVE_COLOUR,
                height=BOARD_TOP if each.at else SURFACE,
                up=bool(each.colour),
                notes=colour,
            )
        )
    return found


def shuffled(table: Table, rng: Random) -> list[str]:
    """The colours under the face-down Objectives, in their order."""
    colours = [colour for colour, count in unseen(table.state).counts.items() for _ in range(count)]
    rng.shuffle(colours)
    return colours


def spawns(table: Table) -> list[build.Json]:
    """The Spawn Zones; those that sleep lie face down."""
    return [
        token(
            f"spawn/{each.id}",
            table.name("spawn"),
            layout.stand(table.cell(table.state.board.zone_of[each.at]), layout.MARKERS, 0, MARKER),
            TOKEN_COLOURS[each.colour],
            size=(MARKER, FLAT, 0.45),
            height=BOARD_TOP,
            up=each.id in table.state.spawns,
            xml=sides("spawn", table),
        )
        for each in table.state.mission.spawns
    ]


def doors(table: Table) -> list[build.Json]:
    """Door tokens on their links, face up while closed; the others in the supply; and what marks
    a destroyed one."""
    state, found = table.state, []
    colours = state.mission.door_colour
    free = [f"door/{n}" for n in range(1, state.settings.door_tokens + 1)]
    wrecks = [f"wreck/{n}" for n in range(1, len(free) + len(COLOURED_DOORS) + 1)]
    coloured = [f"door/{colour}" for colour in COLOURED_DOORS]
    for link, door in state.ground.doors.items():
        box = table.plan.links[link]
        colour = colours.get(link, "neutral")
        key = f"door/{colour}" if link in colours else free.pop(0)
        if key in coloured:
            coloured.remove(key)
        size = (box.width * 0.8, FLAT, box.depth * 0.6)
        at, closed, xml = Point(box.x, box.z), door == "closed", sides("door", table)
        tint = TOKEN_COLOURS[colour]
        name = door_name(table, key)
        found.append(token(key, name, at, tint, size=size, height=BOARD_TOP, up=closed, xml=xml))
        if door == "destroyed":
            title = table.name("wreck")
            found.append(token(wrecks.pop(0), title, at, DARK, height=BOARD_TOP + FLAT))
    left = [*free, *coloured]
    for key, at in zip(left, spread(table.areas.zones["supply/door"], len(left)), strict=True):
        tint = TOKEN_COLOURS.get(key.removeprefix("door/"), TOKEN_COLOURS["neutral"])
        xml = sides("door", table)
        name = door_name(table, key)
        found.append(token(key, name, at, tint, size=(1.0, FLAT, 0.4), xml=xml))
    return found + supply(table, "wreck", wrecks, DARK)


def door_name(table: Table, key: str) -> str:
    """What is written on a door: the coloured ones say which they are."""
    return table.name("door" if key.removeprefix("door/").isdecimal() else key)


def noise(table: Table) -> list[build.Json]:
    """Noise tokens where they lie, the others in the supply."""
    name, found = table.name("noise"), []
    keys = [f"noise/{n}" for n in range(1, NOISE_TOKENS + 1)]
    for zone, count in table.state.noise.items():
        for index in range(count):
            at = layout.stand(table.cell(zone), layout.NOISE, index, layout.NOISE_WIDTH)
            small = (0.35, FLAT, 0.35)
            found.append(token(keys.pop(0), name, at, NOISE_COLOUR, size=small, height=BOARD_TOP))
    return found + supply(table, "noise", keys, NOISE_COLOUR)


def mold(table: Table) -> list[build.Json]:
    """Mold tokens, face up where it is active."""
    name, found = table.name("mold"), []
    keys = [f"mold/{n}" for n in range(1, MOLD_TOKENS + 1)]
    xml = sides("mold", table)
    for zone, side in table.state.ground.mold.items():
        at = layout.stand(table.cell(zone), layout.MARKERS, 3, MARKER)
        up = side == "active"
        found.append(token(keys.pop(0), name, at, MOLD_COLOUR, height=BOARD_TOP, up=up, xml=xml))
    return found + supply(table, "mold", keys, MOLD_COLOUR, xml)


def supply(
    table: Table, what: str, keys: Sequence[str], color: build.Vector, xml: str = ""
) -> list[build.Json]:
    """Tokens that are not in play."""
    name, box = table.name(what), table.areas.zones[f"supply/{what}"]
    return [
        token(key, name, at, color, size=(0.35, FLAT, 0.35), xml=xml)
        for key, at in zip(keys, spread(box, len(keys)), strict=True)
    ]


def others(table: Table) -> list[build.Json]:
    """Wounds, Activation tokens and the First Player token."""
    state, zones = table.state, table.areas.zones
    name, found = table.name("wound"), []
    keys = [f"wound/{n}" for n in range(1, WOUNDS + 1)]
    for survivor in state.survivors:
        for at in spread(zones[f"wounds/{survivor.id}"], survivor.wounds):
            found.append(token(keys.pop(0), name, at, WOUND_COLOUR))
    found += supply(table, "wound", keys, WOUND_COLOUR)
    keys = [f"activation/{n}" for n in range(1, ACTIVATION_TOKENS + 1)]
    name = table.name("activation")
    for machine in state.machines:
        if machine.active:
            at = layout.stand(table.cell(machine.at), layout.NOISE, 5, layout.NOISE_WIDTH)
            found.append(token(keys.pop(0), name, at, TOKEN_COLOURS["green"], height=BOARD_TOP))
    found += supply(table, "activation", keys, TOKEN_COLOURS["green"])
    first = zones[f"beside/{state.players[state.first][0]}"]
    name = table.name("first-player")
    marker = Point(first.x, first.z)
    found.append(token("first-player", name, marker, (1, 1, 1), size=(0.9, 0.3, 0.9)))
    return found
