"""The bundled agent and the chat: what may be secret is told to the referee and to nobody else."""

from __future__ import annotations

import pytest

from tests.lua.game import SCRIPT, Game, done

SECRET = (
    "!set-card vault",
    " !set-card vault",
    "! set-card vault",
    "！set-card vault",
    "!Set-Card vault",
    "!set-card\tvault",
    "！set-card　vault",
    "!set-crad vault",
    "!meg-thomas set-card vault",
    "!set-card,vault",
    "!set-card-vault",
    "!choose vault",
    "!翻越 vault",
)
TALK = ("hello", "I set-card vault", "", "!", "!!!", "that is all! see you")


def is_shown(game: Game, line: str) -> bool:
    red = game.lua.globals().Player.Red
    return game.lua.globals().onChat(line, red) is not False


def allow(game: Game, *words: str) -> None:
    game.command(1, {"do": "chat", "open": list(words)})
    assert done(game) == (1, True, "")


@pytest.fixture(autouse=True)
def listening(game: Game) -> None:
    game.reports()


@pytest.mark.parametrize("line", SECRET)
def test_what_may_be_secret_is_never_shown(game: Game, line: str) -> None:
    assert not is_shown(game, line)
    allow(game, "pass", "walk", "rules")
    assert not is_shown(game, line)
    game.load(SCRIPT)
    assert not is_shown(game, line)


def test_the_referee_is_told_all_the_same_and_that_nobody_else_was(game: Game) -> None:
    is_shown(game, "!set-card vault")
    is_shown(game, "!pass")
    assert game.reports() == [
        ("said", "Red", {"text": "!set-card vault", "hidden": True}),
        ("said", "Red", {"text": "!pass"}),
    ]


@pytest.mark.parametrize("line", TALK)
def test_talk_is_shown(game: Game, line: str) -> None:
    assert is_shown(game, line)
    allow(game, "pass")
    assert is_shown(game, line)


@pytest.mark.parametrize("line", ["!pass", "!do-nothing", " ! tidy "])
def test_a_line_of_one_word_is_shown_before_anybody_says_what_is_harmless(
    game: Game, line: str
) -> None:
    assert is_shown(game, line)


def test_harmless_lines_are_shown_once_their_words_are_known(game: Game) -> None:
    assert not is_shown(game, "!walk well")
    allow(game, "walk", "use-power")
    assert is_shown(game, "!walk well")
    assert is_shown(game, "! Walk well")
    assert is_shown(game, "！use-power")
    assert not is_shown(game, "!walking well")
    game.reports()
    game.command(2, {"do": "chat", "open": ["pass"]})
    assert not is_shown(game, "!walk well")


def test_a_game_without_secrets_hides_nothing(game: Game) -> None:
    allow(game, "*")
    assert is_shown(game, "!set-card vault")
    assert is_shown(game, "!翻越")


def test_words_that_are_no_list_are_refused(game: Game) -> None:
    game.command(1, {"do": "chat", "open": "pass"})
    assert done(game) == (1, False, "command 1, chat: open is not a list")
