"""Revealing cards, moving, revealing props, bonus turns. Source: DbD pp.8-10, dbd.md section 4."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dbd.codes import refuse
from rules.dbd.effects import advance
from rules.dbd.outcomes import Uncovered
from rules.dbd.paths import barred, exits
from rules.dbd.perks.frame import announce, heard
from rules.dbd.state import (
    ANY_COLOUR,
    BONUS_TURN,
    BONUS_TURN_COST,
    COLOUR,
    Arrival,
    Carry,
    CarryOn,
    Event,
    Interaction,
    KillerBonus,
    PropToReveal,
    State,
    Step,
    TurnEnd,
    Unknown,
    gain,
    pop,
    push,
    with_figure,
    without,
)
from rules.engine import Move, Violation


def begin(state: State, seat: str, card: str) -> State:
    """A turn with a card that lies open: step, or only interact, or lose both (DbD p.8)."""
    figure = state.figure(seat)
    interact = card not in figure.barred
    if card == "wait":
        return push(state, Interaction(seat)) if interact else state
    if card in state.sealed and figure.side == "survivor":
        return state
    colours = (COLOUR[card],)
    if any(True for _ in exits(state, figure, colours)):
        return push(state, Step(seat, colours, interact, card))
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
        figure = replace(
            figure,
            planned=figure.planned[1:],
            played=(*figure.played, self.card),
            shown=without(figure.shown, self.card),
        )
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
        cost = bonus_cost(state)
        if figure.bp < cost:
            return refuse("bonus.too-few-bloodpoints", seat=self.seat, cost=cost, bp=figure.bp)
        return None

    def apply(self, state: State) -> State:
        if isinstance(state.asks[-1], KillerBonus):
            state = gain(state, self.seat, -bonus_cost(state))
            killer = state.figure(self.seat)
            if BONUS_TURN not in killer.used:
                state = with_figure(state, replace(killer, used=(*killer.used, BONUS_TURN)))
        figure = state.figure(self.seat)
        hand = without(figure.hand, self.card)
        figure = replace(figure, hand=hand, played=(*figure.played, self.card))
        state = with_figure(pop(state), figure)
        if heard(state, "turn-end"):
            state = push(state, TurnEnd(self.seat))
        return advance(begin(state, self.seat, self.card))


def bonus_cost(state: State) -> int:
    """What the open bonus turn costs: the Killer pays, unless a perk grants it (DbD p.10)."""
    ask = state.asks[-1]
    if not isinstance(ask, KillerBonus) or ask.free:
        return 0
    return max(0, BONUS_TURN_COST - state.settings.bonus_discounts.get(state.killer.id, 0))


class Walk(Move[State], frozen=True):
    """Move to a space along a path. `path` is "" when none joins the two spaces."""

    to: str
    path: str = ""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Walk]:
        colours, avoid, against = ways(state)
        for way in exits(state, state.figure(seat), colours, avoid, against):
            yield cls(seat, way.to, way.path.id)

    def check(self, state: State) -> Violation | None:
        colours, avoid, against = ways(state)
        figure = state.figure(self.seat)
        path = state.board.path.get(self.path)
        if path is None or {path.a, path.b} != {figure.at, self.to}:
            return refuse("walk.no-path", seat=self.seat, at=figure.at, to=self.to)
        if path.colour not in colours:
            return refuse(
                "walk.wrong-colour",
                seat=self.seat,
                at=figure.at,
                to=self.to,
                colour=path.colour,
                wanted=list(colours),
            )
        if path.colour == "yellow" and path.a != figure.at and not against:
            return refuse("walk.against-arrow", seat=self.seat, at=figure.at, to=self.to)
        if path.id == avoid:
            return refuse("walk.other-path", seat=self.seat, path=path.id)
        return barred(state, figure, path)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        if isinstance(ask, Carry):
            on = CarryOn(ask.seat, ask.survivor, ask.left - 1, ask.home)
            way = Arrival(self.seat, self.path, self.to, False, carry=ask.survivor)
            return advance(pop(state, on, way))
        assert isinstance(ask, Step)
        way = Arrival(self.seat, self.path, self.to, ask.interact, card=ask.card, along=ask.along)
        state = pop(state, way)
        return advance(announce(state, Event("moves", self.seat, self.path)))


def ways(state: State) -> tuple[tuple[str, ...], str, bool]:
    """How the open step may go: colours, a path not to be used, whether against arrows."""
    ask = state.asks[-1]
    if isinstance(ask, Carry):
        return ANY_COLOUR, "", state.settings.carry_paths == "any"
    assert isinstance(ask, Step)
    return ask.colours, ask.avoid, ask.against


class RevealProp(Move[State], frozen=True):
    """Turn one face-down prop of the entered space face up; what it is, is up to chance."""

    prop: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[RevealProp]:
        for space in spaces_to_reveal(state, seat):
            for prop in state.here.get(space, ()):
                if not prop.kind:
                    yield cls(seat, prop.id)

    def check(self, state: State) -> Violation | None:
        prop = state.prop(self.prop)
        if prop is None:
            return refuse("reveal.no-such-prop", prop=self.prop)
        if prop.at not in spaces_to_reveal(state, self.seat):
            at = state.figure(self.seat).at
            return refuse("reveal.elsewhere", seat=self.seat, at=at, prop=self.prop)
        if prop.kind:
            return refuse("reveal.face-up", seat=self.seat, prop=self.prop)
        return None

    def apply(self, state: State) -> State:
        return pop(state, Unknown(self.prop, self.seat))


def spaces_to_reveal(state: State, seat: str) -> tuple[str, ...]:
    """Where the open question has a prop revealed."""
    ask = state.asks[-1]
    assert isinstance(ask, PropToReveal)
    return ask.spaces or (state.figure(seat).at,)


__all__ = ["PlayCard", "RevealCard", "RevealProp", "Uncovered", "Walk", "begin"]
