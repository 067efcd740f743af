"""A game that was played, on the page: from its moves or a journal, refusals included."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.rules.play import random_game
from tests.web.refereed import game_night
from tts_bridge.games.registry import GAMES
from tts_bridge.web.feed import SPECTATOR, FeedError
from tts_bridge.web.feeds.replay import Replay, replay_of_journal


@pytest.mark.parametrize(("game", "config"), [("dbd", "quick"), ("invader", "default")])
def test_every_step_of_a_game_can_be_looked_at(game: str, config: str) -> None:
    match = random_game(game, config, 5, 3000)
    feed = Replay(GAMES[match.rules.name], match)
    full = feed.full(SPECTATOR)
    assert full["scene"].outcome
    assert [record.step for record in full["records"]] == list(range(1, len(match.moves) + 1))
    for step in range(len(match.states)):
        assert feed.at(SPECTATOR, step).step == step
    for step in (-1, len(match.states)):
        with pytest.raises(FeedError):
            feed.at(SPECTATOR, step)
    with pytest.raises(FeedError):
        feed.act(SPECTATOR, "undo", "")


def test_a_journal_tells_the_same_rulings_as_the_live_page() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(40)
            night.host("undo", "test")
            await night.table.until_quiet()
            live = night.live.full(SPECTATOR)
            feed = replay_of_journal(night.journal, GAMES)
            assert feed is not None
            again = feed.full(SPECTATOR)
            assert again["scene"] == live["scene"]
            verdicts = {record.verdict for record in live["records"]}
            assert verdicts >= {"allowed", "refused", "undone"}
            kept = [r for r in live["records"] if r.verdict != "unclear"]
            shown = [(r.verdict, r.step, r.text, r.rules) for r in kept]
            assert [(r.verdict, r.step, r.text, r.rules) for r in again["records"]] == shown

    asyncio.run(main())


def test_an_empty_journal_has_no_game(tmp_path: Path) -> None:
    from tts_bridge.session.journal import Journal

    with Journal(tmp_path / "j.sqlite") as journal:
        assert replay_of_journal(journal, GAMES) is None
