"""HTTP for assets and the workshop: public hosts only, few at once, with an end to everything."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests

AGENT = "tts-bridge (Tabletop Simulator asset check)"
TIMEOUT = (10, 30)  # seconds to connect, to wait for the next bytes
REDIRECTS = 5
_REDIRECT = {301, 302, 303, 307, 308}


class FetchError(Exception):
    """An address that gave nothing; the text says why, without the address."""


class Fetcher:
    """Requests, at most `per_host` at once to one host and `pause` seconds apart.

    Addresses come from saves of strangers: what leads into this computer's own network is not
    asked, redirections included, unless `private` allows it. Safe to use from several threads.
    """

    def __init__(self, *, per_host: int = 2, pause: float = 0.2, private: bool = False) -> None:
        self.pause, self.private = pause, private
        self._local = threading.local()
        self._lock = threading.Lock()
        self._per_host = per_host
        self._slots: dict[str, threading.Semaphore] = {}
        self._next: dict[str, float] = {}

    @contextmanager
    def open(self, method: str, url: str, **options: Any) -> Iterator[requests.Response]:
        """The answer to a request, its body not read yet. Raises FetchError."""
        for _ in range(REDIRECTS + 1):
            host = self._host(url)
            with self._slot(host):
                self._wait(host)
                with self._send(method, url, options) as response:
                    if response.status_code not in _REDIRECT:
                        yield response
                        return
                    url = urljoin(url, response.headers.get("Location", ""))
        raise FetchError("redirects without end")

    def read(self, method: str, url: str, most: int, **options: Any) -> bytes:
        """The body of a good answer, at most `most` bytes. Raises FetchError."""
        with self.open(method, url, **options) as response:
            if response.status_code != requests.codes.ok:
                raise FetchError(f"HTTP {response.status_code} {response.reason}")
            parts, size = [], 0
            try:
                for part in response.iter_content(1 << 16):
                    size += len(part)
                    if size > most:
                        raise FetchError(f"larger than {most} bytes")
                    parts.append(part)
            except requests.RequestException as error:
                raise FetchError(reason(error)) from None
            return b"".join(parts)

    def _send(self, method: str, url: str, options: dict[str, Any]) -> requests.Response:
        if not hasattr(self._local, "session"):
            self._local.session = requests.Session()
        headers = {"User-Agent": AGENT, **options.pop("headers", {})}
        try:
            response: requests.Response = self._local.session.request(
                method, url, headers=headers, timeout=TIMEOUT, stream=True,
                allow_redirects=False, **options,
            )  # fmt: skip
        except (requests.RequestException, UnicodeError, ValueError) as error:
            raise FetchError(reason(error)) from None
        options["headers"] = headers
        return response

    def _host(self, url: str) -> str:
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise FetchError("no address") from None
        if parts.scheme not in ("http", "https") or not host:
            raise FetchError("not an http address")
        if not self.private:
            _refuse_private(host, port or 443)
        return host

    def _slot(self, host: str) -> threading.Semaphore:
        with self._lock:
            return self._slots.setdefault(host, threading.Semaphore(self._per_host))

    def _wait(self, host: str) -> None:
        with self._lock:
            now = time.monotonic()
            at = max(now, self._next.get(host, 0.0))
            self._next[host] = at + self.pause
        time.sleep(at - now)


def _refuse_private(host: str, port: int) -> None:
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise FetchError("no such host") from None
    if not all(is_public(str(each).partition("%")[0]) for each in found):
        raise FetchError("a host of this computer's own network; not asked")


_LOCAL = tuple(
    map(ipaddress.IPv6Network, ("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "fec0::/10"))
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an address is one of the internet's, and so is every IPv4 address within it.

    An IPv6 address may be another spelling of IPv4 ones, which a gateway undoes.
    """
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if any(found in each for each in _LOCAL):
            return False  # for use within a network alone
        spelled = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in _NAT64:
            spelled.append(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
        if inner := [each for each in spelled if each is not None]:
            return all(is_public(str(each)) for each in inner)
    return found.is_global and not found.is_multicast


def reason(error: Exception) -> str:
    """What went wrong, in a few words."""
    for kind, text in (
        (requests.exceptions.SSLError, "the certificate is not trusted"),
        (requests.exceptions.ConnectTimeout, "no answer"),
        (requests.exceptions.ReadTimeout, "the answer does not end"),
        (requests.exceptions.ConnectionError, "no connection"),
        (requests.exceptions.ChunkedEncodingError, "the answer broke off"),
    ):
        if isinstance(error, kind):
            return text
    return str(error).split("\n", 1)[0][:200]
