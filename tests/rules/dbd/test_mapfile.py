"""`.dbdmap` files: out and in again the same map; bad ones are refused in one clear line."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given

from rules.dbd.board import Board, MapError, parse_board, training_ground
from rules.dbd.mapfile import MANIFEST, read_dbdmap, read_map, write_dbdmap, write_json
from tests.rules.dbd.maps import boards
from tests.rules.dbd.sample import small_board

BOARDS = [training_ground(), small_board()]


def manifest(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return json.loads(archive.read(MANIFEST))  # type: ignore[no-any-return]


def packed(value: Any, name: str = MANIFEST) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, value if isinstance(value, str) else json.dumps(value))
    return out.getvalue()


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_map_written_and_read_is_the_same(board: Any) -> None:
    data = write_dbdmap(board)
    again = read_dbdmap(data)
    assert again == board
    assert write_dbdmap(again) == data


@given(boards())
def test_import_export_import_is_the_identity_either_way(board: Board) -> None:
    assert parse_board(write_json(board)) == board
    data = write_dbdmap(board)
    again = read_map(write_json(read_map(data)))
    assert again == board
    assert write_dbdmap(again) == data
    assert write_json(again) == write_json(board)


def foreign() -> dict[str, Any]:
    """The training ground as another program would write it: ids of its own, one name."""
    ours = manifest(write_dbdmap(training_ground()))
    ids = {room["id"]: f"F{index}_{room['id']}" for index, room in enumerate(ours["rooms"])}
    rooms = [{k: v for k, v in room.items() if k != "names"} for room in ours["rooms"]]
    return {
        "version": 3,
        "rooms": [room | {"id": ids[room["id"]], "image": "x.png"} for room in rooms],
        "paths": [
            {
                "id": f"P{index}",
                "from": ids[path["from"]],
                "to": ids[path["to"]],
                "color": path["color"].upper(),
                "isWall": path["wall"],
            }
            for index, path in enumerate(ours["paths"])
        ],
    }


def test_a_foreign_file_is_read_leniently_and_kept_from_then_on() -> None:
    board = read_dbdmap(packed(foreign()), "My Map.dbdmap")
    assert board.id == "my-map"
    assert len(board.spaces) == len(training_ground().spaces)
    assert [p.colour for p in board.paths] == [p.colour for p in training_ground().paths]
    assert sum(path.wall for path in board.paths) == 4
    assert read_dbdmap(write_dbdmap(board), "other.dbdmap") == board


def broken(**changes: Any) -> bytes:
    return packed(foreign() | changes)


def room(index: int, **changes: Any) -> bytes:
    value = foreign()
    value["rooms"][index] |= changes
    return packed(value)


def path(index: int, **changes: Any) -> bytes:
    value = foreign()
    value["paths"][index] |= changes
    return packed(value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "which is a zip"),
        (b"PK\x03\x04 not really", "which is a zip"),
        (packed("{}", "other.json"), "no manifest.json"),
        (packed("not json"), "manifest.json"),
        (packed("[1]"), "no JSON object"),
        (packed(" " * 1_000_001), "larger than"),
        (broken(rooms={}), "'rooms'"),
        (broken(paths=[1]), "'paths'"),
        (room(1, id=foreign()["rooms"][0]["id"]), r"rooms\[1\]\.id"),
        (room(0, propTiles=None), r"rooms\[0\]\.propTiles"),
        (room(0, propTiles={"objective": 1.5}), r"propTiles\.objective"),
        (room(0, propTiles={"objective": 99}), "not within 0 to 12"),
        (room(0, initialPlacement=6), "initialPlacement"),
        (room(0, initialPlacement=None), "start number 0"),
        (room(0, x="left"), r"rooms\[0\]\.x"),
        (path(2, to="nowhere"), r"paths\[2\]\.to"),
        (path(2, color="pink"), r"paths\[2\]\.color"),
        (path(4, isWall=False), "3 paths with a breakable wall"),
        (broken(paths=[]), "my.dbdmap: "),
    ],
)
def test_a_file_that_cannot_be_used_says_why(data: bytes, said: str) -> None:
    with pytest.raises(MapError, match=said) as refused:
        read_dbdmap(data, "my.dbdmap")
    assert "\n" not in str(refused.value)
