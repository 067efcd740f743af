"""What chance brings, and what the rules leave to the players outside their Actions."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.chance import Pile
from rules.engine import Move, Violation
from rules.invader.actions import searching
from rules.invader.asks import Assault, Harm, Prototype, Scatter, Searching, SkillChoice, Unknown
from rules.invader.codes import refuse
from rules.invader.data import CARDS, SURVIVORS
from rules.invader.flow import advance
from rules.invader.gear import discarded, drop
from rules.invader.harm import wounded
from rules.invader.objectives import doomed, take
from rules.invader.skills import choices, learned
from rules.invader.spawn import drawn, molded
from rules.invader.state import KINDS, State, Step, fresh, pop, tally, targets_at, told, unseen
from rules.invader.xenos import mauled, sent


class Drawn(Move[State], frozen=True):
    """Chance: the Xeno card for the Spawn Zone whose turn it is."""

    xeno_card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Drawn]:
        for card in state.xeno_deck.counts:
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        if self.xeno_card in state.xeno_deck.counts:
            return None
        return refuse("chance.impossible", card=self.xeno_card)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        return advance(drawn(fresh(state), ask.spawn, self.xeno_card))  # type: ignore[union-attr]

    def weight(self, state: State) -> int:
        return state.xeno_deck.counts[self.xeno_card]


class Found(Move[State], frozen=True):
    """Chance: the Equipment card, or Prototype, that is drawn."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Found]:
        for card in pile_of(state).counts:
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        if self.card in pile_of(state).counts:
            return None
        return refuse("chance.impossible", card=self.card)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        pile = Pile(tally(pile_of(state).counts, self.card, -1))
        state = pop(fresh(state))
        if isinstance(ask, Prototype):
            state = replace(state, prototypes=pile)
            return searching(state, ask.seat, 0, (self.card,))
        assert isinstance(ask, Searching)
        state = told(replace(state, equipment=pile), Step("found", ask.seat, to=self.card))
        mold = CARDS[self.card].mold
        if mold:
            state = discarded(state, self.card)
            state = searching(state, ask.seat, ask.left - 1, ask.found)
            return advance(molded(state, KINDS.index(mold[0]), mold[1]))
        found = (*ask.found, self.card)
        weapon = CARDS[self.card].weapon
        skills = state.survivor(ask.seat).skills
        if "matching-set" in skills and weapon and weapon.dual and pile.counts.get(self.card):
            state = replace(state, equipment=Pile(tally(pile.counts, self.card, -1)))
            found = (*found, self.card)
        return advance(searching(state, ask.seat, ask.left - 1, tuple(sorted(found))))

    def weight(self, state: State) -> int:
        return pile_of(state).counts[self.card]


def pile_of(state: State) -> Pile:
    """The pile a card is being drawn from."""
    return state.prototypes if isinstance(state.asks[-1], Prototype) else state.equipment


class Uncovered(Move[State], frozen=True):
    """Chance: the Objective is of this colour."""

    objective: str
    colour: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Uncovered]:
        ask = state.asks[-1]
        assert isinstance(ask, Unknown)
        for colour in unseen(state).counts:
            yield cls(seat, ask.objective, colour)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Unknown)
        if self.objective == ask.objective and self.colour in unseen(state).counts:
            return None
        return refuse("chance.impossible", objective=self.objective, colour=self.colour)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Unknown)
        state = pop(fresh(state))
        if ask.seat:
            return advance(take(state, ask.seat, self.objective, self.colour))
        tokens = [
            replace(token, colour=self.colour) if token.id == self.objective else token
            for token in state.objectives
        ]
        state = told(
            replace(state, objectives=tuple(tokens)),
            Step("objective-seen", self.objective, to=self.colour),
        )
        return advance(doomed(state))

    def weight(self, state: State) -> int:
        return unseen(state).counts[self.colour]


class ChooseSkill(Move[State], frozen=True):
    """Choose a skill of the Danger Level reached (Invader p.17)."""

    skill: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[ChooseSkill]:
        ask = state.asks[-1]
        assert isinstance(ask, SkillChoice)
        for skill in choices(state.survivor(seat), ask.level):
            yield cls(seat, skill)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, SkillChoice)
        if self.skill in choices(state.survivor(self.seat), ask.level):
            return None
        card = SURVIVORS[self.seat]
        own = (card.blue, *card.orange, *card.red)
        code = "skill.other-level" if self.skill in own else "skill.not-yours"
        return refuse(code, seat=self.seat, skill=self.skill, level=ask.level)

    def apply(self, state: State) -> State:
        return advance(learned(pop(fresh(state)), self.seat, self.skill))


class Suffer(Move[State], frozen=True):
    """Say whom the next attacking Xeno of the Zone hurts (assumed: players divide damage)."""

    target: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Suffer]:
        ask = state.asks[-1]
        assert isinstance(ask, Assault)
        for target in targets_at(state, ask.zone):
            yield cls(seat, target)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Assault)
        if self.target in targets_at(state, ask.zone):
            return None
        return refuse("target.not-there", seat=self.seat, target=self.target, at=ask.zone)

    def apply(self, state: State) -> State:
        return advance(mauled(fresh(state), self.target))


class Send(Move[State], frozen=True):
    """Say where the next odd Xeno of a split group goes (gob)."""

    to: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Send]:
        ask = state.asks[-1]
        assert isinstance(ask, Scatter)
        for to in ask.open[0].routes:
            yield cls(seat, to)

    def check(self, state: State) -> Violation | None:
        ask = state.asks[-1]
        assert isinstance(ask, Scatter)
        if self.to in ask.open[0].routes:
            return None
        return refuse("split.no-route", seat=self.seat, at=ask.open[0].zone, to=self.to)

    def apply(self, state: State) -> State:
        return advance(sent(fresh(state), self.to))


class ShrugOff(Move[State], frozen=True):
    """Is that all you've got? Discard a card to cancel one damage (sk2)."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[ShrugOff]:
        for card in dict.fromkeys(state.survivor(seat).cards()):
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        if self.card in state.survivor(self.seat).cards():
            return None
        return refuse("card.not-carried", seat=self.seat, card=self.card)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Harm)
        state = drop(fresh(state), self.seat, self.card)
        rest = (Harm(ask.target, ask.damage - 1),) if ask.damage > 1 else ()
        return advance(pop(state, *rest))


class Endure(Move[State], frozen=True):
    """Suffer the damage."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Endure]:
        yield cls(seat)

    def apply(self, state: State) -> State:
        ask = state.asks[-1]
        assert isinstance(ask, Harm)
        return advance(wounded(pop(fresh(state)), self.seat, ask.damage))
