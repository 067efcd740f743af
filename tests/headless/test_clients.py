"""What clients that were not written here sent, byte by byte, and what they get for it.

`wire/` holds the documents that two public clients of the External Editor API, one for Node and
one in Python, sent to a headless table: get scripts, execute and return, a custom message, Save &
Play. They have their own ideas of spaces, the order of keys and escapes.
"""

from pathlib import Path

import pytest

from tests.headless.saves import thing
from tests.headless.test_server import Editor, Message, say
from tts_bridge.headless.table import Table

WIRE = Path(__file__).parent / "wire"
GLOBAL = (
    "count = 0\nfunction onLoad() print('loaded', count) end\n"
    "function onExternalMessage(data) count = count + 1"
    " sendExternalMessage({echo = data.text, n = count}) end\n"
)


def table() -> Table:
    tray = thing("Bag", "a1b2c3", Nickname="Tray", LuaScript="x = '中'\n")
    return Table(
        {"LuaScript": GLOBAL, "XmlUI": '<Panel id="p" />', "ObjectStates": [tray]}, path="save.json"
    ).load()


def replay(client: str) -> Editor:
    documents = sorted(WIRE.glob(f"{client}-*.bin"), key=lambda path: path.name)
    assert documents
    return say(table(), *(path.read_bytes() for path in documents))


def returned(editor: Editor) -> list[Message]:
    return [{k: v for k, v in m.items() if k != "messageID"} for m in editor.of(5)]


def test_the_node_client_gets_what_it_asks_for() -> None:
    editor = replay("node")
    first, second = editor.of(1)
    assert [each["name"] for each in first["scriptStates"]] == ["Global", "Tray"]
    assert first["scriptStates"][0]["ui"] == '<Panel id="p" />'
    assert "count = 41" in second["scriptStates"][0]["script"]
    assert [m.get("returnValue") for m in editor.of(5)] == [
        '{"n":1,"text":"é中\ufffd\\u003f"}', "中", 41.0, None,
    ]  # fmt: skip
    assert editor.of(4)[0]["customMessage"] == {"echo": "héllo", "n": 1.0}
    assert editor.of(3)[0]["error"].startswith("executeScript:(2,")


def test_the_python_client_gets_what_it_asks_for() -> None:
    editor = replay("python")
    assert len(editor.of(1)) == 2
    assert returned(editor) == [{"returnID": 1795987210, "returnValue": "中"}]
    assert {"messageID": 2, "message": "snippet\tTray"} in editor.messages
    assert editor.of(4)[0]["customMessage"] == {"echo": "héllo", "n": 8.0}


@pytest.mark.parametrize("client", ["node", "python"])
def test_each_client_used_every_kind_of_message(client: str) -> None:
    text = b"".join(path.read_bytes() for path in WIRE.glob(f"{client}-*.bin"))
    for kind in (b"0", b"1", b"2", b"3"):
        assert b'"messageID":' + kind in text.replace(b": ", b":")
