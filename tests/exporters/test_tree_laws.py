"""Laws of trees that hold for any save that can be thought up, and for what is none."""

import json
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exporters.filenames import folded, is_safe_path
from exporters.luacode.includes import IncludeError, expand, fold
from exporters.savefile import SaveError, dump, parse
from exporters.tree.unpack import build, build_text, unpack, unpack_text

IDS = "require, _LOADED, __bundle_register, __bundle_modules"
TEXT = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["", "CON", "..", "/", "a\\b", "C:", "x" * 300, "黎明", "\ud800", "é", "e\u0301"]
    ),
    st.text(alphabet="aAßẞﬁ.-_ []\\/\"'\n\r\t\0\u2028\ud83d\ude00", max_size=12),
)
SCRIPTS = st.one_of(
    TEXT,
    st.lists(
        st.sampled_from(
            ["----#include a\n", "#include a\n", "----#include b/../a\n", "x = 1\r\n", "", "\n",
             'require("a")\n', "<!-- include a -->\n", '<Include src="a"/>\n', "  ",
             '-- Bundled by luabundle {"version":"1.6.0"}\n', "end)\n",
             "local __bundle_require, __bundle_loaded, __bundle_register, __bundle_modules = x\n",
             f'__bundle_register("__root", function({IDS})\n', "\r",
             f'__bundle_register("a", function({IDS})\n',
             'return __bundle_require("__root")', "--[[", '"', "é\n"]
        ),
        max_size=14,
    ).map("".join),
)  # fmt: skip
NAMES = st.sampled_from(
    [
        "a",
        "A",
        "a/b",
        "a.lua/b",
        "a.lua",
        "../x",
        "CON",
        "é",
        "e\u0301",
        "a.b",
        "x y",
        "",
        "/a",
        "b",
    ]
)


@st.composite
def included(draw: Any) -> str:
    name, content = draw(NAMES), draw(SCRIPTS)
    mark, end = (
        draw(st.sampled_from(["----#include {}", "<!-- include {} -->"])),
        draw(st.sampled_from(["\n", "\r\n"])),
    )
    return f"{mark.format(name)}{end}{content}{end}{mark.format(name)}"


@st.composite
def bundled(draw: Any) -> str:
    """A bundle as luabundle writes it, of modules that may be anything."""
    modules = draw(st.dictionaries(NAMES, SCRIPTS | included(), max_size=4))
    root = draw(SCRIPTS) + "".join(
        f'require("{name}")\n' for name in draw(st.permutations(list(modules)))
    )
    names = draw(st.permutations(["__root", *modules]))
    parts = [
        f'__bundle_register("{name}", function({IDS})\n{modules.get(name, root)}\nend)\n'
        for name in names
    ]
    head = '-- Bundled by luabundle {"version":"1.6.0"}\nlocal __bundle_require, x = y\n'
    end = draw(st.sampled_from(["", "\n"]))
    return f'{head}{"".join(parts)}return __bundle_require("__root"){end}'


NUMBERS = st.sampled_from(
    ["0", "-0", "1.0", "1E-05", "1e400", "-1.50", "123456789012345678901234567890", "9" * 400,
     "NaN", "Infinity", "true", "null"]
)  # fmt: skip
KEYS = st.sampled_from(
    ["GUID", "Name", "Nickname", "LuaScript", "XmlUI", "LuaScriptState", "Description", "GMNotes",
     "ContainedObjects", "ChildObjects", "States", "ObjectStates", "TabStates", "body", "title",
     "Note", "$file", "$text", "$$file", "$", "", "a", "LuaScr\tipt"]
)  # fmt: skip


def quoted(text: str, style: int) -> str:
    return json.dumps(text, ensure_ascii=style != 1).replace("/", "\\/" if style == 2 else "/")


@st.composite
def saves(draw: Any) -> str:
    """JSON of a save's shape, written by anybody: keys twice, any spaces, any escapes."""
    style = draw(st.integers(0, 2))
    indent = draw(st.sampled_from([None, "", "  ", "    ", "\t", "\r\n"]))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    colon = draw(st.sampled_from([": ", ":", " : "]))

    def value(depth: int) -> str:
        kinds = ["text", "number"] + (["list", "object"] * 2 if depth < 6 else [])
        kind = draw(st.sampled_from(kinds))
        if kind == "number":
            return str(draw(NUMBERS))
        if kind == "text":
            return quoted(draw(SCRIPTS | included() | bundled()), style)
        size = draw(st.integers(0, 4 if depth else 6))
        inside = "" if indent is None else newline + indent * (depth + 1)
        after = "" if indent is None else newline + indent * depth
        if kind == "list" or (kind == "object" and not size):
            return f"[{inside}{f',{inside}'.join(value(depth + 1) for _ in range(size))}{after}]"
        members = [f"{quoted(draw(KEYS), style)}{colon}{value(depth + 1)}" for _ in range(size)]
        return f"{{{inside}{f',{inside}'.join(members)}{after}}}"

    members = [
        f"{quoted(draw(KEYS), style)}{colon}{value(1)}" for _ in range(draw(st.integers(1, 5)))
    ]
    around = "" if indent is None else newline
    end = draw(st.sampled_from(["", "\n", "\r\n  "]))
    inside = "" if indent is None else newline + indent
    return f"{{{inside}{f',{inside}'.join(members)}{around}}}{end}"


@settings(max_examples=150, deadline=None)
@given(saves())
def test_any_save_comes_back_or_is_refused_with_its_place(text: str) -> None:
    try:
        save = parse(text)
        files = unpack_text(text)
    except SaveError as error:
        assert re.match(r"save: (line \d+, column \d+|.*number)", str(error))  # noqa: PT017
        return
    assert build_text(files) == text
    assert unpack(save) == files
    assert dump(build(files)) == text
    keys = [folded(path) for path in files]
    assert len(set(keys)) == len(keys)
    assert all(is_safe_path(path) for path in files)
    folders = {key.rsplit("/", n)[0] for key in keys for n in range(1, 1 + key.count("/"))}
    assert folders.isdisjoint(keys)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='{}[]",:\\ \n\t01eE.-ntfu$file\ud800', max_size=60))
def test_any_text_is_unpacked_without_loss_or_refused_with_its_place(text: str) -> None:
    try:
        files = unpack_text(text)
    except SaveError as error:
        assert re.match(r"save: (line \d+, column \d+|.*number)", str(error))  # noqa: PT017
        return
    assert build_text(files) == text


@settings(max_examples=100, deadline=None)
@given(saves(), st.data())
def test_a_tree_that_anybody_wrote_into_builds_or_names_a_file(text: str, data: Any) -> None:
    try:
        files = unpack_text(text)
    except SaveError:
        return
    path = data.draw(st.sampled_from(sorted(files)))
    at = data.draw(st.integers(0, len(files[path])))
    word = data.draw(
        st.sampled_from(['"', "}", '{"$file": "../x.json"}', '{"$text": 5}', "\n", ","])
    )
    files[path] = files[path][:at] + word + files[path][at:]
    try:
        parse(build_text(files))
    except SaveError as error:
        assert any(name in str(error) for name in files) or "Module" in str(error)  # noqa: PT017


@settings(max_examples=150, deadline=None)
@given(
    st.lists(SCRIPTS | included(), max_size=3).map("\n".join),
    st.sampled_from(["lua", "xml"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_folded_expands_to_the_same_text_or_is_found_out(
    text: str, kind: Any, newline: str
) -> None:
    kept: dict[str, str] = {}

    def keep(name: str, content: str) -> bool:
        return kept.setdefault(name, content) == content

    small = fold(text, kind, keep, newline)
    assert (small == text) == (not kept)
    try:
        assert kept or expand(small, kind, kept.get, newline) == text
    except IncludeError:
        assert "#include" in text or "<Include" in text
