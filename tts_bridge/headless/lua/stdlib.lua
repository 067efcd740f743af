-- The library as TTS's interpreter has it: number text, tostring, tonumber, format, an order in
-- `pairs`, and nothing that reaches outside.
local k = ...
local raw_tostring, raw_tonumber, raw_next = tostring, tonumber, next
local raw_setmetatable, raw_getmetatable = setmetatable, getmetatable
local rawget, rawset = rawget, rawset
local raw_pairs, raw_ipairs, select, type, error = pairs, ipairs, select, type, error
local string, table, math, os = string, table, math, os
local base, libs = k.base, k.libs

k.raw_next = raw_next
k.unpack = table.unpack

-- 15 significant digits, `1E+15`, `NaN`, `Infinity`, no negative zero.
local function number_text(x)
    if x ~= x then
        return "NaN"
    elseif x == math.huge then
        return "Infinity"
    elseif x == -math.huge then
        return "-Infinity"
    elseif x == 0 then
        return "0"
    end
    return (string.gsub(string.format("%.15g", x), "e", "E"))
end
k.number_text = number_text

function base.tostring(...)
    if select("#", ...) == 0 then
        error("bad argument #1 to 'tostring' (value expected)", 0)
    end
    local value = ...
    if type(value) == "number" then
        return number_text(value)
    end
    return raw_tostring(value)
end
local tostring = base.tostring

function base.tonumber(value, radix)
    if radix ~= nil then
        return value ~= nil and raw_tonumber(value, radix) or nil
    end
    if type(value) ~= "string" then
        return type(value) == "number" and value or nil
    end
    local text = string.match(value, "^%s*([%d.,eE+-]+)%s*$")
    if text then
        return raw_tonumber((string.gsub(text, ",", "")))
    end
    local sign = string.match(value, "^%s*(-?)Infinity%s*$")
    return sign and (sign == "-" and -math.huge or math.huge) or nil
end

function base.print(...)
    local parts = {}
    for i = 1, select("#", ...) do
        parts[i] = tostring((select(i, ...)))
    end
    k.call("_G", 0, "print", table.concat(parts, "\t"))
end

-- pairs and next: 1, 2, 3 ... first, then the other keys by kind and value. TTS walks in the
-- order of insertion, which real Lua does not keep; at least every run here is the same.
local RANK = { number = 1, string = 2, boolean = 3, userdata = 4 }

local function before(a, b)
    local kind_a, kind_b = type(a), type(b)
    if kind_a ~= kind_b then
        return (RANK[kind_a] or 5) < (RANK[kind_b] or 5)
    elseif kind_a == "number" or kind_a == "string" then
        return a < b
    elseif kind_a == "boolean" then
        return a and not b
    elseif kind_a == "userdata" then
        return k.rank(a) < k.rank(b)
    end
    return false
end

local function keys_of(t)
    local keys, n, sorted = {}, 0, true
    for key in raw_next, t do
        n = n + 1
        keys[n] = key
        sorted = sorted and key == n
    end
    if not sorted then
        table.sort(keys, before)
    end
    return keys, n
end

local function walk(t)
    local keys, n = keys_of(t)
    local i = 0
    return function()
        while i < n do
            i = i + 1
            local value = rawget(t, keys[i])
            if value ~= nil then -- removed meanwhile
                return keys[i], value
            end
        end
        return nil
    end
end

function base.pairs(t)
    local meta = raw_getmetatable(t)
    if type(meta) == "table" and meta.__pairs then
        return raw_pairs(t)
    end
    if type(t) ~= "table" then
        error("bad argument #1 to 'pairs' (table expected, got " .. type(t) .. ")", 2)
    end
    return walk(t), t, nil
end

local walked, place, last_keys = nil, nil, nil -- next(t, key) usually goes on where it was
function base.next(t, key)
    if type(t) ~= "table" then
        error("bad argument #1 to 'next' (table expected, got " .. type(t) .. ")", 2)
    end
    if key == nil or walked ~= t then
        walked, place, last_keys = t, {}, keys_of(t)
        for i, each in raw_ipairs(last_keys) do
            place[each] = i
        end
    end
    local i = key == nil and 0 or place[key]
    if not i then
        error("invalid key to 'next'", 2)
    end
    for j = i + 1, #last_keys do
        local value = rawget(t, last_keys[j])
        if value ~= nil then
            return last_keys[j], value
        end
    end
    walked = nil
    return nil, nil
end

-- Finalizers would run outside any budget, so they do not exist (nor do they in TTS).
function base.setmetatable(t, meta)
    if type(meta) ~= "table" or rawget(meta, "__gc") == nil then
        return raw_setmetatable(t, meta)
    end
    local finalizer = rawget(meta, "__gc")
    rawset(meta, "__gc", nil)
    raw_setmetatable(t, meta)
    rawset(meta, "__gc", finalizer)
    return t
end

base.ipairs, base.select, base.type = raw_ipairs, select, type
base.rawequal, base.rawget, base.rawlen, base.rawset = rawequal, rawget, rawlen, rawset
base.unpack, base.pack = table.unpack, table.pack
base._VERSION = "MoonSharp 3.0.0.0"
base._MOONSHARP = { version = "3.0.0.0", luacompat = "5.2", platform = "headless" }
function base.collectgarbage(what)
    return what ~= "count" and 0 or nil
end

-- table, math, os, bit32 -----------------------------------------------------------------------

local function fill(into, from, names)
    for name in string.gmatch(names, "%S+") do
        into[name] = from[name]
    end
    return into
end

libs.table = fill({}, table, "pack remove sort unpack")
function libs.table.insert(...)
    if select("#", ...) > 1 then
        return table.insert(...)
    end
    return nil
end
function libs.table.concat(t, separator, first, last)
    local parts = {}
    for i = first or 1, last or #t do
        local value = t[i]
        parts[#parts + 1] = type(value) == "number" and number_text(value) or value
        if type(value) ~= "number" and type(value) ~= "string" then
            error(string.format("invalid value (at index %d) in table for 'concat'", i), 2)
        end
    end
    return table.concat(parts, separator)
end

libs.math = fill({}, math, "abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp ldexp"
    .. " log max min pi pow rad sin sinh sqrt tan tanh")
libs.math.huge = 1.7976931348623157e308
function libs.math.modf(x)
    local whole = math.floor(x)
    return whole, x - whole
end
function libs.math.random(low, high)
    return k.call("_G", 0, "random", low, high)
end
function libs.math.randomseed(seed)
    k.call("_G", 0, "randomseed", seed)
end

libs.os = { difftime = os.difftime }
function libs.os.time(when)
    return when and os.time(when) or k.call("_G", 0, "time")
end
function libs.os.clock()
    return k.call("_G", 0, "clock")
end
function libs.os.date(pattern, when)
    return os.date(pattern or "%c", when or k.call("_G", 0, "time"))
end
libs.bit32 = fill({}, bit32, "arshift band bnot bor btest bxor extract lrotate lshift replace"
    .. " rrotate rshift")
