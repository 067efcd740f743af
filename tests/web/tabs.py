"""Pages of a browser, opened on a refereed game or on a replay."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from rules.engine import Match
from tests.rules.play import random_game
from tests.web import browser as chromium
from tests.web.refereed import Night, game_night
from tts_bridge.games.registry import GAMES
from tts_bridge.web.feed import SPECTATOR
from tts_bridge.web.feeds.replay import Replay
from tts_bridge.web.server import Web


class Tab:
    """A page of the browser, and what its console complained of."""

    def __init__(self, page: Any, complaints: list[str]) -> None:
        self.page = page
        self.complaints = complaints

    async def text(self, selector: str) -> str:
        found: str = await self.page.inner_text(selector)
        return found

    async def until(self, script: str) -> None:
        """Wait until an expression of the page is true."""
        deadline = asyncio.get_running_loop().time() + 120
        while not await self.page.evaluate(script):
            assert asyncio.get_running_loop().time() < deadline, script
            await asyncio.sleep(0.02)


class Browser:
    def __init__(self, opened: Any) -> None:
        self.opened = opened

    async def tab(self, link: str, ready: str = ".mark", lang: str = "en", **options: Any) -> Tab:
        """Open a link in a window of its own, and wait until something is there."""
        context = await self.opened.new_context(**options)
        page = await context.new_page()
        page.set_default_timeout(120_000)
        complaints = await chromium.problems(page)
        await page.goto(with_language(link, lang))
        await page.wait_for_selector(ready)
        return Tab(page, complaints)


def with_language(link: str, lang: str) -> str:
    address, mark, key = link.partition("#")
    return f"{address}?lang={lang}{mark}{key}"


def in_browser(test: Callable[[Browser], Awaitable[None]]) -> None:
    chromium.need(chromium.missing())
    shared = chromium.shared()
    opened = shared.opened

    async def main() -> None:
        async with asyncio.timeout(280):
            await test(Browser(opened))
        for context in opened.contexts:
            await context.close()

    shared.runner.run(main())


def at_the_table(test: Callable[[Night, Browser], Awaitable[None]]) -> None:
    async def both(browser: Browser) -> None:
        async with game_night() as night:
            await test(night, browser)

    in_browser(both)


def replayed(test: Callable[[Tab, Match[Any]], Awaitable[None]], **options: Any) -> None:
    match = random_game("dbd", "default", 2, 60)

    async def main(browser: Browser) -> None:
        async with Web(Replay(GAMES[match.rules.name], match), 0) as web:
            await test(await browser.tab(web.link(SPECTATOR), **options), match)

    in_browser(main)


SERIOUS = ("serious", "critical")
PHONE = {"width": 360, "height": 740}


def checker() -> Callable[[Tab], Awaitable[None]]:
    """What fails when axe-core finds something serious on a page; skips where there is no axe."""
    chromium.need("" if chromium.AXE.is_file() else "no axe-core (set TTS_BRIDGE_AXE)")
    axe = chromium.AXE.read_text(encoding="utf-8")

    async def check(tab: Tab) -> None:
        await tab.page.evaluate(axe)
        found = json.loads(
            await tab.page.evaluate("axe.run().then((each) => JSON.stringify(each.violations))")
        )
        bad = [
            (each["id"], [node["html"][:200] for node in each["nodes"]][:3])
            for each in found
            if each["impact"] in SERIOUS
        ]
        assert bad == [], bad

    return check


async def assert_fits_a_phone(tab: Tab) -> None:
    """Nothing hangs over the edge, and nothing that is pressed is too small."""
    assert await tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = await tab.page.evaluate(
        "[...document.querySelectorAll('button:not(.link), select, summary, input')]"
        ".filter((each) => each.offsetParent && each.getBoundingClientRect().height < 24)"
        ".map((each) => each.outerHTML)"
    )
    assert small == [], small
