"""Sharing the editors' port: what is the editor's goes on unchanged and in order; ours does not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from exporters.luacode.agent_source import agent_script
from exporters.mods.invader import build_mod
from rules.invader.setup import Config
from tests.fake_table import FakeTable, answer, free_port, say
from tts_bridge.editor.link import Link, NoAnswer
from tts_bridge.editor.messages import (
    Created,
    Custom,
    Execute,
    Failed,
    GetScripts,
    Loaded,
    Outgoing,
    Printed,
    Returned,
    Saved,
    encode_incoming,
)
from tts_bridge.editor.relay import Relay
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.session.journal import Journal
from tts_bridge.session.session import Session
from tts_bridge.testing.rig import Game
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

Handle = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Editor:
    """An editor: what it was sent, a document a connection."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.port = 0

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.got.append(await reader.read())
        writer.close()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(120):
            while len(self.got) < count:
                await asyncio.sleep(0.005)

    async def hears(self, text: bytes) -> None:
        async with asyncio.timeout(120):
            while not any(text in document for document in self.got):
                await asyncio.sleep(0.005)


async def silent(table: FakeTable, message: Outgoing) -> None:
    pass


@asynccontextmanager
async def listening(handle: Handle, port: int = 0) -> AsyncIterator[int]:
    server = await asyncio.start_server(handle, "127.0.0.1", port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@asynccontextmanager
async def sharing(handle: Handle, **options: float) -> AsyncIterator[tuple[Link, Relay]]:
    async with (
        listening(handle) as port,
        Relay(port, **options) as relay,  # type: ignore[arg-type]
        Link(listen_port=0, send_port=free_port(), relay=relay) as link,
    ):
        yield link, relay


def test_everything_that_is_the_editors_goes_on_unchanged_and_in_order() -> None:
    documents = [
        encode_incoming(Printed("{{ 1 }} — 你好")),
        b'\xef\xbb\xbf{ "messageID" : 2,\r\n "message":"odd  spacing" }  ',
        encode_incoming(Failed("boom")),
        encode_incoming(Saved("C:\\x")),
        encode_incoming(Created("abcdef")),
        encode_incoming(Custom({"their": "own"})),
        encode_incoming(Custom("text")),
        encode_incoming(Returned(5, "theirs")),
        encode_incoming(Loaded()),
        b'{"messageID": 99, "later": "versions"}',
        b"not even JSON \xff",
        encode_incoming(Printed("x" * 2_000_000)),
    ]

    async def main() -> None:
        editor = Editor()
        async with sharing(editor.take) as (link, relay):
            for document in documents:
                await say(link.listen_port, document)
            await editor.until(len(documents))
            assert editor.got == documents
            assert (relay.passed, relay.dropped, relay.waiting) == (len(documents), 0, 0)
            ours = [await anext(aiter(link)) for _ in range(10)]
            assert isinstance(ours[-1], Printed)  # and we saw all of it that is a message

    asyncio.run(main())


def test_reports_of_the_agent_and_answers_to_our_questions_are_not_passed_on() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        if isinstance(message, GetScripts):
            await table.tell(Loaded(save_path="ours"), Loaded(save_path="theirs"))
        elif isinstance(message, Execute):
            await table.tell(Returned(7, "theirs"), answer(message, 1))

    async def main() -> None:
        editor = Editor()
        async with (
            listening(editor.take) as port,
            Relay(port) as relay,
            FakeTable(reply) as table,
            Link(listen_port=0, send_port=table.port, relay=relay) as link,
        ):
            table.editor_port = link.listen_port
            await table.tell(Custom({"ttsb": 1, "session": "s"}))
            assert await link.execute("return 1") == 1
            assert (await link.scripts()).save_path == "ours"
            await editor.until(2)
            await table.tell(Printed("last"))
            await editor.until(3)
            assert editor.got == [
                encode_incoming(Returned(7, "theirs")),
                encode_incoming(Loaded(save_path="theirs")),
                encode_incoming(Printed("last")),
            ]

    asyncio.run(main())


def test_scripts_that_come_after_we_gave_up_waiting_are_the_editors() -> None:
    async def main() -> None:
        editor = Editor()
        async with sharing(editor.take) as (link, _), FakeTable(silent) as table:
            link.send_port, table.editor_port = table.port, link.listen_port
            with pytest.raises(NoAnswer):
                await link.scripts(timeout=0.05)
            await table.tell(Loaded(save_path="a new game"))
            await editor.until(1)

    asyncio.run(main())


def test_messages_wait_for_an_editor_that_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        port, editor = free_port(), Editor()
        async with Relay(port, longest_pause=0.05) as relay:
            for number in range(3):
                relay.pass_on(b"%d" % number)
            await asyncio.sleep(0.1)
            async with listening(editor.take, port):
                await editor.until(3)
            assert editor.got == [b"0", b"1", b"2"]
            assert relay.dropped == 0

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert caplog.text.count("messages for it are kept") == 1


def test_what_is_kept_for_an_editor_has_a_limit(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        port, editor = free_port(), Editor()
        async with Relay(port, kept=1000, longest_pause=0.05) as relay:
            for number in range(100):
                relay.pass_on(b"%03d" % number + b"." * 97)
                assert relay.waiting <= 1000
            relay.pass_on(b"!" * 1001)  # larger than everything that may be kept
            assert relay.waiting == 0
            relay.pass_on(b"after")
            async with listening(editor.take, port):
                await editor.until(1)
            assert editor.got == [b"after"]
            assert relay.dropped == 101

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    lines = [each.message for each in caplog.records if "the oldest are dropped" in each.message]
    assert lines[1:] == [f"100 more like this: {lines[0]}"]


async def never_reads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        await asyncio.sleep(30)
    finally:
        writer.transport.abort()


async def breaks_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def floods(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            writer.write(b"x" * 2**20)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("handle", [never_reads, breaks_off, floods])
def test_we_hear_everything_whatever_the_editor_does(handle: Handle) -> None:
    async def main() -> None:
        async with sharing(handle, take_seconds=0.2) as (link, relay):
            big = "y" * 8_000_000
            for number in range(6):
                await say(link.listen_port, encode_incoming(Printed(f"{number}{big}")))
                message = await asyncio.wait_for(anext(aiter(link)), 120)
                assert isinstance(message, Printed)
                assert message.message.startswith(str(number))
            assert relay.waiting <= relay.kept

    asyncio.run(main())


def test_an_editor_that_came_to_its_senses_gets_what_follows() -> None:
    async def main() -> None:
        editor = Editor()
        is_odd = True

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await (breaks_off if is_odd else editor.take)(reader, writer)

        async with sharing(handle, take_seconds=0.2) as (link, relay):
            await say(link.listen_port, encode_incoming(Printed("z" * 8_000_000)))
            async with asyncio.timeout(120):
                while not relay.dropped:
                    await asyncio.sleep(0.01)
            is_odd = False
            await say(link.listen_port, encode_incoming(Printed("whole")))
            await editor.until(1)
            assert editor.got == [encode_incoming(Printed("whole"))]

    asyncio.run(main())


@pytest.mark.parametrize("handle", [None, never_reads, breaks_off, floods])
def test_the_referee_plays_on_beside_any_editor(handle: Handle | None) -> None:
    async def main() -> None:
        table = Table(build_mod(Config(), names=INVADER_NAMES, agent_script=agent_script()).data)
        editor = Editor()
        with Journal(None) as journal:
            async with (
                sharing(handle or editor.take, take_seconds=0.2) as (link, _),
                Server(table, port=0, editor_port=link.listen_port) as server,
            ):
                link.send_port = server.port
                table.load()
                table.join("White", "White")
                voice = Voice([Texts("en")])
                game = Game(table, Session(link, journal, voice, games=GAMES, mode="enforce"))
                await game.until_quiet()
                await game.act(lambda hands: hands.walk("cole", "4v-w"))
                await link.execute('print("for the editor")')
                assert game.referee.state.survivor("cole").at == "4v-w"
                if handle is None:
                    await editor.hears(b"for the editor")
                    assert not any(b"ttsb" in document for document in editor.got)
                game.running.cancel()
                await asyncio.gather(game.running, return_exceptions=True)

    asyncio.run(main())
