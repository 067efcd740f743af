"""How fast the rules are: whole random games beside those of known libraries, in the same run.

`python -m pytest tests/bench -q` prints the table. Nothing here fails by being slow.
"""

from __future__ import annotations

import random as global_random
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import chess
import pytest

from rules.chance import Dealer
from rules.engine import CHANCE, judge, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import start

ROUNDS = 5
"""Each of ours and theirs in turn, so that a busy machine slows all."""
SECONDS = 0.25
"""CPU time of a measurement: as many whole games as begin within it."""
GOAL = 1.5
"""Moves in the time of one of the faster of the others."""

JUDGE_GOAL = 5
"""Listings of the legal moves in the time of one judgement."""
POSITIONS = 2000

Playout = Callable[[Random], int]


def chess_game(random: Random) -> int:
    """A random game of chess to its end; how many moves it took."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        moves += 1
    return moves


def catan_game(random: Random) -> int:
    """A random game of Catan to its end; how many actions it took."""
    from catanatron import Color, Game, RandomPlayer

    global_random.seed(random.random())  # its players draw from Python's own generator
    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)
    game = Game([RandomPlayer(colour) for colour in colours])
    game.play()
    return len(game.state.actions)


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
                move = dealer.draw(state, [each for each in choices if each.seat == CHANCE])
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


def playouts(game: str) -> dict[str, Playout]:
    """Our game, and the libraries it is compared with, as far as they are installed."""
    pytest.importorskip("catanatron")
    ours = our_game(game, "default")
    return {"python-chess": chess_game, "catanatron": catan_game, game: ours}


@pytest.mark.parametrize("game", SAMPLES)
def test_random_games_beside_others(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    played = playouts(game)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in played}
    for round_number in range(ROUNDS):
        for name, playout in played.items():
            found[name].append(measure(playout, Random(round_number)))
    games = {name: median(each for each, _ in rows) for name, rows in found.items()}
    moves = {name: median(each for _, each in rows) for name, rows in found.items()}
    ratios = {name: moves[game] / moves[name] for name in played if name != game}
    with capsys.disabled():
        print(f"\n{'random playouts':<16}{'games/s':>10}{'moves/s':>12}{'moves a game':>14}")
        for name in played:
            each = moves[name] / games[name]
            print(f"{name:<16}{games[name]:>10.1f}{moves[name]:>12,.0f}{each:>14.0f}")
        beside = ", ".join(f"{ratio:.2f} times {name}" for name, ratio in ratios.items())
        print(f"{game}: moves per second {beside} (goal {GOAL:g} times both)")
    assert min(ratios.values()) > 0


def seconds_each(do: Callable[[Any, Any], object], pairs: list[tuple[Any, Any]]) -> float:
    """CPU seconds that `do` takes for a position and a move, on average."""
    begin = time.process_time()
    for state, move in pairs:
        do(state, move)
    return (time.process_time() - begin) / len(pairs)


@pytest.mark.parametrize("game", SAMPLES)
def test_judging_a_move_beside_listing_all(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules, random = SAMPLES[game].rules, Random(1)
    dealer, pairs = Dealer(random), []
    state = first = start(game, "default")
    while len(pairs) < POSITIONS:
        moves: list[Any] = list(legal_moves(rules, state))
        chance = [move for move in moves if move.seat == CHANCE]
        move = dealer.draw(state, chance) if chance else random.choice(moves)
        pairs.append((state, move))
        state = move.apply(state)
        if rules.outcome(state) is not None:
            state = first
    ratios = []
    for _ in range(ROUNDS):
        listing = seconds_each(lambda state, move: list(legal_moves(rules, state)), pairs)
        judging = seconds_each(lambda state, move: judge(rules, state, move), pairs)
        ratios.append(listing / judging)
    ratio = median(ratios)
    with capsys.disabled():
        print(f"\n{game}: judging a move {ratio:.1f} times listing all (goal {JUDGE_GOAL} times)")
    assert ratio > 1
