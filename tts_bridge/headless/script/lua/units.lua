-- Strings as the game has them: a row of UTF-16 units. Here each unit is one character of UTF-8 of
-- at most three bytes, also the two halves of a surrogate pair, so that joining and cutting need
-- no care. Plain ASCII, nearly everything, takes none of the detours.
local k = ...
local find, byte, gmatch, sub = string.find, string.byte, string.gmatch, string.sub
local char = string.char
local floor, min, max, concat = math.floor, math.min, math.max, table.concat

local SHORT, KEPT = 40, 4194304
local LONG = 4096 -- bytes from which on looking costs more than the instruction
local known, size = {}, 0 -- longer strings looked at before: false when plain, else their units

local function cut(s)
    local codes, starts, n = {}, {}, 0
    for at, c in gmatch(s, "()([%z\1-\127\192-\255][\128-\191]*)") do
        n = n + 1
        local a, b, d = byte(c, 1, 3)
        if d then
            a = (a - 224) * 4096 + (b - 128) * 64 + d - 128
        elseif b then
            a = (a - 192) * 64 + b - 128
        end
        codes[n], starts[n] = a, at
    end
    starts[n + 1] = #s + 1
    return { codes = codes, starts = starts, n = n }
end

-- The units of a string: { codes, starts, n }; false when it is plain.
local function look(s)
    if #s <= SHORT then
        return find(s, "[\128-\255]") and cut(s)
    end
    local seen = known[s]
    if seen ~= nil then
        return seen
    end
    if #s > LONG then
        k.charge(16 * #s)
    end
    seen = find(s, "[\128-\255]") and cut(s) or false
    size = size + #s + (seen and 32 * #s or 0)
    if size > KEPT then
        known, size = {}, #s
    end
    known[s] = seen
    return seen
end
k.look = look

function k.forget_strings()
    known, size = {}, 0
end

-- The same for any string, plain ones too.
function k.cut(s)
    local seen = look(s)
    if seen then
        return seen
    end
    local codes, starts = {}, {}
    for i = 1, #s do
        codes[i], starts[i] = byte(s, i), i
    end
    starts[#s + 1] = #s + 1
    return { codes = codes, starts = starts, n = #s }
end

function k.units(s)
    local seen = look(s)
    return seen and seen.n or #s
end

function k.unit(code)
    if code < 128 then
        return char(code)
    elseif code < 2048 then
        return char(192 + floor(code / 64), 128 + code % 64)
    end
    return char(224 + floor(code / 4096), 128 + floor(code / 64) % 64, 128 + code % 64)
end

-- From the i-th to the j-th unit, both counted from the end when negative.
function k.slice(s, i, j)
    local seen = look(s)
    if not seen then
        if #s > LONG then
            local last = j < 0 and #s + j + 1 or min(j, #s)
            local most = last - (i < 0 and max(#s + i, 0) or i)
            if most > LONG then
                k.charge(most)
            end
        end
        return sub(s, i, j)
    end
    local n = seen.n
    i = i < 0 and n + i + 1 or i
    j = j < 0 and n + j + 1 or j
    i, j = i < 1 and 1 or floor(i), j > n and n or floor(j)
    if i > j then
        return ""
    end
    if j - i > LONG then
        k.charge(3 * (j - i))
    end
    return sub(s, seen.starts[i], seen.starts[j + 1] - 1)
end

function k.reversed(s)
    local seen = look(s)
    if #s > LONG then
        k.charge(2 * #s)
    end
    if not seen then
        return string.reverse(s)
    end
    local parts, n = {}, seen.n
    for i = 1, n do
        parts[n + 1 - i] = sub(s, seen.starts[i], seen.starts[i + 1] - 1)
    end
    return concat(parts)
end

-- The order of a language: marks, digits, letters; case and accents count only among equals.
local WEIGHTS = {}
local function weight(code)
    local found = WEIGHTS[code]
    if not found then
        found = k.call("_G", 0, "weight", code)
        WEIGHTS[code] = found
    end
    return found
end

-- Below, at or above 0 as a stands before, with or behind b.
function k.collate(a, b)
    if a == b then
        return 0
    end
    local one, two = k.cut(a), k.cut(b)
    local accent, case = 0, 0
    for i = 1, one.n < two.n and one.n or two.n do
        local p, q = one.codes[i], two.codes[i]
        if p ~= q then
            p, q = weight(p), weight(q)
            if p[1] ~= q[1] then
                return p[1] - q[1]
            elseif accent == 0 and p[2] ~= q[2] then
                accent = p[2] - q[2]
            elseif case == 0 then
                case = p[3] - q[3]
            end
        end
    end
    if one.n ~= two.n then
        return one.n - two.n
    end
    return accent ~= 0 and accent or case
end
