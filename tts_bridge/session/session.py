"""The loop that joins link, observer, referee and journal: one table, refereed.

Whatever is done is in the journal first; batches go out one at a time and are repeated until the
agent has acknowledged them, so the process may die anywhere and be started again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from tts_bridge.agent import commands as c
from tts_bridge.agent.commands import Batch, Command, Resend, SetButtons, TakeSnapshot
from tts_bridge.agent.observer import Done, Gap, Hello, Observation, Observer, Snapshot
from tts_bridge.binding.lens import Binder
from tts_bridge.editor.link import Link, LinkError
from tts_bridge.editor.messages import Custom, SendCustom
from tts_bridge.game.plugin import Game
from tts_bridge.referee import orders as host
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Edited, Ignored, Mode, Ruling, Undone
from tts_bridge.referee.trial import Show
from tts_bridge.session.dealing import Draw, lucky
from tts_bridge.session.hearing import Hearing, speaker
from tts_bridge.session.journal import Journal
from tts_bridge.session.pace import NORMAL, Pace
from tts_bridge.session.resume import Renamed, lay_out, left_in_box, open_table, sequel
from tts_bridge.text.voice import Voice

log = logging.getLogger(__name__)
TRIES = 30
"""Times that a lost report is asked for again before a snapshot takes its place, which shows no
words and no dice: on a link that loses one message in five, ten times were not enough in one game
of 500."""
SLOWEST = 6
"""How much longer, at most, the agent is given for each further try: a busy one is not flooded."""
PATIENCE = 3
"""The same for a lost report: behind it everything else waits."""
LOOKS = 3
"""Snapshots taken after an upkeep until everything lies right."""


Watcher = Callable[[Referee | None, Ruling], None]
"""Sees each ruling with the referee who gave it."""


class NoAgent(LinkError):
    """The table is there, but no agent of ours answers."""


class Session:
    """One referee at one table. `on_ruling` sees every ruling once it is in the journal, and so do
    the `watchers`, with the referee who gave it; a watcher that fails is not asked again."""

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
        games: Mapping[str, Game],
        pace: Pace = NORMAL,
        binder: Binder | None = None,
        draw: Draw | None = None,
        panels: bool = True,
        luck: Callable[[], int] = lambda: secrets.randbelow(2**53),
        show: Show = lambda game, state: None,
    ) -> None:
        self.link = link
        self.journal = journal
        self.voice = voice
        self.mode = mode
        self.on_ruling = on_ruling
        self.batch_size = batch_size
        self.new_game = new_game
        self.games = games
        self.pace = pace
        self.binder = binder
        self.draw = draw
        """What chance brings where the referee deals; without it, luck."""
        self.luck = luck
        self.show_position = show
        self.names = Renamed()
        """What pieces are called since a table was set up."""
        self.observer = Observer(joining=True)
        if not new_game and (last := journal.last_seen()):
            self.observer.resume(*last)
        self.hearing = Hearing(self)
        self.trouble: LinkError | None = None
        """Why the last message could not be sent; None: it was."""
        self._early: list[Observation | Gap] = []
        """What was told before the first snapshot."""
        self.referee: Referee | None = None
        self.quiet = asyncio.Event()
        """Set while nothing is on its way to the agent and no snapshot is awaited."""
        self._next_number = secrets.randbelow(2**47)
        self._queue: deque[Batch] = deque()
        self.looks = 0
        """Snapshots still to be taken until everything lies right."""
        self._awaited: int | None = None
        """The request whose snapshot has not come yet."""
        self._awaited_since = 0.0
        self._has_lost = False
        """Something that was told is lost, and no snapshot has come since."""
        self._looked = 0
        """How often a snapshot was asked for in vain."""
        self._missing: int | None = None
        """The first report that is missing."""
        self._missing_since = 0.0
        self._asked_again = 0
        self._shown_to = ""
        """The agent's session that shows buttons and panels."""
        self.buttons: SetButtons | None = None
        """What the agent offers now."""
        self.watchers: list[Watcher] = []
        self.with_panels = panels
        self.panels: dict[str, Any] = {}
        """What stands on the screen of each colour."""

    async def run(self) -> None:
        """Referee the table until the link closes or the task is cancelled.

        Raises:
            NoAgent: nobody answers. ProfileError: no table of ours. LinkError: no table at all.
            JournalError: the journal is damaged, or cannot be written to.
        """
        watching = asyncio.create_task(self.hearing.watch())
        try:
            await self.judge(watching)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def judge(self, watching: asyncio.Task[None]) -> None:
        """Referee the table while somebody watches over the agent."""
        self.look_again()
        deadline = self.now() + self.link.timeout
        async for told in self.observations():
            if watching.done():
                watching.result()
            if isinstance(told, Snapshot):
                self.hearing.remember(told)
            seer = self.binder or self.names
            observation = seer.observation(told) if told else told
            if isinstance(observation, Done):
                self.acknowledged(observation)
            elif self.referee is not None:
                self.handle(self.referee, observation)
            elif isinstance(observation, Snapshot):
                self.begin(observation)
            elif observation is not None:
                self._early.append(observation)
            elif self.now() > deadline:
                raise NoAgent(
                    "No agent answers at the table; put it there with `tts-bridge mod attach`, "
                    "or load a mod made by `tts-bridge mod build`"
                )
            if self.journal.failed is not None:  # what the page asked for could not be written
                raise self.journal.failed
            await self.send_due()

    async def observations(self) -> AsyncIterator[Observation | Gap | None]:
        """Observations in order; None now and then, when nothing came."""
        yield None
        while True:
            try:
                async with asyncio.timeout(self.pace.tick):
                    message = await anext(aiter(self.link))
            except TimeoutError:
                message = None
            except StopAsyncIteration:
                return
            for late in await self.overdue_reports():
                yield late
            if isinstance(message, Custom):
                for observation in self.observer.receive(message.custom_message):
                    yield observation
            elif message is None:
                yield None

    async def overdue_reports(self) -> list[Observation | Gap]:
        """Ask for reports that got lost; what is told once they are given up."""
        missing = self.observer.missing()
        if not missing:
            self._missing = None
            return []
        if missing.start != self._missing:  # another one than before: what was asked for has come
            self._missing, self._missing_since, self._asked_again = missing.start, self.now(), 0
        patience = self.pace.late * min(1 + self._asked_again, PATIENCE)
        if self.now() - self._missing_since < patience:
            return []
        self._missing_since = self.now()
        self._asked_again += 1
        if self._asked_again > TRIES:
            self._asked_again = 0
            return self.observer.give_up()
        await self.try_to_send(self.batch([Resend(missing.start - 1)]))
        return []

    def begin(self, snapshot: Snapshot) -> None:
        """The first look at the table: a game goes on, or a new one begins."""
        self._awaited, self._looked = None, 0
        found = open_table(
            self.journal, snapshot, self.games, self.binder, self.luck, new_game=self.new_game
        )
        self.names, snapshot = found.names, found.names.snapshot(snapshot)
        self._shown_to = snapshot.session
        mode, show = self.mode, self.show_position
        referee = Referee(found.game, found.profile, found.match, snapshot, mode, show)
        resumed = referee.resume()
        self.seat(referee)
        self.carry_out(None, resumed)
        if not referee.broken:
            self.queue(left_in_box(referee))
        self.deal(referee)
        early, self._early = self._early, []
        for told in early:
            self.handle(self.referee or referee, self.names.observation(told))
        if self.referee is referee:
            referee.look(snapshot, self.due())
            for observation in referee.deviations(snapshot):
                self.handle(referee, observation)
        self.journal.add_heard(snapshot.session, snapshot.seq)

    def seat(self, referee: Referee) -> None:
        """Let a referee judge from now on."""
        self.referee = referee
        game = self.games[referee.game.rules.name]
        self.voice = self.voice.on(game.wording, game.board(referee.state))
        self.open_chat(referee)

    def open_chat(self, referee: Referee) -> None:
        """Have the agent show everybody the chat lines that can hold nothing secret."""
        self.queue([c.OpenChat(host.open_words(referee.game))])

    def handle(self, referee: Referee, observation: Observation | Gap | None) -> None:
        """Judge one thing seen, and queue what follows."""
        if observation is None:
            return
        if isinstance(observation, (Gap, Hello)):
            self._has_lost = True
            if isinstance(observation, Hello):
                self.journal.add_heard(observation.session, observation.seq)
            self.look_again()
        elif isinstance(observation, Snapshot):
            if observation.request == self._awaited:
                self._awaited, self._looked = None, 0
            self.show_anew(referee, observation)
            due = self.due()
            changes = referee.differences(observation, is_sure=not self._has_lost, due=due)
            self._has_lost &= bool(due)
            if self._has_lost:
                self.look_again()
            for change in changes:
                self.carry_out(change, referee.observe(change))
                self.deal(referee)
            if self.looks:
                self.looks -= 1
                commands = referee.put(referee.wants())
                self.queue(commands)
                if commands and self.looks:
                    self.look_again()
        else:
            self.carry_out(observation, referee.observe(observation))
            self.deal(referee)

    def show_anew(self, referee: Referee, snapshot: Snapshot) -> None:
        """Put buttons, panels and chat there again for an agent that was loaded anew."""
        if snapshot.session == self._shown_to:
            return
        self._shown_to = snapshot.session
        agent = speaker(snapshot)
        if agent is not None and agent.guid != referee.profile.agent:
            pieces = {**referee.profile.pieces, "agent": agent.guid}
            referee.profile = structs.replace(referee.profile, pieces=pieces)
        self.open_chat(referee)  # until then it shows nobody what may be secret
        self.buttons, self.panels = None, {}
        self.carry_out(None, Ruling(Ignored(), offer=referee.offer()))

    def deal(self, referee: Referee) -> None:
        """Draw for the table what nobody draws by hand, as long as the game asks for it.

        Every draw follows from the journal's seed and the number of moves before it: a referee
        that died draws the same once it is back.
        """
        while referee.is_dealing():
            draw = self.draw or lucky(self.journal.luck() or 0)
            move = draw(referee.game.rules, referee.state, len(referee.match.moves))
            if move is None:
                return
            self.carry_out(None, referee.deal(move))
        if after := sequel(referee, self.journal, self.games, self.luck):
            successor, self.names = after
            self.seat(successor)
            self.carry_out(None, lay_out(successor))

    def carry_out(self, observation: Observation | None, ruling: Ruling) -> None:
        """Write a ruling down, make it known, and queue its effects."""
        verdict = ruling.verdict
        entries: list[tuple[str, Any]] = []
        if not isinstance(verdict, Ignored):
            if observation is not None:
                entries.append(("seen", observation))
            if isinstance(verdict, (Allowed, Edited)):
                entries += self.journal.record(verdict.moves)
            elif isinstance(verdict, Undone):
                entries += self.journal.record((), len(verdict.moves))
            entries.append(("ruling", verdict))
        commands = [*self.voice.tell(ruling), *ruling.commands]
        if self.referee is not None and (observation is None or not isinstance(verdict, Ignored)):
            buttons = self.voice.buttons(self.referee.profile.agent, ruling.offer)
            if buttons != (self.buttons or SetButtons(buttons.guid, ())):
                self.buttons = buttons
                commands.append(buttons)
            commands += self.changed_panels(self.referee)
        batches = self.batches(commands)
        entries += [("batch", [batch.number, *batch.commands]) for batch in batches]
        if entries:
            self.journal.add_all(entries)
        self._queue.extend(batches)
        if ruling.upkeep and ruling.commands:
            self.looks = LOOKS
            self.look_again()
        self.on_ruling(ruling)
        self.show(ruling)

    def show(self, ruling: Ruling) -> None:
        """Let the watchers see a ruling; the table goes on whatever they do."""
        for watcher in list(self.watchers):
            try:
                watcher(self.referee, ruling)
            except Exception:
                log.exception("a watcher failed and is not asked again")
                self.watchers.remove(watcher)

    def changed_panels(self, referee: Referee) -> list[Command]:
        """The panels on the players' screens that show something else now."""
        if not self.with_panels:
            return []
        moves = host.open_moves(referee.game, referee.state)
        waiting = host.waited_for(moves)
        found: list[Command] = []
        for colour in dict.fromkeys([*self.panels, *referee.profile.about.seats.values()]):
            theirs = host.open_to(referee.game, referee.profile, moves, colour)
            shows = (theirs, () if theirs else waiting, self.voice.heard_by(colour))
            if self.panels.get(colour) != shows:
                self.panels[colour] = shows
                found.append(self.voice.panel(colour, theirs, waiting))
        return found

    def queue(self, commands: Sequence[Command]) -> None:
        """Write commands down and send them when their turn comes."""
        batches = self.batches(commands)
        if batches:
            self.journal.add_all(("batch", [b.number, *b.commands]) for b in batches)
            self._queue.extend(batches)

    def batches(self, commands: Sequence[Command]) -> list[Batch]:
        """Commands in batches of the size that is sent at a time, for the journal as well."""
        found = [
            self.batch(commands[start : start + self.batch_size])
            for start in range(0, len(commands), self.batch_size)
        ]
        for each in found:
            each.is_written = True
        return found

    def batch(self, commands: Sequence[Command]) -> Batch:
        """Commands under a number of their own."""
        self._next_number += 1
        return Batch(self._next_number, commands)

    def look_again(self) -> None:
        """Ask for a snapshot, after all that is queued."""
        batch = self.batch([TakeSnapshot(self._next_number + 1)])
        self._awaited, self._awaited_since = batch.number, self.now()
        self._queue.append(batch)

    def due(self) -> frozenset[str]:
        """The GUIDs of pieces that a command moves which is not known to be done."""
        return c.moved_by(command for batch in self._queue for command in batch.commands)

    def acknowledged(self, done: Done) -> None:
        """The agent has done a batch."""
        if self._queue and self._queue[0].number == done.id:
            batch = self._queue.popleft()
            if batch.is_written:  # a look at the table is nothing that was done
                self.journal.add("done", [done.id, done.ok, done.error])

    async def send_due(self) -> None:
        """Send the next batch; once more if its acknowledgement is overdue."""
        if not self._queue and self._awaited is None:
            self.quiet.set()
            return
        patience = self.pace.answer * 2 ** min(self._looked, SLOWEST)
        if not self._queue and self.now() - self._awaited_since > patience:
            self._looked += 1
            self.look_again()
        if not self._queue:
            return
        self.quiet.clear()
        batch = self._queue[0]
        patience = self.pace.answer * min(max(batch.tries, 1), SLOWEST)
        if batch.tries and self.now() - batch.sent_at < patience:
            return
        batch.tries += 1
        batch.sent_at = self.now()
        await self.try_to_send(batch)

    async def try_to_send(self, batch: Batch) -> None:
        """Send a batch; a table that is away for a while is waited for, once it was there."""
        if batch.tries <= 1:
            self.observer.note_sent(batch.number)
        message = SendCustom(c.encode_batch(batch.number, batch.commands, self.observer.session))
        try:
            await self.link.send(message)
        except LinkError as error:
            if self.referee is None:
                raise
            if self.trouble is None:
                log.warning("%s", error)
            self.trouble = error
        else:
            self.trouble = None

    async def call(self) -> None:
        """Call every agent that is there: a batch of nothing, which each acknowledges."""
        batch = self.batch(())
        self.observer.note_sent(batch.number, to_all=True)
        try:
            await self.link.send(SendCustom(c.encode_batch(batch.number, ())))
        except LinkError as error:
            self.trouble = error
        else:
            self.trouble = None

    def now(self) -> float:
        """Seconds of a clock that only goes forward."""
        return asyncio.get_running_loop().time()
