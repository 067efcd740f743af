"""How fast the page is: from an event at the table to the ruling and to pixels; with a crowd.

`python -m pytest tests/bench/test_page_speed.py -q -s` prints the tables. The crowd is small;
`SPECTATORS=500 SECONDS=60` in the environment makes it as large as it has to be borne.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from rules.dbd.board import training_ground
from tests.web import browser as chromium
from tests.web.refereed import Night, game_night, mission_night, play_mission
from tts_bridge.demo.acts import MEG
from tts_bridge.referee.rulings import Ruling
from tts_bridge.web.feed import HOST, SPECTATOR
from tts_bridge.web.feeds.map_draft import draft_of
from tts_bridge.web.feeds.map_editor import MapFeed
from tts_bridge.web.server import Web

SPECTATORS = int(os.environ.get("SPECTATORS", "40"))
SECONDS = float(os.environ.get("SECONDS", "4"))
WEIGHT = 300_000
"""Bytes of everything that the page asks for until its board is there."""
FIRST = 1.0
"""Seconds until then, on loopback."""


class Watch:
    """Times from an event at the table to the ruling on it."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.ruled = asyncio.Event()
        self.at = 0.0
        before = night.table.session.on_ruling

        def on_ruling(ruling: Ruling) -> None:
            self.at = time.perf_counter()
            self.ruled.set()
            before(ruling)

        night.table.session.on_ruling = on_ruling

    async def illegal_walk(self) -> float:
        """Meg tries a red path with a green card, and is put back: seconds until the ruling."""
        self.ruled.clear()
        self.night.table.hands.walk(MEG, "chapel")
        self.night.table.table.settle()
        begun = time.perf_counter()
        async with asyncio.timeout(120):
            await self.ruled.wait()
        taken = self.at - begun
        await self.night.table.until_quiet()
        return taken


def row(name: str, values: list[float], unit: float) -> str:
    value = median(values)
    worst = sorted(values)[int(len(values) * 0.99)]
    return f"{name:<34}{value * 1000:8.2f} ms{worst * 1000:9.2f} ms{value / unit:8.2f} x"


SEEN = """() => new Promise((done) => {
  const until = new MutationObserver(() => {
    until.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  });
  until.observe(document.documentElement, { attributes: true, attributeFilter: ['data-seen'] });
})"""


def test_from_an_event_to_pixels_and_how_soon_the_first_board_is_there() -> None:
    chromium.need(chromium.missing())

    async def main() -> None:
        async with game_night() as night, chromium.browser() as opened:
            await night.play(9)
            watch = Watch(night)
            page = await opened.new_page()
            await page.goto("about:blank")
            first, weight = await first_board(page, night.web.link(SPECTATOR))
            rulings, pixels, frames = [], [], []
            for _ in range(25):
                frames.append(await frame(page))
                waiting = asyncio.ensure_future(page.evaluate(SEEN))
                await asyncio.sleep(0.05)
                begun = time.perf_counter()
                rulings.append(await watch.illegal_walk())
                await waiting
                pixels.append(time.perf_counter() - begun)
            print("\n" + row("event to ruling", rulings, median(rulings)))
            print(row("event to pixels (whole act)", pixels, median(rulings)))
            print(row("two frames of the browser, bare", frames, median(rulings)))
            print(f"first board {first:.2f} s (goal {FIRST} s); {weight:,} bytes of {WEIGHT:,}")
            assert 10_000 < weight < WEIGHT

    asyncio.run(main())


async def first_board(page: Any, link: str, ready: str = ".mark") -> tuple[float, int]:
    """Seconds until something is on the board, and the bytes that were asked for by then."""
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    begun = time.perf_counter()
    await page.goto(link, wait_until="commit")
    await page.wait_for_selector(ready)
    first = time.perf_counter() - begun
    await asyncio.sleep(0.5)
    whole = [each for each in answers if "/api/events" not in each.url]
    return first, sum([len(await each.body()) for each in whole])


def test_how_soon_and_how_heavy_the_host_of_invader_and_the_map_editor_are() -> None:
    chromium.need(chromium.missing())

    async def main() -> None:
        draft = draft_of(training_ground())
        editor = MapFeed(draft, lambda draft: None, "map.json")
        async with (
            mission_night() as night,
            Web(editor, 0) as web,
            chromium.browser() as opened,
        ):
            await play_mission(night, 20)
            for name, link, ready in (
                ("Invader, the host", night.web.link(HOST), ".mark"),
                ("the map editor", web.link(HOST), "[data-space]"),
            ):
                page = await opened.new_page()
                await page.goto("about:blank")
                first, weight = await first_board(page, link, ready)
                print(f"\n{name}: first board {first:.2f} s; {weight:,} bytes of {WEIGHT:,}")
                assert 10_000 < weight < WEIGHT
            queue, referee = night.live.queue, night.table.referee
            assert queue is not None
            begun = time.perf_counter()
            for _ in range(50):
                queue.look(referee)
            print(f"a look at what waits: {(time.perf_counter() - begun) * 20:.2f} ms")

    asyncio.run(main())


async def frame(page: Any) -> float:
    """Seconds of two frames, asked for the same way."""
    begun = time.perf_counter()
    await page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    return time.perf_counter() - begun


async def for_a_while(seconds: float, act: Callable[[], Any]) -> list[float]:
    """Times of an act, done over and over."""
    found = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        found.append(await act())
    return found


def resident() -> int:
    """Bytes of memory of this process; 0 where that cannot be read."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0


def test_a_crowd_gets_every_event_in_order_and_does_not_hold_the_referee_up() -> None:
    async def main() -> None:
        async with game_night() as night:
            await night.play(9)
            watch = Watch(night)
            await for_a_while(1.0, watch.illegal_walk)
            alone = await for_a_while(SECONDS / 2, watch.illegal_walk)
            command = (sys.executable, "-m", "tests.web.crowd", str(night.web.port))
            crowd = await asyncio.create_subprocess_exec(
                *command, str(SPECTATORS), str(SECONDS + 1), stdout=asyncio.subprocess.PIPE
            )
            assert crowd.stdout is not None
            assert (await crowd.stdout.readline()).strip() == b"here"
            assert night.web.hub.count == SPECTATORS
            await for_a_while(min(5.0, SECONDS / 4), watch.illegal_walk)
            before, number = resident(), night.web.hub.number
            watched = await for_a_while(SECONDS * 0.75, watch.illegal_walk)
            events = night.web.hub.number - number
            grown = resident() - before
            result = json.loads(await crowd.stdout.readline())
            await crowd.wait()
            alone += await for_a_while(SECONDS / 2, watch.illegal_walk)
            print("\n" + row("event to ruling, alone", alone, median(alone)))
            print(row(f"event to ruling, {SPECTATORS} look on", watched, median(alone)))
            print(f"{events} events; {result}; memory {grown / 1e6:+.1f} MB")
            assert result["broke"] == 0
            assert result["in_order"]
            assert result["least"] >= events

    asyncio.run(main())
