"""Binding at a running table: one player is asked in the game and answers by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from exporters.mods import invader
from exporters.mods.dbd import mod as dbd
from exporters.mods.plain import plain
from exporters.mods.words import LANGUAGES, Language
from exporters.savefile import Save
from rules.invader.missions import mission
from rules.invader.setup import Config
from tests.binding.strangers import BOARD, dbd_mod, invader_mod, places, tagged
from tests.test_panels import panel, press
from tts_bridge.agent.client import read_message
from tts_bridge.agent.commands import OfferMenu, Tell, encode_batch
from tts_bridge.agent.observations import Pointed, Said, Snapshot
from tts_bridge.binding.doubts import title
from tts_bridge.binding.interview import Interview
from tts_bridge.binding.lens import Binder
from tts_bridge.binding.live import interview_at
from tts_bridge.binding.objects import seen
from tts_bridge.binding.recogniser import Recogniser, Scene, scene
from tts_bridge.editor.link import Link
from tts_bridge.editor.messages import SendCustom
from tts_bridge.games.dbd.recogniser import of_dbd
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES
from tts_bridge.games.invader.recogniser import of_invader
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.script.runtime import GLOBAL
from tts_bridge.headless.table import Table
from tts_bridge.headless.vectors import Vec
from tts_bridge.referee.profile import ident
from tts_bridge.session.journal import Journal
from tts_bridge.session.session import Session
from tts_bridge.testing.local_link import serve
from tts_bridge.testing.virtual_time import in_virtual_time
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

HOST, OTHER = "White", "Red"
CELLS = ("4v-nw", "7v-se", "4v-sw")
both = pytest.mark.parametrize("language", LANGUAGES)


def nameless(save: Save, *guids: str) -> Save:
    """The same where these objects bear names that nobody knows."""
    rows = [
        {**each, "Nickname": "a hat"} if each["GUID"] in guids else each
        for each in save.data["ObjectStates"]
    ]
    return replace(save, data={**save.data, "ObjectStates": rows})


class Night:
    """A stranger's table, the interview there, and hands to answer with."""

    def __init__(self, table: Table, asked: asyncio.Task[Interview], link: Link) -> None:
        self.table = table
        self.asked = asked
        self.link = link
        self.made: list[Interview] = []

    def told(self, to: str = HOST) -> list[str]:
        return [text for colour, text, _ in self.table.messages if colour == to]

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not is_so():
                if self.asked.done():
                    self.asked.result()
                await asyncio.sleep(0.005)

    async def question(self, text: str) -> None:
        """Wait until this is what was asked last."""
        await self.until(lambda: bool(self.told()) and text in self.told()[-1])

    def piece(self, guid: str) -> Piece:
        piece = self.table.object(guid)
        assert piece is not None
        return piece

    async def pings(self, language: Language, *spaces: tuple[str, tuple[float, float]]) -> None:
        for space, (x, z) in spaces:
            await self.question(space)
            self.table.ping((x, 1.0, z), by=HOST)


@asynccontextmanager
async def night(save: Save, by: Recogniser, language: Language) -> AsyncIterator[Night]:
    table = Table(save.data)
    async with serve(table) as link:
        table.load()
        for colour in (HOST, OTHER):
            table.join(colour, colour)

        def make(first: Snapshot) -> Interview:
            agent = next(piece.guid for piece in first.pieces if ident(piece) == "agent")
            texts = (Texts(language, by.wording, by.board),)
            table_ = Scene("", tuple(seen(first.pieces)))
            found.made.append(Interview(by, table_, HOST, texts, agent=agent))
            return found.made[-1]

        asked = asyncio.create_task(interview_at(link, make))
        found = Night(table, asked, link)
        try:
            yield found
        finally:
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)


def strange_mission(language: Language, *unknown: str) -> tuple[dict[str, Any], Save, Recogniser]:
    """Our pieces by id, a stranger's mod in which some bear no known name, and what recognises."""
    config = Config(mission=mission("breach"), players=invader.shared_out(2))
    ours = invader_mod(config, language)
    truth = tagged(ours)
    theirs = plain(ours, invader.look(config, INVADER_NAMES, language))
    save = nameless(theirs, *(truth[name]["GUID"] for name in unknown))
    return truth, save, of_invader(config.mission, language)


def at(truth: dict[str, Any], space: str) -> tuple[str, tuple[float, float]]:
    place = truth[f"zone/{space}"]["Transform"]
    return space, (place["posX"], place["posZ"])


@both
def test_a_mission_is_bound_by_clicking_and_then_refereed(language: Language) -> None:
    async def run() -> None:
        unknown = ("figure/magnus", "first-player", "objective/objective-2", "xp/cole")
        truth, save, by = strange_mission(language, *unknown)
        async with night(save, by, language) as it:
            table, texts = it.table, Texts(language, GAMES["invader"].wording, by.board)
            await it.question(texts.name("4v-nw"))
            table.ping((0.0, 1.0, 0.0), by=OTHER)  # another's answer counts for nothing
            x, z = at(truth, "4v-nw")[1]
            table.ping((x, 1.0, z), by=HOST)
            await it.question(texts.name("7v-se"))
            hat = table.find(nickname="a hat")[0]
            x, z = at(truth, "7v-se")[1]
            back = hat.position
            table.pick_up(hat, by=HOST)
            table.drop(hat, (x, 2.0, z), by=HOST)  # any piece marks a space
            table.settle()
            await it.until(lambda: len(it.made[0].points) == 2)
            table.pick_up(hat, by=OTHER)
            table.drop(hat, tuple(back), by=OTHER)
            table.settle()
            third = it.made[0].question
            assert third is not None
            assert third.kind == "space"
            x, z = at(truth, third.id)[1]
            table.menu_item(texts.text("bind.menu"), at=Vec(x, 1.0, z), by=HOST)
            table.pick_up(it.piece(truth["figure/cole"]["GUID"]), by=OTHER)  # is no answer
            for answer in ("pick up", "ping", "menu", "ping"):
                await it.until(lambda before=third: it.made[0].question not in (None, before))
                question = it.made[0].question
                assert question is not None
                await it.question(title(texts, question.id))
                piece = it.piece(truth[question.id]["GUID"])
                if answer == "pick up":
                    table.pick_up(piece, by=HOST)
                    table.drop(piece, tuple(piece.picked_at[0]), by=HOST)
                elif answer == "ping":
                    table.ping(tuple(piece.position), by=HOST, on=piece)
                else:
                    table.menu_item(texts.text("bind.menu"), on=piece, by=HOST)
                third = question
            await asyncio.wait_for(it.asked, 10)
            cole = it.piece(truth["figure/cole"]["GUID"])
            table.drop(cole, tuple(cole.picked_at[0]), by=OTHER)
            found = it.asked.result()
            assert found.bound is not None
            assert found.missing() == []
            assert {id_: found.bound.binding.pieces[id_] for id_ in unknown} == {
                id_: truth[id_]["GUID"] for id_ in unknown
            }
            assert texts.text("bind.finished", count="347", missing="0") in it.told()[-1]
            assert it.told(OTHER) == []
            assert table.errors == []
            with Journal(None) as journal:
                binder = Binder(found.bound.binding, GAMES[found.bound.binding.game].printed_names)
                session = Session(it.link, journal, Voice([texts]), games=GAMES, binder=binder)
                running = asyncio.create_task(session.run())
                await it.until(lambda: session.referee is not None and session.quiet.is_set())
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    in_virtual_time(run())


@both
def test_words_in_chat_and_buttons_skip_go_back_and_end(language: Language) -> None:
    words = {"en": ("skip", "!BACK"), "zh": ("跳过", "返回")}[language]

    async def run() -> None:
        truth, save, by = strange_mission(language, "figure/magnus", "first-player")
        async with night(save, by, language) as it:
            table, texts = it.table, Texts(language, GAMES["invader"].wording, by.board)
            table.say(words[1], by=HOST)  # before there is a question
            await it.question(texts.name("4v-nw"))
            table.say(words[1], by=HOST)
            await it.question(texts.text("bind.no-back"))
            for _ in range(3):
                question = it.made[0].question
                assert question is not None
                x, z = at(truth, question.id)[1]
                table.ping((x, 1.0, z), by=HOST)
                await it.until(lambda before=question: it.made[0].question != before)
            first = it.made[0].question
            assert first is not None
            assert first.id == "figure/magnus"
            table.say(words[0], by=OTHER)
            press(it, HOST, texts.text("bind.skip"))
            await it.question(title(texts, "first-player"))
            table.say(words[1], by=HOST)
            await it.question(title(texts, "figure/magnus"))
            piece = it.piece(truth["figure/magnus"]["GUID"])
            table.ping(tuple(piece.position), by=HOST, on=piece)
            await it.question(title(texts, "first-player"))
            table.say(words[0], by=HOST)
            await it.until(lambda: it.made[0].is_done)
            found = await asyncio.wait_for(it.asked, 10)
            assert found.missing() == ["first-player"]
            assert found.bound is not None
            assert found.bound.binding.pieces["figure/magnus"] == truth["figure/magnus"]["GUID"]

    in_virtual_time(run())


@both
def test_done_ends_before_everything_is_known(language: Language) -> None:
    async def run() -> None:
        _, save, by = strange_mission(language)
        async with night(save, by, language) as it:
            texts = Texts(language, GAMES["invader"].wording, by.board)
            await it.question(texts.name("4v-nw"))
            it.table.say({"en": "done", "zh": "完成"}[language], by=HOST)
            found = await asyncio.wait_for(it.asked, 10)
            assert found.bound is None
            assert "three spaces" in found.problem
            assert it.told()[-1] == texts.text("bind.no-map")
            heard = len(it.table.messages)
            it.table.menu_item(texts.text("bind.menu"), at=Vec(0.0, 1.0, 0.0), by=HOST)
            it.table.settle()
            assert len(it.table.messages) == heard

    in_virtual_time(run())


def test_an_interview_that_is_broken_off_leaves_no_panel() -> None:
    async def run() -> None:
        _, save, by = strange_mission("en")
        async with night(save, by, "en") as it:
            await it.question(Texts("en", GAMES["invader"].wording, by.board).name("4v-nw"))
            assert [each.value for each in panel(it, HOST)] == ["Skip", "Back", "Done"]
            it.asked.cancel()
            await asyncio.gather(it.asked, return_exceptions=True)
            async with asyncio.timeout(5):
                while it.table.ui(GLOBAL).elements:
                    await asyncio.sleep(0.01)

    in_virtual_time(run())


def test_a_menu_item_is_offered_once_and_means_nothing_when_it_is_taken_back() -> None:
    async def run() -> None:
        truth, save, by = strange_mission("en")
        async with night(save, by, "en") as it:
            await it.question("")
            told: list[int] = []
            with it.link.listen() as messages:
                for number, label in enumerate(("This one", "Another", "")):
                    batch = encode_batch(number + 1, [OfferMenu(label)])
                    await it.link.send(SendCustom(batch))
                    await it.until(lambda: bool(it.table.menu))
                    await asyncio.sleep(0.05)
                    piece = it.piece(truth["die/1"]["GUID"])
                    assert [name for name, _ in piece.menu].count("This one") == 1
                    before = len(it.table.errors)
                    it.table.menu_item("This one", on=piece, by=OTHER)
                    it.table.settle()
                    assert len(it.table.errors) == before
                await asyncio.sleep(0.1)
                messages.close()
                async for message in messages:
                    match read_message(message):
                        case report, Pointed():
                            told.append(report.seq)
            assert len(told) == 1

    in_virtual_time(run())


def test_a_survivor_without_a_name_is_pointed_out_and_all_that_is_theirs_follows() -> None:
    async def run() -> None:
        ours = dbd_mod("en")
        truth = tagged(ours)
        theirs = nameless(
            plain(ours, dbd.look(DBD_NAMES, "en")), truth["figure/meg-thomas"]["GUID"]
        )
        async with night(theirs, of_dbd(BOARD), "en") as it:
            real = places(ours, "space/")
            while not it.asked.done():
                await it.until(lambda: bool(it.made) and it.made[0].question is not None)
                question = it.made[0].question
                assert question is not None
                if question.kind == "space":
                    x, z = real[question.id]
                    it.table.ping((x, 1.0, z), by=HOST)
                elif question.id == "figure/meg-thomas":
                    piece = it.piece(truth[question.id]["GUID"])
                    it.table.ping(tuple(piece.position), by=HOST, on=piece)
                else:
                    it.table.say("skip", by=HOST)
                await it.until(
                    lambda before=question: it.made[0].question != before or it.asked.done()
                )
                if it.made[0].is_done:
                    await asyncio.wait_for(it.asked, 10)
            found = it.asked.result()
            assert found.missing() == []
            assert found.bound is not None
            pieces = found.bound.binding.pieces
            assert pieces["card/meg-thomas/sprint"] == truth["card/meg-thomas/sprint"]["GUID"]
            assert "meg-thomas" in found.bound.binding.about["survivors"]

    in_virtual_time(run())


@both
def test_spaces_that_do_not_agree_are_asked_again(language: Language) -> None:
    truth, save, by = strange_mission(language)
    texts = Texts(language, GAMES["invader"].wording, by.board)
    interview = Interview(by, scene(save), HOST, (texts,))

    def point(cell: str) -> list[Any]:
        x, z = at(truth, cell)[1]
        return interview.observe(Pointed("s", 1, HOST, (x, 1.0, z)))

    interview.begin()
    first = interview.question
    assert first is not None
    point("4v-c")  # not the one that was asked for
    for _ in range(2):
        assert interview.question is not None
        said = point(interview.question.id)
    assert said[0] == Tell(HOST, texts.text("bind.far-off"))
    assert interview.question == first
    assert not interview.is_done
    for _ in range(3):
        assert interview.question is not None
        point(interview.question.id)
    assert interview.is_done
    assert interview.missing() == []


def test_only_the_one_who_is_asked_can_answer_and_strange_things_are_no_answers() -> None:
    _, save, by = strange_mission("en", "first-player")
    interview = Interview(by, scene(save), HOST, (Texts("en", GAMES["invader"].wording, by.board),))
    interview.begin()
    first = interview.question
    for text in ("skip", "back", "done"):
        assert interview.observe(Said("s", 1, OTHER, text)) == []
    for text in ("", "skip it", "!", "{0}", "x" * 4000):
        assert interview.observe(Said("s", 1, HOST, text)) == []
    assert interview.question == first
    interview.observe(Said("s", 1, HOST, "done"))
    assert interview.is_done
    assert interview.bound is None
    assert interview.observe(Said("s", 1, HOST, "back")) == []
