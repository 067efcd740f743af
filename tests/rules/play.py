"""Random games, and every move that could be written down: what the laws are tried on."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from rules.chance import Dealer
from rules.engine import CHANCE, Match, Move, legal_moves
from tests.rules.games import SAMPLES, Sample

EACH_KIND = 30
"""Combinations of a move's fields that are tried of each kind of move, for every seat."""


@cache
def start(game: str, config: str) -> Any:
    """The first state of a configuration; made once, since states never change."""
    sample = SAMPLES[game]
    return sample.rules.setup(sample.configs[config])


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
        move = random.choice(moves)
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
def states_by_question(game: str, config: str, each: int = 2) -> tuple[Any, ...]:
    """A few states for every question that came up in some games: rare ones are among them."""
    rules = SAMPLES[game].rules
    found: dict[Any, list[Any]] = {}
    for seed in range(12):
        for state in random_game(game, config, seed, 1500).states[:-1]:
            question = tuple((turn.seat, turn.kinds) for turn in rules.turns(state))
            states = found.setdefault(question, [])
            if len(states) < each:
                states.append(state)
    return tuple(state for states in found.values() for state in states)


@cache
def buildable(game: str, config: str) -> tuple[Move[Any], ...]:
    """Moves that can be built from the ids of a configuration's board, sensible or not."""
    sample, state = SAMPLES[game], start(game, config)
    found: list[Move[Any]] = []
    for kind in sample.rules.moves:
        hints = get_type_hints(kind)
        fields = [field.name for field in msgspec.structs.fields(kind)[1:]]
        choices = [candidates(sample, state, name, hints[name]) for name in fields]
        values = thinned(list(product(*choices)))
        for seat in sample.seats(state):
            found += [kind(seat, *each) for each in values]
    return tuple(found)


def thinned(values: list[Any]) -> list[Any]:
    """At most about `EACH_KIND` of many combinations, evenly taken; legal ones are tried anyway."""
    step = len(values) // EACH_KIND + 1
    return values[:: step if step % 2 else step + 1]


def candidates(sample: Sample, state: Any, name: str, hint: Any) -> list[Any]:
    """What a field can hold: the members of a Literal, else what the game says."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return list(sample.values(state, name))
