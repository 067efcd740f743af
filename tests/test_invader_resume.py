"""The referee dies in the middle of the Xenos' Phase; started again, it finishes what it began,
with the cards that would have come anyway."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.invader.choices import Drawn
from tests.invader_table import Places, places
from tests.test_resume import run_until_dead
from tts_bridge.demo.invader import NOISE, ORANGE, RED, YELLOW
from tts_bridge.demo.play import game, part_of
from tts_bridge.headless.table import Table
from tts_bridge.referee.rulings import Allowed, Ruling
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import session_at
from tts_bridge.testing.virtual_time import in_virtual_time

GAMES = {"invader": part_of("invader").game}
LAST = RED[-1]
"""The act that ends the players' phase of the fourth round: a dozen Xenos are on the board."""
LUCK = 7


async def before_the_end(journal: Path) -> dict[str, Any]:
    """A game up to the act that ends its fourth players' phase: the table as a save."""
    with Journal(journal) as record:
        async with game(("en",), record, "invader") as played:
            for act in (*NOISE, *YELLOW, *ORANGE, *RED[:-1]):
                await played.act(act.do)
            record.add("luck", LUCK)
            return played.table.save()


async def xenos_phase(
    data: dict[str, Any], journal: Path, die_after: int | None
) -> tuple[Places, Places, bytes]:
    """Make the last act with a referee that dies after so many messages; start another one.

    The table when it had died, the table at the end, and the last move of all.
    """
    with Journal(journal) as record:
        async with session_at(Table(data), ("en",), record, batch_size=1, games=GAMES) as played:
            await run_until_dead(played, die_after, LAST, 5)
            table = played.table
            left = places(table)
            if die_after is not None:
                await played.restart(record)
            assert await played.lies_right()
            return left, places(table), record.log()[-1]


Undisturbed = tuple[Places, Places, bytes]


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    journal = tmp_path_factory.mktemp("before") / "game.sqlite"
    return in_virtual_time(before_the_end(journal)), journal


@pytest.fixture(scope="module")
def undisturbed(
    position: tuple[dict[str, Any], Path], tmp_path_factory: pytest.TempPathFactory
) -> Undisturbed:
    data, journal = position
    copy = shutil.copy(journal, tmp_path_factory.mktemp("undisturbed") / "game.sqlite")
    return in_virtual_time(xenos_phase(data, Path(copy), None))


@pytest.mark.parametrize("die_after", range(0, 20, 2))
def test_a_referee_killed_in_the_xenos_phase_finishes_it_when_started_again(
    die_after: int,
    position: tuple[dict[str, Any], Path],
    undisturbed: Undisturbed,
    tmp_path: Path,
) -> None:
    data, journal = position
    copy = Path(shutil.copy(journal, tmp_path / "game.sqlite"))

    left, finished, last = in_virtual_time(xenos_phase(data, copy, die_after))

    assert left != undisturbed[1], "it died too late to leave anything undone"
    assert finished == undisturbed[1]
    assert last == undisturbed[2]


def test_a_referee_killed_between_two_draws_draws_what_would_have_come(
    position: tuple[dict[str, Any], Path], undisturbed: Undisturbed, tmp_path: Path
) -> None:
    data, journal = position
    copy = Path(shutil.copy(journal, tmp_path / "game.sqlite"))

    def dies(ruling: Ruling) -> None:
        verdict = ruling.verdict
        if isinstance(verdict, Allowed) and isinstance(verdict.moves[0], Drawn):
            raise asyncio.CancelledError

    async def main() -> tuple[int, Places, bytes]:
        with Journal(copy) as record:
            async with session_at(Table(data), ("en",), record, games=GAMES) as played:
                played.session.on_ruling = dies
                LAST.do(played.hands)
                played.table.settle()
                await played.until(played.running.cancelled)
                drawn = sum(b'"drawn"' in line for line in record.log())
                await played.restart(record)
                assert await played.lies_right()
                return drawn, places(played.table), record.log()[-1]

    drawn, finished, last = in_virtual_time(main())

    assert drawn == 3 + 1, "three rounds before, and the first of two cards of this one"
    assert finished == undisturbed[1]
    assert last == undisturbed[2]
