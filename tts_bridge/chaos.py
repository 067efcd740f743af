"""Games by hands that know what they do, over a link that loses, repeats, delays and reorders
messages, with a referee and a table that die: what is left in the end has to agree.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from exporters.install import install_agent
from exporters.luafiles import agent_script
from exporters.mods.dbd import build_mod, look
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.interact import Pass, PickUp, Rolled, Rummage, SearchLocker, UseItem, UsePerk
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Uncovered, Walk
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.state import State
from rules.dbd.timing import KILLER_INTERACTIONS, SURVIVOR_INTERACTIONS
from rules.engine import CHANCE, Match, Move, legal_moves
from rules.notation import format_move
from tts_bridge.binding.bind import bind
from tts_bridge.binding.binder import Binder
from tts_bridge.binding.names import hidden_meaning
from tts_bridge.demo.hands import Hands
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.journal import Journal
from tts_bridge.link import Link, LinkError
from tts_bridge.profile import Profile
from tts_bridge.protocol import Incoming, Outgoing
from tts_bridge.referee import Referee
from tts_bridge.saying import Voice
from tts_bridge.session import Pace, Session
from tts_bridge.tables.placing import commands
from tts_bridge.texts import Texts

FAST = Pace(tick=0.01, late=0.03, answer=0.1, idle=0.3)
"""A session in a hurry: the faults here last milliseconds."""
SEATS = ("White", "Red", "Green", "Blue", "Purple")
WAIT = 60.0
"""Seconds for state and table to agree again after an act, on a machine that is busy."""


SPOKEN: tuple[type[Move[State]], ...] = (
    *SURVIVOR_INTERACTIONS,
    *KILLER_INTERACTIONS,
    UsePerk,
    Pass,
    Rolled,
)
"""Moves that leave nothing on the table to be seen by."""


class Faults(Struct, frozen=True):
    """How likely each fault is, from 0 to 1; `delay` is the longest, in seconds."""

    lose: float = 0.2
    repeat: float = 0.2
    late: float = 0.2
    delay: float = 0.02
    kill_referee: float = 0.02
    kill_table: float = 0.01


class Result(Struct, frozen=True):
    """One game: how far it came, what was done to it, and where anything disagrees."""

    seed: int
    acts: int
    rounds: int
    referees: int
    tables: int
    problems: tuple[str, ...] = ()


class FaultyLink(Link):
    """A link on which messages of both ways get lost, doubled and overtaken."""

    def __init__(self, luck: random.Random, faults: Faults) -> None:
        super().__init__(listen_port=0, send_port=1)
        self.luck = luck
        self.faults = faults
        self.is_deaf = False
        """Nobody listens: what comes is lost."""
        self._under_way: set[asyncio.Task[None]] = set()

    async def send(self, message: Outgoing) -> None:
        for wait in self.waits():
            if wait:
                self.soon(self.send_after(wait, message))
            else:
                await super().send(message)

    async def send_after(self, wait: float, message: Outgoing) -> None:
        """Send late; nobody hears of it when the table is gone by then."""
        await asyncio.sleep(wait)
        with suppress(LinkError):
            await super().send(message)

    def deliver(self, message: Incoming) -> None:
        if self.is_deaf:
            return
        for wait in self.waits():
            if wait:
                self.soon(self.deliver_after(wait, message))
            else:
                super().deliver(message)

    async def deliver_after(self, wait: float, message: Incoming) -> None:
        """Deliver late."""
        await asyncio.sleep(wait)
        super().deliver(message)

    def waits(self) -> list[float]:
        """How long each copy of a message takes; none: it is lost."""
        if self.luck.random() < self.faults.lose:
            return []
        copies = 2 if self.luck.random() < self.faults.repeat else 1
        return [
            self.luck.uniform(0, self.faults.delay) if self.luck.random() < self.faults.late else 0
            for _ in range(copies)
        ]

    def soon(self, doing: Coroutine[Any, Any, None]) -> None:
        """Let something happen by itself."""
        task = asyncio.create_task(doing)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


class Rig:
    """A table, a referee, and the hands' own account of the game."""

    def __init__(
        self, seed: int, faults: Faults, journal: Path | None, plain_in: Language | None = None
    ) -> None:
        self.seed = seed
        self.luck = random.Random(seed)  # noqa: S311  (faults and moves, no secrets)
        self.faults = faults
        self.journal = Journal(journal)
        self.link = FaultyLink(self.luck, faults)
        save = build_mod(
            training_ground(),
            survivors=DEFAULT_SURVIVORS,
            killer=DEFAULT_KILLER,
            seed=seed,
            agent_script=agent_script(),
            language=plain_in or "en",
        )
        self.binder: Binder | None = None
        if plain_in:
            save, self.binder = as_strangers(save, plain_in)
        self.table = Table(save.data)
        self.truth: Match[State] | None = None
        self.profile: Profile | None = None
        self.referees = self.tables = 0
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
        self.truth = Match(RULES, referee.state)
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
        self.server = Server(self.table, port=0, editor_port=self.link.listen_port)
        await self.server.start()
        self.link.send_port = self.server.port
        self.table.load()
        for colour in SEATS:
            self.table.join(colour, colour)

    async def seat_referee(self) -> None:
        """Start a referee."""
        voice = Voice([Texts("en", "dbd")])
        self.session = Session(
            self.link, self.journal, voice, mode="enforce", pace=FAST, binder=self.binder
        )
        self.running = asyncio.create_task(self.session.run())

    async def unseat_referee(self) -> None:
        """The referee dies."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)

    async def do_and_die(self, move: Move[State]) -> None:
        """Make a move with the hands; sometimes nobody watches, sometimes the table dies after.

        What was only said or rolled leaves no trace at a table that dies: it is done again.
        """
        blind = self.luck.random() < self.faults.kill_referee
        if blind:
            self.referees += 1
            await self.unseat_referee()
            self.link.is_deaf = True
        self.do(move)
        self.table.settle()
        if blind:
            await self.server.drained()
            self.link.is_deaf = False
            await self.seat_referee()
        if self.luck.random() < self.faults.kill_table:
            self.tables += 1
            # A referee that never saw a table gives up rightly when it finds none.
            await self.until(lambda: self.session.referee is not None)
            await self.server.stop()
            self.table = Table(self.table.save())
            await self.serve()
            if not await self.until(self.agrees, 1.0) and isinstance(move, SPOKEN):
                self.do(move)
                self.table.settle()

    @property
    def state(self) -> State:
        """The position by the hands' own account."""
        assert self.truth is not None
        return self.truth.state

    @property
    def hands(self) -> Hands:
        """The players' hands."""
        assert self.profile is not None
        return Hands(self.table, self.profile, lambda: ())

    async def until(self, is_so: Callable[[], bool], seconds: float = WAIT) -> bool:
        """Whether something came to be so in time; the referee's own failure is raised."""
        deadline = asyncio.get_running_loop().time() + seconds
        while not is_so():
            if self.running.done() and not self.running.cancelled():
                self.running.result()
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(0.002)
        return True

    def agrees(self) -> bool:
        """Whether the referee's position is the hands' own, and nothing is under way."""
        referee = self.session.referee
        return referee is not None and referee.state == self.state and self.session.quiet.is_set()

    async def act(self) -> str:
        """Make a random legal move with the hands; what disagrees after it, or ""."""
        moves = [move for move in legal_moves(RULES, self.state) if by_hand(move)]
        move = self.luck.choice(moves)
        if move.seat == CHANCE and isinstance(move, Uncovered):
            raise AssertionError("what a prop is, is known when it is turned")
        assert self.truth is not None
        self.truth.push(move)
        if isinstance(move, RevealProp):
            token = self.hands.piece(f"prop/{move.prop}")
            kind = token.data["GMNotes"] or hidden_meaning(
                "dbd", f"prop/{move.prop}", token.nickname
            )
            self.truth.push(Uncovered(CHANCE, move.prop, kind))
        await self.do_and_die(move)
        if await self.until(self.agrees):
            return ""
        return f"after {format_move(move)}: the referee's position is another one"

    def do(self, move: Move[State]) -> None:
        """What hands do to make a move."""
        hands, seat = self.hands, move.seat
        if isinstance(move, SetCard):
            planned = self.state.figure(seat).planned
            side = "" if seat != self.state.killer.id else ("left", "right")[len(planned) - 1]
            hands.set_card(seat, move.card, side)
        elif isinstance(move, RevealCard):
            hands.reveal(seat, move.card)
        elif isinstance(move, PlayCard):
            hands.play(seat, move.card, "discard" if seat != self.state.killer.id else "bonus")
        elif isinstance(move, Walk):
            hands.walk(seat, move.to)
        elif isinstance(move, RevealProp):
            hands.turn(seat, move.prop)
        elif isinstance(move, Rolled):
            hands.roll(self.state.first, move.face)
        else:
            words = format_move(move).split(maxsplit=1)
            hands.say(seat, f"!{words[1]}")

    def lies_right(self) -> bool:
        """Whether the table itself lies as the rules have it."""
        referee = self.session.referee
        return referee is not None and not commands(referee.profile, referee.seen, referee.wants())


def by_hand(move: Move[State]) -> bool:
    """Whether hands make this move here. Left out is what the mod has no pieces for (items, the
    danger die), and what moves somebody else's figure (a carry, most perks)."""
    if isinstance(move, UsePerk):
        return move.perk in ("alert", "adrenaline", "enduring")
    return not isinstance(move, (TakeBack, Rummage, UseItem, PickUp, SearchLocker))


def as_strangers(save: Save, language: Language) -> tuple[Save, Binder]:
    """A mod as a stranger would have made it, with the agent added, and a binding for it that
    was made from what is seen and three spaces pointed at."""
    spaces = {
        tag.removeprefix("ttsb:space/"): (each["Transform"]["posX"], each["Transform"]["posZ"])
        for each in save.data["ObjectStates"]
        for tag in each.get("Tags", ())
        if tag.startswith("ttsb:space/")
    }
    strange = plain(save, look(language))
    corners = {space: spaces[space] for space in ("watchtower", "graveyard", "quarry")}
    binding = bind(strange, training_ground(), corners, language).binding
    return install_agent(strange, agent_script()), Binder(binding)


async def play(
    seed: int,
    rounds: int,
    faults: Faults,
    journal: Path | None = None,
    plain_in: Language | None = None,
) -> Result:
    """One game of so many rounds, or to its end; `plain_in`: on a mod of a stranger's."""
    problems: list[str] = []
    acts = 0
    async with Rig(seed, faults, journal, plain_in) as rig:
        while rig.state.round <= rounds and rig.state.result is None and not problems:
            acts += 1
            if problem := await rig.act():
                problems.append(problem)
        if not problems:
            rig.session.look_again()
            rig.session.quiet.clear()
            if not await rig.until(lambda: rig.agrees() and rig.lies_right()):
                problems.append("the table does not lie as the rules have it")
            replayed, failure = rig.journal.match(RULES)
            if failure or replayed is None or replayed.state != rig.state:
                problems.append("the journal replays to another position")
        return Result(seed, acts, rig.state.round, rig.referees, rig.tables, tuple(problems))
