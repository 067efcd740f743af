-- Lua patterns over UTF-16 units, and over text on which Lua's own matcher might not end.
local k = ...
local error = error
local sub, find, char = string.sub, string.find, string.char
local PERCENT, OPEN, CLOSE, CARET, DOLLAR, DOT, MINUS = 37, 91, 93, 94, 36, 46, 45
local LEFT, RIGHT = 40, 41
local STAR, PLUS, QUESTION, POSITION, PENDING = 42, 43, 63, -2, -1
local CLASSES = {}
for letter in string.gmatch("acdglpsuwx", ".") do
    CLASSES[letter] = true
end
local kinds = {} -- code -> the letters of the classes it is in
local function kind_of(code)
    local found = kinds[code]
    if not found then
        if code < 128 then
            found = ""
            for letter in k.raw_next, CLASSES do
                if find(char(code), "%" .. letter) then
                    found = found .. letter
                end
            end
        else
            found = k.call("_G", 0, "classes", code)
        end
        kinds[code] = found
    end
    return found
end

-- Whether a unit is in the class after a percent sign.
local function in_class(code, class)
    local letter = class < 128 and char(class) or ""
    local low = string.lower(letter)
    if not CLASSES[low] then
        return code == class
    end
    return (find(kind_of(code), low, 1, true) ~= nil) == (letter == low)
end

local Matcher = {}
Matcher.__index = Matcher

-- Behind the single item that begins at p.
function Matcher.item_end(m, p)
    local P = m.P
    local c = P[p]
    p = p + 1
    if c == PERCENT then
        if p > m.plen then
            error("malformed pattern (ends with '%')", 0)
        end
        return p + 1
    elseif c == OPEN then
        if P[p] == CARET then
            p = p + 1
        end
        repeat
            if p > m.plen then
                error("malformed pattern (missing ']')", 0)
            end
            c = P[p]
            p = p + 1
            if c == PERCENT then
                p = p + 1
            end
        until P[p] == CLOSE
        return p + 1
    end
    return p
end

local function in_set(m, code, p, last)
    local P, negated = m.P, false
    p = p + 1
    if P[p] == CARET then
        negated = true
        p = p + 1
    end
    while p < last do
        if P[p] == PERCENT then
            p = p + 1
            if in_class(code, P[p]) then
                return not negated
            end
        elseif P[p + 1] == MINUS and p + 2 < last then
            if P[p] <= code and code <= P[p + 2] then
                return not negated
            end
            p = p + 2
        elseif P[p] == code then
            return not negated
        end
        p = p + 1
    end
    return negated
end

function Matcher.single(m, s, p, ep)
    local code = m.S[s]
    if code == nil then
        return false
    end
    local c = m.P[p]
    if c == DOT then
        return true
    elseif c == PERCENT then
        return in_class(code, m.P[p + 1])
    elseif c == OPEN then
        return in_set(m, code, p, ep - 1)
    end
    return c == code
end

function Matcher.balance(m, s, p)
    local P, S = m.P, m.S
    if p + 1 > m.plen then
        error("malformed pattern (missing arguments to '%b')", 0)
    elseif S[s] ~= P[p] then
        return nil
    end
    local depth = 1
    for at = s + 1, m.slen do
        if S[at] == P[p + 1] then
            depth = depth - 1
            if depth == 0 then
                return at + 1
            end
        elseif S[at] == P[p] then
            depth = depth + 1
        end
    end
    return nil
end

function Matcher.capture_from(m, s, p, length)
    m.level = m.level + 1
    if m.level > 32 then
        error("too many captures", 0)
    end
    m.from[m.level], m.length[m.level] = s, length
    local found = m:match(s, p)
    if not found then
        m.level = m.level - 1
    end
    return found
end

function Matcher.capture_to(m, s, p)
    local level = m.level
    while level > 0 and m.length[level] ~= PENDING do
        level = level - 1
    end
    if level == 0 then
        error("invalid pattern capture", 0)
    end
    m.length[level] = s - m.from[level]
    local found = m:match(s, p)
    if not found then
        m.length[level] = PENDING
    end
    return found
end

function Matcher.again(m, s, digit)
    local level = digit - 48
    if level < 1 or level > m.level or m.length[level] == PENDING then
        error("invalid capture index %" .. level, 0)
    end
    for i = 0, m.length[level] - 1 do
        if m.S[m.from[level] + i] ~= m.S[s + i] or m.S[s + i] == nil then
            return nil
        end
    end
    return s + m.length[level]
end

-- The place behind the match of the pattern from p at s, or nil.
function Matcher.match(m, s, p)
    local P, plen = m.P, m.plen
    while p <= plen do
        local c, after = P[p], P[p + 1]
        if c == LEFT then
            if after == RIGHT then
                return m:capture_from(s, p + 2, POSITION)
            end
            return m:capture_from(s, p + 1, PENDING)
        elseif c == RIGHT then
            return m:capture_to(s, p + 1)
        elseif c == DOLLAR and p == plen then
            return s == m.slen + 1 and s or nil
        elseif c == PERCENT and after == 98 then
            s = m:balance(s, p + 2)
            p = p + 4
        elseif c == PERCENT and after == 102 then
            p = p + 2
            if P[p] ~= OPEN then
                error("missing '[' after '%f' in pattern", 0)
            end
            local ep = m:item_end(p)
            if in_set(m, m.S[s - 1] or 0, p, ep - 1) or not in_set(m, m.S[s] or 0, p, ep - 1) then
                return nil
            end
            p = ep
        elseif c == PERCENT and after and after >= 48 and after <= 57 then
            s = m:again(s, after)
            p = p + 2
        else
            local ep = m:item_end(p)
            local suffix = P[ep]
            if suffix == QUESTION then
                local found = m:single(s, p, ep) and m:match(s + 1, ep + 1)
                if found then
                    return found
                end
                p = ep + 1
            elseif suffix == STAR or suffix == PLUS then
                local n = 0
                while m:single(s + n, p, ep) do
                    n = n + 1
                end
                for i = n, suffix == PLUS and 1 or 0, -1 do
                    local found = m:match(s + i, ep + 1)
                    if found then
                        return found
                    end
                end
                return nil
            elseif suffix == MINUS then
                while true do
                    local found = m:match(s, ep + 1)
                    if found then
                        return found
                    elseif not m:single(s, p, ep) then
                        return nil
                    end
                    s = s + 1
                end
            elseif m:single(s, p, ep) then
                s, p = s + 1, ep
            else
                return nil
            end
        end
        if s == nil then
            return nil
        end
    end
    return s
end

-- A matcher of the pattern on the text; `first` is where the pattern begins.
function k.matcher(text, pattern)
    local S, P = k.cut(text), k.cut(pattern)
    return setmetatable({
        S = S.codes, slen = S.n, starts = S.starts, text = text,
        P = P.codes, plen = P.n, anchored = P.codes[1] == CARET,
        level = 0, from = {}, length = {},
    }, Matcher)
end

-- The first match from unit `at` on: its first unit and the one behind it, or nil.
function Matcher.search(m, at)
    local first = m.anchored and 2 or 1
    repeat
        m.level = 0
        local behind = m:match(at, first)
        if behind then
            return at, behind
        end
        at = at + 1
    until m.anchored or at > m.slen + 1
    return nil
end

function Matcher.part(m, from, to)
    return sub(m.text, m.starts[from], m.starts[to] - 1)
end

-- The i-th capture; the whole match when there are none.
function Matcher.capture(m, i, from, to)
    if i > m.level and i ~= 1 then
        error("invalid capture index", 0)
    elseif i > m.level then
        return m:part(from, to)
    elseif m.length[i] == POSITION then
        return m.from[i]
    elseif m.length[i] == PENDING then
        error("unfinished capture", 0)
    end
    return m:part(m.from[i], m.from[i] + m.length[i])
end

function Matcher.captures(m, from, to, whole)
    local found = {}
    for i = 1, m.level == 0 and whole and 1 or m.level do
        found[i] = m:capture(i, from, to)
    end
    return k.unpack(found)
end
