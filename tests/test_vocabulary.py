"""One vocabulary: mod, chat, page, terminal and `bind` call everything alike, in each language."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from rich.console import Console

from exporters.mods import invader
from exporters.mods.dbd import boxed_mod as dbdsetup
from exporters.mods.dbd import mod as dbd
from exporters.mods.words import LANGUAGES, Language, heading
from exporters.savefile import Save
from rules.dbd.board import training_ground
from rules.dbd.data import Character, PerkFacts
from rules.dbd.settings import default_items
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.setup import Config as DbdConfig
from rules.invader.data import Card, MachineCard, Skill, SurvivorCard, Xeno
from rules.invader.missions import missions
from rules.invader.setup import FIRST_MISSION, Config
from tests.rules.play import random_game
from tests.test_catalogues import NAMES as IDS
from tests.test_catalogues import messages
from tts_bridge.binding.doubts import title
from tts_bridge.binding.names import id_of, meanings_of, numbered_name, printed_names
from tts_bridge.cli import main
from tts_bridge.game.plugin import rulebook
from tts_bridge.games.dbd.printed_names import ALIASES as DBD_ALIASES
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.printed_names import ALIASES as INVADER_ALIASES
from tts_bridge.games.registry import GAMES
from tts_bridge.terminal import screen
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.play_words import Look, Words
from tts_bridge.text.vocabulary import GameNames
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.live import Position

both = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("game", GAMES)
ROOT = Path(__file__).parent.parent
NO_NAME = ("agent", "board", "table")
ALSO_WORDS = ("噪音", "骰子", "Bloodpoints")
"""Of a weapon, that it is noisy; a heading; an abbreviation written out. No names, but alike."""


def named(game: str) -> Mapping[str, tuple[str, ...]]:
    """Every printed name of a game, by meaning."""
    return printed_names(GAMES[game].printed_names)


ALIASES = {"dbd": DBD_ALIASES, "invader": INVADER_ALIASES}


def names_of(game: str) -> GameNames:
    return GameNames(GAMES[game].wording)


@cache
def mods(game: str, language: Language) -> tuple[Save, ...]:
    """Mods that hold every figure and token between them."""
    if game == "invader":
        every = [each for each in missions().values() if each.machines or each.id == FIRST_MISSION]
        return tuple(
            invader.build_mod(Config(mission=each), names=names_of(game), language=language)
            for each in every
        )
    board = training_ground()
    boxed = dbdsetup.build_setup_mod(board, names=names_of(game), language=language)
    dealt = dbd.build_mod(
        board,
        survivors=DEFAULT_SURVIVORS,
        killer=DEFAULT_KILLER,
        names=names_of(game),
        language=language,
    )
    return boxed, dealt


def every(objects: Any) -> Iterator[dict[str, Any]]:
    for each in objects:
        yield each
        yield from every(each.get("ContainedObjects", ()))


def pieces(game: str, language: Language) -> Iterator[tuple[str, str]]:
    """The id of each piece of the mods, and what is written on it."""
    for save in mods(game, language):
        for each in every(save.data["ObjectStates"]):
            ids = [tag[5:] for tag in each.get("Tags", ()) if tag.startswith("ttsb:")]
            if each["Name"] not in ("ScriptingTrigger", "HandTrigger") and ids:
                yield ids[0], each["Nickname"]


def meaning(game: str, piece: str) -> str:
    """What `bind` calls a piece with this id."""
    known = named(game)
    kind, *rest = piece.split("/")
    found = [f"{kind}/{each}" for each in (*rest, *(each.rpartition("-")[0] for each in rest))]
    found += [f"category/{each.rpartition('-')[0]}" for each in rest if kind == "prop"]
    return next(each for each in (*found, kind) if each in known)


@both
@each_game
def test_a_piece_bears_the_name_that_chat_page_terminal_and_bind_have(
    game: str, language: Language
) -> None:
    texts, terminal = (
        Texts(language, GAMES[game].wording),
        Words(language, GAMES[game].wording, None),
    )
    seen = set()
    for piece, written in pieces(game, language):
        if piece in NO_NAME:
            continue
        meant = meaning(game, piece)
        seen.add(meant)
        name = texts.name(id_of(meant))
        assert written == heading(name), piece
        assert terminal.name(id_of(meant)) == name
        assert meant in meanings_of(GAMES[game].printed_names, written)
        is_numbered = meant in ("objective", "spawn") or meant.startswith("category/")
        asked = title(texts, piece)
        assert asked.startswith(written) or (is_numbered and name in asked), piece
    unseen = {*named(game)} - seen  # faces, and skills that are on nobody's card
    assert [each for each in unseen if not each.startswith(("kind/", "objective/", "skill/"))] == []


@both
@each_game
def test_whatever_lies_face_down_has_the_same_name_on_its_face(
    game: str, language: Language
) -> None:
    texts = Texts(language, GAMES[game].wording)
    if game == "dbd":
        faces = {f"kind/{kind}": name for kind, name in dbd.faces(names_of(game), language).items()}
    else:
        look = invader.look(Config(), names_of(game), language)
        faces = {f"objective/{colour}": name for colour, name in look.faces.items()}
    for meant, name in faces.items():
        assert name == heading(texts.name(id_of(meant)))
        assert meanings_of(GAMES[game].printed_names, name)[0] == meant


@both
@each_game
def test_no_label_of_a_mod_is_an_id(game: str, language: Language) -> None:
    names = {heading(name) for key, name in messages(language, game).items()
             if key.startswith("name.")}  # fmt: skip
    for save in mods(game, language):
        for each in save.data["ObjectStates"]:
            if each["Name"] == "3DText" and each["GUID"]:
                text = each["Text"]["Text"]
                assert text
                assert "/" not in text
        for each in every(save.data["ObjectStates"]):
            if each["Name"].startswith("Deck") and each["Nickname"]:
                assert each["Nickname"] in names


@both
@each_game
def test_a_terminals_screen_shows_names_and_no_ids(game: str, language: Language) -> None:
    state = random_game(game, "default", 3, 60).state
    drawn = io.StringIO()
    console = Console(file=drawn, width=120)
    words = Words(language, GAMES[game].wording, GAMES[game].board(state))
    seats = GAMES[game].drawing.seats(state)
    console.print(screen.screen(GAMES[game], state, seats[0], seats, words, Look(120)))
    assert not re.search(r"(page|play|name)\.[a-z]", drawn.getvalue())
    for place in {
        card.place for panel in GAMES[game].drawing.panels(state) for card in panel.cards
    }:
        assert words.name(place) != place
        assert words.name(place) in drawn.getvalue()


@each_game
def test_the_page_has_the_names_of_the_catalogue(game: str) -> None:
    config = DbdConfig() if game == "dbd" else Config()
    state = GAMES[game].rules.setup(config)
    words = Position(GAMES[game], state).hello(state, SPECTATOR)["words"]
    named = [id_ for id_ in IDS[game]() if id_ in words]
    assert len(named) > 20
    titles = {item.id: item.title for item in rulebook(GAMES[game]) if item.kind in BY_NAME}
    for language in LANGUAGES:
        texts = Texts(language, GAMES[game].wording)
        assert [id_ for id_ in named if words[id_][language] != texts.name(id_)] == []
        assert [id_ for id_ in titles if titles[id_][language] != texts.name(id_)] == []


BY_NAME = ("card", "perk", "character", "skill", "xeno", "machine")


@both
@each_game
def test_every_name_is_recognised_and_none_is_missing(game: str, language: Language) -> None:
    catalogue = messages(language, game)
    for meant, names in named(game).items():
        name = names[LANGUAGES.index(language)]
        assert meant in meanings_of(GAMES[game].printed_names, name), name
        if meant.startswith(("xeno/", "objective/", "door/")) or "mold-" in meant:
            assert name != id_of(meant), f"{meant} has no name in {language}"
        else:
            assert catalogue[f"name.{id_of(meant)}"] == name
    ids = {id_of(meant) for meant in named(game)}
    others = [f"name.{each}" for each in IDS[game]() if each not in ids]
    assert [each for each in others if each not in catalogue] == []


@each_game
def test_an_alias_is_no_name_and_stands_for_one_thing(game: str) -> None:
    names = {numbered_name(name): each for each, all_ in named(game).items()
             for name in all_}  # fmt: skip
    found: dict[str, str] = {}
    for meant, aliases in ALIASES[game].items():
        assert meant in named(game)
        for alias in map(numbered_name, aliases):
            assert alias not in names, f"{meant}: {alias} is the name of {names.get(alias)}"
            assert found.setdefault(alias, meant) == meant, alias
    for meant, aliases in GAMES[game].printed_names.aliases():
        for alias in aliases:
            assert meanings_of(GAMES[game].printed_names, alias) == (meant,), alias


@both
@each_game
def test_a_house_rule_is_worded_alike_in_chat_page_and_terminal(
    game: str, language: Language
) -> None:
    texts = Texts(language, GAMES[game].wording)
    page = {item.id: item.text for item in rulebook(GAMES[game]) if item.kind == "setting"}
    shown = CliRunner().invoke(main, ["rules", "settings", game, "--lang", language]).stdout
    for key in GAMES[game].house.rows:
        about = messages(language, game)[f"house.{key}"]
        assert about in texts.house_rule(key, "1")
        assert page[key][language].startswith(about)
        assert f"      {about} (" in shown


@pytest.mark.parametrize(
    "kind", [Character, PerkFacts, Card, MachineCard, Skill, SurvivorCard, Xeno]
)
def test_the_rules_know_no_names(kind: type[Any]) -> None:
    assert "name" not in {field.name for field in msgspec.structs.fields(kind)}


def test_no_name_stands_in_the_source_of_mods() -> None:
    names = {heading(name) for game in GAMES for all_ in named(game).values()
             for name in all_}  # fmt: skip
    names |= {DBD_NAMES.name(item, each) for item in default_items() for each in LANGUAGES}
    files = [*(ROOT / "exporters" / "mods").rglob("*.py")]
    assert len(files) > 20
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                is_name = node.value in names and node.value not in ALSO_WORDS
                assert not is_name, f"{file.name}:{node.lineno}: {node.value}"


def test_pages_and_terminals_own_words_repeat_no_name() -> None:
    for language in LANGUAGES:
        names = {name.casefold() for game in GAMES for key, name in messages(language, game).items()
                 if key.startswith("name.") and key != "name.skills"}  # fmt: skip
        for catalogue in ("page", "play", "common"):
            for key, text in messages(language, catalogue).items():
                if not key.startswith(("page.line.", "page.ammo.", "play.short.")):
                    assert text.casefold() not in names, f"{key}: {text}"
