"""Damage to Survivors and machines, and elimination. Source: surv, fr, invader.md 6, 15 and 17."""

from __future__ import annotations

from msgspec.structs import replace

from rules.engine import Outcome
from rules.invader.asks import Harm
from rules.invader.gear import discarded, without
from rules.invader.state import State, Step, armor, pop, with_machine, with_survivor

ARMOR_CARD = "ablative-armor"
SHRUG = "is-that-all-youve-got"


def harm(state: State) -> State | None:
    """Damage arrives: armor takes what it can; then its victim may, with the skill, cancel more."""
    ask = state.asks[-1]
    assert isinstance(ask, Harm)
    machine = state.machine(ask.target)
    if machine is not None:
        return pop(destroyed(state, ask.target))
    survivor = state.survivor(ask.target)
    if not survivor.at:
        return pop(state)
    damage = ask.damage
    while damage and ARMOR_CARD in survivor.body:
        survivor = without(survivor, ARMOR_CARD, "body")
        state = discarded(
            with_survivor(state, survivor, Step("absorbed", survivor.id, survivor.at)), ARMOR_CARD
        )
        damage -= 1
    if not damage:
        return pop(state)
    if SHRUG in survivor.skills and survivor.cards():
        return None if damage == ask.damage else pop(state, Harm(ask.target, damage))
    return wounded(pop(state), ask.target, damage)


def wounded(state: State, seat: str, damage: int) -> State:
    """A Survivor suffers damage; who has as many wounds as armor is eliminated, and the game is
    lost (fr, gob)."""
    survivor = state.survivor(seat)
    wounds = min(armor(survivor), survivor.wounds + damage)
    state = with_survivor(
        state, replace(survivor, wounds=wounds), Step("wounded", seat, survivor.at, n=damage)
    )
    return eliminated(state, seat) if wounds == armor(survivor) else state


def eliminated(state: State, seat: str) -> State:
    """A Survivor and all they carry leave the game."""
    survivor = state.survivor(seat)
    gone = replace(survivor, at="", hand=(), body=(), pack=(), token=())
    state = with_survivor(state, gone, Step("eliminated", seat, survivor.at))
    return replace(state, result=Outcome((), "survivor-eliminated"))


def destroyed(state: State, name: str) -> State:
    """A machine leaves the game; the game goes on (frz). Any damage does it (assumed)."""
    machine = state.machine(name)
    if machine is None or not machine.at:
        return state
    state = with_machine(state, replace(machine, at="", active=False))
    return replace(state, steps=(*state.steps, Step("machine-destroyed", name, machine.at)))
