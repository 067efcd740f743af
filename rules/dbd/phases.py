"""What happens by itself between turns: the phases of a round and the cleanup. DbD pp.8-11."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import sacrifice_progress
from rules.dbd.perks.frame import ITEMS, announce, heard
from rules.dbd.state import (
    BONUS_TURN,
    KILLER_CARDS,
    SURVIVOR_CARDS,
    AnyAsk,
    CardToReveal,
    Cleanup,
    Event,
    KillerBonus,
    NextRound,
    Planning,
    RestoreWall,
    State,
    SurvivorPhase,
    TurnEnd,
    pop,
    push,
    turn_order,
)


def begin_turn(state: State, seat: str) -> State:
    """The next turn lies on the stack; what counts within a turn begins anew."""
    if state.hurt:
        state = replace(state, hurt=())
    if any(f.item and f.item in f.used for f in state.figures):
        figures = [
            replace(f, used=tuple(u for u in f.used if u not in ITEMS)) for f in state.figures
        ]
        state = replace(state, figures=tuple(figures))
    end: tuple[AnyAsk, ...] = (TurnEnd(seat),) if heard(state, "turn-end") else ()
    return push(state, *end, CardToReveal(seat))


def turn_end(state: State) -> State:
    """A turn is over, and the perks for its end are offered."""
    ask = state.asks[-1]
    assert isinstance(ask, TurnEnd)
    return announce(pop(state), Event("turn-end", ask.seat))


def survivor_phase(state: State) -> State:
    """The next Survivor's turn; who is being sacrificed is passed over (DbD p.9, AUT)."""
    ask = state.asks[-1]
    assert isinstance(ask, SurvivorPhase)
    if not ask.left:
        return pop(state)
    seat, *left = ask.left
    state = pop(state, SurvivorPhase(tuple(left)))
    figure = state.figure(seat)
    return begin_turn(state, seat) if figure.planned and not figure.hook else state


def killer_phase(state: State) -> State:
    """Left card, right card, then the choice of a bonus turn (DbD p.10)."""
    killer = state.killer
    if killer.planned:
        return begin_turn(state, killer.id)
    if BONUS_TURN in killer.used:
        return pop(state, Cleanup())
    return pop(state, Cleanup(), KillerBonus(killer.id))


def cleanup(state: State) -> State:
    """The four steps in their order (DbD p.11); perks at its start are offered first."""
    ask = state.asks[-1]
    assert isinstance(ask, Cleanup)
    if not ask.announced:
        return announce(pop(state, Cleanup(announced=True)), Event("cleanup-start"))
    state = sacrifice_progress(state, sum(1 for figure in state.survivors if figure.hook))
    if state.result:
        return state
    order = turn_order(state)
    figures = [
        replace(
            figure,
            hand=KILLER_CARDS if figure.side == "killer" else SURVIVOR_CARDS,
            planned=(),
            played=(),
            shown=(),
            barred=(),
        )
        for figure in state.figures
    ]
    state = replace(
        state,
        entity="",
        first=order[1 % len(order)],
        figures=tuple(figures),
        asks=(NextRound(),),
    )
    return announce(state, Event("cleanup-end"))


def next_round(state: State) -> State:
    """A new round: what counts within a round begins anew, and planning is open."""
    figures = [replace(f, used=()) if f.used else f for f in state.figures]
    return replace(
        state,
        figures=tuple(figures),
        completed=False,
        round=state.round + 1,
        hurt=(),
        struck=(),
        sealed=(),
        asks=(Planning(),),
    )


def restore_wall(state: State) -> State:
    """A wall that was lifted for a turn stands on its path again."""
    ask = state.asks[-1]
    assert isinstance(ask, RestoreWall)
    walls = [p.id for p in state.board.paths if p.id in state.walls or p.id == ask.path]
    return replace(pop(state), walls=tuple(walls))
