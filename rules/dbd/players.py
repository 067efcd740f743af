"""Players that choose by themselves: functions of a state, a seat and its legal moves.

`sensible` is a plain, decent player for either side; `next_move` asks everybody in order, for
demonstrations and simulations. No generator is held here: luck comes from the source given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.chance import Dealer, Source
from rules.dbd.changes import free_hooks, is_done
from rules.dbd.interact import (
    AnnounceDice,
    Attack,
    Choose,
    ChooseCard,
    Cleanse,
    DamageGenerator,
    Heal,
    Hide,
    LayPallet,
    OpenGate,
    Pass,
    PickUp,
    RemoveCrow,
    Repair,
    Rescue,
    Rummage,
    Sabotage,
    SearchLocker,
    UseCrow,
    UseItem,
    UsePerk,
    UsePower,
    Venerate,
)
from rules.dbd.movement import PlayCard, RevealProp, Walk
from rules.dbd.paths import exits
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.state import (
    COLOUR,
    GENERATORS_TO_POWER,
    Carry,
    Figure,
    Planning,
    State,
    turn_order,
)
from rules.dbd.timing import main_turns
from rules.engine import CHANCE, Move, Rules, Seat, legal_moves
from rules.players import Chooser

WORTH: dict[type[Move[State]], float] = {
    Rescue: 9,
    OpenGate: 12,
    Repair: 7,
    Heal: 6,
    Rummage: 5,
    Cleanse: 4,
    UseCrow: 3,
    Hide: 1,
    LayPallet: 1,
    Sabotage: 0.5,
    PickUp: 10,
    Attack: 8,
    SearchLocker: 6,
    DamageGenerator: 6,
    Venerate: 4,
    UsePower: 3,
    RemoveCrow: 2,
    UsePerk: 4.5,
    UseItem: 4.5,
    Choose: 1,
    ChooseCard: 1,
    Pass: 0,
}
"""What an interaction is worth to whoever may make it."""

FACTION = {"killer": "killer", "survivor": "survivors"}
"""What a figure's side is called when players are spoken of."""


def space_worth(state: State, figure: Figure, space: str) -> float:
    """What being in a space is worth to a figure: what could be done there."""
    return (killer_worth if figure.side == "killer" else survivor_worth)(state, figure, space)


def survivor_worth(state: State, figure: Figure, space: str) -> float:
    """Work to do, friends to help, props to turn; not where the Killer is."""
    worth = 0.0
    for prop in state.here.get(space, ()):
        if not prop.kind:
            worth += 1.5
        elif prop.kind == "generator" and not is_done(state, prop):
            worth += 4 + prop.progress if state.repaired < GENERATORS_TO_POWER else 0
        elif prop.kind == "exit-gate" and state.repaired >= GENERATORS_TO_POWER:
            worth += 12 + prop.progress
        elif (prop.kind == "chest" and not figure.item) or prop.kind == "hex-totem":
            worth += 1
    for other in state.survivors:
        if other.at == space and other.id != figure.id:
            worth += 7 if other.hook else 3 if other.wounded else 0
    killer = state.killer.at
    if killer == space:
        return worth - 4
    return worth - 2 if space in state.board.neighbours[killer] else worth


def killer_worth(state: State, figure: Figure, space: str) -> float:
    """Survivors to attack and to pick up, generators to damage, props to turn."""
    worth = 0.0
    for other in state.survivors:
        if other.at == space and not other.absent:
            worth += 9 if other.wounded else 7
        elif other.at == space and other.locker:
            worth += 3
        elif other.at in state.board.neighbours[space] and not other.absent:
            worth += 1
    for prop in state.here.get(space, ()):
        if not prop.kind:
            worth += 0.5
        elif prop.kind == "generator" and not is_done(state, prop):
            worth += 2 * prop.progress
        elif prop.kind == "hex-totem":
            worth += 1
    return worth


def card_worth(state: State, figure: Figure, card: str) -> float:
    """What a movement card is worth from where the figure stands: its best way."""
    if card == "wait":
        return space_worth(state, figure, figure.at)
    ways = exits(state, figure, (COLOUR[card],)) if card in COLOUR else ()
    return max((space_worth(state, figure, way.to) for way in ways), default=-3.0)


def worth(state: State, move: Move[State]) -> float:
    """What a move is worth to the seat that makes it."""
    figure = state.figure(move.seat)
    if isinstance(move, SetCard):
        return card_worth(state, figure, move.card)
    if isinstance(move, PlayCard):
        return card_worth(state, figure, move.card) - (5 if figure.side == "killer" else 0)
    if isinstance(move, Walk):
        if isinstance(state.asks[-1], Carry):
            return -steps_to_hook(state, move.to)
        return space_worth(state, figure, move.to)
    if isinstance(move, AnnounceDice):
        return -abs(move.dice - min(4, steps_to_hook(state, figure.at)))
    if isinstance(move, RevealProp):
        order = ("objective", "survival", "altruism", "boldness")
        prop = state.prop(move.prop)
        index = order.index(prop.category) if prop else 0
        return index if figure.side == "killer" else -index
    if isinstance(move, TakeBack):
        return -100
    if isinstance(move, Pass) and isinstance(state.asks[-1], Carry):
        return -50
    return WORTH.get(type(move), 0)


def steps_to_hook(state: State, space: str) -> int:
    """How many steps lead from a space to the nearest free hook, or to where one may lie."""
    seen, edge = {space}, [space]
    for steps in range(8):
        for at in edge:
            hidden = any(p.category == "boldness" and not p.kind for p in state.here.get(at, ()))
            if free_hooks(state, at) or (hidden and steps):
                return steps
        edge = [s for at in edge for s in sorted(state.board.neighbours[at]) if s not in seen]
        seen.update(edge)
    return 8


def sides(state: State) -> dict[Seat, str]:
    """Every seat that is asked for moves, with its side."""
    return {figure.id: FACTION[figure.side] for figure in state.figures}


def sensible(source: Source) -> Chooser[State]:
    """A plain, decent player: the move worth most, ties by luck."""

    def choose(state: State, seat: Seat, moves: Sequence[Move[State]]) -> Move[State] | None:
        rated = [(worth(state, move), source.random(), move) for move in moves]
        rated.sort(key=lambda row: row[:2], reverse=True)
        return rated[0][2]

    return choose


def next_move(
    rules: Rules[State], state: State, choosers: Mapping[Seat, Chooser[State]], dealer: Dealer
) -> Move[State] | None:
    """The next move of a game among these players, or None: it is over.

    Who may answer beside the open question is asked first, in turn order; while cards are set
    everybody is, the Killer first, so that perks for the start of planning come in time.
    """
    by_seat: dict[Seat, list[Move[State]]] = {}
    for move in legal_moves(rules, state):
        by_seat.setdefault(move.seat, []).append(move)
    if not by_seat:
        return None
    main = main_turns(state)[0].seat
    planning = isinstance(state.asks[-1], Planning)
    for seat in (state.killer.id, *turn_order(state)):
        moves = [m for m in by_seat.get(seat, ()) if not isinstance(m, TakeBack)]
        if moves and (planning or seat != main):
            chosen = choosers[seat](state, seat, moves)
            if chosen is not None:
                return chosen
    if main == CHANCE:
        return dealer.choose(rules, state)
    moves = by_seat[main]
    return choosers[main](state, main, moves) or moves[0]
