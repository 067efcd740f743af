"""Every game has players that a caller can use knowing its name alone."""

from __future__ import annotations

from random import Random

import pytest

from rules.chance import Dealer
from tts_bridge.games.registry import GAMES

KINDS = [(name, kind) for name, game in GAMES.items() for kind in game.players.kinds]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_players_of_every_kind_play_from_setup_to_an_outcome(name: str, kind: str) -> None:
    game = GAMES[name]
    random = Random(3)
    state = game.rules.setup(game.rules.config_type())
    chooser = game.players.kinds[kind](random)
    choosers = dict.fromkeys(game.players.sides(state), chooser)
    moves = 0
    while move := game.players.next_move(state, choosers, Dealer(random)):
        state = move.apply(state)
        moves += 1
        assert moves < 20_000
    outcome = game.rules.outcome(state)
    assert outcome is not None
    assert {*outcome.winners} <= {*choosers}
