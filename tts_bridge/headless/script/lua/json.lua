-- JSON.encode and encode_pretty with TTS's rules; decoding is done by the host.
local k = ...
local type, rawget, error, tostring = type, rawget, error, tostring
local string, table, math, joined = string, table, math, k.joined

local ESCAPES = {
    ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
    ["\b"] = "\\b", ["\f"] = "\\f",
}

local LONG = 4096 -- bytes from which on reading costs more than the instruction

local function quote(text)
    if #text > LONG then
        k.charge(16 * #text)
    end
    text = string.gsub(text, '[%c"\\]', function(c)
        return ESCAPES[c] or string.format("\\u%04x", string.byte(c))
    end)
    -- The second half of a surrogate pair is taken for a control character.
    return '"' .. string.gsub(text, "\237[\176-\191][\128-\191]", "\\u003f") .. '"'
end

local function number(x)
    if x ~= x then
        return "null"
    elseif x >= math.huge then
        return "1e+9999"
    elseif x <= -math.huge then
        return "-1e+9999"
    end
    return k.number_text(x)
end

-- The string keys in order, or the largest index of an array.
local function shape(t)
    local names, largest, odd = {}, nil, false
    for key in k.raw_next, t do
        if type(key) == "string" then
            names[#names + 1] = key
        elseif type(key) == "number" then
            odd = odd or key <= 0
            largest = math.max(largest or key, key)
        else
            error("can't encode table with a key of type " .. type(key), 0)
        end
    end
    if largest and (odd or #names > 0) then
        error("can't encode a table with both names and numbers, or numbers below 1, as keys", 0)
    end
    -- As people sort: letters regardless of case, then small before capital.
    table.sort(names, function(a, b)
        local low_a, low_b = string.lower(a), string.lower(b)
        if low_a ~= low_b then
            return low_a < low_b
        end
        return a > b
    end)
    return names, largest
end

local encode

local function encode_table(t, above, indent)
    if above[t] then
        error("a table that is a child of itself can't be converted to JSON", 0)
    end
    above[t] = true
    local names, largest = shape(t)
    local parts = {}
    local text
    if #names > 0 then
        local inner = indent and indent .. "  "
        for i, name in ipairs(names) do
            local value = encode(rawget(t, name), above, inner)
            parts[i] = quote(name) .. (indent and ": " or ":") .. value
        end
        if indent then
            local gap = "\n" .. inner
            text = "{" .. gap .. joined(parts, "," .. gap) .. "\n" .. indent .. "}"
        else
            text = "{" .. joined(parts, ",") .. "}"
        end
    elseif largest then
        if largest > 1e6 then
            error("can't encode an array with the index " .. k.number_text(largest), 0)
        end
        for i = 1, largest do
            parts[i] = encode(rawget(t, i), above, indent)
        end
        if indent then
            text = "[ " .. joined(parts, ", ") .. " ]"
        else
            text = "[" .. joined(parts, ",") .. "]"
        end
    else
        text = "[]"
    end
    above[t] = nil
    return text
end

function encode(value, above, indent)
    local kind = type(value)
    if kind == "table" then
        return encode_table(value, above, indent)
    elseif kind == "string" then
        return quote(value)
    elseif kind == "number" then
        return number(value)
    elseif kind == "boolean" then
        return tostring(value)
    elseif kind == "nil" then
        return "null"
    end
    error("can't convert " .. kind .. " to JSON", 0)
end

k.libs.JSON = {
    encode = function(value)
        return encode(value, {}, nil)
    end,
    encode_pretty = function(value)
        return encode(value, {}, "")
    end,
    decode = function(text)
        if type(text) ~= "string" then
            error("Expected string argument to JSON.decode(), got " .. type(text), 0)
        end
        return k.call("_G", 0, "decode", text)
    end,
}

-- The interpreter's own, smaller library is visible as well.
k.libs.json = {
    parse = k.libs.JSON.decode,
    serialize = k.libs.JSON.encode,
    null = function() end,
    isnull = function(value)
        return value == nil or value == k.libs.json.null
    end,
}
