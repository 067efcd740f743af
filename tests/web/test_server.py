"""The page's server: who is let in, what is refused, and events in order for everybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any

import aiohttp
import aiohttp.web
import pytest

from rules.dbd import RULES
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.setup import Config
from rules.engine import Match
from tests.web.readers import Stream, headers_of, listen, make, referee_of
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.referee import Referee
from tts_bridge.web import connections as gate
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.server import Web, WebError

MEG = Viewer("seat", "meg-thomas")


class Site:
    """A page, the referee behind it, a client, and what the host asked for."""

    def __init__(self, web: Web, live: Live, client: aiohttp.ClientSession) -> None:
        self.web, self.live, self.client = web, live, client
        self.referee: Referee = referee_of(Match(RULES, RULES.setup(Config())))
        self.asked: list[tuple[str, str, str]] = []
        self.streams: list[Stream] = []
        live.attach(self.referee)

    async def listen(self, last: str = "") -> Stream:
        """Follow the spectators' events."""
        self.streams.append(await listen(self.client, self.web, last=last))
        return self.streams[-1]

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.web.port}{path}"

    async def status(self, path: str, **headers: str) -> int:
        async with self.client.get(self.url(path), headers=headers) as response:
            return response.status

    async def post(self, body: Any, viewer: Viewer = HOST, **headers: str) -> tuple[int, str]:
        sent = {
            "Origin": f"http://127.0.0.1:{self.web.port}",
            "Content-Type": "application/json",
            **headers_of(self.web, viewer),
            **headers,
        }
        data = BytesIO(body if isinstance(body, bytes) else json.dumps(body).encode())
        async with self.client.post(self.url("/api/act"), data=data, headers=sent) as response:
            return response.status, await response.text()


@asynccontextmanager
async def site(**options: Any) -> AsyncIterator[Site]:
    asked: list[tuple[str, str, str]] = []

    def host(what: str, by: str, move: str) -> None:
        if what == "boom":
            raise ValueError("not now")
        asked.append((what, by, move))

    live = Live(GAMES, host)
    async with Web(live, 0, **options) as web, aiohttp.ClientSession() as client:
        found = Site(web, live, client)
        found.asked = asked
        yield found
        for stream in found.streams:
            stream.response.close()


def play(test: Callable[[Site], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        async with asyncio.timeout(120), site(**options) as found:
            await test(found)

    asyncio.run(main())


async def exchange(port: int, data: bytes, wait: float = 5.0) -> bytes:
    """What comes back on a bare connection until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        async with asyncio.timeout(wait):
            return await reader.read()
    finally:
        writer.close()


async def cut_off(port: int, data: bytes) -> bytes:
    """What comes back until the server closes, one way or the other."""
    try:
        return await exchange(port, data)
    except ConnectionResetError:
        return b""


def test_every_answer_carries_the_content_policy() -> None:
    async def test(site: Site) -> None:
        for path in ("/", "/main.js", "/api/hello", "/nothing"):
            async with site.client.get(site.url(path)) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert response.headers["X-Content-Type-Options"] == "nosniff"

    play(test)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:80", ""]
)
def test_a_forged_host_is_refused(host: str) -> None:
    async def test(site: Site) -> None:
        for path in ("/", "/api/hello", "/api/events"):
            assert await site.status(path, Host=host) == 403

    play(test)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"]
)
def test_a_forged_origin_is_refused_even_with_the_secret(origin: str) -> None:
    async def test(site: Site) -> None:
        assert (await site.post({"what": "undo"}, Origin=origin))[0] == 403
        assert await site.status("/api/events", Origin=origin) == 403
        assert site.asked == []

    play(test)


LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize("origin", ["cross-site", "same-site"])
def test_a_link_on_another_site_opens_the_page_and_nothing_else(origin: str) -> None:
    async def test(site: Site) -> None:
        link = {"Sec-Fetch-Site": origin, **LINK}
        for path in ("/", "/index.html", "/?from=chat"):
            assert await site.status(path, **link) == 200
        others = ("/main.js", "/page.css", "/api/words", "/api/hello", "/api/events", "/api/act")
        for path in others:
            assert await site.status(path, **link) == 403
        for more in (
            {"Sec-Fetch-Dest": "iframe"},
            {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"},
            {"Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors"},
            {"Host": "evil.example"},
            {"Origin": "http://evil.example"},
        ):
            assert await site.status("/", **link | more) == 403
        assert (await site.post({"what": "undo"}, **link))[0] == 403
        assert site.asked == []

    play(test)


def test_what_writes_has_to_name_its_origin_and_is_no_form() -> None:
    async def test(site: Site) -> None:
        bare = headers_of(site.web, HOST)
        async with site.client.post(site.url("/api/act"), data=b"{}", headers=bare) as response:
            assert response.status == 403
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert (await site.post(b'{"what": "undo"}', **form))[0] == 415
        cross = {"Sec-Fetch-Site": "cross-site"}
        assert (await site.post({"what": "undo"}, **cross))[0] == 403
        assert site.asked == []

    play(test)


@pytest.mark.parametrize(
    "key", ["", "host", "host.", "host." + "0" * 40, "meg-thomas." + "é" * 9, "x" * 4000]
)
def test_a_forged_secret_is_refused(key: str) -> None:
    async def test(site: Site) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        for path in ("/api/hello", "/api/events", "/api/scene?step=0"):
            async with site.client.get(site.url(path), headers=headers) as response:
                assert response.status == 403

    play(test)


def test_one_seats_secret_is_not_anothers_nor_the_hosts() -> None:
    async def test(site: Site) -> None:
        secret = site.web.keys.key(MEG).partition(".")[2]
        for name in ("host", "jake-park", "the-nurse"):
            assert await site.status("/api/hello", Authorization=f"Bearer {name}.{secret}") == 403

    play(test)


def test_only_the_host_may_act() -> None:
    async def test(site: Site) -> None:
        for viewer in (SPECTATOR, MEG):
            assert (await site.post({"what": "undo"}, viewer))[0] == 409
        assert site.asked == []
        assert (await site.post({"what": "move", "argument": "x"}))[0] == 200
        assert site.asked == [("move", "the host's page", "x")]
        assert await site.post({"what": "boom"}) == (409, "not now")

    play(test)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"what": 3}', b'{"what": "undo", "x": 1}', b"[" * 90_000]
)
def test_a_body_that_is_no_action_is_refused(body: bytes) -> None:
    async def test(site: Site) -> None:
        assert (await site.post(body))[0] == 400
        assert site.asked == []

    play(test)


def test_an_oversized_request_is_refused() -> None:
    async def test(site: Site) -> None:
        assert (await site.post(b" " * 1_100_000))[0] == 413
        long = b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        assert b" 400 " in (await exchange(site.web.port, long)).split(b"\r\n")[0]
        many = b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(500)) + b"\r\n"
        assert b" 400 " in (await exchange(site.web.port, many)).split(b"\r\n")[0]

    play(test)


def test_a_slow_request_is_cut_off_and_an_idle_connection_too() -> None:
    async def test(site: Site) -> None:
        host = f"Host: 127.0.0.1:{site.web.port}\r\n".encode()
        for begun in (b"", b"GET / HTTP/1.1\r\n" + host):
            assert await cut_off(site.web.port, begun) == b""
        head = b"POST /api/act HTTP/1.1\r\n" + host + f"Origin: {site.url('')}\r\n".encode()
        head += f"Authorization: Bearer {site.web.keys.key(HOST)}\r\n".encode()
        head += b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        assert b"200" not in (await cut_off(site.web.port, head)).split(b"\r\n")[0]
        assert not site.web.gates or not site.web.gates.open
        assert site.asked == []

    play(test, seconds=0.3)


def test_one_connection_too_many_is_told_so_and_others_stay() -> None:
    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        held = [await asyncio.open_connection("127.0.0.1", site.web.port) for _ in range(4)]
        reader, writer = await asyncio.open_connection("127.0.0.1", site.web.port)
        assert b" 503 " in await reader.read()
        for _, each in [*held, (reader, writer)]:
            each.close()
        make(site.live, site.referee, SetCard("meg-thomas", "sneak"))
        assert (await stream.event())["scene"]["step"] == 1

    play(test, connections=5)


@pytest.mark.parametrize(
    "path", ["/../guard.py", "/%2e%2e/guard.py", "/..%2fguard.py", "/static/page.css", "/.po"]
)
def test_only_the_pages_own_files_are_served(path: str) -> None:
    async def test(site: Site) -> None:
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.web.port}\r\nConnection: close\r\n\r\n"
        )
        answer = await exchange(site.web.port, request.encode())
        assert answer.split(b" ")[1] in (b"400", b"404")
        assert b"import" not in answer

    play(test)


def test_a_port_that_is_taken_is_one_line_with_the_remedy() -> None:
    async def test(site: Site) -> None:
        with pytest.raises(WebError, match="--web"):
            await Web(Live(GAMES), site.web.port).__aenter__()

    play(test)


def test_the_server_listens_on_this_machine_only() -> None:
    async def test(site: Site) -> None:
        assert site.web._server is not None
        assert {each.getsockname()[0] for each in site.web._server.sockets} == {"127.0.0.1"}

    play(test)


def plans(count: int) -> list[Any]:
    """Moves that are legal at the start, one after the other."""
    return [kind("meg-thomas", "sneak") for _ in range(count) for kind in (SetCard, TakeBack)]


def test_everybody_gets_every_event_in_order_and_memory_is_bounded() -> None:
    async def test(site: Site) -> None:
        streams = [await site.listen() for _ in range(60)]
        for stream in streams:
            await stream.event()
        for move in plans(20):
            make(site.live, site.referee, move)
            await asyncio.sleep(0)
        seen = [[(await stream.event())["scene"]["step"] for _ in range(40)] for stream in streams]
        assert all(each == list(range(1, 41)) for each in seen)
        assert len({b"".join(stream.raw) for stream in streams}) == 1
        for stream in streams:
            stream.response.close()
        async with asyncio.timeout(120):
            while site.web.hub.count:
                await asyncio.sleep(0.01)

    play(test)


def test_who_comes_back_is_told_what_was_missed_and_nothing_twice() -> None:
    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        moves = plans(4)
        for move in moves[:3]:
            make(site.live, site.referee, move)
            await stream.event()
        stream.response.close()
        for move in moves[3:6]:
            make(site.live, site.referee, move)
        again = await site.listen(last=stream.last_id)
        make(site.live, site.referee, moves[6])
        found = [await again.event() for _ in range(4)]
        assert [each["scene"]["step"] for each in found] == [4, 5, 6, 7]
        assert not any(each.get("reset") for each in found)

    play(test)


def test_an_event_of_the_host_alone_reaches_nobody_else_and_is_not_missed() -> None:
    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        move, *more = plans(2)
        make(site.live, site.referee, move)
        await stream.event()
        for _ in range(3):
            site.live.publish(lambda viewer: {"secret": 1} if viewer == HOST else None)
        host = await listen(site.client, site.web, HOST)
        site.streams.append(host)
        assert (await host.event())["reset"]
        site.live.publish(lambda viewer: {"secret": 2} if viewer == HOST else None)
        assert await host.event() == {"secret": 2}
        make(site.live, site.referee, more[0])
        assert (await stream.event())["scene"]["step"] == 2
        again = await site.listen(last=stream.last_id)
        make(site.live, site.referee, more[1])
        event = await again.event()
        assert (event["scene"]["step"], event.get("reset")) == (3, None)
        assert not any(b"secret" in raw for raw in (*stream.raw, *again.raw))

    play(test)


@pytest.mark.parametrize("last", ["nonsense", "00000000-3", "-1", "x-99999999999999", "É"])
def test_who_comes_back_with_an_unknown_id_is_told_everything(last: str) -> None:
    async def test(site: Site) -> None:
        make(site.live, site.referee, *plans(1)[:1])
        stream = await site.listen(last=last)
        event = await stream.event()
        assert event["reset"]
        assert len(event["records"]) == 1

    play(test)


def test_who_does_not_read_is_dropped_and_others_are_not_held_up() -> None:
    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        _, writer = await asyncio.open_connection("127.0.0.1", site.web.port)
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % site.web.port)
        while site.web.hub.count < 2:
            await asyncio.sleep(0.01)
        count = 0
        while site.web.hub.count == 2 and count < 2000:
            for move in plans(1):
                make(site.live, site.referee, move)
                await stream.event()
                count += 1
        assert site.web.hub.count == 1, "still there"
        writer.transport.abort()

    play(test)


def test_an_event_that_cannot_be_made_starts_everybody_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        site.live.publish(lambda viewer: 1 / 0)
        with pytest.raises((EOFError, aiohttp.ClientError)):
            await stream.event()
        again = await site.listen(last=stream.last_id)
        assert (await again.event())["reset"]

    play(test)
    assert "start over" in caplog.text


def guest(web: Web, path: str = "/api/events") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n\r\n".encode()


@asynccontextmanager
async def guests(web: Web, count: int, data: bytes) -> AsyncIterator[list[asyncio.StreamReader]]:
    """So many who send this and then neither read nor go."""
    found = [await asyncio.open_connection("127.0.0.1", web.port) for _ in range(count)]
    for _, writer in found:
        writer.write(data)
    try:
        yield [reader for reader, _ in found]
    finally:
        for _, writer in found:
            writer.transport.abort()


def test_however_many_look_on_the_host_and_the_seats_come_in() -> None:
    async def test(site: Site) -> None:
        async with guests(site.web, 60, guest(site.web)) as readers:
            answers = [(await reader.readline()).split()[1] for reader in readers]
            assert (answers.count(b"200"), answers.count(b"503")) == (50, 10)
            for reader, answer in zip(readers, answers, strict=True):
                if answer == b"503":
                    await reader.read()  # until the server hangs up
            for viewer in (HOST, MEG):
                site.streams.append(await listen(site.client, site.web, viewer))
                assert (await site.streams[-1].event())["reset"]
            assert (await site.post({"what": "undo"}))[0] == 200

    play(test, connections=60)


def test_one_seat_does_not_take_the_places_of_the_others() -> None:
    async def test(site: Site) -> None:
        own = f"\r\nAuthorization: Bearer {site.web.keys.key(MEG)}\r\n\r\n".encode()
        asked = guest(site.web).replace(b"\r\n\r\n", own)
        async with guests(site.web, 30, asked) as readers:
            answers = [(await reader.readline()).split()[1] for reader in readers]
            assert answers.count(b"200") == 2
            site.streams.append(await listen(site.client, site.web, Viewer("seat", "jake-park")))

    play(test, connections=120)


def test_who_dawdles_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "DAWDLE", 0.0)

    async def test(site: Site) -> None:
        stream = await site.listen()
        await stream.event()
        async with guests(site.web, 30, b"GET / HTT"):
            assert await site.status("/") == 200
            assert (await site.post({"what": "undo"}))[0] == 200
            assert site.web.gates is not None
            assert len(site.web.gates.open) <= 6
        make(site.live, site.referee, SetCard("meg-thomas", "sneak"))
        assert (await stream.event())["scene"]["step"] == 1

    play(test, connections=6)


def test_the_page_leaves_the_game_files_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    real = resource.getrlimit(resource.RLIMIT_NOFILE)
    for soft, hard, allowed, raised in (
        (1024, 4096, 1200, 1600),
        (256, resource.RLIM_INFINITY, 1200, 1600),
        (4096, 4096, 1200, 4096),
        (1024, 1024, 624, 1024),
        (256, 256, 64, 256),
    ):
        limits = [soft, hard]
        monkeypatch.setattr(resource, "getrlimit", lambda which, limits=limits: tuple(limits))
        monkeypatch.setattr(
            resource, "setrlimit", lambda which, new, limits=limits: limits.__setitem__(0, new[0])
        )
        assert gate.affordable(1200) == allowed
        assert limits[0] == raised
    monkeypatch.undo()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == real


def test_however_many_ask_at_once_the_referee_goes_on_after_each() -> None:
    async def test(site: Site) -> None:
        turns = 0
        answered: list[int] = []
        real = site.live.hello

        def hello(viewer: Viewer) -> Any:
            answered.append(turns)
            return real(viewer)

        async def referee() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        site.live.hello = hello  # type: ignore[method-assign]
        task = asyncio.create_task(referee())
        async with guests(site.web, 100, guest(site.web, "/api/hello")) as readers:
            for reader in readers:
                assert b" 200 " in await reader.readline()
        task.cancel()
        assert len(answered) == len(set(answered)) == 100

    play(test)


def test_the_bodies_of_guests_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = aiohttp.web.Request.read

    async def watched(request: aiohttp.web.Request) -> bytes:
        read.append(request.headers.get("Authorization", ""))
        return await real(request)

    monkeypatch.setattr(aiohttp.web.Request, "read", watched)

    async def test(site: Site) -> None:
        for viewer in (SPECTATOR, MEG):
            for what in ("undo", "set", "move", "answer", "dismiss", "", "boom"):
                body = {"what": what, "argument": "x" * 500_000}
                assert (await site.post(body, viewer))[0] == 409
        assert read == []
        assert (await site.post({"what": "undo"}))[0] == 200
        assert len(read) == 1

    play(test)
