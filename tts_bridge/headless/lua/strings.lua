-- The string library and what strings answer to as methods.
local k = ...
local raw_tonumber, raw_next, raw_ipairs = tonumber, next, ipairs
local raw_setmetatable, raw_getmetatable, rawset = setmetatable, getmetatable, rawset
local select, type, error = select, type, error
local string, table, math = string, table, math
local base, libs, number_text = k.base, k.libs, k.number_text

local function format(pattern, ...)
    local args, n = { ... }, 0
    local count = select("#", ...)
    local fixed = string.gsub(pattern, "%%[-+ #0]*%d*%.?%d*(.)", function(option)
        if option == "%" then
            return nil
        end
        n = n + 1
        local value = args[n]
        local kind = type(value)
        if n > count then
            error("bad argument #" .. n + 1 .. " to 'format' (no value)", 0)
        elseif string.find("sq", option, 1, true) then
            if kind == "number" then
                args[n] = number_text(value)
            elseif kind ~= "string" then
                local text = "bad argument #%d to 'format' (string expected, got %s)"
                error(string.format(text, n + 1, kind), 0)
            end
        elseif string.find("diouxX", option, 1, true) and raw_tonumber(value) then
            value = raw_tonumber(value)
            args[n] = value >= 0 and math.floor(value) or math.ceil(value)
        elseif string.find("diouxXeEfgGc", option, 1, true) and raw_tonumber(value) == nil then
            local text = "bad argument #%d to 'format' (number expected, got %s)"
            error(string.format(text, n + 1, kind), 0)
        end
        return nil
    end)
    return string.format(fixed, table.unpack(args, 1, count))
end

local methods = {}
for _, name in raw_ipairs({
    "byte", "find", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper",
}) do
    methods[name] = string[name]
end
methods.format = format

-- Characters above 255 exist; below, one is one byte as in the rest of this library.
function methods.char(...)
    local codes = { ... }
    for i, code in raw_ipairs(codes) do
        code = raw_tonumber(code)
        if code and code > 255 and code < 65536 then
            codes[i] = k.call("_G", 0, "character", code)
        else
            codes[i] = string.char(code)
        end
    end
    return table.concat(codes)
end
function methods.contains(text, part)
    return string.find(text, part, 1, true) ~= nil
end
function methods.startsWith(text, part)
    return string.sub(text, 1, #part) == part
end
function methods.endsWith(text, part)
    return part == "" or string.sub(text, -#part) == part
end

-- One metatable serves the strings of all scripts: what a script adds to its `string` is found
-- as a method too, but it cannot change what the others have.
local pristine = {}
for name, f in raw_next, methods do
    pristine[name] = f
end
raw_getmetatable("").__index = methods
libs.string = raw_setmetatable({}, {
    __newindex = function(t, name, value)
        rawset(t, name, value)
        if pristine[name] == nil then
            methods[name] = value
        end
    end,
})
for name, f in raw_next, pristine do
    rawset(libs.string, name, f)
end
function base.getmetatable(value)
    if type(value) == "string" then
        return { __index = k.envs[k.current] and k.envs[k.current].string }
    end
    return raw_getmetatable(value)
end
