-- Vector: a table with x, y, z that also answers to [1], [2], [3]. Methods are called with a
-- colon; those that change a vector return it.
local k = ...
local math, string, type, rawget, rawset, error = math, string, type, rawget, rawset, error
local setmetatable, getmetatable, tostring = setmetatable, getmetatable, tostring

local CLOSE = 1e-3
local AXES = { "x", "y", "z", x = "x", y = "y", z = "z" }
local methods, meta = {}, {}

local function new(x, y, z)
    return setmetatable({ x = x, y = y, z = z }, meta)
end
k.vector = new

local function is_vector(value)
    return type(value) == "table" and getmetatable(value) == meta
end

local function need(value, what)
    if not is_vector(value) then
        error("Vector." .. what .. " needs a Vector, got " .. type(value), 3)
    end
    return value
end

-- Up to six decimals, no trailing zeros.
function k.short(x)
    local text = string.gsub(string.format("%.6f", x), "0+$", "")
    text = string.gsub(text, "%.$", "")
    return text == "-0" and "0" or text
end

function meta.__index(t, key)
    local axis = AXES[key]
    if axis then
        return rawget(t, axis)
    end
    return methods[key]
end

function meta.__newindex(t, key, value)
    rawset(t, AXES[key] or key, value)
end

function meta.__add(a, b)
    need(a, "+")
    need(b, "+")
    return new(a.x + b.x, a.y + b.y, a.z + b.z)
end

function meta.__sub(a, b)
    need(a, "-")
    need(b, "-")
    return new(a.x - b.x, a.y - b.y, a.z - b.z)
end

function meta.__unm(a)
    return new(-a.x, -a.y, -a.z)
end

function meta.__mul(a, b)
    if type(a) == "number" then
        return new(a * b.x, a * b.y, a * b.z)
    elseif type(b) == "number" then
        return new(a.x * b, a.y * b, a.z * b)
    end
    need(a, "*")
    need(b, "*")
    return new(a.x * b.x, a.y * b.y, a.z * b.z)
end

function meta.__eq(a, b)
    return is_vector(a) and is_vector(b) and a:sqrDistance(b) <= CLOSE
end

function meta.__tostring(a)
    return a:string("Vector")
end

function methods.get(a)
    return a.x, a.y, a.z
end

function methods.copy(a)
    return new(a.x, a.y, a.z)
end

function methods.set(a, x, y, z)
    a.x, a.y, a.z = x or a.x, y or a.y, z or a.z
    return a
end

function methods.setAt(a, key, value)
    a[key] = value
    return a
end

function methods.add(a, b)
    need(b, "add")
    return a:set(a.x + b.x, a.y + b.y, a.z + b.z)
end

function methods.sub(a, b)
    need(b, "sub")
    return a:set(a.x - b.x, a.y - b.y, a.z - b.z)
end

function methods.scale(a, x, y, z)
    if type(x) == "table" then
        x, y, z = x.x or x[1], x.y or x[2], x.z or x[3]
    elseif y == nil and z == nil then
        y, z = x, x
    end
    return a:set(a.x * (x or 1), a.y * (y or 1), a.z * (z or 1))
end

function methods.dot(a, b)
    return a.x * b.x + a.y * b.y + a.z * b.z
end

function methods.cross(a, b)
    return new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
end

function methods.sqrMagnitude(a)
    return a:dot(a)
end

function methods.magnitude(a)
    return math.sqrt(a:dot(a))
end

function methods.sqrDistance(a, b)
    local x, y, z = a.x - b.x, a.y - b.y, a.z - b.z
    return x * x + y * y + z * z
end

function methods.distance(a, b)
    return math.sqrt(a:sqrDistance(b))
end

function methods.equals(a, b, margin)
    return a:sqrDistance(b) <= (margin or CLOSE)
end

function methods.normalize(a)
    local length = a:magnitude()
    return length > 0 and a:scale(1 / length) or a
end

function methods.normalized(a)
    return a:copy():normalize()
end

function methods.clamp(a, most)
    local length = a:magnitude()
    return length > most and a:scale(most / length) or a
end

function methods.inverse(a)
    return a:set(-a.x, -a.y, -a.z)
end

function methods.lerp(a, b, t)
    return new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t)
end

function methods.angle(a, b)
    local lengths = a:magnitude() * b:magnitude()
    if lengths == 0 then
        return 0
    end
    return math.deg(math.acos(math.max(-1, math.min(1, a:dot(b) / lengths))))
end

function methods.project(a, b)
    local square = b:dot(b)
    local share = square > 0 and a:dot(b) / square or 0
    return a:set(b.x * share, b.y * share, b.z * share)
end

function methods.projectOnPlane(a, normal)
    return a:sub(a:copy():project(normal))
end

function methods.reflect(a, normal)
    return a:sub(a:copy():project(normal):scale(2))
end

function methods.moveTowards(a, b, most)
    local far = a:distance(b)
    if far <= most or far == 0 then
        return a:set(b.x, b.y, b.z)
    end
    return a:set(a:lerp(b, most / far):get())
end

-- Turned by at most `most` degrees towards b, the length kept.
function methods.rotateTowards(a, b, most)
    local angle = a:angle(b)
    if angle == 0 then
        return a
    end
    local turn, length = math.rad(math.min(most, angle)), a:magnitude()
    local from = a:normalized()
    local side = b:copy():projectOnPlane(from):normalize()
    from:scale(math.cos(turn) * length)
    side:scale(math.sin(turn) * length)
    return a:set((from + side):get())
end

function methods.rotateTowardsUnit(a, b, most)
    return a:normalize():rotateTowards(b, most)
end

function methods.rotateOver(a, axis, angle)
    local turn = math.rad(angle)
    local s, c = math.sin(turn), math.cos(turn)
    if axis == "x" then
        return a:set(a.x, a.y * c - a.z * s, a.y * s + a.z * c)
    elseif axis == "y" then
        return a:set(a.x * c + a.z * s, a.y, a.z * c - a.x * s)
    end
    return a:set(a.x * c - a.y * s, a.x * s + a.y * c, a.z)
end

function methods.heading(a, axis)
    local x = math.deg(math.atan2(a.y, a.z))
    local y = math.deg(math.atan2(a.x, a.z))
    local z = math.deg(math.atan2(a.x, a.y))
    if axis then
        return ({ x = x, y = y, z = z })[axis]
    end
    return x, y, z
end

function methods.orthoNormalize(a, planar)
    local normal = a:normalized()
    local binormal = (planar or new(0, 1, 0)):copy():projectOnPlane(normal):normalize()
    return normal, binormal, normal:cross(binormal)
end

function methods.string(a, prefix)
    local text = string.format("{ %s, %s, %s }", k.short(a.x), k.short(a.y), k.short(a.z))
    return prefix and tostring(prefix) .. ": " .. text or text
end

local function make(_, x, y, z)
    if type(x) == "table" then
        return new(x.x or x[1] or 0, x.y or x[2] or 0, x.z or x[3] or 0)
    elseif type(x) == "number" and type(y) == "number" and type(z) == "number" then
        return new(x, y, z)
    end
    return new(0, 0, 0)
end

local class = { new = function(...) return make(nil, ...) end }
function class.between(a, b)
    return b - a
end
function class.min(a, b)
    return new(math.min(a.x, b.x), math.min(a.y, b.y), math.min(a.z, b.z))
end
function class.max(a, b)
    return new(math.max(a.x, b.x), math.max(a.y, b.y), math.max(a.z, b.z))
end
for name, f in k.raw_next, methods do
    class[name] = class[name] or f
end
k.libs.Vector = setmetatable(class, { __call = make })
k.base.vector = class.new
