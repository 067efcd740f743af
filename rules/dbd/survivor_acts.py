"""Interactions of the Survivors. Source: DbD p.9, dbd.md 9 and 11.

An interaction names its target; whoever may interact may also leave it (`Pass`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from rules.dbd.changes import (
    hiding_in,
    hooked_on,
    is_done,
    refuse_laying,
    remove_prop,
    sabotage,
)
from rules.dbd.codes import refuse
from rules.dbd.effects import act
from rules.dbd.paths import exits
from rules.dbd.perks.frame import Source, announce, effect
from rules.dbd.state import (
    ANY_COLOUR,
    GENERATORS_TO_POWER,
    Check,
    Deed,
    Event,
    State,
    Step,
    SurvivorBonus,
    gain,
    push,
    with_figure,
)
from rules.dbd.targets import OnProp, refuse_survivor, survivors, targets
from rules.engine import Move, Violation


class Repair(OnProp, frozen=True):
    """A Survivor repairs a generator: a skill check (DbD p.9)."""

    kind: ClassVar[str] = "generator"

    def amiss(self, state: State) -> Violation | None:
        prop = state.prop(self.prop)
        assert prop is not None
        if is_done(state, prop):
            return refuse("generator.completed", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Check(self.seat, "skill", self.prop))


class OpenGate(OnProp, frozen=True):
    """A Survivor works on an exit gate once four generators are repaired: a skill check (AUT)."""

    kind: ClassVar[str] = "exit-gate"

    def amiss(self, state: State) -> Violation | None:
        if state.repaired < GENERATORS_TO_POWER:
            return refuse(
                "gate.not-powered",
                seat=self.seat,
                repaired=state.repaired,
                wanted=GENERATORS_TO_POWER,
            )
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Check(self.seat, "skill", self.prop))


class UseCrow(OnProp, frozen=True):
    """A Survivor uses a crow for a Survivor bonus turn (DbD p.9)."""

    kind: ClassVar[str] = "crow"

    def amiss(self, state: State) -> Violation | None:
        if not state.figure(self.seat).hand:
            return refuse("bonus.no-card", seat=self.seat)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "use-crow", self.prop))


class Rummage(OnProp, frozen=True):
    """A Survivor draws an item from a chest, which leaves the board (AUT)."""

    kind: ClassVar[str] = "chest"

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "rummage", self.prop))


class Hide(OnProp, frozen=True):
    """A Survivor hides in a locker: treated as absent until leaving it (AUT)."""

    kind: ClassVar[str] = "locker"

    def amiss(self, state: State) -> Violation | None:
        if len(hiding_in(state, self.prop)) >= state.settings.locker_capacity:
            return refuse("locker.full", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "hide", self.prop))


class LayPallet(OnProp, frozen=True):
    """A Survivor lays a pallet on a path connected to this space (AUT)."""

    kind: ClassVar[str] = "pallet"
    path: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[LayPallet]:
        for prop in targets(state, seat, cls.kind):
            for path in state.board.touching[state.figure(seat).at]:
                yield cls(seat, prop, path)

    def amiss(self, state: State) -> Violation | None:
        return refuse_laying(state, self.seat, self.path)

    def apply(self, state: State) -> State:
        deed = Deed(self.seat, "lay-pallet", f"{self.prop} {self.path}")
        return act(state, self.seat, self.prop, deed, self.path)


class Rescue(Move[State], frozen=True):
    """A Survivor takes another one off a hook here (AUT, dbd.md 11)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Rescue]:
        return (cls(seat, f.id) for f in survivors(state, seat) if f.hook)

    def check(self, state: State) -> Violation | None:
        if violation := refuse_survivor(state, self.seat, self.survivor, hooked=True):
            return violation
        figure = state.figure(self.survivor)
        if not figure.hook:
            return refuse("rescue.not-on-hook", seat=self.seat, target=self.survivor)
        if state.entity == figure.hook:
            return refuse("interact.entity", seat=self.seat, kind="hook")
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.survivor, Deed(self.seat, "rescue", self.survivor))


class Sabotage(OnProp, frozen=True):
    """A Survivor sabotages an empty hook: the Entity lies on it until cleanup (AUT)."""

    kind: ClassVar[str] = "hook"

    def amiss(self, state: State) -> Violation | None:
        if hooked_on(state, self.prop):
            return refuse("sabotage.occupied", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "sabotage", self.prop))


class Cleanse(OnProp, frozen=True):
    """A Survivor cleanses a hex totem: a skill check for Bloodpoints (MAL-M)."""

    kind: ClassVar[str] = "hex-totem"

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Check(self.seat, "skill", self.prop))


class Heal(Move[State], frozen=True):
    """A Survivor heals another one here: a skill check (AUT)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Heal]:
        return (cls(seat, figure.id) for figure in survivors(state, seat) if figure.wounded)

    def check(self, state: State) -> Violation | None:
        if self.survivor == self.seat:
            return refuse("heal.self", seat=self.seat)
        if violation := refuse_survivor(state, self.seat, self.survivor):
            return violation
        if not state.figure(self.survivor).wounded:
            return refuse("heal.healthy", seat=self.seat, target=self.survivor)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.survivor, Check(self.seat, "skill", self.survivor))


@effect("use-crow")
def use_crow(state: State, ask: Source, target: str) -> State:
    """The bonus turn of a crow; the crow leaves by a house rule."""
    if state.settings.crow_removed_by_survivor:
        state = remove_prop(state, target)
    return push(state, SurvivorBonus(ask.seat)) if state.figure(ask.seat).hand else state


@effect("rummage")
def rummage(state: State, ask: Source, target: str) -> State:
    """An item is drawn; then the chest leaves the board."""
    state = push(state, Deed(ask.seat, "remove-prop", target))
    return push(
        announce(state, Event("opens-chest", ask.seat, target)), Deed(ask.seat, "draw", ask.seat)
    )


@effect("hide")
def hide(state: State, ask: Source, target: str) -> State:
    """The Survivor is in the locker now, in its space."""
    prop = state.prop(target)
    assert prop is not None
    return with_figure(state, replace(state.figure(ask.seat), locker=target, at=prop.at))


@effect("lay-pallet")
def lay_pallet(state: State, ask: Source, target: str) -> State:
    """The pallet's tile leaves its space and lies on the path."""
    prop, _, path = target.partition(" ")
    laid = tuple([p.id for p in state.board.paths if p.id in state.pallets or p.id == path])
    return replace(remove_prop(state, prop), pallets=laid)


@effect("rescue")
def rescue(state: State, ask: Source, target: str) -> State:
    """Free, still wounded; the Entity keeps the hook; then both may move along one path."""
    figure = state.figure(target)
    state = with_figure(state, replace(figure, hook=""))
    state = gain(state, ask.seat, state.settings.rescue_bp)
    if state.settings.rescue_moves:
        for seat in (target, ask.seat):
            state = push(state, Deed(seat, "may-move", seat))
    return sabotage(state, ask.seat, figure.hook, target)


@effect("may-move")
def may_move(state: State, ask: Source, target: str) -> State:
    """A Survivor may move along any one path, without interacting."""
    figure = state.figure(target)
    if figure.absent or not any(True for _ in exits(state, figure, ANY_COLOUR)):
        return state
    return push(state, Step(target, ANY_COLOUR, interact=False, optional=True))
