"""The film draws a board as the page does: the same shapes, colours, signs and letters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from exporters.drawing.palette import THEME
from exporters.drawing.svg import document, group
from tests.rules.play import random_game
from tests.web.tabs import Browser, in_browser
from tts_bridge.drawing.board_svg import BoardSvg
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.replay import Replay
from tts_bridge.web.server import Web

LOOK = """(holder) => [...holder.querySelectorAll(":scope > *")].flatMap((each) => {
  const style = getComputedStyle(each);
  return style.fill === "none" && style.stroke === "none" ? [] : [
    each.tagName, each.textContent, style.fill, style.stroke, style.strokeWidth,
    style.strokeDasharray, style.opacity, style.fontSize, each.getAttribute("d") ?? "",
    each.getAttribute("points") ?? ""].join(" | ");
})"""
PIECES = (
    "Object.fromEntries([...document.querySelectorAll('[data-mark]')]"
    f".map((each) => [each.dataset.mark, ({LOOK})(each)]))"
)
LINES = f"[...document.querySelectorAll('.lines > *')].map({LOOK})"
NAMES = "[...document.querySelectorAll('.names text')].map((each) => each.textContent)"
GROUNDS = (
    "[...document.querySelectorAll('.areas rect')].map((each) => getComputedStyle(each))"
    ".map((each) => [each.fill, each.stroke, each.strokeWidth, each.strokeDasharray].join(' | '))"
)


def plain(found: Any) -> Any:
    """What a browser tells, numbers to hundredths, colours in one notation."""
    if isinstance(found, dict):
        return {key: plain(each) for key, each in found.items()}
    if isinstance(found, list):
        return [plain(each) for each in found]
    mixed = re.sub(
        r"color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)",
        lambda each: f"rgb({', '.join(str(round(float(part) * 255)) for part in each.groups())})",
        found,
    )
    return re.sub(r"-?\d*\.\d+", lambda each: f"{float(each[0]) + 0:.2f}", mixed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "moves"), [("dbd", 200), ("invader", 60)])
def test_page_and_film_draw_the_same(game: str, moves: int, language: str) -> None:
    match = random_game(game, "default", 4, moves)
    drawing, state = GAMES[game].drawing, match.state
    texts = Texts(language, GAMES[game].wording, state.board)
    board = BoardSvg(drawing.ground(state), texts, [each.seat for each in drawing.panels(state)])
    marks = drawing.marks(state)

    async def test(browser: Browser) -> None:
        async with Web(Replay(GAMES[game], match), 0) as web:
            tab = await browser.tab(web.link(SPECTATOR), lang=language, color_scheme="dark")
            await tab.until(f"document.querySelectorAll('[data-mark]').length === {len(marks)}")
            asked = (PIECES, LINES, GROUNDS, NAMES)
            page = [plain(await tab.page.evaluate(each)) for each in asked]
            await tab.page.goto("about:blank")
            areas, lines, names = (
                group(*parts, **{"class": kind})
                for kind, parts in (
                    ("areas", board.floors()),
                    ("lines", board.lines()),
                    ("names", board.labels()),
                )
            )
            pieces = [
                board.mark(mark).replace("<g ", f'<g data-mark="{mark.id}" ', 1) for mark in marks
            ]
            svg = document(board.ground.box, areas, lines, names, ground=THEME["sheet"])
            await tab.page.set_content(svg.replace("</svg>", "".join(pieces) + "</svg>"))
            film = [plain(await tab.page.evaluate(each)) for each in asked]
        for one, other in zip(film, page, strict=True):
            assert one == other

    in_browser(test)
