"""The pieces of the *Dead by Daylight* table. Built-in objects alone: nothing is downloaded.

Movement cards are the game's own playing cards, the one built-in kind that hides its face and its
tooltip in a hand and face down. Props are flat blocks. Each object's GUID is still a key here,
its tag without `ttsb:`; `dbd.build_mod` makes GUIDs of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random

from msgspec import Struct

from exporters.edit import builders as build
from exporters.mods import words
from exporters.mods.dbd import layout
from exporters.mods.dbd.layout import Areas, Box, Plan, Point
from exporters.mods.dbd.lines import CATEGORY_COLOUR, HEIGHT, INK, TABLE_HEIGHT
from exporters.mods.words import Language, Names
from rules.dbd.board import CATEGORIES, Category
from rules.dbd.state import COLOUR, Figure, Settings, State

SKILL_DICE, WOUND_RINGS, PROGRESS, SACRIFICE = 4, 4, 25, 12
"""Counts of the box (PIX)."""
# Faces of the built-in deck: aces of spades, clubs, hearts, diamonds and a king, read off a public
# save that names each of its cards. Were one of them another card, they would still differ.
FACES = {"sneak": 35, "sprint": 0, "crouch": 30, "vault": 5, "wait": 38}
SKILL_FACES = ("1", "2", "3", "4", "5", "0")  # pips count as they are, six pips as 0
FLAT = 0.15
DARK: build.Vector = (0.07, 0.07, 0.08)
TABLE_TOP = layout.SURFACE
OUT_OF_PLAY = ("supply/prop", "supply/wall")


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
        return words.heading(self.names.name(id_, self.language))

    def tint(self, figure: str) -> build.Vector:
        """The colour of a figure: that of its seat."""
        return build.SEAT_COLORS[self.seats[figure]]


def tags(tag: str) -> list[str]:
    """The tag that names a piece, and the one that lets zones notice it (docs/agent.md)."""
    return [f"ttsb:{tag}", "ttsb"]


def boards(table: Table) -> list[build.Json]:
    """The table's top, which nobody refers to, and the board on it."""
    top, board = table.areas.table, table.plan.board
    return [
        build.block(
            "table",
            (top.x, TABLE_TOP - 0.25, top.z),
            scale=(top.width, 0.5, top.depth),
            color=(0.2, 0.14, 0.1),
            locked=True,
            tooltip=False,
        ),
        build.block(
            "board",
            (board.x, TABLE_TOP + layout.BOARD_THICKNESS / 2, board.z),
            scale=(board.width, layout.BOARD_THICKNESS, board.depth),
            nickname=words.named(table.state.board, table.language),
            color=(0.16, 0.17, 0.2),
            tags=tags("board"),
            locked=True,
            tooltip=False,
        ),
    ]


def zones(table: Table) -> list[build.Json]:
    """A scripting zone for each space, each path's middle, each place around the board."""
    named = {f"space/{each}": box for each, box in table.plan.spaces.items()}
    named |= {f"path/{each}": box for each, box in table.plan.middles.items()}
    named |= table.areas.zones
    height = layout.ZONE_HEIGHT
    return [
        build.zone(
            each,
            (box.x, TABLE_TOP + height / 2, box.z),
            (box.width, height, box.depth),
            nickname=each,
            tags=tags(each),
        )
        for each, box in named.items()
    ]


def letters(table: Table) -> list[build.Json]:
    """Names of spaces with their start numbers, of zones around the board; GUIDs are keys."""
    plan, areas, found = table.plan, table.areas, []
    for space in table.state.board.spaces:
        box = plan.spaces[space.id]
        name = words.space_name(table.state.board, space.id, table.language)
        start = "" if space.start is None else f"  [{space.start}]"
        at = (box.x, HEIGHT, box.z + box.depth / 2 - 0.3)
        found.append(build.text3d(f"text/{space.id}", at, name + start, size=32))
    for each, box in areas.zones.items():
        north = each.startswith(("set/", "discard/")) and box.z > plan.board.z
        edge = box.depth / 2 + 0.3
        at = (box.x, TABLE_HEIGHT, box.z - edge if north else box.z + edge)
        rot = (90, 180 if north else 0, 0)
        text = table.name(label(each))
        found.append(build.text3d(f"text/{each}", at, text, size=28, rot=rot))
    for figure, point in areas.labels.items():
        at = (point.x, TABLE_HEIGHT, point.z)
        rot = (90, 180 if point.z > plan.board.z else 0, 0)
        found.append(build.text3d(f"text/{figure}", at, table.name(figure), size=48, rot=rot))
    return found


def label(zone: str) -> str:
    """The id of the name that stands beside a zone: what lies there, where that has one."""
    kind, _, rest = zone.partition("/")
    if kind == "box" or zone in OUT_OF_PLAY:
        return zone
    if kind == "beside":
        return "first-player"
    last = rest.rpartition("/")[2]
    return last if kind == "supply" or last in ("left", "right", "bonus") else kind


def hands(table: Table) -> list[build.Json]:
    """A hand for each figure; who plays two figures has two."""
    width, height, depth = layout.HAND
    return [
        build.hand_zone(
            f"hand/{each}",
            (box.x, TABLE_TOP + height / 2, box.z),
            (width, height, depth),
            table.seats[each],
            rot=(0, facing(table, box.z), 0),
        )
        for each, box in table.areas.hands.items()
    ]


def facing(table: Table, z: float) -> float:
    """0 where a player looks north, 180 where one looks south."""
    return 180.0 if z > table.plan.board.z else 0.0


def figures(table: Table) -> list[build.Json]:
    """The Survivors and the Killer on their start spaces."""
    standing: dict[str, int] = {}
    found = []
    for figure in table.state.figures:
        number = standing.setdefault(figure.at, 0)
        standing[figure.at] += 1
        at = table.plan.stands[figure.at][number % layout.STANDS]
        size = 1.35 if figure.side == "killer" else 1.0
        found.append(
            build.pawn(
                f"figure/{figure.id}",
                (at.x, layout.BOARD_TOP + 0.15, at.z),
                scale=(size, size, size),
                nickname=table.name(figure.id),
                color=table.tint(figure.id),
                tags=tags(f"figure/{figure.id}"),
            )
        )
    return found


def cards(table: Table) -> list[build.Json]:
    """Everybody's movement cards, in the hand, face up for who holds them."""
    return [card for figure in table.state.figures for card in hand_cards(table, figure)]


def hand_cards(table: Table, figure: Figure) -> list[build.Json]:
    """A figure's movement cards in its hand."""
    box = table.areas.hands[figure.id]
    turned = facing(table, box.z)
    step = box.width / (len(figure.hand) + 1)
    found = []
    for number, card in enumerate(figure.hand, 1):
        x = box.x + (step * number - box.width / 2) * (1 if turned == 0 else -1)
        key = f"card/{figure.id}/{card}"
        colour = [COLOUR[card]] if card in COLOUR else []
        found.append(
            build.card(
                key,
                (x, TABLE_TOP + 1.5, box.z),
                FACES[card],
                rot=(0, (turned + 180) % 360, 0),
                nickname=table.name(card),
                description=" · ".join(map(table.name, (figure.id, *colour))),
                color=_pale(table.tint(figure.id)),
                tags=tags(key),
            )
        )
    return found


def _pale(color: build.Vector) -> build.Vector:
    """Light enough for a card's print to stay readable."""
    r, g, b = (0.5 + each / 2 for each in color)
    return (r, g, b)


def props(table: Table, lying: Mapping[str, str]) -> list[build.Json]:
    """The props in their slots, face down but for those revealed from the start.

    `lying`: the kind of each; it stands in the GM notes alone.
    """
    found = []
    for slot, prop in zip(table.state.board.slots, table.state.props, strict=True):
        at = table.plan.slots[slot.prop]
        found.append(
            build.block(
                f"prop/{slot.prop}",
                (at.at.x, layout.BOARD_TOP + FLAT / 2, at.at.z),
                rot=(0, 180, 0 if prop.kind else 180),
                scale=(at.size, FLAT, at.size),
                nickname=table.name(slot.category),
                notes=lying[slot.prop],
                color=INK[CATEGORY_COLOUR[slot.category]],
                tags=tags(f"prop/{slot.prop}"),
            )
        )
    return found


def shuffle(state: State, known: Mapping[str, str], rng: Random) -> dict[str, str]:
    """The kind of each prop: every category shuffled by itself (dbd.md section 7).

    `known`: what is settled beforehand, by prop.
    """
    found = dict(known)
    for category in CATEGORIES:
        kinds = kinds_of(state.settings, category)
        slots = [slot.prop for slot in state.board.slots if slot.category == category]
        for prop in slots:
            if prop in known:
                kinds.remove(known[prop])
        rng.shuffle(kinds)
        unsettled = [prop for prop in slots if prop not in known]
        found |= dict(zip(unsettled, kinds, strict=True))
    return found


def kinds_of(settings: Settings, category: Category) -> list[str]:
    """The kinds of a category, each as often as there are tokens of it."""
    return [kind for kind, count in settings.kinds[category].items() for _ in range(count)]


def walls(table: Table) -> list[build.Json]:
    """A breakable wall across each path that has one."""
    found = []
    for path in table.state.walls:
        box, curve = table.plan.middles[path], table.plan.curves[path]
        west_east = abs(curve[-1].x - curve[0].x) > abs(curve[-1].z - curve[0].z)
        found.append(
            build.block(
                f"wall/{path}",
                (box.x, layout.BOARD_TOP + 0.35, box.z),
                rot=(0, 90 if west_east else 0, 0),
                scale=(1.0, 0.7, 0.2),
                nickname=table.name("wall"),
                color=(0.55, 0.35, 0.2),
                tags=tags(f"wall/{path}"),
            )
        )
    return found


def dice(table: Table) -> list[build.Json]:
    """Four skill check dice and the danger die."""
    danger = tuple(str(face) for face in table.state.settings.danger_die)
    faces: tuple[str, ...] = SKILL_FACES
    white: build.Vector = (0.9, 0.9, 0.88)
    kinds = [(f"die/skill-{n + 1}", "skill", faces, white) for n in range(SKILL_DICE)]
    kinds.append(("die/danger", "danger", danger, (0.7, 0.1, 0.1)))
    return [
        build.die(
            key,
            (at.x, TABLE_TOP + 0.5, at.z),
            values,
            scale=(0.8, 0.8, 0.8),
            nickname=table.name(name),
            color=color,
            tags=tags(key),
        )
        for (key, name, values, color), at in zip(kinds, table.areas.dice, strict=True)
    ]


def counters(table: Table) -> list[build.Json]:
    """Everybody's Bloodpoints."""
    found = []
    for figure in table.state.figures:
        at = table.areas.counters[figure.id]
        found.append(
            build.counter(
                f"bloodpoints/{figure.id}",
                (at.x, TABLE_TOP + 0.1, at.z),
                figure.bp,
                rot=(0, facing(table, at.z), 0),
                scale=(0.7, 0.7, 0.7),
                nickname=table.name("bloodpoints"),
                description=table.name(figure.id),
                color=table.tint(figure.id),
                tags=tags(f"bloodpoints/{figure.id}"),
                locked=True,
            )
        )
    return found


def tokens(table: Table) -> list[build.Json]:
    """What lies ready beside the board, and the first player marker beside its holder."""
    zone, state = table.areas.zones, table.state
    found = [
        _token(table, f"wound/{n + 1}", "wound", at, (0.8, FLAT, 0.8), (0.75, 0.1, 0.1))
        for n, at in enumerate(spread(zone["supply/wound"], WOUND_RINGS))
    ]
    found += [
        _token(table, f"progress/{n + 1}", "progress", at, (0.5, 0.5, 0.5), (0.95, 0.85, 0.3))
        for n, at in enumerate(spread(zone["supply/progress"], PROGRESS))
    ]
    found += [
        _token(table, f"sacrifice/{n + 1}", "sacrifice", at, (0.7, 0.3, 0.7), (0.35, 0.05, 0.08))
        for n, at in enumerate(spread(zone["supply/sacrifice"], SACRIFICE))
    ]
    entity, beside = zone["supply/entity"], zone[f"beside/{state.first}"]
    found.append(_token(table, "entity", "entity", _middle(entity), (0.8, 1.2, 0.8), DARK))
    marker = Point(beside.x, beside.z + 0.6)
    found.append(
        _token(table, "first-player", "first-player", marker, (1.1, 0.3, 1.1), (0.95, 0.95, 0.95))
    )
    return found


def _token(
    table: Table,
    key: str,
    name: str,
    at: Point,
    size: build.Vector,
    color: build.Vector,
) -> build.Json:
    return build.block(
        key,
        (at.x, TABLE_TOP + size[1] / 2, at.z),
        scale=size,
        nickname=table.name(name),
        color=color,
        tags=tags(key),
    )


def _middle(box: Box) -> Point:
    return Point(box.x, box.z)


def spread(box: Box, count: int) -> list[Point]:
    """`count` places spread over a zone, row by row from the north-west."""
    if not count:
        return []
    columns = math.ceil(math.sqrt(count * box.width / box.depth))
    rows = -(-count // columns)
    step_x, step_z = box.width / columns, box.depth / rows
    return [
        Point(
            box.x - box.width / 2 + (n % columns + 0.5) * step_x,
            box.z + box.depth / 2 - (n // columns + 0.5) * step_z,
        )
        for n in range(count)
    ]
