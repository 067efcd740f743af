"""The headless table behind TTS's External Editor API: one JSON document per connection.

Listens on 127.0.0.1 and answers on a new connection to the editor's port, as the game does. The
table is touched from the event loop alone, one message after the other.
"""

import asyncio
import contextlib
import json
import logging
import math
import socket
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import Any

from tts_bridge.editor.intake import Intake
from tts_bridge.editor.log_limit import SparingLog
from tts_bridge.editor.messages import ProtocolError, check_size
from tts_bridge.headless.faults import Faults, cut
from tts_bridge.headless.script.runtime import ApiError, ScriptError
from tts_bridge.headless.sim.bounds import MEGABYTE, MOST_NESTED, MOST_TEXT, nested
from tts_bridge.headless.table import Table

NO_FAULTS = Faults()
TABLE_PORT, EDITOR_PORT = 39999, 39998
_HOST = "127.0.0.1"
_TICK = 1 / 30

_log = logging.getLogger(__name__)


class Server:
    """Serves a loaded table; `port` 0 takes a free one, which `port` then says.

    With `realtime` virtual time follows the real one; without, it runs on after each message until
    the table is quiet. `faults` says what goes wrong on purpose.
    """

    def __init__(
        self,
        table: Table,
        *,
        port: int = TABLE_PORT,
        editor_port: int = EDITOR_PORT,
        realtime: bool = False,
        faults: Faults = NO_FAULTS,
    ) -> None:
        self.table = table
        self.port, self.editor_port = port, editor_port
        self._realtime, self._faults, self._chance = realtime, faults, faults.chance()
        self._received = 0
        self._file = _content(table.path)
        self._incoming: asyncio.Queue[tuple[dict[str, Any], asyncio.Event]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._waiting = 0  # bytes of what is to go out, roughly
        self._tasks: list[asyncio.Task[None]] = []
        self._intake = Intake(self._receive, self._refuse)
        self._log = SparingLog(_log)

    async def __aenter__(self) -> "Server":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Begin to listen. Raises OSError when the port is taken."""
        await self._listen()
        for message in self.table.outbox:
            self._outgoing.put_nowait(message)
        self.table.outbox.clear()
        self.table.on_message = self._put
        work = [self._work(), self._send_all()]
        if self._realtime:
            work.append(self._tick())
        self._tasks = [asyncio.create_task(each) for each in work]

    def _put(self, message: dict[str, Any]) -> None:
        """Raises ApiError: too much waits for the editor."""
        size = _size(message)
        if self._waiting and self._waiting + size > MOST_TEXT:
            raise ApiError(f"more than {MOST_TEXT // MEGABYTE} MB wait for the editor")
        self._waiting += size
        self._outgoing.put_nowait(message)

    async def stop(self) -> None:
        """Stop listening; what has not been sent is lost."""
        self.table.on_message = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close()
        await self._intake.close()
        self._log.sum_up()

    async def _listen(self) -> None:
        listener = socket.create_server((_HOST, self.port), backlog=128)
        self.port = listener.getsockname()[1]
        self._intake.listen(listener)

    async def _close(self) -> None:
        await self._intake.stop_listening()

    @contextlib.asynccontextmanager
    async def _away(self) -> AsyncIterator[None]:
        """Nobody answers for a while, as when the game loads."""
        if self._faults.refuse:
            await self._close()
            await asyncio.sleep(self._faults.refuse)
        if self._faults.reload:
            await asyncio.sleep(self._faults.reload)
        yield
        if self._faults.refuse:
            await self._listen()

    async def drained(self) -> None:
        """Wait until all that came in has been done and all that goes out has been sent."""
        await self._incoming.join()
        await self._outgoing.join()

    # --- in ------------------------------------------------------------------------------------

    async def _receive(self, document: bytearray) -> None:
        await self._queue(document).wait()  # until then it counts among those that are unfinished

    def _refuse(self, error: Exception) -> None:
        reason = "it did not end in time" if isinstance(error, TimeoutError) else error
        self._log.warning("A document for the table was dropped: %s", reason)

    def take(self, document: bytes) -> None:
        """Have a document done when its turn comes. Raises ProtocolError: it is no message."""
        self._queue(document)

    def _queue(self, document: bytes | bytearray) -> asyncio.Event:
        """The same; set when it is done."""
        check_size(document)
        try:
            message = decode(document)
        except (ValueError, RecursionError) as error:
            raise ProtocolError(str(error), "the document") from error
        done = asyncio.Event()
        self._incoming.put_nowait((message, done))
        return done

    async def _work(self) -> None:
        while True:
            message, done = await self._incoming.get()
            self._received += 1
            try:
                if self._received == self._faults.restart:
                    await self._restart()
                elif message.get("messageID") == 1:
                    async with self._away():
                        self.handle(message)
                else:
                    self.handle(message)
                if not self._realtime:
                    self.table.settle()
            except Exception:
                self._log.exception("The table could not do %r", message.get("messageID"))
            finally:
                done.set()
                self._incoming.task_done()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self.table.pass_time(_TICK)

    async def _restart(self) -> None:
        """The game is closed and started anew: what waits to be sent is lost, as is the message."""
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
            self._outgoing.task_done()
        self._waiting = 0
        async with self._away():
            self._reload([])
            self._send_scripts()

    def _reload(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """From the file as it lies on disk, when that has changed since it was read."""
        content = _content(self.table.path)
        data = None
        if content is not None and content != self._file:
            try:
                data = decode(content)
                self._file = content
            except (ValueError, RecursionError) as error:
                _log.warning("%s is no save, the old one stays: %s", self.table.path, error)
        self.table.reload(entries, data)

    def handle(self, message: Mapping[str, Any]) -> None:
        """Do what one message asks for; unknown ones are ignored."""
        kind = message.get("messageID")
        for number in range(self._faults.flood):
            self.table.send({"messageID": 7, "guid": f"{number:06x}"})
        if kind == 0:
            self._send_scripts()
        elif kind == 1:
            listed = message.get("scriptStates")
            entries = listed if isinstance(listed, list) else []
            self._reload(entry for entry in entries if isinstance(entry, dict))
            self._send_scripts()
        elif kind == 2 and isinstance(message.get("customMessage"), dict):
            self.table.external_message(message["customMessage"])
        elif kind == 3:
            self._execute(message)

    def _send_scripts(self) -> None:
        data = self.table.data
        listed = [_entry("Global", "-1", data.get("LuaScript"), data.get("XmlUI"))]
        for piece in self.table.objects:
            script, ui = piece.text("LuaScript"), piece.text("XmlUI")
            if script or ui:
                name = piece.nickname or piece.text("Name")
                listed.append(_entry(name, piece.guid, script, ui))
        self.table.send({"messageID": 1, "savePath": self.table.path, "scriptStates": listed})

    def _execute(self, message: Mapping[str, Any]) -> None:
        guid, script = message.get("guid", "-1"), message.get("script", "")
        reply: dict[str, Any] = {"messageID": 5, "returnID": message.get("returnID", 0)}
        try:
            results = self.table.execute(str(guid), str(script))
            if len(results) > 1:
                reply["returnValue"] = {}  # the game sends something of its own, of no use
            elif results and results[0] is not None:
                value = self.table.engine.python(results[0])
                if not isinstance(value, str | bool | int | float):
                    return  # tables and objects get no answer
                reply["returnValue"] = value
        except ApiError:
            return
        except ScriptError:
            pass  # message 3 is already out; the answer has no value
        self.table.send(reply)

    # --- out -----------------------------------------------------------------------------------

    async def _send_all(self) -> None:
        while True:
            batch = [await self._outgoing.get()]
            if self._faults.reorder:
                await asyncio.sleep(0)
                while len(batch) < self._faults.reorder and not self._outgoing.empty():
                    batch.append(self._outgoing.get_nowait())
                self._chance.shuffle(batch)
            for message in batch:
                self._waiting = max(0, self._waiting - _size(message))
                try:
                    if self._faults.delay:
                        await asyncio.sleep(self._faults.delay)
                    if not self._faults.drop or self._chance.random() >= self._faults.drop:
                        await self._send(encode(message))
                finally:
                    self._outgoing.task_done()

    async def _send(self, document: bytes) -> None:
        """One document on its own connection; nobody listening means it is lost."""
        try:
            _, writer = await asyncio.open_connection(_HOST, self.editor_port)
        except OSError:
            return
        try:
            if self._faults.split:
                at = cut(document)
                writer.write(document[:at])
                await writer.drain()
                await asyncio.sleep(0.01)
                document = document[at:]
            writer.write(document)
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def _size(message: Mapping[str, Any]) -> int:
    with contextlib.suppress(ApiError):
        return nested(message)
    return MOST_NESTED


def _content(path: str) -> bytes | None:
    """The save on disk; None when there is none."""
    with contextlib.suppress(OSError, ValueError):
        return Path(path).read_bytes() if path else None
    return None


def _entry(name: str, guid: str, script: object, ui: object) -> dict[str, Any]:
    entry = {"name": name, "guid": guid, "script": script if isinstance(script, str) else ""}
    if isinstance(ui, str) and ui:
        entry["ui"] = ui
    return entry


def decode(document: bytes | bytearray) -> dict[str, Any]:
    """The message in a document. Raises ValueError."""
    message = json.loads(document)
    if not isinstance(message, dict):
        raise ValueError("not an object")  # noqa: TRY004 - one error for all bad documents
    return message


def encode(message: Mapping[str, Any]) -> bytes:
    """A message as the game writes it: indented, Lua's numbers with a point."""
    shown = dict(message)
    for key in ("returnValue", "customMessage"):
        if key in shown:
            shown[key] = _floats(shown[key])
    text = json.dumps(shown, indent=2, ensure_ascii=False)
    return text.encode("utf-8", "replace")


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _floats(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_floats(each) for each in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if math.isfinite(value) else str(float(value)).capitalize()
    return value
