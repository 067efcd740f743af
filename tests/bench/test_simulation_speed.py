"""How much faster two processes simulate than one, and whether many games take more memory.

`python -m pytest tests/bench/test_simulation_speed.py -s` prints the tables. Nothing here fails by
being slow. `TTS_BRIDGE_SIMULATED=1000` (or 10000 for the memory) makes the simulations as long.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec
import pytest

from rules.dbd.setup import Config as Dbd
from rules.invader.setup import Config as Invader
from tts_bridge.simulation.figures import Figures
from tts_bridge.simulation.job import Job, batches
from tts_bridge.simulation.processes import on_processes

GAMES = int(os.environ.get("TTS_BRIDGE_SIMULATED", "24"))
ROUNDS = int(os.environ.get("TTS_BRIDGE_ROUNDS", "1"))
"""One process and two in turn, so that a busy machine slows both."""
GOAL = 1.8
"""Times as fast on two processes as on one."""
MEGABYTE = 1024 * 1024
JOBS = {
    "dbd": Job(
        "dbd",
        msgspec.json.encode(Dbd(full=True)),
        dict.fromkeys(("killer", "survivors"), "sensible"),
        1,
    ),
    "invader": Job("invader", msgspec.json.encode(Invader()), {"survivors": "sensible"}, 1),
}


class Spent(NamedTuple):
    """Seconds, starting the workers included: by the clock on the wall, and of computing, the
    workers' too (0 where a system does not tell)."""

    wall: float
    cpu: float


def timed(job: Job, processes: int) -> tuple[Spent, Figures]:
    """What a simulation takes, and its figures."""
    begin, before = time.perf_counter(), sum(os.times()[:4])
    figures = on_processes(job, batches(GAMES), processes, lambda games: None)
    return Spent(time.perf_counter() - begin, sum(os.times()[:4]) - before), figures


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", JOBS)
def test_two_processes_beside_one(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    spent: dict[int, list[Spent]] = {1: [], 2: []}
    figures = []
    for _ in range(ROUNDS):
        for processes, found in spent.items():
            each, result = timed(JOBS[game], processes)
            found.append(each)
            figures.append(result)
    one, two = (Spent(*map(median, zip(*found, strict=True))) for found in spent.values())
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with capsys.disabled():
        print(f"\n{game}, {GAMES:,} games   seconds   games/s   computing")
        for processes, each in ((1, one), (2, two)):
            print(f"{processes:>9} processes{each.wall:>10.1f}{GAMES / each.wall:>10.1f}", end="")
            print(f"{each.cpu:>10.1f} s")
        print(f"{one.wall / two.wall:.2f} times as fast (goal {GOAL}); load {load:.1f}, ", end="")
        print(f"{os.cpu_count()} cores; on idle ones {2 * one.cpu / max(two.cpu, 0.01):.2f}")
    assert all(each == figures[0] for each in figures)


def resident(pid: int) -> float:
    """The memory of a process that is in use, in megabytes; 0 when it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


@pytest.mark.timeout(7200)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
@pytest.mark.parametrize("game", JOBS)
def test_memory_over_many_games(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pids = [os.getpid()]
    rows: list[tuple[int, list[float]]] = []
    done = 0

    def look(games: int) -> None:
        nonlocal done
        done += games
        rows.append((done, [resident(pid) for pid in pids]))

    figures = on_processes(JOBS[game], batches(GAMES), 2, look, pids.append)
    shown = [rows[len(rows) * tenth // 10 - 1] for tenth in (1, 2, 4, 6, 8, 10)]
    with capsys.disabled():
        print(f"\n{game}: MB after games  {'this one':>10}{'worker':>10}{'worker':>10}")
        for games, sizes in shown:
            print(f"{games:>20,}  " + "".join(f"{size:>10.1f}" for size in sizes))
    assert figures.games == GAMES
    early = max(sum(sizes) for games, sizes in rows if games <= max(2, GAMES // 5))
    assert sum(rows[-1][1]) < 1.5 * early
