"""Work that is killed at any moment, in a process of its own; needs fork."""

import os
import signal
import sys
from collections.abc import Callable

from exporters.savefile import SaveError


def moments(work: Callable[[], None], count: int) -> list[int]:
    """Numbers of lines of ours after which to kill, spread over the work, the end included."""
    read, told = os.pipe()
    if (child := os.fork()) == 0:
        lines = 0

        def trace(frame: object, event: str, argument: object) -> object:
            nonlocal lines
            lines += event == "line"
            return trace

        sys.settrace(trace)  # type: ignore[arg-type]
        work()
        sys.settrace(None)
        os.write(told, str(lines).encode())
        os._exit(0)
    os.waitpid(child, 0)
    total = int(os.read(read, 20))
    os.close(read)
    os.close(told)
    # The writing is at the end and short: most moments are there.
    return [total * n // count for n in range(count // 2)] + [
        total - n * 4 for n in range(count - count // 2 - 1, -1, -1)
    ]


def kill_at(moment: int, work: Callable[[], None]) -> None:
    """Do the work in a process of its own and kill it after so many lines."""
    if (child := os.fork()) == 0:
        left = moment

        def trace(frame: object, event: str, argument: object) -> object:
            nonlocal left
            if event == "line":
                left -= 1
                if left <= 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)  # type: ignore[arg-type]
        try:
            work()
        except SaveError:
            pass
        finally:
            sys.settrace(None)
            os._exit(0)
    os.waitpid(child, 0)
