"""The page by keyboard alone, on a phone, without colour or motion, and by a screen reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.engine import Match
from tests.web.refereed import Night, mission_night, play_mission
from tests.web.tabs import (
    PHONE,
    Browser,
    Tab,
    assert_fits_a_phone,
    at_the_table,
    checker,
    in_browser,
    replayed,
)
from tests.web.test_binding_page import stranger
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.web.feed import HOST, SPECTATOR
from tts_bridge.web.feeds.binding import BindFeed
from tts_bridge.web.feeds.table import TableFeed
from tts_bridge.web.server import Web


def test_everything_can_be_reached_and_done_with_the_keyboard_alone() -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        focus = (
            "[document.activeElement.id, document.activeElement.tagName,"
            " document.activeElement.matches(':focus-visible')]"
        )
        reached = []
        for _ in range(400):
            await tab.page.keyboard.press("Tab")
            id_, tag, visible = await tab.page.evaluate(focus)
            if tag == "BODY":
                break
            assert visible, id_
            reached.append(id_)
        wanted = {
            "open-rules",
            "language",
            "theme",
            "board",
            "step",
            "step-back",
            "to-start",
            "rulings",
        }
        assert wanted <= set(reached)
        await tab.page.focus("#step")
        for _ in range(3):
            await tab.page.keyboard.press("ArrowLeft")
        await tab.until("document.getElementById('step').value === '57'")
        await tab.page.focus("#open-rules")
        await tab.page.keyboard.press("Enter")
        await tab.until("document.getElementById('rules').open")
        await tab.page.keyboard.type("箭头")
        await tab.until("document.querySelectorAll('.rule').length > 0")
        assert "walk.against-arrow" in await tab.text("#rules-list")
        await tab.page.keyboard.press("Escape")
        await tab.until("!document.getElementById('rules').open")
        assert (await tab.page.evaluate(focus))[0] == "open-rules"

    replayed(test)


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_it_fits_a_phone(lang: str) -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        await assert_fits_a_phone(tab)

    replayed(test, lang=lang, viewport=PHONE)


def test_paths_differ_in_pattern_and_nothing_moves_for_who_wants_it_still() -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        patterns = await tab.page.evaluate(
            "['red', 'green', 'blue', 'yellow'].map((tone) => getComputedStyle("
            "document.querySelector(`.lines .tone-${tone} .stroke`)).strokeDasharray)"
        )
        assert len(set(patterns)) == 4
        moving = await tab.page.evaluate(
            "[...document.querySelectorAll('*')].filter((each) => {"
            " const style = getComputedStyle(each);"
            " return style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0;"
            "}).length"
        )
        assert moving == 0

    replayed(test, reduced_motion="reduce")


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh", "light")])
def test_axe_finds_nothing_serious(lang: str, scheme: str) -> None:
    check = checker()

    async def test(night: Night, browser: Browser) -> None:
        await night.play(30)
        options = {"lang": lang, "color_scheme": scheme, "reduced_motion": "reduce"}
        for viewer in (SPECTATOR, HOST):
            tab = await browser.tab(night.web.link(viewer), **options)
            await check(tab)
            await tab.page.click("#open-rules")
            await tab.until("document.querySelectorAll('.rule').length > 9")
            await check(tab)
        feed = TableFeed(night.table.table)
        async with Web(feed, 0) as web:
            feed.refresh()
            tab = await browser.tab(web.link(HOST), ready=".table-object", **options)
            await check(tab)

    at_the_table(test)


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh", "dark")])
def test_a_mission_and_what_waits_fit_a_phone_and_axe_finds_nothing_serious(
    lang: str, scheme: str
) -> None:
    async def test(browser: Browser) -> None:
        check = checker()
        async with mission_night() as night:
            await play_mission(night, 20)
            await night.table.act(lambda hands: hands.say("magnus", "!search"))
            options = {"lang": lang, "color_scheme": scheme, "reduced_motion": "reduce"}
            tab = await browser.tab(night.web.link(HOST), viewport=PHONE, **options)
            await tab.until("document.querySelectorAll('.incident').length === 1")
            await assert_fits_a_phone(tab)
            await check(tab)

    in_browser(test)


@pytest.mark.parametrize("lang", list(LANGUAGES))
@pytest.mark.parametrize("game", ["dbd", "invader"])
def test_the_binding_of_a_mod_fits_a_phone_and_axe_finds_nothing_serious(
    game: str, lang: str, tmp_path: Path
) -> None:
    async def test(browser: Browser) -> None:
        mod = stranger(game)
        feed = BindFeed(mod.theirs, mod.by, tmp_path / "p.toml", mod.corners())
        async with Web(feed, 0) as web:
            tab = await browser.tab(web.link(HOST), "circle.spot", lang, viewport=PHONE)
            await assert_fits_a_phone(tab)
            await checker()(tab)

    in_browser(test)
