-- Color: a table with r, g, b, a from 0 to 1 that also answers to [1] ... [4].
local k = ...
local math, string, type, rawget, rawset, error = math, string, type, rawget, rawset, error
local setmetatable, getmetatable, tonumber, ipairs = setmetatable, getmetatable, tonumber, ipairs

local CHANNELS = { "r", "g", "b", "a", r = "r", g = "g", b = "b", a = "a" }
local NAMES = {} -- as first written, in order
local NAMED = {} -- lower case -> { name, r, g, b, a }
local methods, meta = {}, {}

local function unit(x)
    return math.max(0, math.min(1, tonumber(x) or 0))
end

local function new(r, g, b, a)
    return setmetatable({ r = unit(r), g = unit(g), b = unit(b), a = unit(a or 1) }, meta)
end
k.color = new

local function add(name, color)
    local low = string.lower(name)
    if not NAMED[low] then
        NAMES[#NAMES + 1] = name
    end
    NAMED[low] = { name, color.r, color.g, color.b, color.a }
end

for name, r, g, b in string.gmatch([[
    White 1 1 1  Brown .443 .231 .09  Red .856 .1 .094  Orange .956 .392 .113
    Yellow .905 .898 .172  Green .192 .701 .168  Teal .129 .694 .607  Blue .118 .53 1
    Purple .627 .125 .941  Pink .96 .439 .807  Grey .5 .5 .5  Black .25 .25 .25
]], "(%a+) (%S+) (%S+) (%S+)") do
    add(name, new(r, g, b))
end

function meta.__index(t, key)
    local channel = CHANNELS[key]
    if channel then
        return rawget(t, channel)
    end
    return methods[key]
end

function meta.__newindex(t, key, value)
    rawset(t, CHANNELS[key] or key, value)
end

function meta.__pairs(t)
    local i = 0
    return function()
        i = i + 1
        local channel = CHANNELS[i]
        return channel, channel and rawget(t, channel)
    end
end

local function is_color(value)
    return type(value) == "table" and getmetatable(value) == meta
end

function meta.__eq(a, b)
    return is_color(a) and is_color(b) and a:equals(b)
end

function methods.equals(a, b, margin)
    margin = margin or 1e-2
    for i = 1, 4 do
        if math.abs(a[i] - (b[i] or 1)) > margin then
            return false
        end
    end
    return true
end

function methods.toString(a, tolerance)
    for _, name in ipairs(NAMES) do
        local named = NAMED[string.lower(name)]
        if a:equals(new(named[2], named[3], named[4], named[5]), tolerance) then
            return name
        end
    end
    return nil
end

function methods.dump(a, prefix)
    local text = string.format("{ r = %s, g = %s, b = %s", k.short(a.r), k.short(a.g), k.short(a.b))
    text = text .. (a.a ~= 1 and ", a = " .. k.short(a.a) or "") .. " }"
    return prefix and prefix .. ": " .. text or text
end

function meta.__tostring(a)
    local name = a:toString()
    return "Color: " .. (name and name .. " " or "") .. a:dump()
end

function methods.get(a)
    return a.r, a.g, a.b, a.a
end

function methods.copy(a)
    return new(a:get())
end

function methods.set(a, r, g, b, alpha)
    a.r, a.g, a.b, a.a = unit(r or a.r), unit(g or a.g), unit(b or a.b), unit(alpha or a.a)
    return a
end

function methods.setAt(a, key, value)
    a[key] = unit(value)
    return a
end

function methods.toHex(a, with_alpha)
    local text = ""
    for i = 1, with_alpha and 4 or 3 do
        text = text .. string.format("%02x", math.floor(a[i] * 255))
    end
    return text
end

function methods.lerp(a, b, t)
    return new(a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
        a.a + (b.a - a.a) * t)
end

local class = { list = NAMES, Add = add }

function class.fromString(name)
    local known = type(name) == "string" and NAMED[string.lower(name)]
    if not known then
        error("no colour has the name " .. tostring(name), 0)
    end
    return new(known[2], known[3], known[4], known[5])
end
k.named_color = class.fromString

function class.fromHex(text)
    local parts = {}
    for pair in string.gmatch(text, "%x%x") do
        parts[#parts + 1] = tonumber(pair, 16) / 255
    end
    if #parts < 3 then
        error("a hex colour has six or eight digits, got " .. text, 0)
    end
    return new(parts[1], parts[2], parts[3], parts[4])
end

local function make(_, r, g, b, a)
    if type(r) == "table" then
        return new(r.r, r.g, r.b, r.a)
    end
    return new(r, g, b, a)
end
class.new = function(...)
    return make(nil, ...)
end
for name, f in k.raw_next, methods do
    class[name] = class[name] or f
end

k.libs.Color = setmetatable(class, {
    __call = make,
    __index = function(_, name)
        if type(name) ~= "string" then
            error("Color is indexed by a name, got " .. type(name), 2)
        end
        return NAMED[string.lower(name)] and class.fromString(name) or nil
    end,
})
