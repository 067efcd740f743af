"""A headless table with a referee and hands at it: what the demonstration, the tests and the page's
pictures play on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tts_bridge.binding.lens import Binder
from tts_bridge.game.plugin import Game as Played
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.table import Table
from tts_bridge.referee.placement import commands
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Ignored, Ruling
from tts_bridge.session.dealing import Draw
from tts_bridge.session.journal import Journal
from tts_bridge.session.session import Session
from tts_bridge.testing.local_link import serve
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

SEATS = ("White", "Red", "Green", "Blue", "Yellow", "Purple")
PATIENCE = 10.0
"""Seconds for a ruling."""


class Game:
    """A headless table, and the session that referees it."""

    def __init__(self, table: Table, session: Session) -> None:
        self.table = table
        self.rulings: list[Ruling] = []
        self.since: list[Ruling] = []
        """The rulings that the last act led to."""
        self.start(session)

    def start(self, session: Session) -> None:
        """Let a session referee the table."""
        self.session = session
        session.on_ruling = self.rulings.append
        self.running = asyncio.create_task(session.run())

    async def restart(self, journal: Journal) -> None:
        """Another referee in place of one that died."""
        old = self.session
        self.start(
            Session(
                old.link,
                journal,
                old.voice,
                mode=old.mode,
                batch_size=old.batch_size,
                games=old.games,
                draw=old.draw,
                binder=old.binder,
                luck=old.luck,
            )
        )
        await self.until_quiet()

    @property
    def referee(self) -> Referee:
        """The referee, once it has had its first look."""
        assert self.session.referee is not None
        return self.session.referee

    @property
    def hands(self) -> Any:
        """The players' hands."""
        offered = self.session.buttons
        make = self.session.games[self.referee.game.rules.name].hands
        return make(
            self.table, self.referee.profile, lambda: () if offered is None else offered.buttons
        )

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; the session's own failure ends the wait.

        Raises:
            TimeoutError: it was not so in time.
        """
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while not is_so():
            if self.running.done() and not self.running.cancelled():
                self.running.result()
            if asyncio.get_running_loop().time() > deadline:
                raise TimeoutError
            await asyncio.sleep(0.002)

    async def until_quiet(self) -> None:
        """Wait until everything seen is judged and everything to be done is done."""
        await self.until(lambda: self.session.referee is not None and self.session.quiet.is_set())

    async def act(self, do: Callable[[Any], None]) -> Ruling:
        """Do something at the table: the ruling on it; Ignored when none came in time."""
        before = len(self.rulings)

        def judged() -> list[Ruling]:
            return [r for r in self.rulings[before:] if not isinstance(r.verdict, Ignored)]

        do(self.hands)
        self.table.settle()
        try:
            await self.until(lambda: bool(judged()))
        except TimeoutError:
            self.since = []
            return Ruling(Ignored())
        await self.until_quiet()
        self.since = judged()
        return self.since[0]

    async def lies_right(self) -> bool:
        """Whether the table itself, looked at anew, lies as the rules have it."""
        self.session.look_again()
        self.session.quiet.clear()
        await self.until_quiet()
        referee = self.referee
        return not commands(referee.profile, referee.seen, referee.wants())


@asynccontextmanager
async def session_at(
    table: Table,
    languages: tuple[str, ...],
    journal: Journal,
    batch_size: int = 10,
    games: Mapping[str, Played] = GAMES,
    draw: Draw | None = None,
    binder: Binder | None = None,
    luck: int | None = None,
    *,
    ports: bool = False,
) -> AsyncIterator[Game]:
    """A table refereed in enforce mode, in this process or over free `ports` of this machine."""
    voice = Voice([Texts(language) for language in languages])
    async with serve(table, ports=ports) as link:
        table.load()
        for colour in SEATS:
            table.join(colour, colour)
        session = Session(
            link,
            journal,
            voice,
            mode="enforce",
            batch_size=batch_size,
            games=games,
            draw=draw,
            binder=binder,
            luck=luck_of(luck),
        )
        played = Game(table, session)
        try:
            await played.until_quiet()
            yield played
        finally:
            played.running.cancel()
            await asyncio.gather(played.running, return_exceptions=True)


def luck_of(number: int | None) -> Callable[[], int]:
    """Where a session takes its luck from: always this number, or chance."""
    return lambda: secrets.randbelow(2**53) if number is None else number
