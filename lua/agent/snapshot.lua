-- Everything on the table, in parts of one frame each so that the game does not stutter.

local piece = require("agent/piece")
local report = require("agent/report")
local safe = require("agent/safe")

local snapshot = {}

local PART = 40 -- pieces in one message and one frame

-- Every object, and the hand zones even where getObjects leaves them out.
local function everything()
    local objects, seen = {}, {}
    local function add(list)
        for _, object in ipairs(list) do
            local guid = safe.guid(object)
            if guid and not seen[guid] then
                seen[guid] = true
                objects[#objects + 1] = object
            end
        end
    end
    add(getObjects())
    add(safe.ask(Hands, "getHands", {}))
    return objects
end

local function players()
    local list = {}
    for _, player in ipairs(safe.ask(Player, "getPlayers", {})) do
        list[#list + 1] = {
            color = tostring(safe.field(player, "color", "")),
            name = tostring(safe.field(player, "steam_name", "")),
            host = safe.field(player, "host", false) == true,
        }
    end
    return list
end

-- Those of the pieces that JSON.encode takes, when it does not take them all.
local function sayable(pieces)
    local list = {}
    for _, one in ipairs(pieces) do
        if pcall(JSON.encode, one) then
            list[#list + 1] = one
        end
    end
    return list
end

local function send_part(request, objects, part, parts)
    local pieces, hands = {}, piece.hands()
    for index = (part - 1) * PART + 1, math.min(part * PART, #objects) do
        if not safe.is_gone(objects[index]) then -- it may be, some frames later
            pieces[#pieces + 1] = piece.describe(objects[index], hands)
        end
    end
    local data = {
        request = request,
        part = part,
        parts = parts,
        pieces = pieces,
        players = players(),
    }
    if not report.send("snapshot", "", data) then
        data.pieces = sayable(pieces)
        report.send("snapshot", "", data)
    end
    if part < parts then
        Wait.frames(function()
            send_part(request, objects, part + 1, parts)
        end, 1)
    end
end

-- Begins with the next frame: what was destroyed in this one is gone by then.
function snapshot.send(request)
    Wait.frames(function()
        local objects = everything()
        send_part(request, objects, 1, math.max(1, math.ceil(#objects / PART)))
    end, 1)
end

return snapshot
