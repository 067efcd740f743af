"""Kills work that writes files, in a process of its own, before each thing it does to a disk."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from exporters.savefile import SaveError

WRITES = frozenset(
    f"os.{name}"
    for name in [
        "chmod",
        "link",
        "mkdir",
        "remove",
        "rename",
        "rmdir",
        "symlink",
        "truncate",
        "utime",
    ]
)
"""What the interpreter tells its audit hooks about; a file opened for writing comes on top."""


def is_write(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether an audit event comes before something that changes the disk."""
    if event == "open":
        flags = arguments[2]
        return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    return event in WRITES


def moments(work: Callable[[], None], count: int) -> list[int]:
    """Numbers of writes after which to kill: all of them, or `count` of them spread evenly."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        writes = 0

        def count_writes(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal writes
            writes += is_write(event, arguments)

        sys.addaudithook(count_writes)
        work()
        os.write(write, str(writes).encode())
        os._exit(0)
    os.waitpid(child, 0)
    total = int(os.read(read, 20))
    os.close(read)
    os.close(write)
    steps = min(count, total + 1)
    return [total * n // max(1, steps - 1) for n in range(steps)]


def kill_at(moment: int, work: Callable[[], None]) -> None:
    """Do the work in a process of its own and kill it when so many writes are done."""
    if (child := os.fork()) == 0:
        left = moment

        def kill(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal left
            if is_write(event, arguments):
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1

        sys.addaudithook(kill)
        try:
            work()
        except SaveError:
            pass
        finally:
            os._exit(0)
    os.waitpid(child, 0)
