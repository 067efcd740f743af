"""A table of two thousand objects, reduced to its two ports: it reports, obeys and keeps time."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from tests.fake_table import free_port, say
from tests.referee_hands import snapshot
from tts_bridge.agent.observations import Piece, Snapshot
from tts_bridge.editor.messages import SendCustom, decode_outgoing
from tts_bridge.referee.profile import ident

OBJECTS = 2_000
PART = 50
"""Pieces in one part of a snapshot."""


def crowded() -> Snapshot:
    """The ready-made mod among so many other things that there are `OBJECTS` in all."""
    first = snapshot()
    others = tuple(
        Piece(f"{number:06x}", name="Custom_Model", type="Generic", nickname=f"Thing {number}",
              at=(100.0 + number % 40, 1.0, number / 40))
        for number in range(OBJECTS - len(first.pieces))
    )  # fmt: skip
    return replace(first, pieces=first.pieces + others)


class StandIn:
    """The table: listens where commands come, tells events, and says when the answer came."""

    def __init__(self, referee_port: int) -> None:
        self.port = free_port()
        self.referee_port = referee_port
        self.table = crowded()
        self.seq = 0
        self.session = "bench"
        self.answered = asyncio.Event()
        self.answered_at = 0.0
        self._server: asyncio.Server | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", self.port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        await asyncio.gather(*self._telling, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await reader.read()
        now = time.perf_counter()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        message = decode_outgoing(data)
        assert isinstance(message, SendCustom)
        custom: Any = message.custom_message
        if "id" not in custom:  # an echo
            self._answered(now)
            return
        commands = json.loads(custom["data"])
        for command in commands:
            if command["do"] == "snapshot":
                self._tell_snapshot(command["request"])
        self._tell("done", {"id": custom["id"], "ok": True, "error": ""})
        if any(command["do"] != "snapshot" for command in commands):
            self._answered(now)

    def _answered(self, now: float) -> None:
        if not self.answered.is_set():
            self.answered_at = now
            self.answered.set()

    def report(self, event: str, data: dict[str, Any], player: str = "") -> bytes:
        """The next report, as it goes over the wire."""
        self.seq += 1
        message = {
            "ttsb": 1,
            "session": self.session,
            "seq": self.seq,
            "event": event,
            "player": player,
            "data": msgspec.json.encode(data).decode(),
        }
        return msgspec.json.encode({"messageID": 4, "customMessage": message})

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        task = asyncio.create_task(say(self.referee_port, self.report(event, data)))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    def _tell_snapshot(self, request: int) -> None:
        pieces = self.table.pieces
        parts = -(-len(pieces) // PART)
        for part in range(parts):
            some = pieces[part * PART : (part + 1) * PART]
            data = {"request": request, "part": part + 1, "parts": parts, "pieces": some}
            self._tell("snapshot", {**data, "players": self.table.players})

    def piece(self, name: str) -> Piece:
        """A piece of the mod."""
        return next(piece for piece in self.table.pieces if ident(piece) == name)

    async def measure(self, report: bytes) -> float:
        """Seconds from the moment an event is told until the answer has arrived."""
        self.answered.clear()
        start = time.perf_counter()
        await say(self.referee_port, report)
        async with asyncio.timeout(120):
            await self.answered.wait()
        return self.answered_at - start
