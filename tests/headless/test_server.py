"""The wire: what an editor meets when it talks to the headless table."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.headless.saves import table, thing
from tts_bridge.headless.faults import Faults
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

Message = dict[str, Any]


class Editor:
    """Listens as an editor does and notes every document as it came."""

    def __init__(self) -> None:
        self.documents: list[str] = []
        self.port = 0

    async def __aenter__(self) -> "Editor":
        self._server = await asyncio.start_server(self._read, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.documents.append((await reader.read(-1)).decode("utf-8"))
        writer.close()

    @property
    def messages(self) -> list[Message]:
        """What came, parsed."""
        return [json.loads(document) for document in self.documents]

    def of(self, kind: int) -> list[Message]:
        """The messages of one kind."""
        return [message for message in self.messages if message["messageID"] == kind]


async def send(server: Server, *documents: object) -> list[bytes]:
    """One connection per document; what the table wrote back on each."""
    answers = []
    for document in documents:
        raw = document if isinstance(document, bytes) else json.dumps(document).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(raw)
        writer.write_eof()
        answers.append(await reader.read(-1))
        writer.close()
        await writer.wait_closed()
    await asyncio.sleep(0.01)
    await server.drained()
    await asyncio.sleep(0.01)
    return answers


def serve(made: Table, talk: Callable[[Server, Editor], Awaitable[None]], **options: Any) -> Editor:
    """Let an editor talk to a table; the editor with all that it received."""

    async def run() -> Editor:
        async with (
            Editor() as editor,
            Server(made, port=0, editor_port=editor.port, **options) as server,
        ):
            await send(server)
            editor.documents.clear()
            await talk(server, editor)
            return editor

    return asyncio.run(run())


def say(made: Table, *documents: object, **options: Any) -> Editor:
    """The editor after these documents."""

    async def talk(server: Server, _: Editor) -> None:
        assert set(await send(server, *documents)) <= {b""}  # never an answer on the same socket

    return serve(made, talk, **options)


def execute(script: str, guid: str = "-1", **more: Any) -> Message:
    return {"messageID": 3, "guid": guid, "script": script, **more}


def test_scripts_are_listed_for_global_and_what_has_a_script_or_ui() -> None:
    made = Table(
        {
            "LuaScript": "x = 1",
            "XmlUI": "<Panel/>",
            "ObjectStates": [
                thing("Bag", "aaaaaa", Nickname="Sack", LuaScript="y = 1"),
                thing("Bag", "bbbbbb"),
                thing("Bag", "cccccc", XmlUI="<Text/>"),
            ],
        },
        path="/saves/TS_Save_1.json",
    ).load()
    editor = say(made, {"messageID": 0})
    assert editor.messages == [
        {
            "messageID": 1,
            "savePath": "/saves/TS_Save_1.json",
            "scriptStates": [
                {"name": "Global", "guid": "-1", "script": "x = 1", "ui": "<Panel/>"},
                {"name": "Sack", "guid": "aaaaaa", "script": "y = 1"},
                {"name": "Bag", "guid": "cccccc", "script": "", "ui": "<Text/>"},
            ],
        }
    ]
    assert "\n" in editor.documents[0]  # indented


@pytest.mark.parametrize(
    ("script", "replies"),
    [
        ("return 2", [{"messageID": 5, "returnID": 7, "returnValue": 2.0}]),
        ("return 'é中'", [{"messageID": 5, "returnID": 7, "returnValue": "é中"}]),
        ("return false", [{"messageID": 5, "returnID": 7, "returnValue": False}]),
        ("return nil", [{"messageID": 5, "returnID": 7}]),
        ("x = 5", [{"messageID": 5, "returnID": 7}]),
        ("return {1, 2}", []),
        ("return self", []),
        ("return getObjects", []),
    ],
)
def test_what_an_executed_script_returns(script: str, replies: list[Message]) -> None:
    assert say(table(), execute(script, returnID=7)).messages == replies


def test_numbers_come_back_with_a_point() -> None:
    assert '"returnValue": 2.0' in say(table(), execute("return 2")).documents[0]


@pytest.mark.parametrize("script", ["error('bad')", "x = = 1"])
def test_an_error_is_told_first_and_then_answered_without_a_value(script: str) -> None:
    error, reply = say(table(), execute(script, returnID=3)).messages
    assert (error["messageID"], error["guid"]) == (3, "-1")
    assert error["error"].startswith("executeScript:(1,0-0): ")
    assert "executeScript" in error["errorMessagePrefix"]
    assert reply == {"messageID": 5, "returnID": 3}


def test_an_object_without_a_script_cannot_execute_one() -> None:
    made = table("", thing("Bag", "aaaaaa"), thing("Bag", "bbbbbb", LuaScript="n = 4"))
    editor = say(made, execute("return 1", "aaaaaa"), execute("return n", "bbbbbb"))
    assert [m["messageID"] for m in editor.messages] == [3, 5, 5]
    assert "Object reference not set" in editor.messages[0]["error"]
    assert editor.messages[2]["returnValue"] == 4


def test_prints_and_custom_messages_come_in_the_order_they_were_made() -> None:
    script = (
        "for i = 1, 20 do print(i) sendExternalMessage({n = i, s = 'x', ok = true}) end return 0"
    )
    editor = say(table(), execute(script))
    assert [m["messageID"] for m in editor.messages] == [2, 4] * 20 + [5]
    assert [m["message"] for m in editor.of(2)] == [str(i) for i in range(1, 21)]
    assert editor.of(4)[3] == {"messageID": 4, "customMessage": {"n": 4, "s": "x", "ok": True}}


def test_custom_messages_reach_every_script_and_only_as_objects() -> None:
    handler = "function onExternalMessage(m) print('%s', m.kind, m.list and m.list[2]) end"
    made = table(handler % "global", thing("Bag", "aaaaaa", LuaScript=handler % "bag"))
    editor = say(
        made,
        {"messageID": 2, "customMessage": {"kind": "ping", "list": [1, 2]}},
        {"messageID": 2, "customMessage": [1]},
        {"messageID": 2, "customMessage": "x"},
    )
    assert [m["message"] for m in editor.messages] == ["global\tping\t2", "bag\tping\t2"]


def test_save_and_play_reloads_what_was_loaded_with_the_new_scripts() -> None:
    made = table(
        "x = 1",
        thing("Bag", "aaaaaa", (1, 1, 1), LuaScript="y = 1", XmlUI="<Panel/>"),
        thing("Bag", "bbbbbb", LuaScript="function onLoad() print('untouched') end"),
    )
    made.object("aaaaaa")
    made.drop(made.objects[0], at=(9, 1, 9), by="Red")
    made.execute("-1", "spawnObject({type = 'Bag'})")
    made.settle()
    assert len(made.objects) == 3
    states = [
        {"guid": "-1", "script": "function onLoad() print('new') end"},
        {"guid": "aaaaaa", "name": "whatever"},
        {"guid": "ffffff", "script": "nobody"},
    ]
    editor = say(made, {"messageID": 1, "scriptStates": states})
    kinds = [m["messageID"] for m in editor.messages]
    assert kinds == [7, 7, 2, 2, 1]
    assert [m["guid"] for m in editor.of(7)] == ["aaaaaa", "bbbbbb"]
    assert [m["message"] for m in editor.of(2)] == ["new", "untouched"]
    assert [s["guid"] for s in editor.of(1)[0]["scriptStates"]] == ["-1", "bbbbbb"]
    piece = made.object("aaaaaa")
    assert piece is not None
    assert piece.position.x == 1
    assert (piece.text("LuaScript"), piece.text("XmlUI")) == ("", "")
    assert len(made.objects) == 2


def test_a_second_reload_keeps_the_scripts_of_the_first() -> None:
    made = table("x = 1")
    say(made, {"messageID": 1, "scriptStates": [{"guid": "-1", "script": "x = 2"}]},
        {"messageID": 1, "scriptStates": []})  # fmt: skip
    assert made.execute("-1", "return x") == [2]


def test_spawned_objects_are_announced() -> None:
    editor = say(table(), execute("return spawnObject({type = 'Bag'}).guid"))
    spawned, reply = editor.messages
    assert spawned == {"messageID": 7, "guid": reply["returnValue"]}


@pytest.mark.parametrize(
    "document",
    [b"", b"{", b"[]", b"\xff\xfe", b'"text"', b"[" * 100_000, {"messageID": 99}, {"x": 1},
     {"messageID": 3}, {"messageID": 1, "scriptStates": "no"}, {"messageID": 1},
     {"messageID": 3, "guid": 5, "script": []}, {"messageID": 3, "guid": "ffffff", "script": "x"}],
)  # fmt: skip
def test_bad_documents_do_no_harm(document: object) -> None:
    made = table("x = 1")
    editor = say(made, document, execute("return 'alive'"))
    assert editor.messages[-1]["returnValue"] == "alive"


def test_documents_may_come_in_pieces_and_be_large() -> None:
    text = "é中" * 200_000

    async def talk(server: Server, _: Editor) -> None:
        raw = json.dumps(execute(f"return #'{text}'"), ensure_ascii=False).encode()
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for start in range(0, len(raw), 300_001):  # within a character
            writer.write(raw[start : start + 300_001])
            await writer.drain()
            await asyncio.sleep(0)
        writer.close()
        await writer.wait_closed()
        await asyncio.sleep(0.05)
        await server.drained()

    editor = serve(table(), talk)
    assert editor.of(5)[0]["returnValue"] == len(text)


def test_an_editor_that_does_not_listen_costs_only_the_message() -> None:
    async def run() -> list[object]:
        async with Editor() as editor:
            gone = editor.port
        made = table()
        async with Server(made, port=0, editor_port=gone) as server:
            await send(server, execute("n = 1 print('lost')"))
            return made.execute("-1", "return n")

    assert asyncio.run(run()) == [1]


def test_split_documents_still_carry_every_character() -> None:
    editor = say(table(), execute("return 'x中y'"), faults=Faults(split=True))
    assert editor.messages[0]["returnValue"] == "x中y"


def test_time_passes_by_itself_when_it_is_real() -> None:
    async def talk(server: Server, editor: Editor) -> None:
        await send(server, execute("Wait.time(function() print('later') end, 0.2)"))
        assert editor.of(2) == []
        for _ in range(100):
            await asyncio.sleep(0.02)
            if editor.of(2):
                return

    assert serve(table(), talk, realtime=True).of(2) == [{"messageID": 2, "message": "later"}]


def test_the_port_is_free_again_after_stopping_and_only_loopback_listens() -> None:
    async def run() -> None:
        server = Server(table(), port=0)
        await server.start()
        assert server._intake.address[0] == "127.0.0.1"
        port = server.port
        await server.stop()
        again = Server(table(), port=port)
        await again.start()
        await again.stop()

    asyncio.run(run())


def test_a_flood_and_any_order_still_carry_every_answer() -> None:
    script = "for i = 1, 9 do print(i) end return 'done'"
    editor = say(table(), execute(script), faults=Faults(flood=20, reorder=50, delay=0.001))
    assert len(editor.of(7)) == 20
    assert sorted(m["message"] for m in editor.of(2)) == [str(i) for i in range(1, 10)]
    assert editor.messages[-1]["messageID"] != 5 or [m["message"] for m in editor.of(2)] != [
        str(i) for i in range(1, 10)
    ]


def test_messages_that_are_dropped_never_come() -> None:
    assert say(table(), execute("return 1"), faults=Faults(drop=1.0)).messages == []
    half = say(table(), execute("for i = 1, 200 do print(i) end"), faults=Faults(drop=0.5))
    assert 60 < len(half.of(2)) < 140


def test_nobody_listens_while_the_table_reloads() -> None:
    async def talk(server: Server, editor: Editor) -> None:
        await send(server)
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b'{"messageID": 1, "scriptStates": []}')
        writer.close()
        await asyncio.sleep(0.05)
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", server.port)
        await server.drained()
        await send(server, {"messageID": 0})

    assert len(serve(table(), talk, faults=Faults(refuse=0.2)).of(1)) == 2


def test_a_restart_in_the_middle_loads_the_game_anew() -> None:
    made = table("x = 0", path="save.json")
    editor = say(
        made, execute("x = 5 return x"), execute("return x"), execute("return x"),
        faults=Faults(restart=2),
    )  # fmt: skip
    assert [m.get("returnValue") for m in editor.of(5)] == [5.0, 0.0]
    assert len(editor.of(1)) == 1


def test_save_and_play_reads_the_save_from_disk_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "TS_Save_1.json"
    data = {"LuaScript": "x = 1", "ObjectStates": [thing("Bag", "aaaaaa")]}
    path.write_text(json.dumps(data), "utf-8")

    async def talk(server: Server, _: Editor) -> None:
        await send(server, {"messageID": 1, "scriptStates": [{"guid": "-1", "script": "x = 2"}]})
        await send(server, execute("return x"))
        path.write_text(json.dumps({**data, "LuaScript": "x = 3"}), "utf-8")
        await send(server, {"messageID": 1, "scriptStates": []}, execute("return x"))
        path.write_text("no save", "utf-8")
        await send(server, {"messageID": 1, "scriptStates": []}, execute("return x"))

    editor = serve(Table(data, path=path).load(), talk)
    assert [m["returnValue"] for m in editor.of(5)] == [2.0, 3.0, 3.0]


def test_faults_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="share from 0 to 1"):
        Faults(drop=2)
    with pytest.raises(ValueError, match="delay must not be below 0"):
        Faults(delay=-1)


def test_a_connection_that_is_still_open_is_cut_off_when_the_table_goes() -> None:
    async def run() -> bytes:
        server = Server(table(), port=0)
        await server.start()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b'{"messageID"')
        await asyncio.sleep(0.01)
        await server.stop()
        try:
            return await asyncio.wait_for(reader.read(-1), 120)
        except ConnectionError:
            return b""
        finally:
            writer.close()

    assert asyncio.run(run()) == b""
