"""A refereed game of *Invader* on the page: followed to its end, overruled, Xenos' Phase run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from rules.invader.timing import phase
from tests.web.refereed import Night, mission_night, play_mission
from tests.web.tabs import Browser, in_browser
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer

SEAT = Viewer("seat", "magnus")


def at_the_mission(test: Callable[[Night, Browser], Awaitable[None]]) -> None:
    async def both(browser: Browser) -> None:
        async with mission_night() as night:
            await test(night, browser)

    in_browser(both)


def shown(night: Night) -> str:
    step = len(night.table.referee.match.moves)
    return f"document.getElementById('step').value === '{step}'"


BOARD = """[...document.querySelectorAll('[data-mark]')].map((each) => [each.dataset.mark,
 each.style.transform])"""


@pytest.mark.slow
def test_a_whole_mission_is_followed_in_both_languages_by_every_view() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tabs = [
            await browser.tab(night.web.link(viewer), lang=lang)
            for viewer, lang in ((SPECTATOR, "en"), (SEAT, "zh"), (HOST, "en"))
        ]
        while await play_mission(night, 12) == 12:
            state = night.table.referee.state
            scene = night.live.full(SPECTATOR)["scene"]
            for tab in tabs:
                await tab.until(shown(night))
                at = dict(await tab.page.evaluate(BOARD))
                assert set(at) == {mark.id for mark in scene.marks}
                for mark in scene.marks:
                    x, y = (f"{value:g}px" for value in (mark.x, mark.y))
                    assert at[mark.id] == f"translate({x}, {y})"
                wounds = [each.wounds for each in state.survivors]
                facts = await tab.page.evaluate(
                    "[...document.querySelectorAll('.panel .facts .fact:first-child')]"
                    ".map((each) => Number(each.textContent.match(/\\d+/)[0]))"
                )
                assert facts == wounds
        assert night.table.referee.state.result.reason == "mission-won"
        for tab in tabs:
            await tab.until("document.getElementById('outcome').textContent !== ''")
            rulings = await tab.page.locator(".ruling.allowed").count()
            assert rulings == sum(e.public.verdict == "allowed" for e in night.live.entries) > 40
            assert tab.complaints == []
        spectator = tabs[0]
        await spectator.page.locator(".trail [data-rule='spawn.card']").first.click()
        await spectator.until("document.querySelectorAll('.rule').length === 1")
        assert "Danger Level" in await spectator.text("#rules-list")
        assert "rulebook p. 17" in await spectator.text("#rules-list")

    at_the_mission(test)


def test_the_host_overrules_once_and_runs_the_xenos_phase() -> None:
    async def test(night: Night, browser: Browser) -> None:
        tab = await browser.tab(night.web.link(HOST))
        table, referee = night.table, night.table.referee
        first = referee.state.survivors[0]
        board = referee.state.board
        await table.act(lambda hands: hands.say(first.id, "!activate"))
        walks = referee.state.ground.walks(first.at)
        closed = next(to for to, way in walks.items() if way in ("door", "wall"))
        cell = board.zones[closed].cells[0]
        await table.act(lambda hands: hands.walk(first.id, cell))
        await tab.until("document.querySelector('.ruling').classList.contains('refused')")
        code = night.live.entries[-1].public.rules[0].code
        assert await tab.text(".ruling.refused [data-rule]") != ""
        await tab.page.click("[data-act=allow]")
        await tab.until("document.querySelector('.ruling').classList.contains('edited')")
        assert referee.state.survivor(first.id).at == closed, code
        await tab.page.click("[data-act=undo]")
        await tab.until("document.querySelector('.ruling').classList.contains('undone')")
        assert referee.state.survivor(first.id).at == first.at
        begun = referee.state.round
        await tab.page.click("[data-act=xenos]")
        await table.until(lambda: phase(referee.state) != "players" or referee.state.round > begun)
        while referee.state.round == begun:  # the players say where odd Xenos go
            made = len(referee.match.moves)
            await tab.until(shown(night))
            await tab.page.click("#choices .do")
            await table.until(lambda made=made: len(referee.match.moves) > made)
        await tab.until("document.getElementById('moment').textContent.includes('Round 2')")
        assert (referee.state.round, phase(referee.state)) == (begun + 1, "players")
        await table.until_quiet()
        assert await table.lies_right()
        assert [kind for kind, body in night.journal.entries("host") if b"xenos" in body]
        assert tab.complaints == []

    at_the_mission(test)
