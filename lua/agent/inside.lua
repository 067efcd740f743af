-- What lies in a deck or bag: found by its GUID and taken out, so that it can be moved.

local safe = require("agent/safe")

local inside = {}

local LIFT = 2 -- how far above its container a piece comes out
local TRIES, PAUSE = 10, 6 -- a deck of two that gives one needs a few frames to become the other

local function holds(container, guid)
    local kind = safe.field(container, "type", "")
    if kind ~= "Deck" and kind ~= "Bag" then
        return false
    end
    for _, held in ipairs(safe.ask(container, "getObjects", {})) do
        if type(held) == "table" and held.guid == guid then
            return true
        end
    end
    return false
end

-- The deck or bag on the table that holds the object, or nil.
function inside.container(guid)
    for _, object in ipairs(getObjects()) do
        if holds(object, guid) then
            return object
        end
    end
    return nil
end

-- Take the object out and call `act` once it is on the table; false when it is in nothing.
function inside.take_out(guid, act)
    local container = inside.container(guid)
    if not container then
        return false
    end
    local at = container.getPosition()
    local taken = container.takeObject({
        guid = guid,
        position = { at.x, at.y + LIFT, at.z },
        smooth = false,
    })
    local function ready()
        return safe.field(taken, "spawning", false) ~= true
    end
    Wait.condition(act, ready, 5, act)
    return true
end

-- Call `act` when the object is on the table, a few frames from now at the latest.
function inside.expect(guid, act, tries)
    if getObjectFromGUID(guid) ~= nil then
        act()
    elseif not inside.take_out(guid, act) and tries > 0 then
        Wait.frames(function()
            inside.expect(guid, act, tries - 1)
        end, PAUSE)
    end
end

-- Whether the object is, or was a moment ago, in a deck or bag; `act` follows when it is out.
function inside.later(guid, act, was_taking)
    if getObjectFromGUID(guid) ~= nil then
        return false
    end
    if inside.take_out(guid, act) then
        return true
    end
    if was_taking then
        inside.expect(guid, act, TRIES)
    end
    return was_taking
end

return inside
