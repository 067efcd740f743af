"""Virtual time: frames, waits, coroutines, pieces on their way. Nothing here looks at a real clock.

`call(callback, *arguments)` runs a script's function and returns its results, or None when it
failed (the failure is reported where it happens).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import ApiError, Callback
from tts_bridge.headless.vectors import Vec

FRAME = 1 / 60
_MOST = 20_000  # waits, and coroutines, at once
_MOST_LANDINGS = 500  # in one frame; the others follow in the next
_SMOOTH, _FAST, _FALL = 30, 12, 15  # frames that a smooth move, a fast one and a fall take


@dataclass
class _Wait:
    callback: Callback
    frame: int = 0
    time: float = 0.0
    every: float = 0.0
    repetitions: int = 1
    condition: Callback | None = None
    timeout: float = 0.0
    on_timeout: Callback | None = None
    arguments: tuple[object, ...] = ()


@dataclass
class _Motion:
    piece: Piece
    steps: int
    to: Vec | None = None
    rotation: Vec | None = None
    falls: bool = False


class Clock:
    """Counts frames and does what is due in each; `frame` is the number of frames so far."""

    def __init__(
        self,
        call: Callable[..., list[Any] | None],
        step: Callable[[int, int], bool],
        place: Callable[[Piece, Vec | None, Vec | None], None],
        land: Callable[[Piece], None],
    ) -> None:
        self.frame = 0
        self.time = 0.0
        self._call, self._step, self._place, self._land = call, step, place, land
        self._soon: list[Callable[[], None]] = []
        self._waits: dict[int, _Wait] = {}
        self._next = 1
        self._threads: list[tuple[int, int]] = []
        self._motions: dict[int, _Motion] = {}

    # --- what is to happen ---------------------------------------------------------------------

    def soon(self, action: Callable[[], None]) -> None:
        """Do it at the beginning of the next frame."""
        self._soon.append(action)

    def _add(self, wait: _Wait) -> int:
        if len(self._waits) >= _MOST:
            raise ApiError(f"more than {_MOST} waits at once")
        id_, self._next = self._next, self._next + 1
        self._waits[id_] = wait
        return id_

    def after_frames(self, callback: Callback, frames: int) -> int:
        """The id of a wait of so many frames, at least one."""
        return self._add(_Wait(callback, frame=self.frame + max(1, frames)))

    def after(
        self, callback: Callback, seconds: float, repetitions: int = 1, *arguments: object
    ) -> int:
        """The id of a wait that ends every so many seconds; -1 repetitions are without end."""
        wait = _Wait(callback, every=max(seconds, 0.0), repetitions=repetitions or 1)
        wait.time = self.time + wait.every
        wait.frame = self.frame + 1
        wait.arguments = arguments
        return self._add(wait)

    def when(
        self,
        callback: Callback,
        condition: Callback,
        timeout: float | None,
        on_timeout: Callback | None,
    ) -> int:
        """The id of a wait that looks every frame."""
        until = self.time + timeout if timeout is not None and timeout >= 0 else float("inf")
        return self._add(_Wait(callback, condition=condition, timeout=until, on_timeout=on_timeout))

    def stop(self, id_: int) -> bool:
        """End the wait; whether there was one."""
        return self._waits.pop(id_, None) is not None

    def runs(self, id_: int) -> bool:
        """Whether the wait is still to end."""
        return id_ in self._waits

    def stop_all(self) -> None:
        """End all waits."""
        self._waits.clear()

    def start(self, script: int, thread: int) -> None:
        """Resume the coroutine every frame until it ends. Raises ApiError."""
        if len(self._threads) >= _MOST:
            raise ApiError(f"more than {_MOST} coroutines at once")
        self._threads.append((script, thread))

    def move(self, piece: Piece, to: Vec | None, rotation: Vec | None, *, fast: bool) -> None:
        """Let it glide there; what it was doing before ends, except for the other half."""
        before = self._motions.get(piece.id)
        if before and not before.falls:
            to, rotation = to or before.to, rotation or before.rotation
        steps = _FAST if fast else _SMOOTH
        self._motions[piece.id] = _Motion(piece, steps, to, rotation)
        piece.resting = False

    def fall(self, piece: Piece) -> None:
        """Let it come to rest soon."""
        if piece.id not in self._motions:
            self._motions[piece.id] = _Motion(piece, _FALL, falls=True)
            piece.resting = False

    def halt(self, piece: Piece) -> None:
        """Stop the piece where it is."""
        self._motions.pop(piece.id, None)
        piece.resting = True

    def target(self, piece: Piece) -> tuple[Vec | None, Vec | None]:
        """Where it glides to, and how it will be turned."""
        motion = self._motions.get(piece.id)
        return (motion.to, motion.rotation) if motion and not motion.falls else (None, None)

    def forget(self, script: int) -> None:
        """End the waits and coroutines of a script that is gone."""
        self._waits = {i: w for i, w in self._waits.items() if w.callback.script != script}
        self._threads = [each for each in self._threads if each[0] != script]
        self._motions.pop(script, None)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is under way but waits that repeat without end."""
        pending = any(wait.repetitions >= 0 for wait in self._waits.values())
        return not (self._soon or pending or self._threads or self._motions)

    # --- one frame -----------------------------------------------------------------------------

    def begin(self) -> None:
        """The first half of a frame: what was to happen soon, waits, coroutines."""
        self.frame += 1
        self.time = self.frame * FRAME
        soon, self._soon = self._soon, []
        for action in soon:
            action()
        for id_ in list(self._waits):
            wait = self._waits.get(id_)
            if wait is not None:
                self._look_at(id_, wait)
        threads, self._threads = self._threads, []
        for script, thread in threads:
            if self._step(script, thread):
                self._threads.append((script, thread))

    def _look_at(self, id_: int, wait: _Wait) -> None:
        if wait.condition is not None:
            answer = self._call(wait.condition)
            if answer is None:
                self._waits.pop(id_, None)
            elif answer and answer[0] is not None and answer[0] is not False:
                self._waits.pop(id_, None)
                self._call(wait.callback)
            elif self.time >= wait.timeout:
                self._waits.pop(id_, None)
                if wait.on_timeout:
                    self._call(wait.on_timeout)
            return
        if self.frame < wait.frame or self.time < wait.time - 1e-9:
            return
        if wait.repetitions == 1:
            self._waits.pop(id_, None)
        elif wait.repetitions > 1:
            wait.repetitions -= 1
        wait.time += wait.every
        if self._call(wait.callback, *wait.arguments) is None:
            self._waits.pop(id_, None)

    def finish(self) -> None:
        """The second half: pieces go on their way."""
        landed = 0
        for id_, motion in list(self._motions.items()):
            if self._motions.get(id_) is not motion:
                continue
            piece = motion.piece
            motion.steps -= 1
            if not motion.falls:
                left = motion.steps + 1
                self._place(
                    piece,
                    _nearer(piece.position, motion.to, left),
                    _turned(piece.rotation, motion.rotation, left),
                )
            if motion.steps <= 0 and landed < _MOST_LANDINGS:
                landed += 1
                del self._motions[id_]
                piece.resting = True
                self._land(piece)


def _nearer(at: Vec, to: Vec | None, left: int) -> Vec | None:
    if to is None or left <= 1:
        return to
    return Vec(*(a + (b - a) / left for a, b in zip(at, to, strict=True)))


def _turned(now: Vec, to: Vec | None, left: int) -> Vec | None:
    """The next step the short way round."""
    if to is None or left <= 1:
        return to
    return Vec(
        *(a + ((b - a + 180.0) % 360.0 - 180.0) / left for a, b in zip(now, to, strict=True))
    )
