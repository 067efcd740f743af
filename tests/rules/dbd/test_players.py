"""Players that choose by themselves: they make legal moves, end games, and are better than luck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.chance import Dealer, Source
from rules.dbd import RULES
from rules.dbd.automa import automa, automa_killer, automa_survivor
from rules.dbd.players import next_move, sensible
from rules.dbd.setup import Config, setup
from rules.dbd.state import State
from rules.engine import Match, Move
from rules.players import Chooser, anything


def play(
    config: Config,
    killer: Callable[[Source], Chooser[State]],
    survivor: Callable[[Source], Chooser[State]],
    seed: int,
) -> Match[State]:
    """A whole game; every move of it is judged."""
    random = Random(seed)
    match = Match(RULES, setup(config))
    state = match.state
    choosers = {figure.id: survivor(random) for figure in state.survivors}
    choosers[state.killer.id] = killer(random)
    dealer = Dealer(random)
    move: Move[State] | None
    while move := next_move(RULES, match.state, choosers, dealer):
        match.push(move)
        assert len(match.moves) < 20_000
    return match


@pytest.mark.parametrize("seed", range(3))
def test_sensible_players_end_their_games(seed: int) -> None:
    match = play(Config(full=True), sensible, sensible, seed)
    assert RULES.outcome(match.state) is not None


@pytest.mark.parametrize("seed", range(3))
def test_the_solo_rules_figures_end_their_games(seed: int) -> None:
    match = play(Config(killer="the-trapper"), automa_killer, automa_survivor, seed)
    assert RULES.outcome(match.state) is not None


def test_the_automa_plays_each_seat_as_its_side_does() -> None:
    config = Config(killer="the-trapper")
    apart = play(config, automa_killer, automa_survivor, 1)
    assert play(config, automa, automa, 1).moves == apart.moves


def wins(
    killer: Callable[[Source], Chooser[State]],
    survivor: Callable[[Source], Chooser[State]],
    games: int,
) -> int:
    """How many games the Killer wins."""
    found = 0
    for seed in range(games):
        outcome = RULES.outcome(play(Config(), killer, survivor, seed).state)
        found += outcome is not None and outcome.reason == "sacrifices"
    return found


def test_a_sensible_player_beats_luck_on_either_side() -> None:
    assert wins(sensible, anything, 12) > 9
    assert wins(anything, sensible, 12) < 3


def test_equal_luck_gives_equal_games() -> None:
    one, other = (play(Config(), sensible, sensible, 5) for _ in range(2))
    assert one.moves == other.moves
