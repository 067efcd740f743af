"""Players who try what they have tried least: how rare moves, cards and skills come up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from rules.engine import Match, Move, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import start
from tts_bridge.games.registry import GAMES


def key_of(move: Move[Any]) -> tuple[Any, ...]:
    """What makes a move a new experience: its kind and what it is about, whoever makes it."""
    fields = move.__struct_fields__[1:]
    return (type(move), *(getattr(move, name) for name in fields if name not in ("to", "who")))


def curious_game(game: str, first: Any, seed: int, cap: int, tried: Counter[Any]) -> Match[Any]:
    """A game from a state on in which everybody, chance included, prefers what `tried` holds least
    of, and rather does something else than end the game; what is done in it is counted there."""
    rules = SAMPLES[game].rules
    random = Random(seed)
    match = Match(rules, first)
    while rules.outcome(match.state) is None and len(match.moves) < cap:
        kinds: dict[type, list[Move[Any]]] = {}
        for move in legal_moves(rules, match.state):
            kinds.setdefault(type(move), []).append(move)
        weights = [1 / (1 + tried[kind]) for kind in kinds]
        kind = random.choices(list(kinds), weights)[0]
        random.shuffle(kinds[kind])
        move = min(kinds[kind], key=lambda move: tried[key_of(move)])
        if rules.outcome(move.apply(match.state)):
            random.shuffle(every := list(legal_moves(rules, match.state)))
            move = next((m for m in every if not rules.outcome(m.apply(match.state))), move)
            kind = type(move)
        tried[kind] += 1
        tried[key_of(move)] += 1
        match.push(move)
    return match


@cache
def used_in(game: str) -> tuple[frozenset[type], frozenset[str]]:
    """The kinds of move, and what of the game's gamut, that some curious games use."""
    kinds: set[type] = set()
    shown: set[str] = set()
    for match in curious_games(game, SAMPLES[game].curious):
        kinds |= {type(move) for move in match.moves}
        shown |= SAMPLES[game].shown(match)
    return frozenset(kinds), frozenset(shown)


def curious_games(game: str, games: int, cap: int = 400) -> Iterator[Match[Any]]:
    """So many games, from all configurations and fixed positions in turn."""
    tried: Counter[Any] = Counter()
    starts = [start(game, config) for config in SAMPLES[game].configs]
    starts += [
        GAMES[game].cases.position(position) for position in SAMPLES[game].positions.values()
    ]
    for seed in range(games):
        yield curious_game(game, starts[seed % len(starts)], seed, cap, tried)
