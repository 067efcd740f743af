"""The bad link: over the real ports, or from hand to hand within the process. Either way every
message is encoded and decoded as it is on the wire.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any

from tts_bridge.chaos.faults import Faults, Trace
from tts_bridge.editor.link import Link, LinkError
from tts_bridge.editor.messages import Incoming, Outgoing
from tts_bridge.testing.local_link import LocalLink


class FaultyLink(Link):
    """A link on which messages of both ways get lost, doubled and overtaken."""

    def __init__(self, luck: random.Random, faults: Faults, trace: Trace) -> None:
        super().__init__(listen_port=0, send_port=1)
        self.luck = luck
        self.faults = faults
        self.trace = trace
        self.is_deaf = False
        """Nobody listens: what comes is lost."""
        self._under_way: set[asyncio.Task[None]] = set()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.drop_what_is_under_way()
        await super().__aexit__(kind, error, trace)

    async def carry(self, message: Outgoing) -> None:
        """Bring a message to the table."""
        await super().send(message)

    async def send(self, message: Outgoing) -> None:
        for wait in self.waits("to the table", message):
            if wait:
                self.soon(self.send_after(wait, message))
            else:
                await self.carry(message)

    async def send_after(self, wait: float, message: Outgoing) -> None:
        """Send late; nobody hears of it when the table is gone by then."""
        await asyncio.sleep(wait)
        with suppress(LinkError):
            await self.carry(message)

    def deliver(self, message: Incoming) -> None:
        if self.is_deaf:
            self.trace.note("not heard", message)
            return
        for wait in self.waits("from the table", message):
            if wait:
                self.soon(self.deliver_after(wait, message))
            else:
                super().deliver(message)

    async def deliver_after(self, wait: float, message: Incoming) -> None:
        """Deliver late."""
        await asyncio.sleep(wait)
        self.trace.note("late", message)
        super().deliver(message)

    def waits(self, way: str, message: Incoming | Outgoing) -> list[float]:
        """How long each copy of a message takes; none: it is lost."""
        luck, faults = self.luck, self.faults
        if luck.random() < faults.lose:
            self.trace.note(f"lost {way}", message)
            return []
        waits = []
        for _ in range(2 if luck.random() < faults.repeat else 1):
            longest = faults.delay if luck.random() < faults.late else 0
            longest = faults.slowest if luck.random() < faults.slow else longest
            waits.append(luck.uniform(0, longest))
        self.trace.note(f"{way} in {', '.join(f'{wait:.3f}' for wait in waits)} s", message)
        return waits

    async def drop_what_is_under_way(self) -> None:
        """What is late comes no more."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def soon(self, doing: Coroutine[Any, Any, None]) -> None:
        """Let something happen by itself."""
        task = asyncio.create_task(doing)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)


class NearLink(FaultyLink, LocalLink):
    """The same, within the process: no ports."""
