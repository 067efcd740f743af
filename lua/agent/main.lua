-- The agent: tells what happens on the table and does what it is told. It knows no game.
-- Everything here is a handler that Tabletop Simulator calls by its name.

local alone = require("agent/alone")
local chat = require("agent/chat")
local command = require("agent/command")
local panel = require("agent/panel")
local piece = require("agent/piece")
local pointing = require("agent/pointing")
local report = require("agent/report")
local rest = require("agent/rest")
local safe = require("agent/safe")

local function is_me(object)
    return safe.field(object, "guid", "") == self.guid
end

local function tell(event, player, object)
    if report.started() and not is_me(object) then
        local described = piece.describe(object)
        if described then
            report.send(event, player, { piece = described })
        end
    end
end

-- A piece and what it went into or came out of; `place` says which: "zone" or "container".
-- Who holds it, or has just let go of it, did it; else nobody did.
local function tell_border(event, object, place, other)
    if report.started() and not is_me(object) then
        local data = { piece = piece.describe(object) }
        data[place] = piece.describe(other)
        if data.piece and data[place] then
            local holder = safe.holder(object)
            report.send(event, holder ~= "" and holder or rest.dropper(object), data)
        end
    end
end

local saved = nil -- the state that the agent was loaded with; nil: it is not loaded yet

-- Begin to speak, unless another agent does.
local function start()
    if saved and not report.started() and not alone.is_second() then
        report.start(saved)
        panel.start()
        report.hello()
    end
end

function onLoad(state)
    saved = state or ""
    start()
end

function onExternalMessage(message)
    start()
    command.receive(message)
end

function onObjectPickUp(player, object)
    rest.lifted(object)
    tell("picked", player, object)
end

function onObjectDrop(player, object)
    if not is_me(object) then
        rest.report("dropped", player, object)
    end
end

local function differ(angle, other)
    return math.abs((tonumber(angle) or 0) - (tonumber(other) or 0)) > 0.5
end

function onObjectRotate(object, spin, flip, player, old_spin, old_flip)
    if is_me(object) then
        return
    end
    if differ(flip, old_flip) then
        rest.report("flipped", player, object)
    elseif differ(spin, old_spin) then
        rest.report("rotated", player, object)
    end
end

-- A deck is shuffled by the same event: only what has a face to show is rolled.
function onObjectRandomize(object, player)
    local kind = safe.field(object, "type", "")
    if kind == "Dice" or kind == "Coin" then
        rest.report("rolled", player, object)
    end
end

function onObjectEnterZone(zone, object)
    tell_border("entered", object, "zone", zone)
end

function onObjectLeaveZone(zone, object)
    tell_border("left", object, "zone", zone)
end

function onObjectEnterContainer(container, object)
    tell_border("entered", object, "container", container)
end

function onObjectLeaveContainer(container, object)
    tell_border("left", object, "container", container)
end

-- A piece that is only just being made has neither its tags nor its last GUID yet.
function onObjectSpawn(object)
    if not report.started() then
        return
    end
    local holder = safe.holder(object)
    local function created()
        tell("created", holder, object)
    end
    Wait.condition(created, function()
        return safe.field(object, "spawning", false) ~= true
    end, 10, created)
end

function onObjectDestroy(object)
    rest.forget(object)
    tell("destroyed", safe.holder(object), object)
    if not report.started() and alone.is_agent(object) and not is_me(object) then
        Wait.frames(start, 2) -- it may have been the one that speaks
    end
end

-- What may be secret only the referee is told: false keeps it off everybody's screen.
function onChat(message, sender)
    local hidden = chat.hides(message)
    report.send("said", safe.field(sender, "color", ""), { text = message, hidden = hidden or nil })
    if hidden then
        return false
    end
end

function onPlayerConnect(player)
    report.send("joined", safe.field(player, "color", ""))
end

function onPlayerDisconnect(player)
    report.send("parted", safe.field(player, "color", ""))
end

function onPlayerChangeColor(color)
    report.send("seated", color)
end

function onPlayerPing(player, position, object)
    pointing.tell(safe.field(player, "color", ""), position, object)
end
