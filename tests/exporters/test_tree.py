"""Saves become trees of files and come back to the same bytes, whatever is in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from exporters.filenames import folded, is_safe_path, readable
from exporters.jsontext.printer import quote
from exporters.savefile import SaveError, dump, parse
from exporters.tree import build as treebuild
from exporters.tree.unpack import TreeError, build, build_text, unpack, unpack_text

LONG = "a long note. " * 30
SCRIPT = "function onLoad()\r\n  print('hi')\r\nend"


def thing(guid: str = "a1b2c3", nickname: str = "Sword", **more: Any) -> dict[str, Any]:
    return {"GUID": guid, "Name": "Custom_Token", "Nickname": nickname, **more}


def text_of(*objects: Any, indent: Any = 2, **more: Any) -> str:
    data = {"SaveName": "a", "Gravity": 0.5, **more, "ObjectStates": list(objects)}
    return json.dumps(data, indent=indent, ensure_ascii=False)


FULL = text_of(
    thing(
        "b00000",
        "Bag",
        LuaScript=SCRIPT,
        ContainedObjects=[thing(), thing(), thing("", "Sword"), None, 3],
        ChildObjects=[thing("c00000", "Sword")],
        States={"2": thing("d00000", "Sword"), "1": thing("e00000", "Sword", XmlUI="<a/>")},
    ),
    thing("", "", LuaScriptState='{"a": 1}' * 40, GMNotes=LONG, Description="short"),
    Note=LONG,
    LuaScript=SCRIPT + "\r\n",
    XmlUI="<Panel>\n</Panel>\n",
    TabStates={"0": {"title": "Rules", "body": LONG}, "1": {"title": "Rules", "body": LONG}},
)
TWINS = {
    "full": FULL,
    "windows": FULL.replace("\n", "\r\n"),
    "final newline": FULL + "\n",
    "byte order mark": "\ufeff" + FULL + "\r\n \n",
    "four spaces": json.dumps(json.loads(FULL), indent=4, ensure_ascii=False),
    "tabs": json.dumps(json.loads(FULL), indent="\t", ensure_ascii=False),
    "one line": json.dumps(json.loads(FULL), ensure_ascii=False),
    "compact": json.dumps(json.loads(FULL), separators=(",", ":")),
    "no spaces at colons": FULL.replace('": ', '":'),
    "edited by hand": FULL.replace('"Sword",', '"Sword" ,\n\n', 1) + "\n\n",
    "not finite": FULL.replace("0.5", "Infinity"),
    "raw tab": FULL.replace("short", "sh\tort"),
    "number text": FULL.replace("0.5", "[1E-05, -0, 1.00, 123456789012345678901234567890]"),
    "key twice": FULL.replace('"Gravity"', '"LuaScript": "first()", "LuaScript"'),
    "list twice": FULL.replace('"Gravity": 0.5', f'"ObjectStates": [{json.dumps(thing())}]'),
    "longer list twice": FULL.replace(
        '"Gravity": 0.5', f'"ObjectStates": {json.dumps([thing("a"), {}, thing("b")] * 3)}'
    ),
    "lists of two lengths": json.dumps(
        {"ObjectStates": [thing("a"), {}, [{}], thing("b")], "Also": [thing(LuaScript="x")]},
        indent=2,
    ).replace('"Also"', '"ObjectStates"'),
    "end of another system": FULL + "\r\n",
    "state in two scripts": text_of(thing(States={"é": thing(), "\u9ece": thing()})).replace(
        "\u9ece", "\\u9ece"
    ),
    "state in an irregular save": text_of(thing(States={"é": thing()})).replace('"é": ', '"é" : '),
    "key escaped": FULL.replace('"LuaScript"', '"Lua\\u0053cript"'),
    "ascii": text_of(thing(LuaScript="print('ä', '\U0001f600')")).replace("ä", "\\u00e4"),
    "html": FULL.replace("<", "\\u003c").replace(">", "\\u003e"),
    "slashes": FULL.replace("/", "\\/"),
    "escapes mixed": text_of(thing(LuaScript="a & <b> / ä")).replace("&", "\\u0026"),
    "odd escape": text_of(thing(LuaScript="xyz")).replace("xyz", "x\\u0079z"),
    "our own words": text_of(
        thing(**{"$file": "/etc/passwd", "$$text": {"$text": "a", "$file": 1}})
    ),
    "reference twin": text_of({"$file": "objects/x.json"}, LuaScript={"$text": "/etc/passwd"}),
    "no objects": '{\n  "SaveName": "a"\n}',
    "empty": "{}",
    "wrong kinds": text_of(None, 1, "x", [], {}, LuaScript=None, XmlUI=["x"], Note={"a": LONG}),
    "wrong lists": '{"ObjectStates": {"a": {"GUID": 5}}, "States": [{}], "TabStates": [{"body": 1}]'
    "}",
    "lone surrogate": text_of(thing(LuaScript="x")).replace('"x"', '"\\ud800"'),
    "controls": text_of(thing(LuaScript="a\0b", XmlUI="\ufeff<a/>", Description="\x7f\x01" * 300)),
    "line ends": text_of(
        *(thing(LuaScript=e) for e in ("\r", "\n", "a\r", "a\n\r", "\r\n", "a\r\nb"))
    ),
    "separators": text_of(thing(LuaScript="\u2028\u2029\u0085")),
    "separators escaped": text_of(thing(LuaScript="Q")).replace("Q", "\\u2028\\u2029\\u0085"),
    "nested deep": text_of(thing(ContainedObjects=[thing(ContainedObjects=[thing(States={})])])),
    "script with require": text_of(
        thing(LuaScript='require("gone")'), thing(LuaScript="require(x)")
    ),
    "not Lua": text_of(thing(LuaScript='x = "open\nrequire("a")'), thing(LuaScript="--[[ open")),
}


@pytest.mark.parametrize("text", TWINS.values(), ids=TWINS.keys())
def test_building_what_was_unpacked_gives_the_same_bytes(text: str) -> None:
    files = unpack_text(text)
    assert build_text(files) == text
    check_paths(files)
    save = parse(text)
    assert unpack(save) == files
    assert dump(build(files)) == text


def test_an_integer_too_long_for_python_is_none_of_its_business() -> None:
    text = '{"a": [' + "9" * 5000 + ' ],\n"ObjectStates": [{"a": {"b": [' + "9" * 5000 + "]}}]}"
    files = unpack_text(text)
    assert "objects/object.json" in files
    assert build_text(files) == text


def test_a_real_save_comes_back_byte_for_byte(corpus_file: Path) -> None:
    content = corpus_file.read_bytes()
    files = unpack_text(content.decode(), corpus_file.name)
    check_paths(files)
    assert build_text(files).encode() == content
    assert max(map(len, files)) < 200


def check_paths(files: dict[str, str]) -> None:
    """Every path stays inside, and no two meet on any system."""
    keys = [folded(path) for path in files]
    assert len(set(keys)) == len(keys)
    folders = {
        key.rsplit("/", number)[0] for key in keys for number in range(1, 1 + key.count("/"))
    }
    assert folders.isdisjoint(keys)
    assert all(is_safe_path(path) for path in files)
    for text in files.values():
        text.encode()


def test_every_object_is_a_file_and_what_it_contains_a_folder() -> None:
    files = unpack_text(FULL)
    assert sorted(path for path in files if path.endswith((".json", ".lua", ".xml", ".txt"))) == [
        "notebook/0.Rules.txt",
        "notebook/1.Rules.txt",
        "objects/Bag.b00000.json",
        "objects/Bag.b00000.lua",
        "objects/Bag.b00000/Sword.a1b2c3.2.json",
        "objects/Bag.b00000/Sword.a1b2c3.json",
        "objects/Bag.b00000/Sword.json",
        "objects/Bag.b00000/attached/Sword.c00000.json",
        "objects/Bag.b00000/states/1.Sword.e00000.json",
        "objects/Bag.b00000/states/1.Sword.e00000.xml",
        "objects/Bag.b00000/states/2.Sword.d00000.json",
        "objects/Custom_Token.gmnotes.txt",
        "objects/Custom_Token.json",
        "objects/Custom_Token.state.json",
        "save.json",
        "save.lua",
        "save.note.txt",
        "save.xml",
        "tree.json",
    ]
    assert files["objects/Bag.b00000.lua"] == SCRIPT + "\r\n"
    assert json.loads(files["objects/Bag.b00000.json"])["ContainedObjects"] == [
        {"$file": "Bag.b00000/Sword.a1b2c3.json"},
        {"$file": "Bag.b00000/Sword.a1b2c3.2.json"},
        {"$file": "Bag.b00000/Sword.json"},
        None,
        3,
    ]


@pytest.mark.parametrize(
    ("nickname", "guid", "path"),
    [
        ("CON", "a1b2c3", "CON_.a1b2c3"),
        ("nul", "", "nul_"),
        ("COM1", "", "COM1_"),
        ("..", "", "Custom_Token"),
        ("../../etc/passwd", "a", "etc-passwd.a"),
        ("C:\\Windows", "a", "C-Windows.a"),
        ("end...", "a", "end.a"),
        (" -a b- ", "a", "a-b.a"),
        ("x" * 200, "a", "x" * 40 + ".a"),
        ("黎明杀机：屠夫", "a", "黎明杀机-屠夫.a"),
        ("ก่อน", "a", "ก่อน.a"),
        ("[b][ff0000]Red[-][/b] die", "a", "Red-die.a"),
        ("\u202egnp.exe\0", "a", "gnp-exe.a"),
        ("\ud800", "a", "Custom_Token.a"),
        ("e\u0301", "a", "é.a"),
        ("a", "../..", "a"),
        ("a", "JSON", "a.JSON_"),
        ("a", "b" * 99, "a." + "b" * 12),
        ("💀 skull 💀", "a", "skull.a"),
    ],
)
def test_names_are_readable_and_safe(nickname: str, guid: str, path: str) -> None:
    text = text_of(thing(guid, "NICK")).replace('"NICK"', quote(nickname))
    files = unpack_text(text)
    assert f"objects/{path}.json" in files
    assert build_text(files) == text
    check_paths(files)


def test_no_two_objects_share_a_file_on_any_system() -> None:
    names = [
        "Card",
        "card",
        "CARD",
        "Card.2",
        "Straße",
        "STRASSE",
        "ﬁ",
        "fi",
        "K",
        "\u212a",
        "²",
        "2",
    ]
    objects = [thing("", name, LuaScript="x()") for name in names for _ in range(3)]
    objects += [
        thing("2", "card"),
        thing("lua", "card"),
        thing("state", "card", LuaScriptState=LONG),
    ]
    text = text_of(*objects, thing("", "states", States={"1": thing()}, ContainedObjects=[thing()]))
    files = unpack_text(text)
    check_paths(files)
    assert build_text(files) == text


def test_objects_nested_deep_get_short_paths() -> None:
    inner = thing("", "n" * 40)
    for _ in range(60):
        inner = thing("", "n" * 40, ContainedObjects=[inner], LuaScript="x()")
    text = text_of(inner)
    files = unpack_text(text)
    assert build_text(files) == text
    assert max(map(len, files)) < 240
    check_paths(files)


def test_a_hundred_thousand_siblings_are_not_too_many() -> None:
    text = text_of(*[{"Name": "Card"}] * 100_000)
    files = unpack_text(text)
    assert len(files) == 100_003
    assert build_text(files) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "save: line 1, column 1: not JSON"),
        ('{"a": 1,\n]', "save: line 2, column 1: not JSON"),
        ("[1]", "save: line 1, column 1: JSON, but not a save"),
        ('"x"', "not a save"),
        ('{"a":' * 300 + "1" + "}" * 300, "nested deeper"),
        ("[" * 99_999, "nested deeper|not JSON"),
        ('{"a": ' + "9" * 5000 + ", }", "number|not JSON"),
        ('{"a":\n "\ud800"}', "save: line 2, column 3: an unpaired surrogate"),
    ],
)
def test_what_cannot_be_unpacked_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        unpack_text(text)


def edited(path: str, old: str, new: str, text: str = FULL) -> dict[str, str]:
    files = unpack_text(text)
    assert old in files[path]
    return {**files, path: files[path].replace(old, new)}


def test_an_edited_tree_builds_to_the_edited_save() -> None:
    files = edited("objects/Bag.b00000.json", '"Bag"', '"Chest"')
    files["objects/Bag.b00000.lua"] = "-- new\n"
    files["save.note.txt"] = "Grüße\n"
    files["objects/new.json"] = '{"Name":   "Die_6"}'
    files["save.json"] = files["save.json"].replace(
        '{"$file": "objects/Bag', '{"$file": "objects/new.json"},\n    {"$file": "objects/Bag'
    )
    expected = json.loads(FULL)
    bag = expected["ObjectStates"][0]
    bag["Nickname"], bag["LuaScript"], expected["Note"] = "Chest", "-- new", "Grüße"
    expected["ObjectStates"].insert(0, {"Name": "Die_6"})
    assert build_text(files) == json.dumps(expected, indent=2, ensure_ascii=False)


def test_editors_that_change_ends_of_files_change_nothing() -> None:
    files = unpack_text(FULL)
    files["save.json"] = "\ufeff" + files["save.json"].removesuffix("\n").replace("\n", "\r\n")
    files["objects/Bag.b00000.lua"] = files["objects/Bag.b00000.lua"].removesuffix("\r\n")
    files["save.xml"] = "\ufeff" + files["save.xml"]
    assert build_text(files) == FULL


def test_a_tree_without_a_manifest_builds_in_the_layout_of_the_game() -> None:
    files = unpack_text(FULL.replace("\n", "\r\n"))
    del files["tree.json"]
    assert build_text(files) == FULL


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        ("save.json", '"Gravity":', '"Gravity"', r"save.json: line 3, column \d+: not JSON"),
        ("objects/Bag.b00000.json", "null,", "null", "objects/Bag.b00000.json: line 11"),
        ("objects/Bag.b00000.json", "{\n", "{}, {\n", "objects/Bag.b00000.json: line 1"),
        ("save.json", "objects/Bag", "objects/Gone", "save.json: line 18: objects/Gone.+not found"),
        ("save.json", "objects/Bag", "../Bag", "save.json: line 18: .+no path inside this tree"),
        ("save.json", "objects/Bag", "/../Bag", "no path inside"),
        ("save.json", "objects/Bag", "/etc/Bag", "etc/Bag.b00000.json was not found"),
        ("save.json", "objects/Bag", "C:\\\\Bag", "no path inside"),
        ("save.json", "objects/Custom_Token", "objects/Bag.b00000", "named here and in save.json"),
        ("save.json", '"save.lua"', "5", "save.json: line 5: Expected `str`, got `int`"),
        ("save.json", '"save.lua"', '"save.lua", "x": 1', "line 5: .+unknown field `x`"),
        ("save.json", '"save.lua"', '"save.lua", "escapes": "x"', "line 5: escapes is one of"),
        ("save.json", '"save.lua"', '"save.lua", "includes": "x"', "includes is a line end"),
        ("save.json", '"save.lua"', '"save.lua", "bundle": "/b.lua"', "b.lua was not found"),
        (
            "save.json",
            '"objects/Bag.b00000.json"',
            '"objects/Bag.b00000.json", "x": 1',
            "nothing may",
        ),
        (
            "objects/Bag.b00000.json",
            "Bag.b00000/Sword.json",
            "../save.json",
            "save.json was not|named",
        ),
        ("save.lua", "print", 'require("gone") print', "save.lua: Module gone, .+line 2 of __root"),
        ("save.lua", "print", "require(name) print", "save.lua: line 2: require needs a literal"),
        ("tree.json", '"tree": 1', '"tree": 9', "tree.json: no manifest of this version"),
        ("tree.json", '"layout": {}', '"layout": {"end": "x"}', "tree.json: a layout is spaces"),
        ("tree.json", '"layout": {}', '"layout": 7', "tree.json: Expected `object`"),
        ("tree.json", '"tree": 1', '"unfinished": true, "tree": 1', "an unpack was interrupted"),
        ("tree.json", '"game"', '"x"', "tree.json: escapes is one of"),
    ],
)
def test_a_broken_tree_names_file_and_line(path: str, old: str, new: str, message: str) -> None:
    with pytest.raises(TreeError, match=message):
        build_text(edited(path, old, new))


def test_a_tree_cannot_go_round_in_circles() -> None:
    files = edited("objects/Bag.b00000.json", "Bag.b00000/Sword.json", "../save.json")
    with pytest.raises(TreeError, match=r"save.json.+ is named here and in|save.json: line"):
        build_text(files)


def test_a_chain_of_files_that_is_too_long_is_refused() -> None:
    files = {f"{n}.json": f'{{"a": {{"$file": "{n + 1}.json"}}}}' for n in range(5000)}
    files |= {"save.json": '{"a": {"$file": "0.json"}}', "5000.json": "{}"}
    with pytest.raises(TreeError, match="objects inside each other"):
        build_text(files)


def test_a_text_named_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treebuild, "LARGEST", 1 << 20)
    files = {"a.txt": "x" * 1000, "save.json": '{"a": [' + '{"$text": "a.txt"},' * 2000 + "0]}"}
    with pytest.raises(TreeError, match=r"save.json: line 1: with this the save is too large"):
        build_text(files)


def test_a_folder_that_is_no_tree_is_named() -> None:
    with pytest.raises(TreeError, match=r"save\.json: not found"):
        build_text({})
    with pytest.raises(TreeError, match="not a save"):
        build_text({"save.json": "[]"})


def test_names_that_are_nothing_become_something() -> None:
    assert readable("") == readable("...") == readable("\0") == ""
    assert unpack_text(text_of({"a": 1}))["objects/object.json"] == '{\n  "a": 1\n}\n'
