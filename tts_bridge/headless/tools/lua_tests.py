"""Unit tests written in Lua, LuaUnit's style, run on a headless table.

A test file is run as part of the Global script. Its tests are the global functions whose names
begin with `test`, and the functions of that kind in global tables whose names begin with `Test`.
A test may call `coroutine.yield(0)` to let a frame pass.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import Any

import msgspec

from tts_bridge.headless.script.runtime import GLOBAL, ScriptError
from tts_bridge.headless.sim.clock import FRAME
from tts_bridge.headless.table import Table

_REQUIRE = re.compile(r"""\brequire\s*+(?:\(\s*+)?(["'])([^"'\n]+)\1""")
_FRAMES = 3600  # a minute of virtual time for one test

Find = Callable[[str], str | None]  # the source of a module by its name; None when there is none


class Result(msgspec.Struct, frozen=True):
    """How one test went; `problem` is "" when it passed."""

    name: str
    problem: str


def run(name: str, source: str, find: Find, data: Mapping[str, Any]) -> Iterator[Result]:
    """The tests of one file, each on a table of its own, in the order of their names. A file that
    fails before its tests are known is one Result with the file's name."""
    try:
        names = [str(test) for test, _ in _tests(_table(data), name, source, find)]
    except ScriptError as error:
        yield Result(name, str(error))
        return
    for test in names:
        yield Result(test, _one(test, name, source, find, data))


def _table(data: Mapping[str, Any]) -> Table:
    table = Table(data)
    table.join("White", "Host")
    table.load()
    table.errors.clear()
    return table


def _one(test: str, name: str, source: str, find: Find, data: Mapping[str, Any]) -> str:
    table = _table(data)
    try:
        function = dict(_tests(table, name, source, find))[test]
        thread = table.engine.start(function)
        for _ in range(_FRAMES):
            if not table.engine.step(GLOBAL, thread):
                break
            table.advance(FRAME)
        else:
            return "not done after a minute of the table's time"
        table.settle()
    except ScriptError as error:
        return str(error)
    return "\n".join(error.prefix + error.text for error in table.errors)


def _tests(table: Table, name: str, source: str, find: Find) -> list[tuple[str, Any]]:
    engine = table.engine
    engine.add(GLOBAL)
    unit = resources.files(__package__).joinpath("lua", "luaunit.lua").read_text("utf-8")
    register, tests = engine.load(GLOBAL, unit, "luaunit")
    for module, text in _modules(source, find).items():
        wrapped = f"return function(...) {text}\nend"
        engine.call(GLOBAL, register, module, engine.load(GLOBAL, wrapped, module)[0])
    engine.load(GLOBAL, source, name)
    (listed,) = engine.call(GLOBAL, tests)
    return [(engine.shown(each["name"]), each["run"]) for each in listed.values()]


def _modules(source: str, find: Find) -> dict[str, str]:
    """What the file requires, and what that requires."""
    found: dict[str, str] = {}
    todo = [source]
    while todo:
        for _, module in _REQUIRE.findall(todo.pop()):
            text = None if module in found or module == "luaunit" else find(module)
            if text is not None:
                found[module] = text
                todo.append(text)
    return found
