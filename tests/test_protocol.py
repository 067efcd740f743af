"""The External Editor messages: every kind there and back, and what is refused."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_bridge.editor import messages as protocol
from tts_bridge.editor.messages import (
    UNSET,
    Created,
    Custom,
    Execute,
    Failed,
    GetScripts,
    Incoming,
    Loaded,
    NewObject,
    Outgoing,
    Position,
    Printed,
    ProtocolError,
    Returned,
    SaveAndPlay,
    Saved,
    Script,
    SendCustom,
    decode_incoming,
    decode_outgoing,
    encode_incoming,
    encode_outgoing,
    parse_position,
)

SCRIPT = Script(guid="a1b2c3", name="Würfel", script="x = 1\r\n", ui="<Panel/>")

INCOMING: list[tuple[Incoming, dict[str, Any]]] = [
    (NewObject((Script("a1b2c3"),)), {"messageID": 0}),
    (Loaded((SCRIPT,), save_path="C:\\a.json"), {"messageID": 1, "savePath": "C:\\a.json"}),
    (Printed("two\nlines"), {"messageID": 2, "message": "two\nlines"}),
    (Failed("e", "a1b2c3", "p: "), {"messageID": 3, "error": "e", "errorMessagePrefix": "p: "}),
    (Custom({"a": [1, None]}), {"messageID": 4, "customMessage": {"a": [1, None]}}),
    (Returned(7, 2.0), {"messageID": 5, "returnID": 7, "returnValue": 2.0}),
    (Saved("s"), {"messageID": 6, "savePath": "s"}),
    (Created("a1b2c3"), {"messageID": 7, "guid": "a1b2c3"}),
]
OUTGOING: list[tuple[Outgoing, dict[str, Any]]] = [
    (GetScripts(), {"messageID": 0}),
    (SaveAndPlay((SCRIPT, Script("-1"))), {"messageID": 1}),
    (SendCustom({"n": 1}), {"messageID": 2, "customMessage": {"n": 1}}),
    (Execute("return 1", "-1", 7), {"messageID": 3, "script": "return 1", "returnID": 7}),
]


@pytest.mark.parametrize(("message", "fields"), INCOMING)
def test_a_message_of_the_table_comes_back_and_has_the_documented_fields(
    message: Incoming, fields: dict[str, Any]
) -> None:
    data = encode_incoming(message)
    assert decode_incoming(data) == message
    assert msgspec.json.decode(data).items() >= fields.items()


@pytest.mark.parametrize(("message", "fields"), OUTGOING)
def test_a_message_to_the_table_comes_back_and_has_the_documented_fields(
    message: Outgoing, fields: dict[str, Any]
) -> None:
    data = encode_outgoing(message)
    assert decode_outgoing(data) == message
    assert msgspec.json.decode(data).items() >= fields.items()


def test_a_script_without_ui_is_written_without_the_key() -> None:
    sent = msgspec.json.decode(encode_outgoing(SaveAndPlay((Script("-1", script="x"),))))
    assert sent["scriptStates"] == [{"guid": "-1", "name": "", "script": "x"}]


def test_a_table_writes_indented_json() -> None:
    assert encode_incoming(Printed("a")) == b'{\n  "messageID": 2,\n  "message": "a"\n}'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"messageID": 1}', Loaded()),
        (b'{"messageID": 2, "more": {"x": []}}', Printed()),
        (b'{"guid": "-2", "messageID": 3}', Failed(guid="-2")),
        (b'{"messageID": 4, "customMessage": "text"}', Custom("text")),
        (b'{"messageID": 5, "returnID": 3, "returnValue": null}', Returned(3)),
        (b'{"messageID": 5.0, "returnID": 3.0, "returnValue": 2.5}', Returned(3, 2.5)),
        (b'{"messageID": 6, "savePath": null}', Saved()),
        (b'\xef\xbb\xbf {"messageID": 7}\n', Created()),
        (
            b'{"messageID": 0, "scriptStates": [{"guid": "-1", "ui": null, "script": null}]}',
            NewObject((Script("-1", ui=UNSET),)),
        ),
    ],
)
def test_missing_null_and_unknown_fields_are_tolerated(data: bytes, message: Incoming) -> None:
    assert decode_incoming(data) == message


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", "the document"),
        (b"[]", "the document"),
        (b'{"messageID": 9}', "$.messageID"),
        (b'{"message": "a"}', "the document"),
        (b'{"messageID": 2, "message": 5}', "$.message"),
        (b'{"messageID": 1, "scriptStates": [{"guid": 5}]}', "$.scriptStates[0].guid"),
        (b'{"messageID": 2, "message": "\xff"}', "the document"),
        (b'{"messageID": 2} {"messageID": 2}', "byte 18"),
        (b'{"messageID": 5, "returnValue": NaN}', "byte 32"),
        (b'{"messageID": 4, "customMessage": ' + b"[" * 100_000, "the document"),
        (b"GET / HTTP/1.1\r\n\r\n", "byte 0"),
    ],
)
def test_a_malformed_document_says_what_and_where(data: bytes, where: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        decode_incoming(data)
    assert raised.value.where == where
    assert raised.value.what
    assert where in str(raised.value)


def test_a_custom_message_to_the_table_must_be_an_object() -> None:
    with pytest.raises(ProtocolError, match="customMessage"):
        decode_outgoing(b'{"messageID": 2, "customMessage": [1]}')


def test_a_document_above_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LIMIT", 20)
    assert decode_incoming(b'{"messageID": 2}') == Printed()
    with pytest.raises(ProtocolError, match="21 bytes"):
        decode_incoming(b'{"messageID": 2}'.ljust(21))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["message", "guid", "error", "scriptStates", "returnID", "returnValue", "customMessage"]
)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_give_a_message_or_a_protocol_error(data: bytes) -> None:
    for decode in (decode_incoming, decode_outgoing):
        with contextlib.suppress(ProtocolError):
            assert decode(data) is not None


@given(st.integers(-1, 9), st.dictionaries(FIELDS, JSON, max_size=4))
def test_any_document_gives_a_message_that_encodes_again_or_a_protocol_error(
    number: int, fields: dict[str, Any]
) -> None:
    try:
        data = msgspec.json.encode({"messageID": number, **fields})
    except UnicodeEncodeError:
        return
    try:
        message = decode_incoming(data)
    except ProtocolError:
        return
    assert decode_incoming(encode_incoming(message)) == message


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (
            "chunk_3:(12,4-19): attempt to index a nil value",
            Position("chunk_3", 12, 4, 12, 19, "attempt to index a nil value"),
        ),
        (
            "Lua Error: Table piece - a1b2c3:(10,2-11,5): bad\nat foo",
            Position("Table piece - a1b2c3", 10, 2, 11, 5, "bad"),
        ),
        (
            "[Global] Lua Error <executeScript>: [Global] executeScript:(2,5-4,1): x",
            Position("[Global] executeScript", 2, 5, 4, 1, "x"),
        ),
        (
            "Error in Script (Tray) function <onLoad>: chunk_3:(12,4-19): y",
            Position("chunk_3", 12, 4, 12, 19, "y"),
        ),
        ("first line\nGlobal:(7,2): z", Position("Global", 7, 2, 7, 2, "z")),
        ("Object reference not set to an instance of an object", None),
        ("", None),
    ],
)
def test_the_place_of_a_script_error_is_found(text: str, position: Position | None) -> None:
    assert parse_position(text) == position


@given(st.text(alphabet=":(),-0123456789 []<>\nLuaEr", max_size=80))
def test_any_error_text_gives_a_position_or_none(text: str) -> None:
    position = parse_position(text)
    assert position is None or position.line >= 0


def test_the_text_of_an_error_does_not_repeat_itself() -> None:
    assert Failed("b", error_message_prefix="Error: a b").text == "Error: a b"
    assert Failed("boom", error_message_prefix="Error: ").text == "Error: boom"
