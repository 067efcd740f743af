"""A table reduced to its two ports: it notes what it is sent and answers as the test says."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

import msgspec

from tts_bridge.editor.messages import (
    Execute,
    Incoming,
    Outgoing,
    Returned,
    decode_outgoing,
    encode_incoming,
)


def free_port() -> int:
    """A loopback port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def say(port: int, *pieces: bytes, pause: float = 0.0) -> None:
    """One connection to `port` that carries `pieces`, with a pause between them."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)
    writer.close()
    await writer.wait_closed()


def answer(to: Outgoing, value: object = None, *, ok: bool = True) -> Returned:
    """The answer to an execute: what the script around it gives."""
    assert isinstance(to, Execute)
    text = msgspec.json.encode({"ok": ok, "value": value}).decode()
    return Returned(to.return_id, text)


class FakeTable:
    """Listens where a table would; `reply` gets each message and may `tell` something back."""

    def __init__(
        self, reply: Callable[[FakeTable, Outgoing], Awaitable[None]], port: int = 0
    ) -> None:
        self.port = port
        self.editor_port = 0
        self.heard: list[Outgoing] = []
        self._reply = reply
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await asyncio.gather(*self._tasks)
        await self._server.wait_closed()

    async def tell(self, *messages: Incoming) -> None:
        for message in messages:
            await say(self.editor_port, encode_incoming(message))

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        message = decode_outgoing(await reader.read())
        writer.close()
        self.heard.append(message)
        task = asyncio.create_task(self._answer(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, message: Outgoing) -> None:
        await self._reply(self, message)
