-- Telling where somebody points: a ping, or an item of the right-click menus while it is offered.

local piece = require("agent/piece")
local report = require("agent/report")
local safe = require("agent/safe")

local pointing = {}

local offered = nil -- the label of the item; nil: whoever chooses an old one means nothing
local listed = {} -- label -> GUID -> true: where the item stands already; "" for the table

-- Somebody pointed at a place, and at the object there if there is one.
function pointing.tell(color, at, object)
    local ok, place = pcall(function()
        return { at.x, at.y, at.z }
    end)
    if not ok or #place ~= 3 then
        return
    end
    report.send("pointed", color, { at = place, piece = object and piece.describe(object) or nil })
end

-- Put the item into the menus of the table and of everything on it, or with "" make those that
-- stand there mean nothing: taking them out would take out the mod's own as well.
function pointing.offer(label)
    offered = label ~= "" and label or nil
    if not offered then
        return
    end
    listed[label] = listed[label] or {}
    local function chosen(color, at, object)
        if offered == label then
            pointing.tell(color, at, object)
        end
    end
    if not listed[label][""] then
        listed[label][""] = true
        addContextMenuItem(label, chosen, false, false)
    end
    for _, object in ipairs(getObjects()) do
        local guid = safe.guid(object)
        if guid and object ~= self and not listed[label][guid] then
            listed[label][guid] = true
            safe.ask(object, "addContextMenuItem", nil, label, chosen, false)
        end
    end
end

return pointing
