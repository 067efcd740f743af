"""Plays the demonstration: builds the mod, serves it, referees it over TCP, checks each ruling."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct

from exporters.luafiles import agent_script
from exporters.mods.dbd import build_mod
from rules.cases import open_question
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.position import Cases
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.state import State
from tts_bridge.demo.hands import Hands
from tts_bridge.demo.script import ALLOWED, KINDS, REVEALED, SCRIPT, STARTS, Act
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.journal import Journal
from tts_bridge.link import Link
from tts_bridge.referee import Allowed, Ignored, Refused, Ruling
from tts_bridge.saying import Voice
from tts_bridge.session import Session
from tts_bridge.texts import Texts

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
    """The headless table, and the session that referees it."""

    def __init__(self, table: Table, session: Session) -> None:
        self.table = table
        self.session = session
        self.rulings: list[Ruling] = []
        session.on_ruling = self.rulings.append

    @property
    def state(self) -> State:
        """The position, as the referee knows it."""
        assert self.session.referee is not None
        return self.session.referee.state

    @property
    def hands(self) -> Hands:
        """The players' hands."""
        assert self.session.referee is not None
        offered = self.session.buttons
        return Hands(
            self.table,
            self.session.referee.profile,
            lambda: () if offered is None else offered.buttons,
        )

    async def until_quiet(self) -> None:
        """Wait until everything seen is judged and everything to be done is done."""
        async with asyncio.timeout(PATIENCE):
            while self.session.referee is None or not self.session.quiet.is_set():
                await asyncio.sleep(0.005)

    async def act(self, do: Callable[[Hands], None]) -> Ruling:
        """Do something at the table: the ruling on it."""
        before = len(self.rulings)
        do(self.hands)
        self.table.settle()
        async with asyncio.timeout(PATIENCE):
            while not any(not isinstance(r.verdict, Ignored) for r in self.rulings[before:]):
                await asyncio.sleep(0.005)
        await self.until_quiet()
        return next(r for r in self.rulings[before:] if not isinstance(r.verdict, Ignored))


@asynccontextmanager
async def game(languages: tuple[str, ...], journal: Journal) -> AsyncIterator[Game]:
    """The mod on a headless table on free ports of this machine, refereed in enforce mode."""
    save = build_mod(
        training_ground(),
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        starts=STARTS,
        revealed=REVEALED,
        kinds=KINDS,
        language=languages[0],
        agent_script=agent_script(),
    )
    table = Table(save.data)
    voice = Voice([Texts(language) for language in languages])
    async with (
        Link(listen_port=0, send_port=0) as link,
        Server(table, port=0, editor_port=link.listen_port) as server,
    ):
        link.send_port = server.port
        table.load()
        for colour in ("White", "Red", "Green", "Blue", "Purple"):
            table.join(colour, colour)
        session = Session(link, journal, voice, mode="enforce")
        running = asyncio.create_task(session.run())
        try:
            played = Game(table, session)
            await first(running, played.until_quiet())
            yield played
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def first(running: asyncio.Task[None], waiting: Any) -> None:
    """Wait for something the session brings about; its own failure ends the wait."""
    wait = asyncio.ensure_future(waiting)
    done, _ = await asyncio.wait({running, wait}, return_when=asyncio.FIRST_COMPLETED)
    if running in done:
        wait.cancel()
        await running
    await wait


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
    on_start: Callable[[State], None] = lambda state: None,
    on_report: Callable[[Report], None] = lambda report: None,
    on_end: Callable[[State], None] = lambda state: None,
    pause: float = 0.0,
) -> list[Report]:
    """Play the whole script; `pause` seconds between the acts."""
    reports = []
    texts = {language: Texts(language) for language in ("en", "zh")}
    with Journal(None) as journal:
        async with game(languages, journal) as table:
            on_start(table.state)
            for number, act in enumerate(SCRIPT, 1):
                ruling = await table.act(act.do)
                name, code, problems = check(act, ruling, table.state)
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
            on_end(table.state)
    return reports


def page_of(ruling: Ruling) -> str:
    """Where the rule of a refusal stands; of something allowed, where the moves' rules stand."""
    verdict = ruling.verdict
    return verdict.violation.rule if isinstance(verdict, Refused) else "DbD p.8-11"
