"""The connection to a running table: one loopback port to listen on, one to send to.

Tabletop Simulator answers no connection on the connection itself: every message, either way, is
a connection of its own. So there is nothing to keep open and nothing to reconnect; a table that
was restarted is simply there again for the next message.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import itertools
import logging
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Self

import msgspec

from tts_bridge.editor.intake import Intake
from tts_bridge.editor.log_limit import SparingLog
from tts_bridge.editor.messages import (
    GLOBAL,
    LIMIT,
    Custom,
    Execute,
    Failed,
    GetScripts,
    Incoming,
    Loaded,
    Outgoing,
    Position,
    ProtocolError,
    Returned,
    decode_incoming,
    encode_outgoing,
    parse_position,
)
from tts_bridge.editor.relay import Relay
from tts_bridge.editor.stream import Stream

LISTEN_PORT = 39998
SEND_PORT = 39999
BACKLOG = 256  # a loading table opens a connection per object
CONNECT_SECONDS = 5.0
ERROR_SECONDS = 1.0  # how long the text of an error may come after the news of it
OUR_IDS = 2**30  # numbers of our questions begin here: far above what editors count up to

log = logging.getLogger(__name__)


class LinkError(Exception):
    """What may go wrong between a table and us; the text is one line with the remedy."""


class TableNotRunning(LinkError):
    """Nobody takes messages on the table's port."""


class PortTaken(LinkError):
    """Another program listens on our port."""


class NoAnswer(LinkError):
    """The table took the message, and nothing came back in time."""


class ScriptFailed(LinkError):
    """The executed script raised an error; `position` is the place in it, where one was told."""

    def __init__(self, text: str, position: Position | None = None) -> None:
        super().__init__(text)
        self.position = position


class _Script(msgspec.Struct):
    """What the text around an executed script returns."""

    ok: bool
    value: Any = None


class Link:
    """A table of Tabletop Simulator (or the headless one) on this machine.

    Used as `async with Link() as link:`. Ports may be 0 for tests; after entering, `listen_port`
    is the real one. `timeout` is how long an answer may take, in seconds. `rejected` counts the
    documents that were no messages.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        listen_port: int = LISTEN_PORT,
        send_port: int = SEND_PORT,
        timeout: float = 30.0,
        *,
        read_timeout: float = 30.0,
        limit: int = LIMIT,
        relay: Relay | None = None,
    ) -> None:
        if not ipaddress.ip_address(host).is_loopback:
            raise ValueError(f"host {host}: only this machine itself (127.0.0.1) is allowed")
        self.host = host
        self.listen_port = listen_port
        self.send_port = send_port
        self.timeout = timeout
        self.relay = relay
        """Gets everything that is not ours, when an editor shares the port with us."""
        self.rejected = 0
        self._intake = Intake(self._take, self._refuse, limit=limit, seconds=read_timeout)
        self._log = SparingLog(log)
        self._main = Stream()
        self._streams = [self._main]
        self._asking = asyncio.Lock()
        self._sending = asyncio.Lock()
        self._first_id = secrets.randbelow(2**20) + OUR_IDS
        self._return_ids = itertools.count(self._first_id)
        self._last_id = self._first_id - 1
        self._awaits_scripts = False
        """Whether the next scripts to come are the answer to our own question."""

    async def __aenter__(self) -> Self:
        listener = _listener(self.host, self.listen_port)
        self.listen_port = listener.getsockname()[1]
        self._intake.listen(listener)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._intake.close()
        self._log.sum_up()
        for stream in self._streams:
            stream.close()

    def __aiter__(self) -> AsyncIterator[Incoming]:
        """Everything the table has sent since the link was opened; for one reader."""
        return self._main

    @contextmanager
    def listen(self) -> Iterator[Stream]:
        """A second stream of what arrives from now on; takes nothing away from the first."""
        stream = Stream()
        self._streams.append(stream)
        try:
            yield stream
        finally:
            self._streams.remove(stream)

    async def send(self, message: Outgoing) -> None:
        """Hand one message to the table. Raises TableNotRunning, NoAnswer."""
        data = encode_outgoing(message)
        async with self._sending:  # one connection after the other keeps their order
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    _, writer = await asyncio.open_connection(self.host, self.send_port)
            except (OSError, TimeoutError):
                raise TableNotRunning(
                    f"Nothing takes messages on port {self.send_port}: start Tabletop Simulator "
                    "and load a game (in its main menu it does not listen), or choose --send-port"
                ) from None
            try:
                async with asyncio.timeout(self.timeout):
                    writer.write(data)
                    await writer.drain()
                    writer.close()
                    await writer.wait_closed()
            except (OSError, TimeoutError):
                writer.transport.abort()
                raise NoAnswer(
                    f"The table on port {self.send_port} did not take a message of {len(data)} "
                    "bytes to its end; try again when it has finished loading"
                ) from None

    async def execute(
        self, script: str, guid: str = GLOBAL, *, timeout: float | None = None
    ) -> Any:
        """What the Lua `script` returns when run in the script of `guid`, as JSON values.

        Tables come back too; an empty one as a list. One execute at a time, the others wait.
        Raises TableNotRunning, NoAnswer, ScriptFailed.
        """
        seconds = self.timeout if timeout is None else timeout
        async with self._asking:
            number = self._last_id = next(self._return_ids)
            errors: list[Failed] = []

            with self.listen() as answers:
                await self.send(Execute(_wrapped(script), guid, number))

                def is_ours(message: Incoming) -> bool:
                    if isinstance(message, Failed):
                        errors.append(message)
                    return isinstance(message, Returned) and message.return_id == number

                try:
                    async with asyncio.timeout(seconds):
                        returned = await _first(answers, is_ours)
                except TimeoutError:
                    if errors:
                        raise _failure(errors[-1].text) from None
                    raise NoAnswer(
                        f"The table did not answer a script within {seconds:g} s; it may be "
                        "loading, or an editor has taken its answer: try again, close the editor"
                    ) from None
                assert isinstance(returned, Returned)
                if returned.return_value is None and not errors:
                    # The error is a connection of its own and may be overtaken by the answer.
                    with suppress(TimeoutError):
                        async with asyncio.timeout(ERROR_SECONDS):
                            await _first(answers, lambda message: is_ours(message) or bool(errors))
        if returned.return_value is None:
            raise _failure(
                errors[-1].text
                if errors
                else f"nothing came back; is there an object {guid} on the table with a script?"
            )
        return _value(returned.return_value)

    async def scripts(self, *, timeout: float | None = None) -> Loaded:
        """The scripts that are on the table now. Raises TableNotRunning, NoAnswer."""
        seconds = self.timeout if timeout is None else timeout
        async with self._asking:
            with self.listen() as answers:
                self._awaits_scripts = True
                try:
                    await self.send(GetScripts())
                    async with asyncio.timeout(seconds):
                        loaded = await _first(answers, lambda it: isinstance(it, Loaded))
                except TimeoutError:
                    raise NoAnswer(
                        f"The table did not send its scripts within {seconds:g} s; "
                        "try again when it has finished loading"
                    ) from None
                finally:
                    self._awaits_scripts = False
        assert isinstance(loaded, Loaded)
        return loaded

    async def wait_for_table(self, seconds: float) -> None:
        """Return as soon as a table answers; raise TableNotRunning or NoAnswer after `seconds`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            left = end - loop.time()
            try:
                await self.execute("return true", timeout=max(0.1, min(3.0, left)))
            except (TableNotRunning, NoAnswer):
                if loop.time() >= end:
                    raise
                await asyncio.sleep(max(0.0, min(0.5, end - loop.time())))
            except ScriptFailed:
                return  # something on the table is out of order, but it does answer
            else:
                return

    async def _take(self, document: bytearray) -> None:
        if document:
            self.deliver(self.decoded(document))
        else:  # a table that ends hangs up without a word
            self.rejected += 1

    def _refuse(self, error: Exception) -> None:
        self.rejected += 1
        reason = "it did not end in time" if isinstance(error, TimeoutError) else error
        self._log.warning("A document on port %d was ignored: %s", self.listen_port, reason)

    def decoded(self, data: bytes | bytearray) -> Incoming:
        """The message of a document; what is not ours alone is passed on, readable or not.

        Raises:
            ProtocolError: it is none.
        """
        try:
            message = decode_incoming(data)
        except ProtocolError:
            if self.relay is not None:
                self.relay.pass_on(bytes(data))
            raise
        is_ours = self.is_ours(message)
        if self.relay is not None and not is_ours:
            self.relay.pass_on(bytes(data))
        return message

    def is_ours(self, message: Incoming) -> bool:
        """Whether a message is for nobody but us: an agent's report, an answer to our question."""
        if isinstance(message, Custom):
            return isinstance(message.custom_message, dict) and "ttsb" in message.custom_message
        if isinstance(message, Returned):
            return self._first_id <= message.return_id <= self._last_id
        if isinstance(message, Loaded) and self._awaits_scripts:
            self._awaits_scripts = False
            return True
        return False

    def deliver(self, message: Incoming) -> None:
        """Hand a message to everybody who listens."""
        for stream in self._streams:
            stream.put(message)


def _listener(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        # On Windows "reuse" lets a second program bind the port and then hear nothing.
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortTaken(
                f"Port {port} is taken by another program (an editor such as VS Code?); close it, "
                "or let it listen on another port and use `referee --share` (docs/editors.md), or "
                "choose --listen-port"
            ) from None
        raise LinkError(
            f"Port {port} of {host} cannot be listened on: {error.strerror}; "
            "choose another with --listen-port"
        ) from None
    return listener


async def _first(stream: Stream, is_it: Callable[[Incoming], bool]) -> Incoming:
    async for message in stream:
        if is_it(message):
            return message
    raise LinkError("The link was closed while waiting for the table; open it again")


def _wrapped(script: str) -> str:
    # A table or nil as the result would give no answer at all, so JSON text comes back always.
    # The script begins on the first line: the lines in its errors are its own.
    return (
        f"local ttsb_ok, ttsb_value = pcall(function(...) {script}\nend)\n"
        "return JSON.encode({ok = ttsb_ok, value = ttsb_value})"
    )


def _value(answer: Any) -> Any:
    try:
        script = msgspec.json.decode(answer, type=_Script)
    except (TypeError, ValueError, RecursionError):
        raise _failure(f"its answer is not readable: {answer!r}") from None
    if not script.ok:
        raise _failure(str(script.value))
    return script.value


def _failure(text: str) -> ScriptFailed:
    line = " ".join(text.split())
    if len(line) > 500:
        line = line[:500] + "…"
    return ScriptFailed(f"The script failed on the table: {line}", parse_position(text))
