"""Readers of the page's events, and a referee without a table for them to look at."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from rules.engine import Match, Move
from tts_bridge.agent.observations import Snapshot
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.profile import About, Profile
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Ruling
from tts_bridge.web.feed import SPECTATOR, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.server import Web


def referee_of(match: Match[Any]) -> Referee:
    """A referee who sees nothing of a table and knows this match."""
    name = match.rules.name
    profile = Profile(About(name), None, {}, {}, {})
    return Referee(GAMES[name].table, profile, match, Snapshot("s", 1, "", 0, (), ()))


def make(live: Live, referee: Referee, *moves: Move[Any]) -> None:
    """Make moves and let the page see the ruling on them."""
    for move in moves:
        referee.match.push(move)
    live.ruled(referee, Ruling(Allowed(moves)))


def headers_of(web: Web, viewer: Viewer = SPECTATOR, **more: str) -> dict[str, str]:
    """What a request of this view carries."""
    key = web.keys.key(viewer)
    auth = {"Authorization": f"Bearer {key}"} if key else {}
    return {**auth, **more}


class Stream:
    """Reads events one by one."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.response = response
        self.rest = b""
        self.last_id = ""
        self.raw: list[bytes] = []

    async def event(self) -> Any:
        """The next event's data."""
        while True:
            while b"\n\n" not in self.rest:
                chunk = await self.response.content.readany()
                if not chunk:
                    raise EOFError
                self.rest += chunk
            text, _, self.rest = self.rest.partition(b"\n\n")
            fields = dict(
                line.split(b": ", 1) for line in text.split(b"\n") if not line.startswith(b":")
            )
            if b"data" in fields:
                self.last_id = fields[b"id"].decode()
                self.raw.append(fields[b"data"])
                return json.loads(fields[b"data"])


async def listen(
    client: aiohttp.ClientSession, web: Web, viewer: Viewer = SPECTATOR, last: str = ""
) -> Stream:
    """Follow the events of a view."""
    more = {"Last-Event-ID": last} if last else {}
    response = await client.get(
        f"http://127.0.0.1:{web.port}/api/events", headers=headers_of(web, viewer, **more)
    )
    assert response.status == 200, await response.text()
    return Stream(response)
