"""Whole games of *Dead by Daylight* at a headless table, from the box to victory, by hand."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exporters.mods.dbd.pieces import kinds_of
from exporters.savefile import Save
from rules.dbd import RULES
from rules.dbd.board import CATEGORIES
from rules.dbd.state import Planning, Settings, StartRoll
from rules.engine import CHANCE
from rules.notation import format_move
from tts_bridge.cli import main
from tts_bridge.demo.rehearsal import Rehearsed, rehearse
from tts_bridge.demo.whole import (
    CHOICES,
    amiss,
    chosen_by,
    do,
    play,
    set_up,
    setup_save,
    whole_table,
)
from tts_bridge.games.dbd.lobby_table import SETTING_UP
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.rulings import Allowed, Ignored, Noted, Refused
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game
from tts_bridge.testing.virtual_time import in_virtual_time
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.live import Live

VICTORY = {
    "survivors": ("the Survivors win! (rulebook p. 11)", "逃生者获胜！（规则书第11页）"),
    "killer": ("the Killer wins! (rulebook p. 11)", "杀手获胜！（规则书第11页）"),
}


@cache
def save() -> Save:
    return setup_save()


@cache
def script_of(side: str) -> Rehearsed:
    return rehearse(save(), chosen_by(), side)


async def restart(game: Game, journal: Journal) -> None:
    """The referee dies where it stands, and another one takes over."""
    game.running.cancel()
    await asyncio.gather(game.running, return_exceptions=True)
    await game.restart(journal)


@pytest.mark.parametrize("side", ["survivors", "killer"])
def test_a_whole_game_is_refereed_from_the_setup_button_to_victory(
    side: str, tmp_path: Path
) -> None:
    script, file = script_of(side), tmp_path / "game.sqlite"

    async def play_it() -> None:
        with Journal(file) as journal:
            async with whole_table(journal, script.luck, ("en", "zh"), save()) as game:
                await set_up(game)
                await play(game, script)

                assert await amiss(game, script, journal) == []
                verdicts = [ruling.verdict for ruling in game.rulings]
                assert {type(each) for each in verdicts} <= {Allowed, Ignored}
                told = "\n".join(text for _, text, _ in game.table.messages[-4:])
                assert all(text in told for text in VICTORY[side])

    in_virtual_time(play_it())
    state = script.match.state
    assert state.result is not None
    if side == "survivors":
        assert (state.result.reason, state.repaired >= 4) == ("gate", True)
    else:
        assert (state.result.reason, state.track) == ("sacrifices", 8)
    film = tmp_path / "game.html"
    result = CliRunner().invoke(main, ["replay", str(file), "--html", str(film)])
    assert result.exit_code == 0, result.output
    assert VICTORY[side][0] in film.read_text(encoding="utf-8")


def test_dice_cards_figures_props_and_buttons_are_all_used_in_these_games() -> None:
    moves = {type(m).__name__ for side in VICTORY for m in script_of(side).match.moves}
    assert moves >= {
        *("Started", "RevealProp", "Uncovered", "SetCard", "RevealCard", "Walk", "Rolled"),
        *("Repair", "Attack", "PickUp", "AnnounceDice", "PlayCard", "UsePerk", "Rescue", "Pass"),
    }


@pytest.mark.parametrize("choices", [1, 6])
def test_a_referee_killed_while_players_choose_goes_on_with_what_was_chosen(choices: int) -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                await set_up(game, until=choices)
                await restart(game, journal)
                assert game.referee.state == chosen_by(CHOICES[:choices])
                assert await game.lies_right()
                await set_up(game)
                assert game.referee.game.rules is RULES

    in_virtual_time(main())


@pytest.mark.parametrize("messages", [0, 2, 5])
def test_a_referee_killed_while_it_lays_the_table_out_finishes_it(messages: int) -> None:
    script = script_of("survivors")

    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, script.luck, save=save()) as game:
                await set_up(game, until=len(CHOICES) - 1)
                await die_after(game, messages)
                left = lying_in_box(game)
                assert left, "it died too late to leave anything undone"
                await restart(game, journal)
                assert lying_in_box(game) == []
                assert await game.lies_right()
                await play(game, script, until=8)

    in_virtual_time(main())


async def die_after(game: Game, messages: int) -> None:
    """Begin; the session is cut off once it has sent so many messages."""
    sent, send = 0, game.session.link.send

    async def counting(message: Any) -> None:
        nonlocal sent
        if sent >= messages:
            raise asyncio.CancelledError
        sent += 1
        await send(message)

    game.session.link.send = counting  # type: ignore[method-assign]
    game.hands.press("survivor-1", format_move(CHOICES[-1]))
    game.table.settle()
    await game.until(game.running.cancelled)
    game.session.link.send = send  # type: ignore[method-assign]


def lying_in_box(game: Game) -> list[str]:
    """The tags of the props that lie in the box."""
    (box,) = game.table.find(tag="ttsb:box/prop")
    return [p.tags[0] for p in game.table.objects if box in p.zones and "prop/" in p.tags[0]]


@pytest.mark.parametrize("moves", [3, 45])
def test_a_referee_killed_in_the_game_goes_on_where_it_was(moves: int) -> None:
    script = script_of("killer")

    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, script.luck, save=save()) as game:
                await set_up(game)
                await play(game, script, until=moves)
                before = game.referee.state
                await restart(game, journal)
                assert game.referee.state == before
                assert await game.lies_right()
                await play(game, script, until=moves + 12)
                assert await game.lies_right()

    in_virtual_time(main())


def test_the_first_reveal_may_be_made_while_no_referee_watches() -> None:
    script = script_of("survivors")

    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, script.luck, save=save()) as game:
                await set_up(game)
                await play(game, script, until=5)
                assert not any(isinstance(a, StartRoll) for a in game.referee.state.asks)
                move = script.match.moves[5]
                game.running.cancel()
                await asyncio.gather(game.running, return_exceptions=True)
                hands = game.hands
                hands.turn(move.seat, move.prop)  # type: ignore[attr-defined]
                game.table.settle()
                await game.restart(journal)
                assert game.referee.state == script.match.states[7]

    in_virtual_time(main())


def test_a_referee_killed_between_the_last_choice_and_the_deal_deals_when_it_is_back() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                await set_up(game, until=len(CHOICES) - 1)
                journal.add("move", CHOICES[-1])
                await restart(game, journal)
                assert game.referee.state == script_of("survivors").match.states[0]
                assert await game.lies_right()

    in_virtual_time(main())


def test_props_are_shuffled_within_their_category_and_every_token_lies_in_one_slot() -> None:
    deals = []

    async def deal(luck: int) -> None:
        with Journal(None) as journal:
            async with whole_table(journal, luck, save=save()) as game:
                await set_up(game)
                profile, seen = game.referee.profile, game.referee.seen
                board = profile.config.board
                lying = {s.prop: seen[profile.pieces[f"prop/{s.prop}"]] for s in board.slots}
                for slot in board.slots:
                    piece = lying[slot.prop]
                    assert not piece.up
                    assert f"space/{slot.space}" in whereabouts(profile, piece)
                for category in CATEGORIES:
                    kinds = [lying[s.prop].notes for s in board.slots if s.category == category]
                    assert Counter(kinds) == Counter(kinds_of(Settings(), category))
                tokens = [game.hands.piece(f"prop/{slot.prop}") for slot in board.slots]
                places = [(token.position.x, token.position.z) for token in tokens]
                side = tokens[0].data["Transform"]["scaleX"]
                assert min(math.dist(a, b) for a, b in combinations(places, 2)) > side
                deals.append([piece.notes for piece in lying.values()])

    in_virtual_time(deal(1))
    in_virtual_time(deal(2))
    assert deals[0] != deals[1]


def test_the_page_shows_the_choosing_and_then_the_game() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                live = Live(GAMES)
                game.session.watchers.append(live.ruled)
                await set_up(game, until=2)
                assert live.full(SPECTATOR)["scene"].phase == "choosing"
                await set_up(game)
                assert live.referee is game.referee
                assert live.full(SPECTATOR)["scene"].round == 1
                assert live.ruled in game.session.watchers

    in_virtual_time(main())


def test_setting_up_cannot_be_taken_back_and_that_is_said() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                await set_up(game, until=2)
                ruling = await game.act(lambda hands: hands.table.say("!undo", by="White"))
                assert game.referee.state == chosen_by(CHOICES[:1])
                await set_up(game)
                before = game.referee.state
                ruling = await game.act(lambda hands: hands.table.say("!undo", by="White"))
                assert ruling.verdict == Noted("order.nothing")
                assert game.referee.state == before

    in_virtual_time(main())


def test_what_may_not_be_chosen_is_refused_and_the_figure_goes_back() -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                early = await game.act(lambda t: t.take("survivor-1", "meg-thomas"))
                assert isinstance(early.verdict, Refused)
                assert early.verdict.violation.code == "setup.not-open"
                await set_up(game, until=1)
                wrong = await game.act(lambda t: t.take("survivor-1", "the-nurse"))
                assert isinstance(wrong.verdict, Refused)
                assert wrong.verdict.violation.code == "setup.other-side"
                assert await game.lies_right()

    in_virtual_time(main())


@pytest.mark.parametrize(
    ("until", "code"),
    [(0, "not-open"), (1, "no-killer"), (2, "four-survivors"), (8, "no-first-player")],
)
def test_who_says_begin_too_early_is_told_what_is_missing(until: int, code: str) -> None:
    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, 3, save=save()) as game:
                await set_up(game, until=until)
                ruling = await game.act(lambda hands: hands.say("survivor-1", "!begin"))
                assert isinstance(ruling.verdict, Refused)
                assert ruling.verdict.violation.code == f"setup.{code}"

    in_virtual_time(main())


def test_the_start_die_counts_for_one_figure_after_the_other_although_it_is_the_same_die() -> None:
    script = script_of("survivors")

    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, script.luck, save=save()) as game:
                await set_up(game)
                for number in range(5):
                    move = script.match.moves[number]
                    face = move.number  # type: ignore[attr-defined]
                    seat = move.figure  # type: ignore[attr-defined]
                    await do(game, move, lambda t, f=face, s=seat: t.roll(s, f))  # type: ignore[misc]
                assert game.referee.state == script.match.states[5]
                assert await game.lies_right()

    in_virtual_time(main())


def test_the_journal_of_a_finished_game_leads_to_a_new_choosing() -> None:
    script = script_of("survivors")

    async def main() -> None:
        with Journal(None) as journal:
            async with whole_table(journal, script.luck, save=save()) as game:
                await set_up(game)
                journal.add_all(("move", move) for move in script.match.moves)
                await restart(game, journal)
                assert game.referee.game is SETTING_UP
                assert await game.lies_right()
                assert len(lying_in_box(game)) == 44

    in_virtual_time(main())


def test_the_rehearsal_holds_only_moves_of_seats_and_of_chance_and_ends_in_a_round() -> None:
    for side in VICTORY:
        match = script_of(side).match
        seats = {figure.id for figure in match.state.figures}
        assert {move.seat for move in match.moves} <= {*seats, CHANCE}
        assert any(isinstance(state.asks[-1], Planning) for state in match.states)


def test_the_command_plays_a_whole_game_and_keeps_its_journal(tmp_path: Path) -> None:
    file = str(tmp_path / "game.sqlite")
    command = ["demo", "--whole", "survivors", "--lang", "both", "--journal", file]
    result = CliRunner().invoke(main, command)

    assert result.exit_code == 0, result.output
    assert all(text in result.output for text in VICTORY["survivors"])
    assert "Referee, table and journal agree." in result.output
    assert "\\x1b" not in result.output
    assert CliRunner().invoke(main, ["journal", "verify", file]).exit_code == 0
    again = CliRunner().invoke(main, command)
    assert again.exit_code == 1
    assert "is there already" in again.output


@pytest.mark.parametrize(
    "command",
    [
        ["demo", "invader", "--whole", "killer"],
        ["demo", "--journal", "x.sqlite"],
        ["mod", "build", "dbd", "x.json", "--setup", "--seed", "3"],
        ["mod", "build", "dbd", "x.json", "--setup", "--killer", "the-nurse"],
    ],
)
def test_what_does_not_go_together_is_a_usage_error(command: list[str]) -> None:
    assert CliRunner().invoke(main, command).exit_code == 2
