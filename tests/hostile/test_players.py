"""Hostile players: nothing breaks, and nothing happens that a player could not have caused.

`TTS_BRIDGE_HOSTILE=100000 python -m pytest tests/hostile/test_players.py` sends as many.
"""

from __future__ import annotations

import asyncio
import os
from random import Random
from typing import Any

from rules.engine import CHANCE
from tests.hostile.players import Hostile
from tests.referee_hands import snapshot
from tts_bridge.agent.commands import Batch, SetButtons, SetPanel, TakeSnapshot, Tell, encode_batch
from tts_bridge.agent.observations import Observation, Pressed, Said
from tts_bridge.agent.observer import Gap
from tts_bridge.editor.link import Link
from tts_bridge.editor.messages import SendCustom, encode_outgoing
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.profile import ident
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Edited, Noted, Ruling, Undone
from tts_bridge.session.journal import Journal
from tts_bridge.session.session import Session
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

COUNT = int(os.environ.get("TTS_BRIDGE_HOSTILE", "2000"))
GAME = 1_000
"""Observations of one game; then another one begins."""
ENOUGH = 4_000
"""Characters that no line to a player comes near."""


class Watched:
    """A session whose every ruling is looked into."""

    def __init__(self) -> None:
        self.rulings: list[Ruling] = []
        voice = Voice([Texts("en"), Texts("zh")])
        self.session = Session(
            Link(listen_port=0, send_port=1),
            Journal(None),
            voice,
            games=GAMES,
            mode="enforce",
            on_ruling=self.rulings.append,
        )
        self.session.begin(snapshot())
        assert self.session.referee is not None
        self.referee: Referee = self.session.referee

    def take(self) -> list[Batch]:
        """What would be sent now."""
        batches = list(self.session._queue)
        self.session._queue.clear()
        return batches

    def receive(self, message: Any) -> None:
        """One message, and a look at all that comes of it."""
        for told in self.session.observer.receive(message):
            self.rulings.clear()
            before, hosts = self.referee.state, {self.referee.host, *self.referee.promoted}
            if type(told).__name__ == "Done":
                self.session.acknowledged(told)  # type: ignore[arg-type]
            else:
                self.session.handle(self.referee, told)
            for ruling in self.rulings:
                assert is_possible(self.referee, told, ruling, hosts), (told, ruling)
            if not any(isinstance(r.verdict, (Allowed, Edited, Undone)) for r in self.rulings):
                assert self.referee.state == before
        for batch in self.take():
            self.look_into(batch)

    def look_into(self, batch: Batch) -> None:
        """Whether a batch can be sent, and names only what is ours."""
        encode_outgoing(SendCustom(encode_batch(batch.number, batch.commands)))
        ours = set(self.referee.profile.pieces.values())
        for command in batch.commands:
            if isinstance(command, Tell):
                assert len(command.text) < ENOUGH
                assert not set(command.text) & set("[]<>\x00\x1b\u202e"), command
            elif isinstance(command, SetButtons):
                assert command.guid == self.referee.profile.agent
            elif isinstance(command, SetPanel):
                theirs = self.referee.profile.seats_of(command.color)
                assert theirs
                assert all(each.id.split()[0] in theirs for each in command.buttons)
            elif not isinstance(command, TakeSnapshot):
                assert getattr(command, "guid", "") in ours, command


def is_possible(referee: Referee, told: Observation | Gap, ruling: Ruling, hosts: set[str]) -> bool:
    """Whether who did it could have caused what came of it."""
    verdict = ruling.verdict
    if isinstance(verdict, (Edited, Undone)):
        return isinstance(told, Said) and told.player in hosts
    if isinstance(verdict, Noted) and verdict.text.startswith("order."):
        return verdict.text == "order.host-only" or getattr(told, "player", "") in hosts
    if not isinstance(verdict, Allowed):
        return True
    seats = [move.seat for move in verdict.moves if move.seat != CHANCE]
    if isinstance(told, (Said, Pressed)):
        theirs = referee.profile.seats_of(told.player)
        return all(seat in theirs for seat in seats) or told.player == referee.host
    piece = getattr(told, "piece", None)
    if piece is None:  # a snapshot, or a gap that one closes
        return True
    inside = [each.guid for each in piece.holds]
    return referee.profile.pieces.get(ident(piece)) == piece.guid or bool(inside)


def test_hostile_observations_break_nothing_and_cause_nothing_of_their_own() -> None:
    async def main() -> int:
        moves = 0
        for seed in range(max(1, COUNT // GAME)):
            watched = Watched()
            hostile = Hostile(watched.referee, Random(seed))
            watched.take()
            for number in range(min(COUNT, GAME)):
                observer = watched.session.observer
                seq = observer.missing().start if observer.session else 1
                if number == 0:
                    watched.receive(
                        {"ttsb": 1, "session": "s", "seq": 1, "event": "hello", "player": "",
                         "data": "{}"}
                    )  # fmt: skip
                else:
                    watched.receive(hostile.message(observer.session or "s", seq))
            match = watched.referee.match
            moves += len(match.moves)
            journalled, failure = watched.session.journal.match(match.rules)
            assert failure is None
            assert journalled is not None
            assert journalled.state == match.state
        return moves

    assert asyncio.run(main()) > COUNT // 200, "hardly anything was understood: no test at all"
