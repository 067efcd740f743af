-- Runs scripts: one environment each, a budget of instructions per call, errors as plain text.
-- What scripts may not reach (load, debug, io ...) is held in locals here and nowhere else.
local k = ...
local debug, raw_pcall, raw_error = debug, pcall, error
local coroutine, type, tostring, select = coroutine, type, tostring, select
local string, clock, raw_xpcall = string, os.clock, xpcall
local find, getinfo = string.find, debug.getinfo

local collect = collectgarbage

local STEP = 2000
local SECONDS = 2.5e-8 -- that an instruction may take, some four times what it does
local FEW = 16384 -- kilobytes that are not worth collecting
local OUT_OF_BUDGET = "the script ran for too long and was stopped"
local HOST = 1000 -- instructions that a call of the table's own functions counts for
local NO_HANDLER = "error in error handling"
local left, spent, depth, ends = 0, false, 0, 0
k.longest = 16777216 -- bytes of a string made by the library

k.base = {} -- global functions every environment gets
k.libs = {} -- library tables every environment gets a copy of
k.envs = {}
k.order = {} -- script ids in the order they were made
k.chunks = {} -- names of loaded chunks, to tell positions from other text
k.own = {} -- and of the table's own ones
k.current = 0 -- id of the script that runs

-- Collecting in small steps, as Lua does by itself, now and then takes a hundred times longer than
-- all else on a table with some hundred objects. So it is done as a whole, when memory has doubled.
collect("stop")
local enough = FEW

local function tidy()
    if collect("count") > enough then
        collect()
        enough = math.max(FEW, 2 * collect("count"))
    end
end

local leave, located

local tick

local function stop()
    spent = true
    debug.sethook(tick, "", 1) -- a pcall around the loop must not save it
    raw_error(OUT_OF_BUDGET, 0)
end

function tick()
    tidy()
    left = left - STEP
    if left < 0 or clock() > ends then
        local running = getinfo(2, "f").func
        if running == k.run or running == leave or running == located then
            return -- the script is already stopped
        end
        stop()
    end
end

-- What the library does in one instruction: bytes copied, seconds taken.
function k.charge(bytes)
    left = left - bytes / 8
    if left < 0 and depth > 0 then
        stop()
    end
end

function k.asked()
    k.charge(8 * HOST)
end

function k.spent(seconds)
    k.charge(seconds * 8 / SECONDS)
end

-- Real Lua names the variable ("local 'x' (a nil value)"), TTS's interpreter does not.
local function plain(text)
    text = string.gsub(text, "^(attempt to .-) %a+ '[^']*' %((a %a+ value)%)", "%1 %2")
    text = string.gsub(text, "a C%-call boundary", "a CLR-call boundary")
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

-- An error of the library is told where the script called it.
function located(err)
    if type(err) ~= "string" then
        return err
    end
    local chunk, text = string.match(err, "^(.-):%d+: (.*)$")
    if not (chunk and k.own[chunk]) then
        return err
    end
    for level = 2, 12 do
        local info = getinfo(level, "Slf")
        if not info or info.func == raw_xpcall or info.func == raw_pcall then
            break -- called by pcall itself, not by a line of the script
        elseif k.chunks[info.short_src] and info.currentline > 0 then
            return info.short_src .. ":" .. info.currentline .. ": " .. text
        end
    end
    return text
end

local function settle(ok, ...)
    if ok then
        return true, ...
    end
    if spent then
        raw_error(OUT_OF_BUDGET, 0)
    end
    local err = ...
    if type(err) == "string" and (find(err, "stack overflow", 1, true) or err == NO_HANDLER) then
        left = left - STEP -- so deep down a tick may have failed for want of stack
        if left < 0 or clock() > ends then
            stop()
        end
    end
    return false, translate(err)
end

function k.base.pcall(f, ...)
    if f == coroutine.yield then
        return false, "the function passed to pcall cannot be called directly by pcall."
            .. " wrap in a script function instead."
    elseif type(f) ~= "function" then
        return false, "attempt to pcall a non-function"
    end
    return settle(raw_xpcall(f, located, ...))
end

function k.base.xpcall(f, handler, ...)
    local function handled(ok, ...)
        if ok then
            return true, ...
        end
        return false, handler((...))
    end
    return handled(settle(raw_xpcall(f, located, ...)))
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

function k.thread(f)
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
        return k.thread(f)
    end,
    resume = function(co, ...)
        if type(co) ~= "thread" then
            raw_error("bad argument #1 to 'resume' (coroutine expected, got " .. type(co) .. ")", 0)
        end
        return settle(coroutine.resume(co, ...))
    end,
    wrap = function(f)
        local co = k.thread(f)
        return function(...)
            return relay(settle(coroutine.resume(co, ...)))
        end
    end,
    running = coroutine.running,
    status = coroutine.status,
    yield = coroutine.yield,
}

local pool, drawn = 0, 0

-- Calls f for script id: true and its results, or false and the error text. The outermost
-- call gets a whole budget, calls made within it share that.
function leave(before, ok, ...)
    depth = depth - 1
    k.current = before
    local stopped = spent
    if depth == 0 then
        debug.sethook()
        spent = false
        tidy()
        pool = pool - drawn + (left > 0 and left or 0)
    end
    if ok then
        return true, ...
    end
    return false, stopped and OUT_OF_BUDGET or translate((...))
end

-- All calls from outside draw on one pool, which time fills again little by little.
local CALLS, CALL = 5, 1000

function k.refill(share)
    local most = k.budget * CALLS
    pool = pool + most * share
    pool = pool > most and most or pool
end

function k.run(id, f, ...)
    local before = k.current
    k.current = id
    if depth == 0 then
        pool = pool - CALL
        left = k.budget < pool and k.budget or pool
        drawn = left
        ends = clock() + (left > 2e7 and left or 2e7) * SECONDS
        debug.sethook(tick, "", STEP)
    end
    depth = depth + 1
    return leave(before, raw_xpcall(f, located, ...))
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
