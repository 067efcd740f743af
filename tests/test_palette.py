"""A figure has one colour and one letter: on page and film, at the terminal, on the table."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.segment import Segment

from exporters.drawing.palette import DARK, FIGURES, PALE, THEME, TONES, contrast, ink_on
from exporters.mods import invader as invader_mod
from exporters.mods.dbd import mod as dbd_mod
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.setup import Config as DbdConfig
from rules.dbd.setup import setup as dbd_setup
from rules.invader.missions import mission
from rules.invader.setup import Config as InvaderConfig
from rules.invader.setup import setup as invader_setup
from tts_bridge.drawing.board_svg import BoardSvg
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.table import Table
from tts_bridge.headless.tools.drawing import picture
from tts_bridge.terminal.screen import players
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.text.play_words import Words
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.live import Position

ROOT = Path(__file__).parents[1]
CSS = (ROOT / "tts_bridge/web/static/page.css").read_text("utf-8")
Signs = dict[str, tuple[str, str]]
"""The colour and the letter of each figure."""


def casts() -> Iterator[DbdConfig]:
    """Every Survivor and every Killer, four and one at a time."""
    fours = islice(cycle(SURVIVORS), 4 * len(KILLERS))
    for killer, four in zip(KILLERS, zip(fours, fours, fours, fours, strict=False), strict=False):
        yield DbdConfig(survivors=four, killer=killer)


MISSION = InvaderConfig(mission=mission("breach"))
STATES: list[tuple[str, Any, Any]] = [
    *(("dbd", config, dbd_setup(config)) for config in casts()),
    ("invader", MISSION, invader_setup(MISSION)),
]
games = pytest.mark.parametrize(
    ("game", "config", "state"), STATES, ids=[f"{s[0]}-{n}" for n, s in enumerate(STATES)]
)
languages = pytest.mark.parametrize("language", LANGUAGES)


def css_colours(selector: str) -> dict[str, str]:
    """The colours of the page's first block of a selector, by their name."""
    block = CSS[CSS.index(selector) :]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[: block.index("}")]))


def on_page(game: str, state: Any, language: str) -> Signs:
    """As the browser has it: the tone of a mark, its colour in the style sheet, its letter."""
    hello = Position(GAMES[game], state).hello(state, SPECTATOR)
    colours = css_colours(":root {")
    return {
        mark.name: (colours[mark.tone], hello["letters"][mark.name][language])
        for mark in GAMES[game].drawing.marks(state)
        if mark.id.startswith("figure/")
    }


def at_terminal(game: str, state: Any, language: str) -> Signs:
    """As the lines of the players begin."""
    words = Words(language, GAMES[game].wording, state.board)
    console = Console(file=io.StringIO(), width=100, color_system="truecolor", force_terminal=True)
    shown = players(GAMES[game], state, None, (), words, full=False)
    found = [
        (segment.style.bgcolor.get_truecolor().hex, segment.text)
        for segment in Segment.simplify(console.render(shown))
        if segment.style and segment.style.bgcolor
    ]
    seats = [panel.seat for panel in GAMES[game].drawing.panels(state)]
    return dict(zip(seats, found, strict=True))


def in_film(game: str, state: Any, language: str) -> Signs:
    """As the pieces of a picture are filled and lettered."""
    drawing = GAMES[game].drawing
    seats = [panel.seat for panel in drawing.panels(state)]
    board = BoardSvg(
        drawing.ground(state), Texts(language, GAMES[game].wording, state.board), seats
    )
    found = {}
    for mark in drawing.marks(state):
        if mark.id.startswith("figure/"):
            piece = ElementTree.fromstring(board.mark(mark))
            letter = piece.find("text")
            body = next(each for each in piece if each.get("fill", "none") != "none")
            assert letter is not None
            found[mark.name] = (str(body.get("fill")), str(letter.text))
    return found


@games
@languages
def test_a_figure_is_the_same_on_the_page_in_the_film_and_at_the_terminal(
    game: str, config: Any, state: Any, language: str
) -> None:
    page = on_page(game, state, language)
    assert len(page) == len(GAMES[game].drawing.panels(state))
    assert at_terminal(game, state, language) == page
    assert in_film(game, state, language) == page


@pytest.mark.parametrize("game", ["dbd", "invader"])
def test_the_figures_of_the_mod_have_these_colours(game: str) -> None:
    _, config, state = next(each for each in STATES if each[0] == game)
    if game == "dbd":
        cast = {"survivors": config.survivors, "killer": config.killer}
        save = dbd_mod.build_mod(config.board, names=DBD_NAMES, **cast)
    else:
        save = invader_mod.build_mod(config, names=INVADER_NAMES)
    drawn = picture(Table(save.data).load())
    texts = Texts("en", GAMES[game].wording, state.board)
    for id_, (colour, _) in on_page(game, state, "en").items():
        name = re.escape(texts.name(id_))
        rects = re.findall(rf"<rect [^>]*><title>{name} \w+</title>", drawn, re.IGNORECASE)
        assert [each for each in rects if f'fill="{colour}"' in each], (id_, rects)


def test_letters_of_killers_are_not_those_of_their_article() -> None:
    texts = Texts("en", GAMES["dbd"].wording, dbd_setup(DbdConfig()).board)
    for _, config, state in STATES[:-1]:
        letter = on_page("dbd", state, "en")[config.killer][1]
        assert letter == texts.name(config.killer).removeprefix("The ")[: len(letter)]


def test_the_page_has_the_colours_of_the_palette() -> None:
    dark = css_colours(":root {")
    assert {tone: dark[tone] for tone in FIGURES} == FIGURES
    named = {"plain": "quiet"}
    assert {tone: dark[named.get(tone, tone)] for tone in TONES} == TONES
    assert {name: dark[name] for name in THEME} == THEME
    for tone, colour in FIGURES.items():
        ink = {DARK: "var(--dark)", PALE: "#fff"}[ink_on(colour)]
        assert f".tone-{tone} {{ --t: var(--{tone}); --on: {ink}; }}" in CSS


def test_what_stands_on_a_figure_can_be_read() -> None:
    for colour in FIGURES.values():
        assert contrast(colour, ink_on(colour)) >= 4.5
