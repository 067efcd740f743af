"""The loop: whole games by typed numbers, and every command."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules.engine import CHANCE
from rules.record import replay, write_log
from tests.play.seats import CONFIGS, reader, said, session, started
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.text.play_words import HELP

SEATS = [("dbd", "survivors"), ("dbd", "killer"), ("invader", "survivors")]


@pytest.mark.parametrize(("game", "me"), SEATS)
def test_a_whole_game_is_played_by_typed_numbers(game: str, me: str) -> None:
    table = started(game, [me])
    asked = []

    def read(prompt: str) -> str:
        question = table.question()
        assert question is not None
        asked.append(question)
        assert len(asked) < 2000
        move = table.hint(question)
        return "0" if move not in question.moves else str(question.moves.index(move) + 1)

    playing, shown = session(table, read)
    assert playing.play()
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    text = shown.getvalue()
    assert playing.words.texts.outcome(outcome) in text
    assert len(asked) > 20
    mine = {*table.manner.shared, *(seat for each in table.people for seat in each.seats)}
    assert {question.seat for question in asked} <= mine
    log = write_log(table.rules, CONFIGS[game], table.match.moves)
    again, failure = replay(table.rules, log.splitlines())
    assert failure is None
    assert again is not None
    assert again.state == table.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_anything_that_may_be_typed_goes_on_without_an_error(language: str) -> None:
    random = Random(5)
    lines = [
        random.choice(["1", "2", "3", "0", "?1", "?99", "why walk", "rules", "hint", "undo", "more",
                       "log", "save", "", "show", "为什么 移动", "[red]x[/]", "?", "999999999999",
                       "rules p.8", "rules p.99", "٣", "\x1b[2J", "x" * 5000])
        for _ in range(120)
    ]  # fmt: skip
    for game in GAMES:
        text = said(started(game, ["survivors"]), lines, language=language)
        assert "\x1b" not in text
        assert not re.search(r"play\.[a-z]", text)


def test_help_lists_every_command_in_both_languages() -> None:
    for language in LANGUAGES:
        playing, shown = session(started("dbd", ["killer"]), ["help"], language=language, width=300)
        playing.play()
        for name in HELP:
            line = playing.words.say(f"play.help.{name}")
            assert line in shown.getvalue()
            assert line != f"play.help.{name}"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("nonsense", "nonsense: no command."),
        ("99", "There is no number 99: 1 to 5."),
        ("?99", "There is no number 99: 1 to 5."),
        ("7777777777777777777", "There is no number 777777: 1 to 5."),
        ("why", "Why what?"),
        ("why xyzzy", "Nothing is known of xyzzy"),
        ("rules", "Rules of what?"),
        ("rules p.77", "Nothing stands on p.77; there is something on p.8, p.9"),
        ("undo", "There is no decision of yours to take back."),
        ("save", "This game is not kept in a file"),
        ("\x07\x1b]0;x", "]0;x: no command."),
    ],
)
def test_what_makes_no_sense_gets_one_line_and_the_question_stays(typed: str, told: str) -> None:
    table = started("dbd", ["killer"])
    playing, shown = session(table, [typed], width=200)
    playing.play()
    made = [move for move in table.match.moves if move.seat == "the-nurse"]
    assert made == []
    answer = re.split(r"Set Wait *\n", shown.getvalue())[1].splitlines()
    assert told in answer[0].replace("［", "[").replace("］", "]")


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_and_ctrl_c_say_how_to_go_on(end: type[BaseException]) -> None:
    def read(prompt: str) -> str:
        raise end

    playing, shown = session(started("invader", ["survivors"]), read)
    playing.kept, playing.again = "here.jsonl", "tts-bridge play --resume here.jsonl"
    assert not playing.play()
    assert "tts-bridge play --resume here.jsonl" in shown.getvalue()


def test_undo_takes_back_the_own_decision_and_what_came_after() -> None:
    table = started("dbd", ["killer"])
    playing, shown = session(table, ["1", "2", "undo", "undo"])
    playing.play()
    assert "Taken back: Set" in shown.getvalue()
    assert not any(move.seat == "the-nurse" for move in table.match.moves)
    assert table.question() is not None


def test_undo_over_the_moves_of_others_asks_the_same_question_again() -> None:
    table = started("dbd", ["survivor:meg-thomas"])
    cuts: list[int] = []
    table.cut = cuts.append
    before: list[list[str]] = []

    def read(prompt: str) -> str:
        question = table.question()
        assert question is not None
        before.append([str(move) for move in question.moves])
        if len(before) == 7:
            raise EOFError
        return "undo" if len(before) == 6 else "1"

    session(table, read)[0].play()
    assert before[6] == before[4]
    assert cuts
    assert cuts[0] == len(table.match.moves)


def test_why_names_the_reason_and_where_it_stands() -> None:
    table = started("dbd", ["killer"])
    text = said(table, ["?1", "why repair", "why set sneak", "rules p.11"], width=200)
    assert "Set Sneak: allowed by rulebook p. 8." in text or "allowed by" in text
    assert "Repair the generator: " in text
    assert "It may be done now: number 1." in text
    assert "p. 11" in text or "page 11" in text or "p.11" in text


def test_a_hint_is_a_move_of_the_list() -> None:
    text = said(started("dbd", ["killer"]), ["hint"])
    number = re.search(r"An automatic player would: (Set \w+) \(number (\d)\)", text)
    assert number is not None
    assert f"{number[2]}  {number[1]}" in text


def test_moves_that_are_seldom_wanted_are_listed_only_on_demand() -> None:
    table = started("invader", ["survivors"])
    playing, shown = session(table, ["1", "more"])
    playing.play()
    first, second = shown.getvalue().split("(+6 seldom wanted: more)")[1:3]
    assert "Discard" not in first
    assert "Discard" in second


def test_people_who_hide_things_get_a_screen_between_them() -> None:
    table = started("dbd", ["survivors", "killer"])
    prompts: list[str] = []
    answers = reader(iter(["1"] * 4 + ["", "1", "1", "", "1"]))

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return answers(prompt)

    playing, shown = session(table, read)
    playing.play()
    over = [prompt for prompt in prompts if "press Enter" in prompt]
    assert over[0].startswith("Jake, Meg, Dwight, and Feng Min")
    assert any(prompt.startswith("The Nurse") for prompt in over)
    assert "Pass the screen to The Nurse." in shown.getvalue()


def test_one_person_with_all_seats_is_never_asked_to_pass_the_screen() -> None:
    assert "Pass the screen" not in said(started("dbd", ["all"]), ["1"] * 30)


def test_chance_and_automatic_players_are_never_asked() -> None:
    table = started("dbd", ["killer"])
    for _ in range(200):
        question = table.question()
        if question is not None:
            assert question.seat == "the-nurse"
            assert all(move.seat not in (CHANCE, "meg-thomas") for move in question.moves)
            table.make(question.moves[0])
        elif table.advance() is None:
            break
    assert len(table.match.moves) > 100
