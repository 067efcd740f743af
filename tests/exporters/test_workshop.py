"""Workshop items are fetched from a server of this machine and become the game's text."""

import contextlib
import json
import math
import struct
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.assets.bson import BsonError, decode
from exporters.assets.game_folders import data_folders, entries
from exporters.assets.http import Fetcher
from exporters.assets.workshop import (
    Item,
    WorkshopError,
    details,
    download,
    is_newer,
    parse_id,
    thumbnail,
    to_save,
)
from exporters.savefile import dump, parse, read
from tests.exporters.saves import small_save
from tests.exporters.web import PNG, Web, served

FETCHER = Fetcher(private=True, pause=0.0)


def bson(value: dict[str, Any]) -> bytes:
    """A document as BSON, written from the specification for these tests."""

    def member(key: str, each: Any) -> bytes:
        name = key.encode() + b"\0"
        if each is None:
            return b"\x0a" + name
        if isinstance(each, bool):
            return b"\x08" + name + bytes([each])
        if isinstance(each, int):
            if -(2**31) <= each < 2**31:
                return b"\x10" + name + struct.pack("<i", each)
            return b"\x12" + name + struct.pack("<q", each)
        if isinstance(each, float):
            return b"\x01" + name + struct.pack("<d", each)
        if isinstance(each, bytes):
            return b"\x05" + name + struct.pack("<i", len(each)) + b"\0" + each
        if isinstance(each, str):
            text = each.encode()
            return b"\x02" + name + struct.pack("<i", len(text) + 1) + text + b"\0"
        if isinstance(each, list):
            return b"\x04" + name + bson({str(n): one for n, one in enumerate(each)})
        return b"\x03" + name + bson(each)

    body = b"".join(member(key, each) for key, each in value.items())
    return struct.pack("<i", len(body) + 5) + body + b"\0"


KEYS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=5)


@given(DOCUMENTS)
def test_bson_is_read_as_it_was_written(document: dict[str, Any]) -> None:
    found = decode(bson(document))
    assert found == document
    assert json.dumps(found) == json.dumps(document)  # 1 stays 1, 1.0 stays 1.0, order stays


def test_the_two_examples_of_the_specification() -> None:
    assert decode(b"\x16\x00\x00\x00\x02hello\x00\x06\x00\x00\x00world\x00\x00") == {
        "hello": "world"
    }
    assert decode(
        b"\x31\x00\x00\x00\x04BSON\x00\x26\x00\x00\x00\x02\x30\x00\x08\x00\x00\x00awesome\x00"
        b"\x01\x31\x00\x33\x33\x33\x33\x33\x33\x14\x40\x10\x32\x00\xc2\x07\x00\x00\x00\x00"
    ) == {"BSON": ["awesome", 5.05, 1986]}


def test_what_json_cannot_say_is_left_out() -> None:
    assert decode(bson({"a": 1, "b": b"\0\1\2", "c": 2})) == {"a": 1, "c": 2}
    date = b"\x09when\0" + bytes(8) + b"\x07id\0" + bytes(12) + b"\x0bre\0a\0b\0" + b"\x08t\0\1"
    assert decode(struct.pack("<i", len(date) + 5) + date + b"\0") == {"t": True}


@given(DOCUMENTS, st.data())
def test_broken_bson_is_refused_and_never_anything_else(document: Any, data: st.DataObject) -> None:
    content = bytearray(bson(document))
    cut = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(BsonError, match="byte"):
        decode(bytes(content[:cut]))
    content[cut] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(BsonError):
        decode(bytes(content))


def test_bson_nested_without_end_is_refused() -> None:
    content = bson({})
    for _ in range(300):
        content = struct.pack("<i", len(content) + 8) + b"\x03a\0" + content + b"\0"
    with pytest.raises(BsonError, match="nested deeper"):
        decode(content)


def test_an_item_becomes_the_text_that_the_game_writes() -> None:
    widened = struct.unpack("<f", struct.pack("<f", 1 / 3))[0]
    item = Item("7", title="Mod", time_updated=1700000000)
    save = to_save(
        {"SaveName": "", "Gravity": 0.5, "X": widened, "Y": 1e7, "N": 3, "B": math.inf, "T": []},
        item,
    )
    assert dump(save).replace("\r\n", "\n") == (
        '{\n  "SaveName": "Mod",\n  "EpochTime": 1700000000,\n  "Gravity": 0.5,\n'
        '  "X": 0.333333343,\n  "Y": 1E+07,\n  "N": 3,\n  "B": "Infinity",\n  "T": []\n}'
    )
    assert parse(dump(save)).data["X"] == 0.333333343


PAGE = "https://steamcommunity.com/"


@pytest.mark.parametrize(
    "text",
    ["123", f"{PAGE}sharedfiles/filedetails/?id=123", f"{PAGE}workshop/?id=123&searchtext="],
)
def test_an_item_is_named_by_its_number_or_its_page(text: str) -> None:
    assert parse_id(text) == "123"


@pytest.mark.parametrize("text", ["", "abc", "https://example.org/?id=1", "-1"])
def test_what_names_no_item_is_refused(text: str) -> None:
    with pytest.raises(WorkshopError):
        parse_id(text)


@pytest.fixture
def web() -> Any:
    with served() as server:
        yield server


PATH = "/ISteamRemoteStorage/GetPublishedFileDetails/v1/"


def publish(web: Web, **fields: Any) -> None:
    about = {
        "publishedfileid": "123",
        "result": 1,
        "consumer_app_id": 286160,
        "title": "Small mod",
        "file_url": web.put("/file", body=bson(small_save().data)),
        "preview_url": web.put("/preview"),
        "file_size": "1000",
        "time_updated": 1700000000,
        "tags": [{"tag": "Cooperative"}],
    }
    answer = {"response": {"result": 1, "publishedfiledetails": [about | fields]}}
    web.put(PATH, body=json.dumps(answer).encode())


def test_an_item_is_asked_for_fetched_and_has_a_picture(web: Web) -> None:
    publish(web)
    item = details(FETCHER, "123", web.base)
    assert parse_qs(web.bodies[0].decode()) == {"itemcount": ["1"], "publishedfileids[0]": ["123"]}
    save = download(FETCHER, item)
    wanted = small_save().data
    assert save.data == wanted | {"SaveName": "Small mod", "EpochTime": 1700000000}
    assert parse(dump(save)).data == save.data
    assert thumbnail(FETCHER, item) == (".png", PNG)


def test_a_fetched_item_is_newer_only_by_more_than_a_minute(web: Web) -> None:
    publish(web)
    item = details(FETCHER, "123", web.base)
    assert not is_newer(item, {"EpochTime": 1700000000 - 60})
    assert is_newer(item, {"EpochTime": 1700000000 - 61})
    assert is_newer(item, {})


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"result": 9}, "hidden"),
        ({"file_url": ""}, "hidden"),
        ({"publishedfileid": "5"}, "hidden"),
        ({"consumer_app_id": 440}, "another game"),
        ({"title": 3.5}, "not understood"),
    ],
)
def test_an_item_that_cannot_be_had_is_refused(web: Web, fields: Any, problem: str) -> None:
    publish(web, **fields)
    with pytest.raises(WorkshopError, match=f"123.*{problem}"):
        details(FETCHER, "123", web.base)


def test_a_file_that_is_no_save_is_refused(web: Web) -> None:
    publish(web, file_url=web.put("/html", body=b"<html>"))
    with pytest.raises(WorkshopError, match="123: its file: byte"):
        download(FETCHER, details(FETCHER, "123", web.base))
    publish(web, file_url="file:///etc/passwd")
    with pytest.raises(WorkshopError, match="not an http address"):
        download(FETCHER, details(FETCHER, "123", web.base))


HOME = Path("/home/me")


def test_the_games_folders_on_each_system() -> None:
    assert data_folders("darwin", HOME, {}) == [HOME / "Library/Tabletop Simulator"]
    linux = data_folders("linux", HOME, {})
    assert linux[0] == HOME / ".local/share/Tabletop Simulator"
    assert any("compatdata/286160" in str(each) for each in linux)
    windows = data_folders("win32", HOME, {"OneDrive": "/home/me/OneDrive"})
    assert windows == [
        HOME / "Documents/My Games/Tabletop Simulator",
        HOME / "OneDrive/Documents/My Games/Tabletop Simulator",
    ]
    assert data_folders("win32", HOME, {"TTS_DATA": "/data"}) == [Path("/data")]


def test_what_lies_in_the_games_folder_is_listed(tmp_path: Path) -> None:
    saves, objects = tmp_path / "Saves", tmp_path / "Saves/Saved Objects/Bags"
    workshop = tmp_path / "Mods/Workshop"
    for folder in (objects, workshop):
        folder.mkdir(parents=True)
    (saves / "SaveFileInfos.json").write_text("[]")
    (saves / "TS_Save_1.json").write_bytes(dump(small_save(EpochTime=5)).encode())
    (saves / "TS_AutoSave.json").write_text('{"SaveName": "Ünï \\"q\\"", "ObjectStates": []}')
    (objects / "Bag.json").write_text('{"SaveName": "", "ObjectStates": []}')
    long = json.dumps({"SaveName": "Old", "Note": "x" * 20000, "VersionNumber": "v9.7"})
    (workshop / "123.json").write_text(long)
    found = list(entries(tmp_path))
    assert [(each.kind, each.name, each.version) for each in found] == [
        ("autosave", 'Ünï "q"', ""),
        ("save", "Small", "v13.2.2"),
        ("object", "Bag", ""),
        ("workshop", "Old", "v9.7"),
    ]
    assert found[1].time == 5
    assert found[3].size == len(long)
    assert read(found[1].path).data["EpochTime"] == 5
