"""Missions as data: format and validator. `docs/missions.md` is the format's manual.

What a mission needs to win or lose is a condition; what taking an Objective brings is a list of
effects. Both are small closed vocabularies; `objectives` gives them their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from rules.engine import kebab
from rules.invader.board import Board, build
from rules.invader.data import CARDS, FACES, MACHINES, XENOS, mission_files

Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Cell = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)+$", max_length=60)]
Name = dict[Literal["en", "zh"], Annotated[str, Meta(min_length=1, max_length=80)]]
Text = dict[Literal["en", "zh"], Annotated[str, Meta(min_length=1, max_length=600)]]
Colour = Literal["red", "green", "purple", "blue", "white"]
DoorColour = Literal["neutral", "green", "purple"]
DoorState = Literal["closed", "open", "destroyed"]
Count = Annotated[int, Meta(ge=0, le=99)]
LIMIT = 1_000_000
MAX_TILES = 20
NEUTRAL_DOORS = 5
"""Door tokens in the box (final)."""


class MissionError(ValueError):
    """A mission file that cannot be used; the text lists every reason."""


class Tile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile: its face, where it lies (in tiles, y downwards), clockwise degrees. `id` leads the
    names of its Zones; "" is the face in small letters."""

    face: str
    x: Annotated[int, Meta(ge=0, le=9)]
    y: Annotated[int, Meta(ge=0, le=9)]
    rotation: Literal[0, 90, 180, 270] = 0
    id: Annotated[str, Meta(pattern="^([a-z0-9]+(-[a-z0-9]+)*)?$", max_length=60)] = ""

    @property
    def name(self) -> str:
        return self.id or self.face.lower()


class Door(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A door token on a link."""

    link: str
    state: DoorState = "closed"
    colour: DoorColour = "neutral"


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Objective token. `colour` "" lies face down: one of `Mission.hidden`."""

    id: Id
    at: Cell
    colour: Colour | Literal[""] = ""


class Spawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Spawn Zone; a coloured one sleeps until something starts it (toc p.28)."""

    id: Id
    at: Cell
    colour: Literal["red", "green", "purple"] = "red"


class Condition(Struct, frozen=True, forbid_unknown_fields=True, tag_field="when", tag=kebab):
    """Something that is so or not."""


class AllOf(Condition, frozen=True):
    of: tuple[AnyCondition, ...]


class AnyOf(Condition, frozen=True):
    of: tuple[AnyCondition, ...]


class Taken(Condition, frozen=True):
    """So many Objectives were taken, of a colour or ("") of any."""

    count: Count
    colour: Colour | Literal[""] = ""


class AtExit(Condition, frozen=True):
    """Every Survivor stands in an exit Zone; `clear`: without Xenos there."""

    clear: bool = False


class Killed(Condition, frozen=True):
    """So many Xenos of a kind, or ("") of any, were eliminated."""

    count: Count
    xeno: str = ""


class RoundOver(Condition, frozen=True):
    """This many rounds have been played to the end."""

    round: Count


class Destroyed(Condition, frozen=True):
    """A machine is lost."""

    machine: str


class Clean(Condition, frozen=True):
    """There is no Active Mold on the board."""


AnyCondition = AllOf | AnyOf | Taken | AtExit | Killed | RoundOver | Destroyed | Clean


class Effect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kebab):
    """What taking an Objective brings."""


class StartSpawns(Effect, frozen=True):
    """Spawn Zones of this colour start."""

    colour: Literal["green", "purple"]


class OpenDoors(Effect, frozen=True):
    """Doors of this colour open; before, nobody can open them."""

    colour: Literal["green", "purple"]


class Give(Effect, frozen=True):
    """The token becomes a card of who took it: a Remote."""

    card: Literal["bot-remote", "sentry-gun-remote"]


class DrawPrototype(Effect, frozen=True):
    """Who took it draws a Prototype (fr, toys)."""


class Bring(Effect, frozen=True):
    """Xenos appear in a Zone."""

    at: Cell
    xeno: str
    count: Annotated[int, Meta(ge=1, le=9)] = 1


AnyEffect = StartSpawns | OpenDoors | Give | DrawPrototype | Bring


class Mission(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """A mission, as its file states it, and the board that follows from it."""

    version: Literal[1]
    id: Id
    name: Name
    text: Text
    difficulty: Literal["tutorial", "easy", "medium", "hard"]
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=1, max_length=MAX_TILES)]
    start: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=6)]
    """Zones where Survivors start; they are dealt over them in turn."""
    spawns: Annotated[tuple[Spawn, ...], Meta(max_length=6)]
    """In the order in which their cards are drawn."""
    win: AnyCondition
    lose: tuple[AnyCondition, ...] = ()
    edges: Literal["either", "both"] = "either"
    """Passage over a tile's edge when either side, or only when both sides, show an opening."""
    links: dict[str, Literal["line", "gap", "airlock", "wall"]] = {}
    doors: tuple[Door, ...] = ()
    objectives: Annotated[tuple[Objective, ...], Meta(max_length=14)] = ()
    hidden: dict[Colour, Annotated[int, Meta(ge=1, le=14)]] = {}
    """What lies under the face-down Objectives, all together."""
    effects: dict[Colour, tuple[AnyEffect, ...]] = {}
    objective_xp: Annotated[int, Meta(ge=0, le=43)] = 5
    exits: tuple[Cell, ...] = ()
    xenos: dict[Cell, dict[str, Annotated[int, Meta(ge=1, le=20)]]] = {}
    machines: dict[str, Cell] = {}
    source: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def board(self) -> Board:
        """The tiles as Zones and links."""
        return build(
            [(t.name, t.face, (t.x, t.y), t.rotation // 90) for t in self.tiles],
            self.edges,
            dict(self.links),
        )

    @cached_property
    def door_colour(self) -> dict[str, str]:
        """The colour of the coloured doors, by link."""
        return {door.link: door.colour for door in self.doors if door.colour != "neutral"}

    @cached_property
    def exit_zones(self) -> frozenset[str]:
        """The Zones of `exits`."""
        return frozenset(self.board.zone_of[cell] for cell in self.exits)

    @cached_property
    def spawn(self) -> dict[str, Spawn]:
        """Spawn Zones by id."""
        return {spawn.id: spawn for spawn in self.spawns}


def parse_mission(text: bytes | str, name: str = "mission") -> Mission:
    """Read and validate a mission file.

    Raises:
        MissionError: not JSON, not of the mission's shape (the field is named), or against a rule
            of `problems`; `name` (usually the file's) leads the text.
    """
    if len(text) > LIMIT:
        raise MissionError(f"{name}: larger than {LIMIT:,} bytes, so it is no mission")
    try:
        mission = msgspec.json.decode(text, type=Mission)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise MissionError(f"{name}: {error}") from error
    if found := problems(mission):
        raise MissionError(f"{name}: " + "; ".join(found))
    return mission


def problems(mission: Mission) -> list[str]:
    """What is wrong with a mission, a sentence each; empty when it can be played."""
    found = [f"there is no tile face {t.face!r}" for t in mission.tiles if t.face not in FACES]
    found += twice("two tiles lie at", [f"{t.x}, {t.y}" for t in mission.tiles])
    found += twice("two tiles are called", [t.name for t in mission.tiles])
    found += twice("one box has no two of tile", [t.face[:-1] for t in mission.tiles])
    if found:
        return found
    try:
        board = mission.board
    except KeyError as error:
        return [f"links: no link {error.args[0]!r} between two neighbouring indoor Zones"]
    return [
        *twice("two Objectives are called", [o.id for o in mission.objectives]),
        *twice("two Spawn Zones are called", [s.id for s in mission.spawns]),
        *twice("two doors stand on", [d.link for d in mission.doors]),
        *places(mission, board),
        *cut_off(mission, board),
        *doors(mission, board),
        *tokens(mission),
        *conditions(mission),
    ]


def twice(what: str, ids: list[str]) -> list[str]:
    """A sentence for each id that stands more than once."""
    return [f"{what} {each!r}" for each in sorted({e for e in ids if ids.count(e) > 1})]


def places(mission: Mission, board: Board) -> Iterator[str]:
    """Cells that the board does not have, and figures in places they cannot be."""
    named = [("start", cell) for cell in mission.start]
    named += [("exits", cell) for cell in mission.exits]
    named += [(o.id, o.at) for o in mission.objectives]
    named += [(s.id, s.at) for s in mission.spawns]
    named += [("xenos", cell) for cell in mission.xenos]
    named += list(mission.machines.items())
    for effects in mission.effects.values():
        named += [("effects", effect.at) for effect in effects if isinstance(effect, Bring)]
    for what, cell in named:
        if cell not in board.zone_of:
            yield f"{what}: no Zone {cell!r} on these tiles"
    for cell in mission.start:
        if cell in board.zone_of and board.zones[board.zone_of[cell]].kind == "exterior":
            yield f"start: {cell!r} is outside, where nobody has an Oxygen Tank yet"


def reached(board: Board, cells: tuple[str, ...]) -> set[str]:
    """The Zones to which one can walk from these cells, doors opened and Tanks given."""
    found = {board.zone_of[cell] for cell in cells if cell in board.zone_of}
    edge = [*found]
    while edge:
        for way in board.exits[edge.pop()]:
            if way.link.kind != "wall" and way.to not in found:
                found.add(way.to)
                edge.append(way.to)
    return found


def cut_off(mission: Mission, board: Board) -> Iterator[str]:
    """What nobody who begins at the start can get to."""
    there = reached(board, mission.start[:1])
    named = [(o.id, o.at) for o in mission.objectives] + [(s.id, s.at) for s in mission.spawns]
    named += [("exits", cell) for cell in mission.exits]
    named += [("start", cell) for cell in mission.start]
    for what, cell in named:
        if cell in board.zone_of and board.zone_of[cell] not in there:
            yield f"{what}: no way leads from the start to {cell!r}"


def doors(mission: Mission, board: Board) -> Iterator[str]:
    """Doors where none can be, and more than there are."""
    for door in mission.doors:
        if door.link not in board.links:
            yield f"doors: no link {door.link!r} on these tiles"
        elif board.links[door.link].kind not in ("gap", "line"):
            yield f"doors: {door.link!r} is a {board.links[door.link].kind}, which holds no door"
    neutral = sum(door.colour == "neutral" for door in mission.doors)
    if neutral > NEUTRAL_DOORS:
        yield f"doors: {neutral} neutral doors; the box has {NEUTRAL_DOORS}"
    for colour in ("green", "purple"):
        if sum(door.colour == colour for door in mission.doors) > 1:
            yield f"doors: more than one {colour} door"


def tokens(mission: Mission) -> Iterator[str]:
    """Counts that do not fit, and names that stand for nothing."""
    face_down = sum(not objective.colour for objective in mission.objectives)
    under = sum(mission.hidden.values())
    if face_down != under:
        yield f"hidden: {under} colours for {face_down} face-down Objectives"
    if not any(spawn.colour == "red" for spawn in mission.spawns):
        yield "spawns: none is active from the start (red)"
    totals: dict[str, int] = {}
    for herd in mission.xenos.values():
        for xeno, count in herd.items():
            totals[xeno] = totals.get(xeno, 0) + count
    for xeno, count in totals.items():
        if xeno not in XENOS:
            yield f"xenos: no Xeno {xeno!r}; one of {', '.join(XENOS)}"
        elif count > XENOS[xeno].figures:
            yield f"xenos: {count} of {xeno}; the box has {XENOS[xeno].figures}"
    for machine in mission.machines:
        if machine not in MACHINES:
            yield f"machines: no machine {machine!r}; one of {', '.join(MACHINES)}"
    for effects in mission.effects.values():
        for effect in effects:
            if isinstance(effect, Bring) and effect.xeno not in XENOS:
                yield f"effects: no Xeno {effect.xeno!r}; one of {', '.join(XENOS)}"
            if isinstance(effect, Give) and CARDS[effect.card].remote not in mission.machines:
                yield f"effects: {effect.card} without its machine on the board"


def leaves(condition: AnyCondition) -> Iterator[AnyCondition]:
    """A condition's parts that have no parts."""
    if isinstance(condition, (AllOf, AnyOf)):
        for part in condition.of:
            yield from leaves(part)
    else:
        yield condition


def conditions(mission: Mission) -> Iterator[str]:
    """Conditions that can never be met or that name what is not there."""
    known: dict[str, int] = dict(mission.hidden)  # type: ignore[arg-type]
    for objective in mission.objectives:
        if objective.colour:
            known[objective.colour] = known.get(objective.colour, 0) + 1
    for leaf in (leaf for c in (mission.win, *mission.lose) for leaf in leaves(c)):
        if isinstance(leaf, Taken):
            there = known.get(leaf.colour, 0) if leaf.colour else sum(known.values())
            if leaf.count > there:
                yield f"win: {leaf.count} {leaf.colour or 'of all'} Objectives, of {there}"
        elif isinstance(leaf, AtExit) and not mission.exits:
            yield "win: at-exit without exits"
        elif isinstance(leaf, Killed) and leaf.xeno and leaf.xeno not in XENOS:
            yield f"win: no Xeno {leaf.xeno!r}; one of {', '.join(XENOS)}"
        elif isinstance(leaf, Destroyed) and leaf.machine not in mission.machines:
            yield f"win: machine {leaf.machine!r} is not on the board"


def missions() -> dict[str, Mission]:
    """The missions that come with the project (of our own making), by id."""
    return {
        name: parse_mission(file.read_bytes(), f"{name}.json")
        for name, file in mission_files().items()
    }


def mission(name: str) -> Mission:
    """One of the missions that come with the project.

    Raises:
        MissionError: there is none of this name; the text lists those there are.
    """
    files = mission_files()
    if name not in files:
        raise MissionError(f"no mission {name!r}; one of {', '.join(files)}")
    return parse_mission(files[name].read_bytes(), f"{name}.json")
