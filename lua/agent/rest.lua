-- Reports that wait until a piece lies still, because only then does it say where and which way up.

local piece = require("agent/piece")
local report = require("agent/report")
local safe = require("agent/safe")

local rest = {}

local SETTLE_FRAMES = 5 -- a piece let go of still counts as resting for a moment
local PATIENCE = 8 -- seconds until a piece that does not come to rest is told of all the same

local waiting = {} -- GUID -> { object, settling, list of { event, player } }

local function is_still(wait)
    local object = wait.object
    if safe.is_gone(object) then
        return true
    end
    if wait.settling > 0 or safe.holder(object) ~= "" then
        return false
    end
    if safe.ask(object, "isSmoothMoving", false) == true then
        return false
    end
    return safe.field(object, "resting", true) == true or piece.hand(object) ~= ""
end

local function tell(guid, wait)
    if waiting[guid] ~= wait then
        return -- forgotten in the meantime
    end
    waiting[guid] = nil
    local described = piece.describe(wait.object)
    if described and not safe.is_gone(wait.object) then
        for _, told in ipairs(wait.list) do
            report.send(told.event, told.player, { piece = described })
        end
    end
end

local function watch(guid, wait)
    Wait.condition(function()
        tell(guid, wait)
    end, function()
        return is_still(wait)
    end, PATIENCE, function()
        if safe.holder(wait.object) ~= "" and waiting[guid] == wait then
            watch(guid, wait) -- as long as somebody holds it
        else
            tell(guid, wait)
        end
    end)
end

-- Report `event` once the object has come to rest. What is told of one piece keeps its order.
function rest.report(event, player, object)
    local guid = safe.guid(object)
    if not guid or not report.started() then
        return
    end
    local wait = waiting[guid]
    if not wait or safe.is_gone(wait.object) then
        wait = { object = object, settling = 0, list = {} }
        waiting[guid] = wait
        watch(guid, wait)
    end
    wait.settling = wait.settling + 1
    Wait.frames(function()
        wait.settling = wait.settling - 1
    end, SETTLE_FRAMES)
    local last = wait.list[#wait.list]
    if last and last.event == event and last.player == player then
        return -- a wheel turned by many notches is one turn
    end
    wait.list[#wait.list + 1] = { event = event, player = player }
end

-- Somebody took the piece up before it lay: where it would have come to lie is no news any more.
function rest.lifted(object)
    local guid = safe.guid(object)
    local wait = guid and waiting[guid]
    if not wait then
        return
    end
    local kept = {}
    for _, told in ipairs(wait.list) do
        if told.event ~= "dropped" and told.event ~= "rolled" then
            kept[#kept + 1] = told
        end
    end
    wait.list = kept
end

-- Tell what waits at once, because we are about to move the piece ourselves.
function rest.flush(object)
    local guid = safe.guid(object)
    if guid and waiting[guid] then
        tell(guid, waiting[guid])
    end
end

-- Who has just let go of the piece, or "": where it falls now is that player's doing.
function rest.dropper(object)
    local wait = waiting[safe.guid(object) or ""]
    for _, told in ipairs(wait and wait.list or {}) do
        if told.event == "dropped" then
            return told.player
        end
    end
    return ""
end

function rest.forget(object)
    local guid = safe.field(object, "guid", nil)
    if guid then
        waiting[guid] = nil
    end
end

return rest
