-- Runs scripts: one environment each, a budget of instructions per call, errors as plain text.
-- What scripts may not reach (load, debug, io ...) is held in locals here and nowhere else.
local k = ...
local debug, raw_pcall, raw_error = debug, pcall, error
local coroutine, type, tostring, select = coroutine, type, tostring, select
local string, clock, raw_xpcall = string, os.clock, xpcall
local find, getinfo = string.find, debug.getinfo

local collect = collectgarbage
local max, min = math.max, math.min

local STEP, FINE = 2000, 250
local LARGE = 1048576 -- bytes of a text on which one instruction may take milliseconds
local LONG = 4096 -- and from which on copying it costs more than the instruction
local SECONDS = 2e-8 -- that an instruction may take, some three times what it does
local LEAST, CALLS, CALL = 2e7, 5, 1000 -- instructions that are always paid for in seconds ...
local FEW = 16384 -- kilobytes that are not worth collecting
local OUT_OF_MEMORY = "not enough memory"
local OUT_OF_BUDGET = "the script ran for too long and was stopped"
local HOST = 1000 -- instructions that a call of the table's own functions counts for
local NO_HANDLER = "error in error handling"
local left, spent, depth, began, ends = 0, false, 0, 0, 0
local step, slow = STEP, false
k.longest = 8388608 -- bytes of a string made by the library

k.base = {} -- global functions every environment gets
k.libs = {} -- library tables every environment gets a copy of
k.envs = {}
k.order = {} -- script ids in the order they were made
k.chunks = {} -- names of loaded chunks, to tell positions from other text
k.own = {} -- and of the table's own ones
k.current = 0 -- id of the script that runs

-- Collecting in small steps, as Lua does by itself, now and then takes a hundred times longer than
-- all else on a table with some hundred objects. So it is done as a whole, when memory has doubled.
-- Lua does not collect by itself then when memory runs out, so it must not come to that.
collect("stop")
local enough, most, fresh = FEW, k.memory / 1024, 0

local function tidy() -- whether scripts hold all that they may
    if collect("count") > enough then
        collect()
        local kept = collect("count")
        enough = max(FEW, min(2 * kept, (kept + most) / 2))
        return kept > most
    end
    return false
end

local leave, located

local tick

local function stop()
    spent = true
    debug.sethook(tick, "", 1) -- a pcall around the loop must not save it
    raw_error(OUT_OF_BUDGET, 0)
end

function tick()
    local full = tidy()
    left = left - step
    if full or left < 0 or clock() > ends then
        local running = getinfo(2, "f").func
        if running == k.run or running == leave or running == located then
            return -- the script is already stopped
        end
        if left < 0 or clock() > ends then
            stop()
        end
        raw_error(OUT_OF_MEMORY, 0)
    end
end

-- What the library does in one instruction, before it does it: bytes looked at or copied, seconds.
function k.charge(bytes)
    left = left - bytes / 8
    if left < 0 and depth > 0 then
        stop()
    end
    if bytes > LARGE and depth > 0 and step ~= FINE then
        step = FINE -- comparing such a text or reading a number from it takes long
        debug.sethook(tick, "", step)
    end
    fresh = fresh + bytes
    if fresh > 8 * LARGE and depth > 0 then
        fresh = 0
        if tidy() then
            raw_error(OUT_OF_MEMORY, 0)
        end
    end
end

-- The same for a text that is going to be made.
function k.grow(size)
    if size > k.longest then
        raw_error(OUT_OF_MEMORY, 0)
    elseif size > LONG then
        k.charge(size)
    end
end

function k.asked()
    left = left - HOST
    if left < 0 and depth > 0 then
        stop()
    elseif tidy() and depth > 0 then
        raw_error(OUT_OF_MEMORY, 0) -- what the host hands over must have room
    end
end

function k.spent(seconds)
    k.charge(seconds * 8 / SECONDS)
end

-- Whether the call from outside has had its time; the host asks when it did something long.
function k.late()
    slow = true
    if depth > 0 and clock() > ends then
        left = -1
    end
    return depth > 0 and left < 0
end

-- Real Lua names the variable ("local 'x' (a nil value)"), TTS's interpreter does not.
local WORDS = 1000 -- bytes of an error that is looked at
local function plain(text)
    if #text > WORDS then
        return text
    end
    text = string.gsub(text, "^(attempt to .-) %a+ '[^']*' %((a %a+ value)%)", "%1 %2")
    text = string.gsub(text, "a C%-call boundary", "a CLR-call boundary")
    return (string.gsub(text, "^(bad argument #%d+ to ')[%a_]*[._]", "%1"))
end

local function translate(err)
    if type(err) ~= "string" then
        -- Nobody counts what a __tostring does.
        return type(err) == "table" and "table" or tostring(err)
    end
    local chunk, line, from = string.match(string.sub(err, 1, WORDS), "^(.-):(%d+): ()")
    if chunk and k.chunks[chunk] then
        return string.format("%s:(%s,0-0): %s", chunk, line, plain(string.sub(err, from)))
    elseif chunk and k.own[chunk] then
        return plain(string.sub(err, from))
    end
    return plain(err)
end
k.translate = translate

-- An error of the library is told where the script called it.
function located(err)
    if type(err) ~= "string" then
        return err
    end
    local chunk, from = string.match(string.sub(err, 1, WORDS), "^(.-):%d+: ()")
    if not (chunk and k.own[chunk]) then
        return err
    end
    local text = string.sub(err, from)
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
    if type(err) ~= "string" then
        return false, translate(err)
    elseif #err > LONG then
        k.charge(4 * #err)
    elseif find(err, "stack overflow", 1, true) or err == NO_HANDLER then
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
    if kind == "string" and #message > LONG then
        k.charge(2 * #message) -- the place is put before it
    end
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
    debug.sethook(co, tick, "", step)
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

-- All calls from outside draw on one pool of instructions and seconds, which time fills again
-- little by little.
local pool, drawn, seconds = 0, 0, 0
local RESULTS, MOST = 8, 250 -- of a call: that need no weighing, and at all

-- What a call hands out is copied, every text of it.
local function few(...)
    local n, size = select("#", ...), 0
    if n > MOST then
        return false, OUT_OF_MEMORY
    elseif n > RESULTS then
        for i = 1, n do
            local value = select(i, ...)
            size = size + (type(value) == "string" and #value or 16)
        end
        if size > 2 * k.longest then
            return false, OUT_OF_MEMORY
        end
    end
    return true, ...
end

-- Calls f for script id: true and its results, or false and the error text. The outermost
-- call gets a whole budget, calls made within it share that.
function leave(before, ok, ...)
    depth = depth - 1
    k.current = before
    local stopped = spent
    if depth == 0 then
        debug.sethook()
        spent = false
        pool = pool - drawn + (left > 0 and left or 0)
        if slow or drawn - left > STEP then
            seconds = seconds - (clock() - began)
        end
        if tidy() then
            k.is_full()
        end
    end
    if ok then
        return few(...)
    end
    return false, stopped and OUT_OF_BUDGET or translate((...))
end

function k.refill(share)
    local full = k.budget * CALLS
    pool = min(full, pool + full * share)
    full = max(k.budget * 1.5, CALLS * LEAST) * SECONDS
    seconds = min(full, seconds + full * share)
end

-- Whether there is nothing left in the pool.
function k.empty()
    return pool <= 0 or seconds <= 0
end

-- The instructions left in the pool.
function k.left()
    return pool
end

-- Take from the pool what is done outside of any call because of a script.
function k.spend(instructions, time)
    pool, seconds = pool - instructions, seconds - time
end

-- The same for work that a call may have asked for.
function k.spend_or_charge(bytes)
    if depth > 0 then
        k.charge(bytes)
    else
        k.spend(bytes / 8, 0)
    end
end

k.tidy = tidy

-- After an error that left nothing of the call to end it properly.
function k.reset()
    depth, spent = 0, false
    debug.sethook()
    tidy()
end

function k.run(id, f, ...)
    local before = k.current
    if depth == 0 then
        pool = pool - CALL
        if pool <= 0 or seconds <= 0 then
            return false, OUT_OF_BUDGET
        end
        left = min(k.budget, pool)
        drawn = left
        began, slow, step = clock(), false, STEP
        ends = began + min(max(left, LEAST) * SECONDS, seconds)
        debug.sethook(tick, "", step)
    end
    k.current = id
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
