"""The source of scripts as real Lua."""

import lupa.lua52
import pytest

from exporters.luacode.dialect import rewrite
from tests.headless.saves import printed


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("if a != b then end", "if a ~= b then end"),
        ("x = 'a != b' -- c != d", "x = 'a != b' -- c != d"),
        ("x = [[ | != ]] --[==[ != ]==] y", "x = [[ | != ]] --[==[ != ]==] y"),
        (r"x = '\u{48}\\u{48}'", r"x = '\072\\u{48}'"),
        (r'x = "\u{4e2d}"', 'x = "中"'),
        ("f = |x| x + 1", "f = function(x) return  x + 1 end"),
        ("g(|a, b| a < b, 2)", "g(function(a, b) return  a < b end, 2)"),
    ],
)
def test_what_real_lua_lacks_is_rewritten_and_text_is_left_alone(
    source: str, expected: str
) -> None:
    assert rewrite(source) == expected


def test_every_line_stays_on_its_line() -> None:
    source = "-- one\nlocal f = |x|\n  x != 1\nlocal g = |y| {\n y,\n}\nerror('here')\n"
    assert rewrite(source).count("\n") == source.count("\n")
    lua = lupa.lua52.LuaRuntime()
    with pytest.raises(lupa.lua52.LuaError, match=":7: here"):
        lua.execute(rewrite(source))


def test_lambdas_take_one_whole_expression() -> None:
    script = """
    local add = |x, y| x + y * 2
    local twice = |f| |x| f(f(x))
    local pick = |t| t.list[1]:upper() .. 'x'
    local made = |n| function() if n != 1 then return 'other' end return 'one' end
    local list = {|| 7, |x| #x}
    print(add(1, 2), twice(|x| x * 3)(2), pick({list = {'a'}}), made(1)(), made(2)())
    print(list[1](), list[2]('abc'))
    """
    assert printed(script) == ["5\t18\tAx\tone\tother", "7\t3"]


def test_a_loop_over_a_table_walks_its_values() -> None:
    assert printed("for v in {10, {20}, 30} do print(type(v) == 'table' and v[1] or v) end") == [
        "10",
        "20",
        "30",
    ]


@pytest.mark.parametrize("source", ["|", "f = |x", "f = |x|", "x = 'unfinished != |", "in {"])
def test_what_is_no_lua_at_all_is_left_for_lua_to_reject(source: str) -> None:
    lua = lupa.lua52.LuaRuntime()
    with pytest.raises(lupa.lua52.LuaError):
        lua.execute(rewrite(source))
