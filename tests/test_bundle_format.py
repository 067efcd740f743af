"""luabundle's format: what the editor extensions write is read, what is written they read."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from exporters.luacode.bundle import (
    Bundle,
    BundleError,
    bundle,
    in_order,
    is_bundle,
    join,
    new_bundle,
    unbundle,
)
from exporters.tree.unpack import TreeError, build_text, unpack_text

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
IDS = "require, _LOADED, __bundle_register, __bundle_modules"
HEAD = (
    '-- Bundled by luabundle {"version":"1.6.0"}\n'
    "local __bundle_require, __bundle_loaded, __bundle_register, __bundle_modules = (nil)\n"
)
TAIL = 'return __bundle_require("__root")'


def text_of(head: str = HEAD, tail: str = TAIL, **modules: str) -> str:
    parts = [
        f'__bundle_register("{name}", function({IDS})\n{text}\nend)\n'
        for name, text in modules.items()
    ]
    return head + "".join(parts) + tail


BUNDLES = {
    "two": text_of(__root='require("a")\n', a="return 1"),
    "crlf inside": text_of(__root='require("a")\r\n', a="x = 1\r\n\r\n"),
    "final newline": text_of(__root="", tail=TAIL + "\n"),
    "comments above": text_of("-- mine\n\n-- too\n" + HEAD, __root="x()"),
    "a bundle inside": text_of(__root='require("a")', a=text_of(__root='require("b")', b="y()")),
    "by name": text_of(__root='require("z") require("b")', b="1", z="2"),
    "any order": text_of(b="1", __root='require("b") require("a") require("c")', a="2", c="3"),
    "root last": text_of(a="1", __root='require("a")'),
    "a circle": text_of(__root='require("a")', a='require("b")', b='require("a")'),
    "asked for at run time": text_of(__root='require("a" .. x)', ab="1"),
    "somewhere else": text_of(__root='require("vscode/console")'),
    "not needed": text_of(__root="x()", a="1"),
    "not Lua": text_of(__root='require("a")', a='"'),
    "text like its own": text_of(
        __root=f'x = [[\nend)\n__bundle_register("q", function({IDS})\n]]'
    ),
}


def script_save(*scripts: str) -> str:
    return json.dumps({"ObjectStates": [{"LuaScript": each} for each in scripts]}, indent=2)


@pytest.mark.parametrize("script", BUNDLES.values(), ids=BUNDLES.keys())
def test_joining_what_was_taken_apart_gives_the_same_text(script: str) -> None:
    assert is_bundle(script)
    assert join(unbundle(script)) == script
    text = script_save(script, script, "-- a\n" + script)
    assert build_text(unpack_text(text)) == text


def test_real_bundles_come_back_to_the_letter() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    count = 0
    for path in sorted(CORPUS.glob("*.json")):
        for script in scripts(json.loads(path.read_bytes().decode(), strict=False)):
            if is_bundle(script):
                parts = unbundle(script)
                assert join(parts) == script
                needed = in_order(parts.root, parts.modules[parts.root], parts.modules.get)
                assert list(parts.modules) in (list(needed), sorted(needed))
                count += 1
    assert count > 300


def scripts(value: Any) -> Any:
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from scripts(each)
    if isinstance(value, dict) and isinstance(value.get("LuaScript"), str):
        yield value["LuaScript"]


def test_a_bundle_inside_a_module_stays_there() -> None:
    inner = text_of(__root='require("b")', b="y()")
    parts = unbundle(text_of(__root='require("a")', a=inner, b="z()"))
    assert parts.modules == {"__root": 'require("a")', "a": inner, "b": "z()"}
    assert list(in_order("__root", 'require("a")', {"a": inner}.get)) == ["__root", "a"]


def test_our_own_bundles_are_of_the_format() -> None:
    modules = {"main": 'return require("lib/a")', "lib/a": "return 1"}
    parts = unbundle(bundle("main", modules.get))
    assert (parts.root, parts.modules) == ("main", modules)
    assert parts.head.startswith(
        '-- Bundled by luabundle {"rootModuleName":"main","version":"1.6.0"}\n'
    )
    assert new_bundle("__root", "x()", {}.get).head.startswith(HEAD[:44])


def test_modules_stand_in_the_order_of_luabundle() -> None:
    modules = {
        "b": 'require("d") require("e")',
        "c": 'require("d")',
        "d": "",
        "e": 'require("c")',
    }
    root = 'require("b") require("c") require("b")'
    assert list(in_order("r", root, modules.get)) == ["r", "b", "e", "c", "d"]


def test_other_identifiers_are_read_from_the_metadata() -> None:
    head = HEAD.replace("__bundle", "__my").replace(
        '{"version"', '{"identifiers":{"register":"__my_register","require":"__my_require",'
        '"modules":"__my_modules"},"rootModuleName":"Main.lua","version"'
    )  # fmt: skip
    script = text_of(head).replace("__bundle", "__my").replace(
        "return", '__my_register("Main.lua", function(require, _LOADED, __my_register, '
        "__my_modules)\nx()\nend)\nreturn"
    ).replace("__root", "Main.lua")  # fmt: skip
    parts = unbundle(script)
    assert (parts.root, parts.modules) == ("Main.lua", {"Main.lua": "x()"})
    assert join(parts) == script
    text = script_save(script)
    assert build_text(unpack_text(text)) == text


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("x()", "no bundle"),
        ("x()\n" + HEAD, "no bundle"),
        (HEAD.replace("1.6.0", ""), "no bundle"),
        (HEAD.replace('{"version"', '{"version'), "no bundle"),
        (HEAD.replace('{"version"', '{"rootModuleName":5,"version"'), "no bundle"),
        (HEAD + TAIL, "a bundle without modules"),
        (text_of(a="1"), "without its root, the module __root"),
        (text_of(__root="x()").replace("end)\n", "end)\nx()\n"), "does not end"),
        (
            text_of(__root="x()", a="1").replace("end)\n", "end)\nx()\n", 1),
            "line 6: .+does not end",
        ),
        (text_of(__root="1").replace(TAIL, text_of("", __root="2")), "does not end"),
        (text_of(__root=text_of(__root='"')), "line 7: a string .+ cannot be taken apart"),
    ],
)
def test_what_is_no_whole_bundle_is_refused_and_left_alone(script: str, message: str) -> None:
    with pytest.raises(BundleError, match=message):
        unbundle(script)
    text = script_save(script)
    files = unpack_text(text)
    assert build_text(files) == text
    assert not any(path.startswith("modules/") for path in files)


def test_every_module_is_written_once_and_shared() -> None:
    first = text_of(__root='require("lib/a") -- 1', **{"lib/a": "A()"})
    other = text_of(__root='require("lib/a") -- 2', **{"lib/a": "A2()"})
    files = unpack_text(script_save(first, first.replace("-- 1", "-- 3"), other))
    assert {path for path in files if path.endswith(".lua") and "object" not in path} == {
        "bundles/luabundle-1.6.0.lua",
        "modules/lib/a.lua",
        "modules/lib/a.2.lua",
    }
    files["modules/lib/a.lua"] = "B()\n"
    assert build_text(files) == script_save(
        first.replace("A()", "B()"), first.replace("A()", "B()").replace("-- 1", "-- 3"), other
    )


@pytest.mark.parametrize(
    ("names", "paths"),
    [
        (["lib/a", "lib.a"], {"lib/a", "lib.a"}),
        (["a", "A"], {"a", "A.2"}),
        (["a", "a.lua/b"], {"a", "other/a-lua-b"}),
        (["a.lua/b", "a"], {"a.lua/b", "other/a"}),
        (["../../etc/x"], {"etc/x"}),
        (["C:/x", "CON/x", "x/aux.lua"], {"C/x", "CON_/x", "x/aux-lua"}),
        (["..", "?"], {"other/module", "other/module.2"}),
        (["n" * 300], {"n" * 40}),
        (["Global.-1.lua", "屠夫/ä"], {"Global.-1.lua", "屠夫/ä"}),
    ],
)
def test_modules_lie_under_their_names_where_every_system_can(
    names: list[str], paths: set[str]
) -> None:
    root = "".join(f'require("{name}")\n' for name in reversed(names))
    text = script_save(text_of(__root=root, **{name: f"-- {name}" for name in names}))
    files = unpack_text(text)
    found = {path[8:-4] for path in files if path.startswith("modules/")}
    assert found == paths
    assert build_text(files) == text


@pytest.mark.parametrize(
    "script",
    [
        text_of(__root='require("a")', a="x = '\0'"),
        text_of(__root='require("a")', a="\ufeffx()"),
        text_of(HEAD + "--[[ the modules ]]--\n", __root='require("a")', a="x()"),
    ],
)
def test_a_bundle_with_what_no_file_keeps_stays_whole(script: str) -> None:
    text = script_save(script)
    files = unpack_text(text)
    assert not any(path.startswith("modules/") for path in files)
    assert build_text(files) == text


@pytest.mark.parametrize("order", ["two", "by name", "any order"])
def test_a_new_requirement_finds_its_module(order: str) -> None:
    files = unpack_text(script_save(BUNDLES[order]))
    own = next(path for path in files if path.startswith("objects/") and path.endswith(".lua"))
    files[own] = 'require("lib.new")\n' + files[own]
    files["modules/lib/new.lua"] = 'require "deep"\n'
    files["modules/deep.lua"] = "deep()\n"
    built = json.loads(build_text(files))["ObjectStates"][0]["LuaScript"]
    modules = unbundle(built).modules
    assert modules["lib.new"] == 'require "deep"'
    assert modules["deep"] == "deep()"
    assert set(unbundle(BUNDLES[order]).modules) <= set(modules)


def test_a_script_that_starts_to_require_becomes_a_bundle() -> None:
    files = unpack_text(script_save("x()"))
    files["objects/object.lua"] = 'require("a")\n'
    files["modules/a.lua"] = "a()\n"
    built = json.loads(build_text(files))["ObjectStates"][0]["LuaScript"]
    assert unbundle(built).modules == {"__root": 'require("a")', "a": "a()"}


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        (
            "objects/object.lua",
            'require("gone")',
            r"object\.lua: Module gone, .+\(line 1 of __root",
        ),
        ("modules/a.lua", '\nrequire("gone")', r"object\.lua: Module gone, .+\(line 2 of a\)"),
        ("modules/a.lua", 'require("a")', "Module a requires itself: a -> a"),
        ("modules/a.lua", "\n\nrequire('", "Module a, line 3: require needs a literal"),
        ("bundles/luabundle-1.6.0.lua", "", "the modules .+ is missing"),
    ],
)
def test_a_broken_bundle_names_file_and_line(path: str, text: str, message: str) -> None:
    files = unpack_text(script_save(BUNDLES["two"]))
    assert path in files
    with pytest.raises(TreeError, match=message):
        build_text({**files, path: text})


def test_hundreds_of_modules_are_not_a_matter_of_depth() -> None:
    modules = {f"m{n}": f'require("m{n + 1}")' for n in range(5000)} | {"m5000": ""}
    parts = new_bundle("__root", 'require("m0")', modules.get)
    assert len(parts.modules) == 5002
    assert unbundle(join(parts)) == parts


def test_random_bundles_come_back() -> None:
    chance = random.Random(7)
    for _ in range(200):
        names = [f"m{n}" for n in range(chance.randrange(6))]
        modules = {
            name: "\n".join(
                f'require("{chance.choice(names)}")' if chance.random() < 0.5 else "x()"
                for _ in range(chance.randrange(4))
            )
            for name in names
        }
        modules["__root"] = "".join(f'require("{name}")\n' for name in names)
        order = sorted(modules, key=lambda _: chance.random())
        parts = Bundle("__root", {name: modules[name] for name in order}, HEAD, TAIL)
        assert unbundle(join(parts)) == parts
        text = script_save(join(parts))
        assert build_text(unpack_text(text)) == text
