-- The table library: lengths as TTS's interpreter counts them, an order of words, and work that
-- counts against the budget.
local k = ...
local type, error, select, tonumber, rawget = type, error, select, tonumber, rawget
local raw_getmetatable, raw_error = getmetatable, error
local string, table, math, debug = string, table, math, debug
local rawlen = rawlen
local libs, count, set = k.libs, k.count, k.rawset
local LONG = 256 -- elements from which on moving them costs more than the instruction

local function check(t, name)
    if type(t) ~= "table" then
        local got = t == nil and "nil" or type(t)
        error(("bad argument #1 to '%s' (table expected, got %s)"):format(name, got), 3)
    end
end

local lib = {}
libs.table = lib

-- The list is also the result: mods count on it.
function lib.insert(...)
    local t, position, value = ...
    local given = select("#", ...)
    check(t, "insert")
    local n = count(t)
    if given < 2 then
        return t
    elseif given == 2 then
        set(t, n + 1, position)
        return t
    elseif given > 3 then
        error("wrong number of arguments to 'insert'", 2)
    elseif not tonumber(position) then
        error("bad argument #2 to 'insert' (number expected, got " .. type(position) .. ")", 2)
    end
    position = math.floor(tonumber(position))
    if position < 1 or position > n + 1 then
        error("bad argument #2 to 'insert' (position out of bounds)", 2)
    elseif n - position > LONG then
        k.charge(16 * (n - position))
    end
    for i = n, position, -1 do
        set(t, i + 1, rawget(t, i))
    end
    set(t, position, value)
    return t
end

function lib.remove(t, position)
    check(t, "remove")
    local n = count(t)
    if position ~= nil and not tonumber(position) then
        error("bad argument #2 to 'remove' (number expected, got " .. type(position) .. ")", 2)
    end
    position = position and tonumber(position) or n
    if n == 0 and position == 0 or position == n + 1 then
        position = n == 0 and position or n + 1
        local value = rawget(t, position)
        if value ~= nil then
            set(t, position, nil)
        end
        return value
    elseif position < 1 or position > n + 1 then
        error("bad argument #2 to 'remove' (position out of bounds)", 2)
    elseif n - position > LONG then
        k.charge(16 * (n - position))
    end
    local value = rawget(t, position)
    for i = position, n - 1 do
        set(t, i, rawget(t, i + 1))
    end
    set(t, n, nil)
    return value
end

function lib.concat(t, separator, first, last)
    check(t, "concat")
    separator = separator == nil and "" or k.text_of(separator, 2, "concat")
    local parts, n = {}, 0
    for i = first or 1, last or count(t) do
        local value = t[i]
        local kind = type(value)
        if kind ~= "number" and kind ~= "string" then
            error(string.format("invalid value (at index %d) in table for 'concat'", i), 2)
        end
        n = n + 1
        parts[n] = kind == "number" and k.number_text(value) or value
    end
    return k.joined(parts, separator)
end

-- The default order is that of words; a comparator that contradicts itself is refused.
local function by_default(a, b)
    local kind, other = type(a), type(b)
    if kind == "number" and other == "number" then
        return a < b
    elseif kind == "string" and other == "string" then
        return k.collate(a, b) < 0
    end
    local of = raw_getmetatable(a)
    if type(of) == "table" and of.__lt then
        return a < b
    end
    local what = kind == other and "two " .. kind .. " values" or other .. " with " .. kind
    raw_error("attempt to compare " .. what, 0)
end

function lib.sort(t, comparator)
    check(t, "sort")
    if comparator ~= nil and type(comparator) ~= "function" then
        local text = "bad argument #2 to 'sort' (function expected, got " .. type(comparator) .. ")"
        error(text, 2)
    end
    local n = count(t)
    if n > LONG then
        k.charge(16 * n * math.log(n))
    end
    comparator = comparator or by_default
    if debug.getinfo(comparator, "S").what == "C" then
        local native = comparator -- nothing would be counted while it runs
        comparator = function(a, b)
            return native(a, b)
        end
    end
    if n == rawlen(t) then
        return table.sort(t, comparator)
    end
    local part = { table.unpack(t, 1, n) }
    table.sort(part, comparator)
    for i = 1, n do
        t[i] = part[i]
    end
    return nil
end

function lib.pack(...)
    local t = k.helper_table(table.pack(...))
    for i = 1, t.n do
        if rawget(t, i) == nil then
            k.hole(t)
        end
    end
    return t
end

function lib.unpack(t, first, last)
    check(t, "unpack")
    first, last = tonumber(first) or 1, tonumber(last) or count(t)
    if last - first > LONG then
        k.charge(16 * (last - first))
    end
    return table.unpack(t, first, last)
end
k.base.pack, k.base.unpack = lib.pack, lib.unpack
