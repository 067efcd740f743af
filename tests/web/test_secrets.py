"""What nobody may see does not travel: the same game with other secrets gives the same bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import aiohttp
import pytest
from msgspec import json as msgjson

from rules.dbd import RULES
from rules.dbd.movement import RevealCard
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.state import HIDDEN, KILLER_CARDS, Planning
from rules.engine import CHANCE, Edit, Match, Move, Violation, judge, legal_moves
from tests.rules.games import SAMPLES
from tests.rules.play import random_game
from tests.web.readers import Stream, headers_of, listen, make, referee_of
from tests.web.refereed import game_night
from tts_bridge.drawing.scene import look
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import Edited, Noted, Refused, Ruling, Unclear
from tts_bridge.text.catalogue import LANGUAGES, Texts
from tts_bridge.web.feed import HOST, SPECTATOR, Viewer
from tts_bridge.web.feeds.live import Live
from tts_bridge.web.server import Web

GAMES_PLAYED = 50
CONFIGS = list(SAMPLES["dbd"].configs)


def before_planning(seed: int) -> Match[Any]:
    """A game at random up to the beginning of a planning phase, round 1 to 4."""
    config = CONFIGS[seed % len(CONFIGS)]
    match = random_game("dbd", config, seed, 400)
    starts = [
        index
        for index, state in enumerate(match.states)
        if isinstance(state.asks[-1], Planning)
        and not any(figure.planned for figure in state.figures)
        and not state.result
    ]
    chosen = Random(seed).choice(starts)
    fresh = Match(RULES, match.states[0])
    for move in match.moves[:chosen]:
        fresh.push(move)
    return fresh


async def traffic(match: Match[Any], moves: Iterator[Move[Any]], viewer: Viewer) -> list[bytes]:
    """Everything that a view is sent over HTTP: each event, and at each step all it can ask for."""
    live = Live(GAMES)
    found: list[bytes] = []
    async with Web(live, 0) as web, aiohttp.ClientSession() as client:
        referee = referee_of(match)
        live.attach(referee)
        stream = await listen(client, web, viewer)
        found.append(msgjson.encode(await stream.event()))
        for number, move in enumerate(moves):
            make(live, referee, move)
            await stream.event()
            if number % 6 == 2:
                headers = headers_of(web, viewer)
                for path in ("/api/hello", f"/api/scene?step={len(match.moves)}"):
                    url = f"http://127.0.0.1:{web.port}{path}"
                    async with client.get(url, headers=headers) as response:
                        found.append((await response.read()).replace(str(web.port).encode(), b""))
                late = await listen(client, web, viewer)
                await late.event()
                found += late.raw
                late.response.close()
        found += stream.raw
        stream.response.close()
    return found


@pytest.mark.parametrize("seated", [False, True])
def test_traffic_is_the_same_whatever_the_others_have_planned(seated: bool) -> None:
    async def main() -> None:
        for seed in range(10 if seated else GAMES_PLAYED):
            seen = []
            for plans in (1, 2):
                match = before_planning(seed)
                figures = match.state.figures
                viewer = Viewer("seat", figures[seed % len(figures)].id) if seated else SPECTATOR
                other = Random(f"{seed} {plans}")
                moves = plan_for(match, other, viewer.seat, seed)
                seen.append(await traffic(match, iter(moves), viewer))
            assert seen[0] == seen[1], f"seed {seed}"
            assert all(b"hidden" in event for event in seen[0][-3:])

    asyncio.run(main())


def plan_for(match: Match[Any], random: Random, seat: str | None, seed: int) -> list[Move[Any]]:
    """A plan; what this seat plans does not depend on `random`."""
    scratch = Match(RULES, match.state)
    found: list[Move[Any]] = []
    for figure in match.state.figures:
        source = Random(seed) if figure.id == seat else random
        if figure.hook:
            continue
        for _ in range(2 if figure.side == "killer" else 1):
            wrong, card = source.sample(scratch.state.figure(figure.id).hand, 2)
            for move in (
                SetCard(figure.id, wrong),
                TakeBack(figure.id, wrong),
                SetCard(figure.id, card),
            ):
                if judge(RULES, scratch.state, move) is None:
                    scratch.push(move)
                    found.append(move)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_scene_is_the_same_when_only_hidden_things_differ(seed: int) -> None:
    config = CONFIGS[seed % len(CONFIGS)]
    match = random_game("dbd", config, seed, 300)
    game, drawing = GAMES["dbd"], GAMES["dbd"].drawing
    texts = tuple(
        Texts(language, GAMES["dbd"].wording, match.state.board) for language in LANGUAGES
    )
    random = Random(seed)
    for state in match.states[::3]:
        for seat in (None, state.figures[0].id, state.killer.id):
            other = SAMPLES["dbd"].shuffle_secrets(state, seat, random)
            assert look(game.rules, game.moment, drawing, texts, state, seat, 0) == look(
                game.rules, game.moment, drawing, texts, other, seat, 0
            )


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_is_offered_what_is_legal_for_it_and_nothing_else(seed: int) -> None:
    match = random_game("dbd", CONFIGS[seed % len(CONFIGS)], seed, 200)
    game, drawing = GAMES["dbd"], GAMES["dbd"].drawing
    texts = tuple(
        Texts(language, GAMES["dbd"].wording, match.state.board) for language in LANGUAGES
    )
    for state in match.states[::5]:
        for figure in state.figures:
            scene = look(game.rules, game.moment, drawing, texts, state, figure.id, 0)
            mine = [m for m in legal_moves(RULES, state) if m.seat == figure.id]
            assert len(scene.choices) == len({texts[0].move(m) for m in mine})
            assert all(choice.seat == figure.id for choice in scene.choices)
        if all(turn.seat == CHANCE for turn in RULES.turns(state)):
            assert not look(game.rules, game.moment, drawing, texts, state, None, 0).choices


def told(ruling: Ruling, viewer: Viewer) -> str:
    """What a view reads of a ruling."""
    live = Live(GAMES)
    match = before_planning(1)
    referee = referee_of(match)
    live.attach(referee)
    events: list[Any] = []
    live.publish = events.append
    live.ruled(referee, ruling)
    return msgjson.encode(events[0](viewer)["records"]).decode()


ONE_CARD = Violation("plan.one-card", "DbD p.8", {"seat": "meg-thomas"})
NOT_SET = Violation("card.not-set", "DbD p.8", {"seat": "meg-thomas", "card": "vault"})


@pytest.mark.parametrize(
    "ruling",
    [
        Ruling(Refused(SetCard("meg-thomas", "vault"), ONE_CARD)),
        Ruling(Refused(RevealCard("meg-thomas", "vault"), NOT_SET)),
        Ruling(Unclear(((SetCard("meg-thomas", "vault"),), (SetCard("meg-thomas", "wait"),)))),
    ],
)
def test_a_ruling_that_names_a_hidden_card_names_it_to_its_seat_alone(ruling: Ruling) -> None:
    words = [
        "vault",
        *(Texts(language, GAMES["dbd"].wording).name("vault") for language in LANGUAGES),
    ]
    for viewer in (SPECTATOR, HOST, Viewer("seat", "jake-park")):
        text = told(ruling, viewer)
        assert not any(word in text for word in words), text
    mine = told(ruling, Viewer("seat", "meg-thomas"))
    assert mine != told(ruling, SPECTATOR)


@pytest.mark.parametrize("why", ["allowed: meg-thomas set-card vault", "meg-thomas planned vault"])
def test_what_the_host_declared_of_a_hidden_card_is_told_to_nobody(why: str) -> None:
    for viewer in (SPECTATOR, HOST, Viewer("seat", "jake-park")):
        assert "vault" not in told(Ruling(Edited((Edit("White", why),))), viewer)
    assert "track 5" in told(Ruling(Edited((Edit("White", "track 5"),))), SPECTATOR)


def test_an_answer_to_one_player_is_on_nobodys_page() -> None:
    live = Live(GAMES)
    referee = referee_of(before_planning(1))
    live.attach(referee)
    live.ruled(referee, Ruling(Noted("answer.why", "walk.wall"), "Red"))
    assert live.entries == []
    live.ruled(referee, Ruling(Noted("order.pause")))
    assert [entry.public.verdict for entry in live.entries] == ["noted"]


def test_a_whole_refereed_game_shows_spectators_no_face_down_prop_and_no_plan() -> None:
    async def main() -> list[Any]:
        async with game_night() as night, aiohttp.ClientSession() as client:
            stream: Stream = await listen(client, night.web)
            await stream.event()
            await night.play(200)
            found = []
            while not found or found[-1]["scene"]["step"] < len(night.table.referee.match.moves):
                found.append(await stream.event())
            stream.response.close()
            return found

    events = asyncio.run(main())
    assert len(events) > 40
    for event in events:
        for mark in event["scene"]["marks"]:
            if mark.get("down"):
                assert mark["name"] == mark["shape"] == mark["id"].rpartition("-")[0]
        for panel in event["scene"]["panels"]:
            cards = [(card["name"], card["place"]) for card in panel["cards"]]
            if any(place == "set" for _, place in cards):
                assert {name for name, place in cards if place != "discard"} == {HIDDEN}
    planning = [event for event in events[:8] if event["scene"]["phase"] == "planning"]
    texts = json.dumps([event["records"] for event in planning], ensure_ascii=False)
    for language in LANGUAGES:
        for card in KILLER_CARDS:
            assert Texts(language, GAMES["dbd"].wording).name(card) not in texts
