"""Documents of strangers: bounded singly and together, and who behaves is always heard."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tests.fake_table import free_port, say
from tts_bridge.editor.intake import CHUNK, SMALL, Intake
from tts_bridge.editor.link import Link
from tts_bridge.editor.log_limit import SparingLog
from tts_bridge.editor.messages import (
    LIMIT,
    VALUES,
    Custom,
    Loaded,
    Printed,
    ProtocolError,
    Script,
    decode_incoming,
    encode_incoming,
)
from tts_bridge.editor.stream import Stream, memory
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

MB = 1_000_000


class Heard:
    """An intake, what it took, and what it refused."""

    def __init__(self, **options: Any) -> None:
        self.took: list[bytes] = []
        self.refused: list[Exception] = []
        self.most = 0
        self.intake = Intake(self.take, self.refused.append, **options)
        self.port = 0

    async def take(self, document: bytearray) -> None:
        self.most = max(self.most, self.intake.waiting)
        self.took.append(bytes(document))

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():
                self.most = max(self.most, self.intake.waiting)
                await asyncio.sleep(0.005)


@asynccontextmanager
async def hearing(**options: Any) -> AsyncIterator[Heard]:
    heard = Heard(**options)
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    heard.port = listener.getsockname()[1]
    heard.intake.listen(listener)
    try:
        yield heard
    finally:
        await heard.intake.close()


async def hold(port: int, data: bytes) -> None:
    """Send so much as is taken, and then neither go on nor away."""
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(data)
            await reader.read()
        finally:
            writer.transport.abort()


@asynccontextmanager
async def busy(*doings: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Others who do this meanwhile."""
    tasks = [asyncio.create_task(each) for each in doings]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(300):
            await test()

    asyncio.run(main())


def test_what_is_unfinished_is_bounded_in_sum_and_who_ends_is_heard_meanwhile() -> None:
    async def test() -> None:
        limit = 3 * MB
        async with (
            hearing(limit=limit, patience=0.2) as heard,
            busy(*(hold(heard.port, b"x" * (limit - 9)) for _ in range(12))),
        ):
            await heard.until(lambda: heard.intake.waiting > limit)
            await say(heard.port, b"small")
            await heard.until(lambda: b"small" in heard.took)
            await say(heard.port, b"y" * limit)
            await heard.until(lambda: b"y" * limit in heard.took)
            assert heard.most <= 2 * limit + 14 * (SMALL + CHUNK)
            assert all(isinstance(each, TimeoutError) for each in heard.refused)

    run(test)


def test_many_large_documents_at_once_all_arrive() -> None:
    async def test() -> None:
        limit = 2 * MB
        async with hearing(limit=limit) as heard:
            sent = [b"%d" % number * limit for number in range(8)]
            await asyncio.gather(*(say(heard.port, each) for each in sent))
            await heard.until(lambda: len(heard.took) == len(sent))
            assert sorted(heard.took) == sorted(sent)
            assert heard.most <= 2 * limit + len(sent) * (SMALL + CHUNK)

    run(test)


def test_who_holds_every_connection_open_keeps_nobody_out() -> None:
    async def test() -> None:
        async with (
            hearing(connections=4, patience=0.1) as heard,
            busy(*(hold(heard.port, b"x" * (number % 2)) for number in range(20))),
        ):
            await heard.until(lambda: len(heard.intake._open) == 4)
            await asyncio.gather(*(say(heard.port, b"hello") for _ in range(5)))
            await heard.until(lambda: heard.took.count(b"hello") == 5)

    run(test)


def test_more_connections_than_are_read_from_all_arrive() -> None:
    async def test() -> None:
        async with hearing(connections=3) as heard:
            await asyncio.gather(*(say(heard.port, b"%d" % n) for n in range(100)))
            await heard.until(lambda: len(heard.took) == 100)
            assert not heard.refused

    run(test)


def test_a_trickle_does_not_hold_a_large_document_up() -> None:
    async def test() -> None:
        limit = MB

        async def trickle(port: int) -> None:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"x" * (limit - 99_000))
                    for _ in range(99_000):
                        writer.write(b"x")
                        await writer.drain()
                        await asyncio.sleep(0.01)
                finally:
                    writer.transport.abort()

        async with (
            hearing(limit=limit, patience=0.1) as heard,
            busy(*(trickle(heard.port) for _ in range(4))),
        ):
            await heard.until(lambda: heard.intake.waiting > limit)
            await say(heard.port, b"y" * limit)
            await heard.until(lambda: b"y" * limit in heard.took)

    run(test)


def test_what_is_taken_but_not_dealt_with_counts_as_well() -> None:
    async def test() -> None:
        gate = asyncio.Event()
        async with hearing(limit=MB, connections=3) as heard:

            async def take(document: bytearray) -> None:
                await gate.wait()
                heard.took.append(bytes(document))

            heard.intake.take = take
            sent = [asyncio.create_task(say(heard.port, b"x" * MB)) for _ in range(9)]
            await heard.until(lambda: heard.intake.waiting >= 2 * MB)
            await asyncio.sleep(0.1)
            assert heard.intake.waiting <= 2 * MB + 3 * (SMALL + CHUNK)
            gate.set()
            await heard.until(lambda: len(heard.took) == 9)
            await asyncio.gather(*sent)

    run(test)


def test_a_referee_s_port_takes_sixty_megabytes_among_twenty_that_never_end() -> None:
    async def test() -> None:
        document = encode_incoming(Loaded((Script("-1", script="x = {1, 2}\n" * 5_400_000),)))
        assert LIMIT > len(document) > 60 * MB
        async with (
            Link(listen_port=0, send_port=free_port()) as link,
            busy(*(hold(link.listen_port, document[:-9]) for _ in range(20))),
        ):
            link._intake.patience = 0.05
            while link._intake.waiting < LIMIT:
                await asyncio.sleep(0.01)
            await say(link.listen_port, encode_incoming(Printed("small")))
            assert await anext(aiter(link)) == Printed("small")
            assert link._intake.waiting <= 2 * LIMIT + 21 * (SMALL + CHUNK)
            await say(link.listen_port, document)
            assert isinstance(await anext(aiter(link)), Loaded)

    run(test)


def test_a_flood_of_bad_documents_is_a_few_lines(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with (
            Link(listen_port=0, send_port=free_port()) as link,
            Server(Table({"ObjectStates": []}), port=0, editor_port=free_port()) as server,
        ):
            for port in (link.listen_port, server.port):
                for number in range(100):
                    await say(port, b'{"messageID": %d' % number)
            while link.rejected < 100:
                await asyncio.sleep(0.005)

    with caplog.at_level(logging.WARNING):
        run(test)
    lines = [each.message for each in caplog.records]
    assert len(lines) == 8
    assert sum(line.startswith("97 more like this: ") for line in lines) == 2


def test_a_log_line_says_how_many_more_there_were_and_does_nothing_to_a_terminal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        log = SparingLog(logging.getLogger("tts_bridge.test"), most=1, seconds=0.01)
        for number in range(5):
            log.warning("Ignored: %s", f"\x1b[31m{number}\n" + "x" * 9000)
        log.warning("Another: %d", 1)
        while len(caplog.records) < 3:
            await asyncio.sleep(0.005)
        log.warning("Ignored: %s", "again")
        log.sum_up()

    with caplog.at_level(logging.WARNING):
        run(test)
    first, other, more, again = (each.message for each in caplog.records)
    assert first.startswith("Ignored:  [31m0 xxx")
    assert len(first) < 400
    assert other == "Another: 1"
    assert more.startswith("4 more like this: Ignored:  [31m4 xxx")
    assert again == "Ignored: again"


@pytest.mark.parametrize(
    "inner",
    ["[]", "{}", '""', "1", '{"a":1}', '"\\\\"', '"\\""', "[[[]]]"],
)
@pytest.mark.parametrize("kind", [4, 5, 99])
def test_a_document_of_very_many_values_is_refused_before_it_is_decoded(
    inner: str, kind: int
) -> None:
    fields = {4: "customMessage", 5: "returnValue", 99: "x"}
    many = ",".join([inner] * (VALUES + 1))
    document = f'{{"messageID":{kind},"{fields[kind]}":[{many}]}}'.encode()
    with pytest.raises(ProtocolError, match="values"):
        decode_incoming(document)


@pytest.mark.parametrize("text", ["{[,", '",', '\\",', "\\\\", '\\\\",[', "，{"])
def test_a_text_may_hold_whatever_it_likes(text: str) -> None:
    script = text * (2 * VALUES)
    for message in (Loaded((Script("-1", script=script),)), Custom({"data": script})):
        assert decode_incoming(encode_incoming(message)) == message


def test_a_reader_that_lags_is_kept_a_bounded_amount_of_memory() -> None:
    async def test() -> None:
        message = Custom({"a": [{} for _ in range(1000)]})
        assert 64_000 < memory(message) < 200_000
        stream = Stream(bytes_=10 * memory(message))
        for _ in range(100):
            stream.put(message)
        assert stream.lost == 90
        large = Printed("骰" * MB)
        assert memory(large) > 2 * MB
        stream.put(large)  # larger than everything together
        stream.close()
        assert [each async for each in stream] == [large]

    run(test)
