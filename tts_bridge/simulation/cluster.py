"""Batches on a Dask cluster, through Dask's own client (the extra `cluster`)."""

from __future__ import annotations

import importlib
import uuid
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any

import msgspec

from tts_bridge.simulation.figures import Figures, Ledger
from tts_bridge.simulation.job import Batch, Job, SimulationError, packed
from tts_bridge.simulation.processes import ATTEMPTS, Progress, enter

PATIENCE = 20.0
"""Seconds for a scheduler to answer, and for its first worker to come."""
AHEAD = 4
"""Batches of a thread of the cluster that are handed in at a time."""


def on_cluster(job: Job, batches: Sequence[Batch], address: str, progress: Progress) -> Figures:
    """The figures of all batches, played by the workers of a scheduler, wherever they are.

    Dask gives the batches of a worker that is gone to another one.

    Raises:
        SimulationError: Dask is not installed here, no scheduler or no worker answers, a game
            broke off, or workers keep dying.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise SimulationError('a cluster needs Dask: pip install "tts-bridge[cluster]"') from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        why = str(error).partition("\n")[0]
        raise SimulationError(f"{address}: no Dask scheduler answers there ({why})") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError) as error:
            raise SimulationError(f"{address}: this scheduler has no workers") from error
        return handed_out(distributed, client, job, batches, progress)


def handed_out(
    distributed: Any, client: Any, job: Job, batches: Sequence[Batch], progress: Progress
) -> Figures:
    """The figures of all batches, so many of them at a time at the client's cluster."""
    ledger, run, told = Ledger(), uuid.uuid4().hex, msgspec.msgpack.encode(job)
    tries = Counter[int]()

    def submit(batch: Batch) -> Any:
        tries[batch.id] += 1
        key = f"tts-bridge-{run}-{batch.id}-{tries[batch.id]}"
        future = client.submit(packed, told, msgspec.msgpack.encode(batch), key=key, pure=False)
        open_[future.key] = batch
        return future

    open_: dict[str, Batch] = {}
    waiting = iter(batches)
    threads = sum(client.nthreads().values())
    first = [submit(batch) for batch in islice(waiting, AHEAD * threads)]
    finished = distributed.as_completed(first, loop=client.loop)
    for future in finished:
        batch = open_.pop(future.key)
        try:
            error = future.exception()
        except CancelledError as lost:
            raise SimulationError(f"the cluster gave up its work: {lost}") from lost
        if isinstance(error, distributed.KilledWorker) and tries[batch.id] < ATTEMPTS:
            finished.add(submit(batch))
            continue
        if error is not None:
            raise SimulationError(f"the cluster: {error}") from error
        enter(ledger, batch, future.result(), progress)
        following = next(waiting, None)
        if following is not None:
            finished.add(submit(following))
    return ledger.total
