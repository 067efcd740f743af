"""Saves are read and written without loss; errors say where and what to do."""

import copy
import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.jsontext.printer import MAX_DEPTH, Style, render
from exporters.savefile import (
    Save,
    SaveError,
    by_guid,
    check_utf8,
    dump,
    format_number,
    objects,
    parse,
    read,
)

# Small twins of what real files show.
TWINS = {
    "game": '{\n  "SaveName": "a",\n  "Gravity": 0.5,\n  "Tags": [],\n  "ObjectStates": []\n}',
    "windows": '{\n  "SaveName": "a",\n  "ObjectStates": [\n    {\n      "GUID": "a1b2c3"\n'
    "    }\n  ]\n}\n",
    "four spaces": '{\n    "ObjectStates": [\n        {\n            "X": 1\n        }\n    ]\n}\n',
    "odd closing": '{\n    "ObjectStates": [\n        1\n    ]\n  }',
    "tabs": '{\n\t"ObjectStates": [\n\t\t{}\n\t]\n}',
    "compact": '{"ObjectStates":[{"X":1,"Y":[1,2]}]}',
    "python": '{"ObjectStates": [{"X": 1, "Y": [1, 2]}]}',
    "number text": '{"N": [1, 1.0, 1.00, -0.0, -0, 1E-05, 1e-5, 0.10, 1E+07, 123456789012345678]}',
    "not finite": '{"BreakForce": Infinity, "B": -Infinity, "C": NaN, "D": "Infinity"}',
    "escapes": '{"a": "\\u0026 \\/ & / \\u003C \\t", "b": "\\ud800", "\\u0063": "\\ud83d\\ude00"}',
    "raw controls": '{"a": "one\ttwo\nthree"}',
    "twice": '{"a": 1, "b": 2, "a": 3}',
    "blank lines": '{\n\n  "a" : 1 ,\n\n  "b": [ ],\n  "c": {\n  }\n}\n\n',
    "byte order mark": '\ufeff{\n  "ObjectStates": []\n}',
    "unicode": '{"SaveName": "黎明杀机 – Ünïcode"}',
    "null element": '{"CameraStates": [null, null]}',
}


TWINS["windows"] = TWINS["windows"].replace("\n", "\r\n")


@pytest.mark.parametrize("text", TWINS.values(), ids=TWINS.keys())
def test_what_is_not_edited_is_dumped_byte_for_byte(text: str) -> None:
    assert dump(parse(text)) == text
    if "\\ud800" not in text:
        assert dump(parse(text.encode())).encode() == text.encode()


def test_a_real_save_is_dumped_byte_for_byte(corpus_file: Path) -> None:
    content = corpus_file.read_bytes()
    assert dump(parse(content, corpus_file.name)).encode() == content


def test_a_real_save_survives_an_edit_elsewhere(corpus_file: Path) -> None:
    text = corpus_file.read_bytes().decode()
    save = parse(text)
    save.data["zz added"] = 1
    edited = dump(save)
    del save.data["zz added"]
    assert dump(save) == text
    again = parse(edited)
    assert again.data.pop("zz added") == 1
    assert dump(again) == text


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(width=32, allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
trees = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=25,
)
documents = st.dictionaries(st.text(max_size=5), trees, max_size=5)
layouts = st.sampled_from([None, 0, 2, 4, "\t"])


def written(document: Any, indent: Any, crlf: bool, ascii_only: bool) -> str:
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    return text.replace("\n", "\r\n") if crlf else text


def as_32_bit(value: Any) -> Any:
    """With every float as the game keeps it."""
    if isinstance(value, dict):
        return {key: as_32_bit(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_32_bit(each) for each in value]
    return struct.unpack("<f", struct.pack("<f", value))[0] if isinstance(value, float) else value


def strict(value: Any) -> Any:
    """Tells 1 from 1.0 from True, and orders of keys apart."""
    if isinstance(value, dict):
        return [(key, strict(each)) for key, each in value.items()]
    if isinstance(value, list):
        return [strict(each) for each in value]
    return (type(value).__name__, repr(value))


@given(documents, layouts, st.booleans(), st.booleans())
def test_any_document_is_dumped_as_it_was(
    document: Any, indent: Any, crlf: bool, ascii_only: bool
) -> None:
    text = written(document, indent, crlf, ascii_only)
    save = parse(text)
    assert strict(save.data) == strict(json.loads(text))
    assert dump(save) == text


@given(documents, documents, layouts, st.booleans())
def test_any_edit_is_what_is_read_again(old: Any, new: Any, indent: Any, crlf: bool) -> None:
    save = parse(written(old, indent, crlf, False))
    save.data.clear()
    save.data.update(copy.deepcopy(new))
    read_again = parse(dump(save)).data
    assert as_32_bit(read_again) == as_32_bit(new)
    assert [*read_again] == [*new]


@given(documents, trees, layouts, st.booleans(), st.data())
def test_an_added_element_is_an_insertion_and_its_removal_an_undo(
    document: Any, added: Any, indent: Any, crlf: bool, data: st.DataObject
) -> None:
    document["list"] = [{"GUID": "a"}, 1.5, {"GUID": "b"}]
    text = written(document, indent, crlf, False)
    save = parse(text)
    place = data.draw(st.integers(0, 3))
    save.data["list"].insert(place, added)
    longer = dump(save)
    grown = len(longer) - len(text)
    assert any(longer[:i] + longer[i + grown :] == text for i in range(len(text) + 1))
    again = parse(longer)
    assert as_32_bit(again.data) == as_32_bit(save.data)
    del again.data["list"][place]
    assert dump(again) == text


def test_an_edited_number_leaves_its_neighbours_text() -> None:
    save = parse('{"a": [1E-05, 1.00, {"x": 0.10, "y": 2.50}], "b": 7e0}')
    save.data["a"][2]["y"] = 1 / 3
    assert dump(save) == '{"a": [1E-05, 1.00, {"x": 0.10, "y": 0.333333343}], "b": 7e0}'


def test_one_is_not_true_and_not_one_point_zero() -> None:
    save = parse('{"a": 1, "b": 1.0, "c": true, "d": 0.0}')
    save.data.update(a=True, b=True, c=1, d=-0.0)
    assert dump(save) == '{"a": true, "b": true, "c": 1, "d": -0.0}'


def test_an_integer_put_where_a_float_stood_is_written_as_a_float() -> None:
    save = parse('{"posX": 1.5, "CardID": 100}')
    save.data.update(posX=4, CardID=101)
    assert dump(save) == '{"posX": 4.0, "CardID": 101}'


def test_elements_keep_their_text_when_they_are_removed_or_reordered() -> None:
    text = '{\n "L": [\n  {"GUID": "a", "x": 1.00},\n  {"GUID": "b", "x": 2.00}\n ]\n}'
    save = parse(text)
    save.data["L"].reverse()
    assert '{"GUID": "b", "x": 2.00},\n  {"GUID": "a", "x": 1.00}' in dump(save)
    del save.data["L"][0]
    assert dump(save) == '{\n "L": [\n  {"GUID": "a", "x": 1.00}\n ]\n}'


def test_an_element_is_found_by_its_guid_when_it_moves_and_changes() -> None:
    save = parse('{"L": [{"GUID": "a", "x": 1.00, "y": 0}, {"GUID": "b", "x": 2.00, "y": 0}]}')
    first, second = save.data["L"]
    first["y"] = second["y"] = 1
    save.data["L"] = [second, {"new": None}, first]
    assert dump(save) == (
        '{"L": [{"GUID": "b", "x": 2.00, "y": 1}, {"new": null}, {"GUID": "a", "x": 1.00, "y": 1}]}'
    )


def test_an_edit_beside_a_repeated_key_keeps_both() -> None:
    save = parse('{"a": 1, "b": 2, "a": 3}')
    save.data["b"] = 5
    assert dump(save) == '{"a": 1, "b": 5, "a": 3}'
    save.data["a"] = 4
    assert dump(save) == '{"a": 1, "b": 5, "a": 4}'
    del save.data["a"]
    assert dump(save) == '{ "b": 5}'.replace("{ ", "{")


def test_keys_come_out_in_the_order_they_are_given() -> None:
    save = parse('{"a": 1.00, "b": 2.00}')
    edited = Save({"b": 2.0, "c": 0, "a": 1.0}, save.source)
    assert dump(edited) == '{"b": 2.00, "c": 0, "a": 1.00}'


def test_an_insertion_follows_the_files_own_layout() -> None:
    for name in ("windows", "four spaces", "tabs"):
        text = TWINS[name]
        save = parse(text)
        save.data["ObjectStates"].append({"k": [1]})
        newline = "\r\n" if name == "windows" else "\n"
        unit = {"windows": "  ", "four spaces": "    ", "tabs": "\t"}[name]
        expected = newline.join(
            [
                f"{unit * 2}{{",
                f'{unit * 3}"k": [',
                f"{unit * 4}1",
                f"{unit * 3}]",
                f"{unit * 2}}}",
                f"{unit}]",
            ]
        )
        assert f",{newline}{expected}" in dump(save)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0.0"),
        (1, "1.0"),
        (-0.0, "-0.0"),
        (1 / 3, "0.333333343"),
        (2 / 3, "0.6666667"),
        (1e-4, "0.0001"),
        (9.99e-5, "9.99E-05"),
        (1e-5, "1E-05"),
        (1.234567e-5, "1.234567E-05"),
        (9999999, "9999999.0"),
        (1e7, "1E+07"),
        (12345678, "12345678.0"),
        (123456789, "123456792.0"),
        (1e9, "1E+09"),
        (180.1015625, "180.101563"),
        (3.4028234663852886e38, "3.40282347E+38"),
        (1e300, '"Infinity"'),
        (-math.inf, '"-Infinity"'),
        (math.nan, '"NaN"'),
    ],
)
def test_a_float_is_printed_as_the_game_prints_it(value: float, text: str) -> None:
    assert format_number(value) == text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_printed_float_is_the_same_float(value: float) -> None:
    read_back = float(format_number(value))
    assert struct.pack("<f", read_back) == struct.pack("<f", value)


def test_the_games_own_files_are_printed_from_nothing_to_the_same_bytes(corpus_file: Path) -> None:
    by_another_hand = {
        "booster_generator_v11.2.1",
        "gloomhaven_enhanced_globals_v13.1.1",
        "gloomhaven_subset_v10.4",
        "hero_realms_v12.3.5",
        "modmanager_mock_v12.3.5",
        "mtg_8player_noversion",
        "sced_built_v13.3",
        "stardust_v12.3.3",
        "tstl_template_v13.2.2",
    }
    if corpus_file.stem in by_another_hand:
        pytest.skip("reprinted by another tool or edited by hand")
    text = corpus_file.read_bytes().decode()
    style = Style("\r\n" if "\r\n" in text else "\n")
    assert render(parse(text).data, style) == text.rstrip("\r\n")


@pytest.mark.parametrize("before", range(65_532, 65_538))
def test_bytes_are_checked_to_be_utf8_wherever_a_character_lies(before: int) -> None:
    check_utf8(b"a" * before + "电".encode() + b"z", "a.json")
    for wrong in (b"\xe7\x94z", b"\xff", b"\xe7\x94"):
        with pytest.raises(SaveError, match=rf"a\.json: line 2, column {before}: not UTF-8"):
            check_utf8(b"\n" + b"a" * (before - 1) + wrong, "a.json")


def test_strings_are_escaped_as_the_game_escapes_them() -> None:
    save = Save({"k": "\" \\ / \n\r\t\b\f \x00\x1f \x7f \x85\u2028 é 电 <&' \ud800"})
    assert dump(save) == (
        '{\n  "k": "\\" \\\\ / \\n\\r\\t\\b\\f \\u0000\\u001f \x7f \\u0085\\u2028 é 电 '
        "<&' \\ud800\"\n}"
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1, column 1: not JSON"),
        (b"\n\n  nothing", "line 3, column 3: not JSON"),
        (b'{"a": 1,\n "b": }', "line 2, column 7: not JSON"),
        (b'{"a": 1} x', "line 1, column 10: not JSON (something follows the end)"),
        (b'{"ObjectStates": [{"GUID": "a', "not JSON"),
        (b"[1, 2]", "not a save"),
        (b'"text"', "not a save"),
        (b'{"a": "\xff"}', "line 1, column 8: not UTF-8"),
        (b'\n{"a":\n"\xff"}', "line 3, column 2: not UTF-8"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"a":' * 500 + b"1" + b"}" * 500, "nested deeper"),
        (b'{"a": ' + b"9" * 5000 + b"}", "shorten that number"),
    ],
)
def test_what_is_no_save_is_refused_in_one_line(content: bytes, says: str) -> None:
    with pytest.raises(SaveError, match=r"^x\.json: ") as refused:
        parse(content, "x.json")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_save_without_objects_is_refused_only_when_asked() -> None:
    assert parse('{"SaveName": ""}').data == {"SaveName": ""}
    for text in ('{"SaveName": ""}', '{"ObjectStates": {}}'):
        with pytest.raises(SaveError, match=r"t\.json: .*no list ObjectStates"):
            parse(text, "t.json", require_objects=True)


def test_deep_nesting_is_read_up_to_the_limit_and_edited_there() -> None:
    text = '{"a":' * (MAX_DEPTH - 1) + "[1]" + "}" * (MAX_DEPTH - 1)
    save = parse(text)
    assert dump(save) == text
    inner: Any = save.data
    while isinstance(inner, dict):
        inner = inner["a"]
    inner.append(2)
    assert dump(save) == text.replace("[1]", "[1,2]")


def test_an_edit_that_contains_itself_is_refused() -> None:
    save = parse('{"a": {}}')
    save.data["a"]["b"] = save.data["a"]["c"] = save.data["a"]
    with pytest.raises(SaveError, match="nested deeper"):
        dump(save)


def test_what_json_cannot_say_is_a_type_error() -> None:
    for value in ({1: 2}, {"a": {3}}, {"a": b"x"}):
        save = parse("{}")
        save.data["new"] = value
        with pytest.raises(TypeError):
            dump(save)


NESTED = {
    "ObjectStates": [
        {
            "GUID": "aaaaaa",
            "ContainedObjects": [{"GUID": "bbbbbb", "ContainedObjects": [{"GUID": "cccccc"}]}],
            "ChildObjects": [{"GUID": "dddddd"}],
            "States": {"2": {"GUID": "eeeeee"}},
        },
        "not an object",
        {"GUID": "ffffff", "ContainedObjects": None, "States": 3},
    ]
}


def test_every_object_is_walked_with_its_path_parents_first() -> None:
    assert [(path, each["GUID"]) for path, each in objects(Save(NESTED))] == [
        ("ObjectStates[0]", "aaaaaa"),
        ("ObjectStates[0].ContainedObjects[0]", "bbbbbb"),
        ("ObjectStates[0].ContainedObjects[0].ContainedObjects[0]", "cccccc"),
        ("ObjectStates[0].ChildObjects[0]", "dddddd"),
        ("ObjectStates[0].States[2]", "eeeeee"),
        ("ObjectStates[2]", "ffffff"),
    ]
    assert by_guid(Save(NESTED)).keys() == {"aaaaaa", "ffffff"}
    assert not [*objects(Save({}))]


def test_reading_a_file_names_it_in_errors(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"missing\.json: No such file"):
        read(tmp_path / "missing.json")
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    with pytest.raises(SaveError, match=r"^bad\.json: line 1"):
        read(bad)
