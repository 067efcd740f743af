-- Runs scripts: one environment each, a budget of instructions per call, errors as plain text.
-- What scripts may not reach (load, debug, io ...) is held in locals here and nowhere else.
local k = ...
local debug, load, raw_pcall, raw_error = debug, load, pcall, error
local coroutine, rawget, type, tostring, select = coroutine, rawget, type, tostring, select
local string, setmetatable = string, setmetatable

local STEP = 10000
local OUT_OF_BUDGET = "the script ran for too long and was stopped"
local left, spent, depth = 0, false, 0

k.base = {} -- global functions every environment gets
k.libs = {} -- library tables every environment gets a copy of
k.envs = {}
k.order = {} -- script ids in the order they were made
k.chunks = {} -- names of loaded chunks, to tell positions from other text
k.own = {} -- and of the table's own ones
for name in string.gmatch("sandbox stdlib strings proxy vector color json", "%a+") do
    k.own[name] = true
end
k.current = 0 -- id of the script that runs

local leave

local function tick()
    left = left - STEP
    if left < 0 then
        local running = debug.getinfo(2, "f").func
        if running == k.run or running == leave then
            return -- the script is already stopped
        end
        spent = true
        debug.sethook(tick, "", 1) -- a pcall around the loop must not save it
        raw_error(OUT_OF_BUDGET, 0)
    end
end

-- Real Lua names the variable ("local 'x' (a nil value)"), TTS's interpreter does not.
local function plain(text)
    text = string.gsub(text, "^(attempt to .-) %a+ '[^']*' %((a %a+ value)%)", "%1 %2")
    return (string.gsub(text, "^(bad argument #%d+ to ')[%a_]*[._]", "%1"))
end

local function translate(err)
    if type(err) ~= "string" then
        return tostring(err)
    end
    local chunk, line, text = string.match(err, "^(.-):(%d+): (.*)$")
    if chunk and k.chunks[chunk] then
        return string.format("%s:(%s,0-0): %s", chunk, line, plain(text))
    elseif chunk and k.own[chunk] then
        return plain(text)
    end
    return plain(err)
end
k.translate = translate

local function settle(ok, ...)
    if ok then
        return true, ...
    end
    if spent then
        raw_error(OUT_OF_BUDGET, 0)
    end
    return false, translate((...))
end

function k.base.pcall(f, ...)
    return settle(raw_pcall(f, ...))
end

function k.base.xpcall(f, handler, ...)
    local function handled(ok, ...)
        if ok then
            return true, ...
        end
        return false, handler((...))
    end
    return handled(settle(raw_pcall(f, ...)))
end

function k.base.error(message, level)
    local kind = type(message)
    if kind ~= "string" and kind ~= "number" then
        message = "bad argument #1 to 'error' (string expected, got " .. kind .. ")"
    end
    level = level or 1
    raw_error(message, level > 0 and level + 1 or 0)
end

function k.base.assert(...)
    if ... then
        return ...
    end
    local message = select(2, ...)
    raw_error(message == nil and "assertion failed!" or tostring(message), 0)
end

local function thread(f)
    local co = coroutine.create(f)
    debug.sethook(co, tick, "", STEP)
    return co
end

local function relay(ok, ...)
    if ok then
        return ...
    end
    raw_error((...), 0)
end

k.libs.coroutine = {
    create = function(f)
        if type(f) ~= "function" then
            raw_error("bad argument #1 to 'create' (function expected, got " .. type(f) .. ")", 0)
        end
        return thread(f)
    end,
    resume = function(co, ...)
        if type(co) ~= "thread" then
            raw_error("bad argument #1 to 'resume' (coroutine expected, got " .. type(co) .. ")", 0)
        end
        return settle(coroutine.resume(co, ...))
    end,
    wrap = function(f)
        local co = thread(f)
        return function(...)
            return relay(settle(coroutine.resume(co, ...)))
        end
    end,
    running = coroutine.running,
    status = coroutine.status,
    yield = coroutine.yield,
}

-- Calls f for script id: true and its results, or false and the error text. The outermost
-- call gets a whole budget, calls made within it share that.
function leave(before, ok, ...)
    depth = depth - 1
    k.current = before
    local stopped = spent
    if depth == 0 then
        debug.sethook()
        spent = false
    end
    if ok then
        return true, ...
    end
    return false, stopped and OUT_OF_BUDGET or translate((...))
end

function k.run(id, f, ...)
    local before = k.current
    k.current = id
    if depth == 0 then
        left = k.budget
        debug.sethook(tick, "", STEP)
    end
    depth = depth + 1
    return leave(before, raw_pcall(f, ...))
end

-- The same without catching: for calls from one script into another.
local function back(before, ok, ...)
    k.current = before
    if ok then
        return ...
    end
    raw_error((...), 0)
end

function k.cross(id, f, ...)
    local before = k.current
    k.current = id
    return back(before, raw_pcall(f, ...))
end

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

-- The compiled chunk, or nil and the error text.
function k.compile(id, source, name)
    k.chunks[name] = true
    local f, err = load(source, "=" .. name, "t", k.env(id))
    if f then
        return f
    end
    return nil, translate(err)
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
    for _, id in ipairs(k.order) do
        if k.find(id, name) then
            found[#found + 1] = id
        end
    end
    return k.unpack(found)
end
