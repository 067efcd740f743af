"""Random games, and every move that could be written down: what the laws are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from rules.chance import Dealer
from rules.engine import CHANCE, Match, Move, legal_moves
from tests.rules.games import SAMPLES, Sample


@cache
def start(game: str, config: str) -> Any:
    """The first state of a configuration; made once, since states never change."""
    sample = SAMPLES[game]
    return sample.rules.setup(sample.configs[config])


def choose(sample: Sample, moves: list[Move[Any]], random: Random) -> Move[Any]:
    """A move at random."""
    if not sample.by_kind:
        return random.choice(moves)
    kinds: dict[type, list[Move[Any]]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return random.choice(kinds[random.choice(list(kinds))])


def random_game(game: str, config: str, seed: int, cap: int) -> Match[Any]:
    """A game of players who choose at random; it ends, or `cap` moves are made.

    Raises:
        AssertionError: a state without a next move and without an outcome.
    """
    rules = SAMPLES[game].rules
    random = Random(seed)
    dealer = Dealer(random)
    match = Match(rules, start(game, config))
    while rules.outcome(match.state) is None and len(match.moves) < cap:
        moves = list(legal_moves(rules, match.state))
        assert moves, f"no next move and no outcome after {match.moves[-5:]}"
        move = choose(SAMPLES[game], moves, random)
        if move.seat == CHANCE:
            dealt = dealer.choose(rules, match.state)
            assert dealt is not None
            move = dealt
        match.push(move)
    return match


@st.composite
def matches(draw: st.DrawFn, game: str, config: str, longest: int = 400) -> Match[Any]:
    """Games in progress; shrinks to short ones."""
    length = draw(st.integers(0, longest))
    return random_game(game, config, draw(st.integers(0, 2**32)), length)


@cache
def states_by_question(game: str, config: str, each: int = 6) -> tuple[Any, ...]:
    """Some states for every question that came up in some games, as different in the kinds of
    move they allow as can be: rare ones are among them."""
    rules = SAMPLES[game].rules
    found: dict[type, dict[Any, Any]] = {}
    for seed in range(12):
        for state in random_game(game, config, seed, 1500).states[:-1]:
            states = found.setdefault(type(state.asks[-1]), {})
            if len(states) < each:
                kinds = {kind for turn in rules.turns(state) for kind in turn.kinds}
                states.setdefault(frozenset(kinds), state)
    return tuple(state for states in found.values() for state in states.values())


def buildable(game: str, state: Any) -> Iterator[Move[Any]]:
    """Moves built from the ids of a state, sensible or not: every one of the kinds and seats that
    may answer now, and a few of each other kind and seat, which nothing can make legal."""
    sample = SAMPLES[game]
    open_: set[tuple[str, type]] = set()
    if sample.rules.outcome(state) is None:
        open_ = {(turn.seat, kind) for turn in sample.rules.turns(state) for kind in turn.kinds}
    random = Random(len(state.asks))
    for kind in sample.rules.moves:
        choices = fields_of(sample, state, kind)
        for seat in sample.seats(state):
            if (seat, kind) in open_:
                yield from (kind(seat, *values) for values in product(*choices))
            else:
                yield kind(seat, *[random.choice(list(values)) for values in choices])


def fields_of(sample: Sample, state: Any, kind: type[Move[Any]]) -> list[list[Any]]:
    """What each field of a move, its seat aside, can hold: the members of a Literal, else what
    the game says."""
    hints = hints_of(kind)
    found = []
    for field in msgspec.structs.fields(kind)[1:]:
        hint = hints[field.name]
        literal = get_origin(hint) is Literal
        values = get_args(hint) if literal else sample.values(state, kind, field.name)
        found.append(list(values))
    return found


@cache
def hints_of(kind: type[Any]) -> dict[str, Any]:
    """The types of a move's fields."""
    return get_type_hints(kind)
