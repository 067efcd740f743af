"""What happens by itself: arriving, attacks, damage, events.

`RESOLVE` maps each kind of effect on the stack to the function that carries it out; `advance`
runs them until somebody has to answer. A function gets the state with its effect on top and
takes it off (or finds that it is a question after all and returns None).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.dbd import carrying, dice, items, phases
from rules.dbd.changes import without_pallet, without_wall, wound
from rules.dbd.paths import exits
from rules.dbd.perks.frame import EFFECTS, announce, later, refuse_answer
from rules.dbd.powers import spring_trap
from rules.dbd.state import (
    Announce,
    AnyAsk,
    Arrival,
    CardToSet,
    CarryOn,
    Cleanup,
    Damage,
    Deed,
    EscapeRolled,
    Event,
    Interaction,
    ItemGone,
    ItemUse,
    KillerPhase,
    NextRound,
    PropToReveal,
    React,
    RestoreWall,
    Result,
    Sacrifice,
    Seize,
    State,
    Step,
    Strike,
    SurvivorPhase,
    TurnEnd,
    amend,
    pop,
    push,
    with_figure,
    with_prop,
)


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


def act(state: State, seat: str, target: str, ask: AnyAsk, other: str = "") -> State:
    """An interaction: what it brings about waits on the stack, so that others may answer."""
    state = later(pop(state), Event("interacted", seat, target, other))
    return advance(announce(push(state, ask), Event("interacts", seat, target)))


def arrival(state: State) -> State:
    """A figure gets where it was going, unless a pallet stops the Killer (dbd.md 4.8-4.9)."""
    ask = state.asks[-1]
    assert isinstance(ask, Arrival)
    figure = state.figure(ask.seat)
    killer = figure.side == "killer"
    pallet, wall = ask.path in state.pallets, ask.path in state.walls
    if killer and not ask.announced and (pallet or wall):
        event = Event("breaks-pallet" if pallet else "passes-wall", ask.seat, ask.path)
        return announce(pop(state, replace(ask, announced=True)), event)
    state = pop(state)
    if killer and pallet:
        state = without_pallet(state, ask.path)
        if not ask.through and not (ask.carry and goes_on(state)):
            return stop_carry(state) if ask.carry else state
    if wall:
        state = without_wall(state, ask.path)
    hid = bool(figure.locker)
    state = with_figure(state, replace(figure, at=ask.to, locker=""))
    if ask.carry:
        state = with_figure(state, replace(state.figure(ask.carry), at=ask.to))
    if ask.interact:
        broke = wall and killer
        state = push(state, Interaction(ask.seat, ask.path, ask.card, broke, hid=hid))
    state = later(state, Event("enters", ask.seat, ask.to, ask.carry))
    if ask.path in state.traps:
        state = spring_trap(state, ask.seat, ask.path)
    if any(not prop.kind for prop in state.here.get(ask.to, ())):
        state = push(state, PropToReveal(ask.seat))
    if ask.along:
        state = push(state, Arrival(ask.along, ask.path, ask.to, interact=False))
    return state


def goes_on(state: State) -> bool:
    """Whether a carry goes on over a pallet, by a house rule."""
    return state.settings.carry_pallet == "destroy-and-go-on"


def stop_carry(state: State) -> State:
    """The carry that a pallet stopped goes no further."""
    return amend(state, CarryOn, lambda ask: replace(ask, left=0))


def damage(state: State) -> State:
    """A generator loses all its progress (DbD p.10)."""
    ask = state.asks[-1]
    assert isinstance(ask, Damage)
    killer = state.killer.id
    if not ask.announced:
        event = Event("damages-generator", killer, ask.prop)
        return announce(pop(state, replace(ask, announced=True)), event)
    prop = state.prop(ask.prop)
    assert prop is not None
    state = later(pop(state), Event("damaged-generator", killer, ask.prop))
    return with_prop(state, replace(prop, progress=0))


def strike(state: State) -> State:
    """A healthy Survivor becomes wounded (DbD p.10)."""
    ask = state.asks[-1]
    assert isinstance(ask, Strike)
    state = later(pop(state), Event("attacked", ask.seat, ask.survivor))
    return wound(state, ask.seat, ask.survivor)


def deed(state: State) -> State:
    """Something by name happens to its target."""
    ask = state.asks[-1]
    assert isinstance(ask, Deed)
    return EFFECTS[ask.effect](pop(state), ask, ask.target)


def announced(state: State) -> State:
    """An event is told that waited for what lay above it."""
    ask = state.asks[-1]
    assert isinstance(ask, Announce)
    return announce(pop(state), ask.event)


def react(state: State) -> State | None:
    """A reaction window: it stays open while the first in line could still answer."""
    ask = state.asks[-1]
    assert isinstance(ask, React)
    for index, (seat, name) in enumerate(ask.left):
        if refuse_answer(state, seat, name, ask.event, openly=True) is None:
            return pop(state, replace(ask, left=ask.left[index:])) if index else None
    return pop(state)


def still_to_reveal(state: State) -> State | None:
    """A prop to reveal, unless somebody else has turned the last one."""
    ask = state.asks[-1]
    assert isinstance(ask, PropToReveal)
    spaces = ask.spaces or (state.figure(ask.seat).at,)
    if any(not prop.kind for space in spaces for prop in state.here.get(space, ())):
        return None
    return pop(state)


def still_to_go(state: State) -> State | None:
    """A step, unless no way is left for it by now."""
    ask = state.asks[-1]
    assert isinstance(ask, Step)
    figure = state.figure(ask.seat)
    if any(True for _ in exits(state, figure, ask.colours, ask.avoid, ask.against)):
        return None
    return pop(state)


def still_to_interact(state: State) -> State | None:
    """An interaction, unless the figure hangs on a hook or hides by now."""
    ask = state.asks[-1]
    assert isinstance(ask, Interaction)
    return pop(state) if state.figure(ask.seat).absent else None


def still_to_set(state: State) -> State | None:
    """A card to set, unless there is none for it."""
    ask = state.asks[-1]
    assert isinstance(ask, CardToSet)
    return None if any(c != ask.but for c in state.figure(ask.seat).hand) else pop(state)


RESOLVE: dict[type[AnyAsk], Callable[[State], State | None]] = {
    PropToReveal: still_to_reveal,
    Step: still_to_go,
    Interaction: still_to_interact,
    CardToSet: still_to_set,
    Arrival: arrival,
    Damage: damage,
    Strike: strike,
    Deed: deed,
    Announce: announced,
    React: react,
    Result: dice.result,
    SurvivorPhase: phases.survivor_phase,
    KillerPhase: phases.killer_phase,
    Cleanup: phases.cleanup,
    NextRound: phases.next_round,
    TurnEnd: phases.turn_end,
    RestoreWall: phases.restore_wall,
    Seize: carrying.seize,
    EscapeRolled: carrying.escape_rolled,
    CarryOn: carrying.carry_on,
    Sacrifice: carrying.sacrifice,
    ItemUse: items.item_use,
    ItemGone: items.item_gone,
}
