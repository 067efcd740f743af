"""Two edits of one save become one save with both, or say what they disagree on."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.compare.diff import compare
from exporters.compare.equality import MISSING
from exporters.compare.merge import MergeError, merge
from exporters.compare.merge_values import Conflict
from exporters.compare.text_merge import merge as merge_text
from exporters.compare.text_merge import unified
from exporters.savefile import Json, Save, dump, objects, parse, read
from tests.exporters.edits import EDITS, Edit, edited
from tests.exporters.saves import small_save


def changed(edit: Any, base: Save | None = None) -> Save:
    base = base or small_save()
    new = Save(copy.deepcopy(base.data), base.source, base.name)
    edit(new.data["ObjectStates"], new.data)
    return new


def merged(ours: Any, theirs: Any, **options: Any) -> tuple[list[Json], Json, list[Conflict]]:
    new, conflicts = merge(small_save(), changed(ours), changed(theirs), **options)
    again = parse(dump(new))
    assert again.data == new.data
    return new.data["ObjectStates"], new.data, conflicts


def brief(conflicts: list[Conflict]) -> list[tuple[Any, ...]]:
    return [(each.path, each.field, each.base, each.ours, each.theirs) for each in conflicts]


def test_one_renames_what_the_other_moves() -> None:
    table, _, conflicts = merged(
        lambda t, d: t[0].update(Nickname="Blue"),
        lambda t, d: (t[0]["Transform"].update(posX=5.0), t.append(t.pop(0))),
    )
    assert conflicts == []
    assert (table[3]["Nickname"], table[3]["Transform"]["posX"]) == ("Blue", 5.0)
    assert [each["GUID"] for each in table] == ["ba9001", "f00001", "7e0001", "a00001"]


def test_a_piece_put_into_a_bag_keeps_what_the_other_changed_in_it() -> None:
    table, _, conflicts = merged(
        lambda t, d: t[1]["ContainedObjects"].append(t.pop(0)),
        lambda t, d: t[0].update(GMNotes="theirs"),
    )
    assert conflicts == []
    assert table[0]["ContainedObjects"][-1]["GMNotes"] == "theirs"
    assert len(table) == 3


def test_both_add_to_the_table_and_to_one_deck() -> None:
    def add(nickname: str, guid: str, number: int) -> Any:
        def edit(table: list[Json], _: Json) -> None:
            table.append({**copy.deepcopy(table[0]), "GUID": guid, "Nickname": nickname})
            deck = table[1]["ContainedObjects"][0]
            card = {**copy.deepcopy(deck["ContainedObjects"][0]), "GUID": guid[::-1]}
            deck["ContainedObjects"].append({**card, "CardID": number})
            deck["DeckIDs"].append(number)

        return edit

    table, _, conflicts = merged(add("One", "aaaa01", 1210), add("Two", "aaaa02", 1220))
    assert conflicts == []
    assert [each["Nickname"] for each in table[-2:]] == ["One", "Two"]
    deck = table[1]["ContainedObjects"][0]
    assert deck["DeckIDs"] == [1200, 1201, 1202, 1210, 1220]
    assert [each["CardID"] for each in deck["ContainedObjects"]] == deck["DeckIDs"]


def test_what_both_added_alike_is_there_once() -> None:
    def add(table: list[Json], _: Json) -> None:
        table.append({**copy.deepcopy(table[0]), "GUID": "aaaa01"})

    table, _, conflicts = merged(add, add)
    assert (len(table), conflicts) == (5, [])
    table, _, conflicts = merged(add, lambda t, d: (add(t, d), t[-1].update(Nickname="Other")))
    assert len(table) == 5
    assert [each.field for each in conflicts] == ["Nickname"]


def test_scripts_are_joined_line_by_line() -> None:
    def replace(old: str, new: str) -> Any:
        return lambda t, d: t[0].update(LuaScript=t[0]["LuaScript"].replace(old, new))

    table, _, conflicts = merged(
        replace("function onLoad()", "-- ours\r\nfunction onLoad()"), replace("'two'", "'2'")
    )
    assert conflicts == []
    assert table[0]["LuaScript"] == (
        "-- ours\r\nfunction onLoad()\r\n  print('one')\r\n  print('2')\r\nend\r\n"
    )
    _, _, conflicts = merged(replace("'one'", "'1'"), replace("'one'", "'eins'"))
    assert [(each.path, each.field) for each in conflicts] == [("ObjectStates[0]", "LuaScript")]


def test_tags_are_joined_as_a_set_and_snap_points_as_a_list() -> None:
    point = {"Position": {"x": 1.0, "y": 0.0, "z": 0.0}}
    table, data, conflicts = merged(
        lambda t, d: (t[0].update(Tags=["Pawn", "Red", "Ours"]), d.update(SnapPoints=[point])),
        lambda t, d: (t[0].update(Tags=["Red", "Theirs"]), d.update(Gravity=0.25)),
    )
    assert conflicts == []
    assert table[0]["Tags"] == ["Red", "Ours", "Theirs"]
    assert (data["SnapPoints"], data["Gravity"]) == ([point], 0.25)


def test_what_both_changed_otherwise_is_a_conflict_with_both_values() -> None:
    table, _, conflicts = merged(
        lambda t, d: t[0].update(Value=1), lambda t, d: t[0].update(Value=2)
    )
    assert brief(conflicts) == [("ObjectStates[0]", "Value", 0, 1, 2)]
    assert table[0]["Value"] == 1
    table, _, _ = merged(
        lambda t, d: t[0].update(Value=1), lambda t, d: t[0].update(Value=2), prefer="theirs"
    )
    assert table[0]["Value"] == 2
    assert json.loads(json.dumps(conflicts[0].as_json()))["theirs"] == 2


def test_removed_here_and_changed_there_is_a_conflict_and_kept_or_not_whole() -> None:
    def remove(table: list[Json], _: Json) -> None:
        del table[1]

    def change(table: list[Json], _: Json) -> None:
        table[1]["ContainedObjects"][0]["ContainedObjects"][2]["Nickname"] = "New"

    table, _, conflicts = merged(remove, change)
    assert [(each.path, each.field, each.ours) for each in conflicts] == [
        ("ObjectStates[1]", "(removed)", MISSING)
    ]
    assert len(table) == 3
    table, _, conflicts = merged(remove, change, prefer="theirs")
    assert len(conflicts) == 1
    assert len(table[1]["ContainedObjects"]) == 4
    assert table[1]["ContainedObjects"][0]["DeckIDs"] == [1200, 1201, 1202]


def test_removed_here_and_untouched_there_is_gone() -> None:
    table, _, conflicts = merged(lambda t, d: t.pop(1), lambda t, d: t[0].update(Value=3))
    assert (len(table), conflicts) == (3, [])


def test_put_into_what_the_other_removed_is_a_conflict_and_nothing_is_lost() -> None:
    def put(table: list[Json], _: Json) -> None:
        table[1]["ContainedObjects"].append(table.pop(0))

    for prefer in ("ours", "theirs"):
        table, _, conflicts = merged(put, lambda t, d: t.pop(1), prefer=prefer)
        assert conflicts
        assert "a00001" in json.dumps(table)


def test_each_put_into_the_other_is_a_conflict_and_nothing_is_lost() -> None:
    base = changed(lambda t, d: t.append({**copy.deepcopy(t[1]), "GUID": "ba9002"}))

    def into(inner: int, outer: int) -> Any:
        def edit(table: list[Json], _: Json) -> None:
            piece = table[inner]
            table[outer]["ContainedObjects"].append(piece)
            table.remove(piece)

        return edit

    new, conflicts = merge(base, changed(into(1, 4), base), changed(into(4, 1), base))
    assert conflicts
    assert {"ba9001", "ba9002"} <= {data.get("GUID") for _, data in objects(new)}


def test_the_date_of_the_later_save_is_taken() -> None:
    base = small_save(EpochTime=1, Date="one")
    ours, theirs = small_save(EpochTime=5, Date="five"), small_save(EpochTime=3, Date="three")
    theirs.data["Note"] = "theirs"
    new, conflicts = merge(base, ours, theirs)
    assert conflicts == []
    assert (new.data["EpochTime"], new.data["Date"], new.data["Note"]) == (5, "five", "theirs")


def test_a_save_with_something_that_is_no_object_is_refused() -> None:
    odd = parse('{"ObjectStates": [null]}', "odd.json")
    with pytest.raises(MergeError, match=r"odd\.json: the save: ObjectStates"):
        merge(small_save(), odd, small_save())


MANY = st.lists(EDITS, max_size=4)


@given(MANY)
def test_merging_with_an_unchanged_side_gives_the_other_byte_for_byte(edits: list[Edit]) -> None:
    base, new = small_save(), parse(dump(edited(edits)))
    for one, other in ((base, new), (new, base), (new, new)):
        result, conflicts = merge(base, one, other)
        assert conflicts == []
        assert dump(result) == dump(new)


@given(MANY)
def test_the_same_holds_when_the_unchanged_side_is_not_recognised_by_its_text(
    edits: list[Edit],
) -> None:
    """An extra field makes the short cut impossible: the objects have to be joined."""
    base, new = small_save(), edited(edits)
    other = small_save(Zzz=1)
    for one, two in ((new, other), (other, new)):
        result, conflicts = merge(base, one, two)
        assert conflicts == []
        assert [each.field for each in compare(new, result)] == ["Zzz"]


@given(MANY, MANY)
def test_merging_never_invents_or_breaks_and_conflicts_are_the_same_either_way(
    mine: list[Edit], yours: list[Edit]
) -> None:
    base, ours, theirs = small_save(), edited(mine), edited(yours)
    one, conflicts = merge(base, ours, theirs)
    other, swapped = merge(base, theirs, ours, "theirs")
    assert parse(dump(one)).data == one.data
    assert bool(conflicts) == bool(swapped)
    assert {data.get("GUID") for _, data in objects(other)} == {
        data.get("GUID") for _, data in objects(one)
    }
    guids = {data.get("GUID") for save in (base, ours, theirs) for _, data in objects(save)}
    assert {data.get("GUID") for _, data in objects(one)} <= guids


TEXTS = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "end"]), max_size=8).map("".join)


@given(TEXTS, TEXTS)
def test_a_text_merged_with_an_unchanged_one_is_the_other(base: str, new: str) -> None:
    assert merge_text(base, new, base) == merge_text(base, base, new) == new
    assert merge_text(base, new, new) == new
    assert (unified(base, new) == "") == (base == new)


def test_edits_of_different_lines_are_joined_and_of_the_same_are_not() -> None:
    base = "a\nb\nc\nd\ne\n"
    assert merge_text(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n") == "A\nb\nc\nd\nE\n"
    assert merge_text(base, "a\nX\nb\nc\nd\ne\n", "a\nb\nc\ne\n") == "a\nX\nb\nc\ne\n"
    assert merge_text(base, "a\nB\nc\nd\ne\n", "a\nbb\nc\nd\ne\n") is None
    assert merge_text(base, base + "f\n", base + "g\n") is None


def test_a_big_real_save_merges(corpus_file: Path) -> None:
    base = read(corpus_file)
    pieces = [path for path, data in objects(base) if "Transform" in data]
    if len(pieces) < 2:
        return

    def edit(path: str, key: str) -> Save:
        new = Save(copy.deepcopy(base.data), base.source, base.name)
        dict(objects(new))[path][key] = "changed"
        return new

    new, conflicts = merge(base, edit(pieces[0], "GMNotes"), edit(pieces[-1], "Description"))
    assert conflicts == []
    assert [(each.path, each.field) for each in compare(base, new)] == [
        (pieces[0], "GMNotes"),
        (pieces[-1], "Description"),
    ]
