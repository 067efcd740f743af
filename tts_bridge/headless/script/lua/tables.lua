-- Tables that know the order in which they were filled, and their length as TTS's interpreter
-- counts it. A table made in a script has one of three hidden metatables, whose __newindex is only
-- asked about keys that are not there yet:
--   sequence  1, 2, 3 ... as they came, and names that a constructor gave one of
--   site      the keys of one constructor, shared by all tables it makes
--   own       the keys of this one table
local k = ...
local raw_next, rawget, rawset, rawlen = next, rawget, rawset, rawlen
local raw_setmetatable, raw_getmetatable = setmetatable, getmetatable
local type, error, ipairs, tonumber = type, error, ipairs, tonumber
local string, table = string, table

local sequence, sites = {}, {}
local kept = raw_setmetatable({}, { __mode = "k" }) -- orders of tables with a metatable of theirs
local holes = raw_setmetatable({}, { __mode = "k" }) -- tables whose length has to be counted
local FEW = 8 -- keys that are looked through for dead ones at every insertion
k.holes, k.sequence = holes, sequence

local RANK = { number = 1, string = 2, boolean = 3, userdata = 4 }
local function before(a, b)
    local kind_a, kind_b = type(a), type(b)
    if kind_a ~= kind_b then
        return (RANK[kind_a] or 5) < (RANK[kind_b] or 5)
    elseif kind_a == "number" or kind_a == "string" then
        return a < b
    elseif kind_a == "boolean" then
        return a and not b
    elseif kind_a == "userdata" then
        return k.rank(a) < k.rank(b)
    end
    return false
end

-- The keys for which nothing else is known: 1, 2, 3 ..., then the others by kind and value.
local function canonical(t, known)
    local keys, n, sorted = {}, 0, true
    for key in raw_next, t do
        if not (known and known[key]) then
            n = n + 1
            keys[n] = key
            sorted = sorted and key == n
        end
    end
    if not sorted then
        table.sort(keys, before)
    end
    return keys
end

-- The keys of a site, dead ones too, and then the others.
local function complete(t, order)
    local known, keys, n = {}, {}, 0
    for _, key in ipairs(order.keys) do
        known[key] = true
        n = n + 1
        keys[n] = key
    end
    for _, key in ipairs(canonical(t, known)) do
        n = n + 1
        keys[n] = key
    end
    return keys, n
end

local function check(key)
    if key == nil then
        error("table index is nil", 2)
    elseif key ~= key then
        error("table index is NaN", 2)
    end
end

-- A key that was set to nil keeps its place until another comes.
local function sweep(t, own)
    local keys, n = {}, 0
    for _, key in ipairs(own.keys) do
        if rawget(t, key) ~= nil then
            n = n + 1
            keys[n] = key
            own.listed[key] = true
        else
            own.listed[key] = nil
        end
    end
    own.keys, own.n, own.fresh = keys, n, 0
end

local function insert(t, key, value, own)
    rawset(t, key, value)
    if not own.listed[key] then
        own.n = own.n + 1
        own.keys[own.n] = key
        own.listed[key] = true
    end
    own.fresh = own.fresh + 1
    if own.n <= FEW or own.fresh > own.n / 2 then
        sweep(t, own)
    end
end

local function track_own(t, key, value)
    if value == nil or key == nil or key ~= key then
        return check(key)
    end
    if type(key) == "number" and key ~= rawlen(t) + 1 then
        holes[t] = true
    end
    insert(t, key, value, raw_getmetatable(t))
end

local function make_own(t, keys, n)
    local own = { __newindex = track_own, keys = keys, listed = {}, n = n, fresh = 0 }
    for _, key in ipairs(keys) do
        own.listed[key] = true
    end
    raw_setmetatable(t, own)
    return own
end

local function track_sequence(t, key, value)
    if key == rawlen(t) + 1 then
        rawset(t, key, value)
        return
    end
    if value == nil or key == nil or key ~= key then
        return check(key)
    end
    local keys = canonical(t)
    make_own(t, keys, #keys)
    track_own(t, key, value)
end

local function track_site(t, key, value)
    if value == nil or key == nil or key ~= key then
        return check(key)
    end
    make_own(t, complete(t, raw_getmetatable(t)))
    track_own(t, key, value)
end

k.make_own = make_own
sequence.__newindex = track_sequence
local TRACKS = { [track_own] = true, [track_sequence] = true, [track_site] = true }

local MOST_SITES, made = 10000, 0 -- that are found again; a host may hand over any number of them

-- The order of the keys of a constructor, written "a,b,#1": "+" at the end when there are others.
raw_setmetatable(sites, {
    __index = function(_, text)
        local site = { __newindex = track_site, keys = {}, complete = true }
        for word in string.gmatch(text, "[^,]+") do
            if word == "+" then
                site.complete = false
            else
                site.keys[#site.keys + 1] = tonumber(string.match(word, "^#(%d+)$")) or word
            end
        end
        made = made + 1
        if made > MOST_SITES then
            made = 0
            for known in raw_next, sites do
                rawset(sites, known, nil)
            end
        end
        sites[text] = site
        return site
    end,
})
k.sites = sites

function k.tracking(meta)
    return type(meta) == "table" and TRACKS[rawget(meta, "__newindex")] or false
end

local tracking = k.tracking

-- The metatable a script sees, and giving a table one of its own.
function k.metatable(t)
    local meta = raw_getmetatable(t)
    if type(t) == "table" and tracking(meta) then
        return nil
    end
    return meta
end

function k.give_metatable(t, meta)
    local old = raw_getmetatable(t)
    if tracking(old) then
        if old ~= sequence then
            kept[t] = old
        end
    end
    raw_setmetatable(t, meta or kept[t] or sequence)
    return t
end

function k.hole(t)
    if type(t) == "table" then
        holes[t] = true
    end
    return t
end

-- rawset: the same order, whatever the metatable says.
function k.rawset(t, key, value)
    if rawget(t, key) == nil and key ~= nil and key == key then
        local meta = raw_getmetatable(t)
        local track = type(meta) == "table" and rawget(meta, "__newindex")
        if TRACKS[track] then
            track(t, key, value)
            return t
        end
    end
    return rawset(t, key, value)
end
k.base.rawset = k.rawset

-- The keys in order, some perhaps gone; the second result says that all are 1, 2, 3 ...
function k.keys(t)
    local order = raw_getmetatable(t)
    if not tracking(order) then
        order = kept[t]
    end
    if not order or order == sequence then
        local n = rawlen(t)
        if n > 0 and not holes[t] and raw_next(t, n) == nil then
            return nil, n
        end
        return canonical(t)
    elseif order.listed and raw_getmetatable(t) == order or order.complete then
        return order.keys
    end
    return (complete(t, order))
end

-- The number of elements from 1 to the first nil.
function k.count(t)
    if not holes[t] then
        return rawlen(t)
    end
    local n = 0
    while rawget(t, n + 1) ~= nil do
        n = n + 1
    end
    return n
end
