"""Whole missions at a headless table, by hand, button and chat: one won, one lost."""

from __future__ import annotations

from rules.engine import CHANCE, Move
from rules.invader.actions import Activate, DoNothing
from rules.invader.choices import Drawn
from rules.invader.setup import Config
from rules.invader.state import State
from tests.invader_table import at, kind_draw, mod, play
from tests.rules.invader.test_wins import favoured, planned
from tts_bridge.referee.rulings import Allowed
from tts_bridge.session.journal import Journal
from tts_bridge.testing.virtual_time import in_virtual_time

PLAYERS = (("cole", "vivian", "mitsuki"), ("magnus", "jared", "baraka"))


def with_a_plan(state: State, moves: list[Move[State]]) -> Move[State]:
    return favoured(state, moves) if moves[0].seat == CHANCE else planned(state, moves)


def idly(state: State, moves: list[Move[State]]) -> Move[State]:
    """Nobody does a thing."""
    return next((m for m in moves if isinstance(m, (Activate, DoNothing))), moves[0])


def test_a_mission_is_refereed_from_setup_to_victory() -> None:
    async def main() -> None:
        config = Config()
        with Journal(None) as journal:
            async with at(mod(config), journal, kind_draw) as game:
                made = await play(game, with_a_plan)
                state = game.referee.state
                assert state.result is not None
                assert state.result.reason == "mission-won"
                assert made > 40
                dealt = [m for m in game.referee.match.moves if isinstance(m, Drawn)]
                assert len(dealt) == 2 * (state.round - 1)
                assert await game.lies_right()
                assert game.table.errors == []
                told = [text for _, text, _ in game.table.messages]
                assert any("Mission" in text for text in told[-6:])

    in_virtual_time(main())


def test_a_mission_is_refereed_to_defeat_and_all_is_told() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with at(mod(Config(players=PLAYERS)), journal) as game:
                await play(game, idly)
                state = game.referee.state
                assert state.result is not None
                assert state.result.winners == ()
                assert await game.lies_right()
                rulings = [r for r in game.rulings if isinstance(r.verdict, Allowed)]
                steps = [step.what for ruling in rulings for step in ruling.trail]
                assert steps.count("xenos-phase") == state.round
                assert {"moved", "attacked", "wounded", "eliminated"} <= {*steps}
                assert game.table.errors == []

    in_virtual_time(main())
