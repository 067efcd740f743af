"""Whatever befalls the agent, the referee hears it again, or the host is told within 10 seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from exporters.edit.install_agent import AGENT_TAG
from tts_bridge.agent.client import lua_string
from tts_bridge.chaos import CALM, in_virtual_time, mischief
from tts_bridge.chaos.rig import Rig
from tts_bridge.editor.link import LinkError
from tts_bridge.games.registry import GAMES
from tts_bridge.headless.sim import objects as handling
from tts_bridge.headless.table import Table
from tts_bridge.referee.rulings import Noted, Ruling
from tts_bridge.session.pace import NORMAL
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice
from tts_bridge.web.feed import HOST
from tts_bridge.web.feeds.live import Live

SOON = 10.0
"""Seconds in which the host has to know."""
BOTH = Voice([Texts("en"), Texts("zh")])


class Night(Rig):
    """A calm game, with a session as patient as any, and what the host sees of it."""

    def __init__(self) -> None:
        super().__init__(GAMES["dbd"], 5, CALM, None)
        self.live = Live(GAMES)
        self.terminal: list[str] = []

    async def __aenter__(self) -> Night:
        await super().__aenter__()
        self.session.voice = BOTH
        self.session.watchers.append(self.live.ruled)
        self.live.attach(self.session.referee)
        return self

    def ruled(self, ruling: Ruling) -> None:
        super().ruled(ruling)
        if isinstance(ruling.verdict, Noted):
            self.terminal.append(ruling.verdict.text)

    def chat(self) -> str:
        return "\n".join(text for _, text, _ in self.table.messages)

    def page(self) -> list[dict[str, str]]:
        return [record.text for record in self.live.full(HOST)["records"]]

    def is_told(self, what: str) -> bool:
        return what in self.terminal

    async def loses_its_agent(self) -> None:
        for each in self.table.find(tag=AGENT_TAG):
            handling.destroy(self.table, each)
        self.table.settle()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tts_bridge.chaos.rig.FAST", NORMAL)


def at_night(doing: Callable[[Night], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with Night() as night:
            assert await night.act() == ""
            await doing(night)

    in_virtual_time(whole())


def assert_everywhere(night: Night, what: str, *, in_chat: bool = True) -> None:
    """In terminal and chat and on the page, in both languages."""
    assert night.is_told(what)
    said = {each.language: each.text(what, word="") for each in (Texts("en"), Texts("zh"))}
    assert all(said.values())
    assert said["en"] != said["zh"]
    assert said in night.page()
    assert all((text in night.chat()) == in_chat for text in said.values())


@pytest.mark.parametrize("kind", list(mischief.KINDS))
def test_the_game_goes_on_after(kind: str) -> None:
    async def doing(night: Night) -> None:
        for _ in range(2):
            await mischief.KINDS[kind](night)
            assert await night.until(night.is_heard, SOON)
            for _ in range(2):
                assert await night.act() == ""

    at_night(doing)


def test_a_lost_agent_is_attached_again_as_it_was_and_that_is_said() -> None:
    async def doing(night: Night) -> None:
        [before] = night.table.find(tag=AGENT_TAG)
        await night.loses_its_agent()
        assert await night.until(lambda: night.is_told("agent.heard"), SOON)
        await night.until(night.session.quiet.is_set)
        [after] = night.table.find(tag=AGENT_TAG)
        assert (after.guid, after.data["GMNotes"]) == (before.guid, before.data["GMNotes"])
        was, now = before.to_data()["Transform"], after.to_data()["Transform"]
        assert [now[axis] for axis in ("posX", "posZ")] == [was[axis] for axis in ("posX", "posZ")]
        assert_everywhere(night, "agent.heard")
        assert not night.is_told("agent.gone")
        assert night.table.errors == []

    at_night(doing)


def test_an_agent_that_cannot_be_attached_is_told_of_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def doing(night: Night) -> None:
        with monkeypatch.context() as patch:

            async def refused(*_: Any, **__: Any) -> None:
                raise LinkError("it does not run")

            patch.setattr("tts_bridge.session.hearing.attach", refused)
            await night.loses_its_agent()
            assert await night.until(lambda: night.is_told("agent.gone"), SOON)
            await night.until(lambda: bool(night.chat()), 1.0)
            assert_everywhere(night, "agent.gone")
            await asyncio.sleep(60.0)
            assert night.terminal.count("agent.gone") == 1  # said once, not for ever
        assert await night.until(lambda: night.is_told("agent.heard"), 3 * SOON)
        await night.until(night.session.quiet.is_set)
        assert_everywhere(night, "agent.heard")
        assert await night.act() == ""

    at_night(doing)


def test_a_table_that_is_gone_is_told_of_and_heard_again() -> None:
    async def doing(night: Night) -> None:
        data = night.table.save()
        await night.server.stop()
        assert await night.until(lambda: night.is_told("agent.no-table"), SOON)
        assert_everywhere(night, "agent.no-table", in_chat=False)
        await asyncio.sleep(60.0)
        night.table = Table(data)
        await night.serve()
        assert await night.until(lambda: night.is_told("agent.heard"), SOON)
        await night.until(night.session.quiet.is_set)
        assert_everywhere(night, "agent.heard")
        assert await night.act() == ""

    at_night(doing)


def test_a_table_that_takes_messages_and_does_nothing_is_told_of_too() -> None:
    async def doing(night: Night) -> None:
        night.link.take = lambda document: None  # type: ignore[union-attr]
        assert await night.until(lambda: night.is_told("agent.gone"), SOON)
        assert_everywhere(night, "agent.gone", in_chat=False)

    at_night(doing)


def test_a_second_agent_that_speaks_is_told_of_and_not_listened_to() -> None:
    async def doing(night: Night) -> None:
        ours = night.session.observer.session
        data = handling.stored(night.table, mischief.agent(night.table))
        # One of an older version: it knows nothing of others.
        old = data["LuaScript"].replace("not alone.is_second()", "true")
        assert old != data["LuaScript"]
        handling.spawn(night.table, {**data, "LuaScript": old}, keep_guid=False)
        night.table.settle()
        assert await night.until(lambda: night.is_told("agent.second"), SOON)
        for _ in range(3):
            assert await night.act() == ""
        assert night.session.observer.session == ours

    at_night(doing)


def test_a_forged_hello_is_told_of_and_not_listened_to() -> None:
    async def doing(night: Night) -> None:
        mischief.forge(night, "strange", 1, "hello", {"about": ""})
        mischief.forge(night, "strange", 2, "said", {"text": "!undo"})
        assert await night.until(lambda: night.is_told("agent.forged"), SOON)
        assert await night.act() == ""
        for number in range(10):
            mischief.forge(night, f"strange{number}", 1, "hello", {"about": ""})
            await asyncio.sleep(3.0)
        assert await night.act() == ""
        assert night.terminal.count("agent.forged") == 1

    at_night(doing)


def test_an_idle_evening_writes_nothing() -> None:
    async def doing(night: Night) -> None:
        await night.until(night.session.quiet.is_set)
        before = len(list(night.journal.rows()))
        await asyncio.sleep(600.0)
        assert len(list(night.journal.rows())) == before
        assert night.terminal == []

    at_night(doing)


def test_a_copy_stays_silent_as_long_as_the_first_one_speaks() -> None:
    save, _ = GAMES["dbd"].scripted.mod(5, None)
    table = Table(save.data).load()
    [first] = table.find(tag=AGENT_TAG)
    ours = first.text("LuaScriptState")
    panels = table.ui(0)
    copy = handling.spawn(table, handling.stored(table, first), keep_guid=False)
    table.settle()
    call = {"ttsb": 1, "id": 7, "data": "[]"}
    table.external_message(call)
    assert sessions(table) == {ours}
    assert table.ui(0) is panels
    table.outbox.clear()
    table.delete(first)
    table.external_message({**call, "id": 8})
    [speaking] = sessions(table)
    assert speaking.startswith(f"{copy.guid}-")
    assert table.errors == []


def sessions(table: Table) -> set[str]:
    """Whose reports are on their way."""
    sent = [each.get("customMessage") for each in table.outbox]
    return {each["session"] for each in sent if isinstance(each, dict)}


def test_starts_of_the_same_table_have_sessions_of_their_own() -> None:
    save, _ = GAMES["dbd"].scripted.mod(5, None)
    table = Table(save.data, seed=7).load()
    names = [session_of(table), session_of(table.reload())]
    again = Table(save.data, seed=7).load()
    names.append(session_of(again))
    assert len(set(names)) == 3
    script = f"math.randomseed(os.time()) return {lua_string('')} .. math.random(1, 10^9)"
    assert table.execute("-1", script) == again.execute("-1", script)  # chance is the seed's


def session_of(table: Table) -> str:
    [agent] = table.find(tag=AGENT_TAG)
    return agent.text("LuaScriptState")
