"""What chance decides: the dice, what a face-down prop is, which item is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.asks import Die
from rules.dbd.codes import refuse
from rules.dbd.dice import die_of, faces, rolled
from rules.dbd.effects import advance
from rules.dbd.items import drew
from rules.dbd.perks.frame import later
from rules.dbd.state import (
    Draw,
    Event,
    StartRoll,
    State,
    category_of,
    drawable,
    pop,
    unseen,
    with_figure,
    with_prop,
)
from rules.engine import Move, Violation


class Rolled(Move[State], frozen=True):
    """Chance: a die shows this face."""

    die: Die
    face: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Rolled]:
        die: Die = "danger" if die_of(state) == "danger" else "skill"
        for face in sorted(set(faces(state, die))):
            yield cls(seat, die, face)

    def check(self, state: State) -> Violation | None:
        wanted = die_of(state)
        if self.die != wanted:
            return refuse("die.not-now", die=self.die, wanted=wanted)
        if self.face not in faces(state, self.die):
            return refuse("die.no-such-face", die=self.die, face=self.face)
        return None

    def apply(self, state: State) -> State:
        return advance(rolled(state, self.face))

    def weight(self, state: State) -> int:
        return faces(state, self.die).count(self.face)


class Uncovered(Move[State], frozen=True):
    """Chance: the prop turned out to be of this kind."""

    prop: str
    kind: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Uncovered]:
        ask = state.asks[-1]
        prop = getattr(ask, "prop", "")
        for kind in unseen(state, category_of(state, prop)).counts:
            yield cls(seat, prop, kind)

    def check(self, state: State) -> Violation | None:
        prop = getattr(state.asks[-1], "prop", "")
        if self.prop != prop or self.kind not in unseen(state, category_of(state, prop)).counts:
            return refuse("reveal.no-such-prop", prop=self.prop, kind=self.kind)
        return None

    def apply(self, state: State) -> State:
        prop = state.prop(self.prop)
        assert prop is not None
        seat = getattr(state.asks[-1], "seat", "")
        state = pop(with_prop(state, replace(prop, kind=self.kind)))
        return advance(later(state, Event("revealed", seat, self.prop)))

    def weight(self, state: State) -> int:
        return unseen(state, category_of(state, self.prop)).counts[self.kind]


class Drew(Move[State], frozen=True):
    """Chance: the item on top of the deck."""

    item: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Drew]:
        for item in drawable(state).counts:
            yield cls(seat, item)

    def check(self, state: State) -> Violation | None:
        assert isinstance(state.asks[-1], Draw)
        if self.item not in drawable(state).counts:
            return refuse("item.not-in-deck", item=self.item)
        return None

    def apply(self, state: State) -> State:
        return advance(drew(state, self.item))

    def weight(self, state: State) -> int:
        return drawable(state).counts[self.item]


class Started(Move[State], frozen=True):
    """Chance, in setting up: the start die of a figure shows this number (MAP)."""

    figure: str
    number: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Started]:
        ask = state.asks[-1]
        assert isinstance(ask, StartRoll)
        for number in state.board.starts:
            yield cls(seat, ask.figure, number)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, StartRoll)
        if self.figure != ask.figure:
            return refuse("start.other-figure", seat=self.figure, wanted=ask.figure)
        space = state.board.starts.get(self.number)
        if space is None:
            return refuse("start.no-such-number", number=self.number)
        waiting = {ask.figure for ask in state.asks if isinstance(ask, StartRoll)}
        taken = {f.at for f in state.figures if f.id not in waiting}
        if not state.settings.equal_starts and space in taken:
            return refuse("start.taken", seat=self.figure, number=self.number)
        return None

    def apply(self, state: State) -> State:
        figure = replace(state.figure(self.figure), at=state.board.starts[self.number])
        return advance(pop(with_figure(state, figure)))
