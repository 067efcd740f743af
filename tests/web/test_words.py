"""The page's words: complete in both languages, enough for what is shown, and never markup."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.setup import Config
from rules.engine import CHANCE
from rules.invader import RULES as INVADER
from rules.invader.data import CARDS, SKILLS, SURVIVORS, XENOS
from tests.rules.games import GAME_CONFIGS
from tests.rules.play import random_game
from tests.test_catalogues import steps_of
from tts_bridge.game.plugin import rulebook
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.text.page_words import page_words
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.live import Position
from tts_bridge.web.feeds.replay import Replay

STATIC = resources.files("tts_bridge.web").joinpath("static")
SOURCES = {file.name: file.read_text(encoding="utf-8") for file in STATIC.iterdir()}


def test_every_word_is_there_in_every_language() -> None:
    for id_, words in page_words().items():
        assert set(words) == set(LANGUAGES), id_
        assert all(words.values()), id_
        assert len({tuple(re.findall(r"\{\w+\}", text)) for text in words.values()}) == 1


def test_no_word_stands_twice() -> None:
    for locale in LANGUAGES.values():
        folder = resources.files("tts_bridge").joinpath("locale", locale, "LC_MESSAGES")
        text = folder.joinpath("page.po").read_text(encoding="utf-8")
        ids = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
        assert len(ids) == len(set(ids)) == len(page_words())


def test_every_word_that_the_page_names_is_there() -> None:
    named = {
        found
        for text in SOURCES.values()
        for found in re.findall(r"""["'`](page\.[a-z.-]+)["'`]""", text)
    }
    assert len(named) > 60
    assert named - {"page.css"} <= set(page_words())


@pytest.mark.parametrize(("game", "config"), GAME_CONFIGS)
def test_whatever_a_scene_names_has_a_word(game: str, config: str) -> None:
    match = random_game(game, config, 3, 400)
    position = Position(GAMES[game], match.states[0])
    words = {*page_words(), *position.hello(match.states[0], SPECTATOR)["words"]}
    icons = set(position.hello(match.states[0], SPECTATOR)["ground"].icons)
    for step, state in enumerate(match.states):
        scene = position.scene(state, SPECTATOR, step)
        named = {scene.phase and f"phase.{scene.phase}", *scene.turn, *scene.winners}
        named |= {each.name for each in (*scene.marks, *scene.counters)}
        named |= {mark.at for mark in scene.marks}
        for panel in scene.panels:
            named |= {panel.seat, panel.at, *panel.states, *panel.traits, *panel.spent}
            named |= {each.name for each in (*panel.cards, *panel.counters)}
            named |= {name for card in panel.cards for name in (*card.extras, card.note)}
            if panel.bar:
                named |= {panel.bar.name, *(name for *_, name in panel.bar.marks)}
            named |= {card.place for card in panel.cards}
        named.discard("")  # who is out of the game is nowhere
        assert named <= words, named - words
        shown = {
            mark.icon or mark.name
            for mark in scene.marks
            if mark.shape not in ("survivor", "killer", "diamond")
        }
        assert shown <= icons


def test_the_rulebook_has_every_rule_card_perk_and_setting_with_its_source() -> None:
    items = rulebook(GAMES["dbd"])
    ids = {(item.kind, item.id) for item in items}
    assert {("rule", code) for code in GAMES["dbd"].codes} <= ids
    state = RULES.setup(Config())
    assert {("perk", perk) for figure in state.figures for perk in figure.perks} <= ids
    assert {("card", card) for card in state.killer.hand} <= ids
    assert {("setting", key) for key in GAMES["dbd"].house.rows} <= ids
    for item in items:
        for words in (item.title, item.text, item.source):
            assert set(words) == set(LANGUAGES), item.id
            assert all(words.values()), item.id


def test_the_rulebook_of_invader_has_every_card_skill_survivor_xeno_and_setting() -> None:
    items = rulebook(GAMES["invader"])
    ids = {(item.kind, item.id) for item in items}
    wanted = {"rule": GAMES["invader"].codes, "card": CARDS, "skill": SKILLS, "xeno": XENOS}
    wanted |= {"character": SURVIVORS, "setting": GAMES["invader"].house.rows}
    for kind, names in wanted.items():
        assert {(kind, name) for name in names} <= ids
    for item in items:
        for words in (item.title, item.text, item.source):
            assert set(words) == set(LANGUAGES), item.id
            assert all(words.values()), item.id
            assert not any("{" in text for text in words.values()), item.id


def test_every_code_move_and_step_of_invader_leads_to_one_card_of_the_rulebook() -> None:
    drawing = GAMES["invader"].drawing
    cards = {item.id: item for item in rulebook(GAMES["invader"]) if item.kind == "rule"}
    steps = steps_of("invader")
    assert set(drawing.code_of_step) == steps
    assert set(drawing.code_of) == set(INVADER.moves)
    named = {*GAMES["invader"].codes, *drawing.code_of.values(), *drawing.code_of_step.values()}
    assert named <= set(cards)
    for code in named:
        assert any(text for text in cards[code].source.values()), code
    assert set(GAMES["invader"].laws) <= {*drawing.code_of.values(), *drawing.code_of_step.values()}
    assert set(GAMES["invader"].laws).isdisjoint(GAMES["invader"].codes)


def test_rulings_on_invader_name_the_rule_of_every_move_and_of_what_came_of_it() -> None:
    cards = {item.id for item in rulebook(GAMES["invader"])}
    feed = Replay(GAMES["invader"], random_game("invader", "default", 4, 120))
    for entry, move in zip(feed.entries, feed.match.moves, strict=True):
        record = entry.public
        assert len(record.codes) == len(record.more)
        assert {rule.code for rule in record.rules} | {*record.codes} <= cards
        assert bool(record.rules) == (move.seat != CHANCE)


def test_the_page_makes_no_markup_out_of_text() -> None:
    for name, text in SOURCES.items():
        for way in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "srcdoc",
        ):
            assert way not in text, f"{name}: {way}"
    assert not re.search(
        r"<(script|style)(?![^>]*\b(src|href)=)[^>]*>|\son\w+=|style=", SOURCES["index.html"]
    )


def test_the_page_weighs_less_than_it_may_and_asks_for_nothing_elsewhere() -> None:
    assert sum(len(text.encode()) for text in SOURCES.values()) < 100_000
    for name, text in SOURCES.items():
        assert not re.search(r"(https?:)?//(?!www\.w3\.org)[a-z]+\.", text), name


def test_a_maps_name_comes_through_as_it_is_and_is_cut() -> None:
    board = Config().board
    hostile = '<img src=x onerror="alert(1)">' + "x" * 40
    spaces = (replace(board.spaces[0], name={"en": hostile, "zh": hostile}), *board.spaces[1:])
    state = RULES.setup(Config(board=replace(board, id="hostile", spaces=spaces)))
    words = Position(GAMES["dbd"], state).hello(state, SPECTATOR)["words"]
    assert words[board.spaces[0].id]["en"].startswith("<img src=x")
