"""The planning phase: setting cards, face down (DbD p.8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.changes import show_card
from rules.dbd.codes import refuse
from rules.dbd.effects import advance
from rules.dbd.perks.frame import announce
from rules.dbd.state import (
    CardToSet,
    Event,
    Figure,
    KillerPhase,
    Planning,
    State,
    SurvivorPhase,
    in_order,
    pop,
    turn_order,
    with_figure,
    without,
)
from rules.engine import Move, Violation


def cards_to_set(figure: Figure) -> int:
    """How many cards a figure sets a round: the Killer two, a Survivor one, on a hook none."""
    return 2 if figure.side == "killer" else 0 if figure.hook else 1


def unplanned(state: State) -> list[Figure]:
    """Who still has to set cards."""
    return [f for f in state.figures if len(f.planned) < cards_to_set(f)]


class SetCard(Move[State], frozen=True):
    """Set a movement card face down; the Killer's first is the left one, the second the right."""

    is_secret = True
    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[SetCard]:
        figure = state.figure(seat)
        if isinstance(state.asks[-1], CardToSet) or len(figure.planned) < cards_to_set(figure):
            for card in figure.hand:
                yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        figure = state.figure(self.seat)
        ask = state.asks[-1]
        if isinstance(ask, CardToSet):
            if self.card not in figure.hand:
                return refuse("card.not-in-hand", seat=self.seat, card=self.card)
            if self.card == ask.but:
                return refuse("plan.another-card", seat=self.seat, card=self.card)
            return None
        wanted = cards_to_set(figure)
        if not wanted:
            return refuse("plan.sacrificed", seat=self.seat)
        if len(figure.planned) >= wanted:
            code = "plan.two-cards" if wanted == 2 else "plan.one-card"
            return refuse(code, seat=self.seat, count=len(figure.planned) + 1)
        if self.card not in figure.hand:
            return refuse("card.not-in-hand", seat=self.seat, card=self.card)
        return None

    def apply(self, state: State) -> State:
        figure = state.figure(self.seat)
        ask = state.asks[-1]
        hand = without(figure.hand, self.card)
        index = ask.index if isinstance(ask, CardToSet) else len(figure.planned)
        planned = (*figure.planned[:index], self.card, *figure.planned[index:])
        state = with_figure(state, replace(figure, hand=hand, planned=planned))
        if isinstance(ask, CardToSet):
            state = pop(state)
            if ask.face_up:
                state = show_card(state, self.seat, self.card)
        return end_planning(state)


def end_planning(state: State) -> State:
    """Once everybody has set their cards: the Survivor phase, after the perks for this moment."""
    if not isinstance(state.asks[-1], Planning) or unplanned(state):
        return advance(state)
    state = replace(state, asks=(KillerPhase(), SurvivorPhase(turn_order(state))))
    return advance(announce(state, Event("planning-end")))


class TakeBack(Move[State], frozen=True):
    """Take a set card back to hand, as long as somebody still plans."""

    is_secret = True
    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[TakeBack]:
        for card in state.figure(seat).planned:
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        figure = state.figure(self.seat)
        if self.card in figure.shown:
            return refuse("plan.face-up", seat=self.seat, card=self.card)
        if self.card not in figure.planned:
            return refuse("plan.nothing-set", seat=self.seat, card=self.card)
        return None

    def apply(self, state: State) -> State:
        figure = state.figure(self.seat)
        planned = without(figure.planned, self.card)
        hand = in_order((*figure.hand, self.card))
        return with_figure(state, replace(figure, hand=hand, planned=planned))


class Whisper(Move[State], frozen=True):
    """Talk that not everybody can hear: never allowed (DbD p.8)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Whisper]:
        yield from ()

    def check(self, state: State) -> Violation | None:
        return refuse("talk.in-public", seat=self.seat)

    def apply(self, state: State) -> State:
        return state
