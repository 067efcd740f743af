"""How fast the rules are: whole random games beside python-chess's, in the same run.

`python -m pytest tests/bench -q` prints the table. Nothing here fails by being slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import chess
import pytest

from rules.chance import Dealer
from rules.engine import CHANCE, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import start

ROUNDS = 5
"""Each of ours and chess in turn, so that a busy machine slows both."""
SECONDS = 0.25
"""CPU time of a measurement: as many whole games as begin within it."""
GOAL = 2.0
"""Games in the time of one of python-chess."""

Playout = Callable[[Random], int]


def chess_game(random: Random) -> int:
    """A random game of chess to its end; how many moves it took."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        moves += 1
    return moves


def our_game(game: str, config: str) -> Playout:
    """A random game of ours to its end; how many moves it took, those of chance included."""
    rules, first = SAMPLES[game].rules, start(game, config)

    def playout(random: Random) -> int:
        dealer = Dealer(random)
        state, moves = first, 0
        while rules.outcome(state) is None:
            choices: list[Any] = list(legal_moves(rules, state))
            move = random.choice(choices)
            if move.seat == CHANCE:
                move = dealer.choose(rules, state)
            state = move.apply(state)
            moves += 1
        return moves

    return playout


def measure(playout: Playout, random: Random) -> tuple[float, float]:
    """Games and moves per second of CPU time."""
    begin = time.process_time()
    games = moves = 0
    while (spent := time.process_time() - begin) < SECONDS:
        moves += playout(random)
        games += 1
    return games / spent, moves / spent


@pytest.mark.parametrize("game", SAMPLES)
def test_random_games_beside_chess(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    playouts = {"python-chess": chess_game, game: our_game(game, "default")}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in playouts}
    for round_number in range(ROUNDS):
        for name, playout in playouts.items():
            found[name].append(measure(playout, Random(round_number)))
    games = {name: median(g for g, _ in rows) for name, rows in found.items()}
    moves = {name: median(m for _, m in rows) for name, rows in found.items()}
    with capsys.disabled():
        print(f"\n{'random playouts':<16}{'games/s':>10}{'moves/s':>12}{'moves a game':>14}")
        for name in playouts:
            length = moves[name] / games[name]
            print(f"{name:<16}{games[name]:>10.1f}{moves[name]:>12,.0f}{length:>14.0f}")
        ratio = games[game] / games["python-chess"]
        print(f"{game}: {ratio:.2f} games in the time of one of python-chess (goal {GOAL:g})")
    assert min(*games.values(), *moves.values()) > 0
