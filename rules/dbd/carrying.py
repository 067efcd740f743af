"""From picking a Survivor up to the hook. Source: AUT, CN-FAQ, dbd.md 11; what is assumed there
is a house rule."""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.changes import (
    can_leave,
    free_hooks,
    hang,
    move_any,
    start_sacrifice,
)
from rules.dbd.perks.frame import announce, later
from rules.dbd.state import (
    Carry,
    CarryOn,
    DiceToAnnounce,
    EscapeRolled,
    Event,
    Sacrifice,
    Seize,
    State,
    gain,
    pop,
    push,
    with_figure,
)

GREAT, FAILURE = 5, 0
"""Faces of the skill die that are no plain success (AUT-APP)."""


def seize(state: State) -> State:
    """Picked up: a free hook here takes the Survivor at once, else dice are announced."""
    ask = state.asks[-1]
    assert isinstance(ask, Seize)
    if not ask.announced:
        event = Event("picks-up", ask.seat, ask.survivor)
        return announce(pop(state, replace(ask, announced=True)), event)
    state = pop(state)
    figure = state.figure(ask.survivor)
    killer = state.figure(ask.seat)
    state = with_figure(state, replace(figure, locker="", at=killer.at))
    if hooks := free_hooks(state, killer.at):
        return start_sacrifice(state, ask.seat, ask.survivor, tuple(hooks))
    return push(state, DiceToAnnounce(ask.seat, ask.survivor))


def escape_rolled(state: State) -> State:
    """Any great success breaks free; each failure pays the Killer (AUT, CN-FAQ)."""
    ask = state.asks[-1]
    assert isinstance(ask, EscapeRolled)
    killer = state.killer
    state = gain(pop(state), killer.id, ask.faces.count(FAILURE))
    if GREAT not in ask.faces:
        return push(state, CarryOn(killer.id, ask.seat, ask.steps, killer.at))
    state = later(state, Event("great-success", ask.seat))
    if state.settings.carry_escape == "any-path":
        state = move_any(state, ask.seat)
    return state


def carry_on(state: State) -> State:
    """A hook here ends the carry; so do no steps left and no way out, by a house rule."""
    ask = state.asks[-1]
    assert isinstance(ask, CarryOn)
    killer = state.figure(ask.seat)
    if hooks := free_hooks(state, killer.at):
        return start_sacrifice(pop(state), ask.seat, ask.survivor, tuple(hooks))
    against = state.settings.carry_paths == "any"
    if ask.left and can_leave(state, killer, against=against):
        return pop(state, Carry(ask.seat, ask.survivor, ask.left, ask.home))
    return end_carry(pop(state), ask.survivor, ask.home)


def end_carry(state: State, survivor: str, home: str) -> State:
    """No hook was reached: the Survivor is dropped, still wounded (assumed)."""
    if state.settings.carry_no_hook == "return":
        return with_figure(state, replace(state.figure(survivor), at=home))
    return state


def sacrifice(state: State) -> State:
    """On the hook, unless somebody saves the Survivor at the last moment."""
    ask = state.asks[-1]
    assert isinstance(ask, Sacrifice)
    if not ask.announced:
        event = Event("would-sacrifice", ask.seat, ask.survivor, ask.prop)
        return announce(pop(state, replace(ask, announced=True)), event)
    return hang(pop(state), ask.seat, ask.survivor, ask.prop)
