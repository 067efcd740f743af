"""The solo rules' automatic Killer and Survivors, as players. Source: AUT, dbd.md 16.

What fits the moves of the game is kept to: how cards are chosen, in which order props are
revealed and interactions made, the hunt. What the solo rules add beside them (a Bloodpoint for a
rolled Vault, powers of the automatic figures, the Survivors' shared deck) is not played.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import Source
from rules.dbd.interact import (
    AnnounceDice,
    Attack,
    Choose,
    ChooseCard,
    DamageGenerator,
    Heal,
    Hide,
    LayPallet,
    OpenGate,
    Pass,
    PickUp,
    RemoveCrow,
    Repair,
    Rescue,
    Rummage,
    SearchLocker,
    UsePower,
    Venerate,
)
from rules.dbd.movement import PlayCard, RevealProp, Walk
from rules.dbd.paths import exits
from rules.dbd.planning import SetCard
from rules.dbd.players import steps_to_hook, worth
from rules.dbd.state import (
    COLOUR,
    GENERATORS_TO_POWER,
    Carry,
    Figure,
    KillerBonus,
    State,
)
from rules.engine import Move, Seat
from rules.players import Chooser

KILLER_DIE = ("vault", "crouch", "sneak", "sprint", "wait", "wait")
"""The card for each face; a 5 is the power, which is used after waiting."""
KILLER_REVEALS = ("boldness", "altruism", "objective", "survival")
KILLER_ACTS: tuple[type[Move[State]], ...] = (
    PickUp,
    Attack,
    DamageGenerator,
    Venerate,
    RemoveCrow,
    SearchLocker,
    UsePower,
)
SURVIVOR_REVEALS = ("objective", "survival", "altruism", "boldness")
SURVIVOR_ACTS: tuple[type[Move[State]], ...] = (
    Rescue,
    Repair,
    OpenGate,
    Heal,
    Rummage,
    LayPallet,
    Hide,
)


def automa_killer(source: Source) -> Chooser[State]:
    """The automatic Killer: cards by the die, the rest by its lists."""

    def choose(state: State, seat: Seat, moves: Sequence[Move[State]]) -> Move[State] | None:
        cards = [move for move in moves if isinstance(move, SetCard)]
        if cards:
            return rolled_card(state, cards, source)
        if isinstance(state.asks[-1], KillerBonus):
            return hunt(state, moves)
        if any(isinstance(move, Walk) for move in moves):
            return by_worth(state, moves)
        fresh = [m for m in moves if not (isinstance(m, PickUp) and m.survivor in state.struck)]
        return by_lists(state, fresh, KILLER_REVEALS, KILLER_ACTS)

    return choose


def automa_survivor(source: Source) -> Chooser[State]:
    """An automatic Survivor: a card that leads to a hook or gate, else one that fits."""

    def choose(state: State, seat: Seat, moves: Sequence[Move[State]]) -> Move[State] | None:
        figure = state.figure(seat)
        cards = [move for move in moves if isinstance(move, (SetCard, PlayCard))]
        if cards:
            return fitting_card(state, figure, cards, source)
        walks = [move for move in moves if isinstance(move, Walk)]
        if walks:
            called = [move for move in walks if calls(state, move.to)]
            return (called or walks)[int(source.random() * len(called or walks))]
        if not figure.item:
            return by_lists(state, moves, SURVIVOR_REVEALS, SURVIVOR_ACTS)
        rest = [move for move in moves if not isinstance(move, Rummage)]
        return by_lists(state, rest, SURVIVOR_REVEALS, SURVIVOR_ACTS)

    return choose


def automa(source: Source) -> Chooser[State]:
    """The solo rules' figure of whatever seat is asked."""
    killer, survivor = automa_killer(source), automa_survivor(source)

    def choose(state: State, seat: Seat, moves: Sequence[Move[State]]) -> Move[State] | None:
        return (killer if seat == state.killer.id else survivor)(state, seat, moves)

    return choose


def rolled_card(state: State, cards: Sequence[SetCard], source: Source) -> SetCard:
    """The die's card; again for a colour without a path, or a card that is set already."""
    killer = state.killer
    by_card = {move.card: move for move in cards}
    for _ in range(60):
        card = KILLER_DIE[int(source.random() * len(KILLER_DIE))]
        leads = card == "wait" or any(True for _ in exits(state, killer, (COLOUR[card],)))
        if card in by_card and leads:
            return by_card[card]
    return cards[0]


def hunt(state: State, moves: Sequence[Move[State]]) -> Move[State]:
    """The bonus turn by the card that leads to the best interaction, if there is one."""
    plays = [move for move in moves if isinstance(move, PlayCard)]
    best = max(plays, key=lambda move: worth(state, move), default=None)
    if best is not None and worth(state, best) > 0:
        return best
    return next(move for move in moves if isinstance(move, Pass))


def calls(state: State, space: str) -> bool:
    """Whether a space has a Survivor on a hook, or an exit gate with power: a forced move."""
    gate = state.repaired >= GENERATORS_TO_POWER and any(
        prop.kind == "exit-gate" for prop in state.here.get(space, ())
    )
    return gate or any(f.hook and f.at == space for f in state.survivors)


def fitting_card(
    state: State, figure: Figure, cards: Sequence[SetCard | PlayCard], source: Source
) -> Move[State]:
    """A card that leads where one is called, else any that leads somewhere."""
    ways = {m.card: [w.to for w in exits(state, figure, (COLOUR[m.card],))] for m in cards}
    called = [m for m in cards if any(calls(state, to) for to in ways[m.card])]
    leading = called or [m for m in cards if ways[m.card]] or list(cards)
    return leading[int(source.random() * len(leading))]


def by_worth(state: State, moves: Sequence[Move[State]]) -> Move[State]:
    """The step to the best space; on a carry, towards a hook."""
    if isinstance(state.asks[-1], Carry):
        walks = [move for move in moves if isinstance(move, Walk)]
        return min(walks, key=lambda move: steps_to_hook(state, move.to))
    return max(moves, key=lambda move: worth(state, move))


def by_lists(
    state: State,
    moves: Sequence[Move[State]],
    reveals: Sequence[str],
    acts: Sequence[type[Move[State]]],
) -> Move[State] | None:
    """What stands first on the lists; no perks and items, but what is asked is answered."""
    for category in reveals:
        for move in moves:
            if isinstance(move, RevealProp) and move.prop.startswith(category):
                return move
    for kind in acts:
        for move in moves:
            if type(move) is kind:
                return move
    dice = [move for move in moves if isinstance(move, AnnounceDice)]
    if dice:
        return max(dice, key=lambda move: worth(state, move))
    plain = [move for move in moves if isinstance(move, (Pass, Choose, ChooseCard))]
    others = [m for m in moves if type(m).__name__ not in ("UsePerk", "UseItem")]
    return next(iter([*plain, *others]), None)
