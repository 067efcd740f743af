"""Binding a strange mod in the browser: three spaces are clicked, two pieces are pointed out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from exporters.edit.install_agent import install_agent
from exporters.luacode.agent_source import agent_script
from exporters.mods import invader
from exporters.mods.dbd import mod as dbd
from exporters.mods.plain import plain
from exporters.mods.words import Language
from exporters.savefile import Save
from rules.invader.setup import Config
from tests.binding.strangers import BOARD, dbd_mod, invader_mod, pieces, places
from tests.binding.test_strange_saves import BY, anything, odd, placed
from tests.invader_table import kind_of
from tests.web.tabs import Browser, Tab, in_browser
from tts_bridge.binding.fit import Point, far_apart
from tts_bridge.binding.lens import Binder
from tts_bridge.binding.profile_file import read_binding
from tts_bridge.binding.recogniser import Recogniser
from tts_bridge.games.dbd.recogniser import of_dbd
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.recogniser import of_invader
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.table import Table
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import session_at
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.web.feed import HOST, SPECTATOR, FeedError
from tts_bridge.web.feeds.binding import BindFeed
from tts_bridge.web.server import Web

MEG, MAGNUS, FIRST = "figure/meg-thomas", "figure/magnus", "first-player"
both_games = pytest.mark.parametrize("game", ["dbd", "invader"])
both_languages = pytest.mark.parametrize("language", list(LANGUAGES))


class Stranger(Struct, frozen=True):
    """A mod of ours, the same as a stranger would make it with a figure and a token that bear no
    known name, and what it is recognised by."""

    by: Recogniser
    ours: Save
    theirs: Save
    figure: str
    where: dict[str, Point]
    """The spaces, as they really lie."""

    def guid(self, id_: str) -> str:
        return str(pieces(self.ours)[id_]["GUID"])

    def nameless(self) -> tuple[str, str]:
        return (self.figure, FIRST)

    def corners(self) -> dict[str, Point]:
        return {space: self.where[space] for space in far_apart(self.by.spaces)}


def stranger(game: str, language: Language = "en") -> Stranger:
    if game == "dbd":
        ours, look, by, figure = (
            dbd_mod(language),
            dbd.look(DBD_NAMES, language),
            of_dbd(BOARD),
            MEG,
        )
        where = places(ours, "space/")
    else:
        config = Config()
        ours, look, figure = (
            invader_mod(config, language),
            invader.look(config, INVADER_NAMES, language),
            MAGNUS,
        )
        by, where = of_invader(config.mission), places(ours, "zone/")
    theirs = plain(ours, look)
    odd = [pieces(ours)[name]["GUID"] for name in (figure, FIRST)]
    rows = [
        {**each, "Nickname": f"odd thing {odd.index(each['GUID'])}"}
        if each["GUID"] in odd
        else each
        for each in theirs.data["ObjectStates"]
    ]
    theirs = replace(theirs, data={**theirs.data, "ObjectStates": rows})
    return Stranger(by, ours, theirs, figure, where)


async def on_screen(tab: Tab, at: Point) -> Any:
    """The pixel of a point of the table."""
    return await tab.page.evaluate(
        "([x, y]) => { const svg = document.querySelector('.drawing');"
        " const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [at.x, at.y]; }",
        [at[0], -at[1]],
    )


async def lay_out(tab: Tab, mod: Stranger) -> None:
    """Click the three spaces that the page asks for."""
    for count in range(1, 4):
        value = await tab.page.input_value("#bind-what")
        space = value.removeprefix("place:")
        assert space in mod.corners()
        await tab.page.mouse.click(*await on_screen(tab, mod.where[space]))
        await tab.until(f"document.querySelectorAll('circle.spot.given').length === {count}")


async def starts(mod: Stranger, profile: Path) -> None:
    """The referee starts on the stranger's table with this profile, and all lies right."""
    binding = read_binding(profile)
    binder = Binder(binding, GAMES[binding.game].printed_names)
    table = Table(install_agent(mod.theirs, agent_script()).data)
    with Journal(None) as journal:
        async with session_at(table, ("en",), journal, binder=binder) as game:
            assert game.referee.game.rules.name == mod.by.wording.game
            assert game.referee.profile.pieces[mod.figure] == mod.guid(mod.figure)
            assert await game.lies_right()
            assert game.table.errors == []


@both_games
@both_languages
def test_a_plain_mod_is_bound_by_clicking_and_refereed(
    game: str, language: Language, tmp_path: Path
) -> None:
    mod = stranger(game, language)
    path = tmp_path / "profile.toml"

    async def test(browser: Browser) -> None:
        feed = BindFeed(mod.theirs, mod.by, path)
        async with Web(feed, 0) as web:
            wide = {"viewport": {"width": 1600, "height": 1000}}
            tab = await browser.tab(web.link(HOST), ".table-object", language, **wide)
            assert "0 / 3" in await tab.text("#bind-state")
            await lay_out(tab, mod)
            # What is missing comes next by itself: one piece is clicked on the table ...
            await tab.until("document.getElementById('bind-what').value.startsWith('piece:')")
            before = await tab.text("#bind-state")
            await tab.page.select_option("#bind-what", f"piece:{mod.figure}")
            lies = pieces(mod.ours)[mod.figure]["Transform"]
            await tab.page.mouse.click(*await on_screen(tab, (lies["posX"], lies["posZ"])))
            await tab.until("document.querySelectorAll('#bind-chosen li').length === 1")
            assert await tab.text("#bind-state") != before
            # ... the other one in the list of objects.
            await tab.page.select_option("#bind-what", f"piece:{FIRST}")
            await tab.page.fill("#object-filter", "odd thing 1")
            await tab.page.click(f"#object-list [data-key='{mod.guid(FIRST)}']")
            await tab.page.click("#bind-object")
            await tab.until("/: 0\\b/.test(document.getElementById('bind-state').textContent)")
            assert await tab.page.input_value("#bind-what") == ""
            assert await tab.page.locator("#bind-points li").count() >= 3
            assert await tab.page.locator("#bind-points .fault").count() == 0
            await tab.page.click("#bind-save")
            await tab.until("document.getElementById('bind-answer').textContent !== ''")
            assert tab.complaints == []
        await starts(mod, path)

    in_browser(test)
    truth = {each["GUID"]: id_ for id_, each in pieces(mod.ours).items()}
    found = read_binding(path)
    alike = ("wound/", "progress/", "sacrifice/", "die/", "prop/")
    for id_, guid in found.pieces.items():
        if not id_.startswith(alike):
            assert kind_of(id_) == kind_of(truth[guid]), id_
    assert found.pieces.keys() == pieces(mod.ours).keys() | set(found.pieces)


@both_games
def test_a_plain_mod_is_bound_by_the_keyboard_alone(game: str, tmp_path: Path) -> None:
    mod = stranger(game)
    path = tmp_path / "profile.toml"

    async def test(browser: Browser) -> None:
        feed = BindFeed(mod.theirs, mod.by, path)
        async with Web(feed, 0) as web:
            tab = await browser.tab(web.link(HOST), ".table-object")
            keys = tab.page.keyboard

            async def go_to(id_: str) -> None:
                for _ in range(40):
                    if await tab.page.evaluate("document.activeElement.id") == id_:
                        return
                    await keys.press("Tab")
                raise AssertionError(id_)

            await tab.page.focus("#bind-what")
            for count in range(1, 4):
                await go_to("bind-spot")
                space = (await tab.page.input_value("#bind-what")).removeprefix("place:")
                x, z = mod.where[space]
                await keys.press("Control+A")
                await keys.type(f"{x}, {z}")
                await keys.press("Enter")
                await tab.until(
                    f"document.querySelectorAll('circle.spot.given').length === {count}"
                )
            for count, number in enumerate((0, 1), 1):
                await tab.page.focus("#bind-what")
                title = feed.titles([mod.nameless()[number]])[mod.nameless()[number]]["en"]
                await keys.type(title)  # the list goes to what begins so
                await go_to("object-filter")
                await keys.press("Control+A")
                await keys.type(f"odd thing {number}")
                await go_to("object-list")
                await keys.press("Tab")
                await keys.press("Enter")
                await tab.page.focus("#bind-what")
                await go_to("bind-object")
                await keys.press("Enter")
                await tab.until(f"document.querySelectorAll('#bind-chosen li').length === {count}")
            await go_to("bind-save")
            await keys.press("Enter")
            await tab.until("document.getElementById('bind-answer').textContent !== ''")

    in_browser(test)
    found = read_binding(path).pieces
    for id_ in mod.nameless():
        assert found[id_] == mod.guid(id_)


def test_a_space_pointed_at_wrongly_shows_how_far_off_it_is_and_is_taken_back(
    tmp_path: Path,
) -> None:
    mod = stranger("invader", "zh")
    wrong, right = next(iter(mod.corners())), mod.corners()
    x, z = right[wrong]

    async def test(browser: Browser) -> None:
        feed = BindFeed(mod.theirs, mod.by, tmp_path / "p.toml", {**right, wrong: (x + 9, z)})
        async with Web(feed, 0) as web:
            tab = await browser.tab(web.link(HOST), "circle.spot", "zh")
            assert await tab.page.locator("#bind-points .fault").count() >= 1
            assert "是否指的是另一个" in await tab.text("#bind-doubtful")
            await tab.page.click(f"#bind-points [data-key='back {wrong}']")
            await tab.until("document.querySelectorAll('circle.spot.given').length === 2")
            await tab.page.select_option("#bind-what", f"place:{wrong}")
            await tab.page.mouse.click(*await on_screen(tab, (x, z)))
            await tab.until("document.querySelectorAll('circle.spot.given').length === 3")
            assert await tab.page.locator("#bind-points .fault").count() == 0
            assert "偏差 0.0" in await tab.text("#bind-points")

    in_browser(test)


@both_games
def test_what_makes_no_sense_is_refused_and_changes_nothing(game: str, tmp_path: Path) -> None:
    mod = stranger(game)
    feed = BindFeed(mod.theirs, mod.by, tmp_path / "p.toml")
    space = next(iter(mod.by.spaces))
    asked = [
        (SPECTATOR, "point", f"{space} 1 2"),
        (HOST, "point", "nowhere 1 2"),
        (HOST, "point", "slot/magnus/hand 1 2"),
        (HOST, "point", f"{space} nan 2"),
        (HOST, "point", f"{space} 1e9 2"),
        (HOST, "point", f"{space} one two"),
        (HOST, "point", space),
        (HOST, "bind", f"figure/nobody {mod.guid(FIRST)}"),
        (HOST, "bind", f"{mod.figure} 000000"),
        (HOST, "save", ""),
        (HOST, "fly", ""),
    ]
    before = feed.full(HOST)
    for viewer, what, argument in asked:
        with pytest.raises(FeedError):
            feed.act(viewer, what, argument)
    assert feed.full(HOST) == before
    assert not (tmp_path / "p.toml").exists()


@both_games
def test_a_choice_can_be_taken_back_and_an_object_is_one_piece_only(
    game: str, tmp_path: Path
) -> None:
    mod = stranger(game)
    feed = BindFeed(mod.theirs, mod.by, tmp_path / "p.toml", mod.corners())
    assert {*mod.nameless()} <= {*feed.missing()}
    guid = mod.guid(mod.figure)
    feed.act(HOST, "bind", f"{mod.figure} {guid}")
    assert feed.binding().pieces[mod.figure] == guid
    assert feed.missing() == [FIRST]
    die = next(id_ for id_ in feed.pieces() if id_.startswith("die/"))
    feed.act(HOST, "bind", f"{die} {guid}")
    assert [id_ for id_, each in feed.binding().pieces.items() if each == guid] == [die]
    feed.act(HOST, "bind", f"{die} -")
    assert {*mod.nameless()} <= {*feed.missing()}


def test_a_card_in_a_deck_is_listed_and_bound_there(tmp_path: Path) -> None:
    mod = stranger("invader")
    rows = list(mod.theirs.data["ObjectStates"])
    deck = next(n for n, each in enumerate(rows) if len(each.get("ContainedObjects", ())) > 40)
    card, *others = rows[deck]["ContainedObjects"]
    truth = {each["GUID"]: id_ for id_, each in pieces(mod.ours).items()}
    rows[deck] = {**rows[deck], "ContainedObjects": [{**card, "Nickname": "?"}, *others]}
    theirs = replace(mod.theirs, data={**mod.theirs.data, "ObjectStates": rows})
    feed = BindFeed(theirs, mod.by, tmp_path / "p.toml", mod.corners())
    (lacking,) = (id_ for id_ in feed.missing() if id_ not in mod.nameless())
    assert kind_of(lacking) == kind_of(truth[card["GUID"]])
    shown = {each.guid: each for each in feed.full(HOST)["changed"]}
    assert shown[card["GUID"]].inside == rows[deck]["GUID"]
    feed.act(HOST, "bind", f"{lacking} {card['GUID']}")
    assert lacking not in feed.missing()


def test_a_place_of_a_dashboard_can_be_pointed_at_once_the_mission_is_laid_out(
    tmp_path: Path,
) -> None:
    mod = stranger("invader")
    feed = BindFeed(mod.theirs, mod.by, tmp_path / "p.toml", mod.corners())
    feed.act(HOST, "point", "slot/cole/hand 40 2.5")
    assert feed.binding().places["slot/cole/hand"].at == (40.0, 2.5)
    told = feed.full(HOST)["binding"]["titles"]["slot/cole/hand"]
    assert told == {"en": "Hand slot (Cole)", "zh": "手持格 (科尔)"}
    feed.act(HOST, "point", "slot/cole/hand -")
    assert feed.binding().places["slot/cole/hand"].at != (40.0, 2.5)


@both_games
@settings(max_examples=40, deadline=None)
@given(st.lists(odd | placed | anything, max_size=6))
def test_no_save_breaks_the_page(game: str, objects: list[Any]) -> None:
    by, points = BY[game]
    feed = BindFeed(Save({"ObjectStates": objects}), by, Path("unused.toml"), points)
    for each in feed.full(HOST)["changed"]:
        feed.choose(next(iter(feed.missing())), each.guid)
    msgspec.json.encode(feed.full(HOST))
