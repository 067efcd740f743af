"""What a figure may interact with: the checks that the interactions of both sides share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.dbd.codes import refuse
from rules.dbd.state import Figure, Interaction, State
from rules.engine import Move, Violation


def only(state: State) -> tuple[str, ...]:
    """The only targets of the open interaction, wherever they are; () is any target here."""
    ask = state.asks[-1]
    return ask.only if type(ask) is Interaction else ()


def refuse_target(state: State, seat: str, prop_id: str, kind: str) -> Violation | None:
    """Why a figure may not interact with a prop as one of this kind, or None."""
    prop = state.prop(prop_id)
    at = state.figure(seat).at
    allowed = only(state)
    if prop is None or not prop.at or (prop.at != at and prop_id not in allowed):
        return refuse("interact.not-here", seat=seat, at=at, target=prop_id)
    if not prop.kind:
        return refuse("interact.face-down", seat=seat, prop=prop_id)
    if prop.kind != kind:
        return refuse("interact.other-prop", seat=seat, kind=prop.kind, wanted=kind)
    if state.entity == prop_id:
        return refuse("interact.entity", seat=seat, kind=kind)
    if allowed and prop_id not in allowed:
        return refuse("interact.not-that-one", seat=seat, target=prop_id)
    return None


def refuse_survivor(state: State, seat: str, target: str, hooked: bool = False) -> Violation | None:
    """Why a figure may not interact with a Survivor at all, or None; `hooked`: one on a hook."""
    figure = next((f for f in state.survivors if f.id == target), None)
    if figure is None:
        return refuse("interact.not-a-survivor", seat=seat, target=target)
    at = state.figure(seat).at
    allowed = only(state)
    if figure.at != at and target not in allowed:
        return refuse("interact.not-here", seat=seat, at=at, target=target)
    if figure.hook and not hooked:
        return refuse("interact.on-hook", seat=seat, target=target)
    if figure.locker:
        return refuse("interact.hidden", seat=seat, target=target)
    if allowed and target not in allowed:
        return refuse("interact.not-that-one", seat=seat, target=target)
    return None


def targets(state: State, seat: str, kind: str) -> Iterator[str]:
    """The revealed props of a kind that a figure's open interaction can reach."""
    for prop in state.here.get(state.figure(seat).at, ()):
        if prop.kind == kind:
            yield prop.id
    for target in only(state):
        prop_there = state.prop(target)
        if prop_there and prop_there.kind == kind and prop_there.at != state.figure(seat).at:
            yield target


def survivors(state: State, seat: str) -> Iterator[Figure]:
    """The Survivors that a figure's open interaction can reach."""
    at, allowed = state.figure(seat).at, only(state)
    return (f for f in state.survivors if f.at == at or f.id in allowed)


class OnProp(Move[State], frozen=True):
    """An interaction with a prop of one kind: one that lies here, or one of the only targets."""

    kind: ClassVar[str]
    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Self]:
        return (cls(seat, prop) for prop in targets(state, seat, cls.kind))

    def check(self, state: State) -> Violation | None:
        return refuse_target(state, self.seat, self.prop, self.kind) or self.amiss(state)

    def amiss(self, state: State) -> Violation | None:
        """What else speaks against it, or None."""
        return None
