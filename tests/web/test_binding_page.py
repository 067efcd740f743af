"""Binding a strange mod in the browser: three spaces are clicked, one figure is pointed out."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from exporters.mods.dbd import look
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.dbd.board import training_ground
from tests.binding.test_binding import mod, places, tagged
from tests.web.tabs import Browser, in_browser
from tts_bridge.binding.file import read_binding
from tts_bridge.web.bindfeed import BindFeed
from tts_bridge.web.feed import HOST, SPECTATOR, FeedError
from tts_bridge.web.server import Web

CORNERS = ("well", "barn", "quarry")
MEG = "figure/meg-thomas"


def strange(language: Language) -> tuple[Save, Save, str]:
    """A mod of ours, the same as a stranger would make it with one figure that bears no known
    name, and that figure's GUID."""
    ours = mod(language)
    guid = tagged(ours)[MEG]["GUID"]
    stranger = plain(ours, look(language))
    states = [
        {**each, "Nickname": "player two"} if each.get("GUID") == guid else each
        for each in stranger.data["ObjectStates"]
    ]
    return ours, replace(stranger, data={**stranger.data, "ObjectStates": states}), guid


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_plain_mod_is_bound_by_clicking(language: Language, tmp_path: Path) -> None:
    ours, save, guid = strange(language)
    path = tmp_path / "profile.toml"

    async def test(browser: Browser) -> None:
        feed = BindFeed(save, training_ground(), path)
        async with Web(feed, 0) as web:
            tab = await browser.tab(web.link(HOST), ready=".table-object", lang=language)
            assert "0 / 3" in await tab.text("#bind-state")
            for count, space in enumerate(CORNERS, 1):
                x, z = places(ours)[space]
                await tab.page.select_option("#bind-what", f"space:{space}")
                spot = await tab.page.evaluate(
                    "([x, y]) => { const svg = document.querySelector('.drawing');"
                    " const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
                    " return [at.x, at.y]; }",
                    [x, -z],
                )
                await tab.page.mouse.click(*spot)
                await tab.until(f"document.querySelectorAll('.spot.given').length === {count}")
            await tab.until(f"document.querySelector('#bind-what option[value=\"piece:{MEG}\"]')")
            await tab.page.select_option("#bind-what", f"piece:{MEG}")
            await tab.page.fill("#object-filter", "player two")
            await tab.page.click(f"#object-list [data-key='{guid}']")
            await tab.page.click("#bind-object")
            await tab.until("document.getElementById('bind-state').textContent.includes(': 0 ')")
            await tab.page.click("#bind-save")
            await tab.until("document.getElementById('bind-answer').textContent !== ''")
            assert tab.complaints == []

    in_browser(test)
    binding = read_binding(path)
    truth = tagged(ours)
    alike = ("wound/", "progress/", "sacrifice/", "die/", "prop/")
    for id_, found in binding.pieces.items():
        if not id_.startswith(alike):
            assert found == truth[id_]["GUID"], id_
    assert binding.about["survivors"].count("meg-thomas") == 1
    assert sorted(binding.about["survivors"]) == sorted(
        id_.partition("/")[2] for id_ in truth if id_.startswith("figure/") and "nurse" not in id_
    )


def test_what_makes_no_sense_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    _, save, guid = strange("en")
    feed = BindFeed(save, training_ground(), tmp_path / "p.toml")
    asked = [
        (SPECTATOR, "point", "well 1 2"),
        (HOST, "point", "nowhere 1 2"),
        (HOST, "point", "well nan 2"),
        (HOST, "point", "well 1e9 2"),
        (HOST, "point", "well one two"),
        (HOST, "point", "well"),
        (HOST, "bind", f"figure/nobody {guid}"),
        (HOST, "bind", f"{MEG} 000000"),
        (HOST, "save", ""),
        (HOST, "fly", ""),
    ]
    before = feed.full(HOST)
    for viewer, what, argument in asked:
        with pytest.raises(FeedError):
            feed.act(viewer, what, argument)
    assert feed.full(HOST) == before
    assert not (tmp_path / "p.toml").exists()


def test_a_choice_can_be_taken_back_and_an_object_is_one_piece_only(tmp_path: Path) -> None:
    ours, save, guid = strange("en")
    given = {space: places(ours)[space] for space in CORNERS}
    feed = BindFeed(save, training_ground(), tmp_path / "p.toml", given)
    assert MEG in feed.missing()
    feed.act(HOST, "bind", f"{MEG} {guid}")
    assert feed.binding().pieces[MEG] == guid
    assert feed.missing() == []
    feed.act(HOST, "bind", f"entity {guid}")
    assert [id_ for id_, each in feed.binding().pieces.items() if each == guid] == ["entity"]
    feed.act(HOST, "bind", "entity -")
    assert feed.binding().pieces["entity"] == tagged(ours)["entity"]["GUID"]
