"""*Invader*: what lies face down on the table, or in a deck, does not travel before it is seen."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import aiohttp
import pytest
from msgspec import json as msgjson

from rules.chance import Dealer
from rules.engine import CHANCE, Move, judge, legal_moves
from rules.invader import RULES
from rules.invader.actions import TakeObjective
from rules.invader.attacks import Rolled
from rules.notation import format_move
from tests.invader_referee import Hands
from tests.web.readers import headers_of, listen
from tests.web.refereed import night_of
from tts_bridge.demo.invader import SCRIPT, UNDER
from tts_bridge.demo.play import game
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import Ruling, Stray
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import SPECTATOR, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.server import Web

GAMES_PLAYED = 50
MOVES = 20


UNDER_ONE, UNDER_OTHER = ("red", "green", "red"), ("green", "red", "red")
"""What lies under the face-down tokens of two tables that look the same."""


def act(hands: Hands, random: Random) -> list[Ruling]:
    """Somebody does something, most often a legal move; what lies face down stays so."""
    state, referee = hands.state, hands.referee
    moves = [m for m in legal_moves(RULES, state) if not isinstance(m, TakeObjective)]
    if moves[0].seat == CHANCE:
        dealt = Dealer(random).choose(RULES, state)
        assert dealt is not None
        return [hands.roll(dealt.face) if isinstance(dealt, Rolled) else referee.deal(dealt)]
    colours = referee.profile.about.seats
    token = random.choice(state.objectives).id
    if random.random() < 0.2:  # a token is pushed about, face down
        zone = random.choice(list(state.board.zone_of))
        return [hands.drop(f"objective/{token}", f"zone/{zone}", up=False)]
    seat = random.choice(list(colours))
    if random.random() < 0.1 and judge(RULES, state, TakeObjective(seat, token)):
        return [hands.say(f"!take-objective {token}", colours[seat])]
    move: Move[Any] = random.choice(moves)
    return [hands.say(f"!{format_move(move)}", colours.get(move.seat, "White"))]


async def traffic(hands: Hands, seed: int, viewer: Viewer) -> tuple[list[bytes], set[str]]:
    """Everything that a view is sent in a game at random, and what kinds of ruling there were."""
    random = Random(seed)
    live = Live(GAMES)
    kinds = set()
    async with Web(live, 0) as web, aiohttp.ClientSession() as client:
        live.attach(hands.referee)
        stream = await listen(client, web, viewer)
        await stream.event()
        for number in range(MOVES):
            for ruling in act(hands, random):
                kinds.add(type(ruling.verdict).__name__)
                told = len(live.entries)
                live.ruled(hands.referee, ruling)
                if len(live.entries) > told:
                    await stream.event()
            if number % 12 == 5:
                url = f"http://127.0.0.1:{web.port}/api/hello"
                async with client.get(url, headers=headers_of(web, viewer)) as response:
                    stream.raw.append(await response.read())
                late = await listen(client, web, viewer)
                await late.event()
                stream.raw += late.raw
                late.response.close()
            if hands.state.result:
                break
        stream.response.close()
    return stream.raw, kinds


@pytest.mark.parametrize("seated", [False, True])
def test_traffic_is_the_same_whatever_lies_face_down(seated: bool) -> None:
    async def main() -> set[str]:
        kinds: set[str] = set()
        for seed in range(5 if seated else GAMES_PLAYED):
            viewer = Viewer("seat", "magnus") if seated else SPECTATOR
            one, met = await traffic(Hands(hidden=UNDER_ONE), seed, viewer)
            other, _ = await traffic(Hands(hidden=UNDER_OTHER), seed, viewer)
            assert one == other, f"seed {seed}"
            kinds |= met
        return kinds

    assert asyncio.run(main()) >= {"Allowed", "Refused", "Stray"}


def test_a_colour_is_told_when_the_token_is_turned_and_not_before() -> None:
    async def main() -> list[Any]:
        with Journal(None) as journal:
            async with (
                game(("en",), journal, "invader") as table,
                night_of(table, journal) as night,
                aiohttp.ClientSession() as client,
            ):
                stream = await listen(client, night.web)
                found = [await stream.event()]
                for each in SCRIPT:
                    await table.act(each.do)
                while found[-1]["scene"]["step"] < len(table.referee.match.moves):
                    found.append(await stream.event())
                stream.response.close()
                return found

    events = asyncio.run(main())
    words = {Texts(language, GAMES["invader"].wording).name("purple") for language in LANGUAGES}
    taken = 0
    for event in events:
        tokens = [m for m in event["scene"]["marks"] if m["id"].startswith("objective-")]
        assert len(tokens) == len(UNDER) - taken or len(tokens) == len(UNDER) - taken - 1
        taken = len(UNDER) - len(tokens)
        for mark in tokens:
            assert mark["down"]
            assert mark["tone"] == "red"
        told = json.dumps(event["records"], ensure_ascii=False)
        if tokens:
            assert not any(word in told for word in words), told
    assert taken == len(UNDER)
    everything = json.dumps([event["records"] for event in events], ensure_ascii=False)
    assert all(word in everything for word in words)


def test_no_stray_names_what_lies_under_a_token() -> None:
    hands = Hands()
    token = hands.state.objectives[0].id
    ruling = hands.drop(f"objective/{token}", "zone/4v-nw", up=False)
    assert isinstance(ruling.verdict, Stray)
    live = Live(GAMES)
    live.attach(hands.referee)
    live.ruled(hands.referee, ruling)
    told = msgjson.encode(live.full(SPECTATOR)["records"]).decode()
    assert hands.piece(f"objective/{token}").notes not in told
