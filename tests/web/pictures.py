"""Pictures of every view, in two sizes and both languages: `python -m tests.web.pictures OUT`.

With `--docs` only those that the README shows, into its folder.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules.dbd.board import training_ground
from tests.rules.play import random_game
from tests.web import browser as chromium
from tests.web.refereed import Night, game_night, mission_night, night_of, play_mission
from tests.web.test_binding_page import stranger
from tts_bridge.demo.acts import MEG
from tts_bridge.demo.whole import set_up, whole_table
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.placement import Spot, position
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer
from tts_bridge.web.feeds.binding import BindFeed
from tts_bridge.web.feeds.map_draft import draft_of
from tts_bridge.web.feeds.map_editor import MapFeed
from tts_bridge.web.feeds.replay import Replay, replay_of_journal
from tts_bridge.web.feeds.table import TableFeed
from tts_bridge.web.server import Web

SIZES = {"wide": (1280, 800), "phone": (360, 780)}
ACTS = 41
"""Of the demonstration: the Killer has attacked, a ruling or two were refusals."""
QUESTION = 33
"""Acts after which somebody has to answer whether to use a perk."""
MISSION = 34
"""Moves of the mission: some Xenos are there, somebody is wounded or has gained something."""
DOCS = Path(__file__).parents[2] / "docs"
IN_DOCS = {
    "page-spectator-wide-en-dark.png": "page-spectator.png",
    "page-host-wide-zh-light.png": "page-host-zh.png",
    "page-seat-phone-zh-dark.png": "page-phone-zh.png",
    "page-invader-wide-en-dark.png": "page-invader.png",
    "page-queue-wide-en-dark.png": "page-queue.png",
    "page-map-wide-zh-light.png": "page-map-zh.png",
    "page-bind-invader-wide-en-dark.png": "page-bind.png",
    "page-choosing-wide-zh-light.png": "page-choosing-zh.png",
}


async def take(
    opened: Any, out: Path, name: str, link: str, ready: str, act: str = "", below: str = ""
) -> None:
    """Pictures of one view; `act` is clicked first, `below` scrolled to."""
    for size, (width, height) in SIZES.items():
        for lang in LANGUAGES:
            scheme = "dark" if (lang == "en") == (size == "wide") else "light"
            context = await opened.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = await context.new_page()
            address, mark, key = link.partition("#")
            await page.goto(f"{address}?lang={lang}{mark}{key}")
            await page.wait_for_selector(ready)
            if act:
                await page.click(act)
            if below:
                await page.locator(below).first.scroll_into_view_if_needed()
                await page.mouse.wheel(0, height * 0.7)
            await asyncio.sleep(0.4)
            await page.screenshot(path=out / f"page-{name}-{size}-{lang}-{scheme}.png")
            await context.close()


async def views(night: Night, opened: Any, out: Path) -> None:
    """Every view of a table, of its replay, and from above."""
    for name, viewer in (("spectator", SPECTATOR), ("host", HOST), ("seat", Viewer("seat", MEG))):
        await take(opened, out, name, night.web.link(viewer), ".ruling")
    await take(opened, out, "rules", night.web.link(), ".ruling", ".ruling.refused [data-rule]")
    replay = replay_of_journal(night.journal, GAMES)
    assert replay is not None
    async with Web(replay, 0) as web:
        await take(opened, out, "replay", web.link(), ".ruling", "#step-back")
    table = TableFeed(night.table.table, "mod.json")
    async with Web(table, 0) as web:
        table.refresh()
        await take(opened, out, "table", web.link(HOST), ".table-object")


async def binding(opened: Any, out: Path) -> None:
    """The binding of strange mods, three spaces pointed at; two pieces bear no known name."""
    for game in ("dbd", "invader"):
        mod = stranger(game)
        feed = BindFeed(mod.theirs, mod.by, out / "unused.toml", mod.corners())
        async with Web(feed, 0) as web:
            await take(opened, out, f"bind-{game}", web.link(HOST), "circle.spot")


async def lobby(opened: Any, out: Path) -> None:
    """Players choose who plays whom; one has just thought again."""
    with Journal(None) as journal:
        async with whole_table(journal, 3) as table, night_of(table, journal) as night:
            await set_up(table, until=8)
            await table.act(lambda hands: hands.take("survivor-2", "the-hag"))
            await take(opened, out, "choosing", night.web.link(), ".ruling")


async def invader(opened: Any, out: Path) -> None:
    """The other game in the middle: a replay, and a mission as it is refereed."""
    async with Web(Replay(GAMES["invader"], random_game("invader", "default", 4, 60)), 0) as web:
        await take(opened, out, "invader-replay", web.link(), ".ruling")
    async with mission_night() as night:
        await play_mission(night, MISSION)
        seat = Viewer("seat", "magnus")
        views = (("invader", SPECTATOR), ("invader-host", HOST), ("invader-seat", seat))
        for name, viewer in views:
            await take(opened, out, name, night.web.link(viewer), ".ruling")
        way = "#panels .panel"
        await take(opened, out, "invader-panels", night.web.link(), ".ruling", below=way)


async def queue(night: Night, opened: Any, out: Path) -> None:
    """What waits for the host: a question, a refusal that lies there still, a stray piece."""
    asked = night.live.queue
    assert asked is not None
    await night.play(QUESTION)
    assert [each.kind for each in asked.look(night.table.referee)] == ["question"]
    night.table.referee.mode = "advise"
    hands = night.table.hands
    await night.table.act(lambda table: table.walk(MEG, "gate-yard"))
    where = position(hands.profile, Spot("space/quarry"))
    token = hands.piece("prop/objective-1")
    hands.table.pick_up(token, by="Red")
    hands.table.drop(token, where, by="Red")
    hands.table.settle()
    await night.table.until(lambda: len(asked.look(night.table.referee)) > 2)
    await take(opened, out, "queue", night.web.link(HOST), ".incident")


async def editor(opened: Any, out: Path) -> None:
    """A map in the making: two things are wrong with it, one space is chosen."""
    ground = draft_of(training_ground())
    paths = tuple(path for path in ground.paths if path.id != "boiler-room-gate-yard-red")
    spaces = tuple(
        replace(space, start=1) if space.id == "well" else space for space in ground.spaces
    )
    feed = MapFeed(replace(ground, paths=paths, spaces=spaces), lambda draft: None, "map.json")
    async with Web(feed, 0) as web:
        act = "[data-space=well] circle"
        await take(opened, out, "map", web.link(HOST), "[data-space]", act)


async def main(out: Path) -> None:
    async with chromium.browser() as opened, game_night() as night:
        await queue(night, opened, out)
    async with chromium.browser() as opened, game_night() as night:
        await night.play(ACTS)
        await views(night, opened, out)
        await binding(opened, out)
        await lobby(opened, out)
        await editor(opened, out)
        await invader(opened, out)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(folder))
    if "--docs" in sys.argv:
        for made, name in IN_DOCS.items():
            (DOCS / name).write_bytes((folder / made).read_bytes())
