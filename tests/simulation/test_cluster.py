"""A Dask cluster of two workers on this machine gives the same figures, also when one dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.simulation.jobs import GAMES, JOBS, alone, silent
from tts_bridge.simulation import cluster
from tts_bridge.simulation.cluster import on_cluster
from tts_bridge.simulation.job import SimulationError, batches

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own affair
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
    ) as found:
        yield found


@pytest.mark.parametrize("game", JOBS)
def test_a_cluster_gives_the_same_figures_as_one_process(game: str, two_workers: Any) -> None:
    done: list[int] = []
    found = on_cluster(JOBS[game], batches(GAMES), two_workers.scheduler_address, done.append)
    assert found == alone(game)
    assert sum(done) == GAMES


def test_a_worker_of_the_cluster_that_is_killed_loses_no_game_and_counts_none_twice(
    two_workers: Any,
) -> None:
    address = two_workers.scheduler_address
    with distributed.Client(address, set_as_default=False) as client:
        before = client.run(os.getpid)
    done: list[int] = []

    def kill_one(games: int) -> None:
        done.append(games)
        if len(done) == 4:
            os.kill(next(iter(before.values())), KILL)

    found = on_cluster(JOBS["dbd"], batches(GAMES), address, kill_one)
    assert found == alone("dbd")
    assert sum(done) == GAMES
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        assert set(client.run(os.getpid).values()) != set(before.values())


def test_a_scheduler_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(SimulationError, match=r"^tcp://127.0.0.1:9: no Dask scheduler answers"):
        on_cluster(JOBS["dbd"], batches(3), "tcp://127.0.0.1:9", silent)


def test_a_scheduler_without_workers_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None) as nobody:
        monkeypatch.setattr(cluster, "PATIENCE", 2.0)
        with pytest.raises(SimulationError, match="this scheduler has no workers"):
            on_cluster(JOBS["dbd"], batches(3), nobody.scheduler_address, silent)


def test_without_dask_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    with pytest.raises(SimulationError, match=r"pip install \"tts-bridge\[cluster\]\""):
        on_cluster(JOBS["dbd"], batches(3), "tcp://127.0.0.1:9", silent)
