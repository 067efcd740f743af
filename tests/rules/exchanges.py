"""Games that are played twice: the second time one secret choice of one seat is another one.

Whoever does not sit there must not notice, until the game itself shows one of the two things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import fields, replace

from rules.dbd import RULES
from rules.dbd.data import PERK_FACTS
from rules.dbd.setup import Config
from rules.engine import Match, Move, judge, legal_moves
from tests.rules.curious import curious_game
from tests.rules.dbd.sample import ALL_KNOWN, QUICK, small_board

PERKS = (
    ("lightborn", "tinkerer", "huntress-lullaby"),
    ("tinkerer", "shadowborn", "dragons-grip"),
    ("lightborn", "tinkerer", "undying"),
    ("tinkerer", "predator", "huntress-lullaby"),
    ("tinkerer", "zanshin-tactics", "dragons-grip"),
)
"""Perks of the Killer that deal with hidden cards."""
KILLER = "the-nurse"
ROUND = 60
"""Moves after which every card has been shown."""
EVERY = 8
"""Of the cards set in planning, which come up most often, one in so many is exchanged."""


@dataclass(frozen=True)
class Exchange:
    """A position, what is done from there on, and the same with a choice exchanged."""

    seat: str
    start: Any
    one: tuple[Move[Any], ...]
    other: tuple[Move[Any], ...]
    states: tuple[tuple[Any, Any], ...]
    """The two positions after each move; nothing of what was exchanged has been shown in them."""


def games(seed: int, count: int) -> Iterator[Match[Any]]:
    """Games in which much is done with hidden cards."""
    tried: Counter[Any] = Counter()
    assert {PERK_FACTS[perk].side for perks in PERKS for perk in perks} == {"killer"}
    for number in range(seed, seed + count):
        perks = {KILLER: PERKS[number % len(PERKS)], "meg-thomas": ("lightweight",)}
        settings = QUICK if number % 3 else ALL_KNOWN
        config = Config(killer=KILLER, settings=settings, perks=perks)
        if number % 2:
            config = replace(config, board=small_board())
        yield curious_game("dbd", RULES.setup(config), number, 300, tried)


def exchanges(seed: int, count: int) -> Iterator[Exchange]:
    """The exchanges of so many games, the same ones every time."""
    random = Random(seed)
    for match in games(seed, count):
        for index, move in enumerate(match.moves):
            if not move.is_secret:
                continue
            state = match.states[index]
            is_common = not hasattr(state.asks[-1], "seat")
            if is_common and random.randrange(EVERY):
                continue
            for alike in others(state, move):
                found = follow(match, index, move, alike)
                if found.states:
                    yield found


def others(state: Any, move: Move[Any]) -> list[Move[Any]]:
    """What its seat could have chosen instead; what lies open is no secret."""
    open_cards = shown(state, move.seat)
    return [
        each
        for each in legal_moves(RULES, state)
        if each.seat == move.seat
        and type(each) is type(move)
        and each != move
        and not {chosen(each), chosen(move)} & open_cards
    ]


def follow(match: Match[Any], index: int, move: Move[Any], alike: Move[Any]) -> Exchange:
    """The game from a move on, beside the one in which its seat chose otherwise."""
    swap = {chosen(move): chosen(alike), chosen(alike): chosen(move)}
    start = other = match.states[index]
    one_moves, other_moves, states = [], [], []
    for number in range(index, min(index + ROUND, len(match.moves))):
        here = match.moves[number]
        there = exchanged(here, move.seat, swap)
        if judge(RULES, other, there) is not None:
            break  # a card is turned up, or a perk needs the very card
        one, other = match.states[number + 1], there.apply(other)
        if (shown(one, move.seat) | shown(other, move.seat)) & set(swap):
            break
        one_moves.append(here)
        other_moves.append(there)
        states.append((one, other))
    return Exchange(move.seat, start, tuple(one_moves), tuple(other_moves), tuple(states))


def exchanged(move: Move[Any], seat: str, swap: Mapping[str, str]) -> Move[Any]:
    """The move when this seat's things have changed places."""
    if move.seat != seat or not move.is_secret:
        return move
    name = fields(type(move))[1].name
    return replace(move, **{name: swap.get(chosen(move), chosen(move))})


def chosen(move: Move[Any]) -> str:
    """What a secret move names."""
    return str(getattr(move, fields(type(move))[1].name))


def shown(state: Any, seat: str) -> set[str]:
    """The cards of a seat that lie face up for everybody."""
    figure = state.figure(seat)
    return {*figure.shown, *figure.played}


def effect(exchange: Exchange) -> str:
    """What the choice is about."""
    ask = exchange.start.asks[-1]
    return str(getattr(ask, "effect", type(ask).__name__))
