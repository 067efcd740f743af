"""Scripts of a kilobyte at most, each of which tries in a way of its own to take all the time or
all the memory there is."""

from typing import Any

from tests.headless.saves import thing

BIG = "local s = ('a'):rep(8e6) "  # as long as a text may be

CHUNKS: dict[str, str] = {
    # the library's own loops over texts
    "balance": "print((('('):rep(2e6)):find('%b()'))",
    "plain find": BIG + "print(s:find(('a'):rep(4e6) .. 'b', 1, true))",
    "plain find, a short one": BIG + "while true do s:find(('a'):rep(31) .. 'b', 1, true) end",
    "contains": BIG + "while true do s:contains(('a'):rep(33) .. 'b') end",
    "back reference": "print((('a'):rep(15e3)):find('(.+)%1b'))",
    "quantifiers": "print((('a'):rep(3000)):find(('a*'):rep(30) .. 'b'))",
    "lazy": BIG + "print(s:match('.-.-b'))",
    "sets": BIG + "print(s:find('[^' .. ('x'):rep(1e6) .. ']b'))",
    "gmatch": BIG + "for a in s:gmatch('(a-)(a-)b') do end",
    "gsub grows": "local s = ('a'):rep(2^12) while true do s = s:gsub('.', '%0%0') end",
    "gsub by table": "(('x'):rep(1e5)):gsub('x', {x = ('y'):rep(8e6)})",
    "gsub by function": BIG + "s:gsub('a', function() return ('y'):rep(1e6) end)",
    "nothing, many times": "for i = 1, 1e6 do (''):rep(2^31 - 1) end",
    "separators": "for i = 1, 1e6 do (''):rep(1e9, '') ('x'):rep(1e9, 'y') end",
    "reverse": BIG + "while true do s:reverse() end",
    "upper": BIG + "while true do s:upper() end",
    "upper of other letters": "local s = ('é'):rep(4e6) while true do s:upper() end",
    "length": BIG + "local t = s .. 'b' while true do local n = #s + #t end",
    "sub": BIG + "local t = s .. 'b' while true do s:sub(2) t:sub(3) end",
    "byte": BIG + "while true do pcall(s.byte, s, 1, -1) end",
    "collate": BIG + "local t = s .. 'b' table.sort({s, t, s, t, s, t})",
    "format": "string.format(('%9999999s'):rep(100), table.unpack({'a', 'b', 'c', 'd', 'e'}))",
    "format of much": BIG + "local t = {} for i = 1, 200 do t[i] = s end"
    " print(string.format(('%s'):rep(200), table.unpack(t)))",
    "quote": BIG + "while true do string.format('%q', s) end",
    "concat": BIG + "local t = {} for i = 1, 1e5 do t[i] = s end table.concat(t)",
    "unpack": "local t = {} for i = 1, 2e5 do t[i] = i end while true do unpack(t) end",
    "a native comparator": "local t = {} for i = 1, 1e6 do t[i] = i end"
    " while true do table.sort(t, rawequal) end",
    "insert at the front": "local t = {} while true do table.insert(t, 1, 1) end",
    "date": "while true do os.date(('%c'):rep(4e6)) end",
    # operators
    "text as a number": "local s = ('1'):rep(8e6) while true do local x = s + 0 end",
    "text for a library's number": "local s = ('1'):rep(8e6) while true do ('a'):sub(s) end",
    "tonumber": "local s = ('1,'):rep(4e6) while true do tonumber(s) end",
    "equal texts": BIG + "local t = 'a' .. ('a'):rep(8e6 - 1) while true do local x = s == t end",
    "order of texts": BIG + "local t = 'a' .. ('a'):rep(8e6 - 1)"
    " while true do local x = s < t end",
    "doubling": "local s = 'a' while true do s = s .. s end",
    "joints without end": "local f = function(s) return s" + "..s" * 150 + " end"
    " local s = f(('1'):rep(1e5)) while true do pcall(f, s) local x = s + 0 end",
    "a table of all": "local t = {} while true do t[#t + 1] = {t} end",
    "memory kept": "T = {} while true do pcall(function() while true do"
    " T[#T + 1] = ('x'):rep(1e6) .. #T end end) end",
    "memory kept in small": "T = {} while true do pcall(function() while true do"
    " T[#T + 1] = {} end end) end",
    # errors, metamethods, coroutines
    "long errors": BIG + "while true do pcall(error, s) end",
    "errors of colons": "local s = (':'):rep(8e6) while true do pcall(error, s) end",
    "a handler's loop": "xpcall(error, function() while true do end end)",
    "a result's text": "return setmetatable({}, {__tostring = function() while true do end end})",
    "print": "print(setmetatable({}, {__tostring = function() while true do end end}))",
    "pairs": "for k in pairs(setmetatable({}, {__pairs = function() return function() return 1"
    " end end})) do end",
    "length asked": "local n = #setmetatable({}, {__len = function() while true do end end})",
    "index": "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k)"
    " return t[k + 1] end local x = t[1]",
    "a long chain": "local t = {} for i = 1, 1e6 do t = setmetatable({}, {__index = t}) end"
    " local x = t.x",
    "finalizers": "for i = 1, 1e3 do setmetatable({}, {__gc = function() while true do end end})"
    " end while true do local t = {} end",
    "out of what wraps it": "return end, (function(...) local h = {...} for i = 1, 1000 do"
    " h[3]({}, {__gc = function() while true do end end}) end end)(...), function()"
    " local keep = {} for i = 1, 3e6 do keep[i] = {} end",
    "out of executeScript": "Global.executeScript('return end, (function(...) for i = 1, 9 do"
    " ({...})[3]({}, {__gc = function() while true do end end}) end end)(...), function()')"
    " while true do local t = {} end",
    "short coroutines": "while true do coroutine.wrap(function() for i = 1, 600 do end end)() end",
    "coroutines in coroutines": "local function f() coroutine.wrap(f)() while true do end end f()",
    "results": "return table.unpack(setmetatable({}, {__index = function() return ('x'):rep(9) end"
    "}), 1, 2e5)",
    "large results": BIG + "local t = {} for i = 1, 2000 do t[i] = s end return table.unpack(t)",
    "arguments": BIG + "local t = {} for i = 1, 2000 do t[i] = s end"
    " getObjectFromGUID(table.unpack(t))",
    "script of a script": "Global.executeScript(('a.'):rep(1e6))",
    "many names": "local t = {} for i = 1, 1.5e5 do t[i] = '_t' .. i .. '_' end"
    " Global.executeScript(table.concat(t, ' '))",
    "brackets": "Global.executeScript((']=nil '):rep(3e5))",
    "many scripts": "for i = 1, 1e5 do Global.executeScript('--' .. ('x'):rep(1e6) .. i) end",
    "lambdas": "Global.executeScript(('|a|'):rep(1e5) .. 'a')",
    "deep": "Global.executeScript('x = ' .. ('|a| ('):rep(1e5))",
    # what crosses to the table
    "shared tables": "local t = {} for i = 1, 60 do t = {t, t} end sendExternalMessage({t})",
    "shared tables in JSON": "local t = {} for i = 1, 60 do t = {t, t} end JSON.encode(t)",
    "shared texts": BIG + "local t = {} for i = 1, 1e5 do t[i] = s end log(t)",
    "a large table": "local t = {} for i = 1, 2e6 do t[i] = i end while true do log(t) end",
    "JSON of lists": "while true do pcall(JSON.decode, '[' .. ('[],'):rep(2e6) .. '1]') end",
    "JSON of numbers": "while true do JSON.decode('[' .. ('1,'):rep(9e5) .. '1]') end",
    "JSON of escapes": "while true do JSON.decode('\"' .. ('\\\\u00e9'):rep(1e6) .. '\"') end",
    "JSON, deep": "while true do pcall(JSON.decode, ('['):rep(8e6)) end",
    "JSON of names": "local n = 0 while true do n = n + 1 JSON.decode('{\"a' .. n .. '\":1}') end",
    "pretty": "local t = {} for i = 1, 2e4 do t = {a = t} end JSON.encode_pretty(t)",
    # what the table keeps
    "messages": BIG + "for i = 1, 1e5 do printToAll(s .. i) end",
    "printed": BIG + "while true do pcall(print, s) end",
    "messages for the editor": BIG + "while true do pcall(sendExternalMessage, {s}) end",
    "notes": BIG + "for i = 1, 1e5 do Notes.addNotebookTab({title = s .. i, body = i}) end",
    "names": BIG + "for i = 1, 1e4 do local o = spawnObject({type = 'BlockSquare'})"
    " o.setName(s:sub(i)) end",
    "tags": "local o = spawnObject({type = 'BlockSquare'})"
    " for i = 1, 2e5 do o.addTag('t' .. i) end",
    "buttons": "local o, s = spawnObject({type = 'BlockSquare'}), ('x'):rep(1e5)"
    " for i = 1, 1e5 do o.createButton({label = s .. i, click_function = 'f'}) end",
    "waits": "for i = 1, 2e4 do local s = ('x'):rep(1e5) .. i"
    " Wait.time(function() return s end, 9) end",
    "timers": "for i = 1, 2e4 do Timer.create({identifier = i, delay = 9, function_name = 'f',"
    " parameters = {('x'):rep(1e5) .. i}}) end",
    "UI": BIG + "for i = 1, 1e5 do UI.setXml('<Panel id=\"' .. s:sub(i) .. '\"/>') end",
    "UI attributes": "UI.setXml('<Text id=\"a\"/>') local s = ('x'):rep(1e6)"
    " for i = 1, 1e5 do UI.setAttribute('a', 'n' .. i, s .. i) end",
    "hotkeys": BIG + "for i = 1, 1e5 do addHotkey(s:sub(i), function() end) end",
    "dialogs": BIG + "for i = 1, 1e5 do Player.White.showInfoDialog(s:sub(i)) end",
    "states of scripts": BIG + "for i = 1, 1e5 do local o = spawnObject({type = 'BlockSquare'})"
    " o.script_state = s:sub(i) o.memo = s:sub(i + 1) end",
    "requests": BIG + "for i = 1, 1e5 do WebRequest.get(s:sub(i)) end",
    # what the table does
    "objects": "for i = 1, 1e5 do spawnObject({type = 'BlockSquare', scale = {900, 1, 900}}) end",
    "objects looked at": "for i = 1, 2e4 do pcall(spawnObject, {type = 'BlockSquare'}) end"
    " while true do getObjects() end",
    "rays": "for i = 1, 2e4 do spawnObject({type = 'BlockSquare'}) end"
    " while true do Physics.cast({origin = {0, 9, 0}, direction = {0, -1, 0}}) end",
    "zones": "for i = 1, 1e3 do spawnObject({type = 'ScriptingTrigger', scale = {99, 99, 99}}) end"
    " for i = 1, 2e4 do pcall(spawnObject, {type = 'BlockSquare'}) end"
    " for _, o in ipairs(getObjects()) do o.setPositionSmooth({900, 1, 0}) end",
    "handlers": "for i = 1, 2e4 do spawnObjectData({data = {Name = 'BlockSquare',"
    " LuaScript = 'function onObjectSpawn() end'}}) end",
    "long scripts of objects": "local o = spawnObjectData({data = {Name = 'BlockSquare',"
    " LuaScript = ('x = 1 '):rep(3e5)}}) for i = 1, 2e4 do o.clone() end",
    "bags in bags": "local b = spawnObject({type = 'Bag'}) for i = 1, 60 do"
    " local c = spawnObject({type = 'Bag'}) c.putObject(b.clone()) c.putObject(b.clone()) b = c end"
    " print(#b.getJSON())",
    "deal": "spawnObject({type = 'BlockSquare'}).deal(1e15, 'White')",
    "sheets": "local t = {} for i = 1, 8000 do t[i] = {Name = 'Card', CardID = 100 * i, "
    " CustomDeck = {[i] = {FaceURL = '' .. i}}} end"
    " local d = spawnObjectData({data = {Name = 'Deck',"
    " DeckIDs = {1}, ContainedObjects = t}}) while true do d.shuffle() end",
    "cards": "local t = {} for i = 1, 2e4 do t[i] = {Name = 'Card', CardID = i} end"
    " spawnObjectData({data = {Name = 'Deck', DeckIDs = {1}, ContainedObjects = t}}).spread()",
    "events": "for i = 1, 1e6 do Player.White.pingTable({0, 0, 0}) end",
    "waits that wait": "f = function() Wait.frames(f, 1) Wait.frames(f, 1) end f()",
    "every frame": "function onUpdate() for i = 1, 1e6 do end end",
    "every frame, in each way": "function g() for i = 1, 3e6 do end end for i = 1, 2e4 do"
    " Wait.time(g, 0, -1) end",
    "messages every frame": "local s = ('x'):rep(4e6) local n = 0 function onUpdate() n = n + 1"
    " for i = 1, 5 do printToAll(s .. n .. i) end end",
    "coroutines every frame": "function g() while true do coroutine.yield(0) for i = 1, 1e6 do end"
    " end end for i = 1, 2e4 do startLuaCoroutine(Global, 'g') end",
    "objects that make objects": "function onObjectSpawn() spawnObject({type = 'BlockSquare'})"
    " spawnObject({type = 'BlockSquare'}) end spawnObject({type = 'BlockSquare'})",
    "putting within putting": "function tryObjectEnterContainer(c, o) c.putObject(o) end"
    " spawnObject({type = 'Bag'}).putObject(spawnObject({type = 'BlockSquare'}))",
}  # fmt: skip
"""By what they try. Run as a file, and as onLoad of a save."""

SAVES: dict[str, dict[str, Any]] = {
    name: {"LuaScript": f"function onLoad() {script} end", "ObjectStates": []}
    for name, script in CHUNKS.items()
} | {
    "a state to save": {
        "LuaScript": "function onSave() return ('x'):rep(8e6) end",
        "ObjectStates": [
            thing("Bag", f"aaaa{n:02d}", LuaScript="function onSave() return ('x'):rep(8e6) end")
            for n in range(3)
        ],
    },
}
