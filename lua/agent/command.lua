-- Doing what a batch of commands says, each by itself, and acknowledging the batch.

local buttons = require("agent/buttons")
local chat = require("agent/chat")
local inside = require("agent/inside")
local need = require("agent/need")
local panel = require("agent/panel")
local piece = require("agent/piece")
local pointing = require("agent/pointing")
local report = require("agent/report")
local rest = require("agent/rest")
local safe = require("agent/safe")
local snapshot = require("agent/snapshot")

local command = {}

local done = {} -- batch id -> what was acknowledged

local function faces(object, up)
    return up == (safe.field(object, "is_face_down", false) ~= true)
end

local function turned(rotation, up)
    return { 0, rotation.y, up and 0 or 180 }
end

local actions = {}

function actions.place(it)
    local object = need.object(it)
    local at = need.triple(it, "at")
    local rotation = nil
    if it.rot ~= nil then
        rotation = need.triple(it, "rot")
    end
    if it.up ~= nil then
        local up = need.flag(it, "up")
        if rotation then
            rotation[3] = up and 0 or 180
        elseif not faces(object, up) then
            rotation = turned(object.getRotation(), up)
        end
    end
    local holder = safe.holder(object)
    if holder ~= "" then
        error(holder .. " holds " .. it.guid, 0) -- it would fly back to the pointer
    end
    rest.flush(object)
    if it.smooth == true then
        object.setPositionSmooth(at, false, true)
        if rotation then
            object.setRotationSmooth(rotation, false, true)
        end
        return
    end
    object.setPosition(at)
    if rotation then
        object.setRotation(rotation)
    end
    safe.ask(object, "setVelocity", nil, { 0, 0, 0 })
    safe.ask(object, "setAngularVelocity", nil, { 0, 0, 0 })
end

function actions.face(it)
    local object = need.object(it)
    local up = need.flag(it, "up")
    if not faces(object, up) then
        rest.flush(object)
        object.setRotationSmooth(turned(object.getRotation(), up), false, true)
    end
end

function actions.deal(it)
    local object = need.object(it)
    local color = need.text(it, "color")
    local kind = safe.field(object, "type", "")
    if kind == "Deck" or kind == "Bag" or kind == "Infinite" then
        error(it.guid .. " is a " .. kind .. ": deal the one card that is meant", 0)
    end
    if safe.ask(safe.field(Player, color, nil), "getHandCount", 0) < 1 then
        error(color .. " has no hand", 0)
    end
    if piece.hand(object) ~= color then
        rest.flush(object)
        object.deal(1, color)
    end
end

function actions.spawn(it)
    local parameters = { json = need.text(it, "json") }
    if it.at ~= nil then
        parameters.position = need.triple(it, "at")
    end
    spawnObjectJSON(parameters)
end

function actions.destroy(it)
    destroyObject(need.object(it))
end

function actions.tint(it)
    need.object(it).setColorTint(need.color(it, "color"))
end

function actions.value(it)
    need.object(it).setValue(need.number(it, "value"))
end

function actions.tell(it)
    local to, text = need.text(it, "to"), need.text(it, "text")
    local color = { r = 1, g = 1, b = 1 }
    if it.color ~= nil then
        color = need.color(it, "color")
    end
    if to == "all" then
        broadcastToAll(text, color)
    elseif safe.field(safe.field(Player, to, nil), "seated", false) == true then
        broadcastToColor(text, to, color)
    else
        error("nobody sits at " .. to, 0)
    end
end

function actions.buttons(it)
    local object = need.object(it)
    local list = {}
    for _, button in ipairs(need.list(it, "buttons")) do
        list[#list + 1] = {
            id = need.text(button, "id"),
            label = need.text(button, "label"),
            at = need.triple(button, "at"),
            width = need.number(button, "width"),
            height = need.number(button, "height"),
        }
    end
    buttons.replace(object, list)
end

function actions.panel(it)
    local color, list = need.text(it, "color"), {}
    if string.find(color, "^%a+$") == nil then
        error("color is no player colour", 0)
    end
    for _, button in ipairs(need.list(it, "buttons")) do
        list[#list + 1] = { id = need.text(button, "id"), label = need.text(button, "label") }
    end
    panel.replace(color, need.text(it, "title"), list)
end

function actions.chat(it)
    chat.allow(need.list(it, "open"))
end

function actions.highlight(it)
    need.object(it).highlightOn(need.color(it, "color"), need.number(it, "seconds"))
end

function actions.menu(it)
    pointing.offer(need.text(it, "label"))
end

function actions.snapshot(it)
    snapshot.send(need.number(it, "request"))
end

function actions.resend(it)
    report.resend(need.number(it, "after"))
end

function actions.hello()
    report.hello()
end

-- These move a piece; one that lies in a deck or bag is taken out first.
local moving = { place = true, face = true, deal = true }

-- What went wrong with one command, or nil; `batch.taking`: one before it took
-- something out of a container.
local function problem_of(it, batch)
    if type(it) ~= "table" then
        return "not a command"
    end
    local name = tostring(it["do"])
    local action = actions[name]
    if not action then
        return name .. ": unknown"
    end
    if moving[name] and type(it.guid) == "string" then
        local function act()
            pcall(action, it)
        end
        if inside.later(it.guid, act, batch.taking) then
            batch.taking = true
            return nil
        end
    end
    local ok, problem = pcall(action, it)
    if not ok then
        return name .. ": " .. tostring(problem)
    end
    return nil
end

local function run(text)
    local ok, list = pcall(JSON.decode, text)
    if not ok or type(list) ~= "table" then
        return "data is not a JSON list"
    end
    local problems, batch = {}, { taking = false }
    for index, it in ipairs(list) do
        local problem = problem_of(it, batch)
        if problem then
            problems[#problems + 1] = "command " .. tostring(index) .. ", " .. problem
        end
    end
    return table.concat(problems, "; ")
end

-- Take a custom message: ours is done once and acknowledged every time, others' are left alone.
-- One that was meant for the agent before a reload is out of date: who sent it has to look anew.
function command.receive(message)
    if type(message) ~= "table" or message.ttsb ~= 1 or type(message.id) ~= "number" then
        return
    end
    if not report.started() then
        return -- the agent that speaks does it
    end
    if message.session ~= nil and message.session ~= report.session() then
        report.hello()
        return
    end
    local id = message.id
    if not done[id] then
        local problems = run(message.data)
        done[id] = { id = id, ok = problems == "", error = problems }
    end
    report.send("done", "", done[id])
end

return command
