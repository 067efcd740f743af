"""What happens by itself: arriving, damage, the phases and the cleanup.

`RESOLVE` maps each kind of effect on the stack to the function that carries it out; `advance`
runs them until somebody has to answer. A function gets the state with its effect on top and
takes it off (or finds that it is a question after all and returns None).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.dbd.perks import announce, refuse_perk
from rules.dbd.state import (
    KILLER_CARDS,
    SACRIFICES_TO_WIN,
    SURVIVOR_CARDS,
    AnyAsk,
    Arrival,
    CardToReveal,
    Cleanup,
    Damage,
    Event,
    Interaction,
    KillerBonus,
    KillerPhase,
    Planning,
    PropToReveal,
    React,
    State,
    SurvivorPhase,
    pop,
    push,
    turn_order,
    with_figure,
    with_prop,
)
from rules.engine import Outcome


def advance(state: State) -> State:
    """Let everything happen that nobody has to decide."""
    while state.result is None:
        resolve = RESOLVE.get(type(state.asks[-1]))
        if resolve is None:
            return state
        after = resolve(state)
        if after is None:
            return state
        state = after
    return state


def arrival(state: State) -> State:
    """A figure gets where it was going, unless a pallet stops the Killer (dbd.md 4.8-4.9)."""
    ask = state.asks[-1]
    assert isinstance(ask, Arrival)
    state = pop(state)
    figure = state.figure(ask.seat)
    if figure.side == "killer" and ask.path in state.pallets:
        state = replace(state, pallets=tuple([p for p in state.pallets if p != ask.path]))
        if not ask.through:
            return state
    if ask.path in state.walls:
        state = replace(state, walls=tuple([w for w in state.walls if w != ask.path]))
    state = with_figure(state, replace(figure, at=ask.to))
    if ask.interact:
        state = push(state, Interaction(ask.seat))
    if any(not prop.kind for prop in state.props_at(ask.to)):
        state = push(state, PropToReveal(ask.seat))
    return state


def damage(state: State) -> State:
    """A generator loses all its progress (DbD p.10)."""
    ask = state.asks[-1]
    assert isinstance(ask, Damage)
    state = pop(state)
    prop = state.prop(ask.prop)
    assert prop is not None
    return with_prop(state, replace(prop, progress=0))


def react(state: State) -> State | None:
    """A reaction window: it stays open while the first in line could still answer."""
    ask = state.asks[-1]
    assert isinstance(ask, React)
    for index, (seat, perk) in enumerate(ask.left):
        if refuse_perk(state, state.figure(seat), perk, ask.event) is None:
            return pop(state, replace(ask, left=ask.left[index:])) if index else None
    return pop(state)


def survivor_phase(state: State) -> State:
    """The next Survivor's turn; who is being sacrificed is passed over (DbD p.9, AUT)."""
    ask = state.asks[-1]
    assert isinstance(ask, SurvivorPhase)
    if not ask.left:
        return pop(state)
    seat, *left = ask.left
    state = pop(state, SurvivorPhase(tuple(left)))
    return push(state, CardToReveal(seat)) if state.figure(seat).planned else state


def killer_phase(state: State) -> State:
    """Left card, right card, then the choice of a bonus turn (DbD p.10)."""
    killer = state.killer
    if killer.planned:
        return push(state, CardToReveal(killer.id))
    return pop(state, Cleanup(), KillerBonus(killer.id))


def cleanup(state: State) -> State:
    """The four steps in their order (DbD p.11); perks at its start are offered first."""
    ask = state.asks[-1]
    assert isinstance(ask, Cleanup)
    if not ask.announced:
        return announce(pop(state, Cleanup(announced=True)), Event("cleanup-start"))
    sacrificed = sum(1 for figure in state.survivors if figure.hook)
    state = replace(state, track=min(state.track + sacrificed, SACRIFICES_TO_WIN))
    if state.track == SACRIFICES_TO_WIN:
        return replace(state, result=Outcome((state.killer.id,), "sacrifices"))
    order = turn_order(state)
    figures = [
        replace(
            figure,
            hand=KILLER_CARDS if figure.side == "killer" else SURVIVOR_CARDS,
            planned=(),
            played=(),
            used=(),
        )
        for figure in state.figures
    ]
    return replace(
        state,
        entity="",
        first=order[1 % len(order)],
        figures=tuple(figures),
        completed=False,
        round=state.round + 1,
        asks=(Planning(),),
    )


RESOLVE: dict[type[AnyAsk], Callable[[State], State | None]] = {
    Arrival: arrival,
    Damage: damage,
    React: react,
    SurvivorPhase: survivor_phase,
    KillerPhase: killer_phase,
    Cleanup: cleanup,
}
