"""Bringing the agent to a table and asking it: the words exchanged with a fake table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lupa import lua52

from exporters.luacode.agent_source import agent_script
from tests.fake_table import FakeTable, answer
from tts_bridge.agent.client import attach, batch, lua_string, new_id, snapshot
from tts_bridge.agent.observer import Hello, Piece, Player
from tts_bridge.editor.link import Link, NoAnswer, ScriptFailed
from tts_bridge.editor.messages import Custom, Execute, Failed, Outgoing, Printed, SendCustom


def reported(seq: int, event: str, data: dict[str, Any]) -> Custom:
    envelope = {"ttsb": 1, "session": "s", "seq": seq, "event": event, "player": ""}
    return Custom({**envelope, "data": json.dumps(data)})


PUT = {"guid": "a1b2c3", "ended": ["before"]}


def at_table(
    reply: Callable[[FakeTable, Outgoing], Awaitable[None]],
    use: Callable[[Link], Awaitable[Any]],
) -> Any:
    async def run() -> Any:
        async with (
            FakeTable(reply) as table,
            Link(listen_port=0, send_port=table.port, timeout=120) as link,
        ):
            table.editor_port = link.listen_port
            return await use(link)

    return asyncio.run(run())


def test_attach_runs_one_chunk_with_the_agent_and_gives_its_hello() -> None:
    scripts: list[str] = []

    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, Execute)
        scripts.append(message.script)
        # The hello may come before the answer, and other mods talk as well.
        await table.tell(Custom({"theirs": 1}), reported(1, "hello", {"about": "it"}))
        await table.tell(Printed("x"), answer(message, PUT))

    assert at_table(reply, lambda link: attach(link, "it")) == Hello("s", 1, "", "it")
    [script] = scripts
    assert lua_string(agent_script()) in script
    lua = lua52.LuaRuntime(register_eval=False)
    assert lua.globals().load(script) is not None  # it is Lua


def test_attach_takes_no_hello_of_the_agent_that_it_renews() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, Execute)
        await table.tell(reported(1, "hello", {"about": "the one before"}))
        await table.tell(answer(message, {**PUT, "ended": ["before", "s"]}))

    with pytest.raises(NoAnswer, match="object a1b2c3"):
        at_table(reply, lambda link: attach(link, timeout=0.1))


def test_attach_says_so_when_a_mod_answers_in_its_place() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, "theirs"))

    with pytest.raises(ScriptFailed, match="returned something else"):
        at_table(reply, attach)


def test_attach_tells_the_error_of_an_agent_that_does_not_start() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, PUT), Failed("chunk_4:(1,2-3): boom", "a1b2c3"))

    with pytest.raises(ScriptFailed, match="boom"):
        at_table(reply, lambda link: attach(link, timeout=0.1))


def test_attach_without_a_hello_says_so() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(answer(message, PUT))

    with pytest.raises(NoAnswer, match="object a1b2c3"):
        at_table(reply, lambda link: attach(link, timeout=0.1))


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_snapshot_puts_the_parts_together_in_any_order(order: tuple[int, ...]) -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, SendCustom)
        [command] = json.loads(message.custom_message["data"])
        await table.tell(reported(8, "done", {"id": message.custom_message["id"], "ok": True}))
        for part in order:
            data = {"part": part, "parts": 3, "pieces": [{"guid": f"g{part}"}]}
            data["players"] = [{"color": "Red"}]
            other = {**data, "request": 1, "pieces": [{"guid": "other"}]}
            await table.tell(reported(9 + part, "snapshot", other))
            await table.tell(reported(9, "snapshot", {**data, "request": command["request"]}))

    found = at_table(reply, snapshot)
    assert found.pieces == (Piece("g1"), Piece("g2"), Piece("g3"))
    assert found.players == (Player("Red"),)


def test_snapshot_tells_what_the_agent_could_not_do() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, SendCustom)
        number = message.custom_message["id"]
        await table.tell(reported(1, "done", {"id": number, "ok": False, "error": "no way"}))

    with pytest.raises(ScriptFailed, match="no way"):
        at_table(reply, snapshot)


def test_snapshot_asks_again_when_a_part_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tts_bridge.agent.client.ASK_AGAIN", 0.1)
    asked: list[int] = []

    async def reply(table: FakeTable, message: Outgoing) -> None:
        assert isinstance(message, SendCustom)
        [command] = json.loads(message.custom_message["data"])
        asked.append(command["request"])
        for part in (1, 2)[: len(asked)]:
            data = {"request": asked[-1], "part": part, "parts": 2}
            await table.tell(reported(part, "snapshot", {**data, "pieces": [{"guid": f"g{part}"}]}))

    assert at_table(reply, snapshot).pieces == (Piece("g1"), Piece("g2"))
    assert len(set(asked)) == 2


def test_snapshot_without_an_agent_says_so() -> None:
    async def reply(table: FakeTable, message: Outgoing) -> None:
        await table.tell(Custom({"theirs": 1}))

    with pytest.raises(NoAnswer, match="attach it first"):
        at_table(reply, lambda link: snapshot(link, timeout=0.1))


def test_a_batch_is_the_documented_message() -> None:
    message = batch(7, [{"do": "tell", "to": "all", "text": "ü"}])
    assert message.custom_message["ttsb"] == 1
    assert message.custom_message["id"] == 7
    assert json.loads(message.custom_message["data"]) == [{"do": "tell", "to": "all", "text": "ü"}]


def test_numbers_of_batches_survive_the_doubles_of_lua() -> None:
    numbers = [new_id() for _ in range(100)]
    assert len(set(numbers)) == 100
    assert all(int(f"{float(number):.14g}") == number < 2**31 for number in numbers)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_lua_string_says_what_it_was_made_of(text: str) -> None:
    literal = lua_string(text)
    assert "\n" not in literal
    assert lua52.LuaRuntime().eval(literal) == text
