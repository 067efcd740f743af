"""Messages get lost, doubled and overtaken, referee and table die: everything agrees in the end."""

from __future__ import annotations

import asyncio

from tts_bridge.chaos import Faults, play

NONE = Faults(0, 0, 0, 0, 0, 0)
MANY_DEATHS = Faults(kill_referee=0.15, kill_table=0.1)


async def games(faults: Faults, seeds: range) -> list[str]:
    results = await asyncio.gather(*(play(seed, 1, faults) for seed in seeds))
    problems = [f"seed {r.seed}: {problem}" for r in results for problem in r.problems]
    assert problems or all(result.acts > 10 for result in results)
    return problems


def test_a_calm_game_agrees() -> None:
    assert asyncio.run(games(NONE, range(1))) == []


def test_games_on_a_bad_link_agree() -> None:
    assert asyncio.run(games(Faults(), range(2))) == []


def test_games_in_which_referee_and_table_keep_dying_agree() -> None:
    assert asyncio.run(games(MANY_DEATHS, range(10, 12))) == []
