-- Tables on their way: from script to script, from the host and to it, in the order they have.
local k = ...
local rawget, rawset, type, ipairs, select = rawget, rawset, type, ipairs, select
local raw_setmetatable, raw_getmetatable, table = setmetatable, getmetatable, table
local sequence, sites, holes = k.sequence, k.sites, k.holes
local tracking, make_own = k.tracking, k.make_own

-- A copy of the values within, metatables kept, for another script.
function k.copy(value, seen)
    if type(value) ~= "table" then
        return value
    end
    seen = seen or {}
    if seen[value] then
        return seen[value]
    end
    local to = {}
    seen[value] = to
    local meta = raw_getmetatable(value)
    local keys, n = k.keys(value)
    local new = {}
    for i = 1, n or #keys do
        local key = keys and keys[i] or i
        if keys and keys[i] == false then
            key = false
        end
        new[i] = k.copy(key, seen)
        rawset(to, new[i], k.copy(rawget(value, key), seen))
    end
    holes[to] = holes[value]
    if tracking(meta) and meta.listed then
        make_own(to, new, #new)
        return to
    end
    if meta == nil or tracking(meta) then
        return raw_setmetatable(to, meta or sequence)
    end
    raw_setmetatable(to, sequence)
    return k.base.setmetatable(to, meta)
end

-- Tables made by the host and the library.
function k.helper_table(t)
    return raw_setmetatable(t, sequence)
end

function k.list(...)
    return raw_setmetatable({ ... }, sequence)
end

-- More values of a long list, behind the first n. The host calls this, since an error while it sets
-- a field itself would have nowhere to go.
function k.extend(t, n, ...)
    local values = { ... }
    for i = 1, select("#", ...) do
        rawset(t, n + i, values[i])
    end
end

function k.dict(names, ...)
    local site, values = sites[names], { ... }
    local t = {}
    for i, name in ipairs(site.keys) do
        t[name] = values[i]
    end
    return raw_setmetatable(t, site)
end

-- A table for the host: how many when it is a list, else -1; then values, or keys and values. All
-- that a table holds with the tables in it is weighed before it leaves: "more" when it is more than
-- the host takes at once. `within` says that it is held by another one.
local values, bytes = 0, 0

function k.flat(t, within)
    if not within then
        values, bytes = 0, 0
    end
    local keys, n = k.keys(t)
    local count = n or #keys
    values = values + count
    if values > k.most_values then
        return "more"
    end
    k.charge(16 * count)
    if not keys then
        for i = 1, n do
            local value = rawget(t, i)
            if type(value) == "string" then
                bytes = bytes + #value
            end
        end
        if bytes > k.longest then
            return "more"
        end
        return n, table.unpack(t, 1, n)
    end
    local found = {}
    n = 0
    for _, key in ipairs(keys) do
        local value = rawget(t, key)
        if value ~= nil then
            found[n + 1], found[n + 2] = key, value
            n = n + 2
            bytes = bytes + (type(key) == "string" and #key or 0)
            if type(value) == "string" then
                bytes = bytes + #value
            end
        end
    end
    if bytes > k.longest then
        return "more"
    end
    return -1, table.unpack(found, 1, n)
end
