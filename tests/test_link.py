"""The link against fake tables on loopback: what it sends, correlates, refuses and reports."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tests.fake_table import FakeTable, answer, free_port, say
from tts_bridge.editor.link import (
    Link,
    LinkError,
    NoAnswer,
    PortTaken,
    ScriptFailed,
    TableNotRunning,
)
from tts_bridge.editor.messages import (
    Created,
    Custom,
    Execute,
    Failed,
    GetScripts,
    Incoming,
    Loaded,
    Outgoing,
    Printed,
    Returned,
    Script,
    SendCustom,
    encode_incoming,
)
from tts_bridge.editor.stream import Stream

Reply = Callable[[FakeTable, Outgoing], Awaitable[None]]


async def silent(table: FakeTable, message: Outgoing) -> None:
    pass


@asynccontextmanager
async def joined(reply: Reply = silent, **options: Any) -> Any:
    async with (
        FakeTable(reply) as table,
        Link(listen_port=0, send_port=table.port, **{"timeout": 5.0, **options}) as link,
    ):
        table.editor_port = link.listen_port
        yield table, link


async def take(link: Link, count: int) -> list[Incoming]:
    taken: list[Incoming] = []
    async for message in link:
        taken.append(message)
        if len(taken) == count:
            break
    return taken


def test_a_message_split_inside_a_character_arrives_whole() -> None:
    async def run() -> None:
        async with joined() as (_, link):
            data = encode_incoming(Printed("Würfel 骰子"))
            cut = data.index("ü".encode()) + 1
            await say(link.listen_port, data[:cut], data[cut:-9], data[-9:], pause=0.02)
            assert await take(link, 1) == [Printed("Würfel 骰子")]
            assert link.rejected == 0

    asyncio.run(run())


def test_five_megabytes_arrive() -> None:
    async def run() -> None:
        async with joined() as (table, link):
            loaded = Loaded((Script("-1", script="x" * 5_000_000),))
            await table.tell(loaded)
            assert await take(link, 1) == [loaded]

    asyncio.run(run())


def test_a_flood_of_connections_arrives_complete() -> None:
    async def run() -> None:
        async with joined() as (table, link):
            await asyncio.gather(*(table.tell(Created(f"{n:06x}")) for n in range(200)))
            assert len(set(await take(link, 200))) == 200

    asyncio.run(run())


def test_garbage_is_counted_and_the_link_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with joined() as (table, link):
            await say(link.listen_port, b"GET / HTTP/1.1\r\n\r\n")
            await say(link.listen_port, b"\xff\xfe\x00")
            await say(link.listen_port)
            await table.tell(Printed("after"))
            assert await take(link, 1) == [Printed("after")]
            assert link.rejected == 3

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert len(caplog.records) == 2  # who hangs up without a word is not worth one
    assert "malformed" in caplog.text


def test_a_document_above_the_limit_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with joined(limit=1000) as (table, link):
            with suppress(OSError):  # the link hangs up while we write
                await say(link.listen_port, *[b" " * 100_000] * 20, pause=0.005)
            await table.tell(Printed("after"))
            assert await take(link, 1) == [Printed("after")]
            assert link.rejected == 1

    asyncio.run(run())
    assert "More than 1000 bytes" in caplog.text


def test_a_document_that_never_ends_is_given_up() -> None:
    async def run() -> None:
        async with joined(read_timeout=0.1) as (table, link):
            reader, writer = await asyncio.open_connection("127.0.0.1", link.listen_port)
            writer.write(b'{"messageID": 2')
            assert await reader.read() == b""  # the link hung up
            writer.close()
            await table.tell(Printed("after"))
            assert await take(link, 1) == [Printed("after")]
            assert link.rejected == 1

    asyncio.run(run())


def test_each_of_two_concurrent_executes_gets_its_own_answer() -> None:
    running = 0

    async def reply(table: FakeTable, message: Outgoing) -> None:
        nonlocal running
        running += 1
        assert running == 1  # the second is sent when the first is answered
        assert isinstance(message, Execute)
        await table.tell(answer(Execute("", return_id=message.return_id + 5), "another's"))
        await asyncio.sleep(0.05)
        running -= 1
        await table.tell(answer(message, "slow" if "slow" in message.script else "quick"))

    async def run() -> None:
        async with joined(reply) as (_, link):
            both = asyncio.gather(link.execute("return slow"), link.execute("return quick"))
            assert await both == ["slow", "quick"]

    asyncio.run(run())


def test_execute_gives_json_values() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, {"list": [1, None, "ü"]}))

    async def run() -> None:
        async with joined(reply) as (table, link):
            assert await link.execute("return it", "a1b2c3") == {"list": [1, None, "ü"]}
            assert table.heard[0].guid == "a1b2c3"

    asyncio.run(run())


def test_execute_of_nil_gives_none() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, Execute)
        await table.tell(Returned(message.return_id, '{"ok":true}'))

    async def run() -> None:
        async with joined(reply) as (_, link):
            assert await link.execute("x = 1") is None

    asyncio.run(run())


def test_an_error_of_the_script_is_raised_with_its_place() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, "[Global] executeScript:(3,4-19): boom", ok=False))

    async def run() -> None:
        async with joined(reply) as (_, link):
            with pytest.raises(ScriptFailed, match="boom") as raised:
                await link.execute("boom()")
            assert raised.value.position is not None
            assert raised.value.position.line == 3

    asyncio.run(run())


@pytest.mark.parametrize("first", [Failed, Returned])
def test_message_3_is_attached_whichever_comes_first(first: type) -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, Execute)
        failed = Failed("chunk_0:(1,2-6): unexpected symbol", error_message_prefix="Error: ")
        both = [failed, Returned(message.return_id)]
        await table.tell(*(both if first is Failed else reversed(both)))

    async def run() -> None:
        async with joined(reply) as (_, link):
            with pytest.raises(ScriptFailed, match="unexpected symbol") as raised:
                await link.execute("return = 1")
            assert "\n" not in str(raised.value)

    asyncio.run(run())


@pytest.mark.parametrize("value", ["no json", 5.0, '{"ok": 1}', "[" * 100_000])
def test_an_answer_that_is_none_of_ours_fails_the_script(value: object) -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, Execute)
        await table.tell(Returned(message.return_id, value))

    async def run() -> None:
        async with joined(reply) as (_, link):
            with pytest.raises(ScriptFailed, match="not readable"):
                await link.execute("return 1")

    asyncio.run(run())


def test_without_an_answer_no_answer_is_raised_and_the_next_execute_works() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        if len(table.heard) == 1:
            return
        late, now = table.heard[0], table.heard[1]
        await table.tell(answer(late, "late"), answer(now, "now"))

    async def run() -> None:
        async with joined(reply) as (_, link):
            with pytest.raises(NoAnswer, match=r"within 0\.05 s"):
                await link.execute("return 1", timeout=0.05)
            assert await link.execute("return 2") == "now"

    asyncio.run(run())


def test_scripts_gives_the_next_loaded() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert message == GetScripts()
        await table.tell(Printed("noise"), Loaded((Script("-1"),)))

    async def run() -> None:
        async with joined(reply) as (_, link):
            assert await link.scripts() == Loaded((Script("-1"),))
            assert await take(link, 2) == [Printed("noise"), Loaded((Script("-1"),))]
        async with joined() as (_, link):
            with pytest.raises(NoAnswer):
                await link.scripts(timeout=0.05)

    asyncio.run(run())


def test_messages_are_sent_in_order() -> None:
    async def run() -> None:
        async with joined() as (table, link):
            sent = [SendCustom({"n": n}) for n in range(20)]
            await asyncio.gather(*(link.send(message) for message in sent))
            await asyncio.sleep(0.05)
            assert table.heard == sent

    asyncio.run(run())


def test_refused_means_no_table_is_running() -> None:
    async def run() -> None:
        async with Link(listen_port=0, send_port=free_port()) as link:
            for call in (link.send(GetScripts()), link.execute("return 1"), link.scripts()):
                with pytest.raises(TableNotRunning, match="start Tabletop Simulator") as raised:
                    await call
                assert "\n" not in str(raised.value)

    asyncio.run(run())


def test_a_taken_port_says_so() -> None:
    async def run() -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            with pytest.raises(PortTaken, match=f"Port {port} is taken.*--share.*--listen-port"):
                async with Link(listen_port=port):
                    pass

    asyncio.run(run())


def test_two_links_cannot_share_a_port() -> None:
    async def run() -> None:
        async with Link(listen_port=0) as link:
            with pytest.raises(PortTaken):
                async with Link(listen_port=link.listen_port):
                    pass

    asyncio.run(run())


def test_a_port_is_free_again_after_the_link() -> None:
    async def run() -> None:
        async with Link(listen_port=0) as link:
            await say(link.listen_port, encode_incoming(Printed("a")))
            await take(link, 1)
        async with Link(listen_port=link.listen_port) as again:
            assert again.listen_port == link.listen_port

    asyncio.run(run())


def test_only_this_machine_is_listened_to() -> None:
    with pytest.raises(ValueError, match="only this machine"):
        Link(host="0.0.0.0")


def test_waiting_ends_when_a_table_appears() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, True))

    async def run() -> None:
        port = free_port()
        async with Link(listen_port=0, send_port=port) as link:
            waiting = asyncio.create_task(link.wait_for_table(10))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            table = FakeTable(reply, port)
            table.editor_port = link.listen_port
            async with table:
                await waiting

    asyncio.run(run())


def test_waiting_in_vain_says_why() -> None:
    async def run() -> None:
        async with Link(listen_port=0, send_port=free_port()) as link:
            with pytest.raises(TableNotRunning):
                await link.wait_for_table(0.05)

    asyncio.run(run())


def test_a_second_listener_takes_nothing_away() -> None:
    async def run() -> None:
        async with joined() as (table, link):
            with link.listen() as second:
                await table.tell(Custom({"n": 1}))
                assert await anext(second) == Custom({"n": 1})
            assert await take(link, 1) == [Custom({"n": 1})]

    asyncio.run(run())


def test_reading_ends_when_the_link_closes() -> None:
    async def run() -> None:
        async with joined() as (table, link):
            await table.tell(Printed("last"))
            waiting = asyncio.create_task(link.execute("return 1"))
            await asyncio.sleep(0.05)
        assert [message async for message in link] == [Printed("last")]
        assert [message async for message in link] == []
        with pytest.raises(LinkError, match="closed"):
            await waiting

    asyncio.run(run())


def test_a_reader_that_lags_loses_the_oldest() -> None:
    async def run() -> None:
        stream = Stream(size=2)
        for text in ("1", "2", "3"):
            stream.put(Printed(text))
        assert [await anext(stream), await anext(stream)] == [Printed("2"), Printed("3")]
        assert stream.lost == 1

    asyncio.run(run())
