"""The referee dies in the middle of the cleanup; started again, it finishes what it began."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tts_bridge.demo.acts import Act
from tts_bridge.demo.first_round import KILLER, PLANNING, SURVIVORS
from tts_bridge.demo.play import game
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import ident_of_tags
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game, session_at
from tts_bridge.testing.virtual_time import in_virtual_time

LAST = KILLER[-1]
"""The act that ends the round."""
Places = dict[str, Any]


def places(table: Table) -> Places:
    """Where everything lies, which side is up, in whose hand it is and what it shows."""
    return {
        name: (
            tuple(round(v, 2) for v in (piece.position.x, piece.position.y, piece.position.z)),
            piece.is_face_down,
            piece.hand,
            piece.data.get("Counter"),
        )
        for piece in table.objects
        if (name := ident_of_tags(piece.tags))
    }


async def before_the_end(journal: Path) -> dict[str, Any]:
    """A game up to the act that ends its first round: the table as a save."""
    with Journal(journal) as record:
        async with game(("en",), record) as played:
            for act in (*PLANNING, *SURVIVORS, *KILLER[:-1]):
                await played.act(act.do)
            return played.table.save()


async def end_round(
    data: dict[str, Any], journal: Path, die_after: int | None
) -> tuple[Places, Places]:
    """Make the last act with a referee that dies after so many messages; start another one.

    The table when it had died, and at the end.
    """
    with Journal(journal) as record:
        async with session_at(Table(data), ("en",), record, batch_size=1) as played:
            await run_until_dead(played, die_after)
            table = played.table
            left = places(table)
            if die_after is not None:
                await played.restart(record)
            assert await played.lies_right()
            return left, places(table)


async def run_until_dead(
    played: Game, die_after: int | None, act: Act = LAST, round_: int = 2
) -> None:
    """The act that ends a round; the session is cut off once it has sent so many messages."""
    sent = 0
    send = played.session.link.send

    async def counting(message: Any) -> None:
        nonlocal sent
        if die_after is not None and sent >= die_after:
            raise asyncio.CancelledError
        sent += 1
        await send(message)

    played.session.link.send = counting  # type: ignore[method-assign]
    act.do(played.hands)
    played.table.settle()
    if die_after is None:
        await played.until(lambda: played.referee.state.round == round_)
        await played.until_quiet()
    else:
        await played.until(played.running.cancelled)
    played.session.link.send = send  # type: ignore[method-assign]


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    journal = tmp_path_factory.mktemp("before") / "game.sqlite"
    return in_virtual_time(before_the_end(journal)), journal


@pytest.fixture(scope="module")
def undisturbed(
    position: tuple[dict[str, Any], Path], tmp_path_factory: pytest.TempPathFactory
) -> Places:
    data, journal = position
    copy = shutil.copy(journal, tmp_path_factory.mktemp("undisturbed") / "game.sqlite")
    return in_virtual_time(end_round(data, Path(copy), None))[1]


@pytest.mark.parametrize("die_after", range(10))
def test_a_referee_killed_in_the_cleanup_finishes_it_when_started_again(
    die_after: int,
    position: tuple[dict[str, Any], Path],
    undisturbed: Places,
    tmp_path: Path,
) -> None:
    data, journal = position
    copy = Path(shutil.copy(journal, tmp_path / "game.sqlite"))

    left, finished = in_virtual_time(end_round(data, copy, die_after))

    assert left != undisturbed, "it died too late to leave anything undone"
    assert finished == undisturbed
