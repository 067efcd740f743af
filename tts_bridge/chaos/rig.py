"""A table, a referee, and the hands' own account of the game they play."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from exporters.edit.install_agent import AGENT_TAG
from exporters.mods.words import Language
from rules.engine import Match, Move
from rules.notation import format_move
from tts_bridge.chaos.faults import Faults, Trace
from tts_bridge.chaos.link import FaultyLink, NearLink
from tts_bridge.chaos.mischief import meddle
from tts_bridge.game.plugin import Game
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.referee.placement import commands
from tts_bridge.referee.profile import Profile
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Ignored, Ruling
from tts_bridge.session.dealing import lucky
from tts_bridge.session.journal import Journal
from tts_bridge.session.pace import Pace
from tts_bridge.session.session import Session
from tts_bridge.testing.local_link import LocalServer
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

FAST = Pace(tick=0.01, late=0.03, answer=0.1, idle=0.3, lost=1.0, gone=2.0)
"""A session in a hurry: the faults here last milliseconds."""
STEADY = Pace(tick=0.02, late=0.1, answer=0.5, idle=0.5)
"""One for real time, in which the table itself takes a while."""
SEATS = ("White", "Red", "Green", "Blue", "Purple")
LOOK = 0.002
"""Seconds between looks at whether they do."""
WAIT = 60.0
"""Seconds for state and table to agree again after an act: a hundred times what a lost message
costs, and no machine is too slow for it where time is virtual."""


class Rig:
    """One game, under way."""

    def __init__(
        self,
        game: Game,
        seed: int,
        faults: Faults,
        journal: Path | None,
        plain_in: Language | None = None,
        *,
        ports: bool = False,
        trace: Trace | None = None,
    ) -> None:
        self.seed = seed
        self.players = game.scripted
        self.game = game
        self.luck = random.Random(seed)  # noqa: S311  (faults and moves, no secrets)
        self.faults = faults
        self.trace = Trace() if trace is None else trace
        self.journal = Journal(journal)
        kind = FaultyLink if ports else NearLink
        self.link = kind(self.luck, faults, self.trace)
        save, self.binder = self.players.mod(seed, plain_in)
        self.table = Table(save.data)
        self.truth: Match[Any] | None = None
        self.profile: Profile | None = None
        self.referees = self.tables = self.meddled = 0
        self.meddling = random.Random(f"{seed} meddling")  # noqa: S311
        self.session: Session
        self.running: asyncio.Task[None]
        self.server: Server

    async def __aenter__(self) -> Rig:
        await self.link.__aenter__()
        await self.serve()
        await self.seat_referee()
        try:
            referee = await self.first_look()
        except BaseException:
            await self.__aexit__()
            raise
        self.profile = referee.profile
        self.truth = Match(self.game.rules, referee.match.states[0])
        self.deal()
        return self

    async def first_look(self) -> Referee:
        """The referee, once it has seen the table. TimeoutError: it has not."""
        await self.until(lambda: self.session.referee is not None)
        if self.session.referee is None:
            raise TimeoutError(f"seed {self.seed}: the referee has seen no table")
        return self.session.referee

    async def __aexit__(self, *_: object) -> None:
        await self.unseat_referee()
        await self.server.stop()
        await self.link.__aexit__(None, None, None)
        self.journal.__exit__(None, None, None)

    async def serve(self) -> None:
        """Start the table; once more, from its own save, when it ran before."""
        if isinstance(self.link, NearLink):
            self.server = LocalServer(self.table, self.link)
        else:
            self.server = Server(self.table, port=0, editor_port=self.link.listen_port)
        await self.server.start()
        self.link.send_port = self.server.port
        self.table.load()
        for colour in SEATS:
            self.table.join(colour, colour)

    async def seat_referee(self) -> None:
        """Start a referee."""
        self.session = Session(
            self.link,
            self.journal,
            Voice([Texts("en", self.game.wording)]),
            mode="enforce",
            pace=FAST if isinstance(self.link, NearLink) else STEADY,
            binder=self.binder,
            games={self.game.name: self.game},
            draw=lucky(self.seed),
            on_ruling=self.ruled,
        )
        self.running = asyncio.create_task(self.session.run())

    def ruled(self, ruling: Ruling) -> None:
        """Note what the referee said."""
        if not isinstance(ruling.verdict, Ignored):
            self.trace.note("ruling", ruling.verdict)

    async def unseat_referee(self) -> None:
        """The referee dies."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)

    async def do_and_die(self, before: Any, move: Move[Any]) -> None:
        """Make a move with the hands; sometimes nobody watches, sometimes the table dies after.

        What was only said or rolled leaves no trace at a table that dies: it is done again.
        """
        blind = self.luck.random() < self.faults.kill_referee
        if blind:
            self.referees += 1
            self.trace.note("the referee dies")
            await self.unseat_referee()
            self.link.is_deaf = True
        self.do(before, move)
        if blind:
            await self.server.drained()
            self.link.is_deaf = False
            self.trace.note("a referee comes")
            await self.seat_referee()
        if self.luck.random() < self.faults.kill_table:
            self.tables += 1
            # A referee that never saw a table gives up rightly when it finds none.
            await self.until(lambda: self.session.referee is not None)
            self.trace.note("the table dies")
            await self.restart(self.table.save())
            await self.repeat(before, move)
        if self.meddling.random() < self.faults.mischief:
            self.meddled += 1
            await self.until(lambda: self.session.referee is not None)
            await meddle(self)
            await self.until(self.is_heard)
            await self.repeat(before, move)

    async def restart(self, data: dict[str, Any]) -> None:
        """The table dies, and another one is loaded from that save with the same seed."""
        await self.server.stop()
        self.table = Table(data)
        await self.serve()

    async def repeat(self, before: Any, move: Move[Any]) -> None:
        """Make a move once more that left no trace, if nobody heard of it."""
        long = 1.0 + 2 * self.faults.slowest
        if not self.players.leaves_a_trace(move) and not await self.until(self.agrees, long):
            self.do(before, move)

    def is_heard(self) -> bool:
        """Whether the referee listens to an agent that is on the table, and to no other."""
        living = [each.text("LuaScriptState") for each in self.table.find(tag=AGENT_TAG)]
        return self.session.observer.session in living

    def do(self, before: Any, move: Move[Any]) -> None:
        """Have the hands make a move."""
        assert self.profile is not None
        self.players.do(self.table, self.profile, before, move)
        self.table.settle()

    @property
    def state(self) -> Any:
        """The position by the hands' own account."""
        assert self.truth is not None
        return self.truth.state

    @property
    def round(self) -> int:
        """The round that is played; 0 before the first look at the table."""
        return 0 if self.truth is None else self.game.moment(self.state)[0]

    async def until(self, is_so: Callable[[], bool], seconds: float = WAIT) -> bool:
        """Whether something came to be so in time; the referee's own failure is raised."""
        deadline = asyncio.get_running_loop().time() + seconds
        while not is_so():
            if self.running.done() and not self.running.cancelled():
                self.running.result()
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(LOOK)
        return True

    def agrees(self) -> bool:
        """Whether the referee's position is the hands' own, and nothing is under way."""
        referee = self.session.referee
        return referee is not None and referee.state == self.state and self.session.quiet.is_set()

    def deal(self) -> None:
        """Draw what nobody draws by hand, as the referee does."""
        assert self.truth is not None
        game, draw = self.game.table, lucky(self.seed)
        while game.rules.outcome(self.state) is None and game.deals(self.state):
            move = draw(game.rules, self.state, len(self.truth.moves))
            if move is None:
                return
            self.truth.push(move)

    async def act(self) -> str:
        """Make a random legal move with the hands; what disagrees after it, or ""."""
        assert self.truth is not None
        assert self.profile is not None
        before = self.state
        move = self.players.choose(self.luck, before)
        self.trace.note("the hands", format_move(move))
        self.truth.push(move)
        for outcome in self.players.brought(self.table, self.profile, self.state, move):
            self.truth.push(outcome)
        self.deal()
        await self.do_and_die(before, move)
        await self.until(lambda: self.agrees() or self.is_asked_of(move))
        if self.is_asked_of(move):  # two paths lead there: say which one was meant
            self.players.say(self.table, self.profile, move)
        if await self.until(self.agrees):
            return ""
        referee = self.session.referee
        what = "none" if referee is None else "another one"
        if referee is not None and referee.state == self.state:
            what = "the same, but something is still under way"
        return f"after {format_move(move)}: the referee's position is {what}"

    def is_asked_of(self, move: Move[Any]) -> bool:
        """Whether the referee waits to hear if this move was meant."""
        referee = self.session.referee
        return referee is not None and (move,) in referee.unclear

    def lies_right(self) -> bool:
        """Whether the table itself lies as the rules have it."""
        referee = self.session.referee
        return referee is not None and not commands(referee.profile, referee.seen, referee.wants())
