"""Figures add up, whatever the order; intervals and lengths are those of the textbook."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean as textbook_mean

import pytest

from tests.simulation.jobs import JOBS
from tts_bridge.simulation.figures import Figures, Ledger, Use, added, mean, quantile, wilson
from tts_bridge.simulation.job import Batch, batches, play_batch


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_intervals_are_those_that_are_published(
    won: int, games: int, low: float, high: float
) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_of_no_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert (quantile({}, 0.5), mean({})) == (0, 0.0)


def test_an_interval_holds_the_true_share_in_about_95_of_100_simulations() -> None:
    random, held = Random(1), 0
    for _ in range(1000):
        low, high = wilson(sum(random.random() < 0.3 for _ in range(80)), 80)
        held += low <= 0.3 <= high
    assert 930 <= held <= 970


def test_lengths_are_those_of_the_list_of_games() -> None:
    random = Random(2)
    for count in (1, 2, 9, 10, 11, 100):
        games = sorted(random.randrange(30) for _ in range(count))
        histogram = dict(Counter(games))
        assert mean(histogram) == pytest.approx(textbook_mean(games))
        for tenth in (1, 5, 9):
            within = quantile(histogram, tenth / 10)
            assert sum(game <= within for game in games) >= tenth / 10 * count
            assert sum(game < within for game in games) < tenth / 10 * count


def test_figures_of_two_halves_are_those_of_the_whole() -> None:
    one = Figures(
        2, {"killer": 1}, {"gate": 1, "x": 1}, {3: 2}, {9: 1, 8: 1}, {"a:b k": Use(3, 2, 1)}
    )
    other = Figures(
        1, {"killer": 1}, {"x": 1}, {3: 1}, {9: 1}, {"a:b k": Use(1, 1, 1), "c:d k": Use(1, 1, 0)}
    )
    both = Figures(
        3,
        {"killer": 2},
        {"gate": 1, "x": 2},
        {3: 3},
        {9: 2, 8: 1},
        {"a:b k": Use(4, 3, 2), "c:d k": Use(1, 1, 0)},
    )
    assert added(one, other) == added(other, one) == both


def test_a_batch_that_comes_back_twice_counts_once() -> None:
    ledger = Ledger()
    assert ledger.enter(4, Figures(3))
    assert not ledger.enter(4, Figures(3))
    assert ledger.enter(5, Figures(2))
    assert ledger.total == Figures(5)


@pytest.mark.parametrize("games", [1, 2, 63, 64, 65, 1000, 1001, 10_000])
def test_batches_hold_every_game_once(games: int) -> None:
    found = batches(games)
    assert [b.id for b in found] == list(range(len(found)))
    assert [n for b in found for n in range(b.first, b.first + b.games)] == list(range(games))


@pytest.mark.parametrize("game", JOBS)
def test_a_game_depends_on_its_number_and_the_seed_alone(game: str) -> None:
    job, total = JOBS[game], Figures()
    for number in (2, 0, 3, 1):
        total = added(total, play_batch(job, Batch(number, number, 1)))
    together = play_batch(job, Batch(0, 0, 4))
    assert total == together
    assert together.games == 4
    assert play_batch(JOBS[game], Batch(0, 4, 4)) != together
