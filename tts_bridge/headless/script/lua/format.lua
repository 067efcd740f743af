-- string.format with .NET's exponents and MoonSharp's refusals, and how scripts get at strings.
local k = ...
local raw_tonumber, raw_next, raw_setmetatable = tonumber, next, setmetatable
local raw_getmetatable, rawset = getmetatable, rawset
local select, type, error = select, type, error
local string, math = string, math
local LONG = 4096 -- bytes from which on copying costs more than the instruction
local base, libs, methods, number_text = k.base, k.libs, k.methods, k.number_text

local function padded(text, flags)
    local left, width, most = string.match(flags, "^([-+ #0]*)(%d*)%.?(%d*)$")
    if not left or (width == "" and most == "") then
        return text
    end
    if most ~= "" then
        text = k.slice(text, 1, raw_tonumber(most))
    end
    local missing = (raw_tonumber(width) or 0) - k.units(text)
    k.grow(missing)
    local fill = string.rep(" ", missing)
    return string.find(left, "-", 1, true) and text .. fill or fill .. text
end

-- Digits for what an integer option takes: fractions are cut off.
local function whole(option, flags, value)
    value = value >= 0 and math.floor(value) or math.ceil(value)
    if value < 0 and string.find("ouxX", option, 1, true) then
        value = value + 18446744073709551616
    end
    return string.format("%" .. flags .. option, value)
end

local function refusal(n, wanted, got)
    return ("bad argument #%d to 'format' (%s expected, got %s)"):format(n + 1, wanted, got)
end

function methods.format(pattern, ...)
    pattern = k.text_of(pattern, 1, "format")
    local args, count, n, size = { ... }, select("#", ...), 0, #pattern
    local wrong
    if size > LONG then
        k.charge(8 * size)
    end
    local function put(text) -- of any length, several times: before all of it is put together
        size = size + #text
        k.grow(size)
        return text
    end
    local text = string.gsub(pattern, "%%([-+ #0]*%d*%.?%d*)(.?)", function(flags, option)
        if wrong or (option == "%" and flags == "") then
            return "%"
        end
        n = n + 1
        local value = args[n]
        local kind = value == nil and "nil" or type(value)
        if not string.find("cdiouxXeEfgGsq", option, 1, true) or option == "" or #flags > 8 then
            wrong = "invalid option '%" .. option .. "' to 'format'"
        elseif n > count then
            wrong = ("bad argument #%d to 'format' (no value)"):format(n + 1)
        elseif option == "s" or option == "q" then
            if kind == "number" then
                value = number_text(value)
            elseif kind ~= "string" then
                wrong = refusal(n, "string", kind)
                return nil
            end
            if option == "q" and #value > LONG then
                k.charge(8 * #value)
            end
            return put(option == "q" and string.format("%q", value) or padded(value, flags))
        else
            value = raw_tonumber(value)
            if not value then
                wrong = refusal(n, "number", kind)
            elseif option == "c" then
                return k.unit(math.floor(value) % 65536)
            elseif string.find("diouxX", option, 1, true) then
                return whole(option, flags, value)
            else
                local shown = string.format("%" .. flags .. option, value)
                return string.find("eE", option, 1, true)
                    and string.gsub(shown, "([eE][+-])(%d%d)$", "%10%2") or shown
            end
        end
        return nil
    end)
    if wrong then
        error(wrong, 2)
    end
    return text
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
    return k.metatable(value)
end
