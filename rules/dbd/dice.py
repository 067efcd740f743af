"""The dice: which faces there are, and what a finished check brings about.

Source: AUT-APP (the skill die), CN-FAQ (each failure pays the Killer, after all re-rolls).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.dbd.carrying import FAILURE, GREAT
from rules.dbd.changes import heal, hiding_in, progress, remove_prop
from rules.dbd.perks.frame import EFFECTS, Source, announce, effect, later
from rules.dbd.state import (
    SKILL_DIE,
    Check,
    Choice,
    Deed,
    Escape,
    EscapeRolled,
    Event,
    Result,
    Seize,
    State,
    gain,
    pop,
    push,
    with_figure,
)


def faces(state: State, die: str) -> tuple[int, ...]:
    """The faces of a die; the danger die's are assumed."""
    return state.settings.danger_die if die == "danger" else SKILL_DIE


def die_of(state: State) -> str:
    """The die that the open question waits for."""
    ask = state.asks[-1]
    return ask.die if isinstance(ask, Check) else "skill"


def rolled(state: State, face: int) -> State:
    """A die shows this face: the next one, or what all of them bring about."""
    ask = state.asks[-1]
    if isinstance(ask, Escape):
        shown = (*ask.faces, face)
        if len(shown) < ask.dice:
            return pop(state, replace(ask, faces=shown))
        state = pop(state, EscapeRolled(ask.seat, ask.steps, shown))
        return announce(state, Event("escape-rolled", ask.seat))
    assert isinstance(ask, Check)
    shown = (*ask.faces, face)
    if len(shown) < ask.dice:
        return pop(state, replace(ask, faces=shown))
    state = pop(state)
    if len(set(shown)) == 1:
        return settle(state, replace(ask, faces=()), face)
    state = push(state, replace(ask, faces=shown))
    options = tuple([str(face) for face in shown])
    return push(state, Choice(ask.seat, "keep-die", options))


@effect("keep-die")
def keep_die(state: State, ask: Source, option: str) -> State:
    """Of two dice, the one that counts."""
    check = state.asks[-1]
    assert isinstance(check, Check)
    return settle(pop(state), replace(check, faces=()), int(option))


def settle(state: State, check: Check, face: int) -> State:
    """A face stands: whoever can change it may, then it counts."""
    if check.plain:
        return EFFECTS[check.effect](state, check, str(face))
    state = push(state, Result(check, face))
    return announce(state, Event("rolled", check.seat, check.target))


def result(state: State) -> State:
    """What a check's face brings about."""
    ask = state.asks[-1]
    assert isinstance(ask, Result)
    state, check = pop(state), ask.check
    if ask.face == FAILURE:
        return failed(state, ask)
    if ask.face == GREAT:
        state = later(state, Event("great-success", check.seat, check.target))
    if check.effect:
        if check.on_failure:
            return state
        return EFFECTS[check.effect](state, check, check.target)
    prop = state.prop(check.target)
    if prop is not None and not prop.at:
        return state
    if prop is None:
        return heal(state, check.seat, check.target, "heal")
    if prop.kind == "locker":
        hiders = hiding_in(state, prop.id)
        return remove_prop(state, prop.id) if hiders else state
    if prop.kind == "hex-totem":
        if check.by == "retribution":
            state = gain(state, state.killer.id, 2)
        cleansed_then = Deed(check.seat, "cleansed", prop.id)
        state = push(state, cleansed_then, Deed(check.seat, "cleanse-reward", prop.id))
        return announce(state, Event("cleansed", check.seat, prop.id))
    great = state.settings.gate_great_bonus if prop.kind == "exit-gate" else 1
    return progress(state, check.seat, prop.id, 1 + (great if ask.face == GREAT else 0))


def failed(state: State, ask: Result) -> State:
    """A failure pays the Killer (CN-FAQ), whoever the perk says instead, or nobody."""
    check = ask.check
    if check.die == "skill" or state.settings.danger_pays:
        state = gain(state, ask.payee or state.killer.id, 1)
    if check.effect:
        if not check.on_failure:
            return state
        return EFFECTS[check.effect](state, check, check.target)
    prop = state.prop(check.target)
    if prop is not None and prop.kind == "locker":
        figure = replace(state.figure(check.seat), locker="")
        return push(with_figure(state, figure), Seize(state.killer.id, check.seat))
    return state


@effect("cleanse-reward")
def cleanse_reward(state: State, ask: Source, target: str) -> State:
    """A cleansed totem pays, unless a perk put something in the place of that."""
    return gain(state, ask.seat, state.settings.totem_cleanse_bp)


@effect("cleansed")
def cleansed(state: State, ask: Source, target: str) -> State:
    """A cleansed totem leaves the board, by a house rule."""
    return remove_prop(state, target) if state.settings.totem_removed_by_cleanse else state


def reroll(check: Check) -> Check:
    """The check to be rolled once more, with one die."""
    return replace(check, dice=1, faces=())
