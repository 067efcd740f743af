"""A link and a table's server within one process: no ports, so that time may be virtual.

Every message is encoded and decoded as it is on the wire.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

from tts_bridge.editor.link import Link, TableNotRunning
from tts_bridge.editor.messages import Outgoing, decode_incoming, encode_outgoing
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table


class LocalLink(Link):
    """A link to a table in this process."""

    take: Callable[[bytes], None] | None = None
    """Takes documents for the table, while there is one."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in self._streams:
            stream.close()

    async def send(self, message: Outgoing) -> None:
        """Hand one message to the table. Raises TableNotRunning."""
        if self.take is None:
            raise TableNotRunning("the table is dead")
        self.take(encode_outgoing(message))


class LocalServer(Server):
    """Serves a table to a link in this process."""

    def __init__(self, table: Table, link: LocalLink) -> None:
        super().__init__(table)
        self.link = link

    async def _listen(self) -> None:
        self.link.take = self.take

    async def _close(self) -> None:
        self.link.take = None

    async def _send(self, document: bytes) -> None:
        self.link.deliver(decode_incoming(document))


@asynccontextmanager
async def serve(table: Table, *, ports: bool = False) -> AsyncIterator[Link]:
    """A link to the table, within this process or over free ports of this machine."""
    if ports:
        async with (
            Link(listen_port=0, send_port=0) as link,
            Server(table, port=0, editor_port=link.listen_port) as server,
        ):
            link.send_port = server.port
            yield link
    else:
        async with LocalLink() as local, LocalServer(table, local):
            yield local
