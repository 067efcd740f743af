"""Server-sent events to many readers: each event is encoded once a view, and written in slices.

Readers never make the table wait: who reads too slowly is cut off and comes back by itself, told
only what it missed (`Last-Event-ID`), or everything anew.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from tts_bridge.web.feed import Make, Viewer

REMEMBERED = 200
"""Events of a view that can be told again."""
SLICE = 20
"""Readers written to before others get a turn."""
UNREAD = 512_000
"""Bytes not yet taken after which a reader is too slow."""
HEARTBEAT = 15.0
"""Seconds between signs of life: they show who is gone."""


class Reader:
    """Somebody who listens. `gone` is set when it is over."""

    def __init__(self, transport: asyncio.WriteTransport, since: int) -> None:
        self.transport = transport
        self.since = since
        self.gone = asyncio.Event()

    def write(self, chunk: bytes) -> None:
        """Hand over bytes, unless the reader is gone or too slow."""
        if self.transport.is_closing():
            self.gone.set()
        elif self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()
            self.gone.set()
        else:
            self.transport.write(chunk)


class Hub:
    """The readers of a feed. `full` gives everything for a view."""

    def __init__(self, full: Callable[[Viewer], Any]) -> None:
        self.full = full
        self.epoch = secrets.token_hex(4)
        self.number = 0
        self.readers: dict[Viewer, set[Reader]] = {}
        self.dropped = 0
        self._rings: dict[Viewer, deque[tuple[int, bytes]]] = {}
        self._fulls: dict[Viewer, tuple[int, bytes]] = {}
        self._queue: deque[tuple[int, Make]] = deque()
        self._wake = asyncio.Event()

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(len(readers) for readers in self.readers.values())

    def publish(self, make: Make) -> None:
        """An event for everybody: told soon, in order. Costs the caller nothing."""
        self.number += 1
        self._queue.append((self.number, make))
        self._wake.set()

    def join(
        self, viewer: Viewer, transport: asyncio.WriteTransport, last_id: str
    ) -> tuple[Reader, bytes]:
        """A reader, and what it is to be sent before anything else: what it missed, or all."""
        ring = self._rings.setdefault(viewer, deque(maxlen=REMEMBERED))
        told = self._queue[0][0] - 1 if self._queue else self.number
        missed = self._missed(ring, told, last_id)
        if missed is None:
            reader, first = Reader(transport, self.number), self._everything(viewer)
        else:
            reader, first = Reader(transport, told), b": resumed\n\n" + b"".join(missed)
        self.readers.setdefault(viewer, set()).add(reader)
        return reader, first

    def _missed(
        self, ring: deque[tuple[int, bytes]], told: int, last_id: str
    ) -> list[bytes] | None:
        """The events after the one that was read last; None when some are no longer known."""
        epoch, _, text = last_id.partition("-")
        if epoch != self.epoch or not text.isdecimal() or len(text) > 12:
            return None
        missed = [event for number, event in ring if number > int(text)]
        return missed if len(missed) == told - int(text) else None

    def _everything(self, viewer: Viewer) -> bytes:
        """An event with all there is, made once for all who come before the next one."""
        known = self._fulls.get(viewer)
        if known is None or known[0] != self.number:
            known = (self.number, self.event(self.number, self.full(viewer)))
            self._fulls[viewer] = known
        return known[1]

    def restart(self) -> None:
        """Forget what was to be told: everybody is sent everything anew."""
        self.epoch = secrets.token_hex(4)
        self._rings.clear()
        self._fulls.clear()
        self._queue.clear()
        self.close()

    def leave(self, viewer: Viewer, reader: Reader) -> None:
        """A reader is gone."""
        self.readers.get(viewer, set()).discard(reader)

    def event(self, number: int, body: Any) -> bytes:
        """An event as it is sent; its data is one line."""
        data = msgspec.json.encode(body)
        return b"id: %s-%d\nevent: frame\ndata: %s\n\n" % (self.epoch.encode(), number, data)

    async def run(self) -> None:
        """Tell the readers, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self._wake.wait()
            except TimeoutError:
                for viewer in list(self.readers):
                    await self.tell(viewer, chunked(b": still here\n\n"), None)
                continue
            self._wake.clear()
            while self._queue:
                number, make = self._queue[0]
                views = {viewer for viewer, readers in self.readers.items() if readers}
                for viewer in views | set(self._rings):
                    body = make(viewer)
                    event = b"" if body is None else self.event(number, body)
                    self._rings.setdefault(viewer, deque(maxlen=REMEMBERED)).append((number, event))
                self._queue.popleft()
                for viewer in views:
                    if event := self._rings[viewer][-1][1]:
                        await self.tell(viewer, chunked(event), number)

    async def tell(self, viewer: Viewer, chunk: bytes, number: int | None) -> None:
        """Write to the readers of a view, a slice at a time."""
        for index, reader in enumerate(list(self.readers.get(viewer, ()))):
            if number is None or reader.since < number:
                reader.write(chunk)
            if index % SLICE == SLICE - 1:
                await asyncio.sleep(0)

    def close(self) -> None:
        """End every reader."""
        for readers in self.readers.values():
            for reader in readers:
                reader.gone.set()


def chunked(data: bytes) -> bytes:
    """Data as a chunk of HTTP's chunked encoding."""
    return b"%x\r\n%s\r\n" % (len(data), data)
