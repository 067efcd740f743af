"""The position: figures, props, tokens, and the stack of open questions (`Ask`s)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from rules.chance import Pile
from rules.dbd.board import Board, Category
from rules.engine import Outcome, kebab

COLOUR = {"sneak": "blue", "sprint": "green", "crouch": "red", "vault": "yellow"}
"""The colour of path each movement card moves along (DbD p.8); Wait has none."""
SURVIVOR_CARDS = ("sneak", "sprint", "crouch", "vault")
KILLER_CARDS = (*SURVIVOR_CARDS, "wait")
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


def default_kinds() -> dict[Category, dict[str, int]]:
    """How many props of each kind there are; the split inside a category is assumed."""
    return {
        "objective": {"generator": 8, "exit-gate": 2},
        "boldness": {"hook": 6, "hex-totem": 4},
        "survival": {"chest": 6, "locker": 6},
        "altruism": {"pallet": 6, "crow": 6},
    }


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: what the printed rules leave open. Every default is assumed (dbd.md 15)."""

    generator_progress: int = 3
    gate_progress: int = 3
    crow_removed_by_survivor: bool = False
    kinds: dict[Category, dict[str, int]] = field(default_factory=default_kinds)
    danger_die: tuple[int, ...] = (0, 0, 0, 5, 5, 5)

    def __hash__(self) -> int:
        return hash((self.generator_progress, self.gate_progress, self.danger_die))


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


class Ask(Struct, frozen=True, tag_field="ask", tag=kebab):
    """An open question, or an effect that waits for the questions above it."""


class Planning(Ask, frozen=True):
    """Everybody sets cards, in any order (DbD p.8)."""


class SurvivorPhase(Ask, frozen=True):
    """Effect: the Survivors who still have their turn, next one first."""

    left: tuple[str, ...]


class KillerPhase(Ask, frozen=True):
    """Effect: the Killer's turns, one for each card set, then the choice of a bonus turn."""


class Cleanup(Ask, frozen=True):
    """Effect: the cleanup phase; `announced` once the perks at its start were offered."""

    announced: bool = False


class CardToReveal(Ask, frozen=True):
    """A turn begins: reveal the next set card."""

    seat: str


class Step(Ask, frozen=True):
    """Move along one path of one of these colours; then interact, if `interact`."""

    seat: str
    colours: tuple[str, ...]
    interact: bool


class Arrival(Ask, frozen=True):
    """Effect: a figure on its way along a path; `through`: the pallet there does not stop it."""

    seat: str
    path: str
    to: str
    interact: bool
    through: bool = False


class PropToReveal(Ask, frozen=True):
    """Reveal exactly one face-down prop here."""

    seat: str


class Unknown(Ask, frozen=True):
    """Chance: what is this prop?"""

    prop: str


class Interaction(Ask, frozen=True):
    """Interact once, or not at all."""

    seat: str


class Check(Ask, frozen=True):
    """Chance: a skill check of a Survivor, on a prop or to heal another Survivor."""

    seat: str
    die: Literal["skill", "danger"]
    target: str


class SurvivorBonus(Ask, frozen=True):
    """A Survivor bonus turn was granted: play a card from hand, or leave it."""

    seat: str


class KillerBonus(Ask, frozen=True):
    """After the second turn: pay for a bonus turn, or end the phase."""

    seat: str


class Damage(Ask, frozen=True):
    """Effect: a generator is about to lose its progress."""

    prop: str


class Event(Struct, frozen=True):
    """Something that perks may answer: a name, who did it, and to what."""

    name: str
    seat: str = ""
    target: str = ""


class React(Ask, frozen=True):
    """A reaction window: who may still answer the event, with which perk, first one first."""

    event: Event
    left: tuple[tuple[str, str], ...]


AnyAsk = (
    Planning
    | SurvivorPhase
    | KillerPhase
    | Cleanup
    | CardToReveal
    | Step
    | Arrival
    | PropToReveal
    | Unknown
    | Interaction
    | Check
    | SurvivorBonus
    | KillerBonus
    | Damage
    | React
)


class State(Struct, frozen=True):
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
        return [prop for prop in self.props if prop.at == space]


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
    seen: dict[str, int] = {}
    for slot, prop in zip(state.board.slots, state.props, strict=True):
        if prop.kind and slot.category == category:
            seen[prop.kind] = seen.get(prop.kind, 0) + 1
    return Pile(state.settings.kinds[category]).without(seen)


def category_of(state: State, prop_id: str) -> Category:
    """The category of a prop on this board."""
    return state.board.slots[state.board.slot_index[prop_id]].category


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as a hand holds them: in the printed order, whatever order they came in."""
    return tuple(sorted(cards, key=(*KILLER_CARDS, HIDDEN).index))


def turn_order(state: State) -> tuple[str, ...]:
    """Survivors clockwise from the first player marker."""
    seats = [figure.id for figure in state.survivors]
    start = seats.index(state.first)
    return tuple(seats[start:] + seats[:start])
