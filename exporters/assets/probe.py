"""Whether the addresses of a save answer: in parallel, politely, and once, over several runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

import msgspec
from msgspec import Struct

from exporters.assets.http import Fetcher, FetchError
from exporters.assets.references import Kind

WORKERS = 8
_START = 512  # bytes that tell what a file is
_TRY_AGAIN = {403, 405, 501}  # hosts that do not take HEAD say so in many ways


class Answer(Struct, frozen=True):
    """What an address answered. `size` in bytes, -1 if not told; `at` in Unix seconds."""

    url: str
    ok: bool
    status: int = 0
    problem: str = ""
    size: int = -1
    at: float = 0.0


def ask(fetcher: Fetcher, url: str, kind: Kind) -> Answer:
    """Ask one address, without taking the file. Never raises for what a host does."""
    now = time.time()
    try:
        with fetcher.open("HEAD", url) as response:
            status, headers = response.status_code, response.headers
        if status in _TRY_AGAIN or (status == 200 and "html" in headers.get("Content-Type", "")):
            with fetcher.open("GET", url, headers={"Range": f"bytes=0-{_START - 1}"}) as response:
                status, headers = response.status_code, response.headers
                start = next(response.iter_content(_START), b"")
        else:
            start = b""
    except FetchError as error:
        return Answer(url, False, problem=str(error), at=now)
    except OSError:  # requests' errors, too: the body broke off
        return Answer(url, False, problem="the answer broke off", at=now)
    size = _size(
        headers.get("Content-Range", "").rpartition("/")[2] or headers.get("Content-Length")
    )
    if status not in (200, 206):
        return Answer(url, False, status, f"HTTP {status}", size, now)
    if is_page(start) and kind not in ("page", "text"):
        return Answer(url, False, status, "a web page, not a file", size, now)
    return Answer(url, True, status, "", size, now)


def is_page(start: bytes) -> bool:
    """Whether a file begins like a web page."""
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return text.startswith((b"<!doctype html", b"<html", b"<head", b"<script"))


def _size(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else -1


def ask_all(
    wanted: Iterable[tuple[str, Kind]],
    fetcher: Fetcher,
    *,
    workers: int = WORKERS,
    done: Callable[[Answer], object] = lambda answer: None,
) -> Iterator[Answer]:
    """Ask all addresses, each once; the answers as they come. `done` is told each."""
    pool = ThreadPoolExecutor(workers)
    try:
        jobs: list[Future[Answer]] = [
            pool.submit(ask, fetcher, url, kind) for url, kind in dict(wanted).items()
        ]
        for job in as_completed(jobs):
            answer = job.result()
            done(answer)
            yield answer
    finally:  # also when whoever reads the answers stops: what is not begun is not asked
        pool.shutdown(wait=True, cancel_futures=True)


class Memory:
    """Answers kept in a file of JSON lines, so that a run that was ended goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, Answer] = {}
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            return
        for row in text.splitlines():
            try:
                answer = msgspec.json.decode(row, type=Answer)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue  # the run was ended in the middle of a line
            self.known[answer.url] = answer

    def recall(self, url: str, newest: float) -> Answer | None:
        """A good answer not older than `newest` (Unix seconds); bad ones are asked again."""
        answer = self.known.get(url)
        return answer if answer and answer.ok and answer.at >= newest else None

    def keep(self, answer: Answer) -> None:
        """Add an answer to the file at once."""
        self.known[answer.url] = answer
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(answer) + b"\n")
