"""Passing on to an editor what is the editor's, when we listen on the port it would listen on.

Each message goes on as it came: unchanged bytes, in order, on a connection of its own, as the game
itself does. An editor that is closed, slow or hostile costs us nothing but the memory of `KEPT`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Self

from tts_bridge.editor.log_limit import SparingLog
from tts_bridge.editor.messages import LIMIT

KEPT = 2 * LIMIT
"""Bytes that are kept for an editor that does not take them: the largest message, and more."""
MOST = 2_000
"""Messages that are kept, at most."""
CONNECT_SECONDS = 2.0
TAKE_SECONDS = 10.0
"""How long an editor may need to take one message."""
PAUSE = 0.2
LONGEST_PAUSE = 2.0
"""Seconds between attempts at an editor that is closed; at first, and at last."""

log = logging.getLogger(__name__)


class Relay:
    """Passes documents on to an editor's own port; used as `async with Relay(port) as relay:`.

    `passed` and `dropped` count documents.
    """

    def __init__(
        self,
        port: int,
        host: str = "127.0.0.1",
        *,
        kept: int = KEPT,
        take_seconds: float = TAKE_SECONDS,
        longest_pause: float = LONGEST_PAUSE,
    ) -> None:
        self.port = port
        self.host = host
        self.kept = kept
        self.take_seconds = take_seconds
        self.longest_pause = longest_pause
        self.passed = 0
        self.dropped = 0
        self.waiting = 0
        """Bytes that the editor has not taken yet."""
        self._queue: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._is_away = False
        self._log = SparingLog(log, most=1)
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._log.sum_up()

    def pass_on(self, document: bytes) -> None:
        """Take a document for the editor; returns at once. The oldest make room for it."""
        self._queue.append(document)
        self.waiting += len(document)
        while self._queue and (self.waiting > self.kept or len(self._queue) > MOST):
            self._drop()
        self._more.set()

    def _drop(self) -> None:
        self.waiting -= len(self._queue.popleft())
        self.dropped += 1
        self._log.warning(
            "The editor on port %d does not take its messages; the oldest are dropped", self.port
        )

    async def _run(self) -> None:
        pause = PAUSE
        while True:
            await self._more.wait()
            if not self._queue:
                self._more.clear()
                continue
            writer = await self._connect()
            if writer is None:
                if not self._is_away:
                    self._is_away = True
                    self._log.warning(
                        "No editor listens on port %d; messages for it are kept", self.port
                    )
                await asyncio.sleep(pause)
                pause = min(pause * 2, self.longest_pause)
                continue
            pause, self._is_away = PAUSE, False
            if not self._queue:  # dropped while the editor was being reached
                writer.transport.abort()
                continue
            document = self._queue.popleft()
            self.waiting -= len(document)
            await self._hand_over(writer, document)

    async def _connect(self) -> asyncio.StreamWriter | None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, writer = await asyncio.open_connection(self.host, self.port, limit=2**10)
        except (OSError, TimeoutError):
            return None
        return writer

    async def _hand_over(self, writer: asyncio.StreamWriter, document: bytes) -> None:
        """One document on one connection; an editor that breaks off does not get it again: half of
        it may be there."""
        try:
            async with asyncio.timeout(self.take_seconds):
                writer.write(document)
                writer.write_eof()
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError) as error:
            self.dropped += 1
            reason = "took too long" if isinstance(error, TimeoutError) else "broke off"
            self._log.warning(
                "The editor on port %d %s; a message of %d bytes is dropped",
                self.port,
                reason,
                len(document),
            )
        else:
            self.passed += 1
        finally:
            with suppress(OSError):
                writer.transport.abort()
