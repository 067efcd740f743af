"""Messages of a table on their way to one reader."""

from __future__ import annotations

import asyncio
from typing import Self

from tts_bridge.protocol import Incoming

BUFFERED = 10_000
"""Messages kept for a reader that lags behind."""


class Stream:
    """Messages of the table in order of arrival, for one reader; ends when the link closes.

    `lost` counts the oldest ones that were thrown away because the reader lagged behind.
    """

    def __init__(self, size: int = BUFFERED) -> None:
        self._queue: asyncio.Queue[Incoming | None] = asyncio.Queue(size)
        self._ended = False
        self.lost = 0

    def put(self, message: Incoming | None) -> None:
        if self._queue.full():
            self._queue.get_nowait()
            self.lost += 1
        self._queue.put_nowait(message)

    def close(self) -> None:
        if not self._ended:
            self._ended = True
            self.put(None)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Incoming:
        if self._ended and self._queue.empty():
            raise StopAsyncIteration
        message = await self._queue.get()
        if message is None:
            raise StopAsyncIteration
        return message
