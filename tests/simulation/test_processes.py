"""Workers on this machine: the same figures of any number of them, whatever dies meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.simulation.jobs import GAMES, JOBS, alone, silent
from tts_bridge.simulation.job import SimulationError, batches
from tts_bridge.simulation.processes import on_processes

ROOT = Path(__file__).parents[2]
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
NO_WATCHING = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")


@pytest.mark.parametrize("game", JOBS)
def test_one_two_and_three_processes_give_the_same_figures(game: str) -> None:
    assert alone(game).games == GAMES
    for processes in (2, 3):
        assert on_processes(JOBS[game], batches(GAMES), processes, silent) == alone(game)


@pytest.mark.parametrize("game", JOBS)
def test_a_worker_that_is_killed_loses_no_game_and_counts_none_twice(game: str) -> None:
    started: list[int] = []
    done: list[int] = []

    def kill_some(games: int) -> None:
        done.append(games)
        if len(done) in (3, 12):
            os.kill(started[-1], KILL)

    found = on_processes(JOBS[game], batches(GAMES), 2, kill_some, started.append)
    assert len(started) == 4
    assert sum(done) == GAMES
    assert found == alone(game)


def test_workers_that_always_die_end_the_simulation_with_one_line() -> None:
    with pytest.raises(SimulationError, match=r"died 3 times in games \d+ to \d+ .*--processes"):
        on_processes(JOBS["dbd"], batches(5), 2, silent, lambda pid: os.kill(pid, KILL))


@pytest.mark.parametrize("processes", [1, 2])
def test_a_game_that_breaks_off_is_named(processes: int) -> None:
    job = replace(JOBS["dbd"], players={"killer": "nobody", "survivors": "sensible"})
    with pytest.raises(SimulationError, match=r"games \d+ to \d+: KeyError: 'nobody'"):
        on_processes(job, batches(4), processes, silent)


def children(pid: int) -> list[str]:
    """The processes that a process has started."""
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def members(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, number = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(number) == group and state != "Z":
            found.append(int(entry.parent.name))
    return found


def until(seconds: float, holds: object) -> bool:
    """Whether a condition comes to hold in time."""
    end = time.monotonic() + seconds
    assert callable(holds)
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@NO_WATCHING
@pytest.mark.parametrize(
    ("command", "how"),
    [
        ("simulate dbd --games 1000000 --processes 2", signal.SIGINT),
        ("simulate dbd --games 1000000 --processes 2", signal.SIGTERM),
        ("simulate dbd --games 1000000 --processes 2", KILL),
        ("chaos --games 1000 --rounds 9 --parallel 3", signal.SIGTERM),
        ("chaos --games 1000 --rounds 9 --parallel 3", KILL),
    ],
)
def test_whatever_ends_many_games_no_process_is_left(command: str, how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tts_bridge", *command.split()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            assert until(60, lambda: len(children(process.pid)) >= 3)
            time.sleep(0.5)
            if how == signal.SIGINT:
                os.killpg(process.pid, how)  # as a terminal does: everybody gets it
            else:
                os.kill(process.pid, how)
            output = b"".join(process.communicate(timeout=60))
            assert until(30, lambda: not members(process.pid))
        finally:
            for pid in members(process.pid):
                os.kill(pid, KILL)
    assert b"Traceback" not in output
    if how == signal.SIGINT:
        assert process.returncode == 1
        assert b"Aborted!" in output
