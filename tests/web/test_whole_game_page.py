"""A whole game of *Dead by Daylight* on the page: from the box to victory."""

from __future__ import annotations

import pytest

from tests.web.refereed import night_of
from tests.web.tabs import Browser, in_browser
from tts_bridge.demo.rehearsal import REASONS, rehearse
from tts_bridge.demo.whole import CHOICES, chosen_by, play, set_up, setup_save, whole_table
from tts_bridge.session.journal import Journal
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer

STRIDE = 40
"""Moves between two looks at the page."""
FIGURES = """Object.fromEntries([...document.querySelectorAll('[data-mark^="figure/"]')]
 .map((each) => [each.dataset.mark, each.style.transform]))"""


@pytest.mark.slow
@pytest.mark.parametrize("side", REASONS)
def test_a_whole_game_is_followed_from_the_box_to_victory(side: str) -> None:
    save = setup_save()
    script = rehearse(save, chosen_by(), side)

    async def test(browser: Browser) -> None:
        with Journal(None) as journal:
            async with (
                whole_table(journal, script.luck, ("en", "zh"), save) as table,
                night_of(table, journal) as night,
            ):
                viewers = ((SPECTATOR, "en"), (HOST, "zh"))
                tabs = [await browser.tab(night.web.link(v), ".panel", lang) for v, lang in viewers]
                await set_up(table, until=len(CHOICES))
                meg = Viewer("seat", "meg-thomas")
                tabs.append(await browser.tab(night.web.link(meg), ".panel", "en"))
                wanted = len(script.match.moves)
                for until in [*range(STRIDE, wanted, STRIDE), wanted]:
                    await play(table, script, until=until)
                    step = len(table.referee.match.moves)
                    scene = night.live.full(SPECTATOR)["scene"]
                    where = {
                        mark.id: f"translate({mark.x:g}px, {mark.y:g}px)"
                        for mark in scene.marks
                        if mark.id.startswith("figure/")
                    }
                    assert len(where) >= 1
                    for tab in tabs:
                        await tab.until(f"document.getElementById('step').value === '{step}'")
                        assert await tab.page.evaluate(FIGURES) == where
                assert table.referee.state.result is not None
                assert table.referee.state.result.reason == REASONS[side]
                for tab in tabs:
                    await tab.until("document.getElementById('outcome').textContent !== ''")
                    assert tab.complaints == []
                assert "rulebook p. 11" in await tabs[0].text("#outcome")
                assert "规则书第11页" in await tabs[1].text("#outcome")

    in_browser(test)
