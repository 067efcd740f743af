"""A web server on this machine for the tests that fetch."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Page = tuple[int, dict[str, str], bytes]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


class Web:
    """Pages by path, and what was asked."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[tuple[str, str]] = []
        self.bodies: list[bytes] = []
        self.busy = self.most = 0
        self.lock = threading.Lock()
        self.base = ""

    def put(self, path: str, body: bytes = PNG, status: int = 200, **headers: str) -> str:
        """Serve a page; its address."""
        self.pages[path] = (status, {k.replace("_", "-"): v for k, v in headers.items()}, body)
        return self.base + path


@contextmanager
def served() -> Iterator[Web]:
    """A server that ends with the block."""
    web = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.answer(with_body=False)

        def do_GET(self) -> None:
            self.answer(with_body=True)

        def do_POST(self) -> None:
            web.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer(with_body=True)

        def answer(self, *, with_body: bool) -> None:
            with web.lock:
                web.asked.append((self.command, self.path))
                web.busy += 1
                web.most = max(web.most, web.busy)
            status, headers, body = web.pages.get(self.path, (404, {}, b"gone"))
            if headers.get("No-Head") and self.command == "HEAD":
                status = 405
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if "Content-Length" not in headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if with_body:
                self.wfile.write(body)
            with web.lock:
                web.busy -= 1

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    web.base = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
