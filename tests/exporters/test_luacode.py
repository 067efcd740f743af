"""Scripts are looked at as the game's interpreter reads them."""

import pytest

from exporters.luacode.analysis import Code, compile_problem, moonsharp_syntax
from exporters.luacode.dialect import rewrite


@pytest.mark.parametrize(
    "source",
    [
        "if a != b then end",
        "f = |x| x + 1",
        "Wait.frames(||print(1), 10)",
        r"x = '\u{4e2d}'",
        "for v in {1, 2} do print(v) end",
        "goto done ::done::",
        "\ufeffprint('a byte order mark')",
        "x = 'Ünï' -- 黎明",
        "local t = {\n  a = 1;\n  b = 2,\n}\r\n",
        "\n".join(f"local v{n} = {n}" for n in range(250)),  # real Lua ends at 200
        "",
    ],
)
def test_what_the_game_takes_compiles(source: str) -> None:
    assert compile_problem(source) is None


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("x = 5 // 2", 1, 0),
        ("x = 1\ny = ) 2", 2, 5),
        ("print('a)\nprint('b')", 1, 7),
        ("function f()\n", 2, 0),
        ("x += 1", 1, 3),
        ("#include !/lib\nprint(1)", 1, 1),
        ("--[[ never closed", 1, 0),
    ],
)
def test_what_it_does_not_take_is_placed(source: str, line: int, column: int) -> None:
    problem = compile_problem(source)
    assert problem is not None
    assert (problem.line, problem.column) == (line, column)


def test_nothing_of_a_script_is_run() -> None:
    assert compile_problem("while true do end") is None
    assert compile_problem("error('run')") is None


def test_rewriting_keeps_every_line() -> None:
    source = "-- one\nf = |x|\n  x != 1\ng('\\u{48}')\n"
    assert rewrite(source).count("\n") == source.count("\n")
    assert rewrite("x = 'a != b' -- c != d") == "x = 'a != b' -- c != d"


def test_the_games_own_syntax_is_found_in_code_only() -> None:
    code = Code("-- a != b\nx = 'c != |d|'\nif e != f then g = |h| h end\ni = '\\u{48}'")
    assert [(what, token.line) for what, token in moonsharp_syntax(code)] == [
        ("!=", 3),
        ("|x| …", 3),
        ("\\u{…}", 4),
    ]


def test_calls_and_functions_are_told_apart() -> None:
    code = Code(
        "function onLoad() Wait.time(f, 1) end\nlocal function g() end\nh = function() end\n"
        "function T.k() end\nfunction T:m() end\nx.y.z()\ng{} h'text' t[1].u()"
    )
    assert [token.text for token in code.functions()] == ["onLoad", "h"]
    assert [(owner, token.text) for owner, _, token in code.calls()] == [
        ("Wait", "time"),
        ("?", "z"),
        ("", "g"),
        ("", "h"),
        ("?", "u"),
    ]
    assert code.column(code.tokens[0]) == 1
