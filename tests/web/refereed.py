"""The demonstration's table with the page on, for tests, benches and pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tts_bridge.demo.play import Game, game
from tts_bridge.demo.script import SCRIPT
from tts_bridge.hosting import Host
from tts_bridge.journal import Journal
from tts_bridge.web.live import Live
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
    live = Live(Host(table.session))
    async with Web(live, 0) as web:
        table.session.watchers.append(live.ruled)
        live.attach(table.session.referee)
        yield Night(table, web, live, journal)
