"""Interactions of both sides, perks as answers, and the dice. Source: DbD pp.9-10, dbd.md 9-10.

An interaction names its target; whoever may interact may also leave it (`Pass`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.effects import advance
from rules.dbd.perks import announce, refuse_perk, use_perk
from rules.dbd.state import (
    GENERATORS_TO_POWER,
    POWER,
    SKILL_DIE,
    Check,
    Damage,
    Event,
    React,
    State,
    SurvivorBonus,
    gain,
    pop,
    with_figure,
    with_prop,
)
from rules.engine import Move, Outcome, Violation

GREAT, FAILURE = 5, 0
"""Faces of the skill die that are no plain success (AUT-APP)."""


def refuse_target(state: State, seat: str, prop_id: str, kind: str) -> Violation | None:
    """Why a figure may not interact with a prop as one of this kind, or None."""
    prop = state.prop(prop_id)
    at = state.figure(seat).at
    if prop is None or prop.at != at:
        return refuse("interact.not-here", seat=seat, at=at, target=prop_id)
    if not prop.kind:
        return refuse("interact.face-down", seat=seat, prop=prop_id)
    if prop.kind != kind:
        return refuse("interact.other-prop", seat=seat, kind=prop.kind, wanted=kind)
    if state.entity == prop_id:
        return refuse("interact.entity", seat=seat, kind=kind)
    return None


def refuse_survivor(state: State, seat: str, target: str) -> Violation | None:
    """Why a figure may not interact with a Survivor at all, or None."""
    figure = next((f for f in state.survivors if f.id == target), None)
    if figure is None:
        return refuse("interact.not-a-survivor", seat=seat, target=target)
    at = state.figure(seat).at
    if figure.at != at:
        return refuse("interact.not-here", seat=seat, at=at, target=target)
    if figure.hook:
        return refuse("interact.on-hook", seat=seat, target=target)
    return None


def targets(state: State, seat: str, kind: str) -> Iterator[str]:
    """The revealed props of a kind in a figure's space."""
    for prop in state.props_at(state.figure(seat).at):
        if prop.kind == kind:
            yield prop.id


class Repair(Move[State], frozen=True):
    """A Survivor repairs a generator: a skill check (DbD p.9)."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Repair]:
        return (cls(seat, prop) for prop in targets(state, seat, "generator"))

    def check(self, state: State) -> Violation | None:
        return refuse_target(state, self.seat, self.prop, "generator")

    def apply(self, state: State) -> State:
        return pop(state, Check(self.seat, "skill", self.prop))


class OpenGate(Move[State], frozen=True):
    """A Survivor works on an exit gate once four generators are repaired: a skill check (AUT)."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[OpenGate]:
        return (cls(seat, prop) for prop in targets(state, seat, "exit-gate"))

    def check(self, state: State) -> Violation | None:
        if violation := refuse_target(state, self.seat, self.prop, "exit-gate"):
            return violation
        if state.repaired < GENERATORS_TO_POWER:
            return refuse(
                "gate.not-powered",
                seat=self.seat,
                repaired=state.repaired,
                wanted=GENERATORS_TO_POWER,
            )
        return None

    def apply(self, state: State) -> State:
        return pop(state, Check(self.seat, "skill", self.prop))


class UseCrow(Move[State], frozen=True):
    """A Survivor uses a crow for a Survivor bonus turn (DbD p.9)."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UseCrow]:
        return (cls(seat, prop) for prop in targets(state, seat, "crow"))

    def check(self, state: State) -> Violation | None:
        if violation := refuse_target(state, self.seat, self.prop, "crow"):
            return violation
        if not state.figure(self.seat).hand:
            return refuse("bonus.no-card", seat=self.seat)
        return None

    def apply(self, state: State) -> State:
        if state.settings.crow_removed_by_survivor:
            prop = state.prop(self.prop)
            assert prop is not None
            state = with_prop(state, replace(prop, at=""))
        return pop(state, SurvivorBonus(self.seat))


class Heal(Move[State], frozen=True):
    """A Survivor heals another one here: a skill check (AUT)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Heal]:
        at = state.figure(seat).at
        return (cls(seat, figure.id) for figure in state.survivors if figure.at == at)

    def check(self, state: State) -> Violation | None:
        if self.survivor == self.seat:
            return refuse("heal.self", seat=self.seat)
        if violation := refuse_survivor(state, self.seat, self.survivor):
            return violation
        if not state.figure(self.survivor).wounded:
            return refuse("heal.healthy", seat=self.seat, target=self.survivor)
        return None

    def apply(self, state: State) -> State:
        return pop(state, Check(self.seat, "skill", self.survivor))


class Attack(Move[State], frozen=True):
    """The Killer attacks a healthy Survivor here, who becomes wounded (DbD p.10)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Attack]:
        at = state.killer.at
        return (cls(seat, figure.id) for figure in state.survivors if figure.at == at)

    def check(self, state: State) -> Violation | None:
        if violation := refuse_survivor(state, self.seat, self.survivor):
            return violation
        if state.figure(self.survivor).wounded:
            return refuse("attack.wounded", seat=self.seat, target=self.survivor)
        return None

    def apply(self, state: State) -> State:
        target = state.figure(self.survivor)
        return advance(pop(with_figure(state, replace(target, wounded=True))))


class DamageGenerator(Move[State], frozen=True):
    """The Killer damages a generator, which loses all progress (DbD p.10)."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[DamageGenerator]:
        return (cls(seat, prop) for prop in targets(state, seat, "generator"))

    def check(self, state: State) -> Violation | None:
        if violation := refuse_target(state, self.seat, self.prop, "generator"):
            return violation
        prop = state.prop(self.prop)
        assert prop is not None
        if not prop.progress:
            return refuse("generator.no-progress", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        state = pop(state, Damage(self.prop))
        return advance(announce(state, Event("damages-generator", self.seat, self.prop)))


class RemoveCrow(Move[State], frozen=True):
    """The Killer removes a crow for 1 Bloodpoint (AUT)."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[RemoveCrow]:
        return (cls(seat, prop) for prop in targets(state, seat, "crow"))

    def check(self, state: State) -> Violation | None:
        return refuse_target(state, self.seat, self.prop, "crow")

    def apply(self, state: State) -> State:
        prop = state.prop(self.prop)
        assert prop is not None
        return advance(gain(pop(with_prop(state, replace(prop, at=""))), self.seat, 1))


class UsePower(Move[State], frozen=True):
    """The Killer power in place of an interaction, once a round (DbD p.10).

    What a power does is not public: the table carries it out, this only counts it.
    """

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UsePower]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        if POWER in state.killer.used:
            return refuse("power.once-a-round", seat=self.seat)
        return None

    def apply(self, state: State) -> State:
        killer = replace(state.killer, used=(*state.killer.used, POWER))
        return advance(pop(with_figure(state, killer)))


class UsePerk(Move[State], frozen=True):
    """Answer an event with a perk."""

    perk: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UsePerk]:
        ask = state.asks[-1]
        assert isinstance(ask, React)
        for who, perk in ask.left[:1]:
            if who == seat:
                yield cls(seat, perk)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, React)
        figure = state.figure(self.seat)
        if violation := refuse_perk(state, figure, self.perk, ask.event):
            return violation
        if (self.seat, self.perk) != ask.left[0]:
            return refuse("perk.not-now", seat=self.seat, perk=self.perk)
        return None

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, React)
        state = pop(state, replace(ask, left=ask.left[1:]))
        return advance(use_perk(state, self.seat, self.perk, ask.event))


class Pass(Move[State], frozen=True):
    """Leave an interaction, a bonus turn or an answer to an event."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Pass]:
        yield cls(seat)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        if isinstance(ask, React):
            return advance(pop(state, replace(ask, left=ask.left[1:])))
        return advance(pop(state))


class Rolled(Move[State], frozen=True):
    """Chance: the die of a skill check shows this face."""

    die: Literal["skill", "danger"]
    face: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Rolled]:
        ask = state.asks[-1]
        assert isinstance(ask, Check)
        for face in sorted(set(faces(state, ask.die))):
            yield cls(seat, ask.die, face)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Check)
        if self.die != ask.die:
            return refuse("die.not-now", die=self.die, wanted=ask.die)
        if self.face not in faces(state, self.die):
            return refuse("die.no-such-face", die=self.die, face=self.face)
        return None

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Check)
        return advance(check_result(pop(state), ask, self.face))

    def weight(self, state: State) -> int:
        return faces(state, self.die).count(self.face)


def faces(state: State, die: str) -> tuple[int, ...]:
    """The faces of a die; the danger die's are assumed."""
    return state.settings.danger_die if die == "danger" else SKILL_DIE


def check_result(state: State, ask: Check, face: int) -> State:
    """What a finished skill check does to its target; a failure pays the Killer (CN-FAQ)."""
    if face == FAILURE:
        return gain(state, state.killer.id, 1)
    prop = state.prop(ask.target)
    if prop is None:
        return with_figure(state, replace(state.figure(ask.target), wounded=False))
    if prop.kind == "exit-gate":
        progress = prop.progress + 1
        state = with_prop(state, replace(prop, progress=progress))
        if progress >= state.settings.gate_progress:
            winners = tuple(figure.id for figure in state.survivors)
            return replace(state, result=Outcome(winners, "gate"))
        return state
    progress = prop.progress + (2 if face == GREAT else 1)
    if progress < state.settings.generator_progress:
        return with_prop(state, replace(prop, progress=progress))
    done = replace(prop, at="", progress=state.settings.generator_progress)
    return replace(with_prop(state, done), repaired=state.repaired + 1, completed=True)
