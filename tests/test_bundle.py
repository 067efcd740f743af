"""Joining Lua modules: what is found, what is run, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lupa import lua52

from exporters.luacode.bundle import BundleError, bundle, required
from exporters.luacode.lexer import LuaTextError, tokens


def run(script: str) -> Any:
    """What the script returns in a Lua without `require`, as Tabletop Simulator's is."""
    lua = lua52.LuaRuntime(register_eval=False)
    lua.execute("require, package = nil, nil")
    return lua.execute(script)


def join(**modules: str) -> str:
    return bundle("main", modules.get)


def test_modules_are_run_once_each_when_first_required() -> None:
    script = join(
        main='local a, b = require("a"), require("b")\nreturn a.name .. b.name .. log .. a.n',
        a='log = (log or "") .. "a"\nlocal c = require("c")\nc.n = c.n + 1\n'
        'return {name = "A", n = c.n}',
        b='log = log .. "b"\nlocal c = require("c")\nreturn {name = "B"}',
        c='log = log .. "c"\nreturn {n = 5}',
    )
    assert run(script) == "ABacb6"


def test_a_module_that_returns_nothing_is_not_run_again() -> None:
    script = join(main='require("a") require("a") return count', a="count = (count or 0) + 1")
    assert run(script) == 1


def test_a_module_that_many_require_is_read_once() -> None:
    asked: list[str] = []

    def find(name: str) -> str:
        asked.append(name)
        level = int(name[1:] or 0)
        return f'require("a{level + 1}") require("b{level + 1}")' if level < 40 else ""

    bundle("m", find)
    assert len(asked) == len(set(asked)) == 81


def test_functions_of_the_modules_are_seen_as_globals() -> None:
    lua = lua52.LuaRuntime(register_eval=False)
    lua.execute(join(main='require("a")', a="function onLoad() return 5 end"))
    assert lua.globals().onLoad() == 5


def test_locals_of_one_module_are_not_seen_in_another() -> None:
    assert run(join(main='local x = 1 require("a") return seen', a="seen = tostring(x)")) == "nil"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('require("a/b")', ["a/b"]),
        ("require 'a'", ["a"]),
        ("require[[a]] require([==[b]==])", ["a", "b"]),
        ('require("a") require( "a" )', ["a"]),
        ('x = "require(\\"a\\")" y = \'require("b")\'', []),
        ('-- require("a")\n--[[ require("b")\n]] --[==[ ]] require("c") ]==] require("d")', ["d"]),
        ('x = [[ require("a") ]] require("b")', ["b"]),
        ('x.require("a") x:require("b") function require(s) end', []),
        ('print("it\\\\") require("a")', ["a"]),
        ('"\\z  \n  require" require("a")', ["a"]),
        ("local r = require", []),
        ('a = b != c and d.map(|x| x + 1) require("e")', ["e"]),
        ('prerequire("a") required = 1', []),
        ('x = 5..require("a")', []),  # a malformed number takes the name with it, as in Lua
        ('---[[ one line\nrequire("a")', ["a"]),
    ],
)
def test_only_calls_with_literal_names_are_found(source: str, names: list[str]) -> None:
    assert required(source) == names


@pytest.mark.parametrize(
    ("modules", "text"),
    [
        ({}, "Module main was not found"),
        ({"main": 'require("gone")'}, "Module gone, required by main was not found"),
        (
            {"main": 'require("a")', "a": 'require("b")', "b": 'require("a")'},
            "Module a requires itself: a -> b -> a",
        ),
        ({"main": 'require("main")'}, "main -> main"),
        ({"main": '\nrequire("a" .. x)'}, "Module main, line 2: require needs a literal name"),
        ({"main": "require(name)"}, "literal name"),
        ({"main": "require("}, "literal name"),
        ({"main": 'require("")'}, "no module name"),
        ({"main": 'require("a\\nb")'}, "no module name"),
        ({"main": "x = 1\n--[[ open"}, "Module main, line 2: a comment is not closed"),
        ({"main": "x = [=[ open ]]"}, "a long string is not closed"),
        ({"main": 'x = "open\n"'}, 'line 1: a string \\("\\) is not closed'),
    ],
)
def test_what_cannot_be_joined_names_the_module(modules: dict[str, str], text: str) -> None:
    with pytest.raises(BundleError, match=text):
        bundle("main", modules.get)


def test_a_name_that_is_put_together_at_run_time_is_an_error_that_names_it() -> None:
    with pytest.raises(lua52.LuaError, match="no module other"):
        run(join(main='local r = require\nreturn r("other")'))


def test_odd_ends_of_files_do_not_matter() -> None:
    assert run(join(main='\ufeffreturn require("a") -- end', a="return 7 -- end")) == 7
    assert run(join(main='return require("a")\r\n', a="-- x\r\nreturn 8\r\n")) == 8


@given(st.text(alphabet="-[]=\"'\\\nrequire(a) .0x", max_size=60))
def test_tokens_cover_the_text_or_say_where_it_breaks(source: str) -> None:
    try:
        found = list(tokens(source))
    except LuaTextError as error:
        assert 1 <= error.line <= source.count("\n") + 1  # noqa: PT017
        return
    end = 0
    for token in found:
        assert source[end : token.start].strip() == ""
        assert source.startswith(token.text, token.start)
        assert token.line == source.count("\n", 0, token.start) + 1
        end = token.start + len(token.text)
    assert source[end:].strip() == ""
