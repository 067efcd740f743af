"""Interactions of the Killer. Source: DbD p.10, dbd.md 10."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from rules.dbd.changes import hiding_in, is_done, remove_prop
from rules.dbd.codes import refuse
from rules.dbd.effects import act, advance
from rules.dbd.perks.frame import Source, announce, effect
from rules.dbd.powers import power_of
from rules.dbd.state import (
    POWER,
    Check,
    Damage,
    Deed,
    DiceToAnnounce,
    Escape,
    Event,
    Seize,
    State,
    Strike,
    gain,
    pop,
    with_figure,
)
from rules.dbd.targets import OnProp, refuse_survivor, survivors
from rules.engine import Move, Violation

CARRY_DICE = range(1, 5)
"""Dice the Killer may announce: the box holds four (CN-FAQ, PIX)."""
TOTEM_BP = 2
"""Bloodpoints for venerating a hex totem (AUT)."""


class Attack(Move[State], frozen=True):
    """The Killer attacks a healthy Survivor here, who becomes wounded (DbD p.10)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Attack]:
        return (cls(seat, f.id) for f in survivors(state, seat) if not f.wounded)

    def check(self, state: State) -> Violation | None:
        if violation := refuse_survivor(state, self.seat, self.survivor):
            return violation
        if state.figure(self.survivor).wounded:
            return refuse("attack.wounded", seat=self.seat, target=self.survivor)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.survivor, Strike(self.seat, self.survivor))


class PickUp(Move[State], frozen=True):
    """The Killer picks a wounded Survivor up, to sacrifice them (AUT, BEV)."""

    survivor: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[PickUp]:
        return (cls(seat, f.id) for f in survivors(state, seat) if f.wounded)

    def check(self, state: State) -> Violation | None:
        if violation := refuse_survivor(state, self.seat, self.survivor):
            return violation
        if not state.figure(self.survivor).wounded:
            return refuse("pick-up.healthy", seat=self.seat, target=self.survivor)
        if not state.settings.pick_up_same_round and self.survivor in state.struck:
            return refuse("pick-up.same-round", seat=self.seat, target=self.survivor)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.survivor, Seize(self.seat, self.survivor))


class DamageGenerator(OnProp, frozen=True):
    """The Killer damages a generator, which loses all progress (DbD p.10)."""

    kind: ClassVar[str] = "generator"

    def amiss(self, state: State) -> Violation | None:
        prop = state.prop(self.prop)
        assert prop is not None
        if is_done(state, prop):
            return refuse("generator.completed", seat=self.seat, prop=self.prop)
        if not prop.progress:
            return refuse("generator.no-progress", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Damage(self.prop))


class RemoveCrow(OnProp, frozen=True):
    """The Killer removes a crow for 1 Bloodpoint (AUT)."""

    kind: ClassVar[str] = "crow"

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "remove-crow", self.prop))


class Venerate(OnProp, frozen=True):
    """The Killer venerates a hex totem for 2 Bloodpoints (AUT)."""

    kind: ClassVar[str] = "hex-totem"

    def apply(self, state: State) -> State:
        return act(state, self.seat, self.prop, Deed(self.seat, "venerate", self.prop))


class SearchLocker(OnProp, frozen=True):
    """The Killer searches an occupied locker: the hider makes a skill check (AUT)."""

    kind: ClassVar[str] = "locker"

    def amiss(self, state: State) -> Violation | None:
        if not hiding_in(state, self.prop):
            return refuse("locker.empty", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        hider = hiding_in(state, self.prop)[0]
        return act(state, self.seat, self.prop, Check(hider.id, "skill", self.prop))


class AnnounceDice(Move[State], frozen=True):
    """How many dice the Survivor rolls, 1 to 4: how far the Killer may carry (CN-FAQ)."""

    dice: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[AnnounceDice]:
        for dice in CARRY_DICE:
            yield cls(seat, dice)

    def check(self, state: State) -> Violation | None:
        if self.dice not in CARRY_DICE:
            return refuse("carry.dice", seat=self.seat, dice=self.dice)
        return None

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, DiceToAnnounce)
        state = pop(state, Escape(ask.survivor, self.dice, self.dice))
        return advance(announce(state, Event("announced", self.seat, ask.survivor)))


class UsePower(Move[State], frozen=True):
    """The Killer power in place of an interaction, once a round (DbD p.10).

    The printed powers are not public. By default the table carries a power out and this only
    counts it; with the house rule `killer.powers = "assumed"` the plug-ins of `powers` work.
    """

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UsePower]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        if POWER in state.killer.used:
            return refuse("power.once-a-round", seat=self.seat)
        power = power_of(state)
        if power is not None and not power.ready(state, state.killer):
            return refuse("power.no-effect", seat=self.seat)
        return None

    def apply(self, state: State) -> State:
        killer = replace(state.killer, used=(*state.killer.used, POWER))
        state = with_figure(state, killer)
        return act(state, self.seat, POWER, Deed(self.seat, "power", self.seat))


@effect("remove-crow")
def remove_crow(state: State, ask: Source, target: str) -> State:
    """The crow leaves the board and pays 1 Bloodpoint."""
    return gain(remove_prop(state, target), ask.seat, 1)


@effect("venerate")
def venerate(state: State, ask: Source, target: str) -> State:
    """The totem pays; it leaves by a house rule."""
    if state.settings.totem_removed_by_venerate:
        state = remove_prop(state, target)
    return gain(state, ask.seat, TOTEM_BP)


@effect("power")
def power(state: State, ask: Source, target: str) -> State:
    """The plug-in of this Killer's power, when the house rules have it."""
    found = power_of(state)
    return state if found is None else found.use(state, state.killer)
