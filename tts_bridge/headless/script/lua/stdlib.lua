-- The library as TTS's interpreter has it: number text, tostring, tonumber, format, an order in
-- `pairs`, and nothing that reaches outside.
local k = ...
local raw_tostring, raw_tonumber, raw_next = tostring, tonumber, next
local raw_getmetatable = getmetatable
local rawget, rawset = rawget, rawset
local raw_pairs, raw_ipairs, select, type, error = pairs, ipairs, select, type, error
local string, table, math, os = string, table, math, os
local base, libs = k.base, k.libs
local LONG = 4096 -- bytes from which on reading costs more than the instruction

k.raw_next = raw_next
k.unpack = table.unpack

-- 15 significant digits, `1E+15`, `NaN`, `Infinity`, no negative zero.
local function number_text(x)
    if x % 1 == 0 and x > -1e14 and x < 1e14 then
        return x == 0 and "0" or x .. ""
    elseif x ~= x then
        return "NaN"
    elseif x == math.huge then
        return "Infinity"
    elseif x == -math.huge then
        return "-Infinity"
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
    if type(value) == "string" and #value > LONG then
        k.charge(8 * #value)
    end
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
    local parts = { ... }
    for i = 1, select("#", ...) do
        local part = tostring(parts[i])
        if type(part) ~= "string" then
            error("'tostring' must return a string to 'print'", 2)
        end
        parts[i] = part
    end
    local text = k.joined(parts, "\t")
    k.charge(8 * #text)
    k.call("_G", 0, "print", text)
end

-- pairs and next, in the order of lua/tables.lua.
local function walk(t)
    local keys, n = k.keys(t)
    local i = 0
    if not keys then
        return function()
            repeat
                i = i + 1
                local value = rawget(t, i)
                if value ~= nil then
                    return i, value
                end
            until i >= n
            return nil
        end
    end
    return function()
        while true do
            i = i + 1
            local key = keys[i]
            if key == nil then
                return nil
            end
            local value = rawget(t, key)
            if value ~= nil then -- removed meanwhile
                return key, value
            end
        end
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

local walked, walked_keys, place = nil, nil, 0 -- next(t, key) usually goes on where it was

function base.next(t, key)
    if type(t) ~= "table" then
        error("bad argument #1 to 'next' (table expected, got " .. type(t) .. ")", 2)
    end
    local keys = walked_keys
    if walked ~= t or key == nil or keys[place] ~= key then
        keys = k.keys(t)
        if not keys then
            local i = key == nil and 1 or type(key) == "number" and key + 1
            if not i then
                error("invalid key to 'next'", 2)
            end
            local value = rawget(t, i)
            if value == nil then
                return nil, nil
            end
            return i, value
        end
        walked, walked_keys, place = t, keys, 0
        if key ~= nil then
            repeat
                place = place + 1
            until keys[place] == key or keys[place] == nil
            if keys[place] == nil then
                error("invalid key to 'next'", 2)
            end
        end
    end
    while true do
        place = place + 1
        local following = keys[place]
        if following == nil then
            walked, walked_keys = nil, nil
            return nil, nil
        end
        local value = rawget(t, following)
        if value ~= nil then
            return following, value
        end
    end
end

-- Finalizers would run outside any budget, so they do not exist (nor do they in TTS).
function base.setmetatable(t, meta)
    if type(t) ~= "table" then
        local text = "bad argument #1 to 'setmetatable' (table expected, got %s)"
        error(string.format(text, type(t)), 2)
    elseif meta ~= nil and type(meta) ~= "table" then
        error("bad argument #2 to 'setmetatable' (nil or table expected)", 2)
    end
    local hidden = raw_getmetatable(t)
    if type(hidden) == "table" and rawget(hidden, "__metatable") ~= nil then
        error("cannot change a protected metatable", 2)
    elseif meta == nil then
        return k.give_metatable(t, nil)
    end
    k.guard_operators(meta)
    local finalizer = rawget(meta, "__gc")
    if finalizer == nil then
        return k.give_metatable(t, meta)
    end
    rawset(meta, "__gc", nil)
    k.give_metatable(t, meta)
    rawset(meta, "__gc", finalizer)
    return t
end

base.ipairs, base.select, base.type = raw_ipairs, select, type
base.rawequal, base.rawget, base.rawlen = rawequal, rawget, rawlen
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

k.library = fill
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
    if type(pattern) == "string" and #pattern > LONG then
        error("bad argument #1 to 'date' (too long)", 2)
    end
    return os.date(pattern or "%c", when or k.call("_G", 0, "time"))
end
libs.bit32 = fill({}, bit32, "arshift band bnot bor btest bxor extract lrotate lshift replace"
    .. " rrotate rshift")
