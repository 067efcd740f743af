"""Plays the demonstration: builds the mod, serves it, referees it over TCP, checks each ruling."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from msgspec import Struct

from exporters.luafiles import agent_script, faces_script
from exporters.mods.dbd import build_mod
from rules.cases import open_question
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.position import Cases
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.state import State
from rules.dbd.timing import RULE_OF
from tts_bridge.demo.acts import ALLOWED, KINDS, REVEALED, STARTS, Act
from tts_bridge.demo.hands import Hands
from tts_bridge.demo.script import SCRIPT
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.journal import Journal
from tts_bridge.link import Link
from tts_bridge.referee import Allowed, Ignored, Referee, Refused, Ruling
from tts_bridge.saying import Voice
from tts_bridge.session import Session
from tts_bridge.tables.placing import commands
from tts_bridge.texts import Texts

SEATS = ("White", "Red", "Green", "Blue", "Purple")
PATIENCE = 10.0
"""Seconds for a ruling; on loopback it takes milliseconds."""


class Report(Struct, frozen=True):
    """One act of the demonstration, the ruling on it, and whether that was the right one."""

    number: int
    who: str
    example: str
    did: Mapping[str, str]
    expected: str
    verdict: str
    """`allowed`, `refused`, `unclear` or `ignored`."""
    code: str
    page: str
    told: Mapping[str, str]
    agrees: bool
    problems: tuple[str, ...] = ()


class Game:
    """A headless table, and the session that referees it."""

    def __init__(self, table: Table, session: Session) -> None:
        self.table = table
        self.rulings: list[Ruling] = []
        self.start(session)

    def start(self, session: Session) -> None:
        """Let a session referee the table."""
        self.session = session
        session.on_ruling = self.rulings.append
        self.running = asyncio.create_task(session.run())

    async def restart(self, journal: Journal) -> None:
        """Another referee in place of one that died."""
        old = self.session
        self.start(Session(old.link, journal, old.voice, mode=old.mode, batch_size=old.batch_size))
        await self.until_quiet()

    @property
    def referee(self) -> Referee:
        """The referee, once it has had its first look."""
        assert self.session.referee is not None
        return self.session.referee

    @property
    def hands(self) -> Hands:
        """The players' hands."""
        offered = self.session.buttons
        return Hands(
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

    async def act(self, do: Callable[[Hands], None]) -> Ruling:
        """Do something at the table: the ruling on it; Ignored when none came in time."""
        before = len(self.rulings)

        def judged() -> list[Ruling]:
            return [r for r in self.rulings[before:] if not isinstance(r.verdict, Ignored)]

        do(self.hands)
        self.table.settle()
        try:
            await self.until(lambda: bool(judged()))
        except TimeoutError:
            return Ruling(Ignored())
        await self.until_quiet()
        return judged()[0]

    async def lies_right(self) -> bool:
        """Whether the table itself, looked at anew, lies as the rules have it."""
        self.session.look_again()
        self.session.quiet.clear()
        await self.until_quiet()
        referee = self.referee
        return not commands(referee.profile, referee.seen, referee.wants())


@asynccontextmanager
async def session_at(
    table: Table, languages: tuple[str, ...], journal: Journal, batch_size: int = 10
) -> AsyncIterator[Game]:
    """A table served on free ports of this machine and refereed in enforce mode."""
    voice = Voice([Texts(language, "dbd") for language in languages])
    async with (
        Link(listen_port=0, send_port=0) as link,
        Server(table, port=0, editor_port=link.listen_port) as server,
    ):
        link.send_port = server.port
        table.load()
        for colour in SEATS:
            table.join(colour, colour)
        played = Game(table, Session(link, journal, voice, mode="enforce", batch_size=batch_size))
        try:
            await played.until_quiet()
            yield played
        finally:
            played.running.cancel()
            await asyncio.gather(played.running, return_exceptions=True)


def game(languages: tuple[str, ...], journal: Journal) -> AbstractAsyncContextManager[Game]:
    """The mod as the demonstration needs it, served and refereed."""
    save = build_mod(
        training_ground(),
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        starts=STARTS,
        revealed=REVEALED,
        kinds=KINDS,
        language=languages[0],
        agent_script=agent_script(),
        table_script=faces_script(),
    )
    return session_at(Table(save.data), languages, journal)


def check(act: Act, ruling: Ruling, state: State) -> tuple[str, str, tuple[str, ...]]:
    """The verdict's name, the code of a refusal, and where they or the position are not right."""
    verdict = ruling.verdict
    name = type(verdict).__name__.lower()
    code = verdict.violation.code if isinstance(verdict, Refused) else ""
    got = code or (ALLOWED if isinstance(verdict, Allowed) else name)
    problems = [] if got == act.expect else [f"{got}, not {act.expect}"]
    facts = {**Cases(RULES).facts(state), **open_question(RULES, state)}
    for key, wanted in act.then.items():
        actual = facts[key]
        rows = wanted if isinstance(wanted, dict) else {"": wanted}
        for field, value in rows.items():
            found = actual[field] if field else actual
            if found != value:
                problems.append(f"{key} {field} is {found!r}, not {value!r}")
    return name, code, tuple(problems)


async def run_demo(
    languages: tuple[str, ...] = ("en",),
    on_start: Callable[[Referee], None] = lambda referee: None,
    on_report: Callable[[Report], None] = lambda report: None,
    on_end: Callable[[Referee], None] = lambda referee: None,
    pause: float = 0.0,
) -> list[Report]:
    """Play the whole script; `pause` seconds between the acts."""
    reports = []
    texts = {language: Texts(language, "dbd", training_ground()) for language in ("en", "zh")}
    with Journal(None) as journal:
        async with game(languages, journal) as table:
            on_start(table.referee)
            for number, act in enumerate(SCRIPT, 1):
                ruling = await table.act(act.do)
                name, code, problems = check(act, ruling, table.referee.state)
                if ruling.upkeep and not await table.lies_right():
                    problems = (*problems, "the table does not lie as the rules have it")
                report = Report(
                    number,
                    act.who,
                    act.example,
                    act.text,
                    act.expect,
                    name,
                    code,
                    page_of(ruling),
                    {key: Voice([each]).say(ruling) for key, each in texts.items()},
                    not problems,
                    problems,
                )
                reports.append(report)
                on_report(report)
                await asyncio.sleep(pause)
            on_end(table.referee)
    return reports


def page_of(ruling: Ruling) -> str:
    """Where the rule of a refusal stands; of what was allowed, where the moves' rules stand."""
    verdict = ruling.verdict
    if isinstance(verdict, Refused):
        return verdict.violation.rule
    moves = verdict.moves if isinstance(verdict, Allowed) else ()
    return ", ".join(dict.fromkeys(RULE_OF[type(move)] for move in moves))
