-- What the rewritten tokens of a script call: `a ..X.. b`, `a % X % b`, `X^t`, tables as they are
-- made, comparisons. X remembers one operand until the other comes, which is at once.
local k = ...
local type, error, rawequal, rawget, rawset = type, error, rawequal, rawget, rawset
local raw_getmetatable, raw_setmetatable, tonumber = getmetatable, setmetatable, tonumber
local fmod = math.fmod
local holes, number_text = k.holes, k.number_text

local X, Y, W = {}, {}, {}
local held = nil
local meta = { __metatable = false }

local function metamethod(a, b, event)
    for _, value in k.raw_next, { a, b } do
        local of = raw_getmetatable(value)
        local f = type(of) == "table" and rawget(of, event)
        if f then
            return f
        end
    end
    return nil
end

local LONG = 4096 -- bytes from which on copying costs more than the instruction

function meta.__concat(a, b)
    local kind
    if rawequal(a, X) then
        held = b
        return Y
    elseif rawequal(a, W) then -- what stands to the left is a string
        kind = type(b)
        if kind == "string" then
            if #b > LONG then
                k.charge(#b)
            end
            return b
        elseif kind == "number" then
            return number_text(b)
        end
        held = b
        return Y
    end
    b, held = held, nil
    local other = type(b)
    kind = type(a)
    if kind == "string" then
        if other == "string" then
            local size = #a + #b
            if size > LONG then
                k.grow(size)
            end
            return a .. b
        elseif other == "number" then
            return a .. number_text(b)
        end
    elseif kind == "number" then
        if other == "string" then
            return number_text(a) .. b
        elseif other == "number" then
            return number_text(a) .. number_text(b)
        end
    end
    local f = metamethod(a, b, "__concat")
    if f then
        return (f(a, b))
    end
    if kind == "string" or kind == "number" then
        kind = other
    end
    error("attempt to concatenate a " .. kind .. " value", 2)
end

function meta.__mod(a, b)
    if rawequal(b, X) then
        held = a
        return Y
    end
    a, held = held, nil
    local x, y = a, b
    if type(x) ~= "number" or type(y) ~= "number" then
        local f = metamethod(a, b, "__mod")
        if f then
            return (f(a, b))
        end
        x = type(a) == "string" and tonumber(a) or x
        y = type(b) == "string" and tonumber(b) or y
        if type(x) ~= "number" or type(y) ~= "number" then
            local wrong = type(x) ~= "number" and a or b
            error("attempt to perform arithmetic on a " .. type(wrong) .. " value", 2)
        end
    end
    local rest = fmod(x, y)
    return rest < 0 and rest + y or rest
end

function meta.__pow(_, value)
    local kind = type(value)
    if kind == "table" then
        if holes[value] and not metamethod(value, nil, "__len") then
            return k.count(value)
        end
        return #value
    elseif kind == "string" then
        return k.units(value)
    end
    error("attempt to get length of a " .. kind .. " value", 2)
end

for _, sentinel in k.raw_next, { X, Y, W } do
    raw_setmetatable(sentinel, meta)
end

-- `a ..N == nil`: an object that is gone is nil to scripts, though they still hold it.
local N = {}
local dead = raw_setmetatable({}, { __mode = "k" })
k.dead = dead
raw_setmetatable(N, {
    __metatable = false,
    __concat = function(a)
        if a ~= nil and dead[a] then
            return nil
        end
        return a
    end,
})

-- A script's own __concat and __mod, found before X's, would be handed X's operands.
local ours = raw_setmetatable({}, { __mode = "k" })
function k.guard_operators(of)
    for _, event in k.raw_next, { "__concat", "__mod" } do
        local f = rawget(of, event)
        if type(f) == "function" and not ours[f] then
            local function guarded(a, b)
                if rawequal(b, Y) then
                    b, held = held, nil
                elseif rawequal(b, X) then
                    held = a
                    return Y
                elseif rawequal(b, N) then
                    return a
                end
                return f(a, b)
            end
            ours[guarded] = true
            rawset(of, event, guarded)
        end
    end
end

local function compared(a, b)
    local kind, other = type(a), type(b)
    if kind == "string" and other == "string" then
        return k.collate(a, b)
    elseif kind ~= "number" or other ~= "number" then
        if not (metamethod(a, b, "__lt") or metamethod(a, b, "__le")) then
            local what = kind == other and "two " .. kind .. " values" or kind .. " with " .. other
            error("attempt to compare " .. what, 3)
        end
    end
    return nil
end

local function less(a, b)
    if type(a) == "number" and type(b) == "number" then
        return a < b
    end
    local order = compared(a, b)
    if order then
        return order < 0
    end
    return a < b
end

local function less_equal(a, b)
    if type(a) == "number" and type(b) == "number" then
        return a <= b
    end
    local order = compared(a, b)
    if order then
        return order <= 0
    end
    return a <= b
end

local function greater(a, b)
    return (less(b, a))
end

local function greater_equal(a, b)
    return (less_equal(b, a))
end

-- In the order of HELPERS in moonsharp_source.py.
function k.helpers()
    return X, W, raw_setmetatable, k.sequence, k.sites, k.hole, less, greater, less_equal,
        greater_equal, N
end
k.less = less
