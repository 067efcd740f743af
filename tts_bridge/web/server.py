"""The page's server: static files, one feed, events. Listens on this machine unless told else."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import resources
from types import TracebackType
from typing import Any, Self

import msgspec
from aiohttp import HttpVersion11, web

from tts_bridge.editor.log_limit import SparingLog
from tts_bridge.text.page_words import page_words
from tts_bridge.web.access import HEADERS, Keys, allowed_hosts, refusal
from tts_bridge.web.connections import BACKLOG, CONNECTIONS, REQUEST_SECONDS, Gates, affordable
from tts_bridge.web.feed import HOST, SPECTATOR, Feed, FeedError, Viewer
from tts_bridge.web.feeds.map_editor import image_type
from tts_bridge.web.sse import Hub

PORT = 39990
BODY = 1_000_000
"""Bytes of a request's body."""
TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGES = ("/", "/index.html")
"""What a link on another site may lead to."""
ONCE = ("Host", "Origin", "Authorization", "Sec-Fetch-Site")
"""Headers of which there must not be two: one could be checked, and the other used."""

log = logging.getLogger(__name__)
unheard = logging.getLogger(f"{__name__}.requests")
"""What the library says of requests that are none; whoever sends them is told, not the host."""
unheard.setLevel(logging.CRITICAL + 1)


class WebError(OSError):
    """The page cannot be served; the text is one line with the remedy."""


class Action(msgspec.Struct, forbid_unknown_fields=True):
    """What a viewer asks for."""

    what: str
    argument: str = ""


class Web:
    """Serves a feed: `async with Web(feed) as page:`; `page.link(viewer)` is where to look.

    Raises on entering: WebError, when the port is taken or the address is none of ours.
    """

    def __init__(
        self,
        feed: Feed,
        port: int = PORT,
        address: str = "127.0.0.1",
        *,
        connections: int = CONNECTIONS,
        seconds: float = REQUEST_SECONDS,
        keys: Keys | None = None,
    ) -> None:
        self.feed = feed
        self.port = port
        self.address = address
        self.keys = keys or Keys()
        self.hub = Hub(feed.full)
        self._log = SparingLog(log, most=1)
        self.hosts: frozenset[str] = frozenset()
        self._files = static_files()
        app = web.Application(client_max_size=BODY, middlewares=[self._guarded()])
        app.router.add_get("/api/words", self._words)
        app.router.add_get("/api/hello", self._hello)
        app.router.add_get("/api/events", self._events)
        app.router.add_get("/api/scene", self._scene)
        app.router.add_get("/api/rules", self._rules)
        app.router.add_get("/api/picture", self._picture)
        app.router.add_post("/api/act", self._act)
        app.router.add_get("/{name:[a-z.-]*}", self._file)
        self._runner = web.AppRunner(
            app,
            handle_signals=False,
            logger=unheard,
            read_bufsize=2**14,
            handler_cancellation=True,
            access_log=None,
            shutdown_timeout=1.0,
            keepalive_timeout=seconds,
        )
        self._limits = (connections, seconds)
        self._turns = asyncio.Lock()
        self._server: asyncio.Server | None = None
        self._telling: asyncio.Task[None] | None = None
        self.gates: Gates | None = None

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        inner = self._runner.server
        assert inner is not None
        connections, seconds = self._limits
        self.gates = Gates(inner, affordable(connections), seconds)
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                self.gates, self.address, self.port, backlog=BACKLOG
            )
        except OSError as error:
            await self._runner.cleanup()
            is_taken = error.errno == errno.EADDRINUSE
            why = "another program has it" if is_taken else error.strerror or error
            raise WebError(
                f"The page cannot be served on {self.address}, port {self.port} ({why}); "
                "choose another with --web PORT or --listen"
            ) from error
        self.port = self._server.sockets[0].getsockname()[1]
        self.hosts = allowed_hosts(self.address, self.port)
        self.feed.publish = self.hub.publish
        self._telling = asyncio.create_task(self._tell())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        assert self._telling is not None
        assert self.gates is not None
        self.feed.publish = lambda make: None
        self._telling.cancel()
        await asyncio.gather(self._telling, return_exceptions=True)
        self._server.close()
        self.hub.close()
        await self._runner.cleanup()
        self.gates.close()
        self._log.sum_up()
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self._server.wait_closed()

    async def _tell(self) -> None:
        """Run the hub; an event that cannot be made is skipped, and everybody starts over."""
        while True:
            try:
                await self.hub.run()
            except Exception:
                self._log.exception("An event could not be told; the page's readers start over")
                self.hub.restart()

    def link(self, viewer: Viewer = SPECTATOR) -> str:
        """The address of a view. The secret stands behind `#`: browsers do not send it on."""
        name = "127.0.0.1" if self.address in ("0.0.0.0", "::", "localhost") else self.address  # noqa: S104
        name = f"[{name}]" if ":" in name else name
        key = self.keys.key(viewer)
        return f"http://{name}:{self.port}/" + (f"#{key}" if key else "")

    # --- who asks ------------------------------------------------------------------------------

    def _guarded(self) -> Any:
        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            assert self.gates is not None
            transport = request.transport
            try:
                response = await self._answer(request, handler)
            except web.HTTPException as error:
                response = plain(error.status, error.text or error.reason)
            except (ConnectionError, web.RequestPayloadError):
                response = plain(400, "the request breaks off, or is not what its head says")
            except Exception:
                self._log.exception("The page could not answer %s", request.path)
                response = plain(500, "the referee could not answer; its terminal says why")
            finally:
                self.gates.idle(transport)
            if not response.prepared:
                response.headers.update(HEADERS)
            return response

        return guarded

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        assert self.gates is not None
        writes = request.method not in ("GET", "HEAD")
        opens = request.method == "GET" and request.path in PAGES
        if twice := [each for each in ONCE if len(request.headers.getall(each, ())) > 1]:
            return plain(400, f"{twice[0]}: more than one")
        if why := refusal(request.headers, self.hosts, writes=writes, opens=opens):
            return plain(403, why)
        if not writes and request.can_read_body:
            return plain(400, "a body where none belongs")
        if not request.can_read_body:
            self.gates.busy(request.transport)
        await self._turn()
        return await handler(request)

    async def _turn(self) -> None:
        """Wait until it is our turn: however many ask at once, the referee goes on after each."""
        async with self._turns:
            await asyncio.sleep(0)

    def _viewer(self, request: web.Request) -> Viewer:
        """Whose request it is. Raises HTTPForbidden for a secret that is none."""
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if not scheme and self.feed.public:
            return SPECTATOR
        viewer = self.keys.viewer(key, self.feed.seats()) if scheme == "Bearer" else None
        if viewer is None:
            raise web.HTTPForbidden(text="this link is not, or no longer, valid")
        return viewer

    # --- what is asked -------------------------------------------------------------------------

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"] or "index.html"
        if name not in self._files:
            return plain(404, "no such page")
        body, tag = self._files[name]
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers=headers)
        kind = TYPES[name.rpartition(".")[2]]
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)

    async def _words(self, request: web.Request) -> web.Response:
        """The page's own words: they are nobody's secret."""
        return answer(page_words())

    async def _hello(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        hello = {"role": viewer.role, "seat": viewer.seat, **self.feed.hello(viewer)}
        if viewer == HOST:
            views = [SPECTATOR] if self.feed.public else []
            views += [Viewer("seat", seat) for seat in self.feed.seats()]
            hello["links"] = [{"seat": each.seat or "", "link": self.link(each)} for each in views]
        return answer(hello)

    async def _scene(self, request: web.Request) -> web.Response:
        text = request.query.get("step", "")
        if not text.isdecimal() or len(text) > 8:
            return plain(400, "step: a number of moves")
        try:
            return answer(self.feed.at(self._viewer(request), int(text)))
        except FeedError as error:
            return plain(404, str(error))

    async def _rules(self, request: web.Request) -> web.Response:
        self._viewer(request)
        return answer(self.feed.rulebook())

    async def _picture(self, request: web.Request) -> web.Response:
        """The picture that a map is drawn on."""
        self._viewer(request)
        data = getattr(self.feed, "picture", b"")
        if not data:
            return plain(404, "there is no picture")
        headers = {"Cache-Control": "no-store"}
        return web.Response(body=data, content_type=image_type(data), headers=headers)

    async def _act(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        if viewer != HOST:  # before its body takes any memory
            return plain(409, "only the host may do this")
        if request.content_type != "application/json":
            return plain(415, "Content-Type: application/json is wanted")
        try:
            async with asyncio.timeout(self._limits[1]):
                body = await request.read()
            assert self.gates is not None
            self.gates.busy(request.transport)
            await self._turn()
            action = msgspec.json.decode(body, type=Action)
            return answer(self.feed.act(viewer, action.what, action.argument))
        except TimeoutError:
            return plain(408, "too slow")
        except FeedError as error:
            return plain(409, str(error))
        except (ValueError, RecursionError) as error:
            return plain(400, str(error))

    def _places(self, viewer: Viewer) -> int:
        """How many may follow the events of a view: nobody keeps the others out, nor the host."""
        assert self.gates is not None
        limit = self.gates.limit
        if viewer == HOST:
            return limit
        return max(1, limit - limit // 6 if viewer == SPECTATOR else limit // 60)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        viewer = self._viewer(request)
        if request.version < HttpVersion11:
            return plain(505, "events need HTTP/1.1")
        if len(self.hub.readers.get(viewer, ())) >= self._places(viewer):
            refused = plain(503, "too many look on already")
            refused.force_close()
            return refused
        response = web.StreamResponse(headers={**HEADERS, "Cache-Control": "no-store"})
        response.content_type = "text/event-stream"
        response.enable_chunked_encoding()
        last = request.headers.get("Last-Event-ID", "")[:64]
        await response.prepare(request)
        transport = request.transport
        if transport is None:
            return response
        try:
            reader, first = self.hub.join(viewer, transport, last)
        except Exception:  # the head of the answer is sent already
            self._log.exception("The page could not be told what there is")
            return response
        try:
            await response.write(first)
            await reader.gone.wait()
        finally:
            self.hub.leave(viewer, reader)
        return response


def answer(value: Any) -> web.Response:
    """A value as JSON."""
    return web.Response(
        body=msgspec.json.encode(value),
        content_type="application/json",
        charset="utf-8",
        headers={"Cache-Control": "no-store"},
    )


def plain(status: int, text: str) -> web.Response:
    """A refusal in one line of text."""
    return web.Response(status=status, text=text, headers={"Cache-Control": "no-store"})


def static_files() -> dict[str, tuple[bytes, str]]:
    """The page's files by name, each with a tag that changes when it does."""
    found = {}
    for file in resources.files("tts_bridge.web").joinpath("static").iterdir():
        if file.name.rpartition(".")[2] in TYPES:
            body = file.read_bytes()
            found[file.name] = (body, f'"{hashlib.sha256(body).hexdigest()[:16]}"')
    return found
