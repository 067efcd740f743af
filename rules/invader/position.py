"""Short positions for cases and demos: what differs from a default. `docs/cases.md` explains it.

The default is a Turn's eve on the tiles of the tutorial (4V and 7V side by side), without Xenos,
doors, tokens or machines: all Survivors in `4v-c`, empty-handed.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.cases import CaseError
from rules.chance import Pile
from rules.engine import Move, Rules
from rules.invader.asks import (
    Activation,
    AnyAsk,
    EndPhase,
    Herd,
    PlayersPhase,
    PlayerTurn,
    SpawnStep,
    SurvivorTurn,
    XenosPhase,
)
from rules.invader.data import CARDS, SKILLS, XENO_CARDS
from rules.invader.facts import facts
from rules.invader.flow import advance
from rules.invader.gear import SLOTS
from rules.invader.ground import Ground, MoldSide, Settings
from rules.invader.missions import (
    AnyCondition,
    AnyEffect,
    Colour,
    Door,
    DoorColour,
    DoorState,
    Mission,
    Objective,
    RoundOver,
    Spawn,
    Tile,
)
from rules.invader.missions import mission as shipped
from rules.invader.setup import EVERYBODY, Config, setup
from rules.invader.skills import innate
from rules.invader.state import (
    ACTIONS,
    KINDS,
    TEAM,
    Machine,
    State,
    Survivor,
    Token,
    is_playing_card,
)
from rules.notation import parse_move

Phase = Literal["players", "xenos", "activation", "spawn", "end"]
SIZES = {"hand": 2, "body": 2, "pack": 5, "token": 9}


class SurvivorSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a Survivor."""

    at: str | None = None
    hand: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()
    token: tuple[str, ...] = ()
    xp: int = 0
    wounds: int = 0
    skills: tuple[str, ...] | None = None
    """Instead of what follows from the Experience."""
    left: int | None = None
    free: tuple[str, ...] | None = None
    used: tuple[str, ...] = ()


class DoorSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A door token."""

    state: DoorState = "closed"
    colour: DoorColour = "neutral"


class ObjectiveSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """An Objective; `colour` "" lies face down."""

    at: str
    colour: Colour | Literal[""] = "red"


class SpawnSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A Spawn Zone."""

    at: str
    colour: Literal["red", "green", "purple"] = "red"


class MachineSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine."""

    at: str
    active: bool = False


class PositionSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a position, beside its Survivors."""

    phase: Phase = "players"
    turn: str = ""
    """Whose Turn it is; "": who is next is the question."""
    activate: tuple[str, ...] = KINDS
    """The kinds of Xeno in the phase `activation`."""
    mission: str = ""
    tiles: tuple[str, ...] = ("4V", "7V")
    """Faces side by side: `FACE`, `NAME=FACE`, `FACE@X,Y`, `FACE@X,Y,DEGREES`."""
    players: tuple[tuple[str, ...], ...] = (EVERYBODY,)
    others: str = "4v-c"
    """Where those stand who are not named; "" is nowhere: they are not part of the case."""
    xenos: dict[str, dict[str, int]] = {}
    noise: dict[str, int] = {}
    doors: dict[str, DoorSpec | DoorState] = {}
    mold: dict[str, MoldSide] = {}
    objectives: dict[str, ObjectiveSpec] = {}
    hidden: dict[Colour, int] = {}
    effects: dict[Colour, tuple[AnyEffect, ...]] = {}
    spawns: dict[str, SpawnSpec | str] = {}
    started: tuple[str, ...] | None = None
    """The active Spawn Zones; else the red ones."""
    machines: dict[str, MachineSpec | str] = {}
    exits: tuple[str, ...] = ()
    win: AnyCondition = RoundOver(99)
    lose: tuple[AnyCondition, ...] = ()
    objective_xp: int = 5
    equipment: dict[str, int] | None = None
    xeno_deck: dict[str, int] | None = None
    prototypes: dict[str, int] | None = None
    oxygen: int = 6
    taken: dict[str, int] = {}
    killed: dict[str, int] = {}
    round: int = 1
    first: int = 0
    settings: Settings = Settings()


def build_position(raw: dict[str, Any]) -> State:
    """The position that differs from the default by what `raw` says.

    Raises:
        CaseError: an unknown key, Zone, card, link or skill; the key is named.
    """
    keys = {field.name for field in msgspec.structs.fields(PositionSpec)}
    for key in raw:
        if key not in keys and key not in EVERYBODY:
            known = ", ".join(sorted(keys))
            raise CaseError(f"position: unknown key {key!r}; a Survivor or one of {known}")
    try:
        spec = msgspec.convert({k: v for k, v in raw.items() if k in keys}, PositionSpec)
        rows = {seat: msgspec.convert(raw.get(seat, {}), SurvivorSpec) for seat in EVERYBODY}
        game = shipped(spec.mission) if spec.mission else made_mission(spec)
        state = setup(Config(mission=game, players=spec.players, settings=spec.settings))
    except (msgspec.ValidationError, ValueError, KeyError) as error:
        raise CaseError(f"position: {error}") from error
    if spec.mission:
        return state
    survivors = [placed(state, s, rows[s.id], spec, named=s.id in raw) for s in state.survivors]
    state = replace(
        state,
        ground=Ground(game, spec.settings, state.ground.doors, zoned(state, spec.mold)),
        survivors=tuple(survivors),
        xenos={zone: herd_of(herd) for zone, herd in zoned(state, spec.xenos).items()},
        noise=zoned(state, spec.noise),
        machines=tuple([machine_of(state, *row) for row in spec.machines.items()]),
        objectives=tuple(
            [Token(name, zone_of(state, o.at), o.colour) for name, o in spec.objectives.items()]
        ),
        spawns=state.spawns if spec.started is None else spec.started,
        equipment=pile(state.equipment, spec.equipment, CARDS),
        xeno_deck=pile(state.xeno_deck, spec.xeno_deck, XENO_CARDS),
        prototypes=pile(state.prototypes, spec.prototypes, CARDS),
        oxygen=spec.oxygen,
        taken=spec.taken,
        killed=spec.killed,
        round=spec.round,
        first=spec.first,
        result=None,
    )
    return advance(replace(state, asks=stack(state, spec), steps=()))


def made_mission(spec: PositionSpec) -> Mission:
    """The Mission of a case: its tiles and what lies on them."""
    tiles = tuple([tile_of(text, index) for index, text in enumerate(spec.tiles)])
    doors = {k: DoorSpec(v) if isinstance(v, str) else v for k, v in spec.doors.items()}
    spawns = {k: SpawnSpec(v) if isinstance(v, str) else v for k, v in spec.spawns.items()}
    game = Mission(
        version=1,
        id="case",
        name={"en": "Case"},
        text={"en": "Case"},
        difficulty="tutorial",
        tiles=tiles,
        start=(f"{tiles[0].name}-c",),
        spawns=tuple([Spawn(name, row.at, row.colour) for name, row in spawns.items()]),
        win=spec.win,
        lose=spec.lose,
        doors=tuple([Door(link, row.state, row.colour) for link, row in doors.items()]),
        objectives=tuple([Objective(n, o.at, o.colour) for n, o in spec.objectives.items()]),
        hidden=spec.hidden,
        effects=spec.effects,
        objective_xp=spec.objective_xp,
        exits=spec.exits,
    )
    for link in doors:
        if link not in game.board.links:
            raise CaseError(f"doors: no link {link!r} on these tiles")
    return game


def tile_of(text: str, index: int) -> Tile:
    """A tile from its short form."""
    name, equals, rest = text.rpartition("=")
    face, at, where = rest.partition("@")
    x, y, degrees = index, 0, 0
    if at:
        numbers = [int(number) for number in where.split(",")]
        x, y, degrees = (*numbers, 0)[:3]
    return msgspec.convert(
        {"face": face, "x": x, "y": y, "rotation": degrees, "id": name if equals else ""}, Tile
    )


def zone_of(state: State, cell: str) -> str:
    """The Zone of a cell."""
    if cell not in state.board.zone_of:
        raise CaseError(f"position: no Zone {cell!r} on these tiles")
    return state.board.zone_of[cell]


def zoned(state: State, rows: dict[str, Any]) -> dict[str, Any]:
    """Rows by Zone."""
    return {zone_of(state, cell): row for cell, row in rows.items()}


def herd_of(counts: dict[str, int]) -> Herd:
    """Xenos by kind as counts in their order."""
    for kind in counts:
        if kind not in KINDS:
            raise CaseError(f"position: xenos: no Xeno {kind!r}; one of {', '.join(KINDS)}")
    herd = [counts.get(kind, 0) for kind in KINDS]
    return herd[0], herd[1], herd[2], herd[3]


def machine_of(state: State, name: str, row: MachineSpec | str) -> Machine:
    """A machine as the case has it."""
    spec = MachineSpec(row) if isinstance(row, str) else row
    return Machine(name, zone_of(state, spec.at), spec.active)


def pile(default: Pile, counts: dict[str, int] | None, known: dict[str, Any]) -> Pile:
    """A deck as the case has it."""
    for card in counts or {}:
        if card not in known:
            raise CaseError(f"position: there is no card {card!r}")
    return default if counts is None else Pile({k: n for k, n in counts.items() if n})


def placed(
    state: State, survivor: Survivor, row: SurvivorSpec, spec: PositionSpec, *, named: bool
) -> Survivor:
    """A Survivor as the case has them."""
    for slot in SLOTS:
        cards = getattr(row, slot)
        for card in cards:
            if not is_playing_card(card):
                raise CaseError(f"position: {survivor.id}.{slot}: there is no card {card!r}")
        if len(cards) > SIZES[slot]:
            raise CaseError(f"position: {survivor.id}.{slot} holds {SIZES[slot]} cards")
    for skill in row.skills or ():
        if skill not in SKILLS:
            raise CaseError(f"position: {survivor.id}.skills: there is no skill {skill!r}")
    skills = innate(survivor.id, row.xp) if row.skills is None else row.skills
    at = row.at
    if at is None:
        at = state.mission.start[0] if named and not spec.others else spec.others
    acting = survivor.id == spec.turn
    facts = [SKILLS[skill] for skill in skills]
    left = ACTIONS + sum(skill.actions for skill in facts) if acting else 0
    free = tuple(sorted([skill.free for skill in facts if skill.free])) if acting else ()
    return Survivor(
        survivor.id,
        zone_of(state, at) if at else "",
        tuple(sorted(row.hand)),
        tuple(sorted(row.body)),
        tuple(sorted(row.pack)),
        tuple(sorted(row.token)),
        row.xp,
        row.wounds,
        skills,
        left if row.left is None else row.left,
        free if row.free is None else tuple(sorted(row.free)),
        tuple(sorted(row.used)),
    )


def stack(state: State, spec: PositionSpec) -> tuple[AnyAsk, ...]:
    """The open questions that phase and turn stand for."""
    if spec.phase == "end":
        return (EndPhase(),)
    if spec.phase == "spawn":
        return (EndPhase(), SpawnStep(state.spawns))
    if spec.phase == "xenos":
        return (EndPhase(), XenosPhase())
    below: tuple[AnyAsk, ...] = (EndPhase(), XenosPhase())
    alive = {s.id for s in state.survivors if s.at}
    if spec.phase == "activation":
        kinds = tuple([KINDS.index(kind) for kind in KINDS if kind in spec.activate])
        seats = tuple([s for s in state.players[0] if s in alive])
        return (*below, PlayersPhase(()), PlayerTurn(seats), Activation(kinds))
    if not spec.turn:
        return (*below, PlayersPhase(tuple(range(len(spec.players)))))
    if spec.turn not in alive:
        raise CaseError(f"position: turn: {spec.turn!r} is no Survivor on the board")
    player = next(i for i, seats in enumerate(state.players) if spec.turn in seats)
    seats = tuple([s for s in state.players[player] if s in alive and s != spec.turn])
    later = tuple(range(player + 1, len(state.players)))
    return (*below, PlayersPhase(later), PlayerTurn(seats), SurvivorTurn(spec.turn))


class Cases:
    """Zombicide: Invader for `rules.cases`."""

    def __init__(self, rules: Rules[State]) -> None:
        self.rules = rules

    def position(self, spec: dict[str, Any]) -> State:
        return build_position(spec)

    def read_move(self, state: State, text: str) -> Move[State]:
        """A move as text. Doors may be named by the Zone behind them, and one's own cards need no
        name of whose they are."""
        words = text.split()
        seats = [*(s.id for s in state.survivors), TEAM, "chance"]
        if words and words[0] not in seats:
            raise CaseError(f"{text!r}: nobody is called {words[0]!r}; one of {', '.join(seats)}")
        if len(words) == 3 and words[1] in ("open-door", "close-door"):
            words[2] = door_to(state, words[0], words[2])
        if len(words) > 1 and len(words) == FULL.get(words[1], 0) - 1:
            words.append(words[0])
        return parse_move(self.rules, " ".join(words))

    def facts(self, state: State) -> dict[str, Any]:
        return facts(state)


FULL = {"lift": 5, "stow": 5}
"""How many words these moves have, with whose card it is at the end."""


def door_to(state: State, seat: str, name: str) -> str:
    """The link meant by the Zone behind it, or the link itself."""
    for survivor in state.survivors:
        if survivor.id == seat and survivor.at:
            for way in state.board.exits[survivor.at]:
                if way.to == name:
                    return way.link.id
    return name
