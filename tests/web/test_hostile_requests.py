"""Some three hundred bad requests, and each of them broken off: nothing of them is on the console,
and the page is there for everybody else."""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket
from contextlib import suppress
from typing import Any

import pytest

from tests.web.test_server import Site, play
from tts_bridge.web.feed import HOST, Viewer
from tts_bridge.web.server import BODY

MEG = Viewer("seat", "meg-thomas")
LINES = (
    b"junk",
    b"",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET",
    b"GET /",
    b"GET  / HTTP/1.1",
    b"GET / HTTP/1.1 extra",
    b"GET / HTTP/9.9",
    b"GET / HTTP/1.",
    b"GET / http/1.1",
    b"GET / ICE/1.0",
    b"PRI * HTTP/2.0",
    b"SSH-2.0-OpenSSH_9.6",
    b"*1\r\n$4\r\nPING",
    b'{"messageID": 2, "message": "for another port"}',
    b"get / HTTP/1.1",
    b"G\x00T / HTTP/1.1",
    b"\xff\xff / HTTP/1.1",
    b"A" * 5000 + b" / HTTP/1.1",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1",
    b"GET /?" + b"a=b&" * 1500 + b" HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"CONNECT a:1 HTTP/1.1",
    b"CONNECT a HTTP/1.1",
    *(
        method + b" " + path + b" HTTP/1.1"
        for method in (b"PUT", b"DELETE", b"PATCH", b"TRACE", b"OPTIONS", b"PROPFIND", b"FOO")
        for path in (b"/", b"/api/act", b"/api/events", b"/nothing")
    ),
    b"HEAD / HTTP/1.1",
    b"HEAD /api/events HTTP/1.1",
    b"GET /api/act HTTP/1.1",
    b"POST /api/events HTTP/1.1",
    b"POST / HTTP/1.1",
)
"""First lines, sent with a good Host."""
PATHS = (
    *("*", ":", "//", "//evil.example/", "/\\..\\", "/.", "/..", "/../", "/a/../b", "/./main.js"),
    *("/%", "/%2", "/%zz", "/%00", "/main.js%00.css", "/%ff%fe", "/%c0%ae%c0%ae/", "/%u0041"),
    *("/%2e%2e/guard.py", "/..%2fguard.py", "/..%5cguard.py", "/%252e%252e%252fguard.py"),
    *("/....//guard.py", "/static/page.css", "/main.js/", "/main.js/../../guard.py", "/MAIN.JS"),
    *("/main.js;x", "/main.js?x", "/main.js#x", "/__init__.py", "/.po", "/a.py", "/CON", "/~root"),
    *("/etc/passwd", "//etc/passwd", "/C:/Windows", "/C:%5CWindows", "/file:///etc/passwd"),
    *("http://evil.example/", "http://[::1", "http://a:99999999/", "https://127.0.0.1/", "x://"),
    *("/a%0d%0aSet-Cookie:%20a=b", "/a\tb", "/é", "/骰", "/\x7f", "/<script>", "/'\"><script>"),
    *("/api", "/api/", "/api/hello/", "/api//hello", "/api/../api/hello", "/API/hello"),
    *("/api/scene", "/api/scene?step", "/api/scene?step=", "/api/scene?step=-1"),
    *("/api/scene?step=1e9", "/api/scene?step=99999999", "/api/scene?step=999999999999"),
    *("/api/scene?step=%ff", "/api/scene?step=%C2%B2", "/api/scene?step=%D9%A3"),
    *("/api/scene?step=0&step=1", "/api/scene?step=%00", "/api/scene?step=0%0a", "/?%", "/?&&=;"),
    *("/api/picture", "/api/words?" + "x" * 3000),
)
HEADS = (
    b"Host: evil.example",
    b"Host: 127.0.0.1",
    b"Host:",
    b"Host: 127.0.0.1:0",
    b"Host: 127.0.0.1:99999",
    b"Host: \xff\xfe",
    b"Host: localhost.evil.example:80",
    b"Host: user@127.0.0.1:80",
    b"Host: [::ffff:127.0.0.1]:80",
    b"Host: 2130706433:80",
    b"Host: 0x7f.1:80",
    b"Host",
    b"",
)
"""What stands in place of a good Host."""
MORE = (
    b"A: \x00",
    b"A : b",
    b" folded",
    b"A: b\r\n folded",
    b"A: b\nB: c",
    b": empty",
    b"\xff: \xff",
    b"A: " + b"x" * 20_000,
    b"\r\n".join(b"X-%d: y" % number for number in range(500)),
    b"Cookie: " + b"a=b; " * 1500,
    b"Cookie: \xff=;;=",
    b"Range: bytes=9-1",
    b"Range: bytes=0-0,1-1,2-2,-1,a-",
    b"Range: \xff",
    b'If-None-Match: \xff, W/, "',
    b"If-Modified-Since: yesterday",
    b"If-Range: x",
    b"Accept-Encoding: \x80;q=nan",
    b"Origin: \xff",
    b"Origin: null",
    b"Origin: http://evil.example",
    b"Authorization:",
    b"Authorization: Bearer",
    b"Authorization: Bearer \xff\xfe",
    b"Authorization: Basic aG9zdDpob3N0",
    b"Authorization: Bearer host." + b"0" * 5000,
    b"Last-Event-ID: \xff",
    b"Last-Event-ID: 00000000-" + b"9" * 4000,
    b"Sec-Fetch-Site: \xff",
    b"Sec-Fetch-Site: cross-site",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x",
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x",
    b"Expect: 100-continue",
    b"Expect: the-unexpected",
    b"Connection: close, keep-alive, \xff",
    b"Content-Length: 3\r\n\r\nabc",
    b"Content-Length: -1",
    b"Content-Length: +1",
    b"Content-Length: 0x10",
    b"Content-Length: 99999999999999999999999",
    b"Content-Length: 1\r\nContent-Length: 2",
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: chunked, chunked",
    b"Content-Type: \xff/\xff; charset=\xff",
    b"Forwarded: for=\xff\r\nX-Forwarded-Host: evil.example\r\nX-HTTP-Method-Override: POST",
)
"""Further headers of a good request for the page and for its events."""
BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"1e999",
    b"\xff\xfe",
    b"\x00" * 100,
    b"[" * 90_000,
    b'{"what":' * 9000,
    b'{"what": 3}',
    b'{"what": "undo", "x": 1}',
    b'{"what":"\\ud800"}',
    b'{"what":"\xff\xfe"}',
    b'{"what":"a","what":"b"',
    b'{"argument": "x"}',
    b'{"what": "act", "argument": null}',
)
"""What is no order, with a good head and the host's secret."""


def requests(site: Site) -> list[bytes]:
    """Every bad request."""
    here = b"Host: 127.0.0.1:%d\r\n" % site.web.port
    found = [line + b"\r\n" + here + b"\r\n" for line in LINES]
    found += [f"GET {path} HTTP/1.1\r\n".encode() + here + b"\r\n" for path in PATHS]
    found += [b"GET / HTTP/1.1\r\n" + head + b"\r\n\r\n" for head in HEADS]
    found += [b"GET / HTTP/1.1\r\n" + here + head + b"\r\n\r\n" for head in HEADS[:-1]]
    for path in (b"/", b"/api/events"):
        found += [b"GET " + path + b" HTTP/1.1\r\n" + here + more + b"\r\n\r\n" for more in MORE]
    own = b"Authorization: Bearer %s\r\n" % site.web.keys.key(HOST).encode()
    own = here + own + b"Origin: http://127.0.0.1:%d\r\n" % site.web.port
    post = b"POST /api/act HTTP/1.1\r\n" + own
    json = b"Content-Type: application/json\r\n"
    for body in BODIES:
        found.append(post + json + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    bomb = gzip.compress(b" " * 50_000_000)
    found += [
        post + b"Content-Length: 2\r\n\r\n{}",
        post + b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 2\r\n\r\n--",
        post + b"Content-Type: application/json; charset=\xff\r\nContent-Length: 2\r\n\r\n{}",
        post + json + b"Content-Length: %d\r\n\r\n" % (BODY + 1) + b" " * (BODY + 1),
        post + json + b"Content-Length: 10\r\n\r\n{",
        post + json + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nxxxxx",
        post + json + b"Content-Encoding: br\r\nContent-Length: 5\r\n\r\nxxxxx",
        post + json + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb,
        post + json + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        post + json + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        post + json + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nab",
        post + json + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
        post + json + b"Transfer-Encoding: chunked\r\n\r\n0\r\nA: " + b"x" * 20_000,
        post + json + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        post + json + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n[]",
        post + json + b"Expect: it\r\nContent-Length: 2\r\n\r\n{}",
    ]
    good = b"GET / HTTP/1.1\r\n" + here + b"\r\n"
    events = b"GET /api/events HTTP/1.1\r\n" + here + b"\r\n"
    found += [good * 300, good + b"junk\r\n\r\n", good + b"\x00" * 70_000, good + post]
    found += [events * 3 + good, events + b"x" * 100_000, events.replace(b"/1.1", b"/1.0")]
    return found


async def send(port: int, data: bytes, *, ends: bool) -> bytes:
    """Send it, and what comes back, until the other side has no more or the time is up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    got = b""
    try:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(0.3):
                writer.write(data)
                if ends:
                    writer.write_eof()
                while chunk := await reader.read(2**16):
                    got += chunk
    finally:
        writer.transport.abort()
    return got


async def break_off(port: int, data: bytes) -> None:
    """Send it and hang up rudely, without waiting."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    link = writer.get_extra_info("socket")
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    with suppress(OSError):
        writer.write(data)
        await asyncio.sleep(0)
    writer.transport.abort()


def test_bad_requests_leave_nothing_on_the_console_and_the_page_answers(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    failed: list[dict[str, Any]] = []

    async def test(site: Site) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, what: failed.append(what))
        stream = await site.listen()
        await stream.event()
        port = site.web.port
        bad = requests(site)
        assert len(bad) > 200
        secret = site.web.keys.key(HOST).partition(".")[2].encode()
        for ends in (False, True):
            answers = await in_turns(send(port, each, ends=ends) for each in bad)
            for asked, answer in zip(bad, answers, strict=True):
                status = answer.split(b" ", 2)[1:2]
                assert status != [b"500"], asked[:200]
                assert secret not in answer, asked[:200]
                assert b"Traceback" not in answer, asked[:200]
                assert b"from __future__" not in answer, asked[:200]
            assert await site.status("/") == 200
        cuts = [each[: int(len(each) * part)] for each in bad for part in (0.1, 0.5, 0.9, 1.0)]
        await in_turns(break_off(port, each) for each in cuts)
        assert await site.status("/api/hello") == 200
        assert (await site.post({"what": "boom"}))[0] == 409
        assert site.asked == []
        assert site.web.gates is not None
        stream.response.close()
        while site.web.hub.count or len(site.web.gates.open) > 2:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0)

    with caplog.at_level(logging.WARNING):
        play(test, seconds=2)
    assert failed == []
    assert [each.getMessage() for each in caplog.records] == []
    assert capfd.readouterr().err == ""


async def in_turns(doings: Any) -> list[Any]:
    """Some at a time."""
    found: list[Any] = []
    batch: list[Any] = []
    for each in doings:
        batch.append(each)
        if len(batch) == 25:
            found += await asyncio.gather(*batch)
            batch = []
    return found + list(await asyncio.gather(*batch))
