"""Messages of a table on their way to one reader."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import astuple

from tts_bridge.editor.messages import LIMIT, Incoming

BUFFERED = 10_000
"""Messages kept for a reader that lags behind."""
BYTES = 4 * LIMIT
"""Memory that they may take; the newest is kept whatever it takes."""


class Stream:
    """Messages of the table in order of arrival, for one reader; ends when the link closes.

    `lost` counts the oldest ones that were thrown away because the reader lagged behind.
    """

    def __init__(self, size: int = BUFFERED, bytes_: int = BYTES) -> None:
        self.size = size
        self.bytes = bytes_
        self.lost = 0
        self._queue: deque[tuple[Incoming, int]] = deque()
        self._taken = 0
        self._ended = False
        self._more = asyncio.Event()

    def put(self, message: Incoming) -> None:
        taken = memory(message)
        self._queue.append((message, taken))
        self._taken += taken
        while len(self._queue) > 1 and (len(self._queue) > self.size or self._taken > self.bytes):
            self._take()
            self.lost += 1
        self._more.set()

    def _take(self) -> Incoming:
        message, taken = self._queue.popleft()
        self._taken -= taken
        return message

    def close(self) -> None:
        self._ended = True
        self._more.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Incoming:
        while not self._queue:
            if self._ended:
                raise StopAsyncIteration
            self._more.clear()
            await self._more.wait()
        return self._take()


def memory(message: Incoming) -> int:
    """Bytes of memory that a message takes."""
    taken = 0
    stack: list[Any] = [message]
    while stack:
        each = stack.pop()
        taken += sys.getsizeof(each)
        if isinstance(each, Struct):
            stack.extend(astuple(each))
        elif isinstance(each, dict):
            stack.extend(each)
            stack.extend(each.values())
        elif isinstance(each, list | tuple):
            stack.extend(each)
    return taken
