"""A table with the agent on it."""

from __future__ import annotations

import pytest

from tests.lua.game import SCRIPT, Game


@pytest.fixture
def game() -> Game:
    """A table with the agent on it, its hello already heard."""
    game = Game()
    game.load(SCRIPT, notes='{"game": "dbd"}')
    game.reports()
    return game
