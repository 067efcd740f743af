"""Players that choose by themselves: they make legal moves, end games, and are better than luck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.chance import Dealer, Source
from rules.dbd import RULES
from rules.dbd.automa import automa_killer, automa_survivor
from rules.dbd.players import Chooser, next_move, sensible
from rules.dbd.setup import Config, setup
from rules.dbd.state import State
from rules.engine import Match, Move


def lucky(source: Source) -> Chooser:
    """Somebody who takes any move."""
    return lambda state, seat, moves: moves[int(source.random() * len(moves))]


def play(
    config: Config,
    killer: Callable[[Source], Chooser],
    survivor: Callable[[Source], Chooser],
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


def wins(
    killer: Callable[[Source], Chooser], survivor: Callable[[Source], Chooser], games: int
) -> int:
    """How many games the Killer wins."""
    found = 0
    for seed in range(games):
        outcome = RULES.outcome(play(Config(), killer, survivor, seed).state)
        found += outcome is not None and outcome.reason == "sacrifices"
    return found


def test_a_sensible_player_beats_luck_on_either_side() -> None:
    assert wins(sensible, lucky, 12) > 9
    assert wins(lucky, sensible, 12) < 3


def test_equal_luck_gives_equal_games() -> None:
    one, other = (play(Config(), sensible, sensible, 5) for _ in range(2))
    assert one.moves == other.moves
