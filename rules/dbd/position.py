"""Short positions for cases and demos: what differs from a default. `docs/cases.md` explains it.

The default is the start of a game on the training ground: Jake, Meg, Dwight and Feng Min against
the Nurse, cards in hand, every prop face down, planning.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.cases import CaseError
from rules.dbd.data import PERK_FACTS
from rules.dbd.effects import advance
from rules.dbd.paths import exits
from rules.dbd.perks.frame import heard
from rules.dbd.settings import SETTINGS, default_items
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS, Config, SetupError, ceremony, setup
from rules.dbd.state import (
    ANY_COLOUR,
    COLOUR,
    KILLER_BP,
    KILLER_CARDS,
    SACRIFICES_TO_WIN,
    SURVIVOR_CARDS,
    AnyAsk,
    CardToReveal,
    Cleanup,
    Figure,
    Interaction,
    KillerBonus,
    KillerPhase,
    Planning,
    Prop,
    Settings,
    State,
    Step,
    SurvivorBonus,
    SurvivorPhase,
    TurnEnd,
    in_order,
    turn_order,
)
from rules.dbd.timing import phase
from rules.engine import Move, Rules, kebab
from rules.house import SettingsError, read_table
from rules.notation import parse_move

S = TypeVar("S")
Phase = Literal["setup", "planning", "survivors", "killer", "cleanup"]
TurnStep = Literal["reveal", "move", "interact", "bonus"]
Count = Annotated[int, Meta(ge=0)]


class FigureSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a figure."""

    at: str | None = None
    set: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = None
    bp: Annotated[int, Meta(ge=0, le=KILLER_BP)] | None = None
    wounded: bool = False
    hook: str = ""
    perks: tuple[str, ...] | None = None
    used: tuple[str, ...] = ()
    locker: str = ""
    item: str = ""
    token: bool | None = None
    shown: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


class PropSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a prop."""

    kind: str = ""
    progress: Count = 0
    at: str | None = None


class PositionSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case may say of a position, beside its figures."""

    phase: Phase = "planning"
    turn: str = ""
    step: TurnStep = "reveal"
    survivors: tuple[str, ...] = DEFAULT_SURVIVORS
    killer: str = DEFAULT_KILLER
    first: str = ""
    round: Annotated[int, Meta(ge=1)] = 1
    track: Annotated[int, Meta(ge=0, lt=SACRIFICES_TO_WIN)] = 0
    repaired: Count = 0
    completed: bool = False
    walls: tuple[str, ...] | None = None
    pallets: tuple[str, ...] = ()
    entity: str = ""
    props: dict[str, PropSpec | str] = {}
    rest: Literal["face-down", "face-up"] = "face-down"
    """How the props lie that are not named (`face-up`: kinds in their order)."""
    discard: tuple[str, ...] = ()
    hurt: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()
    path: str = ""
    """With step `interact`: the path of the move before it."""
    settings: dict[str, Any] = {}
    """House rules, by printed key or by field."""


def build_position(raw: dict[str, Any]) -> State:
    """The position that differs from the default by what `raw` says.

    Raises:
        CaseError: an unknown key, space, card, prop or path; the key is named.
    """
    keys = {field.name for field in msgspec.structs.fields(PositionSpec)}
    spec = convert("position", {k: v for k, v in raw.items() if k in keys}, PositionSpec)
    seats = (*spec.survivors, spec.killer)
    for key in raw:
        if key not in keys and key not in seats:
            raise CaseError(
                f"position: unknown key {key!r}; a figure of the game or one of "
                f"{', '.join(sorted(keys))}"
            )
    figures = {seat: convert(f"position: {seat}", raw.get(seat, {}), FigureSpec) for seat in seats}
    try:
        config = Config(
            survivors=spec.survivors,
            killer=spec.killer,
            first=spec.first,
            settings=house_rules(spec),
        )
        state = setup(config)
    except (SetupError, SettingsError) as error:
        raise CaseError(f"position: {error}") from error
    if spec.entity and spec.entity not in {*state.board.path, *state.board.slot_index}:
        raise CaseError(f"position: entity: no path or prop {spec.entity!r} on {state.board.id}")
    state = replace(
        state,
        figures=tuple([place(state, figure, figures[figure.id]) for figure in state.figures]),
        props=lay(state, spec),
        walls=state.walls if spec.walls is None else known_paths(state, spec.walls),
        pallets=known_paths(state, spec.pallets),
        entity=spec.entity,
        round=spec.round,
        track=spec.track,
        repaired=spec.repaired,
        completed=spec.completed,
        discard=spec.discard,
        hurt=spec.hurt,
        struck=spec.struck,
        sealed=spec.sealed,
        traps=spec.traps,
    )
    return advance(replace(state, asks=stack(state, spec)))


def convert(where: str, raw: Any, kind: type[S]) -> S:
    """A table of a case as a value.

    Raises:
        CaseError: an unknown key or a wrong type; names the table.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise CaseError(f"{where}: {error}") from error


def place(state: State, figure: Figure, spec: FigureSpec) -> Figure:
    """A figure as the case has it; its hand is what it has not set or played."""
    cards = KILLER_CARDS if figure.side == "killer" else SURVIVOR_CARDS
    stated = (*spec.set, *spec.played, *(spec.hand or ()))
    for card in stated:
        if card not in cards:
            raise CaseError(f"position: {figure.id} owns no card {card!r}")
        if stated.count(card) > 1:
            raise CaseError(f"position: {figure.id} has {card!r} twice in set, played and hand")
    if spec.at is not None and spec.at not in state.board.space:
        raise CaseError(f"position: {figure.id}.at: no space {spec.at!r} on {state.board.id}")
    for what, prop in (("hook", spec.hook), ("locker", spec.locker)):
        if prop and prop not in state.board.slot_index:
            raise CaseError(f"position: {figure.id}.{what}: no prop {prop!r} on {state.board.id}")
    if spec.item and spec.item not in default_items():
        raise CaseError(f"position: {figure.id}.item: no item {spec.item!r}")
    for perk in spec.perks or ():
        if perk not in PERK_FACTS or PERK_FACTS[perk].side != figure.side:
            raise CaseError(f"position: {figure.id}.perks: no {figure.side}'s perk {perk!r}")
    gone = (*spec.set, *spec.played)
    return replace(
        figure,
        at=figure.at if spec.at is None else spec.at,
        hand=in_order(set(cards) - {*gone} if spec.hand is None else spec.hand),
        planned=spec.set,
        played=spec.played,
        bp=figure.bp if spec.bp is None else spec.bp,
        wounded=spec.wounded,
        hook=spec.hook,
        perks=figure.perks if spec.perks is None else spec.perks,
        used=spec.used,
        locker=spec.locker,
        item=spec.item,
        token=(figure.token and not spec.hook) if spec.token is None else spec.token,
        shown=spec.shown,
        barred=spec.barred,
    )


def lay(state: State, spec: PositionSpec) -> tuple[Prop, ...]:
    """The props as the case has them."""
    kinds = state.settings.kinds
    left = {category: dict(counts) for category, counts in kinds.items()}
    stated = {
        name: PropSpec(kind=row) if isinstance(row, str) else row
        for name, row in spec.props.items()
    }
    for name, row in stated.items():
        if name not in state.board.slot_index:
            raise CaseError(f"position: props: no prop {name!r} on {state.board.id}")
        if row.at and row.at not in state.board.space:
            raise CaseError(f"position: props.{name}.at: no space {row.at!r} on {state.board.id}")
        category = state.board.slots[state.board.slot_index[name]].category
        if row.kind and left[category].get(row.kind, 0) < 1:
            raise CaseError(f"position: props: {name} cannot be a {row.kind!r}")
        if row.kind:
            left[category][row.kind] -= 1
    props = []
    for slot in state.board.slots:
        row = stated.get(slot.prop, PropSpec())
        kind = row.kind
        if not kind and spec.rest == "face-up":
            kind = next(k for k, count in left[slot.category].items() if count)
            left[slot.category][kind] -= 1
        at = slot.space if row.at is None else row.at
        props.append(Prop(slot.prop, at, kind, row.progress))
    return tuple(props)


def house_rules(spec: PositionSpec) -> Settings:
    """The house rules a case is played by.

    Raises:
        SettingsError: an unknown key, or a value of the wrong type.
    """
    found: Settings = read_table(Settings, SETTINGS, spec.settings, "settings")
    return found


def known_paths(state: State, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths, if the map has them."""
    for path in paths:
        if path not in state.board.path:
            raise CaseError(f"position: no path {path!r} on {state.board.id}")
    return paths


def stack(state: State, spec: PositionSpec) -> tuple[AnyAsk, ...]:
    """The open questions that phase, turn and step stand for."""
    if spec.phase == "planning":
        return (Planning(),)
    if spec.phase == "setup":
        return (Planning(), *ceremony(state))
    if spec.phase == "cleanup":
        return (Cleanup(),)
    seat = spec.turn
    if spec.phase == "killer":
        seat = seat or spec.killer
        if seat != spec.killer:
            raise CaseError(f"position: turn: {seat!r} is not the Killer of this game")
        if spec.step == "bonus":
            return (Cleanup(), KillerBonus(seat))
        return (KillerPhase(), *turn_asks(state, seat, spec))
    order = turn_order(state)
    if not seat:
        return (KillerPhase(), SurvivorPhase(order))
    if seat not in order:
        raise CaseError(f"position: turn: {seat!r} is no Survivor of this game")
    left = order[order.index(seat) + 1 :]
    return (KillerPhase(), SurvivorPhase(left), *turn_asks(state, seat, spec))


def turn_asks(state: State, seat: str, spec: PositionSpec) -> tuple[AnyAsk, ...]:
    """The question of one step of a turn, and the end of that turn where it matters."""
    end: tuple[AnyAsk, ...] = (TurnEnd(seat),) if heard(state, "turn-end") else ()
    return (*end, *turn_question(state, seat, spec))


def turn_question(state: State, seat: str, spec: PositionSpec) -> tuple[AnyAsk, ...]:
    """The question of one step of a turn."""
    step = spec.step
    if step == "reveal":
        if not state.figure(seat).planned:
            raise CaseError(f"position: step 'reveal' needs a card in {seat}.set")
        return (CardToReveal(seat),)
    if step == "interact":
        if spec.path and spec.path not in state.board.path:
            raise CaseError(f"position: path: no path {spec.path!r} on {state.board.id}")
        played = state.figure(seat).played
        return (Interaction(seat, spec.path, played[-1] if played else ""),)
    if step == "bonus":
        return (SurvivorBonus(seat),)
    played = state.figure(seat).played
    if not played or played[-1] not in COLOUR:
        raise CaseError(f"position: step 'move' needs {seat}.played to end with a card that moves")
    colours = (COLOUR[played[-1]],)
    if not any(True for _ in exits(state, state.figure(seat), colours)):
        raise CaseError(f"position: step 'move': {seat} has no {colours[0]} way out")
    return (Step(seat, colours, interact=True, card=played[-1]),)


def obvious_path(state: State, seat: str, to: str) -> str:
    """The path somebody who went there most likely took: a usable one, else any, else ""."""
    figure = state.figure(seat)
    ask = state.asks[-1]
    is_step = isinstance(ask, Step) and ask.seat == seat
    colours = ask.colours if isinstance(ask, Step) and is_step else ANY_COLOUR
    against = isinstance(ask, Step) and ask.against
    for way in exits(state, figure, colours, against=against):
        if way.to == to:
            return way.path.id
    between = state.board.between(figure.at, to)
    fitting = [path for path in between if path.colour in colours]
    return (fitting or [*between])[0].id if between else ""


class Cases:
    """Dead by Daylight for `rules.cases`."""

    def __init__(self, rules: Rules[State]) -> None:
        self.rules = rules

    def position(self, spec: dict[str, Any]) -> State:
        return build_position(spec)

    def read_move(self, state: State, text: str) -> Move[State]:
        words = text.split()
        seats = [figure.id for figure in state.figures]
        if words and words[0] not in (*seats, "chance"):
            raise CaseError(f"{text!r}: nobody is called {words[0]!r}; {', '.join(seats)}, chance")
        if len(words) == 3 and words[1] == "walk" and words[2] in state.board.space:
            text = f"{text} {obvious_path(state, words[0], words[2])}"
        return parse_move(self.rules, text)

    def facts(self, state: State) -> dict[str, Any]:
        winners = state.result.winners if state.result else ()
        winner = "" if not winners else state.figure(winners[0]).side
        rows: dict[str, Any] = {
            f.id: {
                "at": f.at,
                "hand": sorted(f.hand),
                "set": list(f.planned),
                "played": list(f.played),
                "bp": f.bp,
                "wounded": f.wounded,
                "hook": f.hook,
                "used": list(f.used),
                "locker": f.locker,
                "item": f.item,
                "token": f.token,
                "shown": list(f.shown),
                "barred": list(f.barred),
            }
            for f in state.figures
        }
        rows |= {p.id: {"kind": p.kind, "progress": p.progress, "at": p.at} for p in state.props}
        return rows | {
            "round": state.round,
            "phase": phase(state),
            "discard": list(state.discard),
            "hurt": list(state.hurt),
            "struck": list(state.struck),
            "sealed": list(state.sealed),
            "traps": list(state.traps),
            "track": state.track,
            "repaired": state.repaired,
            "completed": state.completed,
            "first": state.first,
            "entity": state.entity,
            "walls": list(state.walls),
            "pallets": list(state.pallets),
            "winner": winner,
            "question": kebab(type(state.asks[-1]).__name__),
        }
