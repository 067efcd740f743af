"""The log of a game while it is played: every move is written as it is made, what is taken back is
cut off again. `tts-bridge replay` shows it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from rules.engine import Match, Move
from rules.record import Header, write_log


class Log:
    """A log file that follows a match. Close it at the end."""

    def __init__(self, path: Path, head: str, moves: list[Move[Any]]) -> None:
        """Begin the file, or begin it anew with the moves that are good.

        Raises:
            OSError: it cannot be written.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [head.encode(), *(msgspec.json.encode(move) + b"\n" for move in moves)]
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(b"".join(lines))
        fresh.replace(path)
        self.ends: list[int] = []
        size = 0
        for line in lines:
            size += len(line)
            self.ends.append(size)
        self.file = path.open("r+b")
        self.file.seek(size)

    def made(self, move: Move[Any]) -> None:
        """Write a move."""
        line = msgspec.json.encode(move) + b"\n"
        self.file.write(line)
        self.file.flush()
        self.ends.append(self.ends[-1] + len(line))

    def cut(self, count: int) -> None:
        """Keep so many moves."""
        del self.ends[count + 1 :]
        self.file.truncate(self.ends[-1])
        self.file.seek(self.ends[-1])
        self.file.flush()

    def close(self) -> None:
        """Close the file; everything is in it already."""
        self.file.close()


def begun(path: Path, match: Match[Any], config: Any) -> Log:
    """The log of a new game; there is no such file yet.

    Raises:
        OSError: there is one already, or it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    return Log(path, write_log(match.rules, config, ()), match.moves)


def continued(path: Path, lines: list[bytes], match: Match[Any]) -> Log:
    """The log that a match was read from: what could not be read is cut off.

    Raises:
        OSError: it cannot be written.
    """
    config = msgspec.json.decode(lines[0], type=Header).config
    return Log(path, write_log(match.rules, config, ()), match.moves)
