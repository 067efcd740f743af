"""An event loop whose time runs on by itself: where nothing is to be done, the next thing that is
waited for is due at once. What takes an hour of waiting takes no time, and a busy machine is no
slower than an idle one.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

_T = TypeVar("_T")


class _Waiting(selectors.BaseSelector):
    """Looks at its sockets without waiting; the time that it was to wait has passed."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sockets = selectors.DefaultSelector()

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._sockets.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._sockets.unregister(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everything waits for something that nobody does")
        found = self._sockets.select(0)
        if not found and timeout > 0:
            self.now += timeout
        return found

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._sockets.get_map()

    def close(self) -> None:
        self._sockets.close()


class VirtualLoop(asyncio.SelectorEventLoop):
    """For what needs no network: its `time()` begins at 0."""

    def __init__(self) -> None:
        self._clock = _Waiting()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def in_virtual_time(doing: Coroutine[Any, Any, _T]) -> _T:
    """What the coroutine returns, run to its end in a loop of its own."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(doing)
