"""A megabyte of what is worst for a reader is read about as fast as any other megabyte."""

import contextlib
import json
from collections.abc import Callable, Iterator

import pytest

from exporters.checks.run import check
from exporters.luacode.bundle import BundleError, unbundle
from exporters.luacode.dialect import rewrite
from exporters.luacode.includes import expand, fold
from exporters.luacode.lexer import LuaTextError, required, tokens
from exporters.luacode.linemap import line_map
from exporters.savefile import parse
from exporters.tracing.drawing import written
from exporters.tree.unpack import build_text, unpack_text
from rules.house import read_reason
from tests.ending import finish
from tts_bridge.editor.messages import ProtocolError, decode_incoming, parse_position
from tts_bridge.headless.model.xml_ui import parse as parse_ui
from tts_bridge.headless.script.moonsharp_source import faithful
from tts_bridge.headless.table import Table
from tts_bridge.referee.orders import parse_order

SIZE = 1_000_000
HEAD = '-- Bundled by luabundle {"version":"1.6.0"}\n'
OPEN = '__bundle_register("{}", function(require, _LOADED, __bundle_register, __bundle_modules)\n'


def long(piece: str, before: str = "", after: str = "") -> str:
    return before + piece * (SIZE // len(piece)) + after


def many(form: str, count: int) -> str:
    return "".join(form.format(number) for number in range(count))


LUA = {
    "quotes in an open string": long('\\"', 'x="'),
    "escaped space in an open string": long("\\z ", 'x="'),
    "numbers before require": long("x=1" + "e" * 60 + '..require("a")\n'),
    "space after require": long(" ", "require", "x"),
    "names of helpers": many("_t{}_ ", 140_000),
    "removals in removals": long("a[", "", "] = nil " * 100_000),
    "removals of nothing": long("a] = nil "),
    "brackets in a lambda": "|x|" + "(" * 200_000,
    "lambdas in lambdas": long("|x|"),
    "open long strings": long("[==="),
    "markers without a partner": many("----#include a{}\n", 50_000),
    "space in an include": long(" ", "----#include a", "b\r"),
    "modules without names": HEAD
    + "".join(
        OPEN.format(f"{number:b}".translate({48: "?", 49: "*"})) + f"x={number}\nend)\n"
        for number in range(8_000)
    )
    + OPEN.format("__root")
    + '\nend)\nreturn __bundle_require("__root")\n',
}
UI = {
    "a name that never ends": "<Panel " + "a" * SIZE + ">",
    "a tag that never ends": "<a" + "-" * SIZE,
    "closing tags that never end": long("</a "),
    "closing tags with a quote": long('</a " '),
    "signs that begin nothing": long("< "),
    "markers without a partner": many("<!-- include a{} -->\n", 40_000),
}
KEYS = ",".join(f'"LuaScript":"x{n}"' for n in range(50_000))
TWICE = '{"SaveName":"S","ObjectStates":[{"Name":"Card","GUID":"abcdef",' + KEYS + "}]}"


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    """Every work with its name; one that refuses the text is done as well."""
    for name, lua in LUA.items():
        save = json.dumps({"LuaScript": lua, "ObjectStates": []})
        yield f"{name}: tokens", lambda lua=lua: list(tokens(lua))
        yield f"{name}: required", lambda lua=lua: required(lua)
        yield f"{name}: rewrite", lambda lua=lua: rewrite(lua)
        yield f"{name}: faithful", lambda lua=lua: faithful(lua)
        yield f"{name}: unbundle", lambda lua=lua: unbundle(lua)
        yield f"{name}: lines", lambda lua=lua: line_map(lua)
        yield f"{name}: fold", lambda lua=lua: fold(lua, "lua", lambda *_: True)
        yield f"{name}: expand", lambda lua=lua: expand("\n" + lua[4:], "lua", lambda _: "")
        yield f"{name}: tree", lambda save=save: same(save)
        yield f"{name}: check", lambda save=save: check(parse(save, "s"))
        yield f"{name}: table", lambda save=save: Table(json.loads(save)).load()
    for name, xml in UI.items():
        save = json.dumps({"XmlUI": xml, "ObjectStates": []})
        yield f"{name}: UI", lambda xml=xml: parse_ui(xml)
        yield f"{name}: tree", lambda save=save: same(save)
        yield f"{name}: table", lambda save=save: Table(json.loads(save)).load()
    yield "a key that stands often", lambda: same(TWICE)
    yield "a label", lambda: written(long(" ", "a", "["))
    yield "an order", lambda: parse_order(long(" ", "rule a=b", "c"))
    yield "why a rule changed", lambda: read_reason(long(" (was ", "rule a="))
    yield "a message", lambda: decode_incoming(long(" - at `", '{"messageID":"', '"}').encode())
    yield "a place", lambda: parse_position(long("Error in <") + ":(1,1): x")


def same(text: str) -> None:
    assert build_text(unpack_text(text)) == text


REFUSED = (LuaTextError, BundleError, ProtocolError, ValueError)


def work() -> None:
    for name, each in works():
        print(name, flush=True)
        with contextlib.suppress(*REFUSED):
            each()
    print("done", flush=True)


@pytest.mark.timeout(600)
def test_no_text_of_a_megabyte_holds_a_reader_up() -> None:
    """One that looks at everything again for every piece would take minutes for it."""
    finish("from tests.test_long_texts import work; work()", 550)
