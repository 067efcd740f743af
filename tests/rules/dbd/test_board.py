"""The map validator: each of its rules broken once."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules.dbd.board import (
    CATEGORIES,
    MAP_SIZE_LIMIT,
    PROP_TOTALS,
    MapError,
    parse_board,
    problems,
    training_ground,
)
from tests.rules.dbd.sample import small_board

Map = dict[str, Any]


@pytest.fixture
def raw() -> Map:
    value: Map = json.loads(msgspec.json.encode(training_ground()))
    return value


def refusal(raw: Map) -> str:
    with pytest.raises(MapError) as error:
        parse_board(json.dumps(raw), "my.json")
    text = str(error.value)
    assert text.startswith("my.json: ")
    return text


@pytest.mark.parametrize("board", [training_ground(), small_board()], ids=["training", "small"])
def test_the_maps_we_have_keep_every_rule(board: Any) -> None:
    assert problems(board) == []


def test_a_map_reads_back_as_it_was(raw: Map) -> None:
    assert parse_board(json.dumps(raw)) == training_ground()


def test_a_space_that_stands_twice_is_named(raw: Map) -> None:
    raw["spaces"][1]["id"] = raw["spaces"][0]["id"]
    assert "space 'watchtower' stands twice" in refusal(raw)


def test_a_path_that_stands_twice_is_named(raw: Map) -> None:
    raw["paths"].append(raw["paths"][0])
    assert "path 'watchtower-orchard-blue' stands twice" in refusal(raw)


@pytest.mark.parametrize("end", ["a", "b"])
def test_a_path_to_nowhere_is_named(raw: Map, end: str) -> None:
    raw["paths"][0][end] = "nowhere"
    assert "path 'watchtower-orchard-blue' leads to 'nowhere', which is no space" in refusal(raw)


def test_a_path_to_itself_is_named(raw: Map) -> None:
    raw["paths"][0]["b"] = raw["paths"][0]["a"]
    assert "path 'watchtower-orchard-blue' leads from 'watchtower' to itself" in refusal(raw)


def test_a_missing_start_number_is_named(raw: Map) -> None:
    del raw["spaces"][0]["start"]
    assert refusal(raw) == "my.json: start number 0 is on 0 spaces, not on one"


def test_a_start_number_on_two_spaces_is_named(raw: Map) -> None:
    raw["spaces"][1]["start"] = 0
    assert refusal(raw) == "my.json: start number 0 is on 2 spaces, not on one"


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_prop_too_many_is_counted(raw: Map, category: str) -> None:
    raw["spaces"][0]["props"][category] = raw["spaces"][0]["props"].get(category, 0) + 1
    total = {str(name): count for name, count in PROP_TOTALS.items()}[category]
    assert refusal(raw) == f"my.json: {total + 1} {category} props, not {total}"


def test_a_wall_too_few_is_counted(raw: Map) -> None:
    next(path for path in raw["paths"] if path.get("wall"))["wall"] = False
    assert refusal(raw) == "my.json: 3 paths with a breakable wall, not 4"


def test_a_space_without_a_path_is_named(raw: Map) -> None:
    raw["spaces"].append({"id": "island", "name": {"en": "Island"}, "x": 9, "y": 9})
    assert refusal(raw) == "my.json: space 'island' has no path"


def test_several_faults_are_told_at_once(raw: Map) -> None:
    raw["paths"][0]["a"] = "nowhere"
    del raw["spaces"][0]["start"]
    assert refusal(raw).count(";") == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"version": 2}, "$.version"),
        ({"id": "No Spaces"}, "$.id"),
        ({"spaces": []}, "$.spaces"),
        ({"paths": []}, "$.paths"),
        ({"name": {"fr": "Carte"}}, "$.name"),
        ({"colour": "red"}, "colour"),
        ({"paths": [{"id": "p", "a": "x", "b": "y", "colour": "pink"}]}, "$.paths[0].colour"),
        ({"spaces": [{"id": "a", "name": {"en": "A"}, "x": "1", "y": 0}] * 2}, "$.spaces[0].x"),
    ],
)
def test_a_wrong_field_is_named(raw: Map, change: Map, field: str) -> None:
    assert field in refusal(raw | change)


@pytest.mark.parametrize("text", [b"", b"[", b"\xff", "\ud800", "[" * 100_000, b"[]"])
def test_what_is_no_json_is_no_map(text: bytes | str) -> None:
    with pytest.raises(MapError, match=r"^map: "):
        parse_board(text)


def test_a_huge_file_is_not_even_read() -> None:
    with pytest.raises(MapError, match="larger than 1,000,000 bytes"):
        parse_board(" " * (MAP_SIZE_LIMIT + 1))


def test_a_deep_file_is_no_map() -> None:
    with pytest.raises(MapError):
        parse_board('{"version": 1, "x": ' + "[" * 100_000 + "]" * 100_000 + "}")


def test_exits_follow_arrows_and_both_ways_elsewhere() -> None:
    board = small_board()
    yellow = {at: {way.to for way in by.get("yellow", ())} for at, by in board.exits.items()}
    assert yellow["attic"] == {"dock"}
    assert yellow["forge"] == {"dock"}
    assert yellow["dock"] == {"attic"}
    assert {way.to for way in board.exits["bridge"]["red"]} == {"attic", "cellar"}
    assert [path.colour for path in board.between("cellar", "bridge")] == ["green", "red"]


def test_every_printed_prop_has_a_slot_in_its_space() -> None:
    board = training_ground()
    for category, total in PROP_TOTALS.items():
        slots = [slot for slot in board.slots if slot.category == category]
        assert [slot.prop for slot in slots] == [f"{category}-{n}" for n in range(1, total + 1)]
    for space in board.spaces:
        held = [slot.category for slot in board.slots if slot.space == space.id]
        assert held == [c for c in CATEGORIES for _ in range(getattr(space.props, c))]
