"""Log lines that somebody else can cause: a flood of them stays a few lines."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

MOST = 3
SECONDS = 60.0
LONG = 300
"""Characters of a line; what it quotes was written by others."""


class SparingLog:
    """Writes the first `most` lines of a kind, and after `seconds` how many more there were.

    A kind is the text before anything is put in. To be used within a running event loop.
    """

    def __init__(self, log: logging.Logger, most: int = MOST, seconds: float = SECONDS) -> None:
        self.log = log
        self.most = most
        self.seconds = seconds
        self._counts: Counter[str] = Counter()
        self._last: dict[str, tuple[int, str]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def warning(self, text: str, *values: object) -> None:
        """Write a warning, or count it."""
        self._write(logging.WARNING, text, *values)

    def exception(self, text: str, *values: object) -> None:
        """Write an error with the exception that is being handled, or count it."""
        self._write(logging.ERROR, text, *values)

    def _write(self, level: int, text: str, *values: object) -> None:
        self._counts[text] += 1
        line = printable(text % values if values else text)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.seconds, self.sum_up)
        if self._counts[text] > self.most:
            self._last[text] = (level, line)
        else:
            self.log.log(level, "%s", line, exc_info=level >= logging.ERROR)

    def sum_up(self) -> None:
        """Write how many lines were left out, and begin anew."""
        for text, (level, line) in self._last.items():
            self.log.log(level, "%d more like this: %s", self._counts[text] - self.most, line)
        self._counts.clear()
        self._last.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def printable(text: str) -> str:
    """A text as one line that does nothing to a terminal."""
    line = "".join(each if each.isprintable() else " " for each in text[: LONG + 1])
    return line if len(line) <= LONG else line[:LONG] + "…"
