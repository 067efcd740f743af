"""The *Dead by Daylight* mod as it comes out of the box: a whole save, to be set up by the players.

Places are called `survivor-1` to `-4` and `killer` until the referee knows who plays whom, props
lie unshuffled in the box, and every Survivor and Killer stands there to be taken. A pure function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from exporters.drawing.palette import KILLER_SEAT
from exporters.edit import builders as build
from exporters.edit.install_agent import agent_object
from exporters.mods import save as saves
from exporters.mods import words
from exporters.mods.dbd import layout, lines, pieces
from exporters.mods.dbd import mod as dbd
from exporters.mods.dbd.layout import Areas, Box, Point
from exporters.mods.words import Names
from exporters.savefile import Save
from rules.dbd.board import Board
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.lobby import KILLER_PLACE, LOBBY, PLACES, LobbyConfig
from rules.dbd.setup import Config, setup
from rules.dbd.state import State

SEATS = dict(zip(PLACES, dbd.SURVIVOR_SEATS, strict=True)) | {KILLER_PLACE: KILLER_SEAT}
FIGURES, PROPS = (15.0, 7.0), (15.0, 5.6)
"""Width and depth of the two halves of the box."""
SURVIVOR_INK: build.Vector = (0.75, 0.72, 0.6)
KILLER_INK: build.Vector = (0.45, 0.1, 0.12)


class Laid(Struct, frozen=True):
    """What the mod is built from."""

    table: pieces.Table
    figures: Box
    props: Box


def build_setup_mod(
    board: Board,
    *,
    names: Names,
    seats: Mapping[str, str] | None = None,
    language: str = "en",
    agent_script: str = "",
    table_script: str = "",
) -> Save:
    """A save in which everything lies in the box until somebody presses the setup button.

    Args:
        names: what pieces are called.
        seats: other player colours of the places than White, Red, Green, Blue and Purple.
        language: `en` or `zh`, of the pieces' names.
        agent_script: the agent's Lua, complete.
        table_script: Global's Lua, as for `dbd.build_mod`.

    Raises:
        ModError: seats or a language that do not work. LayoutError: a map that has no room.
    """
    try:
        spoken = words.spoken(language)
        LOBBY.setup(LobbyConfig(board))
    except ValueError as error:
        raise dbd.ModError(str(error)) from error
    seated = dbd.seated(PLACES, KILLER_PLACE, seats)
    plan = layout.plan(board)
    around = layout.areas(plan, PLACES, KILLER_PLACE)
    figures, props, areas = with_box(around, plan.board)
    table = pieces.Table(plan, areas, in_places(board), seated, names, spoken)
    box = Laid(table, figures, props)
    about = {
        "game": "dbd",
        "setup": True,
        "map": msgspec.to_builtins(board),
        "seats": seated,
        "language": spoken,
    }
    agent_at = (areas.agent.x, layout.SURFACE + 0.25, areas.agent.z)
    found = [
        *pieces.boards(table),
        *pieces.zones(table),
        *pieces.hands(table),
        *walls(table),
        *prop_tokens(box),
        *characters(box),
        *card_sets(table),
        *pieces.dice(table),
        *counters(table),
        *tokens(box),
        dbd.note(table),
        *pieces.letters(table),
        *hint(table),
        agent_object("agent", agent_at, agent_script, msgspec.json.encode(about).decode()),
    ]
    return saves.whole_save(dbd.sheet(table, table_script), found)


def in_places(board: Board) -> State:
    """A position whose figures are the places: counters, cards and hands are built from it."""
    state = setup(Config(board))
    figures = [
        replace(figure, id=place, bp=0)
        for figure, place in zip(state.figures, (*PLACES, KILLER_PLACE), strict=True)
    ]
    return replace(state, figures=tuple(figures), first=PLACES[0])


def with_box(areas: Areas, board: Box) -> tuple[Box, Box, Areas]:
    """The two halves of the box, west of everything else, and the areas with them."""
    left = min(box.x - box.width / 2 for box in areas.zones.values())
    x = min(left, *(die.x for die in areas.dice)) - layout.SIDE - FIGURES[0] / 2
    figures = Box(x, board.z + FIGURES[1] / 2, *FIGURES)
    props = Box(x, board.z - PROPS[1] / 2 - layout.GAP, *PROPS)
    bonus = areas.zones[f"set/{KILLER_PLACE}/left"]
    beside = Box(bonus.x + bonus.width + layout.GAP, bonus.z, bonus.width, bonus.depth)
    zones = {
        **areas.zones,
        "box/figure": figures,
        "box/prop": props,
        f"beside/{KILLER_PLACE}": beside,
    }
    corners = [*areas.table.corners, *figures.corners, *props.corners]
    note = Point(areas.note.x, max(areas.note.z, figures.z + figures.depth / 2 + 2.5))
    table = layout.around([*corners, note], layout.MARGIN)
    return figures, props, msgspec.structs.replace(areas, zones=zones, note=note, table=table)


def in_rows(box: Box, count: int, width: float, rows: int = 4) -> list[Point]:
    """Places in rows from the north-west, as the referee lays them out (`placing.position`)."""
    step = width + 0.15
    per_row = int(box.width / step)
    return [
        Point(
            box.x - box.width / 2 + (n % per_row + 0.5) * step,
            box.z + box.depth / 2 - (n // per_row + 0.5) * box.depth / rows,
        )
        for n in range(count)
    ]


def characters(box: Laid) -> list[build.Json]:
    """Every Survivor and every Killer, to be taken."""
    figures = (*SURVIVORS, *KILLERS)
    return [
        build.pawn(
            f"figure/{each}",
            (at.x, layout.SURFACE + 0.15, at.z),
            scale=(1.2, 1.2, 1.2) if each in KILLERS else (0.9, 0.9, 0.9),
            nickname=box.table.name(each),
            color=KILLER_INK if each in KILLERS else SURVIVOR_INK,
            tags=pieces.tags(f"figure/{each}"),
        )
        for each, at in zip(figures, in_rows(box.figures, len(figures), 1.0), strict=True)
    ]


def prop_tokens(box: Laid) -> list[build.Json]:
    """The props as they come, by category and kind, face down; only a shuffle hides what they
    are."""
    state, found, left = box.table.state, [], dict[str, list[str]]()
    fullest = max(Counter(slot.space for slot in state.board.slots).values())
    side = min(layout.PROP_SIZE, layout.SPACE / fullest * 0.85)  # in one row, wherever it goes
    places = in_rows(box.props, len(state.board.slots), 0.9)
    for slot, at in zip(state.board.slots, places, strict=True):
        kinds = left.setdefault(slot.category, pieces.kinds_of(state.settings, slot.category))
        found.append(
            build.block(
                f"prop/{slot.prop}",
                (at.x, layout.SURFACE + pieces.FLAT / 2, at.z),
                rot=(0, 180, 180),
                scale=(side, pieces.FLAT, side),
                nickname=box.table.name(slot.category),
                notes=kinds.pop(0),
                color=lines.INK[lines.CATEGORY_COLOUR[slot.category]],
                tags=pieces.tags(f"prop/{slot.prop}"),
            )
        )
    return found


def card_sets(table: pieces.Table) -> list[build.Json]:
    """Every place's set of movement cards as a deck, face down where it will discard."""
    found = []
    for figure in table.state.figures:
        box = table.areas.zones[f"discard/{figure.id}"]
        at = (box.x, layout.SURFACE + 0.2, box.z)
        turned = {"rot": (0.0, pieces.facing(table, box.z) + 180.0, 180.0)}
        cards = [lay(each, at, turned["rot"]) for each in pieces.hand_cards(table, figure)]
        found.append(build.deck(f"deck/{figure.id}", at, cards, tags=["ttsb"], rot=turned["rot"]))
    return found


def lay(card: build.Json, at: build.Vector, rot: build.Vector) -> build.Json:
    """A card somewhere else."""
    place = dict(zip(("posX", "posY", "posZ", "rotX", "rotY", "rotZ"), (*at, *rot), strict=True))
    return {**card, "Transform": {**card["Transform"], **place}}


def walls(table: pieces.Table) -> list[build.Json]:
    """The walls, not yet on their paths."""
    box = table.areas.zones["supply/wall"]
    found = pieces.walls(table)
    places = in_rows(box, len(found), 1.1, 1)
    return [
        lay(each, (at.x, layout.SURFACE + 0.35, at.z), (0, 0, 0))
        for each, at in zip(found, places, strict=True)
    ]


def counters(table: pieces.Table) -> list[build.Json]:
    """Everybody's Bloodpoints, at 0."""
    return pieces.counters(table)


def tokens(box: Laid) -> list[build.Json]:
    """What lies ready beside the board, and the first player marker in the box."""
    last = in_rows(box.props, len(box.table.state.board.slots) + 1, 0.9)[-1]
    place = (last.x, layout.SURFACE + 0.15, last.z)
    return [
        lay(each, place, (0, 0, 0)) if "ttsb:first-player" in each["Tags"] else each
        for each in pieces.tokens(box.table)
    ]


def hint(table: pieces.Table) -> list[Any]:
    """Beside the agent, what its button is for, in the mod's language."""
    at = table.areas.agent
    place = (at.x, layout.SURFACE + 0.02, at.z + 1.2)
    return [build.text3d("text/setup", place, words.SETUP[table.language], size=28, rot=(90, 0, 0))]
