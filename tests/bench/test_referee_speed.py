"""How long a table waits for a ruling, beside a bare echo over the same ports; and whether a long
evening makes it longer.

`python -m pytest tests/bench/test_referee_speed.py -s` prints the table. Nothing here fails by
being slow. `TTS_BRIDGE_SOAK=200000` makes the soak as long.
"""

from __future__ import annotations

import asyncio
import os
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.bench.stand_in import StandIn, crowded
from tests.fake_table import free_port, say
from tts_bridge.agent.observations import Piece
from tts_bridge.editor.link import Link
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.profile import ident
from tts_bridge.session.journal import Journal
from tts_bridge.session.session import Session
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

EVENTS = int(os.environ.get("TTS_BRIDGE_EVENTS", "60"))
"""Events of a measurement."""
ROUNDS = 3
"""Echo and referee in turn, so that a busy machine slows both."""
GOAL = 4.0
"""Times the echo's 99th percentile that are wanted."""
SOAK = int(os.environ.get("TTS_BRIDGE_SOAK", "3000"))
CARD = "card/meg-thomas/sprint"


@asynccontextmanager
async def echo(port: int, table: StandIn) -> AsyncIterator[None]:
    """Whoever sends something to the referee's port gets it back on the table's."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await reader.read()
        writer.close()
        await say(table.port, data.replace(b'"messageID":4', b'"messageID":2', 1))

    server = await asyncio.start_server(take, "127.0.0.1", port)
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()


@asynccontextmanager
async def referee(port: int, table: StandIn, journal: Path) -> AsyncIterator[Session]:
    """A session on the referee's port, once it has seen the table."""
    table.session, table.seq = f"bench-{journal.stem}", 0
    with Journal(journal) as written:
        async with Link(listen_port=port, send_port=table.port) as link:
            session = Session(
                link, written, Voice([Texts("en"), Texts("zh")]), games=GAMES, mode="enforce"
            )
            running = asyncio.create_task(session.run())
            async with asyncio.timeout(120):
                while session.referee is None or not session.quiet.is_set():
                    await asyncio.sleep(0.01)
            try:
                yield session
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)


def deeds(table: StandIn, zone: str) -> list[Piece]:
    """A card is set, and taken back: both are moves, and change what stands on a panel."""
    card = table.piece(CARD)
    laid = replace(card, zones=(zone,), hand="", up=False)
    return [laid, replace(card, zones=(), hand="Red")]


async def compared(folder: Path) -> tuple[list[float], list[float]]:
    """Seconds that the echo and the referee took."""
    port = free_port()
    bare: list[float] = []
    ruled: list[float] = []
    async with StandIn(port) as table:
        zone = next(p.guid for p in table.table.pieces if ident(p) == "set/meg-thomas")
        both = deeds(table, zone)
        for number in range(ROUNDS):
            async with echo(port, table):
                for index in range(EVENTS):
                    data = {"piece": both[index % 2]}
                    bare.append(await table.measure(table.report("dropped", data, "Red")))
            async with referee(port, table, folder / f"{number}.sqlite") as session:
                for index in range(EVENTS):
                    data = {"piece": both[index % 2]}
                    ruled.append(await table.measure(table.report("dropped", data, "Red")))
                    async with asyncio.timeout(120):
                        while session._queue:  # the next event finds a referee at rest
                            await asyncio.sleep(0)
                assert session.referee is not None
                assert len(session.referee.match.moves) == EVENTS
    return bare, ruled


def test_a_ruling_beside_a_bare_echo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare, ruled = asyncio.run(compared(tmp_path))
    rows = []
    for name, times in (("echo", bare), ("ruling", ruled)):
        rows.append((name, median(times) * 1e3, quantiles(times, n=100)[98] * 1e3))
    (_, echo_median, echo_last), (_, our_median, our_last) = rows
    with capsys.disabled():
        print(f"\n{len(ruled)} events, {len(crowded().pieces)} objects; ms")
        for name, middle, last in rows:
            print(f"  {name:7} median {middle:6.2f}   99th percentile {last:6.2f}")
        print(
            f"  times the echo: median {our_median / echo_median:.2f}, 99th percentile "
            f"{our_last / echo_last:.2f} (goal: under {GOAL})"
        )
    assert len(bare) == len(ruled) == EVENTS * ROUNDS


def evening(session: Session) -> list[tuple[str, str, dict[str, Any]]]:
    """What people do over and over: event, player, data. In the end all is as it was."""
    assert session.referee is not None
    profile, seen = session.referee.profile, session.referee.seen
    card, figure = seen[profile.pieces[CARD]], seen[profile.pieces["figure/meg-thomas"]]
    laid = replace(card, zones=(profile.zones["set/meg-thomas"].guid,), hand="", up=False)
    stranger = Piece("fffff0", nickname="A mug", type="Generic")
    die = replace(seen[profile.pieces["die/skill-1"]], value=3)
    return [
        ("picked", "Red", {"piece": replace(card, held="Red")}),
        ("dropped", "Red", {"piece": laid}),
        ("flipped", "Red", {"piece": replace(laid, up=True)}),
        ("dropped", "Red", {"piece": replace(card, hand="Red", zones=())}),
        ("said", "White", {"text": "!undo 2"}),
        ("dropped", "Red", {"piece": figure}),
        ("dropped", "Blue", {"piece": replace(figure, zones=())}),
        ("dropped", "Blue", {"piece": figure}),
        ("dropped", "Green", {"piece": stranger}),
        ("rolled", "Green", {"piece": die}),
        ("said", "Green", {"text": "whose turn is it?"}),
        ("said", "Green", {"text": "!pass"}),
    ]


def test_a_long_evening_takes_no_more_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> list[tuple[float, int]]:
        with Journal(tmp_path / "soak.sqlite") as journal:
            session = Session(
                Link(listen_port=0, send_port=1), journal, Voice([Texts("en")]), games=GAMES
            )
            session.begin(crowded())
            loop = evening(session)
            rows: list[tuple[float, int]] = []
            times: list[float] = []
            tracemalloc.start()
            for number in range(SOAK):
                event, player, data = loop[number % len(loop)]
                report = {
                    "ttsb": 1, "session": "s", "seq": number + 1, "event": event,
                    "player": player, "data": msgspec.json.encode(data).decode(),
                }  # fmt: skip
                start = time.perf_counter()
                for told in session.observer.receive(report):
                    assert session.referee is not None
                    session.handle(session.referee, told)  # type: ignore[arg-type]
                times.append(time.perf_counter() - start)
                session._queue.clear()
                if (number + 1) % (SOAK // 4) == 0:
                    rows.append((median(times), tracemalloc.get_traced_memory()[0]))
                    times.clear()
            tracemalloc.stop()
            assert session.referee is not None
            assert len(session.referee.match.moves) <= 2
            return rows

    rows = asyncio.run(main())
    with capsys.disabled():
        print(f"\n{SOAK} events, in quarters: ms an event, MB that Python holds more than before")
        for seconds, held in rows:
            print(f"  {seconds * 1e3:6.3f} {held / 1e6:8.3f}")
    (_, settled), *_, (_, last) = rows
    assert last < settled + 500_000, "memory grows"
