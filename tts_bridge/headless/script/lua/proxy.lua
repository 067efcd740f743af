-- What scripts hold of the table: userdata whose members are called with a dot. No Python value
-- is reachable from one; every access goes through k.host with plain values.
local k = ...
local raw_error, type, select, rawget = error, type, select, rawget
local set = debug.setmetatable
local table = table

local class_of = setmetatable({}, { __mode = "k" })
local id_of = setmetatable({}, { __mode = "k" })
local bound = setmetatable({}, { __mode = "k" }) -- member functions handed out before
local made = {} -- class -> id -> userdata, so that equal means the same

k.members = {} -- class -> name -> "function" | "variable" | "part" | "absent function" | "absent"
k.native = {} -- class -> name -> function(id, ...), members done here
k.statics = {}

local function finish(ok, ...)
    if ok then
        return ...
    end
    raw_error((...), 2) -- the place in the script: what lies between is left by tail calls
end

-- The host, called at a price; no member takes as many arguments as would be worth weighing.
local MOST = 24
local function host(...)
    k.asked()
    if select("#", ...) > MOST then
        return false, "too many arguments"
    end
    return k.host(...)
end

function k.call(class, id, name, ...)
    return finish(host("call", k.current, class, id, name, ...))
end

local function absent(class, name)
    raw_error(class .. "." .. name .. " is not in the headless table yet", 3)
end

local meta = { __metatable = "userdata" }

function meta.__index(ref, name)
    local class, id = class_of[ref], id_of[ref]
    local known = bound[ref]
    local f = known and known[name]
    if f then
        return f
    end
    local kind = k.members[class][name]
    if kind == "variable" or kind == "part" then
        return finish(host("get", k.current, class, id, name))
    elseif kind == "function" then
        local native = k.native[class] and k.native[class][name]
        if native then
            f = function(...)
                return native(id, ...)
            end
        else
            f = function(...)
                return finish(host("call", k.current, class, id, name, ...))
            end
        end
    elseif kind == "absent function" then
        f = function()
            absent(class, name)
        end
    elseif kind == "absent" then
        absent(class, name)
    elseif k.members[class]["[]"] then
        return finish(host("get", k.current, class, id, "[]", name))
    else
        return nil
    end
    if not known then
        known = {}
        bound[ref] = known
    end
    known[name] = f
    return f
end

function meta.__newindex(ref, name, value)
    local class = class_of[ref]
    if k.members[class][name] == "absent" then
        absent(class, name)
    end
    finish(host("set", k.current, class, id_of[ref], name, value))
end

function meta.__tostring(ref)
    return finish(host("get", k.current, class_of[ref], id_of[ref], "tostring"))
end

function k.proxy(class, id)
    local known = made[class]
    if not known then
        known = {}
        made[class] = known
    end
    local ref = known[id]
    if not ref then
        ref = set(k.make(), meta)
        class_of[ref], id_of[ref], known[id] = class, id, ref
    end
    return ref
end

function k.forget(class, id)
    if made[class] and made[class][id] then
        k.dead[made[class][id]] = true
        made[class][id] = nil
    end
end

function k.ref(value)
    return class_of[value], id_of[value]
end

function k.rank(value)
    local id = id_of[value]
    return (class_of[value] or "") .. (type(id) == "number" and ("%09d"):format(id) or id or "")
end

-- Every global function of TTS.
function k.globals(names)
    for _, name in ipairs(names) do
        if k.members._G[name] == "absent function" then
            k.base[name] = function()
                absent("the global function", name)
            end
        elseif k.base[name] == nil then
            k.base[name] = function(...)
                return finish(host("call", k.current, "_G", 0, name, ...))
            end
        end
    end
end

-- From one script into another: by name, tables by copy.
local copied = k.copy

local function copy_all(...)
    if select("#", ...) == 1 then
        return (copied((...)))
    end
    local values = table.pack(...)
    for i = 1, values.n do
        values[i] = copied(values[i])
    end
    return table.unpack(values, 1, values.n)
end

local across = {}

function across.call(id, name, parameters)
    local f = k.find(id, name)
    if not f then
        raw_error(("attempt to call function %s, which the script of %s does not have"):format(
            tostring(name), k.call("_G", 0, "scriptName", id)), 2)
    end
    return copy_all(k.cross(id, f, copied(parameters)))
end

function across.getVar(id, name)
    local env = k.envs[id]
    return env and copied(rawget(env, name))
end
across.getTable = across.getVar

function across.setVar(id, name, value)
    k.env(id)[name] = copied(value)
    return true
end
across.setTable = across.setVar

function across.executeScript(id, source)
    local rewritten = k.call("_G", 0, "faithful", source)
    local f, err = k.compile(id, rewritten[1], rewritten[2], "executeScript", function(prefix)
        return k.call("_G", 0, "rewrite", source, prefix)
    end)
    if not f then
        raw_error(err, 0)
    end
    return k.cross(id, f)
end

k.native.Object = across
k.native.Global = across
