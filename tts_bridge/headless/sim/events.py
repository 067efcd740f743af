"""Events: what happened is queued, and told to the scripts that have a handler for it.

A handler is found by its name when the event is told. Global comes first, then the objects in
the order their scripts were made.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import OUT_OF_BUDGET, Callback, Engine

_OTHER_NAMES = {
    "onLoad": ("onload",),
    "onUpdate": ("update",),
    "onPickUp": ("onPickedUp",),
    "onDrop": ("onDropped",),
    "onDestroy": ("onDestroyed",),
    "onObjectPickUp": ("onObjectPickedUp",),
    "onObjectDrop": ("onObjectDropped",),
    "onObjectEnterZone": ("onObjectEnterScriptingZone",),
    "onObjectLeaveZone": ("onObjectLeaveScriptingZone",),
}
_EVERY_FRAME = {"onUpdate", "update", "onFixedUpdate"}
_SOME, _HEAVY = 4, 0.05  # events, and seconds for these that scripts pay for
_MOST = 20_000  # events told at once; more means that handlers cause each other


class _Event(NamedTuple):
    name: str
    arguments: tuple[object, ...]
    own: Piece | None
    own_name: str
    own_arguments: tuple[object, ...]


class Events:
    """The queue. `call(callback, where, *arguments)` runs a handler: its results, None when it
    failed. `report` is told what is wrong with no script in particular."""

    def __init__(
        self,
        engine: Engine,
        call: Callable[..., list[Any] | None],
        report: Callable[[str], None],
    ) -> None:
        self._engine, self._call, self._report = engine, call, report
        self._muted: set[tuple[int, str]] = set()
        self._queue: deque[_Event] = deque()
        self._telling = False
        self._stopped = False  # there is no time left to tell anything

    def post(
        self,
        name: str,
        *arguments: object,
        own: Piece | None = None,
        own_name: str = "",
        own_arguments: tuple[object, ...] = (),
    ) -> None:
        """Queue an event for every script, and for the one of the object it is about."""
        self._queue.append(_Event(name, arguments, own, own_name, own_arguments))

    def post_own(self, piece: Piece, name: str, *arguments: object) -> None:
        """Queue an event for the script of one object alone."""
        self._queue.append(_Event("", (), piece, name, arguments))

    def flush(self) -> None:
        """Tell all that is queued and what that leads to; a chain without end is cut off."""
        if self._telling:
            return
        self._telling, self._stopped = True, False
        try:
            began = time.process_time()
            for number in range(_MOST):
                if not self._queue:
                    return
                if self._stopped or self._engine.is_spent:
                    self._queue.clear()
                    self._report(OUT_OF_BUDGET)
                    return
                self._tell(self._queue.popleft())
                if number % _SOME == 0:  # with many handlers, it is the calls that take long
                    now = time.process_time()
                    if now - began > _HEAVY:
                        self._engine.spend(0, now - began)
                    began = now
            self._queue.clear()
            self._report(f"more than {_MOST} events at once: handlers cause each other")
        finally:
            self._telling = False

    def _tell(self, event: _Event) -> None:
        if event.own is not None and event.own_name:
            self.tell_one(event.own.id, event.own_name, *event.own_arguments)
        if event.name:
            self.ask(event.name, *event.arguments)

    def ask(self, name: str, *arguments: object) -> Any:
        """Tell every script now; the first answer that is not nil, which ends the telling."""
        for each in (name, *_OTHER_NAMES.get(name, ())):
            for script in self._engine.handlers(each):
                answer = self._one(script, each, arguments)
                if answer is not None:
                    return answer
                if self._stopped:
                    break
        return None

    def tell_one(self, script: int, name: str, *arguments: object) -> Any:
        """Tell one script now; its answer."""
        for each in (name, *_OTHER_NAMES.get(name, ())):
            if self._engine.named(script, each) is not None:
                return self._one(script, each, arguments)
        return None

    def _one(self, script: int, name: str, arguments: tuple[object, ...]) -> Any:
        handler: Callback | None = self._engine.named(script, name)
        if handler is None or (script, name) in self._muted:
            return None
        results = self._call(handler, name, *arguments)
        if results is None and name in _EVERY_FRAME:
            self._muted.add((script, name))  # it would fail sixty times a second
        if results is None:
            self._stopped = self._engine.is_spent
        return results[0] if results else None
