-- As much of Tabletop Simulator as the agent touches: objects that raise where the real ones do,
-- and a clock that only the test moves.

local game = { objects = {}, told = {}, waits = {}, frame = 0, hands = {}, players = {}, next = 1 }

local FRAMES_A_SECOND = 60

local function vector(list)
    return { x = list[1], y = list[2], z = list[3] }
end

local function unpacked(value)
    return { value[1] or value.x, value[2] or value.y, value[3] or value.z }
end

-- The UI of the table or of an object: only its XML.
local function ui_of(state)
    return {
        getXml = function() return state.xml or "" end,
        setXml = function(xml) state.xml = xml end,
    }
end

game.ui = {}
UI = ui_of(game.ui)

-- An object: `state` is what the test sees and changes, the result what scripts see.
function game.add(state)
    local defaults = {
        name = "Custom_Tile", type = "Tile", nickname = "", notes = "", tags = {}, at = { 0, 1, 0 },
        rot = { 0, 0, 0 }, size = { 1, 1, 1 }, locked = false, resting = true,
        smooth = false, zones = {}, buttons = {}, use_hands = false, spawning = false,
    }
    for key, value in pairs(defaults) do
        if state[key] == nil then
            state[key] = value
        end
    end
    local api = {}
    local function own(name, value)
        state.log = state.log or {}
        state.log[#state.log + 1] = { name, value }
    end
    function api.getName() return state.nickname end
    function api.getGMNotes() return state.notes end
    function api.setGMNotes(notes) state.notes = notes end
    function api.getTags() return state.tags end
    function api.getPosition() return vector(state.at) end
    function api.getRotation() return vector(state.rot) end
    function api.getScale() return vector(state.size) end
    function api.getValue() return state.value end
    function api.getData() return state.data end
    function api.getZones() return state.zones end
    function api.isSmoothMoving() return state.smooth end
    function api.isDestroyed() return state.dying == true end
    function api.setPosition(at) state.at = unpacked(at) end
    function api.setRotation(rot) state.rot = unpacked(rot) end
    function api.setPositionSmooth(at) state.at = unpacked(at) own("smooth") end
    function api.setRotationSmooth(rot) state.rot = unpacked(rot) own("turned") end
    function api.setVelocity() end
    function api.setAngularVelocity() end
    function api.setColorTint(color) own("tint", color) end
    function api.setValue(value) state.value = value end
    function api.highlightOn(color, seconds) own("highlight", { color, seconds }) end
    function api.deal(count, color) own("deal", { count, color }) game.hands[state.guid] = color end
    function api.destruct() game.destroy(state) end
    function api.setLuaScript(script) state.script = script end
    function api.reload() own("reload") return state.object end
    function api.getButtons()
        local list = {}
        for index, button in ipairs(state.buttons) do
            list[index] = { index = index - 1, click_function = button.click_function }
        end
        return #list > 0 and list or nil
    end
    function api.createButton(button) state.buttons[#state.buttons + 1] = button end
    function api.removeButton(index) table.remove(state.buttons, index + 1) end

    state.object = setmetatable({}, {
        __index = function(_, key)
            if state.dead or state.odd == key then
                error("Object reference not set to an instance of an object")
            elseif key == "UI" then
                return ui_of(state)
            elseif key == "held_by_color" then
                return state.held
            elseif key == "is_face_down" then
                return state.rot[3] > 90 and state.rot[3] < 270
            elseif api[key] then
                return api[key]
            end
            for _, name in ipairs({ "guid", "name", "type", "locked", "resting", "use_hands",
                                    "spawning", "script_state" }) do
                if key == name then
                    return state[name]
                end
            end
            error("cannot access field " .. key .. " of userdata<Object>")
        end,
        __newindex = function(_, key, value)
            state[key] = value
        end,
    })
    game.objects[#game.objects + 1] = state
    return state
end

function game.destroy(state)
    state.dead = true
    for index, other in ipairs(game.objects) do
        if other == state then
            table.remove(game.objects, index)
            break
        end
    end
end

function game.tick(frames)
    for _ = 1, frames do
        game.frame = game.frame + 1
        local due = game.waits
        game.waits = {}
        for _, wait in ipairs(due) do
            if wait.condition then
                if wait.condition() then
                    wait.run()
                elseif wait.last and game.frame >= wait.last then
                    if wait.late then wait.late() end
                else
                    game.waits[#game.waits + 1] = wait
                end
            elseif game.frame >= wait.at then
                wait.run()
            else
                game.waits[#game.waits + 1] = wait
            end
        end
    end
end

local function later(wait)
    game.waits[#game.waits + 1] = wait
    return #game.waits
end

Wait = {
    frames = function(run, frames)
        return later({ run = run, at = game.frame + (frames or 1) })
    end,
    condition = function(run, condition, timeout, late)
        return later({
            run = run, condition = condition, late = late,
            last = timeout and game.frame + timeout * FRAMES_A_SECOND,
        })
    end,
}

Hands = { getHands = function() return {} end }

-- Objects by their colour; a colour that is none of the game's raises.
Player = setmetatable({
    getColors = function() return { "Red", "Blue", "Grey" } end,
    getPlayers = function()
        local list = {}
        for _, player in ipairs(game.players) do list[#list + 1] = player end
        return list
    end,
}, {
    __index = function(_, color)
        if color ~= "Red" and color ~= "Blue" and color ~= "Grey" then
            error("no player " .. tostring(color))
        end
        local seated = false
        for _, player in ipairs(game.players) do
            seated = seated or player.color == color
        end
        return {
            color = color,
            seated = seated,
            getHandCount = function() return color == "Grey" and 0 or 1 end,
            getHandObjects = function()
                local list = {}
                for _, state in ipairs(game.objects) do
                    if game.hands[state.guid] == color then list[#list + 1] = state.object end
                end
                return list
            end,
        }
    end,
})

function getObjects()
    local list = {}
    for _, state in ipairs(game.objects) do list[#list + 1] = state.object end
    return list
end

function getObjectFromGUID(guid)
    for _, state in ipairs(game.objects) do
        if state.guid == guid then return state.object end
    end
    return nil
end

function getObjectsWithTag(tag)
    local list = {}
    for _, state in ipairs(game.objects) do
        for _, own in ipairs(state.tags) do
            if own == tag then list[#list + 1] = state.object end
        end
    end
    return list
end

local function made(fields)
    fields.guid = string.format("%06x", 0xabc000 + game.next)
    game.next = game.next + 1
    return game.add(fields).object
end

function spawnObjectJSON(parameters)
    local data = JSON.decode(parameters.json)
    return made({ nickname = data.Nickname, at = parameters.position })
end

function spawnObjectData(parameters)
    local data = parameters.data
    return made({
        nickname = data.Nickname, notes = data.GMNotes, tags = data.Tags, locked = data.Locked,
        script = data.LuaScript, name = data.Name,
    })
end

function destroyObject(object)
    object.destruct()
end

local function teller(kind)
    return function(...)
        game.told[#game.told + 1] = { kind, ... }
    end
end
broadcastToAll, broadcastToColor = teller("all"), teller("color")

return game
