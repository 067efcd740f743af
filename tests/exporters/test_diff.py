"""Two saves are compared by what they mean, whatever their text."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.compare.diff import Change, compare
from exporters.compare.diff_text import render
from exporters.compare.equality import MISSING, changes, same
from exporters.savefile import Json, Save, dump, objects, parse, read
from tests.exporters.conftest import CORPUS
from tests.exporters.edits import EDITS, Edit, edited
from tests.exporters.saves import small_save


def after(edit: Any) -> list[Change]:
    old = small_save()
    new = Save(copy.deepcopy(old.data), old.source)
    edit(new.data["ObjectStates"], new.data)
    return compare(old, new)


def brief(changes: list[Change]) -> list[tuple[Any, ...]]:
    return [(each.kind, each.path, each.field, each.old, each.new) for each in changes]


def test_a_renamed_piece_and_a_moved_piece() -> None:
    def edit(table: list[Json], _: Json) -> None:
        table[0]["Nickname"] = "Blue pawn"
        table[1]["Transform"]["posX"] = 4.5
        table[1]["Transform"]["posZ"] = -1.0

    assert brief(after(edit)) == [
        ("renamed", "ObjectStates[0]", "Nickname", "Red pawn", "Blue pawn"),
        ("moved", "ObjectStates[1]", "Transform.pos", [3.0, 1.0, 3.0], [4.5, 1.0, -1.0]),
    ]


def test_a_changed_script_is_a_text_diff() -> None:
    def edit(table: list[Json], _: Json) -> None:
        table[0]["LuaScript"] = table[0]["LuaScript"].replace("one", "three")

    (change,) = after(edit)
    assert (change.kind, change.field) == ("script", "LuaScript")
    assert "-  print('one')\n+  print('three')\n" in change.text
    assert change.text.startswith("@@ -1,5 +1,5 @@\n function onLoad()")


def test_what_was_taken_from_a_bag_is_placed_and_not_a_new_piece() -> None:
    def edit(table: list[Json], _: Json) -> None:
        taken = table[1]["ContainedObjects"].pop(0)
        taken["Transform"]["posY"] = 9.0
        table.append(taken)

    placed, moved = after(edit)
    assert (placed.kind, placed.path, placed.was) == (
        "placed",
        "ObjectStates[4]",
        "ObjectStates[1].ContainedObjects[0]",
    )
    assert (moved.kind, moved.new) == ("moved", [0.0, 9.0, 0.0])


def test_added_and_removed_name_the_outermost_piece_only() -> None:
    def edit(table: list[Json], _: Json) -> None:
        bag = copy.deepcopy(table[1])
        bag["GUID"] = "ba9002"
        del table[2]
        table.insert(0, bag)

    found = after(edit)
    assert [(each.kind, each.path) for each in found] == [
        ("added", "ObjectStates[0]"),
        ("removed", "ObjectStates[2]"),
    ]
    assert '+ ObjectStates[0] Bag "Bag of things" (ba9002)' in render(found)


def test_one_of_two_equal_tokens_changes_and_the_other_does_not() -> None:
    def edit(table: list[Json], _: Json) -> None:
        table[1]["ContainedObjects"][2]["Value"] = 5

    assert brief(after(edit)) == [("changed", "ObjectStates[1].ContainedObjects[2]", "Value", 0, 5)]


def test_what_moved_up_because_another_left_is_not_reordered() -> None:
    def edit(table: list[Json], _: Json) -> None:
        table.insert(0, table.pop(3))

    assert [(each.kind, each.path, each.was) for each in after(edit)] == [
        ("reordered", "ObjectStates[0]", "ObjectStates[3]")
    ]


def test_a_card_that_leaves_a_deck_is_one_difference() -> None:
    def edit(table: list[Json], _: Json) -> None:
        deck = table[1]["ContainedObjects"][0]
        del deck["ContainedObjects"][1], deck["DeckIDs"][1]

    assert [(each.kind, each.what) for each in after(edit)] == [
        ("removed", 'Card "Card 1" (c00001)')
    ]


def test_another_state_is_placed() -> None:
    def edit(table: list[Json], _: Json) -> None:
        figure = table[2]
        states = figure.pop("States")
        table[2] = {**states.pop("2"), "ChildObjects": figure.pop("ChildObjects"), "States": states}
        states["1"] = figure

    kinds = {(each.kind, each.path, each.was) for each in after(edit)}
    assert kinds == {
        ("placed", "ObjectStates[2]", "ObjectStates[2].States[2]"),
        ("placed", "ObjectStates[2].States[1]", "ObjectStates[2]"),
        ("placed", "ObjectStates[2].States[3]", "ObjectStates[2].States[3]"),
        ("placed", "ObjectStates[2].ChildObjects[0]", "ObjectStates[2].ChildObjects[0]"),
    }


def test_a_piece_without_a_guid_is_known_by_what_it_has_in_common() -> None:
    def edit(table: list[Json], _: Json) -> None:
        held = table[1]["ContainedObjects"]
        held[3]["Nickname"] = "Old map"
        held.insert(0, held.pop(3))

    assert [(each.kind, each.field) for each in after(edit)] == [
        ("reordered", ""),
        ("renamed", "Nickname"),
    ]


def test_fields_inside_are_named_and_lists_show_what_came_and_went() -> None:
    label = {"displayed": "New", "normalized": "new"}

    def edit(table: list[Json], data: Json) -> None:
        table[0]["ColorDiffuse"]["r"] = 0.25
        table[0]["Tags"] = ["Pawn"]
        data["ComponentTags"]["labels"].insert(1, label)
        del data["Gravity"]

    assert brief(after(edit)) == [
        ("changed", "", "Gravity", 0.5, MISSING),
        ("changed", "", "ComponentTags.labels[1]", MISSING, label),
        ("changed", "ObjectStates[0]", "ColorDiffuse.r", 1.0, 0.25),
        ("changed", "ObjectStates[0]", "Tags", ["Pawn", "Red"], ["Pawn"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0.1, 0.10000000149011612, True),
        (0.1, 0.1001, False),
        (0.0, -0.0, True),
        (16777216, 16777217, False),
        (float("inf"), "Infinity", True),
        (float("nan"), "NaN", True),
        ("nan", "NaN", False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": None}, {}, False),
        ([1, 2], [2, 1], False),
        (1e300, 2e300, True),
    ],
)
def test_values_are_the_same_when_the_game_reads_the_same(
    one: Any, other: Any, equal: bool
) -> None:
    assert same(one, other) is equal
    assert same(other, one) is equal
    assert (list(changes(one, other)) == []) is equal


def test_another_layout_of_the_text_is_no_difference() -> None:
    save = small_save()
    again = parse(json.dumps(dict(reversed(save.data.items())), indent=4).replace("1.0", "1"))
    assert compare(save, again) == []


def test_ignored_fields_are_left_out() -> None:
    old, new = small_save(Date="1"), small_save(Date="2", EpochTime=5, Note="x")
    assert [each.field for each in compare(old, new, ("Date", "Epoch*"))] == ["Note"]


def test_nothing_in_a_save_steers_the_terminal() -> None:
    new = edited([("set", 0, "Nickname", "\x1b[2J\u202e"), ("set", 0, "GMNotes", "a\n\x07")])
    text = render(compare(small_save(), new))
    assert not {"\x1b", "\u202e", "\x07"} & set(text)


@given(st.lists(EDITS, max_size=4))
def test_a_save_does_not_differ_from_itself_and_only_then(edits: list[Edit]) -> None:
    old, new = small_save(), edited(edits)
    assert compare(new, parse(dump(new))) == []
    assert (compare(old, new) == []) == (compare(new, old) == [])
    if _in_meaning(old.data) != _in_meaning(new.data):
        assert compare(old, new)


def _in_meaning(data: Json) -> str:
    return json.dumps(data, sort_keys=True)


@given(st.lists(EDITS, max_size=4))
def test_every_difference_can_be_written_as_json_and_as_text(edits: list[Edit]) -> None:
    found = compare(small_save(), edited(edits))
    assert bool(render(found)) == bool(found)
    assert len(json.loads(json.dumps([each.as_json() for each in found]))) == len(found)


def test_hostile_values_are_compared_too() -> None:
    odd = parse(
        '{"ObjectStates": [{"GUID": [], "Name": {}}, null, 7, {"States": [1]}, '
        '{"GUID": "a", "Transform": 3}]}'
    )
    other = parse(
        '{"ObjectStates": [{"GUID": {}, "Name": {}}, {"States": {"1": 2}}, '
        '{"GUID": "a", "Transform": []}]}'
    )
    assert compare(odd, odd) == []
    assert compare(odd, other)
    assert render(compare(other, odd))


def test_a_real_save_is_itself_and_a_moved_piece_of_it_is_one_difference(corpus_file: Path) -> None:
    old = read(corpus_file)
    assert compare(old, read(corpus_file)) == []
    new = Save(copy.deepcopy(old.data), old.source)
    pieces = [each for _, each in objects(new) if "Transform" in each]
    if not pieces:
        return
    pieces[len(pieces) // 2]["Transform"]["posX"] = 77.25
    (change,) = compare(old, new)
    assert change.kind == "moved"


def test_three_edits_of_a_large_save_are_three_differences() -> None:
    path = CORPUS / "spirit_island_v13.1.1.json"
    if not path.exists():
        pytest.skip(f"no corpus at {CORPUS}")
    old = read(path)
    new = Save(copy.deepcopy(old.data), old.source)
    pieces = [data for _, data in objects(new)]
    pieces[40]["Transform"]["posX"] += 0.25
    pieces[300]["Nickname"] += " II"
    scripted = next(data for data in pieces[500:] if "\n" in data.get("LuaScript", ""))
    scripted["LuaScript"] = scripted["LuaScript"].replace("\n", " -- here\n", 1)
    kinds = [change.kind for change in compare(old, parse(dump(new)))]
    assert sorted(kinds) == ["moved", "renamed", "script"]
