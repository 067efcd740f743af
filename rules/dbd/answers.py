"""Answering with perks and items, choosing, and leaving what need not be."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.carrying import end_carry
from rules.dbd.codes import refuse
from rules.dbd.effects import advance
from rules.dbd.perks.frame import (
    EFFECTS,
    ITEMS,
    announce,
    beside,
    moment,
    refuse_item,
    refuse_perk,
    use_perk,
)
from rules.dbd.state import (
    Carry,
    Choice,
    Event,
    ItemUse,
    PropToReveal,
    React,
    State,
    Step,
    pop,
    push,
)
from rules.engine import Move, Violation


def offered(state: State, seat: str) -> Iterator[str]:
    """The perks and items with which a seat may answer now."""
    ask = state.asks[-1]
    pairs = ask.left[:1] if isinstance(ask, React) else beside(state)
    return (name for who, name in pairs if who == seat)


def event_now(state: State) -> Event:
    """What an answer would be to: the window's event, or the open question itself."""
    ask = state.asks[-1]
    if isinstance(ask, React):
        return ask.event
    return moment(state) or Event("")


def answered(state: State) -> State:
    """The reaction window without its first answer; any other question stays."""
    ask = state.asks[-1]
    return pop(state, replace(ask, left=ask.left[1:])) if isinstance(ask, React) else state


class UsePerk(Move[State], frozen=True):
    """Use a perk, in answer to an event or beside an open question."""

    perk: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UsePerk]:
        for name in offered(state, seat):
            if name not in ITEMS:
                yield cls(seat, name)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        figure = state.figure(self.seat)
        if violation := refuse_perk(state, figure, self.perk, event_now(state)):
            return violation
        if isinstance(ask, React) and (self.seat, self.perk) != ask.left[0]:
            return refuse("perk.not-now", seat=self.seat, perk=self.perk)
        return None

    def apply(self, state: State) -> State:
        event = event_now(state)
        return advance(use_perk(answered(state), self.seat, self.perk, event))


class UseItem(Move[State], frozen=True):
    """Use the item a Survivor holds; it is discarded then (CARD)."""

    item: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[UseItem]:
        for name in offered(state, seat):
            if name in ITEMS:
                yield cls(seat, name)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        figure = state.figure(self.seat)
        if violation := refuse_item(state, figure, self.item, event_now(state)):
            return violation
        if isinstance(ask, React) and (self.seat, self.item) != ask.left[0]:
            return refuse("item.not-now", seat=self.seat, item=self.item)
        return None

    def apply(self, state: State) -> State:
        event = event_now(state)
        state = push(answered(state), ItemUse(self.seat, self.item, event))
        return advance(announce(state, Event("uses-item", self.seat, self.item)))


class Choose(Move[State], frozen=True):
    """One of the options that are asked for."""

    option: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Choose]:
        for option in choice(state).options:
            yield cls(seat, option)

    def check(self, state: State) -> Violation | None:
        return refuse_choice(state, self.seat, self.option)

    def apply(self, state: State) -> State:
        return chosen(state, self.option)


class ChooseCard(Move[State], frozen=True):
    """The same among cards that only this seat knows: a kind of its own, so that nobody is told."""

    is_secret = True
    option: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[ChooseCard]:
        for option in choice(state).options:
            yield cls(seat, option)

    def check(self, state: State) -> Violation | None:
        return refuse_choice(state, self.seat, self.option)

    def apply(self, state: State) -> State:
        return chosen(state, self.option)


def choice(state: State) -> Choice:
    """The open question, of which options there are."""
    ask = state.asks[-1]
    assert isinstance(ask, Choice)
    return ask


def refuse_choice(state: State, seat: str, option: str) -> Violation | None:
    """Why that may not be chosen, or None."""
    options = choice(state).options
    if option in options:
        return None
    return refuse("choice.no-such-option", seat=seat, option=option, options=list(options))


def chosen(state: State, option: str) -> State:
    """What comes of a choice."""
    ask = choice(state)
    return advance(EFFECTS[ask.effect](pop(state), ask, option))


class Pass(Move[State], frozen=True):
    """Leave an interaction, a bonus turn, a step that need not be, or an answer to an event."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Pass]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        if isinstance(ask, Step) and not ask.optional:
            return refuse("card.compulsory", seat=self.seat, wanted=list(ask.colours))
        if isinstance(ask, PropToReveal) and not ask.optional:
            return refuse("reveal.first", seat=self.seat, at=state.figure(self.seat).at)
        return None

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        if isinstance(ask, React):
            return advance(answered(state))
        state = pop(state)
        if isinstance(ask, Carry):
            state = end_carry(state, ask.survivor, ask.home)
        return advance(state)
