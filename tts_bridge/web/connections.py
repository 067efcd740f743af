"""Connections to the page's port: how many, and for how long without a request.

A browser asks at once. A connection that dawdles over its request, or idles between two, is
closed, and makes room when there are too many; where none does, one more is told so and closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from importlib import import_module

REQUEST_SECONDS = 10.0
"""For a request's head and body to arrive."""
CONNECTIONS = 1200
SPARE = 400
"""Files that the page leaves to everything else: the journal, the table, who is being accepted."""
BACKLOG = 128
DAWDLE = 1.0
"""Seconds without a request after which a connection makes room for another one."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def affordable(wanted: int) -> int:
    """How many connections the system lets us have, up to `wanted`, when enough other files may
    still be opened. Raises the soft limit on open files as far as that takes."""
    try:
        resource = import_module("resource")
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS has a limit of its own
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft = raised
    return int(max(soft // 4, soft - SPARE, 1))


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
        self.waiting: dict[Gate, float] = {}
        """Those whose request is due, and since when, oldest first."""
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

    def has_room(self) -> bool:
        """Whether one more may come in; who has dawdled longest makes room."""
        if len(self.open) < self.limit:
            return True
        gate, since = next(iter(self.waiting.items()), (None, 0.0))
        if gate is None or asyncio.get_running_loop().time() - since < DAWDLE:
            return False
        gate.expire()
        return True

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
        if not self.gates.has_room():
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
        self.gates.waiting[self] = loop.time()

    def stop(self) -> None:
        """None is."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            self.gates.waiting.pop(self, None)

    def expire(self) -> None:
        """Too slow."""
        self.stop()
        if self.transport is not None:
            self.gates.open.pop(self.transport, None)
            self.transport.abort()
