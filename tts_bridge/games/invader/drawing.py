"""*Zombicide: Invader* as a drawing: Zones on the tiles' grid, what lies and stands in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exporters.drawing.icons import INVADER as ICONS
from exporters.drawing.palette import seat_tone
from exporters.mods.invader.mission_svg import places
from rules.engine import Move
from rules.invader.asks import Assault, Harm, Hits, Misses, Rethink, Scatter, SkillChoice
from rules.invader.attacks import Hit, Keep, Reroll, Stray
from rules.invader.board import Board
from rules.invader.choices import ChooseSkill, Endure, Send, ShrugOff, Suffer
from rules.invader.codes import CODES, LAWS, OF_STEP
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENOS
from rules.invader.gear import SLOTS
from rules.invader.missions import Mission
from rules.invader.state import (
    KINDS,
    LEVELS,
    MAX_XP,
    TEAM,
    THRESHOLDS,
    State,
    Survivor,
    armor,
    attached,
    base,
)
from rules.invader.timing import RULE_OF
from tts_bridge.drawing.scene import Area, Bar, Card, Counter, Drawing, Ground, Line, Mark, Panel

CELL = 3.6
"""Units of a Zone's side."""
STEP, FIRST = (0.76, 0.78), (0.7, 1.42)
"""Between two pieces in a Zone, across and down, and where the first one lies."""
DROP, DOOR = 0.86, 0.7
"""Names stand below the doors of the Zone's edge; how large a door is."""
ROW, ROOM = 4, 12
"""Pieces side by side, and in a cell before the next one of its Zone is used."""
SIZE = 0.66
DOOR_TONES = {"neutral": "brown", "green": "green", "purple": "violet"}
TONE_OF_LEVEL = ("blue", "yellow", "orange", "red")
TOKENS = (
    *("door-closed", "door-open", "wreck", "mold-active", "mold-inactive", "noise", "exit"),
    *("wound", "xp", "deck/equipment", "deck/xeno", "deck/oxygen"),
)
"""What is drawn or counted beside figures and cards."""
TOKEN_TONES = {"purple": "violet", "white": "plain", "": "red"}


class InvaderDrawing:
    """The game, as `tts_bridge.drawing.scene.Drawing`."""

    rule_of: Mapping[Any, str] = {kind: (CODES | LAWS)[code] for kind, code in RULE_OF.items()}
    code_of: Mapping[Any, str] = RULE_OF
    code_of_step: Mapping[str, str] = OF_STEP
    acts: tuple[str, ...] = ("xenos",)
    example: str = "magnus xp 7"
    questions: Mapping[Any, tuple[type[Move[Any]], ...]] = {
        Assault: (Suffer,),
        Scatter: (Send,),
        Misses: (Stray,),
        Hits: (Hit,),
        Rethink: (Reroll, Keep),
        SkillChoice: (ChooseSkill,),
        Harm: (ShrugOff, Endure),
    }
    hidden_fields: tuple[str, ...] = ()
    shared: tuple[str, ...] = (TEAM,)

    def ground(self, state: State) -> Ground:
        at = cells(state.mission)
        left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
        right, bottom = max(x for x, _ in at.values()), max(y for _, y in at.values())
        edge = 0.4
        areas = []
        for zone in state.board.zones.values():
            first, *more = [(*at[cell], CELL, CELL) for cell in zone.cells]
            kind = zone.special or zone.kind
            areas.append(Area(zone.id, first, kind, cells=tuple(more), drop=DROP))
        return Ground(
            (
                round(left - edge, 2),
                round(top - edge, 2),
                round(right - left + CELL + 2 * edge, 2),
                round(bottom - top + CELL + 2 * edge, 2),
            ),
            tuple(areas),
            tuple(openings(state.board, at)),
            ICONS,
        )

    def marks(self, state: State) -> tuple[Mark, ...]:
        return (*doors(state), *in_zones(state))

    def panels(self, state: State) -> tuple[Panel, ...]:
        return tuple(panel(state, index) for index in range(len(state.survivors)))

    def counters(self, state: State) -> tuple[Counter, ...]:
        return (
            Counter("deck/oxygen", state.oxygen),
            Counter("deck/equipment", sum(state.equipment.counts.values())),
            Counter("deck/xeno", sum(state.xeno_deck.counts.values())),
            *(Counter(kind, count) for kind, count in state.killed.items()),
        )

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(survivor.id for survivor in state.survivors)

    def words(self, state: State) -> tuple[str, ...]:
        mission = state.mission
        return (
            *state.board.zones,
            *state.board.links,
            *(objective.id for objective in mission.objectives),
            *(spawn.id for spawn in mission.spawns),
            *SURVIVORS,
            *MACHINES,
            *CARDS,
            *SKILLS,
            *XENOS,
            *LEVELS,
            *SLOTS,
            *TOKENS,
            TEAM,
            "chance",
        )


def cells(mission: Mission) -> dict[str, tuple[float, float]]:
    """The left and top of each cell of a mission's board."""
    return {
        cell: (round(x * CELL, 2), round(y * CELL, 2)) for cell, (x, y) in places(mission).items()
    }


def between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float, bool]:
    """The middle of the side of two neighbouring cells, and whether it is upright."""
    x, y = (a[0] + b[0] + CELL) / 2, (a[1] + b[1] + CELL) / 2
    return round(x, 2), round(y, 2), abs(a[0] - b[0]) > abs(a[1] - b[1])


def openings(board: Board, at: Mapping[str, tuple[float, float]]) -> Iterator[Line]:
    """Where one gets from Zone to Zone: across a painted line, through a gap or an airlock."""
    for link in board.links.values():
        if link.kind == "wall":
            continue
        x, y, upright = between(at[link.a], at[link.b])
        half = CELL / 2 - 0.15 if link.kind == "line" else 0.75
        ends = (x, y - half, x, y + half) if upright else (x - half, y, x + half, y)
        yield Line(link.id, tuple(round(value, 2) for value in ends), link.kind)


def doors(state: State) -> Iterator[Mark]:
    """Door tokens, on the side between two cells."""
    at = cells(state.mission)
    colours = {door.link: door.colour for door in state.mission.doors}
    for name, door in state.ground.doors.items():
        link = state.board.links[name]
        x, y, _ = between(at[link.a], at[link.b])
        tone = DOOR_TONES[colours.get(name, "neutral")]
        yield Mark(
            f"door/{name}",
            name,
            x,
            y,
            DOOR,
            "icon",
            tone,
            f"door-{door}",
            "wreck" if door == "destroyed" else f"door-{door}",
        )


def in_zones(state: State) -> Iterator[Mark]:
    """What lies and stands in each Zone, in rows; what moves comes last."""
    at = cells(state.mission)
    count: dict[str, int] = {}

    def mark(id_: str, zone: str, shape: str, tone: str, **more: Any) -> Mark:
        number = count[zone] = count.get(zone, -1) + 1
        in_cells = state.board.zones[zone].cells
        cell, place = divmod(number, ROOM)
        left, top = at[in_cells[min(cell, len(in_cells) - 1)]]
        row, column = divmod(place, ROW)
        x, y = left + FIRST[0] + column * STEP[0], top + FIRST[1] + row * STEP[1]
        return Mark(id_, zone, round(x, 2), round(y, 2), SIZE, shape, tone, **more)

    mission, board = state.mission, state.board
    for zone, side in state.ground.mold.items():
        yield mark(f"mold/{zone}", zone, "icon", "green", icon=f"mold-{side}", name=f"mold-{side}")
    for cell in mission.exits:
        yield mark(f"exit/{cell}", board.zone_of[cell], "icon", "green", icon="exit", name="exit")
    for spawn in mission.spawns:
        active = spawn.id in state.spawns
        states = () if active else ("page.asleep",)
        tone = TOKEN_TONES.get(spawn.colour, spawn.colour)
        zone = board.zone_of[spawn.at]
        yield mark(spawn.id, zone, "icon", tone, icon="spawn", name=spawn.id, states=states)
    for token in state.objectives:
        if token.at:
            tone = TOKEN_TONES.get(token.colour, token.colour)
            down = not token.colour
            yield mark(
                token.id, token.at, "token", tone, icon="objective", name=token.id, down=down
            )
    for zone, number in state.noise.items():
        yield mark(
            f"noise/{zone}",
            zone,
            "icon",
            "yellow",
            icon="noise",
            name="noise",
            badge=str(number),
        )
    for machine in state.machines:
        if machine.at:
            states = ("page.active",) if machine.active else ()
            yield mark(
                machine.id,
                machine.at,
                "icon",
                "blue",
                icon="machine",
                name=machine.id,
                states=states,
            )
    for zone, herd in state.xenos.items():
        for kind, number in zip(KINDS, herd, strict=True):
            if number:
                yield mark(f"{kind}/{zone}", zone, "diamond", "red", name=kind, badge=str(number))
    for index, survivor in enumerate(state.survivors):
        if survivor.at:
            yield mark(
                f"figure/{survivor.id}",
                survivor.at,
                "survivor",
                seat_tone(index),
                name=survivor.id,
                states=ailments(survivor),
            )


def ailments(survivor: Survivor) -> tuple[str, ...]:
    """What is the matter with a Survivor."""
    if not survivor.at:
        return ("page.eliminated",)
    return ("page.wounded",) if survivor.wounds else ()


def panel(state: State, index: int) -> Panel:
    """What lies before a Survivor's player, and their Danger Bar."""
    survivor = state.survivors[index]
    slots = [(slot, getattr(survivor, slot)) for slot in SLOTS]
    return Panel(
        survivor.id,
        seat_tone(index),
        survivor.at,
        (
            Counter("wound", survivor.wounds, armor(survivor)),
            Counter("page.actions", survivor.left),
        ),
        tuple(card(name, slot) for slot, held in slots for name in held),
        (*ailments(survivor), *held_by(state, survivor)),
        survivor.skills,
        tuple(each for each in survivor.used if each in survivor.skills),
        Bar(
            "xp",
            survivor.xp,
            MAX_XP,
            tuple(zip(THRESHOLDS, TONE_OF_LEVEL, LEVELS, strict=True)),
        ),
    )


def held_by(state: State, survivor: Survivor) -> tuple[str, ...]:
    """What else lies before a player: the First Player token, where there are several players."""
    is_shared = len(state.players) > 1
    return ("page.first",) if is_shared and survivor.id in state.players[state.first] else ()


def card(name: str, slot: str) -> Card:
    """An Equipment card with what is attached to it and, of a weapon, what it fires."""
    weapon = CARDS[base(name)].weapon
    ammo = f"page.ammo.{weapon.ammo}" if weapon else ""
    extras = tuple(attached(name))
    return Card(base(name), slot, extras=extras, note=ammo, rule=base(name))


DRAWING: Drawing = InvaderDrawing()
