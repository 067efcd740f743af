"""Whether the agent is heard, and what is done when it is not: never is a referee deaf in silence.

The agent is called when it has said nothing for a while, or when somebody else says that it is
the agent. When it is gone, it is attached again; when that does not help, the host is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from tts_bridge.agent.client import attach, lua_string
from tts_bridge.agent.observations import Piece, Snapshot
from tts_bridge.agent.observer import Observer
from tts_bridge.agent.reports import NOTES
from tts_bridge.editor.link import Link, LinkError, TableNotRunning
from tts_bridge.referee.profile import ident
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Noted, Ruling
from tts_bridge.session.journal import Journal
from tts_bridge.session.pace import Pace
from tts_bridge.text.voice import Voice

log = logging.getLogger(__name__)
HEARD = "agent.heard"
"""What is told when the agent is heard again."""
WARNING = 60.0
"""Seconds in which the host is not warned of the same thing again."""


class Hearer(Protocol):
    """Who hears an agent: what a session offers to whoever watches over it."""

    link: Link
    journal: Journal
    observer: Observer
    pace: Pace
    referee: Referee | None
    trouble: LinkError | None
    """Why the table takes no messages, while it takes none."""
    voice: Voice
    on_ruling: Callable[[Ruling], None]

    def now(self) -> float: ...
    async def call(self) -> None: ...
    def show(self, ruling: Ruling, /) -> None: ...
    def carry_out(self, observation: None, ruling: Ruling, /) -> None: ...


class Hearing:
    """Watches over a session's agent. `watch` runs beside the session, because a table that takes
    no messages must not keep the host from being told."""

    def __init__(self, session: Hearer) -> None:
        self.session = session
        self.agent: Piece | None = None
        """The agent as it lay on the table last."""
        self.is_gone = False
        """The host was told that nothing is heard."""
        self._answers = 0
        self._answered_at = self._called_at = self._attached_at = 0.0
        self._is_missed = False
        """It was silent long enough to be attached again."""
        self._warned: dict[str, float] = {}
        """When it was last told of others, by what was said."""
        self._calling: asyncio.Task[None] | None = None
        self._attaching: asyncio.Task[None] | None = None
        self._saying: asyncio.Task[None] | None = None

    async def watch(self) -> None:
        """Look after the agent until cancelled."""
        self._answered_at = self.session.now()
        try:
            while True:
                await asyncio.sleep(self.session.pace.tick)
                self.look()
        finally:
            tasks = [each for each in (self._calling, self._attaching, self._saying) if each]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def remember(self, snapshot: Snapshot) -> None:
        """Know what the agent is like that told this, as the table itself has it."""
        self.agent = speaker(snapshot) or self.agent

    def look(self) -> None:
        """Do what is due now."""
        session, observer, pace = self.session, self.session.observer, self.session.pace
        now = session.now()
        if observer.answers != self._answers:
            self._answers, self._answered_at = observer.answers, now
            self.welcome()
        silence = now - self._answered_at
        if observer.is_in_doubt or silence >= pace.idle:
            between = pace.answer if self.is_gone else pace.late
            if now - self._called_at >= between and is_over(self._calling):
                self._called_at = now
                self._calling = start(session.call())
        if session.referee is None:
            return
        for name, answers in observer.strangers():
            self.warn("agent.second" if answers else "agent.forged", name.partition("-")[0])
        is_due = silence >= pace.lost and now - self._attached_at >= pace.lost
        if is_due and self.agent is not None and is_over(self._attaching):
            self._attached_at, self._is_missed = now, True
            self._attaching = start(self.attach(self.agent))
        if silence >= pace.gone and not self.is_gone:
            self.is_gone = True
            self.say_gone()

    def welcome(self) -> None:
        """The agent has answered: say so where it was missed."""
        was_missed = self._is_missed or self.is_gone
        self._is_missed = self.is_gone = False
        if was_missed:
            self.tell(HEARD)

    def warn(self, what: str, name: str) -> None:
        """Tell of somebody else who says that it is the agent; a flood of them is told of once."""
        now = self.session.now()
        if what not in self._warned or now - self._warned[what] >= WARNING:
            self._warned[what] = now
            self.tell(what, name)

    def tell(self, what: str, word: str = "") -> None:
        """Tell the host everywhere, while the agent can say it at the table."""
        referee = self.session.referee
        if referee is not None:
            self.session.carry_out(None, Ruling(Noted(what, word), offer=referee.offer()))

    def say_gone(self) -> None:
        """Tell the host that nothing is heard, and what helps; in chat without the agent."""
        session = self.session
        is_off = isinstance(session.trouble, TableNotRunning)
        ruling = Ruling(Noted("agent.no-table" if is_off else "agent.gone"))
        session.journal.add("ruling", ruling.verdict)
        session.on_ruling(ruling)
        session.show(ruling)
        self._saying = start(self.say_in_chat(session.voice.say(ruling)))

    async def say_in_chat(self, text: str) -> None:
        """Have the game itself say something, if it can."""
        with suppress(LinkError):
            await self.session.link.execute(
                f"broadcastToAll({lua_string(text)}, {{1, 0.45, 0.35}})",
                timeout=self.session.pace.answer,
            )

    async def attach(self, agent: Piece) -> None:
        """Put the agent on the table again, or renew the one that is silent."""
        try:
            about = agent.notes if len(agent.notes) < NOTES else None  # longer ones were cut
            await attach(self.session.link, about, like=agent, timeout=self.session.pace.answer)
        except LinkError as error:
            log.debug("the agent was not attached: %s", error)


def speaker(snapshot: Snapshot) -> Piece | None:
    """The agent that told this, among the pieces; the session's name begins with its GUID."""
    agents = [piece for piece in snapshot.pieces if ident(piece) == "agent"]
    guid = snapshot.session.partition("-")[0]
    return next((each for each in agents if each.guid == guid), agents[0] if agents else None)


def is_over(task: asyncio.Task[None] | None) -> bool:
    """Whether nothing of the kind is under way; what went wrong with it is raised."""
    if task is None or not task.done():
        return task is None
    if not task.cancelled():
        task.result()
    return True


def start(doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Let something happen beside."""
    return asyncio.create_task(doing)
