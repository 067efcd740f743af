"""Batches on processes of this machine. A worker that dies is replaced and its batch done again.

Workers are spawned, so this is the same on Windows, macOS and Linux. They ignore Ctrl-C, which a
terminal sends to all: whoever started them ends them, in every case.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import msgspec

from tts_bridge.simulation.figures import Figures, Ledger
from tts_bridge.simulation.job import Batch, Job, SimulationError, packed

SPAWN = multiprocessing.get_context("spawn")
ATTEMPTS = 3
"""How often a batch is given to a worker that dies on it."""
AHEAD = 2
"""Batches that a worker is given at a time: it need not wait for the next one."""
PATIENCE = 5.0
"""Seconds for a worker to end before it is killed."""
DONE, FAILED = b"d", b"f"

Progress = Callable[[int], None]
"""Told how many more games are done."""


class Worker:
    """A process that plays one batch after the other."""

    def __init__(self, job: bytes) -> None:
        self.channel, other = SPAWN.Pipe()
        self.process: BaseProcess = SPAWN.Process(target=work, args=(other, job), daemon=True)
        with deaf():
            self.process.start()
        other.close()
        self.batches: deque[Batch] = deque()

    def give(self, batch: Batch) -> None:
        """Have a batch played; a worker that is dead already shows it later."""
        self.batches.append(batch)
        with suppress(OSError):
            self.channel.send_bytes(msgspec.msgpack.encode(batch))

    def answer(self) -> bytes | None:
        """What came back: b"" nothing yet, None that the worker is dead."""
        try:
            if self.channel.poll():
                return self.channel.recv_bytes()
        except (EOFError, OSError):
            return None
        return b"" if self.process.is_alive() else None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.channel.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


@contextmanager
def deaf() -> Iterator[None]:
    """Who is started meanwhile ignores Ctrl-C from its first moment on, where that is inherited."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def work(channel: Connection, job: bytes) -> None:
    """A worker's life: batches come in, figures go out, until whoever listens is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            batch = channel.recv_bytes()
            try:
                answer = DONE + packed(job, batch)
            except SimulationError as error:
                answer = FAILED + str(error).encode()
            channel.send_bytes(answer)


def on_processes(
    job: Job,
    batches: Sequence[Batch],
    processes: int,
    progress: Progress,
    started: Callable[[int], None] = lambda pid: None,
) -> Figures:
    """The figures of all batches, played by so many processes; by this one when that is 1.

    Args:
        job: what is simulated.
        batches: its games.
        processes: how many.
        progress: told of games that are done.
        started: told the id of every process that is started.

    Raises:
        SimulationError: a game broke off, or workers keep dying.
    """
    ledger, told = Ledger(), msgspec.msgpack.encode(job)
    if processes == 1:
        for batch in batches:
            enter(ledger, batch, packed(told, msgspec.msgpack.encode(batch)), progress)
        return ledger.total
    left, attempts = deque(batches), Counter[int]()
    workers: list[Worker] = []
    try:
        while len(ledger.done) < len(batches):
            while left and len(workers) < processes:
                workers.append(Worker(told))
                started(workers[-1].process.pid or 0)
            for _ in range(AHEAD):
                for worker in workers:
                    if len(worker.batches) < AHEAD and left:
                        worker.give(left.popleft())
            busy = [worker for worker in workers if worker.batches]
            wait([w.channel for w in busy] + [w.process.sentinel for w in busy])
            for worker in busy:
                settle(worker, ledger, workers, left, attempts, progress)
    finally:
        for worker in workers:
            worker.end()
    return ledger.total


def settle(
    worker: Worker,
    ledger: Ledger,
    workers: list[Worker],
    left: deque[Batch],
    attempts: Counter[int],
    progress: Progress,
) -> None:
    """Take what a worker has to say, if anything; one that is dead gives its batches back."""
    answer, batch = worker.answer(), worker.batches[0]
    if answer is None:
        code = worker.process.exitcode
        worker.end()
        workers.remove(worker)
        left.extendleft(reversed(worker.batches))
        attempts[batch.id] += 1
        if attempts[batch.id] == ATTEMPTS:
            last = batch.first + batch.games - 1
            raise SimulationError(
                f"a worker died {ATTEMPTS} times in games {batch.first} to {last} (exit code "
                f"{code}); is there memory enough for so many --processes?"
            )
        return
    if not answer:
        return
    worker.batches.popleft()
    if answer[:1] == FAILED:
        raise SimulationError(answer[1:].decode())
    enter(ledger, batch, answer[1:], progress)


def enter(ledger: Ledger, batch: Batch, figures: bytes, progress: Progress) -> None:
    """Count a batch that came back."""
    if ledger.enter(batch.id, msgspec.msgpack.decode(figures, type=Figures)):
        progress(batch.games)
