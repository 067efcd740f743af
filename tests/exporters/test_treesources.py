"""Which object of a tree has which script, and which file holds it."""

import json
from typing import Any

import pytest

from exporters.savefile import Save, SaveError
from exporters.tree.sources import Scripted, place, sources
from exporters.tree.unpack import unpack

BAG = {
    "Name": "Bag",
    "GUID": "bbbbbb",
    "LuaScript": "bag()",
    "XmlUI": "<Bag/>",
    "ContainedObjects": [
        {"Name": "Card", "GUID": "cccccc", "LuaScript": "one()"},
        {"Name": "Card", "GUID": "cccccc", "LuaScript": "two()"},
    ],
    "States": {"2": {"Name": "Tile", "GUID": "dddddd"}},
}
FILES = unpack(Save({"LuaScript": "a()\nb()", "XmlUI": "<A/>", "ObjectStates": [BAG]}))


def by_file(files: dict[str, str]) -> dict[str, Scripted]:
    return {each.file: each for each in sources(files).values()}


def test_every_object_has_its_texts_its_file_and_what_carries_it() -> None:
    found = by_file(FILES)
    carriers = ("bbbbbb", "dddddd")
    assert list(found.values()) == [
        Scripted("-1", "Global", (), "a()\nb()", "<A/>", "save.lua"),
        Scripted("bbbbbb", "Bag", carriers, "bag()", "<Bag/>", "objects/Bag.bbbbbb.lua"),
        Scripted("cccccc", "Card", carriers, "one()", "", "objects/Bag.bbbbbb/Card.cccccc.lua"),
        Scripted("cccccc", "Card", carriers, "two()", "", "objects/Bag.bbbbbb/Card.cccccc.2.lua"),
        Scripted(
            "dddddd", "Tile", carriers, "", "", "objects/Bag.bbbbbb/states/2.Tile.dddddd.json"
        ),
    ]
    assert [each.is_on_the_table for each in found.values()] == [False, True, False, False, False]


def test_keys_stay_when_an_object_comes_before() -> None:
    files = {**FILES, "objects/New.json": json.dumps({"Name": "New", "GUID": "eeeeee"})}
    files["save.json"] = FILES["save.json"].replace(
        '{"$file"', '{"$file": "objects/New.json"}, {"$file"', 1
    )
    before, after = sources(FILES), sources(files)
    assert len(after) == len(before) + 1
    assert all(after[key] == each for key, each in before.items())


def test_a_tree_that_cannot_be_built_is_one_error() -> None:
    with pytest.raises(SaveError, match=r"objects/Bag\.bbbbbb\.json"):
        sources({**FILES, "objects/Bag.bbbbbb.json": "{"})


def test_a_line_is_found_in_the_script_in_its_module_and_in_its_include() -> None:
    files: dict[str, Any] = {
        **FILES,
        "save.lua": 'require("lib.util")\nb()\n',
        "modules/lib/util.lua": "u()\nv()\n",
    }
    script = sources(files)[()].script
    lines = script.split("\n")

    def at(text: str) -> str:
        return place(files, "save.lua", script, lines.index(text) + 1)

    assert (at("b()"), at("v()")) == ("save.lua:2", "modules/lib/util.lua:2")
    assert place(files, "save.lua", script, 1) == "save.lua (line 1 of its bundle)"
    assert place(files, "save.lua", script, 10_000) == "save.lua"
