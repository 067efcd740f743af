"""The page while players choose who plays whom, and what it holds of the deal after that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import aiohttp
import pytest
from msgspec.structs import replace

from exporters.savefile import Save
from rules.dbd import RULES
from rules.dbd.interact import Started
from rules.dbd.lobby import KILLER_PLACE, PLACES, Begin, GiveMarker, Lobby, OpenSetup, Take
from rules.dbd.lobby import TABLE as ALL
from rules.dbd.state import StartRoll
from rules.engine import Move, legal_moves
from rules.notation import format_move
from tests.web.readers import headers_of, listen
from tests.web.refereed import Night, night_of
from tests.web.tabs import (
    PHONE,
    Browser,
    Tab,
    assert_fits_a_phone,
    checker,
    in_browser,
)
from tts_bridge.demo.whole import CHOICES, do, make, set_up, setup_save, whole_table
from tts_bridge.games.dbd.lobby_table import Deal
from tts_bridge.games.registry import GAMES
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer

FIRST, SECOND, THIRD, _ = PLACES


ORDER = """[...document.querySelectorAll('.side > [data-for=game]')]
 .map((each) => each.getAttribute('aria-labelledby').replace('-heading', ''))"""


@cache
def save() -> Save:
    return setup_save()


@asynccontextmanager
async def choosing(luck: int = 3, mod: Save | None = None) -> AsyncIterator[Night]:
    """The mod out of its box, refereed, with the page on a free port."""
    with Journal(None) as journal:
        async with (
            whole_table(journal, luck, ("en", "zh"), mod or save()) as table,
            night_of(table, journal) as night,
        ):
            yield night


async def say(night: Night, *moves: Move[Lobby]) -> None:
    """Make choices in chat, each from its own place."""
    for move in moves:
        words = f"!{format_move(move).split(maxsplit=1)[1]}"
        who = FIRST if move.seat == ALL else move.seat
        await night.table.act(lambda hands, who=who, words=words: hands.say(who, words))


def panel(place: str) -> str:
    return f"#panels .panel:nth-child({1 + [*PLACES, KILLER_PLACE].index(place)})"


async def names(tab: Tab, place: str) -> list[str]:
    """The characters on the panel of a place."""
    found: list[str] = await tab.page.evaluate(
        "(at) => [...document.querySelectorAll(at)].map((each) => each.textContent)",
        f"{panel(place)} .card [data-rule]",
    )
    return found


def test_the_choosing_is_followed_and_the_board_comes_by_itself() -> None:
    async def test(browser: Browser) -> None:
        async with choosing() as night:
            tabs = {
                lang: await browser.tab(night.web.link(viewer), ".panel", lang)
                for lang, viewer in (("en", SPECTATOR), ("zh", HOST))
            }
            for tab in tabs.values():
                await tab.page.evaluate("window.stays = true")
            for made in range(1, len(CHOICES)):
                await set_up(night.table, until=made)
                state = night.table.referee.state
                for lang, tab in tabs.items():
                    await tab.until(f"document.getElementById('step').value === '{made}'")
                    name = Texts(lang, GAMES["dbd"].wording).name
                    for place in (*PLACES, KILLER_PLACE):
                        mine = state.taken.get(place, ())
                        if place == KILLER_PLACE:
                            mine = (state.killer,) if state.killer else ()
                        assert await names(tab, place) == [name(each) for each in mine]
            english = tabs["en"]
            heads = await english.page.locator("#panels .token").all_text_contents()
            assert heads[:5] == ["Fi", "S", "T", "Fo", "K"]
            assert await english.page.evaluate(ORDER) == ["players", "now", "rulings"]
            assert "first player" in await english.text(panel(FIRST))
            assert "Who plays whom" in await english.text("#moment")
            assert "Lay out the table and begin" in await english.text("#choices")
            assert await english.page.locator("#choices .do").count() == 0
            await english.page.click(".ruling.allowed [data-rule]")
            await english.until("document.querySelectorAll('.rule').length > 0")
            await english.page.keyboard.press("Escape")
            await set_up(night.table)
            for lang, tab in tabs.items():
                await tab.until("document.querySelectorAll('.mark.down').length > 40")
                assert Texts(lang, GAMES["dbd"].wording).name("dwight-fairfield") in await tab.text(
                    "#panels"
                )
                assert await tab.page.evaluate("window.stays")
                assert await tab.page.evaluate(ORDER) == ["now", "rulings", "players"]
                assert tab.complaints == []

    in_browser(test)


def test_the_host_takes_back_moves_overrules_and_begins_from_the_page() -> None:
    async def test(browser: Browser) -> None:
        async with choosing() as night:
            referee = night.table.referee
            tab = await browser.tab(night.web.link(HOST), ".panel")
            await tab.page.click(f"#choices [data-key='{format_move(OpenSetup(ALL))}']")
            await tab.until("document.querySelectorAll('#choices .do').length > 20")
            await night.table.act(lambda hands: hands.take(FIRST, "the-nurse"))
            await tab.until("document.querySelector('.ruling.refused') !== null")
            assert "not on that side" in await tab.text(".ruling.refused")
            await tab.page.click(".ruling.refused [data-rule='setup.other-side']")
            await tab.until("document.querySelectorAll('.rule').length === 1")
            assert "takes the board of a Killer" in await tab.text("#rules-list")
            await tab.page.keyboard.press("Escape")
            take = Take(FIRST, "meg-thomas")
            await tab.page.click(f"#choices [data-key='{format_move(take)}']")
            await tab.until(f'document.querySelector("{panel(FIRST)} .card") !== null')
            assert referee.state.taken == {FIRST: ("meg-thomas",)}
            await tab.page.click("[data-act=undo]")
            await tab.until(f'document.querySelector("{panel(FIRST)} .card") === null')
            await night.table.until_quiet()
            assert await night.table.lies_right()
            await tab.page.click("[data-act=pause]")
            await tab.until("document.querySelector('[data-act=resume]') !== null")
            await tab.page.click("[data-act=resume]")
            await tab.until("document.querySelector('[data-act=pause]') !== null")

            four = ("meg-thomas", "jake-park", "dwight-fairfield", "feng-min")
            await say(night, *(Take(FIRST, each) for each in four))
            await say(night, Take(KILLER_PLACE, "the-nurse"), GiveMarker(ALL, "feng-min"))
            await say(night, Begin(ALL))
            await tab.until("document.querySelector('.ruling').classList.contains('refused')")
            await tab.page.click("[data-act=allow]")  # two people are too few, unless the host says
            await tab.until("document.querySelectorAll('.mark.down').length > 40")
            assert night.table.referee.game.rules is RULES
            await tab.until("document.querySelectorAll('#links li').length === 6")
            await night.table.until_quiet()
            assert await night.table.lies_right()
            assert tab.complaints == []

    in_browser(test)


@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("zh", "light")])
def test_it_fits_a_phone_and_axe_finds_nothing_serious(lang: str, scheme: str) -> None:
    async def test(browser: Browser) -> None:
        async with choosing() as night:
            await set_up(night.table, until=8)
            options = {"color_scheme": scheme, "reduced_motion": "reduce", "viewport": PHONE}
            tab = await browser.tab(night.web.link(HOST), ".panel", lang, **options)
            await assert_fits_a_phone(tab)
            await checker()(tab)

    in_browser(test)


def otherwise_printed() -> Save:
    """The same mod, what is printed on the props of each category the other way round."""
    rows = list(save().data["ObjectStates"])
    props = [n for n, each in enumerate(rows) if "ttsb:prop/" in str(each.get("Tags"))]
    tags = {n: next(t for t in rows[n]["Tags"] if "prop/" in t).rpartition("-")[0] for n in props}
    for category in set(tags.values()):
        mine = [n for n in props if tags[n] == category]
        printed = [{key: rows[n][key] for key in ("GMNotes", "Nickname")} for n in mine]
        for n, face in zip(mine, printed[::-1], strict=True):
            rows[n] = {**rows[n], **face}
    return replace(save(), data={**save().data, "ObjectStates": rows})


async def traffic(luck: int, mod: Save, viewer: Viewer) -> tuple[list[bytes], Deal]:
    """All that a view is sent from the box until everybody stands on the map, and the deal."""
    async with choosing(luck, mod) as night, aiohttp.ClientSession() as client:
        stream = await listen(client, night.web, viewer)
        await set_up(night.table)
        while isinstance((state := night.table.referee.state).asks[-1], StartRoll):
            moves = [m for m in legal_moves(RULES, state) if isinstance(m, Started)]
            move = moves[len(night.table.referee.match.moves) % len(moves)]
            await do(night.table, move, lambda hands, s=state, m=move: make(hands, s, m))
        step = len(night.table.referee.match.moves)
        seen = {}
        while seen.get("game") != 2 or seen["scene"]["step"] < step:
            seen = {**seen, **await stream.event()}
        found = list(stream.raw)
        stream.response.close()
        for each in (viewer, Viewer("seat", "jake-park"), Viewer("seat", "the-nurse")):
            late = await listen(client, night.web, each)
            await late.event()
            found += late.raw
            late.response.close()
            for path in ("hello", "scene?step=0", f"scene?step={step}"):
                url = f"http://127.0.0.1:{night.web.port}/api/{path}"
                async with client.get(url, headers=headers_of(night.web, each)) as response:
                    body = await response.read()
                if b'"links"' not in body:  # the host's greeting holds the secrets of links
                    found.append(body)
        dealt = night.journal.deal(Deal)
        assert dealt is not None
        return found, dealt


@pytest.mark.parametrize("viewer", [SPECTATOR, HOST])
def test_what_is_sent_is_the_same_however_the_props_are_dealt_and_printed(viewer: Viewer) -> None:
    async def main() -> None:
        one, dealt = await traffic(1, save(), viewer)
        other, dealt_otherwise = await traffic(2, save(), viewer)
        printed, dealt_alike = await traffic(1, otherwise_printed(), viewer)
        assert dealt != dealt_otherwise
        assert dealt == dealt_alike
        assert len(one) > 15
        assert one == other == printed

    asyncio.run(main())


def test_what_is_sent_names_the_places_in_both_languages() -> None:
    async def main() -> None:
        async with choosing() as night:
            words = night.live.hello(SPECTATOR)["words"]
            for place in (*PLACES, KILLER_PLACE, ALL):
                assert set(words[place]) == set(LANGUAGES)
                assert words[place]["en"] != words[place]["zh"]

    asyncio.run(main())
