"""Includes: folded to a line and a file, expanded to the same text."""

import json
from typing import Any

import pytest

from exporters.luacode.includes import MAX_DEPTH, IncludeError, Kind, expand, fold, regions
from exporters.luacode.linemap import line_map, where
from exporters.tree.unpack import TreeError, build_text, unpack_text

LUA = (
    "a()\r\n----#include lib/x\nx()\r\n----  #include y\ny()\n----  #include y\n"
    "----#include lib/x\r\nb()"
)
XML = (
    "<A>\r\n  <!-- include ui/b.xml -->\n  <B>\r\n    <C/>\r\n\n  </B>\n"
    "  <!-- include ui/b.xml -->\r\n</A>"
)


def folded(text: str, kind: Any, newline: str = "\n") -> tuple[str, dict[str, str]]:
    kept: dict[str, str] = {}

    def keep(name: str, content: str) -> bool:
        return kept.setdefault(name, content) == content

    return fold(text, kind, keep, newline), kept


def test_lua_includes_fold_to_lines_and_files() -> None:
    small, kept = folded(LUA, "lua")
    assert small == "a()\r\n#include lib/x\r\nb()"
    assert kept == {"lib/x": "x()\r\n  #include y", "y": "y()"}
    assert expand(small, "lua", kept.get) == LUA


def test_xml_includes_lose_their_indentation_in_the_file() -> None:
    small, kept = folded(XML, "xml")
    assert small == '<A>\r\n  <Include src="ui/b.xml"/>\r\n</A>'
    assert kept == {"ui/b.xml": "<B>\r\n  <C/>\r\n\n</B>"}
    assert expand(small, "xml", kept.get) == XML


@pytest.mark.parametrize(
    "text",
    [
        "----#include a\nx()",  # open
        "----#include a\n----#include a",  # nothing between
        "x() ----#include a\ny()\n----#include a",  # not a line of its own
        "----#include a\nx()\n----#include ab\n",
    ],
)
def test_what_is_no_include_stays(text: str) -> None:
    assert folded(text, "lua") == (text, {})


def save(*scripts: str, key: str = "LuaScript") -> str:
    return json.dumps({"ObjectStates": [{key: each} for each in scripts]}, indent=2)


@pytest.mark.parametrize(
    ("scripts", "key"),
    [
        ([LUA, LUA, "-- z\n" + LUA], "LuaScript"),
        ([LUA, LUA.replace("y()", "other()")], "LuaScript"),
        ([LUA, LUA.replace("lib/x", "LIB/x")], "LuaScript"),
        ([LUA.replace("lib/x", "!/../../C:/x")], "LuaScript"),
        ([LUA.replace("lib/x", "y/lua")], "LuaScript"),
        ([LUA + "\n#include gone\n"], "LuaScript"),
        ([LUA.replace("y()", "#include lib/x")], "LuaScript"),
        ([LUA.replace("\r\n", "\n").replace("\n", "\r\n")], "LuaScript"),
        ([XML, XML.replace("\r\n", "\n").replace("\n", "\r\n"), '<Include src="gone"/>'], "XmlUI"),
        ([XML.replace("  <B>", "<B>")], "XmlUI"),
    ],
)
def test_includes_in_a_tree_come_back_to_the_letter(scripts: list[str], key: str) -> None:
    text = save(*scripts, key=key)
    assert build_text(unpack_text(text)) == text


def test_an_include_with_other_indentation_does_not_hinder_the_rest() -> None:
    text = XML + "\n" + XML.replace("  <B>", "<B>").replace("ui/b", "ui/c")
    files = unpack_text(save(text, key="XmlUI"))
    assert files["objects/object.xml"].count("<Include src=") == 1
    assert "<!-- include ui/c.xml -->" in files["objects/object.xml"]
    assert build_text(files) == save(text, key="XmlUI")


def test_an_edited_include_changes_every_script_that_has_it() -> None:
    files = unpack_text(save(LUA, "-- z\n" + LUA))
    assert files["includes/y.lua"] == "y()\n"
    files["includes/y.lua"] = "new()\n"
    changed = LUA.replace("y()", "new()")
    assert build_text(files) == save(changed, "-- z\n" + changed)


def test_a_missing_include_names_file_and_line() -> None:
    files = unpack_text(save(LUA))
    del files["includes/y.lua"]
    with pytest.raises(TreeError, match=r"objects/object\.lua: line 2: in lib/x, line 2: y, which"):
        build_text(files)
    files["includes/y.lua"] = "#include lib/x"
    with pytest.raises(TreeError, match="lib/x includes itself: lib/x -> y -> lib/x"):
        build_text(files)


def test_includes_without_end_are_refused() -> None:
    with pytest.raises(IncludeError, match="includes inside 50 others"):
        expand("#include 0", "lua", lambda name: f"#include {int(name) + 1}")


HEAD = '-- Bundled by luabundle {"version":"1.6.0"}\nlocal x\n'
IDS = "require, _LOADED, __bundle_register, __bundle_modules"
SCRIPT = (
    f'{HEAD}__bundle_register("__root", function({IDS})\n{LUA}\nend)\n'
    f'__bundle_register("lib.m", function({IDS})\nm1()\nm2()\nend)\n'
    'return __bundle_require("__root")'
)


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("a()", ("script", "Global", 1)),
        ("b()", ("script", "Global", 3)),
        ("x()", ("include", "lib/x", 1)),
        ("y()", ("include", "y", 1)),
        ("----  #include y", ("include", "lib/x", 2)),
        ("m1()", ("module", "lib.m", 1)),
        ("m2()", ("module", "lib.m", 2)),
        ("local x", ("bundle", "", 2)),
        ("end)", ("bundle", "", 1)),
    ],
)
def test_a_line_of_a_bundle_is_found_in_its_source(code: str, place: tuple[str, str, int]) -> None:
    line = next(n for n, text in enumerate(SCRIPT.split("\n"), 1) if text.rstrip("\r") == code)
    found = where(line_map(SCRIPT, "Global"), line)
    assert found is not None
    assert (found.kind, found.source, found.line) == place


@pytest.mark.parametrize("script", ["", "x()", LUA, LUA + "\n", SCRIPT, SCRIPT + "\n", HEAD])
def test_a_map_has_every_line_once(script: str) -> None:
    at = 1
    for span in line_map(script):
        assert (span.first, span.count > 0) == (at, True)
        at += span.count
    assert at - 1 == script.count("\n") + 1
    assert where(line_map(script), at) is None


def test_includes_that_double_end_with_a_clear_error() -> None:
    """Fifty files that include the next one twice would be longer than any disk."""
    files = {f"f{n}": f"#include f{n + 1}\n#include f{n + 1}" for n in range(45)}
    files["f45"] = "x = 1\n" * 1000
    with pytest.raises(IncludeError, match=r"more than 67,108,864 characters; include less"):
        expand("#include f0", "lua", files.get)


def test_indentation_counts_as_well() -> None:
    files = {"a": "\n" * 100_000 + "<Text/>"}
    text = " " * 10_000 + '<Include src="a"/>'
    expand(text, "xml", {"a": "<Text/>"}.get)
    files["a"] = "<Text/>\n" * 100_000
    with pytest.raises(IncludeError, match="characters"):
        expand(text, "xml", files.get)


@pytest.mark.parametrize("kind", ["lua", "xml"])
def test_many_markers_without_a_partner_are_read_once(kind: Kind) -> None:
    """Fifty thousand searches to the end of a megabyte would take minutes."""
    form = "----#include a{}\n" if kind == "lua" else "<!-- include a{} -->\n"
    text = "".join(form.format(n) for n in range(60_000))
    assert regions(text, kind) == []
    assert fold(text, kind, lambda name, content: True) == text


def test_what_is_nested_deeper_than_can_be_expanded_is_not_folded() -> None:
    kept: dict[str, str] = {}
    marks = [f"----#include m{n}" for n in range(5_000)]
    text = "\n".join([*marks, "x", *reversed(marks)])
    small = fold(text, "lua", lambda name, content: kept.setdefault(name, content) == content)
    assert small == "#include m0"
    assert len(kept) == MAX_DEPTH
    assert expand(small, "lua", kept.get) == text
