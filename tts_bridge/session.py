"""The loop that joins link, observer, referee and journal: one table, refereed.

Whatever is done is in the journal first; batches go out one at a time and are repeated until the
agent has acknowledged them, so the process may die anywhere and be started again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from rules.dbd import RULES
from rules.engine import Match
from tts_bridge.commands import Command, SetButtons, TakeSnapshot, encode_batch
from tts_bridge.journal import Journal
from tts_bridge.link import Link, LinkError
from tts_bridge.observe import Done, Gap, Hello, Observation, Observer, Snapshot
from tts_bridge.profile import Profile, read_profile
from tts_bridge.protocol import Custom, SendCustom
from tts_bridge.referee import Allowed, Ignored, Mode, Referee, Ruling, Undone
from tts_bridge.saying import Voice

TICK = 0.2
"""Seconds between looks at what is overdue."""
PATIENCE = 1.0
"""Seconds to wait for a late report before a snapshot is asked for."""
ANSWER = 5.0
"""Seconds for the agent to acknowledge a batch before it is sent again."""
TRIES = 6
LOOKS = 3
"""Snapshots taken after an upkeep until everything lies right."""


class NoAgent(LinkError):
    """The table is there, but no agent of ours answers."""


class Batch:
    """Commands on their way to the agent."""

    def __init__(self, number: int, commands: Sequence[Command]) -> None:
        self.number = number
        self.commands = tuple(commands)
        self.tries = 0
        self.sent_at = 0.0


class Session:
    """One referee at one table. `on_ruling` sees every ruling once it is in the journal."""

    def __init__(
        self,
        link: Link,
        journal: Journal,
        voice: Voice,
        *,
        mode: Mode = "advise",
        on_ruling: Callable[[Ruling], None] = lambda ruling: None,
        batch_size: int = 10,
        new_game: bool = False,
    ) -> None:
        self.link = link
        self.journal = journal
        self.voice = voice
        self.mode = mode
        self.on_ruling = on_ruling
        self.batch_size = batch_size
        self.new_game = new_game
        self.observer = Observer(joining=True)
        self.referee: Referee | None = None
        self.quiet = asyncio.Event()
        """Set while nothing is on its way to the agent and no snapshot is awaited."""
        self._next_number = secrets.randbelow(2**47)
        self._queue: deque[Batch] = deque()
        self._looks = 0
        self._awaited: int | None = None
        """The request whose snapshot has not come yet."""
        self._awaited_since = 0.0
        self._missing_since: float | None = None
        self.buttons: SetButtons | None = None
        """What the agent offers now."""

    async def run(self) -> None:
        """Referee the table until the link closes or the task is cancelled.

        Raises:
            NoAgent: nobody answers. ProfileError: no table of ours. LinkError: no table at all.
        """
        self.look_again()
        deadline = self.now() + self.link.timeout
        async for observation in self.observations():
            if isinstance(observation, Done):
                self.acknowledged(observation)
            elif self.referee is not None:
                self.handle(self.referee, observation)
            elif isinstance(observation, Snapshot):
                self.begin(observation)
            elif self.now() > deadline:
                raise NoAgent(
                    "No agent answers at the table; put it there with `tts-bridge mod attach`, "
                    "or load a mod made by `tts-bridge mod build dbd`"
                )
            await self.send_due()

    async def observations(self) -> AsyncIterator[Observation | Gap | None]:
        """Observations in order; None now and then, when nothing came."""
        yield None
        while True:
            try:
                async with asyncio.timeout(TICK):
                    message = await anext(aiter(self.link))
            except TimeoutError:
                for late in self.overdue_reports():
                    yield late
                yield None
                continue
            except StopAsyncIteration:
                return
            if isinstance(message, Custom):
                for observation in self.observer.receive(message.custom_message):
                    yield observation

    def overdue_reports(self) -> list[Observation | Gap]:
        """What is told once a missing report is given up."""
        if not self.observer.missing():
            self._missing_since = None
        elif self._missing_since is None:
            self._missing_since = self.now()
        elif self.now() - self._missing_since > PATIENCE:
            self._missing_since = None
            return self.observer.give_up()
        return []

    def begin(self, snapshot: Snapshot) -> None:
        """The first look at the table: a game goes on, or a new one begins."""
        self._awaited = None
        profile = read_profile(snapshot)
        self.voice = self.voice.on(profile.board)
        match = None if self.new_game else self.recorded(profile)
        if match is None:
            config = profile.config()
            self.journal.begin(config)
            match = Match(RULES, RULES.setup(config))
        referee = self.referee = Referee(profile, match, snapshot, self.mode)
        self.carry_out(None, referee.resume())
        for observation in referee.deviations(snapshot):
            self.handle(referee, observation)

    def recorded(self, profile: Profile) -> Match[Any] | None:
        """The match in the journal, if it was played on this mod and is not over."""
        match, _ = self.journal.match(RULES)
        if match is None or RULES.outcome(match.state):
            return None
        start = RULES.setup(profile.config())
        return match if match.states[0] == start else None

    def handle(self, referee: Referee, observation: Observation | Gap | None) -> None:
        """Judge one thing seen, and queue what follows."""
        if observation is None:
            return
        if isinstance(observation, (Gap, Hello)):
            self.look_again()
        elif isinstance(observation, Snapshot):
            if observation.request == self._awaited:
                self._awaited = None
            for change in referee.differences(snapshot=observation):
                self.carry_out(change, referee.observe(change))
            if self._looks:
                self._looks -= 1
                commands = referee.put(referee.wants())
                self.queue(commands)
                if commands and self._looks:
                    self.look_again()
        else:
            self.carry_out(observation, referee.observe(observation))

    def carry_out(self, observation: Observation | None, ruling: Ruling) -> None:
        """Write a ruling down, make it known, and queue its effects."""
        verdict = ruling.verdict
        entries: list[tuple[str, Any]] = []
        if not isinstance(verdict, Ignored):
            if observation is not None:
                entries.append(("seen", observation))
            if isinstance(verdict, Allowed):
                entries += self.journal.record(verdict.moves)
            elif isinstance(verdict, Undone):
                entries += self.journal.record((), len(verdict.moves))
            entries.append(("ruling", verdict))
        commands = [*self.voice.tell(ruling), *ruling.commands]
        if self.referee is not None and not isinstance(verdict, Ignored):
            buttons = self.voice.buttons(self.referee.profile.agent, ruling.offer)
            if buttons != self.buttons:
                self.buttons = buttons
                commands.append(buttons)
        batches = self.batches(commands)
        entries += [("batch", [batch.number, *batch.commands]) for batch in batches]
        if entries:
            self.journal.add_all(entries)
        self._queue.extend(batches)
        if ruling.upkeep and ruling.commands:
            self._looks = LOOKS
            self.look_again()
        self.on_ruling(ruling)

    def queue(self, commands: Sequence[Command]) -> None:
        """Write commands down and send them when their turn comes."""
        batches = self.batches(commands)
        if batches:
            self.journal.add_all(("batch", [b.number, *b.commands]) for b in batches)
            self._queue.extend(batches)

    def batches(self, commands: Sequence[Command]) -> list[Batch]:
        """Commands in batches of the size that is sent at a time."""
        found = []
        for start in range(0, len(commands), self.batch_size):
            self._next_number += 1
            found.append(Batch(self._next_number, commands[start : start + self.batch_size]))
        return found

    def look_again(self) -> None:
        """Ask for a snapshot, after all that is queued."""
        self._next_number += 1
        self._awaited, self._awaited_since = self._next_number, self.now()
        self._queue.append(Batch(self._next_number, [TakeSnapshot(self._next_number)]))

    def acknowledged(self, done: Done) -> None:
        """The agent has done a batch."""
        if self._queue and self._queue[0].number == done.id:
            self.journal.add("done", [done.id, done.ok, done.error])
            self._queue.popleft()

    async def send_due(self) -> None:
        """Send the next batch; once more if its acknowledgement is overdue."""
        if not self._queue and self._awaited is None:
            self.quiet.set()
            return
        if not self._queue and self.now() - self._awaited_since > ANSWER:
            self.look_again()
        if not self._queue:
            return
        self.quiet.clear()
        batch = self._queue[0]
        if batch.tries and self.now() - batch.sent_at < ANSWER:
            return
        if batch.tries >= TRIES:
            raise NoAgent(
                "The agent at the table has stopped answering; once it is back, start the referee "
                "again: it goes on where it was"
            )
        batch.tries += 1
        batch.sent_at = self.now()
        await self.link.send(SendCustom(encode_batch(batch.number, batch.commands)))

    def now(self) -> float:
        """Seconds of a clock that only goes forward."""
        return asyncio.get_running_loop().time()
