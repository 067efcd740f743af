"""The demonstration's table with the page on, for tests, benches and pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rules.engine import CHANCE, Move, legal_moves
from rules.invader.setup import Config
from rules.invader.state import State
from tests.invader_table import at, kind_draw, mod
from tests.rules.invader.test_wins import favoured, planned
from tts_bridge.demo.play import game
from tts_bridge.demo.script import SCRIPT
from tts_bridge.games.registry import GAMES
from tts_bridge.session.host_actions import Host
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.server import Web


class Night:
    """A refereed table and its page."""

    def __init__(self, table: Game, web: Web, live: Live, journal: Journal) -> None:
        self.table = table
        self.web = web
        self.live = live
        self.journal = journal
        self.host = Host(table.session)
        self.done = 0

    async def play(self, acts: int = 1) -> None:
        """Play the next acts of the demonstration's script."""
        for act in SCRIPT[self.done : self.done + acts]:
            await self.table.act(act.do)
            self.done += 1


@asynccontextmanager
async def game_night(languages: tuple[str, ...] = ("en",)) -> AsyncIterator[Night]:
    """A table, refereed, with the page on a free port."""
    with Journal(None) as journal:
        async with game(languages, journal) as table, night_of(table, journal) as night:
            yield night


@asynccontextmanager
async def night_of(table: Game, journal: Journal) -> AsyncIterator[Night]:
    """A refereed table with the page on a free port."""
    live = Live(GAMES, Host(table.session))
    async with Web(live, 0) as web:
        table.session.watchers.append(live.ruled)
        live.attach(table.session.referee)
        yield Night(table, web, live, journal)


@asynccontextmanager
async def mission_night() -> AsyncIterator[Night]:
    """A mission of *Invader* that can be won, refereed, with the page on a free port."""
    with Journal(None) as journal:
        async with (
            at(mod(Config()), journal, kind_draw) as table,
            night_of(table, journal) as night,
        ):
            yield night


def with_a_plan(state: State, moves: list[Move[State]]) -> Move[State]:
    """A move that wins the mission in time."""
    return favoured(state, moves) if moves[0].seat == CHANCE else planned(state, moves)


async def play_mission(night: Night, moves: int) -> int:
    """Have the players make so many moves, as far as the game goes: how many they made."""
    table = night.table
    for made in range(moves):
        state = table.referee.state
        if state.result is not None:
            return made
        move = with_a_plan(state, list(legal_moves(table.referee.game.rules, state)))
        await table.act(lambda hands, move=move, state=state: hands.make(state, move))
    return moves
