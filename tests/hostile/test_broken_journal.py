"""A journal that ends in a position from which nobody can play on: the referee starts, says what
is wrong, shows the last one that can be played, and there are three ways out."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from rules.dbd.asks import SurvivorPhase
from rules.engine import Match
from tests.hostile.declarations import played_on
from tests.hostile.test_declared import hands, look
from tests.web.refereed import Night, game_night
from tts_bridge.cli import main
from tts_bridge.demo.acts import MEG
from tts_bridge.games.registry import GAMES
from tts_bridge.games.show_position import show_with
from tts_bridge.headless.player.pieces import say
from tts_bridge.referee import orders as host
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Edited, Ignored, Noted, Undone, Verdict
from tts_bridge.referee.trial import Show, Trial, turned_back
from tts_bridge.session.host_actions import Host, HostError
from tts_bridge.session.journal import Journal
from tts_bridge.web.feed import HOST, SPECTATOR, FeedError
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.feeds.replay import replay_of_journal

BRICKED = Path(__file__).parents[3] / "shared/reports/attack/bricked-by-set-first.sqlite"
MOVES = 30


def show_of(referee: Referee) -> Show:
    """What draws positions of the game that is refereed."""
    return show_with(GAMES[referee.game.rules.name])


def thing(holder: str, index: int, **changes: Any) -> Callable[[Any], Any]:
    """Changes one thing of a position."""

    def change(state: Any) -> Any:
        held = getattr(state, holder)
        new = replace(held[index], **changes)
        return replace(state, **{holder: (*held[:index], new, *held[index + 1 :])})

    return change


def field(**changes: Any) -> Callable[[Any], Any]:
    return lambda state: replace(state, **changes)


BROKEN: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "first": ("dbd", field(first="meg-tomas")),
    "at": ("dbd", thing("figures", 1, at="NOWHERE")),
    "prop-at": ("dbd", thing("props", 3, at="NOWHERE")),
    "kind": ("dbd", thing("props", 3, kind="piano")),
    "hook": ("dbd", thing("figures", 1, hook="boldness-99")),
    "item": ("dbd", thing("figures", 1, item="piano")),
    "track": ("dbd", field(track=9_999_999_999_999_999)),
    "negative": ("dbd", field(round=-3)),
    "points": ("dbd", thing("figures", 1, bp=-1)),
    "no-question": ("dbd", field(asks=())),
    "whose-turn": ("dbd", field(asks=(SurvivorPhase(("nobody",)),))),
    "nobody": ("dbd", field(figures=())),
    "entity": ("dbd", field(entity="nowhere")),
    "oxygen": ("invader", field(oxygen=99_999_999_999_999)),
    "player": ("invader", field(first=7)),
    "zone": ("invader", thing("survivors", 0, at="NOWHERE")),
    "wounds": ("invader", thing("survivors", 0, wounds=-1)),
    "xenos": ("invader", field(xenos={"NOWHERE": (1, 0, 0, 0)})),
    "horde": ("invader", lambda s: replace(s, xenos={s.survivors[0].at: (10**12, 0, 0, 0)})),
    "machine": ("invader", thing("machines", 0, at="NOWHERE")),
    "spawns": ("invader", field(spawns=("nowhere",))),
}


@pytest.mark.parametrize("which", BROKEN)
def test_a_match_goes_back_to_the_last_position_that_can_be_played(which: str) -> None:
    name, broken = BROKEN[which]
    referee = hands(name).referee
    match = Match(referee.game.rules, referee.state)

    before = played_on(name, referee.state, Random(3), MOVES)
    for move in before.moves:
        match.push(move)
    good = match.state
    match.edit(host.edit_to(broken(good), "White", which))
    found = turned_back(
        match,
        Trial(referee.game, referee.profile, referee.seen, show_of(referee)),
    )
    assert found is not None
    assert len(found.moves) == len(found.states) == 1
    assert match.state == good
    assert len(match.moves) == len(before.moves)
    look(referee, match.state)


def test_a_match_that_can_be_played_stays_as_it_is() -> None:

    for name in ("dbd", "invader"):
        referee = hands(name).referee
        trial = Trial(referee.game, referee.profile, referee.seen, show_of(referee))
        for seed in range(4):
            match = played_on(name, referee.state, Random(seed), 40 * seed)
            assert turned_back(match, trial) is None
            assert len(match.moves) <= 40 * seed


@asynccontextmanager
async def restarted() -> AsyncIterator[tuple[Night, Live, int]]:
    """A table whose host once declared what no referee takes today, with a new referee; the page
    that shows it, and how many moves the journal holds."""
    async with game_night(("en", "zh")) as night:
        await night.play(3)
        table = night.table
        table.running.cancel()
        wrong = replace(table.referee.state, first="meg-tomas")
        night.journal.add("move", host.edit_to(wrong, "White", "first meg-tomas"))
        moves = len(night.journal.log())
        live = Live(GAMES)
        table.table.messages.clear()
        restart = asyncio.create_task(table.restart(night.journal))
        await asyncio.sleep(0)
        live.host = night.host = Host(table.session)
        table.session.watchers.append(live.ruled)
        await restart
        yield night, live, moves


async def said(night: Night, text: str) -> None:
    night.table.session.quiet.clear()
    night.table.rulings.clear()
    say(night.table.table, text)
    await night.table.until(lambda: bool(verdicts(night)))
    await night.table.until_quiet()


def verdicts(night: Night) -> list[Verdict]:
    """What was ruled on what was said."""
    found = [ruling.verdict for ruling in night.table.rulings]
    return [verdict for verdict in found if not isinstance(verdict, Ignored)]


def test_the_referee_says_what_is_wrong_everywhere_and_judges_nothing() -> None:
    async def main() -> None:
        async with restarted() as (night, live, moves):
            (told,) = [text for to, text, _ in night.table.table.messages if "meg-tomas" in text]
            english, chinese = told.splitlines()
            for line in (english, chinese):
                assert "meg-thomas" in line
                assert "!go" in line
                assert "!undo" in line
            assert "无法继续" in chinese
            (ruling,) = [r for r in night.table.rulings if isinstance(r.verdict, Noted)]
            assert "meg-tomas" in night.table.session.voice.say_openly(ruling)
            page = live.full(HOST)
            assert page["paused"]
            assert page["scene"].step == moves - 1
            assert "meg-tomas" in str(page["records"])
            assert "meg-tomas" in str(live.full(SPECTATOR)["records"])
            for action, argument in (("tidy", ""), ("allow", ""), ("move", f"{MEG} pass")):
                with pytest.raises(HostError, match="meg-tomas"):
                    night.host(action, "test", argument)
            await said(night, "!tidy")
            assert len(night.journal.log()) == moves

    asyncio.run(main())


@pytest.mark.parametrize(("order", "fewer"), [("!go", 1), ("!undo", 2), ("!undo 2", 3)])
def test_a_host_plays_on_from_the_last_position_or_before_it(order: str, fewer: int) -> None:
    async def main() -> None:
        async with restarted() as (night, _, moves):
            await said(night, order)
            assert isinstance(verdicts(night)[0], Undone)
            assert len(night.journal.log()) == moves - fewer
            assert_goes_on(night)
            assert await night.table.lies_right()

    asyncio.run(main())


@pytest.mark.parametrize("action", ["resume", "undo"])
def test_a_host_does_the_same_on_the_page(action: str) -> None:
    async def main() -> None:
        async with restarted() as (night, live, moves):
            night.host(action, "test", "")
            assert len(night.journal.log()) < moves
            assert_goes_on(night)
            assert not live.paused

    asyncio.run(main())


def test_a_host_mends_what_is_wrong_and_keeps_what_was_played() -> None:
    async def main() -> None:
        async with restarted() as (night, _, moves):
            await said(night, "!set first meg-tomas")
            assert night.table.referee.broken
            await said(night, "!set track 3")
            assert night.table.referee.broken
            await said(night, f"!set first {MEG}")
            assert isinstance(verdicts(night)[0], Edited)
            assert len(night.journal.log()) == moves + 1
            assert night.table.referee.state.first == MEG
            assert_goes_on(night)

    asyncio.run(main())


def assert_goes_on(night: Night) -> None:
    """Everything is as if nothing had been wrong: the journal says the same."""
    referee = night.table.referee
    assert referee.broken is None
    assert not referee.is_paused
    match, failure = night.journal.match(referee.game.rules)
    assert failure is None
    assert match is not None
    assert match.state == referee.state
    assert Trial(referee.game, show=show_of(referee)).trouble(match.state) is None


@pytest.mark.parametrize("which", ["at", "zone", "track", "no-question"])
def test_what_reads_such_a_journal_says_a_line_and_shows_the_rest(
    which: str, tmp_path: Path
) -> None:
    name, broken = BROKEN[which]
    referee = hands(name).referee
    path = tmp_path / "game.sqlite"
    match = played_on(name, referee.state, Random(3), MOVES)
    with Journal(path) as journal:
        journal.begin(referee.profile.config, 1)
        journal.add_all(("move", move) for move in match.moves)
        journal.add("move", host.edit_to(broken(match.state), "White", which))
        feed = replay_of_journal(journal, GAMES)
    for line in (
        ["journal", "show", path],
        ["journal", "export", path, "-"],
        ["replay", path],
        ["replay", path, "--html", tmp_path / "film.html"],
    ):
        found = CliRunner().invoke(main, [*map(str, line)])
        assert found.exception is None or isinstance(found.exception, SystemExit), line
    assert (tmp_path / "film.html").read_text(encoding="utf-8").endswith("</html>\n")
    assert feed is not None
    feed.at(SPECTATOR, MOVES)
    if which != "track":
        with pytest.raises(FeedError, match="nobody can play on"):
            feed.at(SPECTATOR, MOVES + 1)


def verified(path: Path) -> str:
    """What `journal verify` says of a journal that ends in a broken position."""
    found = CliRunner().invoke(main, ["journal", "verify", str(path)])
    assert found.exit_code == 1
    assert isinstance(found.exception, SystemExit)
    return found.output


def test_verifying_finds_the_position_and_the_last_one_before_it(tmp_path: Path) -> None:

    path = tmp_path / "game.sqlite"
    referee = hands("dbd").referee
    wrong = replace(referee.state, first="meg-tomas")
    with Journal(path) as journal:
        journal.begin(referee.profile.config, 1)
        journal.add("move", host.edit_to(wrong, "White", "first meg-tomas"))
    text = verified(path)
    assert "after move 1: nobody can play on from here" in text
    assert "the one after move 0 can" in text
    assert "meg-thomas" in text


@pytest.mark.skipif(not BRICKED.is_file(), reason="the attacked journals are not here")
def test_the_journal_that_ended_every_referee_is_found(tmp_path: Path) -> None:
    path = Path(shutil.copy(BRICKED, tmp_path / "game.sqlite"))
    assert "the one after move 0 can" in verified(path)


def test_what_is_told_of_a_broken_position_can_be_written_down() -> None:
    noted = hands("dbd").referee.told_broken
    match = Match(hands("dbd").referee.game.rules, hands("dbd").referee.state)
    match.edit(host.edit_to(replace(match.state, first="x"), "White", "first x"))
    broken = turned_back(match, Trial(hands("dbd").referee.game))
    assert broken is not None
    assert b"trial.unknown" in msgspec.json.encode(noted(broken))
