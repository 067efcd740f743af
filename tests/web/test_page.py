"""The page in a browser: a refereed game is followed, ruled on, replayed, read and heard."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

import aiohttp.web
import pytest
from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.setup import Config
from rules.engine import Match
from tests.rules.play import random_game
from tests.web.readers import referee_of
from tests.web.refereed import Night, game_night
from tests.web.tabs import Browser, Tab, at_the_table, in_browser, replayed
from tts_bridge.demo.acts import MEG
from tts_bridge.demo.script import SCRIPT
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.table import Table
from tts_bridge.text.catalogue import Texts
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.feeds.replay import Replay
from tts_bridge.web.feeds.table import TableFeed
from tts_bridge.web.server import Web


def shown(match: Match[Any]) -> str:
    return f"document.getElementById('step').value === '{len(match.moves)}'"


@pytest.mark.slow
def test_a_whole_refereed_game_is_followed_in_both_languages_by_every_view() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tabs = [
            await browser.tab(night.web.link(viewer), lang=lang)
            for viewer, lang in ((SPECTATOR, "en"), (Viewer("seat", MEG), "zh"), (HOST, "en"))
        ]
        match = night.table.referee.match
        while night.done < len(SCRIPT):
            await night.play(6)
            for tab in tabs:
                await tab.until(shown(match))
                at = await tab.page.evaluate(
                    "Object.fromEntries([...document.querySelectorAll('[data-mark^=\"figure/\"]')]"
                    ".map((each) => [each.dataset.mark, each.style.transform]))"
                )
                assert len(at) == 5
        for tab in tabs:
            newest = night.live.entries[-1].public
            lang = await tab.page.evaluate("document.documentElement.lang")
            said = await tab.text(".ruling .said")
            assert said == newest.text["zh" if lang.startswith("zh") else "en"]
            refused = await tab.page.locator(".ruling.refused").count()
            assert refused == sum(e.public.verdict == "refused" for e in night.live.entries) > 3
            assert "Round 3" in await tab.text("#moment") or "轮次 3" in await tab.text("#moment")
            assert tab.complaints == []

    at_the_table(test)


def test_a_seat_sees_its_own_cards_and_a_spectator_does_not() -> None:
    async def test(night: Night, browser: Browser) -> None:
        mine = await browser.tab(night.web.link(Viewer("seat", MEG)))
        others = await browser.tab(night.web.link(SPECTATOR))
        await night.play(2)
        for tab in (mine, others):
            await tab.until(shown(night.table.referee.match))
        panel = ".panel[aria-label=Meg]"
        assert "Sprint" in await mine.text(f"{panel} .cards:last-of-type")
        assert await mine.page.locator(f"{panel} .hidden-card").count() == 0
        assert await others.page.locator(f"{panel} .hidden-card").count() == 4
        assert await others.page.locator(f"{panel} .card:not(.hidden-card)").count() == 0
        assert "Sprint" not in await others.text("#rulings")
        assert "Take back Sprint" in await mine.text("#choices")

    at_the_table(test)


def test_the_host_undoes_pauses_allows_declares_and_makes_a_move_from_the_page() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tab = await browser.tab(night.web.link(HOST))
        await night.play(9)
        match = night.table.referee.match
        await tab.until(shown(match))
        await tab.page.click("#choices .do")
        await tab.until("document.querySelector('.ruling .said').textContent.includes('Well')")
        assert night.table.referee.state.figure(MEG).at == "well"
        await tab.page.click("[data-act=undo]")
        await tab.until("document.querySelector('.ruling').classList.contains('undone')")
        assert night.table.referee.state.figure(MEG).at == "graveyard"
        assert await tab.page.locator(".ruling.undone-later").count() == 1
        await tab.page.click("[data-act=pause]")
        await tab.until("document.getElementById('notice').textContent.startsWith('Paused')")
        assert night.table.referee.is_paused
        await tab.page.click("[data-act=resume]")
        await tab.until("document.getElementById('notice').textContent === ''")
        await night.play(1)
        await tab.until("document.querySelector('.ruling').classList.contains('refused')")
        await tab.page.click("[data-act=allow]")
        await tab.until("document.querySelector('.ruling').classList.contains('edited')")
        assert night.table.referee.state.figure(MEG).at == "chapel"
        await tab.page.fill("#set-text", "meg-thomas bp 5")
        await tab.page.keyboard.press("Enter")
        panel = "document.querySelector('.panel[aria-label=Meg] .facts').textContent"
        await tab.until(f"{panel}.includes('Bloodpoints 5')")
        await tab.page.fill("#set-text", "meg-thomas shoesize 5")
        await tab.page.click("#set-do")
        await tab.until("document.getElementById('host-answer').textContent.includes('shoesize')")
        assert await tab.page.locator("#links a").count() == 6
        assert all("409" in complaint for complaint in tab.complaints), tab.complaints

    at_the_table(test)


def test_a_link_with_a_forged_secret_shows_nothing() -> None:
    async def test(night: Night, browser: Browser) -> None:
        link = f"{night.web.link(SPECTATOR)}#host.{'0' * 40}"
        tab = await browser.tab(link, ready="#notice.bad")
        assert "not, or no longer, valid" in await tab.text("#notice")
        assert await tab.page.locator(".mark, .ruling").count() == 0

    at_the_table(test)


def test_a_replay_steps_back_and_forward() -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        async def at(step: int) -> None:
            await tab.until(f"document.getElementById('step').value === '{step}'")
            name = next(f.at for f in match.states[step].figures if f.id == MEG)
            place = Texts("en", GAMES["dbd"].wording, match.state.board).name(name)
            assert place in await tab.text(".panel[aria-label=Meg] h3")

        await at(60)
        for step in (59, 58, 57):
            await tab.page.click("#step-back")
            await at(step)
        await tab.page.click("#to-start")
        await at(0)
        await tab.page.click("#step-on")
        await at(1)
        await tab.page.locator(".ruling .step").nth(30).click()
        await at(30)
        await tab.page.click("#to-end")
        await at(60)
        assert tab.complaints == []

    replayed(test)


def test_a_game_of_invader_is_followed_step_by_step() -> None:
    match = random_game("invader", "default", 4, 120)

    async def main(browser: Browser) -> None:
        async with Web(Replay(GAMES[match.rules.name], match), 0) as web:
            tab = await browser.tab(web.link(SPECTATOR), lang="zh")
            await tab.until(shown(match))
            for step in (0, len(match.moves) // 2, len(match.moves)):
                await tab.page.fill("#step", str(step))
                await tab.until(f"document.getElementById('step').value === '{step}'")
                state = match.states[step]
                standing = sum(bool(survivor.at) for survivor in state.survivors)
                count = "document.querySelectorAll('[data-mark^=\"figure/\"]').length"
                await tab.until(f"{count} === {standing}")
                kinds = sum(bool(number) for herd in state.xenos.values() for number in herd)
                assert await tab.page.locator(".shape-diamond").count() == kinds
            assert "薇薇安" in await tab.text("#panels")
            assert tab.complaints == []

    in_browser(main)


def test_the_language_changes_without_a_reload() -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        await tab.page.evaluate("window.mark = 'still here'")
        english = await tab.text("body")
        await tab.page.select_option("#language", "zh")
        await tab.until("document.documentElement.lang === 'zh-Hans'")
        chinese = await tab.text("body")
        assert "裁定" in chinese
        assert "Rulings" not in chinese
        assert "梅格" in chinese
        letters = "document.querySelector('[data-mark=\"figure/meg-thomas\"] .letter').textContent"
        assert await tab.page.evaluate(letters) == "梅"
        assert await tab.page.evaluate("window.mark") == "still here"
        await tab.page.select_option("#language", "en")
        await tab.until("document.documentElement.lang === 'en'")
        assert await tab.text("body") == english
        assert tab.complaints == []

    replayed(test)


def test_a_ruling_leads_to_its_rule() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tab = await browser.tab(night.web.link(SPECTATOR))
        await night.play(10)
        await tab.until("document.querySelector('.refused [data-rule]')")
        await tab.page.click(".refused [data-rule]")
        await tab.until("document.querySelectorAll('.rule').length === 1")
        text = await tab.text("#rules-list")
        assert "walk.wrong-colour" in text
        assert "rulebook p. 8" in text

    at_the_table(test)


HOSTILE = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"


def test_hostile_names_are_text_on_the_page() -> None:
    async def test(browser: Browser) -> None:
        board = Config().board
        name = {"en": HOSTILE, "zh": HOSTILE}
        spaces = tuple(replace(space, name=name) for space in board.spaces)
        config = Config(board=replace(board, id="hostile", spaces=spaces))
        live = Live(GAMES)
        async with Web(live, 0) as web:
            live.attach(referee_of(Match(RULES, RULES.setup(config))))
            tab = await browser.tab(web.link(SPECTATOR))
            assert await tab.page.evaluate("window.hacked") is None
            assert await tab.page.locator("img, main script").count() == 0
            shown = await tab.page.locator(".area-name").first.text_content()
            assert shown.startswith("<img src=x")
            assert tab.complaints == []

    in_browser(test)


def test_a_table_from_above_shows_hostile_objects_as_text_and_follows_them() -> None:
    objects = [
        {"Name": "BlockSquare", "GUID": "aaaaaa", "Nickname": HOSTILE, "GMNotes": HOSTILE,
         "Transform": {"posX": 3, "posY": 1, "posZ": 3}},
        {"Name": "Bag", "GUID": "bbbbbb", "Nickname": "The bag",
         "ContainedObjects": [{"Name": "Card", "Nickname": HOSTILE}]},
    ]  # fmt: skip

    async def test(browser: Browser) -> None:
        table = Table({"ObjectStates": objects, "LuaScript": "print('<b>hello</b>')"})
        feed = TableFeed(table)
        table.load()
        feed.refresh()
        async with Web(feed, 0) as web:
            await browser.tab(web.link(SPECTATOR), ready="#notice.bad")
            tab = await browser.tab(web.link(HOST), ready=".table-object")
            assert "<b>hello</b>" in await tab.text("#messages")
            for name in ("bbbbbb", "aaaaaa"):
                await tab.page.click(f"#object-list [data-key={name}]")
                assert HOSTILE in await tab.text("#object")
            piece = table.object("aaaaaa")
            assert piece is not None
            table.pick_up(piece, by="Red")
            table.drop(piece, (-4.0, 2.0, 0.0), by="Red")
            table.settle()
            feed.refresh()
            await tab.until(
                "document.querySelector('[data-guid=aaaaaa]').style.transform.includes('-4px')"
            )
            assert await tab.page.evaluate("window.hacked") is None
            assert tab.complaints == []

    in_browser(test)


def test_a_page_that_lost_its_server_comes_back_by_itself() -> None:
    async def test(browser: Browser) -> None:
        live = Live(GAMES)
        live.attach(referee_of(Match(RULES, RULES.setup(Config()))))
        async with Web(live, 0) as first:
            tab = await browser.tab(first.link(SPECTATOR))
            port = first.port
        await tab.until("document.getElementById('notice').textContent.startsWith('Connection')")
        async with Web(live, port):
            await tab.until("document.getElementById('notice').textContent === ''")

    in_browser(test)


def test_steps_pressed_while_an_answer_is_on_its_way_all_count() -> None:
    async def test(tab: Tab, match: Match[Any]) -> None:
        await tab.until(shown(match))
        await tab.page.evaluate(
            "() => { const read = Response.prototype.json;"
            " Response.prototype.json = async function () { const found = await read.call(this);"
            " await new Promise((done) => setTimeout(done, 200)); return found; }; }"
        )
        await tab.page.focus("#step")
        for pause in (0.1, 0.1, 0.0):
            await tab.page.keyboard.press("ArrowLeft")
            await asyncio.sleep(pause)
        await tab.until(f"document.getElementById('step').value === '{len(match.moves) - 3}'")
        aim = f"{len(match.moves) - 3} /"
        await tab.until(f"document.getElementById('step-text').textContent.includes('{aim}')")

    replayed(test)


def test_a_link_clicked_on_another_site_opens_with_its_secret() -> None:
    async def elsewhere(request: aiohttp.web.Request) -> aiohttp.web.Response:
        text = f'<a id="link" href="{request.query["to"]}">the page</a>'
        return aiohttp.web.Response(text=text, content_type="text/html")

    async def test(browser: Browser) -> None:
        app = aiohttp.web.Application()
        app.router.add_get("/", elsewhere)
        runner = aiohttp.web.AppRunner(app)
        await runner.setup()
        other = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
        await other.start()
        async with game_night() as night:
            link = quote(night.web.link(HOST), safe="")
            address = runner.addresses[0][1]
            tab = await browser.tab(f"http://localhost:{address}/?to={link}&", ready="#link")
            await tab.page.click("#link")
            await tab.page.wait_for_selector(".mark")
            await tab.until("!document.getElementById('host').hidden")
        await runner.cleanup()

    in_browser(test)


@pytest.mark.parametrize("key", ["%", "%ff", "骰子", "host.0", "host. x"])
def test_a_link_that_was_copied_badly_is_said_to_be_none(key: str) -> None:
    async def test(night: Night, browser: Browser) -> None:
        link = f"{night.web.link(SPECTATOR)}#{key}"
        tab = await browser.tab(link, ready="#notice.bad")
        assert (await tab.text("#notice")).startswith("This link is not, or no longer, valid.")

    at_the_table(test)
