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
from rules.invader.gear import (
    SLOTS,
    attachable,
    discarded,
    drop,
    fits,
    is_attachment,
    put,
    weapon_of,
    without,
)
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


def bearer(state: State, weapon: str) -> tuple[Survivor, str] | None:
    """Who carries this weapon, and in which slot: oneself first, then the partner of the trade."""
    ask = sorting(state)
    for who in (ask.seat, ask.partner):
        if who:
            survivor = state.survivor(who)
            for slot in ("hand", "pack"):
                if weapon in getattr(survivor, slot):
                    return survivor, slot
    return None


def loadable(state: State) -> Iterator[str]:
    """The weapons that could get or lose an attachment."""
    ask = sorting(state)
    found: dict[str, None] = {}
    for who in (ask.seat, ask.partner):
        if who:
            survivor = state.survivor(who)
            found |= dict.fromkeys(c for c in (*survivor.hand, *survivor.pack) if weapon_of(c))
    yield from found


class Attach(Move[State], frozen=True):
    """Attach a card from the table to a weapon one carries, or the partner of the trade (gob)."""

    extra: str
    weapon: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Attach]:
        extras = dict.fromkeys(c for c in sorting(state).table if is_attachment(c))
        for weapon in loadable(state) if extras else ():
            for extra in extras:
                yield cls(seat, extra, weapon)

    def check(self, state: State) -> Violation | None:
        if self.extra not in sorting(state).table:
            return refuse("card.not-on-table", seat=self.seat, card=self.extra)
        if bearer(state, self.weapon) is None:
            return refuse("card.not-carried", seat=self.seat, card=self.weapon)
        return attachable(self.weapon, self.extra)

    def apply(self, state: State) -> State:
        joined = "+".join([base(self.weapon), *sorted([*attached(self.weapon), self.extra])])
        table = minus(sorting(state).table, self.extra)
        return reloaded(state, self.weapon, joined, table, Step("attached", to=self.extra))


class Detach(Move[State], frozen=True):
    """Take an attachment off a weapon, onto the table; only while reorganizing (gob)."""

    extra: str
    weapon: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Detach]:
        for weapon in loadable(state):
            for extra in attached(weapon):
                yield cls(seat, extra, weapon)

    def check(self, state: State) -> Violation | None:
        if bearer(state, self.weapon) is None:
            return refuse("card.not-carried", seat=self.seat, card=self.weapon)
        if self.extra not in attached(self.weapon):
            return refuse("attach.does-not-fit", card=self.weapon, extra=self.extra)
        return None

    def apply(self, state: State) -> State:
        bare = "+".join([base(self.weapon), *minus(tuple(attached(self.weapon)), self.extra)])
        table = (*sorting(state).table, self.extra)
        return reloaded(state, self.weapon, bare, table, Step("detached", to=self.extra))


def reloaded(state: State, old: str, new: str, table: tuple[str, ...], step: Step) -> State:
    """The state with a carried weapon turned into the same with other attachments."""
    carried = bearer(state, old)
    assert carried is not None
    survivor, slot = carried
    after = put(without(survivor, old, slot), new, slot)
    return on_table(state, after, table, replace(step, who=survivor.id, at=new))


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
