"""Connections to the page's port: how many, and for how long without a request.

A browser asks at once. A connection that dawdles over its request, or idles between two, is
closed; one too many is told so and closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

REQUEST_SECONDS = 10.0
"""For a request's head and body to arrive."""
CONNECTIONS = 1200
FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Gates:
    """The open connections of a server; `inner` makes the protocol that serves one."""

    def __init__(
        self,
        inner: Callable[[], asyncio.Protocol],
        limit: int = CONNECTIONS,
        seconds: float = REQUEST_SECONDS,
    ) -> None:
        self.inner = inner
        self.limit = limit
        self.seconds = seconds
        self.open: dict[asyncio.BaseTransport, Gate] = {}
        self.refused = 0

    def __call__(self) -> Gate:
        """The protocol of a new connection."""
        return Gate(self)

    def busy(self, transport: asyncio.BaseTransport | None) -> None:
        """A request has arrived whole: from now on it is our turn."""
        if transport in self.open:
            self.open[transport].stop()

    def idle(self, transport: asyncio.BaseTransport | None) -> None:
        """A request was answered: the next one is due in time."""
        if transport in self.open:
            self.open[transport].start()

    def close(self) -> None:
        """Close every connection at once."""
        for transport in list(self.open):
            if isinstance(transport, asyncio.WriteTransport):
                transport.abort()


class Gate(asyncio.Protocol):
    """One connection; passes everything on to the protocol that serves it."""

    def __init__(self, gates: Gates) -> None:
        self.gates = gates
        self.inner: asyncio.Protocol | None = None
        self.transport: asyncio.Transport | None = None
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if len(self.gates.open) >= self.gates.limit:
            self.gates.refused += 1
            transport.write(FULL)
            transport.close()
            return
        self.gates.open[transport] = self
        self.inner = self.gates.inner()
        self.inner.connection_made(transport)
        self.start()

    def data_received(self, data: bytes) -> None:
        if self.inner is not None:
            self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self.inner is None else self.inner.eof_received()

    def pause_writing(self) -> None:
        if self.inner is not None:
            self.inner.pause_writing()

    def resume_writing(self) -> None:
        if self.inner is not None:
            self.inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self.stop()
        if self.transport is not None:
            self.gates.open.pop(self.transport, None)
        if self.inner is not None:
            self.inner.connection_lost(error)

    def start(self) -> None:
        """A request is due."""
        self.stop()
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(self.gates.seconds, self.expire)

    def stop(self) -> None:
        """None is."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def expire(self) -> None:
        """Too slow."""
        if self.transport is not None:
            self.transport.abort()
