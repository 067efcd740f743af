"""`tts-bridge chaos`."""

from __future__ import annotations

import asyncio
import sys

import click
import msgspec

from tts_bridge.chaos import Faults, Result, play


@click.command("chaos")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")
@click.option("--rounds", type=click.IntRange(1), default=2, show_default=True)
@click.option("--parallel", type=click.IntRange(1, 64), default=4, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a game.")
def chaos_command(games: int, seed: int, rounds: int, parallel: int, as_json: bool) -> None:
    """Play games by scripted hands over a bad link, with a referee and a table that die.

    One message in five is lost, doubled or late; in the end table, position and journal have to
    agree. Exits 1 if they do not in any game, and names its seed.
    """
    bad = asyncio.run(all_games(range(seed, seed + games), rounds, parallel, as_json))
    click.echo(f"{games - bad} passed, {bad} failed", err=as_json)
    if bad:
        raise click.exceptions.Exit(1)


async def all_games(seeds: range, rounds: int, parallel: int, as_json: bool) -> int:
    """Play them, so many at a time; how many went wrong."""
    places = asyncio.Semaphore(parallel)
    bad = 0

    async def one(seed: int) -> Result:
        async with places:
            return await play(seed, rounds, Faults())

    with click.progressbar(length=len(seeds), label="Games", file=sys.stderr) as bar:
        for finished in asyncio.as_completed([one(seed) for seed in seeds]):
            result = await finished
            bar.update(1)
            bad += bool(result.problems)
            if as_json:
                click.echo(msgspec.json.encode(result).decode())
            for problem in result.problems:
                click.echo(f"seed {result.seed}: {problem}", err=True)
    return bad
