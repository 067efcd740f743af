"""Random games in which every perk, item, kind of prop and movement card is used at least once."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from rules.chance import Dealer
from rules.dbd import RULES
from rules.dbd.data import PERK_FACTS
from rules.dbd.interact import PickUp, UseItem, UsePerk
from rules.dbd.movement import PlayCard, RevealCard, Uncovered
from rules.dbd.planning import TakeBack
from rules.dbd.setup import Config, setup
from rules.dbd.state import (
    KILLER_BP,
    KILLER_CARDS,
    SURVIVOR_BP,
    Settings,
    State,
    default_items,
    default_kinds,
)
from rules.engine import CHANCE, Move, legal_moves

SIDES = {
    side: [perk for perk, facts in PERK_FACTS.items() if facts.side == side]
    for side in ("survivor", "killer")
}
GAMES, MOVES = 100, 2500


def start(random: Random) -> State:
    """A game with a great many perks in play, and Bloodpoints to pay for them."""
    survivors = SIDES["survivor"]
    random.shuffle(survivors)
    plain = Config()
    perks = {seat: tuple(survivors[i::4]) for i, seat in enumerate(plain.survivors)}
    killer = tuple(random.sample(SIDES["killer"], 30))
    powers = Settings(powers=random.choice(("by-hand", "assumed")))
    state = setup(replace(plain, perks={**perks, plain.killer: killer}, settings=powers))
    rich = [replace(f, bp=KILLER_BP if f.side == "killer" else SURVIVOR_BP) for f in state.figures]
    return replace(state, figures=tuple(rich))


def name_of(move: Move[State]) -> str:
    """What a move uses."""
    if isinstance(move, UsePerk):
        return move.perk
    if isinstance(move, UseItem):
        return move.item
    if isinstance(move, (RevealCard, PlayCard)):
        return move.card
    return move.kind if isinstance(move, Uncovered) else ""


def test_every_card_and_prop_is_used_in_games_at_random() -> None:
    kinds = {kind for counts in default_kinds().values() for kind in counts}
    left = {*PERK_FACTS, *default_items(), *KILLER_CARDS, *kinds}
    for seed in range(GAMES):
        random = Random(seed)
        dealer = Dealer(random)
        state = start(random)
        for _ in range(MOVES):
            moves: list[Any] = [m for m in legal_moves(RULES, state) if not isinstance(m, TakeBack)]
            if not moves or not left:
                break
            wanted = [move for move in moves if name_of(move) in left]
            hunted = [move for move in moves if isinstance(move, PickUp)]
            thrifty = [move for move in moves if not isinstance(move, (UsePerk, UseItem))]
            move = random.choice(wanted or hunted or thrifty)
            if move.seat == CHANCE:
                move = dealer.choose(RULES, state)
            state = move.apply(state)
            left.discard(name_of(move))
    assert left == set()
