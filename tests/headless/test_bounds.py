"""What scripts may take: every function of the library against the budget, what a table keeps, and
a hundred scripts that try to take more."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.headless.attacks import CHUNKS, SAVES
from tests.headless.saves import said, table, thing
from tts_bridge.headless.api import members
from tts_bridge.headless.script.moonsharp_source import KNOWN, LONGEST, faithful
from tts_bridge.headless.script.runtime import ScriptError
from tts_bridge.headless.sim import bounds
from tts_bridge.headless.table import Table

ROOT = Path(__file__).parents[2]
GIVEN = ROOT.parent / "shared" / "reports" / "attack"

# --- every function of the library ---------------------------------------------------------------

SIZE = 200_000
PREPARE = f"""
s = ('a'):rep({SIZE}) plain = s .. 'b' other = ('é'):rep({SIZE} / 2) digits = ('1'):rep({SIZE})
t = {{}} for i = 1, {SIZE} do t[i] = i end words = {{}} for i = 1, {SIZE} do words[i] = 'a' end
"""
# What each does on a long text or list; the work must count for a share of its size.
WORKS: dict[str, tuple[str, ...]] = {
    "string.byte": ("s:byte(1, -1)",), "string.unicode": ("s:unicode(1, -1)",),
    "string.char": ("string.char(unpack(t, 1, 65535))",),
    "string.contains": ("s:contains('b')", "s:contains(('a'):rep(5e4) .. 'b')"),
    "string.find": (
        "s:find('b', 1, true)", "s:find(('a'):rep(5e4) .. 'b', 1, true)", "s:find('%bab')",
        "s:find('[^x]b')", "s:find('b')",
    ),
    "string.match": ("s:match('a*b')", "s:match('(a*)%1b')", "s:match('%bab')"),
    "string.gmatch": ("for a in s:gmatch('a*b') do end", "for a in s:gmatch('a') do end"),
    "string.gsub": ("s:gsub('a*b', '')", "s:gsub('a', 'bb')", "s:gsub('.', {a = 'bb'})"),
    "string.format": (
        "string.format('%s', s)", "string.format('%q', s)", f"string.format('%{SIZE}s', 'a')",
        "string.format(s)",
    ),
    "string.len": ("local x = #(s .. 'c')", "string.len(s .. 'd')"),
    "string.lower": ("s:lower()", "other:lower()"), "string.upper": ("s:upper()", "other:upper()"),
    "string.rep": (f"('a'):rep({SIZE})", f"(''):rep({SIZE}, 'a')"),
    "string.reverse": ("s:reverse()", "other:reverse()"),
    "string.sub": ("s:sub(2)", "other:sub(2)"),
    "string.startsWith": ("plain:startsWith(s)",), "string.endsWith": ("plain:endsWith(plain)",),
    "table.concat": ("table.concat(words)", "table.concat({s, s})"),
    "table.insert": ("table.insert(t, 1, 0)",), "table.remove": ("table.remove(t, 1)",),
    "table.pack": ("table.pack(unpack(t))",), "pack": ("pack(unpack(t))",),
    "table.unpack": ("local a = table.unpack(t)",), "unpack": ("local a = unpack(t)",),
    "table.sort": ("table.sort(t)", "table.sort(t, rawequal)"),
    "tonumber": ("tonumber(digits)", "tonumber(digits, 10)"),
    "error": ("pcall(error, s)",), "print": ("print(s)",),
    "JSON.encode": ("JSON.encode(s)", "JSON.encode(t)"),
    "JSON.encode_pretty": ("JSON.encode_pretty({s})",), "json.serialize": ("json.serialize(s)",),
    "JSON.decode": ("JSON.decode('[' .. ('1,'):rep(1e5) .. '1]')",),
    "json.parse": ("json.parse('[' .. ('1,'):rep(1e5) .. '1]')",),
    "pairs": ("for k in pairs(t) do end",), "ipairs": ("for k in ipairs(t) do end",),
    "executeScript": ("Global.executeScript('--' .. s)",),
}  # fmt: skip
# One step each, or steps of the script's own functions; of long texts nothing but an error.
CONSTANT = {
    "next", "assert", "collectgarbage", "getmetatable", "pcall", "rawequal", "rawget", "rawlen",
    "rawset",
    "select", "setmetatable", "tostring", "type", "vector", "xpcall", "os.clock", "os.date",
    "os.difftime", "os.time", "json.null", "json.isnull",
}  # fmt: skip
CONSTANT_LIBRARIES = {"bit32", "math", "coroutine", "Vector", "Color"}

LIST = """
local found, seen = {}, {}
local function walk(before, within)
    for name, value in pairs(within) do
        if type(value) == 'function' then
            found[#found + 1] = before .. name
        elseif type(value) == 'table' and value ~= _G and not seen[value] then
            seen[value] = true
            walk(before .. name .. '.', value)
        end
    end
end
walk('', _G)
return table.concat(found, ' ')
"""


@pytest.fixture(scope="module")
def prepared() -> Table:
    made = table(PREPARE, budget=30_000_000)
    assert made.errors == []
    return made


def test_every_function_of_the_library_is_known_to_be_bounded() -> None:
    (names,) = table().execute("-1", LIST)
    host = set(members()["_G"])  # each is charged for where scripts reach the host
    for name in set(str(names).split()) - host:
        library = name.partition(".")[0]
        assert name in WORKS or name in CONSTANT or library in CONSTANT_LIBRARIES, name


@pytest.mark.parametrize("lua", [lua for each in WORKS.values() for lua in each])
def test_what_the_library_does_counts_by_its_size(prepared: Table, lua: str) -> None:
    def cost(script: str) -> float:
        prepared.engine.refill()
        before = prepared.engine.left
        with contextlib.suppress(ScriptError):  # it has used all there is
            prepared.engine.load(0, f"pcall(function() {script} end)", "cost")
        return before - prepared.engine.left

    cost(lua)  # what it is made of is known from now on, and not looked at again
    made = cost(lua) - cost("")
    assert made > SIZE / 20, f"{made:.0f} instructions"


def test_budgets_end_what_is_long_before_it_is_done() -> None:
    made = table("function onLoad() ('x'):rep(8e6) end", budget=300_000)
    assert [each.text for each in made.errors] == ["the script ran for too long and was stopped"]


def test_a_text_is_found_wherever_it_stands() -> None:
    script = """
    local long = ('ab'):rep(100)
    for _, case in ipairs({
        {('a'):rep(500) .. 'b', ('a'):rep(40) .. 'b', 1}, {long, long, 1}, {long .. 'c', 'bc', 1},
        {('a'):rep(500), ('a'):rep(40) .. 'b', 1}, {long, long .. 'a', 1},
        {long, ('ab'):rep(50), 4},
        {'x' .. ('é'):rep(60) .. ('a'):rep(60), ('é'):rep(20) .. ('a'):rep(40), 1},
    }) do
        local from, to = case[1]:find(case[2], case[3], true)
        print(from, to, case[1]:contains(case[2]), from and case[1]:sub(from, to) == case[2])
    end"""
    assert said(table(script)) == [
        "461\t501\ttrue\ttrue", "1\t200\ttrue\ttrue", "200\t201\ttrue\ttrue",
        "nil\tnil\tfalse\tnil", "nil\tnil\tfalse\tnil", "5\t104\ttrue\ttrue",
        "42\t101\ttrue\ttrue",
    ]  # fmt: skip


# --- how a script is compiled --------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        "return end, (function(...) print(...) end)(...), function()",
        "end print('out') do",
        'x = "\\z\n" end, print(\'out\'), function() y = "\\z\n"',
        "return (...) end) print('out') (function()",
    ],
)
def test_no_script_gets_out_of_what_it_is_compiled_in(script: str) -> None:
    for made in (
        table(script),
        table(f"Global.executeScript([==[{script}]==])"),
        table("", thing("Bag", "aaaaaa", LuaScript=script)),
    ):
        assert said(made) == []
        assert len(made.errors) == 1


def test_a_script_sees_no_arguments_and_cannot_ask_for_the_helpers() -> None:
    prefix, _ = faithful("")
    script = f"print(select('#', ...), {prefix}, _G['{prefix}']) local _ENV = {{print = print}}"
    assert said(table(script)) == ["0\tnil\tnil"]


def test_names_that_look_like_the_helpers_are_left_to_the_script() -> None:
    assert faithful("_t0_t1_ = 5")[0] == "_t2_"
    assert said(table("_t0_x, _t1_ = 5, 6 print(_t0_x, _t1_, #'ab')")) == ["5\t6\t2"]


def test_as_many_locals_and_joints_as_lua_takes() -> None:
    names = " ".join(f"local a{i} = {i}" for i in range(199))
    assert said(table(f"{names} print(a198, #'é', 1e15 .. '')")) == ["198\t1\t1E+15"]
    joints = " .. ".join(f"f({i})" if i % 3 else f"'x{i}'" for i in range(180))
    whole = "".join(str(i) if i % 3 else f"x{i}" for i in range(180))
    script = f"function f(i) return i end print({joints} == '{whole}') print({joints})"
    assert said(table(script)) == ["true", whole]


def test_a_script_that_is_too_long_says_so() -> None:
    made = table("-" * (LONGEST + 1))
    assert [error.text for error in made.errors] == [
        f"the script has {LONGEST + 1} characters; at most {LONGEST} are run"
    ]


def test_rewritten_parts_are_forgotten_when_they_are_too_many() -> None:
    for n in range(20):
        faithful(f"--{'x' * 1_000_000}{n}")
    assert sum(map(len, KNOWN.values())) < 17_000_000


# --- what a table keeps ------------------------------------------------------------------------


def test_messages_are_bounded_in_characters() -> None:
    made = table("local s = ('x'):rep(4e6) for i = 1, 20 do printToAll(s .. i) end")
    assert sum(len(text) for _, text, _ in made.messages) <= bounds.MOST_TEXT
    assert made.errors[0].text.endswith("more than 32 MB of messages for players")


@pytest.mark.parametrize(
    "store",
    [
        "Notes.addNotebookTab({title = 'a', body = s .. i})",
        "spawnObject({type = 'BlockSquare'}).setDescription(s .. i)",
        "getObjects()[1].createButton({label = s .. i, click_function = 'f'})",
        "Timer.create({identifier = i, delay = 9, function_name = 'f', parameters = {s .. i}})",
        "UI.setAttribute('a', 'n' .. i, s .. i)",
        "getObjects()[1].addTag(s .. i)",
        "addHotkey(s .. i, function() end)",
    ],
)
def test_what_scripts_give_the_table_is_bounded_wherever_it_goes(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MOST_KEPT", 8 << 20)
    monkeypatch.setattr(bounds, "_LOOK", 1 << 20)
    script = f"""
    UI.setXml('<Text id="a" />')
    function onLoad()
        local s = ('x'):rep(100000)
        for i = 1, 1000 do {store} end
    end
    function f() end
    function onChat() getObjects()[1].setName('short') return false end"""
    made = table(script, thing("Bag", "aaaaaa"))
    assert [error.text for error in made.errors] == [
        "Global:(5,0-0): the table keeps more than 8 MB of what scripts gave it"
    ]
    assert bounds.measure(made, made._pristine) < 16 << 20
    made.say("still here", by="Red")
    assert made.objects[0].nickname == "short"


def test_what_replaces_something_else_does_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_KEPT", 8 << 20)
    monkeypatch.setattr(bounds, "_LOOK", 1 << 20)
    script = "local s = ('x'):rep(1e5) for i = 1, 300 do getObjects()[1].setDescription(s .. i) end"
    assert table(f"function onLoad() {script} end", thing("Bag", "aaaaaa")).errors == []


def test_a_long_error_is_cut() -> None:
    made = table("error(('x'):rep(1e6), 0)")
    assert len(made.errors[0].text) < 5000
    assert made.errors[0].text.endswith("(1000000 characters)")


def test_an_object_that_holds_itself_over_and_over_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "MOST_NESTED", 1 << 20)
    made = table("function onLoad() " + CHUNKS["bags in bags"] + " end")
    assert [error.text for error in made.errors] == [
        "Global:(1,0-0): the object has more than 1 MB with all that is in it"
    ]


FILL = """
local n = 2 ^ 20
while n >= 1 do
    if not pcall(function() while true do T[#T + 1] = ('x'):rep(n) .. #T end end) then
        n = n / 2
    end
end
"""


@pytest.mark.parametrize(
    "lua",
    [
        "getObjects()[1].getData()", "JSON.decode('[' .. ('\"a\",'):rep(2000) .. '1]')",
        "Global.executeScript('print(1)')", "Wait.frames(function() end, 1)", "log({1, {2}})",
    ],
)  # fmt: skip
def test_the_table_goes_on_when_scripts_hold_all_memory(lua: str) -> None:
    script = f"T = {{}} function onLoad() {FILL} pcall(function() {lua} end) {FILL} {lua} end"
    bag = thing("Bag", "aaaaaa", LuaScript="x = 1", Description="x" * 3_000_000)
    made = table(script, bag, memory=32 << 20)
    made.say("x" * 100_000, by="Red")
    made.external_message({"a": ["x" * 100] * 10_000})
    assert {error.text for error in made.errors} <= {
        "not enough memory", "the script ran for too long and was stopped",
    }  # fmt: skip
    assert made.save()["ObjectStates"][0]["GUID"] == "aaaaaa"


# --- scripts that try ----------------------------------------------------------------------------


def test_the_scripts_are_short_and_many() -> None:
    assert len(CHUNKS) >= 40
    assert all(len(script) <= 1024 for script in CHUNKS.values())


@pytest.mark.parametrize("name", SAVES)
def test_no_short_script_takes_all_there_is(name: str) -> None:
    made = Table(SAVES[name], budget=3_000_000, memory=48 << 20)
    made.join("White", "Host")
    made.load()
    made.save()
    assert [error.text for error in made.errors if "internal error" in error.text] == []
    assert sum(len(text) for _, text, _ in made.messages) <= bounds.MOST_TEXT
    assert bounds.measure(made, made._pristine) < 200 << 20
    assert len(made.objects) <= 20_000


MEASURE = """
import json, resource, sys
from tts_bridge.headless.tools.save_report import look_over
for save in json.load(sys.stdin):
    assert [line for f in look_over(save).failed for line in [f.text] if "internal" in line] == []
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
HUNGRY = (
    "gsub by table", "memory kept in small", "shared texts", "messages every frame", "notes",
    "large results", "JSON of lists", "printed",
)  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units elsewhere")
def test_the_hungriest_scripts_stay_below_a_gigabyte() -> None:
    saves: list[dict[str, Any]] = [SAVES[name] for name in HUNGRY]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], input=json.dumps(saves),
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert int(done.stdout) < 1_000_000, f"{done.stdout} kB"


@pytest.mark.parametrize(
    "name",
    ["a04_balance.lua", "a05_plain.lua", "a13b_gc_hang.lua", "balance2.json", "onupd.json"],
)
def test_what_was_found_ends_in_a_clear_line(name: str) -> None:
    path = GIVEN / name
    if not path.exists():
        pytest.skip("the scripts that were found are not here")
    source = path.read_text("utf-8")
    data = json.loads(source) if name.endswith(".json") else {"LuaScript": source}
    made = Table(data, budget=20_000_000).load()
    made.advance(1)
    (text,) = {error.text for error in made.errors}
    assert "\n" not in text
    assert any(
        words in text
        for words in ("ran for too long", "not enough memory", "expected near", "MB of messages")
    )
