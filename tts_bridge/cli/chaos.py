"""`tts-bridge chaos`."""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from threading import Thread
from typing import IO

import click
import msgspec

from tts_bridge.chaos import Faults, Result, Trace, in_virtual_time, play
from tts_bridge.chaos.faults import Happened
from tts_bridge.cli.printing import echo
from tts_bridge.games.registry import GAMES

Played = tuple[Result, list[Happened]]


@click.command("chaos")
@click.argument("game", type=click.Choice(list(GAMES)), default="dbd")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")
@click.option("--rounds", type=click.IntRange(1), default=2, show_default=True)
@click.option(
    "--lose",
    type=click.FloatRange(0, 0.9),
    default=Faults().lose,
    show_default=True,
    help="How likely a message is lost.",
)
@click.option(
    "--parallel",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that play.",
)
@click.option(
    "--trace",
    type=click.File("w", encoding="utf-8", lazy=True),
    help="Write every message of the games that failed: JSON lines.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a game.")
def chaos_command(
    game: str,
    games: int,
    seed: int,
    rounds: int,
    lose: float,
    parallel: int,
    trace: IO[str] | None,
    as_json: bool,
) -> None:
    """Play games by scripted hands over a bad link, with a referee and a table that die.

    One message in five is lost, doubled or late; the agent is copied, deleted and forged, and the
    table loaded anew by an editor. In the end table, position and journal have to agree. Time is
    virtual, and a seed always gives the same game. Exits 1 if they do not agree in any game, and
    names its seed.
    """
    GAMES[game].require("table", "scripted")
    seeds, bad = range(seed, seed + games), 0
    faults = Faults(lose=lose)
    with click.progressbar(length=games, label="Games", file=sys.stderr) as bar:
        for result, happened in all_games(game, seeds, rounds, faults, parallel):
            bar.update(1)
            bad += bool(result.problems)
            if as_json:
                echo(msgspec.json.encode(result).decode())
            for problem in result.problems:
                echo(f"seed {result.seed}: {problem}", err=True)
            if trace is not None and result.problems:
                write_trace(trace, result.seed, happened)
    echo(f"{games - bad} passed, {bad} failed", err=as_json)
    if bad:
        raise click.exceptions.Exit(1)


def all_games(
    game: str, seeds: Iterable[int], rounds: int, faults: Faults, parallel: int
) -> Iterator[Played]:
    """Play them, so many at a time, in the order in which they end."""
    if parallel == 1:
        yield from (one_game(game, seed, rounds, faults) for seed in seeds)
        return
    with ProcessPoolExecutor(parallel, initializer=end_with_parent) as pool:
        under_way = [pool.submit(one_game, game, seed, rounds, faults) for seed in seeds]
        for ended in as_completed(under_way):
            yield ended.result()


def end_with_parent() -> None:
    """Have this worker end when whoever started it is gone, also by being killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def one_game(game: str, seed: int, rounds: int, faults: Faults) -> Played:
    """One game; what happened in it is kept only where something disagrees."""
    trace = Trace()
    with quiet():
        result = in_virtual_time(play(GAMES[game], seed, rounds, faults, trace=trace))
    return result, trace.told() if result.problems else []


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings of ours for a while: that the table is dead is no news here."""
    log = logging.getLogger("tts_bridge")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def write_trace(file: IO[str], seed: int, happened: Iterable[Happened]) -> None:
    """One line for each thing that happened."""
    for each in happened:
        line = {"seed": seed, **msgspec.to_builtins(each)}
        file.write(msgspec.json.encode(line).decode() + "\n")
