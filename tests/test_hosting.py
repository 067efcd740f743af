"""What the host may do goes through the session, is journaled, and reaches the table."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from rules.dbd import RULES
from rules.dbd.movement import Walk
from rules.engine import legal_moves
from rules.notation import format_move
from tests.web.refereed import Night, game_night
from tts_bridge.demo.acts import MEG
from tts_bridge.referee.placement import commands
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Ruling
from tts_bridge.session.host_actions import HostError
from tts_bridge.testing.virtual_time import in_virtual_time
from tts_bridge.web.feed import SPECTATOR


def entries(night: Night) -> list[dict[str, str]]:
    return [msgspec.json.decode(body) for _, body in night.journal.entries("host")]


async def settled(night: Night) -> None:
    night.table.session.quiet.clear()
    await night.table.until_quiet()


def test_undo_takes_the_last_decision_back_on_the_table_too() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(11)
            assert night.table.referee.state.figure(MEG).at == "well"
            night.host("undo", "somebody")
            await settled(night)
            assert night.table.referee.state.figure(MEG).at != "well"
            assert await night.table.lies_right()
            assert entries(night) == [{"by": "somebody", "action": "undo", "argument": ""}]

    in_virtual_time(main())


def test_while_paused_nothing_is_judged_and_afterwards_the_table_is_read() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(9)
            before = len(night.table.referee.match.moves)
            night.host("pause", "test")
            assert night.live.paused
            night.table.hands.walk(MEG, "well")
            night.table.table.settle()
            await asyncio.sleep(0.3)
            assert len(night.table.referee.match.moves) == before
            night.host("resume", "test")
            await settled(night)
            assert night.table.referee.state.figure(MEG).at == "well"
            assert not night.live.paused

    in_virtual_time(main())


def test_a_legal_move_is_made_for_its_seat_and_the_pieces_follow() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(9)
            choices = night.live.full(SPECTATOR)["scene"].choices
            (move,) = [each.move for each in choices if " walk well" in each.move]
            night.host("move", "test", move)
            await settled(night)
            assert night.table.referee.state.figure(MEG).at == "well"
            assert await night.table.lies_right()
            assert MEG in format_move(night.table.referee.match.moves[-1])

    in_virtual_time(main())


def test_what_cannot_be_done_changes_nothing_and_is_not_journaled() -> None:
    async def main() -> None:
        async with game_night() as night:
            session = night.table.session
            for what, move in (
                ("undo", ""),
                ("move", "nonsense"),
                ("move", f"{MEG} walk chapel"),
                ("fly", ""),
                ("set", "track"),
            ):
                with pytest.raises(HostError):
                    night.host(what, "test", move)
            assert entries(night) == []
            session.referee = None
            with pytest.raises(HostError, match="no table"):
                night.host("tidy", "test")

    in_virtual_time(main())


def test_what_was_refused_stands_when_the_host_allows_it_and_a_declaration_too() -> None:
    async def main() -> None:
        async with game_night() as night:
            with pytest.raises(HostError, match="nothing was refused"):
                night.host("allow", "test")
            await night.play(10)
            night.host("allow", "test")
            await settled(night)
            assert night.table.referee.state.figure(MEG).at == "chapel"
            night.host("set", "test", "track 5")
            assert night.table.referee.state.track == 5
            with pytest.raises(HostError, match="shoesize"):
                night.host("set", "test", f"{MEG} shoesize 5")
            await settled(night)
            assert await night.table.lies_right()
            match, failure = night.journal.match(night.table.referee.game.rules)
            assert failure is None
            assert match is not None
            assert match.state == night.table.referee.state
            said = [
                entry.public for entry in night.live.entries if entry.public.verdict == "edited"
            ]
            assert "walk chapel" in said[0].text["en"]

    in_virtual_time(main())


def test_tidying_puts_back_what_somebody_knocked_over() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(10)
            night.host("pause", "test")
            piece = night.table.hands.piece(f"figure/{MEG}")
            night.table.table.pick_up(piece, by="Red")
            night.table.table.drop(piece, (0.0, 2.0, 30.0), by="Red")
            night.table.table.settle()
            night.host("resume", "test")
            await settled(night)
            night.host("tidy", "test")
            await settled(night)
            assert await night.table.lies_right()

    in_virtual_time(main())


def test_one_piece_is_put_right_and_what_was_unclear_is_settled() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(9)
            referee = night.table.referee
            night.host("pause", "test")
            for name in (MEG, "jake-park"):
                piece = night.table.hands.piece(f"figure/{name}")
                night.table.table.pick_up(piece, by="Red")
                night.table.table.drop(piece, (0.0, 2.0, 30.0), by="Red")
            night.table.table.settle()
            await asyncio.sleep(0.3)
            night.host("put", "test", f"figure/{MEG}")
            await settled(night)
            wrong = [
                w.piece for w in referee.wants() if commands(referee.profile, referee.seen, [w])
            ]
            assert wrong == ["figure/jake-park"]
            night.host("tidy", "test")
            night.host("resume", "test")
            await settled(night)
            walks = [m for m in legal_moves(RULES, referee.state) if isinstance(m, Walk)]
            referee.unclear = tuple((move,) for move in walks)
            night.host("settle", "test", "0")
            await settled(night)
            assert referee.state.figure(MEG).at == walks[0].to
            assert await night.table.lies_right()
            for what, argument in (("settle", "0"), ("settle", "x"), ("put", "figure/nobody")):
                with pytest.raises(HostError):
                    night.host(what, "test", argument)
            with pytest.raises(HostError, match="decide"):
                night.host("xenos", "test")
            assert [each["action"] for each in entries(night)] == [
                *("pause", "put", "tidy", "resume", "settle")
            ]

    in_virtual_time(main())


def test_a_move_that_is_named_is_let_stand_but_no_legal_one() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(9)
            move = f"{MEG} walk chapel chapel-graveyard-red"
            for text in ("nonsense", f"{MEG} walk well graveyard-well-green"):
                with pytest.raises(HostError):
                    night.host("allow", "test", text)
            assert entries(night) == []
            night.host("allow", "test", move)
            await settled(night)
            assert night.table.referee.state.figure(MEG).at == "chapel"

    in_virtual_time(main())


def test_a_watcher_that_fails_is_not_asked_again_and_the_table_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        async with game_night() as night:
            asked = []

            def fails(referee: Referee | None, ruling: Ruling) -> None:
                asked.append(ruling)
                raise RuntimeError("a watcher's own mistake")

            night.table.session.watchers.append(fails)
            await night.play(3)
            assert len(asked) == 1
            assert len(night.live.entries) == 3

    in_virtual_time(main())
    assert "a watcher failed" in caplog.text
