"""Revealing cards, moving, revealing props, bonus turns. Source: DbD pp.8-10, dbd.md section 4."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.effects import advance
from rules.dbd.paths import barred, exits
from rules.dbd.perks import announce
from rules.dbd.state import (
    BONUS_TURN,
    BONUS_TURN_COST,
    COLOUR,
    Arrival,
    Event,
    Interaction,
    KillerBonus,
    State,
    Step,
    Unknown,
    category_of,
    gain,
    pop,
    push,
    unseen,
    with_figure,
    with_prop,
)
from rules.engine import Move, Violation


def begin(state: State, seat: str, card: str) -> State:
    """A turn with a card that lies open: step, or only interact, or lose both (DbD p.8)."""
    if card == "wait":
        return push(state, Interaction(seat))
    colours = (COLOUR[card],)
    if any(True for _ in exits(state, state.figure(seat), colours)):
        return push(state, Step(seat, colours, interact=True))
    return state


class RevealCard(Move[State], frozen=True):
    """Turn the next set card face up: the turn begins."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[RevealCard]:
        for card in state.figure(seat).planned[:1]:
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        planned = state.figure(self.seat).planned
        if self.card not in planned:
            return refuse("card.not-set", seat=self.seat, card=self.card)
        if self.card != planned[0]:
            return refuse("card.left-first", seat=self.seat, card=self.card)
        return None

    def apply(self, state: State) -> State:
        figure = state.figure(self.seat)
        figure = replace(figure, planned=figure.planned[1:], played=(*figure.played, self.card))
        return advance(begin(with_figure(pop(state), figure), self.seat, self.card))


class PlayCard(Move[State], frozen=True):
    """Play a card from hand for a bonus turn; the Killer pays 4 Bloodpoints (DbD pp.9-10)."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[PlayCard]:
        for card in state.figure(seat).hand:
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        figure = state.figure(self.seat)
        if self.card not in figure.hand:
            played = self.card in figure.played
            code = "card.already-played" if played else "card.not-in-hand"
            return refuse(code, seat=self.seat, card=self.card)
        if isinstance(state.asks[-1], KillerBonus) and figure.bp < BONUS_TURN_COST:
            return refuse(
                "bonus.too-few-bloodpoints", seat=self.seat, cost=BONUS_TURN_COST, bp=figure.bp
            )
        return None

    def apply(self, state: State) -> State:
        if isinstance(state.asks[-1], KillerBonus):
            state = gain(state, self.seat, -BONUS_TURN_COST)
            killer = state.figure(self.seat)
            state = with_figure(state, replace(killer, used=(*killer.used, BONUS_TURN)))
        figure = state.figure(self.seat)
        hand = tuple([card for card in figure.hand if card != self.card])
        figure = replace(figure, hand=hand, played=(*figure.played, self.card))
        return advance(begin(with_figure(pop(state), figure), self.seat, self.card))


class Walk(Move[State], frozen=True):
    """Move to a space along a path. `path` is "" when none joins the two spaces."""

    to: str
    path: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Walk]:
        ask = state.asks[-1]
        assert isinstance(ask, Step)
        for way in exits(state, state.figure(seat), ask.colours):
            yield cls(seat, way.to, way.path.id)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Step)
        figure = state.figure(self.seat)
        path = state.board.path.get(self.path)
        if path is None or {path.a, path.b} != {figure.at, self.to}:
            return refuse("walk.no-path", seat=self.seat, at=figure.at, to=self.to)
        if path.colour not in ask.colours:
            return refuse(
                "walk.wrong-colour",
                seat=self.seat,
                at=figure.at,
                to=self.to,
                colour=path.colour,
                wanted=list(ask.colours),
            )
        if path.colour == "yellow" and path.a != figure.at:
            return refuse("walk.against-arrow", seat=self.seat, at=figure.at, to=self.to)
        return barred(state, figure, path)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Step)
        figure = state.figure(self.seat)
        state = pop(state, Arrival(self.seat, self.path, self.to, ask.interact))
        if figure.side == "killer":
            if self.path in state.pallets:
                state = announce(state, Event("breaks-pallet", self.seat, self.path))
            elif self.path in state.walls:
                state = announce(state, Event("passes-wall", self.seat, self.path))
        return advance(state)


class RevealProp(Move[State], frozen=True):
    """Turn one face-down prop of the entered space face up; what it is, is up to chance."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[RevealProp]:
        for prop in state.props_at(state.figure(seat).at):
            if not prop.kind:
                yield cls(seat, prop.id)

    def check(self, state: State) -> Violation | None:
        prop = state.prop(self.prop)
        if prop is None:
            return refuse("reveal.no-such-prop", prop=self.prop)
        at = state.figure(self.seat).at
        if prop.at != at:
            return refuse("reveal.elsewhere", seat=self.seat, at=at, prop=self.prop)
        if prop.kind:
            return refuse("reveal.face-up", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return pop(state, Unknown(self.prop))


class Uncovered(Move[State], frozen=True):
    """Chance: the prop turned out to be of this kind."""

    prop: str
    kind: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Uncovered]:
        ask = state.asks[-1]
        assert isinstance(ask, Unknown)
        for kind in unseen(state, category_of(state, ask.prop)).counts:
            yield cls(seat, ask.prop, kind)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Unknown)
        if (
            self.prop != ask.prop
            or self.kind not in unseen(state, category_of(state, ask.prop)).counts
        ):
            return refuse("reveal.no-such-prop", prop=self.prop, kind=self.kind)
        return None

    def apply(self, state: State) -> State:
        prop = state.prop(self.prop)
        assert prop is not None
        return advance(pop(with_prop(state, replace(prop, kind=self.kind))))

    def weight(self, state: State) -> int:
        return unseen(state, category_of(state, self.prop)).counts[self.kind]
