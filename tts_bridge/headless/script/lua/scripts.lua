-- The scripts: an environment each, their compiled chunks, handlers and coroutines by name.
local k = ...
local load, raw_error, rawget, type = load, error, rawget, type
local coroutine, setmetatable, getmetatable, ipairs = coroutine, setmetatable, getmetatable, ipairs
local table, string, rawset = table, string, rawset
local thread, translate = k.thread, k.translate

-- Coroutines that the table resumes frame by frame, by number.
local threads = {}

function k.start(f)
    threads[#threads + 1] = thread(f)
    return #threads
end

-- The next step of one: "more", "done", or false and the error text.
function k.step(id, number)
    local co = threads[number]
    local ok, err = k.run(id, function()
        local resumed, why = coroutine.resume(co)
        if not resumed then
            raw_error(why, 0)
        end
    end)
    if ok and coroutine.status(co) ~= "dead" then
        return "more"
    end
    threads[number] = false
    if ok then
        return "done"
    end
    return false, err
end

local function copy(from)
    local to = {}
    for key, value in k.raw_next, from do
        to[key] = value
    end
    return setmetatable(to, getmetatable(from))
end

function k.env(id)
    local env = k.envs[id]
    if env then
        return env
    end
    env = copy(k.base)
    for name, lib in k.raw_next, k.libs do
        env[name] = copy(lib)
    end
    for name, class in k.raw_next, k.statics do
        env[name] = k.proxy(class, 0)
    end
    env._G = env
    env.Global = k.proxy("Global", 0)
    env.self = id == 0 and env.Global or k.proxy("Object", id)
    k.envs[id] = env
    k.order[#k.order + 1] = id
    return env
end

function k.drop(id)
    k.envs[id] = nil
    for i, other in ipairs(k.order) do
        if other == id then
            table.remove(k.order, i)
            return
        end
    end
end

local COMPILE = 16 -- what a byte of source costs, in bytes copied

-- The script's main function, or nil and the error text. `source` is the rewritten one, see
-- faithful.py, whose helpers have names that begin with `prefix`. When that does not compile,
-- `another(prefix)` gives another one, and `another()` the text as it is, for its error.
-- Nothing is put around the script, where it could end early and go on outside: it is compiled by
-- itself behind one statement, which fetches the helpers and cannot be called again.
function k.compile(id, prefix, source, name, another)
    k.spend_or_charge(COMPILE * #source)
    k.chunks[name] = true
    local env = k.env(id)
    local names = string.gsub(k.letters, "%a", prefix .. "%0,")
    names = string.sub(names, 1, -2)
    local first = "local " .. names .. "=" .. prefix .. "();"
    local f = load(first .. source, "=" .. name, "t", env)
    if not f then
        f = load(first .. another(prefix), "=" .. name, "t", env)
    end
    if f then
        return function()
            rawset(env, prefix, function()
                rawset(env, prefix, nil)
                return k.helpers()
            end)
            return f()
        end
    end
    -- A script with nearly as many locals as there can be has no room for eleven more.
    if load(source, "=" .. name, "t", env) then
        local main = "local " .. names .. "=... return function(...) " .. source .. "\nend"
        f = load(main, "=" .. name, "t", env)
        if f then
            return function()
                return f(k.helpers())()
            end
        end
    end
    local _, err = load(another(), "=" .. name, "t", env)
    return nil, translate(err or name .. ":1: the script has too many locals or upvalues")
end

function k.find(id, name)
    local env = k.envs[id]
    local f = env and rawget(env, name)
    if type(f) == "function" then
        return f
    end
    return nil
end

-- Ids of the scripts that define the global function `name`.
function k.handlers(name)
    local found = {}
    k.spend(8 * #k.order, 0)
    for _, id in ipairs(k.order) do
        if k.find(id, name) then
            found[#found + 1] = id
        end
    end
    return k.unpack(found)
end
