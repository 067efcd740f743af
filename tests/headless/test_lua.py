"""The language as scripts see it: numbers, library, JSON, vectors, isolation."""

import re

import pytest

from tests.headless.saves import printed, said, table, thing
from tts_bridge.headless.api import members


@pytest.mark.parametrize(
    ("lua", "text"),
    [
        ("1/3", "0.333333333333333"),
        ("10.0", "10"),
        ("1e15", "1E+15"),
        ("123456789012345", "123456789012345"),
        ("0.00001", "1E-05"),
        ("-0.0", "0"),
        ("0/0", "NaN"),
        ("1/0", "Infinity"),
        ("math.huge", "1.79769313486232E+308"),
    ],
)
def test_numbers_are_written_with_fifteen_digits_as_dotnet_does(lua: str, text: str) -> None:
    assert printed(f"print({lua})") == [text]


@pytest.mark.parametrize(
    ("lua", "text"),
    [
        ("JSON.encode({})", "[]"),
        ("JSON.encode({[3]=1})", "[null,null,1]"),
        ("JSON.encode({zeta=1, Mid={2,3}, alpha='é\\n'})", '{"alpha":"é\\n","Mid":[2,3],"zeta":1}'),
        ("JSON.encode(Vector(1,2,3))", '{"x":1,"y":2,"z":3}'),
        ("JSON.encode_pretty({a=1, b={1,2}})", '{\n  "a": 1,\n  "b": [ 1, 2 ]\n}'),
        ("pcall(JSON.encode, {1, a=2})", None),
        ("pcall(JSON.encode, {f=print})", None),
        ("pcall(JSON.encode, Global)", None),
        ("JSON.decode('')", "nil"),
        ("JSON.decode('[1,null,3]')[3]", "3"),
        ("JSON.decode('{\"1\":5} rest')['1']", "5"),
        ("JSON.decode('\"中\\\\u00e9\"')", "中Ã©"),
        ("pcall(JSON.decode, '[1,]')", None),
        ("pcall(JSON.decode, '<html>')", None),
        ("pcall(JSON.decode, '{a:1}')", None),
        ("pcall(JSON.decode, 'NaN')", None),
    ],
)
def test_json_has_the_quirks_of_tts(lua: str, text: str | None) -> None:
    (line,) = printed(f"print({lua})")
    if text is None:
        assert line.startswith("false\t")
        assert "internal error" not in line
    else:
        assert line == text


def test_a_table_that_holds_itself_is_no_json() -> None:
    (line,) = printed("local t = {} t.t = t print(pcall(JSON.encode, t))")
    assert line == "false\ta table that is a child of itself can't be converted to JSON"


@pytest.mark.parametrize(
    ("fill", "keys"),
    [
        ("local t = {z=1, 'a', b=2, [10]=3, 'c', a=1}", "z b 10 a 1 2"),
        ("local t = {} t.b=1 t.a=2 t[2]=3 t[1]=4", "b a 2 1"),
        ("local t = {1, 2, a=1} t.a=nil t.b=2 t.a=5", "1 2 b a"),
        ("local t = {a=1, b=1} t.a=nil t.a=5", "a b"),
        ("local t = {} for i = 1, 30 do t['k' .. i] = i end for i = 1, 28 do t['k' .. i] = nil end",
         "k29 k30"),
        ("local t = setmetatable({q=1, b=2}, {__index = {x=1}})", "q b"),
        ("local t = {} rawset(t, 'q', 1) rawset(t, 'b', 2) table.insert(t, 3)", "q b 1"),
        ("local t = JSON.decode('{\"q\": 1, \"b c\": 2, \"a\": 3}')", "q b c a"),
        ("local t = setmetatable({}, {__newindex = rawset}) t.q = 1 t.b = 2", "b q"),
    ],
)  # fmt: skip
def test_pairs_and_next_go_in_the_order_of_insertion(fill: str, keys: str) -> None:
    ways = (
        "for k in pairs(t) do l[#l+1] = tostring(k) end",
        "local k = next(t) while k ~= nil do l[#l+1] = tostring(k) k = next(t, k) end",
    )
    for way in ways:
        assert printed(f"{fill} local l = {{}} {way} print(table.concat(l, ' '))") == [keys]


def test_what_crosses_to_another_script_and_back_keeps_its_order() -> None:
    owner = "function back(t) t.a = 1 return t end"
    script = """
    function onLoad()
        local t = getObjectFromGUID('aaaaaa').call('back', {z = 1, y = 2})
        for k in pairs(t) do print(k) end
        local d = getObjectFromGUID('aaaaaa').getData()
        print(next(d))
    end"""
    lines = printed(script, thing("Bag", "aaaaaa", LuaScript=owner))
    assert lines == ["z", "y", "a", "Name\tBag"]


def test_keys_removed_on_the_way_are_not_visited() -> None:
    script = "local t={a=1,b=2,c=3} for k in pairs(t) do t.b=nil t.d=4 print(k) end print(next({}))"
    assert printed(script) == ["a", "c", "nil\tnil"]


def test_errors_name_the_place_as_tts_does() -> None:
    made = table("function onLoad()\n local x\n x.y = 1\nend")
    assert [(e.guid, e.where, e.text) for e in made.errors] == [
        ("-1", "onLoad", "Global:(3,0-0): attempt to index a nil value")
    ]
    assert made.errors[0].prefix == "Error in Global Script function <onLoad>: "
    assert made.outbox[-1] == {
        "messageID": 3,
        "error": "Global:(3,0-0): attempt to index a nil value",
        "guid": "-1",
        "errorMessagePrefix": "Error in Global Script function <onLoad>: ",
    }


def test_a_script_that_does_not_compile_is_reported_and_the_others_run() -> None:
    made = table("x = = 1", thing("Bag", "aaaaaa", Nickname="Sack", LuaScript="print('fine')"))
    assert said(made) == ["fine"]
    assert [(e.guid, e.where) for e in made.errors] == [("-1", "")]
    assert re.match(r"Global:\(1,0-0\): unexpected symbol", made.errors[0].text)


@pytest.mark.parametrize(
    "name",
    ["io", "load", "loadstring", "dofile", "loadfile", "require", "debug", "package", "python",
     "os.execute", "os.exit", "os.getenv", "os.remove", "string.dump"],
)  # fmt: skip
def test_nothing_that_reaches_outside_exists(name: str) -> None:
    assert printed(f"print({name})") == ["nil"]


def test_scripts_have_globals_of_their_own() -> None:
    objects = [
        thing("Bag", guid, LuaScript=f"x = '{guid}' function string.mine() return x end")
        for guid in ("aaaaaa", "bbbbbb")
    ]
    script = """
    x = 'global' table.insert = nil
    function onLoad()
        local a, b = getObjectFromGUID('aaaaaa'), getObjectFromGUID('bbbbbb')
        a.setVar('y', 5)
        print(x, a.getVar('x'), b.getVar('x'), b.getVar('y'), string.mine)
    end"""
    assert printed(script, *objects) == ["global\taaaaaa\tbbbbbb\tnil\tnil"]


@pytest.mark.parametrize(
    "loop",
    [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end",
        "local function f() return f() end f()",
        "setmetatable({}, {__index = function(t, k) while true do end end}).x()",
        "table.sort({1, 2, 3}, function() while true do end end)",
    ],
)
def test_a_loop_without_end_becomes_an_error_and_the_table_goes_on(loop: str) -> None:
    made = table(
        f"function onLoad() {loop} end function onChat(m) print('heard ' .. m) end",
        budget=200_000,
    )
    assert [error.text for error in made.errors] == ["the script ran for too long and was stopped"]
    made.say("hi", by="Red")
    assert said(made)[0] == "heard hi"


def test_memory_without_end_becomes_an_error() -> None:
    made = table("local t = {} while true do t[#t + 1] = ('x'):rep(2^20) .. #t end", memory=1 << 26)
    assert len(made.errors) == 1
    assert "memory" in made.errors[0].text


def test_a_finalizer_cannot_escape_the_budget() -> None:
    script = """
    for i = 1, 100 do setmetatable({}, {__gc = function() while true do end end}) end
    for i = 1, 100000 do local _ = {i} end
    print('done')"""
    assert printed(script) == ["done"]


def test_nothing_of_python_is_reachable() -> None:
    script = """
    function onLoad()
        local o = getObjectFromGUID('aaaaaa')
        local refs = {o, Global, Player, Player.Red, Wait, UI, o.UI, o.getName, print, Vector}
        for i, ref in ipairs(refs) do
            for _, name in ipairs({'__class__', '__init__', '__globals__', '_table', 'ref'}) do
                local ok, value = pcall(function() return ref[name] end)
                if ok and value ~= nil then print(i, name, value) end
            end
        end
        print(type(o), type(Player.Red), getmetatable(o), pcall(rawget, o, 'x'))
        print(pcall(setmetatable, o, {}))
        print(pcall(function() return o + 1 end))
        print(pcall(o.setPosition))
        print(type(select(2, pcall(o.setPosition))))
    end"""
    lines = printed(script, thing("Bag", "aaaaaa"))
    assert lines[0].startswith("userdata\tuserdata\tuserdata\tfalse")
    assert all(line.startswith("false") for line in lines[1:4])
    assert lines[4] == "string"


def test_two_references_to_an_object_are_equal_and_one_key() -> None:
    script = """
    function onLoad()
        local a, b = getObjectFromGUID('aaaaaa'), getObjects()[1]
        local other = getObjectFromGUID('bbbbbb')
        print(a == b, ({[a] = 'found'})[b], a == other, Player.Red == Player['Red'])
        print(a.noSuchThing, Player.Nobody)
    end"""
    lines = printed(script, thing("Bag", "aaaaaa"), thing("Bag", "bbbbbb"))
    assert lines == ["true\tfound\tfalse\ttrue", "nil\tnil"]


def test_every_documented_member_is_there_and_the_web_is_refused_by_its_name() -> None:
    kinds_of = {what for names in members().values() for what in names.values()}
    assert kinds_of == {"function", "variable"}
    script = "WebRequest.get('http://x', function(r) print(r.is_error, r.error, r.text) end)"
    (line,) = printed(script)
    assert line.startswith("true\tthe headless table does not reach the web")


def test_the_web_is_served_from_what_the_test_provides() -> None:
    script = """
    function fetch(url)
        WebRequest.get(url, function(r) print(r.url, r.response_code, r.text, r.is_error) end)
    end"""
    made = table(script)
    made.web = {"http://a": "hello", "http://b": (404, "gone")}
    made.execute("-1", "fetch('http://a') fetch('http://b')")
    made.settle()
    assert said(made) == ["http://a\t200\thello\tfalse", "http://b\t404\tgone\ttrue"]


def test_the_api_can_be_used_within_coroutines() -> None:
    script = """
    function walk()
        for i = 1, 3 do
            local o = getObjectFromGUID('aaaaaa')
            print(i, o.getData().LuaScriptState, o.call('double', {n = i}))
            coroutine.yield(0)
        end
        return 1
    end
    function onLoad() startLuaCoroutine(Global, 'walk') end"""
    owner = "function onSave() return 'state' end function double(t) return t.n * 2 end"
    lines = printed(script, thing("Bag", "aaaaaa", LuaScript=owner))
    assert lines == ["1\tstate\t2", "2\tstate\t4", "3\tstate\t6"]


def test_vectors_and_colours_work_as_in_tts() -> None:
    script = """
    local v = Vector(1, 2, 3)
    print(v + {x=0,y=0,z=0} == nil)
    """
    assert table(script).errors[0].text.startswith("Global:(3,0-0): Vector.+ needs a Vector")
    script = """
    local v = Vector(1, 2, 3)
    print(v, v[2], v * 2, v:copy():scale(2) == v * 2, Vector(0, 0, 1):angle(Vector(1, 0, 0)))
    for k, x in pairs(v) do print(k, x) end
    print(Color.Red, Color(1, 0.5, 0):toHex(), Color.fromString('blue') == Color.Blue, Color.nope)
    """
    assert printed(script) == [
        "Vector: { 1, 2, 3 }\t2\tVector: { 2, 4, 6 }\ttrue\t90",
        "x\t1",
        "y\t2",
        "z\t3",
        "Color: Red { r = 0.856, g = 0.1, b = 0.094 }\tff7f00\ttrue\tnil",
    ]
