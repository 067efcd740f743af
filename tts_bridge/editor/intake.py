"""Documents from whoever connects to a port: one a connection, bounded singly and together.

Who connects may send nothing, or without end, or be many. What is unfinished is bounded in sum: a
small document is always read; of large ones the first in line is read to its end, the others as
far as there is room, then they wait. Who dawdles while others wait is cut off.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tts_bridge.editor.messages import LIMIT, ProtocolError

SMALL = 2**18
"""Bytes up to which a document never waits."""
CHUNK = 2**16
"""Bytes that are read at once; four times as many may wait unread on each connection."""
CONNECTIONS = 128
"""Connections that are read from; further ones wait until they are accepted."""
PATIENCE = 0.5
"""Seconds in which something has to arrive while others wait."""
PROGRESS = 2**20
"""Bytes that have to arrive in them, unless the document ends."""
GRACE = 0.05
"""Seconds more: we may have been busy ourselves, and what has arrived is read in them."""


class _Document:
    """A document that is not dealt with yet."""

    def __init__(self, begun: float) -> None:
        self.data = bytearray()
        self.begun = begun
        self.deadline: asyncio.Timeout | None = None
        """None once all of it is there."""

    def cut_off(self) -> None:
        """Give it up, unless all of it is there."""
        if self.deadline is not None:
            with suppress(RuntimeError):  # its time is up just now
                self.deadline.reschedule(asyncio.get_running_loop().time())


class Intake:
    """Reads the documents of everybody who connects.

    `take` is given each whole document (b"" of who hangs up without a word) and may raise
    ProtocolError; until it returns the document counts as unfinished. `refuse` is told what was
    wrong with one: a ProtocolError, TimeoutError or OSError. `limit` is the bytes of one, `seconds`
    the time for it.
    """

    def __init__(
        self,
        take: Callable[[bytearray], Awaitable[None]],
        refuse: Callable[[Exception], None],
        *,
        limit: int = LIMIT,
        seconds: float = 30.0,
        connections: int = CONNECTIONS,
        patience: float = PATIENCE,
    ) -> None:
        self.take = take
        self.refuse = refuse
        self.limit = limit
        self.seconds = seconds
        self.connections = connections
        self.patience = patience
        self._open: dict[asyncio.Task[None], _Document] = {}
        self._line: list[_Document] = []
        """Those of which something has arrived, in order."""
        self._changed = asyncio.Event()
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Bytes of all that is not dealt with yet."""
        return sum(len(each.data) for each in self._line)

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        assert self._listener is not None
        host, port, *_ = self._listener.getsockname()
        return host, port

    def listen(self, listener: socket.socket) -> None:
        """Accept whoever connects to a listening socket, which is ours from now on."""
        listener.setblocking(False)
        self._listener = listener
        self._accepting = asyncio.create_task(self._accept(listener))

    async def stop_listening(self) -> None:
        """Nobody is accepted any more; who is connected may go on."""
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.gather(self._accepting, return_exceptions=True)
            self._accepting = None
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    async def close(self) -> None:
        """End all of it at once."""
        await self.stop_listening()
        tasks = list(self._open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            while len(self._open) >= self.connections:
                await self._free_a_connection()
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError as error:  # no more files may be opened, or the other side is gone
                self.refuse(error)
                await asyncio.sleep(min(1.0, self.patience))
                continue
            document = _Document(loop.time())
            task = asyncio.create_task(self._receive(connection, document))
            self._open[task] = document
            task.add_done_callback(self._forget)

    async def _free_a_connection(self) -> None:
        if not await self._has_changed():
            due = asyncio.get_running_loop().time() - self.patience
            for each in self._open.values():
                if each.begun <= due and len(each.data) <= SMALL:
                    each.cut_off()

    async def _has_changed(self) -> bool:
        """Whether, before patience ends, a document was dealt with."""
        self._changed.clear()
        for seconds in (self.patience, GRACE):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
                    return True
        return False

    def _forget(self, task: asyncio.Task[None]) -> None:
        document = self._open.pop(task)
        if document in self._line:
            self._line.remove(document)
        self._changed.set()

    async def _receive(self, connection: socket.socket, document: _Document) -> None:
        try:
            await self._read(connection, document)
            await self.take(document.data)
        except (ProtocolError, OSError, TimeoutError) as error:
            self.refuse(error)

    async def _read(self, connection: socket.socket, document: _Document) -> None:
        try:
            reader, writer = await asyncio.open_connection(sock=connection, limit=CHUNK)
        except BaseException:
            connection.close()
            raise
        try:
            async with asyncio.timeout(self.seconds) as document.deadline:
                while chunk := await reader.read(CHUNK):
                    if not document.data:
                        self._line.append(document)
                    document.data += chunk
                    if len(document.data) > self.limit:
                        raise ProtocolError(f"More than {self.limit} bytes", f"byte {self.limit}")
                    if not self._has_room_for(document):
                        await self._wait_for_room(document)
        finally:
            document.deadline = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _has_room_for(self, document: _Document) -> bool:
        first, *others = self._line
        return (
            document is first
            or len(document.data) <= SMALL
            or sum(len(each.data) for each in others) <= self.limit
        )

    async def _wait_for_room(self, document: _Document) -> None:
        """Wait while others are read; the time for this document stands still meanwhile."""
        assert document.deadline is not None
        loop = asyncio.get_running_loop()
        left = (document.deadline.when() or loop.time()) - loop.time()
        document.deadline.reschedule(None)
        while not self._has_room_for(document):
            first = self._line[0]
            before = len(first.data)
            if not await self._has_changed() and len(first.data) - before < PROGRESS:
                first.cut_off()
        document.deadline.reschedule(loop.time() + left)
