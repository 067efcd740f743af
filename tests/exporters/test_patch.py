"""A patch changes what it says and nothing else."""

import copy
import json
import os
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.compare.diff import compare
from exporters.edit.patch import Patch, PatchError, apply, decode
from exporters.edit.patch_file import read_patch
from exporters.jsontext.fieldpath import FieldError, join_field, parse_field
from exporters.savefile import dump, objects, parse, read, write
from exporters.schema import PATCH, load
from tests.exporters.killing import kill_at, moments
from tests.exporters.saves import small_objects, small_save

EXAMPLE = """
about = "Spring cleaning"

[[change]]
select = { name = "Red pawn" }
expect = 1
set = { Locked = true, "Transform.posY" = 2, Memo = "new" }
remove = ["GMNotes"]
rename = "Crimson pawn"
add_tags = ["Figure", "PAWN"]
remove_tags = ["red"]
replace = [{ find = "print('one')\\n  print('two')", put = "print('three')" }]

[[change]]
select = { type = "Tile" }
swap_urls = [{ find = "https://example.org/", put = "https://example.net/" }]

[[change]]
select = "save"
set = { Note = "Patched" }
rename = "Small, patched"
"""


def patched(document: Any, **options: Any) -> Any:
    new, _ = apply(small_save(), decode(document), **options)
    return new.data


def change(select: Any, **what: Any) -> dict[str, Any]:
    return {"change": [{"select": select, **what}]}


def test_the_example_does_what_it_says() -> None:
    old = small_save()
    new, taken = apply(old, decode(tomllib.loads(EXAMPLE)))
    assert taken == [1, 6, 1]
    pawn = new.data["ObjectStates"][0]
    assert (pawn["Locked"], pawn["Transform"]["posY"], pawn["Memo"]) == (True, 2, "new")
    assert "GMNotes" not in pawn
    assert (pawn["Nickname"], pawn["Tags"]) == ("Crimson pawn", ["Pawn", "Figure"])
    assert pawn["LuaScript"] == "function onLoad()\r\n  print('three')\r\nend\r\n"
    assert new.data["ComponentTags"]["labels"][-1] == {
        "displayed": "Figure",
        "normalized": "figure",
    }
    assert new.data["ObjectStates"][2]["States"]["2"]["CustomImage"]["ImageURL"] == (
        "https://example.net/2.png"
    )
    assert (new.data["SaveName"], new.data["Note"]) == ("Small, patched", "Patched")
    assert '"posY": 2.0' in dump(new)  # the game keeps a float there
    assert old.data == small_save().data


def test_the_example_follows_the_schema_and_a_misspelt_one_does_not() -> None:
    validator = jsonschema.Draft202012Validator(load(PATCH))
    document = tomllib.loads(EXAMPLE)
    validator.validate(document)
    document["change"][0]["renam"] = "x"
    assert not validator.is_valid(document)
    with pytest.raises(PatchError, match=r"renam.*\$\.change\[0\]"):
        decode(document)


def test_what_is_not_patched_stays_byte_for_byte() -> None:
    save = parse('{"ObjectStates" : [ {"GUID":"a1b2c3","X":1.50,"Locked":false } ,{"X":1e-5} ]}')
    new, _ = apply(save, decode(change({"guid": "a1b2c3"}, set={"Locked": True})))
    assert dump(new) == dump(save).replace("false", "true")


def test_a_patch_that_selects_nothing_is_refused_unless_told() -> None:
    document = change({"name": "nobody"}, rename="x")
    with pytest.raises(PatchError, match="change 1: it selects nothing"):
        patched(document)
    assert patched(document, allow_nothing=True) == small_save().data
    assert patched(change({"name": "nobody"}, rename="x", expect=0)) == small_save().data
    with pytest.raises(PatchError, match="selects 3 objects, not 2"):
        patched(change({"type": "Card"}, expect=2, rename="x"))


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"change": []}, "length"),
        (change({"guid": "a00001"}), "changes nothing"),
        (change({}, delete=True), "every object"),
        (change("save", delete=True), "for objects"),
        (change("table", rename="x"), "select"),
        (change({"guid": "a00001"}, remove=["Nope"]), "there is no Nope"),
        (change({"guid": "a00001"}, set={"A.b": 1}), "there is no A"),
        (change({"guid": "a00001"}, set={"Tags[7]": 1}), r"no Tags\[7\]"),
        (change({"guid": "a00001"}, set={"..": 1}), "is no field"),
        (change({"guid": "a00001"}, replace=[{"find": "zzz", "put": ""}]), "0 times"),
        (change({"guid": "a00001"}, replace=[{"find": "print", "put": "", "count": 3}]), "2 times"),
        (change({"guid": "a00001"}, replace=[{"find": "(", "put": "", "regex": True}]), "replace"),
        (
            change({"guid": "a00001"}, replace=[{"find": "x", "put": "", "field": "Value"}]),
            "no text",
        ),
        (change({"where": "Locked &&"}, rename="x"), "JMESPath"),
        (change({"type": "Tile"}, swap_urls=[{"find": "ftp://", "put": ""}]), "ftp"),
        (change({"guid": "a00001"}, add=[{"Name": "Card"}]), "holds nothing"),
        (change("save", add=[{"Name": "Card", "GUID": "a00001"}]), "in use"),
        (change({"guid": "f00002"}, delete=True), "deleted alone"),
        (change({"guid": ["c00001", "c00002"]}, delete=True), "at least two cards"),
        (change({"guid": "dec001"}, add=[{"Name": "BlockSquare"}]), "cards only"),
        (change({"guid": "a00001"}, script="x", script_file="y"), "keep one"),
    ],
)
def test_what_cannot_be_done_is_refused_and_named(document: Any, problem: str) -> None:
    with pytest.raises(PatchError, match=problem):
        patched(document)


def test_a_deck_follows_its_cards() -> None:
    data = patched(change({"guid": "c00001"}, delete=True))
    deck = data["ObjectStates"][1]["ContainedObjects"][0]
    assert deck["DeckIDs"] == [1200, 1202]
    card = copy.deepcopy(deck["ContainedObjects"][0])
    card |= {"CardID": 1305, "GUID": "c00009"}
    card["CustomDeck"] = {"13": {**card["CustomDeck"]["12"], "FaceURL": "https://example.org/b"}}
    data = patched(change({"guid": "dec001"}, add=[card]))
    deck = data["ObjectStates"][1]["ContainedObjects"][0]
    assert deck["DeckIDs"] == [1200, 1201, 1202, 1305]
    assert list(deck["CustomDeck"]) == ["12", "13"]
    data = patched(change({"guid": "c00001"}, set={"CardID": 1209}))
    assert data["ObjectStates"][1]["ContainedObjects"][0]["DeckIDs"] == [1200, 1209, 1202]
    card["CustomDeck"] = {"12": card["CustomDeck"]["13"]}
    with pytest.raises(PatchError, match="another sheet 12"):
        patched(change({"guid": "dec001"}, add=[card]))


def test_deleting_takes_objects_out_of_tables_bags_and_parts() -> None:
    data = patched(change({"name": ("Hat", "Coin", "Sign")}, delete=True))
    save = parse(json.dumps(data))
    assert len(list(objects(save))) == len(list(objects(small_save()))) - 4
    assert data["ObjectStates"][2]["ChildObjects"] == []


def test_a_later_change_sees_what_an_earlier_one_did() -> None:
    document = {
        "change": [
            {"select": {"name": "Sign"}, "rename": "Board"},
            {"select": {"name": "Board"}, "set": {"Value": 4.0}},
        ]
    }
    sign = patched(document)["ObjectStates"][3]
    assert sign["Value"] == 4
    assert isinstance(sign["Value"], int)  # the game counts there


def test_texts_in_a_save_are_swapped_in_scripts_too() -> None:
    save = small_save(LuaScript="url = 'http://old.example/x'")
    new, _ = apply(
        save,
        decode(
            change("save", swap_urls=[{"find": "http://old.example", "put": "https://new.example"}])
        ),
    )
    assert new.data["LuaScript"] == "url = 'https://new.example/x'"


def test_a_file_names_its_scripts_and_objects_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pawn.lua").write_text("-- new\nprint(1)\n", encoding="utf-8")
    (tmp_path / "things.json").write_text(json.dumps({"ObjectStates": small_objects()[3:]}))
    file = tmp_path / "patch.toml"
    file.write_text(
        '[[change]]\nselect = { guid = "a00001" }\nscript_file = "pawn.lua"\n'
        '[[change]]\nselect = { guid = "ba9001" }\nadd_from = ["things.json"]\n'
    )
    new, _ = apply(small_save(), read_patch(file))
    assert new.data["ObjectStates"][0]["LuaScript"] == "-- new\r\nprint(1)\r\n"
    assert new.data["ObjectStates"][1]["ContainedObjects"][4]["Nickname"] == "Sign"


@pytest.mark.parametrize(
    "text",
    [
        "[[change]\n",
        '[[change]]\nselect = { guid = "a" }\nscript_file = "../secret"\n',
        '[[change]]\nselect = { guid = "a" }\nadd_from = ["/etc/passwd"]\n',
        '[[change]]\nselect = { guid = "a" }\nscript_file = "missing.lua"\n',
        '[[change]]\nselect = { guid = "a" }\nset = { Date = 2020-01-01 }\n',
        "about = 3\n",
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "patch.toml"
    file.write_text(text)
    with pytest.raises(PatchError, match=r"patch\.toml|secret|passwd|missing"):
        read_patch(file)


KEYS = st.one_of(st.text(min_size=1, max_size=8), st.integers(0, 99))


@given(st.lists(KEYS, min_size=1, max_size=5))
def test_every_field_has_a_name_that_is_read_back(parts: list[str | int]) -> None:
    assert parse_field(join_field(parts)) == tuple(parts)


@pytest.mark.parametrize("text", ["", ".", "a..b", "a.", "[x]", 'a"b"', '"a', "a[1]b"])
def test_no_field_is_refused(text: str) -> None:
    with pytest.raises(FieldError):
        parse_field(text)


SETTABLE = st.fixed_dictionaries(
    {},
    optional={
        "Nickname": st.text("abc", min_size=1),
        "GMNotes": st.text("xyz", min_size=1),
        "Value": st.integers(1, 9),
        "ColorDiffuse.g": st.sampled_from([0.25, 0.5]),
        "Memo": st.just("m"),
    },
).filter(bool)


@given(st.sampled_from([path for path, _ in objects(small_save())]), SETTABLE)
def test_a_diff_reports_exactly_the_patch(path: str, fields: dict[str, Any]) -> None:
    old = small_save()
    new, _ = apply(old, decode(change({"path": path}, set=fields)))
    found = compare(old, parse(dump(new)))
    assert {(each.path, each.field): each.new for each in found} == {
        (path, name): value for name, value in fields.items()
    }


def test_a_real_save_takes_a_patch_and_nothing_else_changes(corpus_file: Path) -> None:
    save = read(corpus_file)
    document = change({"where": "Locked"}, set={"Locked": False}) if list(objects(save)) else None
    if document is None:
        return
    new, (taken,) = apply(save, decode(document), allow_nothing=True)
    found = compare(save, new)
    assert len(found) == taken
    assert all((each.field, each.new) == ("Locked", False) for each in found)
    assert apply(save, Patch(()))[0].data == save.data


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killing_a_patch_at_any_moment_leaves_the_old_save_or_the_new_one(tmp_path: Path) -> None:
    old = dump(small_save())
    document = decode(tomllib.loads(EXAMPLE))
    new = dump(apply(parse(old), document)[0])
    save = tmp_path / "save.json"

    def patch() -> None:
        write(save, apply(read(save), document)[0])

    seen = set()
    save.write_text(old)
    for moment in moments(patch, 200):
        save.write_text(old)
        kept = save.with_name("save.json.bak")
        kept.unlink(missing_ok=True)
        kill_at(moment, patch)
        seen.add(save.read_text())
        assert seen <= {old, new}
        assert not kept.exists() or kept.read_text() == old
    assert seen == {old, new}
