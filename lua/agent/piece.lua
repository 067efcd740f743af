-- What a piece is, as plain values that JSON.encode takes whatever the piece is like.

local safe = require("agent/safe")

local piece = {}

local function text(value)
    return type(value) == "string" and value or ""
end

local function number(value, default)
    return type(value) == "number" and value or default
end

local function triple(vector, default)
    local ok, x, y, z = pcall(function()
        return vector.x, vector.y, vector.z
    end)
    if not ok then
        x, y, z = nil, nil, nil
    end
    return { number(x, default), number(y, default), number(z, default) }
end

-- What lies in which hand: GUID -> colour. Dear to ask, so a caller with many pieces asks once.
function piece.hands()
    local hands = {}
    for _, color in ipairs(safe.ask(Player, "getColors", {})) do
        local player = safe.field(Player, color, nil)
        for index = 1, number(safe.ask(player, "getHandCount", 0), 0) do
            for _, object in ipairs(safe.ask(player, "getHandObjects", {}, index)) do
                local guid = safe.guid(object)
                if guid then
                    hands[guid] = color
                end
            end
        end
    end
    return hands
end

-- Whose hand zone it is: its value where that says so, else what a save would say.
local function color_of(zone, value)
    if type(value) == "string" then
        return value
    end
    return text(safe.field(safe.ask(zone, "getData", {}), "FogColor", ""))
end

-- The GUIDs of the scripting zones that the object is in, and the colour of its hand zone or "".
local function zones_of(object)
    local scripting, hand = {}, ""
    for _, zone in ipairs(safe.ask(object, "getZones", {})) do
        local kind = safe.field(zone, "type", "")
        if kind == "Scripting" then
            scripting[#scripting + 1] = safe.guid(zone)
        elseif kind == "Hand" then
            hand = color_of(zone, safe.ask(zone, "getValue", nil))
        end
    end
    return scripting, hand
end

-- The colour of the hand that the object lies in. Zones may not tell: then the players' hands do.
local function hand_of(object, zone_hand, hands)
    if zone_hand == "" and safe.field(object, "use_hands", false) == true then
        return (hands or piece.hands())[safe.guid(object)] or ""
    end
    return zone_hand
end

-- The colour of the hand that the object lies in, or "".
function piece.hand(object)
    local _, hand = zones_of(object)
    return hand_of(object, hand)
end

local STRANGE = 300 -- things without a tag of ours that are told of one container

-- What lies inside a deck or bag: GUID and tags of everything that carries a tag of ours, and the
-- names of what does not: on a stranger's mod, those are all there is.
local function held_in(object, kind)
    local held, strange = {}, 0
    if kind ~= "Deck" and kind ~= "Bag" then
        return held
    end
    for _, inside in ipairs(safe.ask(object, "getObjects", {})) do
        local tags, known = {}, false
        for _, tag in ipairs(type(inside.tags) == "table" and inside.tags or {}) do
            tags[#tags + 1] = text(tag)
            known = known or string.sub(text(tag), 1, 5) == "ttsb:"
        end
        strange = strange + (known and 0 or 1)
        if type(inside.guid) == "string" and (known or strange <= STRANGE) then
            local one = { guid = inside.guid, tags = tags, notes = text(inside.gm_notes) }
            if not known then
                one.name = text(inside.nickname or inside.name)
            end
            held[#held + 1] = one
        end
    end
    return held
end

-- The piece of docs/agent.md, or nil when there is no such object. `hands`: see piece.hands.
function piece.describe(object, hands)
    local guid = safe.guid(object)
    if not guid then
        return nil
    end
    local kind = text(safe.field(object, "type", ""))
    local value = safe.ask(object, "getValue", nil)
    local scripting, hand = zones_of(object)
    if kind == "Hand" then
        hand, value = color_of(object, value), nil
    else
        hand = hand_of(object, hand, hands)
    end
    if type(value) ~= "number" and type(value) ~= "string" then
        value = nil
    end
    local tags = {}
    for _, tag in ipairs(safe.ask(object, "getTags", {})) do
        tags[#tags + 1] = text(tag)
    end
    return {
        guid = guid,
        name = text(safe.field(object, "name", "")),
        type = kind,
        nickname = text(safe.ask(object, "getName", "")),
        tags = tags,
        notes = text(safe.ask(object, "getGMNotes", "")),
        at = triple(safe.ask(object, "getPosition", nil), 0),
        rot = triple(safe.ask(object, "getRotation", nil), 0),
        size = triple(safe.ask(object, "getScale", nil), 1),
        up = safe.field(object, "is_face_down", false) ~= true,
        locked = safe.field(object, "locked", false) == true,
        held = safe.holder(object),
        hand = hand,
        value = value,
        zones = scripting,
        holds = held_in(object, kind),
    }
end

return piece
