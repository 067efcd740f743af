-- The string library and what strings answer to as methods.
local k = ...
local raw_tonumber, raw_ipairs = tonumber, ipairs
local select, type, error, floor = select, type, error, math.floor
local string, table, math, clock = string, table, math, os.clock
local number_text = k.number_text
local look, unit = k.look, k.unit
local LONG = 4096

local LETTER = 160 -- what changing the case of a letter costs in the host, in bytes copied
local READ = 8 -- and reading a byte of a number, or of a pattern

local function text_of(value, n, name)
    if type(value) == "string" then
        return value
    elseif type(value) == "number" then
        return number_text(value)
    end
    local got = value == nil and "nil" or type(value)
    error(("bad argument #%d to '%s' (string expected, got %s)"):format(n, name, got), 3)
end

local function number_of(value, default, n, name)
    if value == nil and default then
        return default
    end
    if type(value) == "string" and #value > LONG then
        k.charge(READ * #value)
    end
    local found = raw_tonumber(value)
    if not found then
        local text = "bad argument #%d to '%s' (number expected, got %s)"
        error(text:format(n, name, type(value)), 3)
    end
    return found >= 0 and floor(found) or math.ceil(found)
end

local methods = {}

function methods.len(s)
    return k.units(text_of(s, 1, "len"))
end
function methods.sub(s, i, j)
    s = text_of(s, 1, "sub")
    return k.slice(s, number_of(i, 1, 2, "sub"), number_of(j, -1, 3, "sub"))
end
function methods.reverse(s)
    return k.reversed(text_of(s, 1, "reverse"))
end
for _, name in raw_ipairs({ "upper", "lower" }) do
    methods[name] = function(s)
        s = text_of(s, 1, name)
        local plain = not look(s)
        if #s > LONG then
            k.charge((plain and 4 or LETTER) * #s)
        end
        return not plain and k.call("_G", 0, name, s) or string[name](s)
    end
end
function methods.rep(s, n, separator)
    s, n = text_of(s, 1, "rep"), number_of(n, nil, 2, "rep")
    separator = separator and text_of(separator, 3, "rep") or ""
    local size = #s * n + #separator * (n - 1)
    if not (n >= 1 and size > 0) then
        return "" -- which Lua would put together piece by piece
    end
    k.grow(size)
    if n > LONG then
        k.charge(8 * n)
    end
    return string.rep(s, n, separator)
end

local function codes(s, i, j, largest)
    local seen = k.cut(s)
    i = i < 0 and seen.n + i + 1 or i
    j = j < 0 and seen.n + j + 1 or j
    local found = {}
    for at = math.max(i, 1), math.min(j, seen.n) do
        local code = seen.codes[at]
        found[#found + 1] = code > largest and 63 or code
    end
    if #found == 0 then
        return nil
    end
    if #found > LONG then
        k.charge(16 * #found)
    end
    return k.unpack(found)
end
function methods.byte(s, i, j)
    i = number_of(i, 1, 2, "byte")
    return codes(text_of(s, 1, "byte"), i, number_of(j, i, 3, "byte"), 255)
end
function methods.unicode(s, i, j)
    i = number_of(i, 1, 2, "unicode")
    return codes(text_of(s, 1, "unicode"), i, number_of(j, i, 3, "unicode"), 65535)
end
function methods.char(...)
    local parts = { ... }
    for i = 1, select("#", ...) do
        local code = number_of(parts[i], nil, i, "char")
        if code < 0 or code > 65535 then
            error("bad argument #" .. i .. " to 'char' (value out of range)", 2)
        end
        parts[i] = unit(code)
    end
    return table.concat(parts)
end

-- Where the text stands, byte by byte, from that byte on. Lua's own search takes as long as the two
-- lengths multiplied; what may be long is looked for by the host, which takes their sum.
-- Most often the beginning says it already.
local BEGINNING, TRIES = 32, 16

local function near(s, part, from)
    local at, to = string.find(s, part, from, true)
    if #s > LONG then
        k.charge(READ * ((to or #s) - from))
    end
    return at, to
end

local function place_of(s, part, from)
    if #part <= BEGINNING then
        return near(s, part, from)
    end
    local first, after = string.sub(part, 1, BEGINNING), #part - 1
    for _ = 1, TRIES do
        from = near(s, first, from)
        if not from then
            return nil
        elseif after > LONG then
            k.charge(after)
        end
        if string.sub(s, from, from + after) == part then
            return from, from + after
        end
        from = from + 1
    end
    k.charge(4 * (#s + #part))
    from = k.search(s, part, from - 1) + 1
    if from > 0 then
        return from, from + after
    end
    return nil
end

function methods.contains(s, part)
    return place_of(text_of(s, 1, "contains"), text_of(part, 2, "contains"), 1) ~= nil
end
function methods.startsWith(s, part)
    s, part = text_of(s, 1, "startsWith"), text_of(part, 2, "startsWith")
    if #part > LONG then
        k.charge(#part)
    end
    return string.sub(s, 1, #part) == part
end
function methods.endsWith(s, part)
    s, part = text_of(s, 1, "endsWith"), text_of(part, 2, "endsWith")
    if #part > LONG then
        k.charge(#part)
    end
    return part == "" or string.sub(s, -#part) == part
end

-- Patterns. Lua's own matcher serves plain text when it is sure to end soon.
local SOON, LATE = 2e5, 4e8
local repeats, patterns = {}, 0 -- pattern -> how many of its items may run on over the text, and
-- one more when it may begin anywhere

local function steps(pattern, size)
    local n = repeats[pattern]
    if not n then
        if #pattern > LONG then
            k.charge(READ * #pattern)
        end
        local _, marks = string.gsub(pattern, "[%*%+%-%?]", "")
        local _, more = string.gsub(pattern, "%%[b%d]", "") -- a balance, the text of a capture
        n = marks + more + (string.sub(pattern, 1, 1) == "^" and 0 or 1)
        if #pattern < 200 then
            if patterns > 1000 then
                repeats, patterns = {}, 0
            end
            repeats[pattern], patterns = n, patterns + 1
        end
    end
    return (size + 1) ^ n * #pattern / 4
end

local function timed(began, ...)
    k.spent(clock() - began)
    return ...
end

-- The matcher to use: nil for Lua's own, and whether that one is to be timed.
local function choose(s, pattern)
    local cost = steps(pattern, #s)
    if cost > LATE or look(s) or look(pattern) then
        return k.matcher(s, pattern)
    end
    return nil, cost > SOON
end

local function start_of(init, n)
    init = init < 0 and n + init + 1 or init
    return init < 1 and 1 or init > n + 1 and n + 1 or init
end

local function found_at(m, at, to)
    return at, to - 1, m:captures(at, to, false)
end

function methods.find(s, pattern, init, plain)
    s, pattern = text_of(s, 1, "find"), text_of(pattern, 2, "find")
    init = start_of(number_of(init, 1, 3, "find"), k.units(s))
    if #pattern > LONG then
        k.charge(READ * #pattern)
    end
    if plain or not string.find(pattern, "[%^%$%*%+%?%.%(%[%%%-]") then
        local seen = look(s)
        local from, to = seen and seen.starts[init] or init
        if #s > LONG then
            from, to = place_of(s, pattern, from)
        else
            from, to = string.find(s, pattern, from, true)
        end
        if seen and from then
            local before = k.units(string.sub(s, 1, from - 1))
            return before + 1, before + k.units(pattern)
        end
        if from then
            return from, to
        end
        return nil
    end
    local m, slow = choose(s, pattern)
    if not m then
        if slow then
            return timed(clock(), string.find(s, pattern, init))
        end
        return string.find(s, pattern, init)
    end
    local at, to = m:search(init)
    if at then
        return found_at(m, at, to)
    end
    return nil
end

function methods.match(s, pattern, init)
    s, pattern = text_of(s, 1, "match"), text_of(pattern, 2, "match")
    init = start_of(number_of(init, 1, 3, "match"), k.units(s))
    local m, slow = choose(s, pattern)
    if not m then
        if slow then
            return timed(clock(), string.match(s, pattern, init))
        end
        return string.match(s, pattern, init)
    end
    local at, to = m:search(init)
    if at then
        return m:captures(at, to, true)
    end
    return nil
end

function methods.gmatch(s, pattern)
    s, pattern = text_of(s, 1, "gmatch"), text_of(pattern, 2, "gmatch")
    local m, slow = choose(s, pattern)
    if not m then
        local step = string.gmatch(s, pattern)
        if not slow then
            return step
        end
        return function()
            return timed(clock(), step())
        end
    end
    m.anchored = false
    local at = 1
    return function()
        local from, to = nil, nil
        if at <= m.slen + 1 then
            from, to = m:search(at)
        end
        if not from then
            at = m.slen + 2
            return nil
        end
        at = to == from and to + 1 or to
        return m:captures(from, to, true)
    end
end

local function replacement(m, from, to, by)
    local value
    if type(by) == "function" then
        value = by(m:captures(from, to, true))
    elseif type(by) == "table" then
        value = by[m:capture(1, from, to)]
    else
        return (string.gsub(by, "%%(.?)", function(c)
            if c == "0" then
                return m:part(from, to)
            elseif string.find(c, "%d") then
                local part = m:capture(raw_tonumber(c), from, to)
                return type(part) == "number" and number_text(part) or part
            elseif c == "%" then
                return "%"
            end
            error("invalid use of '%' in replacement string", 0)
        end))
    end
    if value == nil or value == false then
        return m:part(from, to)
    elseif type(value) == "number" then
        return number_text(value)
    elseif type(value) ~= "string" then
        error("invalid replacement value (a " .. type(value) .. ")", 0)
    end
    return value
end

local function made(text, ...)
    k.grow(#text)
    return text, ...
end

-- The parts of a text in one.
local function joined(parts, separator)
    local size = 0
    for i = 1, #parts do
        size = size + #parts[i]
    end
    k.grow(size + (separator and #separator * #parts or 0))
    return table.concat(parts, separator)
end
k.joined = joined

function methods.gsub(s, pattern, by, most)
    s, pattern = text_of(s, 1, "gsub"), text_of(pattern, 2, "gsub")
    most = most and number_of(most, nil, 4, "gsub") or math.huge
    if type(by) == "number" then
        by = number_text(by)
    elseif type(by) ~= "string" and type(by) ~= "function" and type(by) ~= "table" then
        error("bad argument #3 to 'gsub' (string/function/table expected)", 2)
    end
    if type(by) == "string" and #s * #by > LONG then
        k.charge(#s * #by)
    end
    local m, slow = choose(s, pattern)
    if not m then
        if slow then
            return made(timed(clock(), string.gsub(s, pattern, by, most < 1e9 and most or nil)))
        end
        return made(string.gsub(s, pattern, by, most < 1e9 and most or nil))
    end
    local parts, at, count = {}, 1, 0
    while count < most do
        m.level = 0
        local to = m:match(at, m.anchored and 2 or 1)
        if to then
            count = count + 1
            parts[#parts + 1] = replacement(m, at, to, by)
        end
        if to and to > at then
            at = to
        elseif at <= m.slen then
            parts[#parts + 1] = m:part(at, at + 1)
            at = at + 1
        else
            break
        end
        if m.anchored then
            break
        end
    end
    if at <= m.slen then
        parts[#parts + 1] = m:part(at, m.slen + 1)
    end
    return joined(parts), count
end
k.methods, k.text_of = methods, text_of
