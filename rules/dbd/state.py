"""The position: figures, props, tokens, and the stack of open questions (`Ask`s)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.chance import Pile
from rules.dbd.asks import (
    Announce,
    AnyAsk,
    Arrival,
    Ask,
    CardToReveal,
    CardToSet,
    Carry,
    CarryOn,
    Check,
    Choice,
    Cleanup,
    Damage,
    Deed,
    DiceToAnnounce,
    Die,
    Draw,
    Escape,
    EscapeRolled,
    Event,
    Interaction,
    ItemGone,
    ItemUse,
    KillerBonus,
    KillerPhase,
    NextRound,
    Planning,
    PropToReveal,
    React,
    RestoreWall,
    Result,
    Sacrifice,
    Seize,
    StartRoll,
    Step,
    Strike,
    SurvivorBonus,
    SurvivorPhase,
    TurnEnd,
    Unknown,
)
from rules.dbd.board import Board, Category
from rules.dbd.settings import Settings, default_items, default_kinds
from rules.engine import Outcome

__all__ = [
    "ANY_COLOUR",
    "BONUS_TURN",
    "BONUS_TURN_COST",
    "COLOUR",
    "GENERATORS_TO_POWER",
    "HIDDEN",
    "KILLER_BP",
    "KILLER_CARDS",
    "POWER",
    "SACRIFICES_TO_WIN",
    "SKILL_DIE",
    "SURVIVOR_BP",
    "SURVIVOR_CARDS",
    "Announce",
    "AnyAsk",
    "Arrival",
    "Ask",
    "CardToReveal",
    "CardToSet",
    "Carry",
    "CarryOn",
    "Check",
    "Choice",
    "Cleanup",
    "Damage",
    "Deed",
    "DiceToAnnounce",
    "Die",
    "Draw",
    "Escape",
    "EscapeRolled",
    "Event",
    "Figure",
    "Interaction",
    "ItemGone",
    "ItemUse",
    "KillerBonus",
    "KillerPhase",
    "NextRound",
    "Planning",
    "Prop",
    "PropToReveal",
    "React",
    "RestoreWall",
    "Result",
    "Sacrifice",
    "Seize",
    "Settings",
    "StartRoll",
    "State",
    "Step",
    "Strike",
    "SurvivorBonus",
    "SurvivorPhase",
    "TurnEnd",
    "Unknown",
    "amend",
    "beneath",
    "cancel",
    "category_of",
    "default_items",
    "default_kinds",
    "drawable",
    "find",
    "gain",
    "in_order",
    "pop",
    "push",
    "turn_order",
    "unseen",
    "with_figure",
    "with_prop",
    "without",
]

COLOUR = {"sneak": "blue", "sprint": "green", "crouch": "red", "vault": "yellow"}
"""The colour of path each movement card moves along (DbD p.8); Wait has none."""
SURVIVOR_CARDS = ("sneak", "sprint", "crouch", "vault")
KILLER_CARDS = (*SURVIVOR_CARDS, "wait")
ORDER = {card: index for index, card in enumerate(KILLER_CARDS)}
"""The printed order of the movement cards."""
ANY_COLOUR = ("blue", "green", "red", "yellow")
HIDDEN = "hidden"
"""Stands in a view for a card that the seat may not see."""

SURVIVOR_BP, KILLER_BP = 6, 12
"""Limits of Bloodpoints (CN45); what goes beyond is lost (assumed)."""
BONUS_TURN_COST = 4
"""Bloodpoints of the Killer's bonus turn (DbD p.10)."""
GENERATORS_TO_POWER = 4
SKILL_DIE = (0, 1, 2, 3, 4, 5)
"""Faces of the skill die (AUT-APP)."""
SACRIFICES_TO_WIN = 8
BONUS_TURN, POWER = "bonus-turn", "power"
"""Stand among a figure's `used` beside its perks: all are once a round."""


class Figure(Struct, frozen=True):
    """A Survivor or the Killer, with cards and Bloodpoints. Its id is its seat."""

    id: str
    side: Literal["survivor", "killer"]
    at: str
    hand: tuple[str, ...]
    planned: tuple[str, ...] = ()
    """Cards set and not yet revealed, in order."""
    played: tuple[str, ...] = ()
    """Cards revealed or discarded this round."""
    bp: int = 0
    wounded: bool = False
    hook: str = ""
    """The prop on which this Survivor is being sacrificed."""
    perks: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """Perks, power and bonus turn used this round."""
    locker: str = ""
    """The prop in which this Survivor hides: treated as absent by everybody (AUT)."""
    item: str = ""
    token: bool = False
    """The own sacrifice token still lies on the board of this Survivor (AUT)."""
    shown: tuple[str, ...] = ()
    """Cards among `planned` that lie face up."""
    barred: tuple[str, ...] = ()
    """Cards that give no interaction this round."""

    @property
    def absent(self) -> bool:
        """Whether nobody can deal with this Survivor as with one who stands there."""
        return bool(self.hook or self.locker)


class Prop(Struct, frozen=True):
    """A prop token. `kind` is "" while it lies face down, `at` "" when it has left the board."""

    id: str
    at: str
    kind: str = ""
    progress: int = 0

    @property
    def category(self) -> str:
        """What its back shows."""
        return self.id.rpartition("-")[0]


class State(Struct, frozen=True, dict=True):
    """A position of the game. Equal positions are equal values."""

    board: Board
    settings: Settings
    figures: tuple[Figure, ...]
    """Survivors clockwise, then the Killer."""
    props: tuple[Prop, ...]
    """In the order of `board.slots`, those that left the board included."""
    first: str
    """The Survivor with the first player marker."""
    walls: tuple[str, ...]
    """Paths whose breakable wall stands."""
    asks: tuple[AnyAsk, ...]
    """The open question is the last one."""
    pallets: tuple[str, ...] = ()
    """Paths on which a pallet lies."""
    entity: str = ""
    """The prop or path under the Entity."""
    round: int = 1
    track: int = 0
    repaired: int = 0
    completed: bool = False
    """A generator was completed this round."""
    result: Outcome | None = None
    discard: tuple[str, ...] = ()
    """Items discarded, in the printed order."""
    hurt: tuple[str, ...] = ()
    """Survivors wounded or sacrificed in this turn."""
    struck: tuple[str, ...] = ()
    """Survivors wounded in this round."""
    sealed: tuple[str, ...] = ()
    """Cards that move no Survivor this round."""
    traps: tuple[str, ...] = ()
    """Paths or spaces with a trap token of the Killer."""

    @cached_property
    def here(self) -> dict[str, list[Prop]]:
        """The props of each space, face up and face down."""
        found: dict[str, list[Prop]] = {}
        for prop in self.props:
            if prop.at in found:
                found[prop.at].append(prop)
            else:
                found[prop.at] = [prop]
        return found

    @cached_property
    def unseen(self) -> dict[Category, Pile]:
        """What may lie under the face-down props of each category."""
        seen: dict[Category, dict[str, int]] = {category: {} for category in self.settings.kinds}
        for slot, prop in zip(self.board.slots, self.props, strict=True):
            if prop.kind:
                counts = seen[slot.category]
                counts[prop.kind] = counts.get(prop.kind, 0) + 1
        return {c: Pile(kinds).without(seen[c]) for c, kinds in self.settings.kinds.items()}

    @property
    def killer(self) -> Figure:
        return self.figures[-1]

    @property
    def survivors(self) -> tuple[Figure, ...]:
        return self.figures[:-1]

    def figure(self, seat: str) -> Figure:
        """The figure of a seat.

        Raises:
            KeyError: nobody sits there.
        """
        for figure in self.figures:
            if figure.id == seat:
                return figure
        raise KeyError(seat)

    def prop(self, prop_id: str) -> Prop | None:
        """A prop by id."""
        index = self.board.slot_index.get(prop_id)
        return None if index is None else self.props[index]

    def props_at(self, space: str) -> list[Prop]:
        """The props in a space, face up and face down."""
        return self.here.get(space, [])


def push(state: State, *asks: AnyAsk) -> State:
    """Lay questions on the stack; the last one is answered first."""
    return replace(state, asks=state.asks + asks)


def pop(state: State, *asks: AnyAsk) -> State:
    """Take the open question away, and lay these in its place."""
    return replace(state, asks=state.asks[:-1] + asks)


def with_figure(state: State, figure: Figure) -> State:
    """The state with this figure in place of the one of the same id."""
    return replace(
        state, figures=tuple([figure if f.id == figure.id else f for f in state.figures])
    )


def with_prop(state: State, prop: Prop) -> State:
    """The state with this prop in place of the one of the same id."""
    index = state.board.slot_index[prop.id]
    return replace(state, props=(*state.props[:index], prop, *state.props[index + 1 :]))


def gain(state: State, seat: str, bp: int) -> State:
    """Bloodpoints gained, or lost when negative, within the limits."""
    figure = state.figure(seat)
    limit = KILLER_BP if figure.side == "killer" else SURVIVOR_BP
    return with_figure(state, replace(figure, bp=max(0, min(limit, figure.bp + bp))))


def unseen(state: State, category: Category) -> Pile:
    """What may lie under the face-down props of a category."""
    return state.unseen[category]


def category_of(state: State, prop_id: str) -> Category:
    """The category of a prop on this board."""
    return state.board.slots[state.board.slot_index[prop_id]].category


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but for this one."""
    return tuple([each for each in cards if each != card])


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as a hand holds them: in the printed order, whatever order they came in."""
    return tuple(sorted(cards, key=lambda card: ORDER.get(card, len(ORDER))))


def turn_order(state: State) -> tuple[str, ...]:
    """Survivors clockwise from the first player marker."""
    seats = [figure.id for figure in state.survivors]
    start = seats.index(state.first)
    return tuple(seats[start:] + seats[:start])


A = TypeVar("A", bound=AnyAsk)


def find(state: State, kind: type[A]) -> A | None:
    """The uppermost question or effect of a kind."""
    for ask in reversed(state.asks):
        if type(ask) is kind:
            return ask
    return None


def amend(state: State, kind: type[A], change: Callable[[A], AnyAsk | None]) -> State:
    """The uppermost ask of a kind changed, or taken away when `change` gives None."""
    asks = list(state.asks)
    for index in reversed(range(len(asks))):
        ask = asks[index]
        if type(ask) is kind:
            after = change(ask)
            asks[index : index + 1] = [] if after is None else [after]
            return replace(state, asks=tuple(asks))
    return state


def cancel(state: State, kind: type[A]) -> State:
    """Take the uppermost ask of a kind away."""
    return amend(state, kind, lambda ask: None)


def beneath(state: State, kind: type[A], *asks: AnyAsk) -> State:
    """Lay asks beneath the uppermost one of a kind: they come once that is over."""
    for index in reversed(range(len(state.asks))):
        if type(state.asks[index]) is kind:
            return replace(state, asks=(*state.asks[:index], *asks, *state.asks[index:]))
    return push(state, *asks)


def drawable(state: State) -> Pile:
    """The items that may still be drawn; an empty deck is made anew from the discards."""
    held = [f.item for f in state.figures if f.item]
    for ask in state.asks:
        held += getattr(ask, "drawn", ())
    gone: dict[str, int] = {}
    for item in (*held, *state.discard):
        gone[item] = gone.get(item, 0) + 1
    pile = Pile(state.settings.items).without(gone)
    if pile.counts or not state.settings.item_reshuffle:
        return pile
    return Pile(state.settings.items).without({item: held.count(item) for item in held})
