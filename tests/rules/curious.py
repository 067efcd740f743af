"""Players who try what they have tried least: how rare moves, cards and skills come up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from rules.engine import Match, Move, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import start


def key_of(move: Move[Any]) -> tuple[Any, ...]:
    """What makes a move a new experience: its kind and what it is about, whoever makes it."""
    fields = move.__struct_fields__[1:]
    return (type(move), *(getattr(move, name) for name in fields if name not in ("to", "who")))


def curious_game(game: str, config: str, seed: int, cap: int, tried: Counter[Any]) -> Match[Any]:
    """A game in which everybody, chance included, prefers what `tried` holds least of; what is
    done in it is counted there."""
    rules = SAMPLES[game].rules
    random = Random(seed)
    match = Match(rules, start(game, config))
    while rules.outcome(match.state) is None and len(match.moves) < cap:
        kinds: dict[type, list[Move[Any]]] = {}
        for move in legal_moves(rules, match.state):
            kinds.setdefault(type(move), []).append(move)
        weights = [1 / (1 + tried[kind]) for kind in kinds]
        kind = random.choices(list(kinds), weights)[0]
        rare = min(tried[key_of(move)] for move in kinds[kind])
        move = random.choice([m for m in kinds[kind] if tried[key_of(m)] == rare])
        tried[kind] += 1
        tried[key_of(move)] += 1
        match.push(move)
    return match


def curious_games(game: str, games: int, cap: int = 1500) -> Iterator[Match[Any]]:
    """So many games, over all configurations in turn."""
    tried: Counter[Any] = Counter()
    configs = list(SAMPLES[game].configs)
    for seed in range(games):
        yield curious_game(game, configs[seed % len(configs)], seed, cap, tried)
