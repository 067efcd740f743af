"""Maps drawn in the browser: by pointer, by keyboard, on a phone, over a picture and a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from exporters.savefile import Save
from rules.dbd.board import training_ground
from tests.web.tabs import PHONE, Browser, Tab, assert_fits_a_phone, checker, in_browser
from tts_bridge.cli.map_edit import opened, things, writer
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.web.feed import HOST, SPECTATOR
from tts_bridge.web.feeds.map_draft import Draft, draft_of
from tts_bridge.web.feeds.map_editor import MapFeed
from tts_bridge.web.server import Web

DOCS = Path(__file__).parents[2] / "docs"
Test = Callable[[Tab, MapFeed], Awaitable[None]]
READY = "#map-undo[aria-disabled]"


def editing(
    test: Callable[[Tab, MapFeed], Awaitable[None]], feed: MapFeed, **options: object
) -> None:
    async def main(browser: Browser) -> None:
        async with Web(feed, 0) as web:
            tab = await browser.tab(web.link(HOST), ready=READY, **options)
            await test(tab, feed)

    in_browser(main)


async def spot(tab: Tab, x: float, y: float) -> tuple[float, float]:
    """Where a place of the map is on the screen."""
    at = await tab.page.evaluate(
        "([x, y]) => { const svg = document.querySelector('.drawing');"
        " const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [at.x, at.y]; }",
        [x, y],
    )
    return at[0], at[1]


async def drag(tab: Tab, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = tab.page.mouse
    await mouse.move(*await spot(tab, *start))
    await mouse.down()
    await mouse.move(*await spot(tab, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    await mouse.move(*await spot(tab, *end))
    await mouse.up()


def count(what: str, number: int) -> str:
    return f"document.querySelectorAll('[data-{what}]').length === {number}"


def test_a_map_is_drawn_with_the_pointer_named_walled_undone_and_saved(tmp_path: Path) -> None:
    target = tmp_path / "map.json"

    async def test(tab: Tab, feed: MapFeed) -> None:
        for number, at in enumerate(((4, 4), (14, 4), (14, 12)), 1):
            await tab.page.mouse.click(*await spot(tab, *at))
            await tab.until(count("space", number))
        await tab.page.select_option("#map-colour", "yellow")
        await drag(tab, (4, 4), (14, 4))
        await tab.until(count("path", 1))
        await tab.page.select_option("#map-colour", "red")
        await drag(tab, (14, 4), (14, 12))
        await tab.until(count("path", 2))
        await drag(tab, (4, 4), (9, 15))  # leads nowhere
        await tab.page.check("[data-key='path wall']")
        await tab.until("document.querySelectorAll('.wall-mark').length === 1")
        yellow, red = feed.draft.paths
        assert (yellow.a, yellow.b, yellow.colour) == ("space-1", "space-2", "yellow")
        assert (red.wall, red.colour) == (True, "red")
        await tab.page.click("[data-space='space-1'] circle")
        await tab.page.fill("[data-key='space en']", "Mill")
        await tab.page.keyboard.press("Tab")
        await tab.page.select_option("[data-key='space start']", "3")
        await tab.page.fill("[data-key='space objective']", "2")
        await tab.page.keyboard.press("Tab")
        await tab.until("document.querySelector('#map-whole').textContent.includes('2 / 10')")
        assert "There are 2, not 10" in await tab.text("#map-whole")
        await tab.page.select_option("#map-tool", "move")
        await drag(tab, (4, 4), (6, 8))
        node = "document.querySelector('[data-space=\"space-1\"]')"
        await tab.until(f"{node}.getAttribute('transform').includes(' 8')")
        first = feed.draft.spaces[0]
        assert (first.name["en"], first.start, first.props.objective) == ("Mill", 3, 2)
        assert (round(first.x), round(first.y)) == (6, 8)
        await tab.page.click("#map-save")
        await tab.until("document.getElementById('map-state').textContent.includes('saved')")
        assert opened(target) == (feed.draft, None)
        await tab.page.click("#map-undo")
        await tab.until("!document.getElementById('map-state').textContent.includes('saved')")
        assert (round(feed.draft.spaces[0].x), round(feed.draft.spaces[0].y)) == (4, 4)
        await tab.page.focus("[data-space='space-2']")
        await tab.page.keyboard.press("Delete")
        await tab.until(count("space", 2))
        assert feed.draft.paths == ()
        assert tab.complaints == []

    editing(test, MapFeed(Draft(), writer(target, None), target.name))


def test_a_map_is_drawn_with_the_keyboard_alone() -> None:
    async def test(tab: Tab, feed: MapFeed) -> None:
        press = tab.page.keyboard.press
        for number in (1, 2):
            await tab.page.focus("#map-add")
            await press("Enter")
            await tab.until(count("space", number))
            await tab.until(
                f"document.querySelector(\"[data-key='space id']\")?.value === 'space-{number}'"
            )
        await tab.page.focus("[data-space='space-2']")
        before = feed.draft.spaces[1]
        for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
            await press(key)
        await tab.until(
            f"document.querySelector('#map-undo').ariaDisabled === 'false' && {count('space', 2)}"
        )
        await tab.page.focus("[data-key='add path']")
        await press("Enter")
        await tab.until(count("path", 1))
        after = feed.draft.spaces[1]
        assert after.x - before.x == pytest.approx(2 * (after.y - before.y), abs=0.03)
        assert after.y > before.y
        await tab.page.focus("[data-path]")
        await press("Enter")
        await tab.page.focus("[data-key='path wall']")
        await press("Space")
        await tab.until("document.querySelectorAll('.wall-mark').length === 1")
        await tab.page.focus("#map-undo")
        await press("Enter")
        await tab.until("document.querySelectorAll('.wall-mark').length === 0")
        assert tab.complaints == []

    editing(test, MapFeed(Draft(), lambda draft: None, "map.json"))


def test_what_is_refused_is_said_and_a_spectator_sees_nothing() -> None:
    async def test(browser: Browser) -> None:
        def save(draft: Draft) -> None:
            raise ValueError("map.json: No space left on device")

        async with Web(MapFeed(draft_of(training_ground()), save, "map.json"), 0) as web:
            await browser.tab(web.link(SPECTATOR), ready="#notice.bad")
            tab = await browser.tab(web.link(HOST), ready=READY)
            answer = "document.getElementById('map-answer').textContent"
            await tab.page.click("#map-save")
            await tab.until(f"{answer}.includes('No space')")
            await tab.page.click("[data-space='well'] circle")
            await tab.page.fill("[data-key='space id']", "barn")
            await tab.page.keyboard.press("Tab")
            await tab.until(f"{answer}.includes('taken')")
            assert all("409" in complaint for complaint in tab.complaints), tab.complaints

    in_browser(test)


def test_a_picture_and_a_table_lie_under_the_map() -> None:
    picture = (DOCS / "page-phone-zh.png").read_bytes()

    async def test(browser: Browser) -> None:
        async with Web(MapFeed(Draft(), lambda draft: None, "m.json", picture), 0) as web:
            tab = await browser.tab(web.link(HOST), ready=".under-map image")
            assert tab.complaints == []
            forged = await tab.page.evaluate("fetch('/api/picture').then((each) => each.status)")
            assert forged == 403
        table = things(Save({"ObjectStates": [{"Name": "BlockSquare", "GUID": "aaaaaa"}]}))
        async with Web(MapFeed(Draft(), lambda draft: None, "m.json", b"", table), 0) as web:
            tab = await browser.tab(web.link(HOST), ready=".under-map .table-object")
            assert await tab.page.locator(".under-map .table-object").count() == 1
            assert tab.complaints == []

    in_browser(test)


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_the_editor_fits_a_phone_and_axe_finds_nothing_serious(lang: str) -> None:
    async def test(tab: Tab, feed: MapFeed) -> None:
        await tab.page.click("[data-space='well'] circle")
        await tab.until("document.querySelector(\"[data-key='space id']\")")
        await assert_fits_a_phone(tab)
        await checker()(tab)
        await tab.page.focus("[data-path='quarry-gate-yard-blue']")
        await tab.page.keyboard.press("Enter")
        await tab.until("document.querySelector(\"[data-key='path wall']\")")
        await checker()(tab)

    draft = draft_of(training_ground())
    options = {"lang": lang, "viewport": PHONE, "reduced_motion": "reduce"}
    editing(test, MapFeed(draft, lambda draft: None, "map.json"), **options)


def test_a_button_pressed_right_after_typing_is_heard() -> None:
    async def test(tab: Tab, feed: MapFeed) -> None:
        await tab.page.click("[data-space='well'] circle")
        await tab.page.fill("[data-key='space en']", "The Deep Well")
        button = tab.page.locator("[data-key='delete']")
        await button.scroll_into_view_if_needed()
        box = await button.bounding_box()
        assert box is not None
        await tab.page.mouse.move(box["x"] + 5, box["y"] + 5)
        await tab.page.mouse.down()
        await asyncio.sleep(0.3)
        assert len(feed.before) == 1
        await tab.page.mouse.up()
        await tab.until(count("space", len(training_ground().spaces) - 1))
        assert [step.spaces[7].name["en"] for step in feed.before] == ["Well", "The Deep Well"]
        assert tab.complaints == []

    draft = draft_of(training_ground())
    editing(test, MapFeed(draft, lambda draft: None, "map.json"))
