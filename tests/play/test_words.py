"""The terminal's words: in both languages, none over, none missing, no command twice."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from rules.dbd.state import default_kinds
from rules.invader.data import MACHINES
from rules.invader.state import KINDS
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.text.play_words import HELP, Words

OURS = Path(__file__).parent.parent.parent / "tts_bridge"
FOLDERS = ("terminal", "text", "game", "games")
"""Where the terminal's words are said."""


def messages(language: str) -> dict[str, str]:
    folder = resources.files("tts_bridge").joinpath("locale", LANGUAGES[language], "LC_MESSAGES")
    with folder.joinpath("play.po").open("rb") as file:
        catalogue = read_po(file, locale=LANGUAGES[language], abort_invalid=True)
    return {str(each.id): str(each.string) for each in catalogue if each.id}


def test_every_word_is_there_in_both_languages_with_the_same_placeholders() -> None:
    english, chinese = messages("en"), messages("zh")
    assert english.keys() == chinese.keys()
    for id_, text in english.items():
        assert text
        assert chinese[id_]
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[id_])), id_


def test_every_word_is_used_and_every_word_used_is_there() -> None:
    files = [file for each in FOLDERS for file in (OURS / each).rglob("*.py")]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    named = set(re.findall(r"""["'](play\.[a-z-]+)["']""", source))
    kinds = [kind for each in default_kinds().values() for kind in each]
    floor = ("exterior", "corridor", "room", "security", "oxygen", "airlock")
    tokens = ("goal", "spawn", "asleep", "noise", "mold-active", "mold-inactive", "exit")
    short = (*default_kinds(), *kinds, *KINDS, *MACHINES, *floor, *tokens, "bloodpoints")
    named |= {f"play.short.{each}" for each in short}
    named |= {f"play.{each}.{name}" for each in ("help", "word") for name in HELP}
    named |= {"play.why-what", "play.rules-what"}
    assert named == set(messages("en"))


def test_a_word_stands_for_one_command_in_every_language() -> None:
    found: dict[str, str] = {}
    words = Words("en", GAMES["dbd"].wording, None)
    for language in LANGUAGES:
        for name in HELP:
            for word in messages(language)[f"play.word.{name}"].split():
                assert found.setdefault(word, name) == name
                assert words.command(word) == name
    assert words.command("") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_a_space_has_its_own_short_name(language: str) -> None:
    found = messages(language)
    kinds = [kind for each in default_kinds().values() for kind in each]
    for group in (kinds, list(default_kinds()), KINDS):
        short = [found[f"play.short.{each}"] for each in group]
        assert len(set(short)) == len(short)
