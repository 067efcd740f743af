"""Cards changing places: Reorganize and trade in single steps, what a Search found, discarding.

A card is lifted onto the table and stowed from it, so that full inventories can be swapped.
Source: Invader p.18, invader.md 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.engine import Move, Violation
from rules.invader.actions import paid, searching, unpaid, used
from rules.invader.asks import Sorting
from rules.invader.codes import refuse
from rules.invader.data import CARDS
from rules.invader.flow import advance
from rules.invader.gear import SLOTS, attachable, discarded, drop, fits, put, without
from rules.invader.state import (
    State,
    Step,
    Survivor,
    attached,
    base,
    fresh,
    pop,
    push,
    with_survivor,
)


class Reorganize(Move[State], frozen=True):
    """Rearrange cards, attach and detach, trade with one Survivor in the Zone (BP, gob)."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Reorganize]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        return unpaid(state.survivor(self.seat), "reorganize")

    def apply(self, state: State) -> State:
        return push(paid(state, self.seat, "reorganize"), Sorting(self.seat))


class Discard(Move[State], frozen=True):
    """Discard a card one carries: free, at any time, also in another player's Turn (Invader
    p.18)."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Discard]:
        survivor = state.survivor(seat)
        for card in dict.fromkeys(survivor.cards()):
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        if self.card in survivor.hand or self.card in survivor.pack or self.card in survivor.body:
            return None
        return refuse("card.not-carried", seat=self.seat, card=self.card)

    def apply(self, state: State) -> State:
        return advance(drop(fresh(state), self.seat, self.card))


def sorting(state: State) -> Sorting:
    """The open question, which is one of cards changing places."""
    ask = state.asks[-1]
    assert isinstance(ask, Sorting)
    return ask


def partners(state: State, ask: Sorting) -> Iterator[Survivor]:
    """Whose cards may be moved: one's own, and those of one Survivor in the Zone."""
    own = state.survivor(ask.seat)
    yield own
    if not ask.search:
        for other in state.survivors:
            if other.id != own.id and other.at == own.at and ask.partner in ("", other.id):
                yield other


def stranger(state: State, seat: str, who: str) -> Violation | None:
    """Why the cards of this Survivor cannot be moved."""
    ask = sorting(state)
    if who == seat:
        return None
    if ask.search:
        return refuse("trade.own-only", seat=seat, who=who)
    other = next((s for s in state.survivors if s.id == who), None)
    if other is None or not other.at or other.at != state.survivor(seat).at:
        return refuse("trade.elsewhere", seat=seat, who=who)
    if ask.partner not in ("", who):
        return refuse("trade.one-partner", seat=seat, who=who, partner=ask.partner)
    return None


def on_table(state: State, survivor: Survivor, table: tuple[str, ...], *steps: Step) -> State:
    """The state with a Survivor's cards and those on the table changed."""
    ask = sorting(state)
    partner = ask.partner if survivor.id == ask.seat else survivor.id
    asked = replace(ask, table=tuple(sorted(table)), partner=partner)
    return with_survivor(pop(fresh(state), asked), survivor, *steps)


def minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Cards without one of this name."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


class Lift(Move[State], frozen=True):
    """Lay a card from a slot onto the table; `who` carries it."""

    card: str
    slot: str
    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Lift]:
        for survivor in partners(state, sorting(state)):
            for slot in SLOTS:
                for card in dict.fromkeys(getattr(survivor, slot)):
                    yield cls(seat, card, slot, survivor.id)

    def check(self, state: State) -> Violation | None:
        if problem := stranger(state, self.seat, self.who):
            return problem
        if self.slot in SLOTS and self.card in getattr(state.survivor(self.who), self.slot):
            return None
        return refuse("card.not-carried", seat=self.who, card=self.card, slot=self.slot)

    def apply(self, state: State) -> State:
        survivor = without(state.survivor(self.who), self.card, self.slot)
        table = (*sorting(state).table, self.card)
        return on_table(state, survivor, table, Step("lifted", self.who, self.slot, self.card))


class Stow(Move[State], frozen=True):
    """Put a card from the table into a slot of `who`."""

    card: str
    slot: str
    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Stow]:
        ask = sorting(state)
        for survivor in partners(state, ask):
            for card in dict.fromkeys(ask.table):
                for slot in dict.fromkeys((CARDS[base(card)].slot, "pack")):
                    yield cls(seat, card, slot, survivor.id)

    def check(self, state: State) -> Violation | None:
        if problem := stranger(state, self.seat, self.who):
            return problem
        if self.card not in sorting(state).table:
            return refuse("card.not-on-table", seat=self.seat, card=self.card)
        return fits(state.survivor(self.who), self.card, self.slot)

    def apply(self, state: State) -> State:
        survivor = put(state.survivor(self.who), self.card, self.slot)
        table = minus(sorting(state).table, self.card)
        return on_table(state, survivor, table, Step("stowed", self.who, self.slot, self.card))


class Attach(Move[State], frozen=True):
    """Attach a card from the table to a weapon in a slot of `who` (gob)."""

    extra: str
    card: str
    slot: str
    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Attach]:
        ask = sorting(state)
        extras = [card for card in dict.fromkeys(ask.table) if card in CARDS]
        extras = [card for card in extras if CARDS[card].attaches]
        if extras:
            for survivor in partners(state, ask):
                for slot in ("hand", "pack"):
                    for card in dict.fromkeys(getattr(survivor, slot)):
                        for extra in extras:
                            yield cls(seat, extra, card, slot, survivor.id)

    def check(self, state: State) -> Violation | None:
        if problem := stranger(state, self.seat, self.who):
            return problem
        if self.extra not in sorting(state).table:
            return refuse("card.not-on-table", seat=self.seat, card=self.extra)
        if self.slot not in SLOTS or self.card not in getattr(state.survivor(self.who), self.slot):
            return refuse("card.not-carried", seat=self.who, card=self.card, slot=self.slot)
        return attachable(self.card, self.extra)

    def apply(self, state: State) -> State:
        survivor = without(state.survivor(self.who), self.card, self.slot)
        joined = "+".join([base(self.card), *sorted([*attached(self.card), self.extra])])
        table = minus(sorting(state).table, self.extra)
        step = Step("attached", self.who, self.card, self.extra)
        return on_table(state, put(survivor, joined, self.slot), table, step)


class Detach(Move[State], frozen=True):
    """Take an attachment off a weapon in a slot of `who`, onto the table; only while
    reorganizing (gob)."""

    extra: str
    card: str
    slot: str
    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Detach]:
        for survivor in partners(state, sorting(state)):
            for slot in ("hand", "pack"):
                for card in dict.fromkeys(getattr(survivor, slot)):
                    for extra in attached(card):
                        yield cls(seat, extra, card, slot, survivor.id)

    def check(self, state: State) -> Violation | None:
        if problem := stranger(state, self.seat, self.who):
            return problem
        if self.slot not in SLOTS or self.card not in getattr(state.survivor(self.who), self.slot):
            return refuse("card.not-carried", seat=self.who, card=self.card, slot=self.slot)
        if self.extra not in attached(self.card):
            return refuse("attach.does-not-fit", seat=self.who, card=self.card, extra=self.extra)
        return None

    def apply(self, state: State) -> State:
        survivor = without(state.survivor(self.who), self.card, self.slot)
        bare = "+".join([base(self.card), *minus(tuple(attached(self.card)), self.extra)])
        table = (*sorting(state).table, self.extra)
        step = Step("detached", self.who, self.card, self.extra)
        return on_table(state, put(survivor, bare, self.slot), table, step)


class Done(Move[State], frozen=True):
    """The cards lie where they shall. What was found and is not kept, is discarded."""

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Done]:
        yield cls(seat)

    def check(self, state: State) -> Violation | None:
        ask = sorting(state)
        if ask.table and not ask.search:
            return refuse("trade.cards-loose", seat=self.seat, cards=list(ask.table))
        if any(CARDS[base(card)].slot == "token" for card in ask.table):
            return refuse("trade.cards-loose", seat=self.seat, cards=list(ask.table))
        return None

    def apply(self, state: State) -> State:
        table = sorting(state).table
        state = discarded(pop(fresh(state)), *table)
        steps = [Step("discarded", self.seat, to=card) for card in table]
        return advance(replace(state, steps=(*state.steps, *steps)) if steps else state)


class Redraw(Move[State], frozen=True):
    """Destiny: once a Turn, discard a card just drawn and draw another (sk2)."""

    card: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Redraw]:
        for card in dict.fromkeys(sorting(state).drawn):
            yield cls(seat, card)

    def check(self, state: State) -> Violation | None:
        survivor = state.survivor(self.seat)
        ask = sorting(state)
        if "destiny" not in survivor.skills:
            return refuse("skill.not-yours", seat=self.seat, skill="destiny")
        if "destiny" in survivor.used:
            return refuse("skill.once-a-turn", seat=self.seat, skill="destiny")
        if self.card not in ask.table or self.card not in ask.drawn:
            return refuse("destiny.nothing-drawn", seat=self.seat, card=self.card)
        return None

    def apply(self, state: State) -> State:
        table = minus(sorting(state).table, self.card)
        state = used(discarded(pop(fresh(state)), self.card), self.seat, "destiny")
        return searching(state, self.seat, 1, table)
