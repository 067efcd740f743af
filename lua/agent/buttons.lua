-- The buttons that were asked for: each has a function of its own, which reports the press.

local piece = require("agent/piece")
local report = require("agent/report")
local safe = require("agent/safe")

local buttons = {}

local PREFIX = "ttsb_press_" -- how our buttons are told from the mod's own
local count = 0

local function remove_ours(object)
    local list = safe.ask(object, "getButtons", {})
    for position = #list, 1, -1 do -- from the last, because removing one moves those behind it
        local name = list[position].click_function
        if type(name) == "string" and string.sub(name, 1, #PREFIX) == PREFIX then
            object.removeButton(list[position].index)
            _G[name] = nil
        end
    end
end

local function add(object, button)
    count = count + 1
    local name = PREFIX .. tostring(count)
    _G[name] = function(pressed, color)
        local described = piece.describe(pressed)
        if described then
            report.send("pressed", color, { piece = described, button = button.id })
        end
    end
    object.createButton({
        click_function = name,
        function_owner = self,
        label = button.label,
        position = button.at,
        width = button.width,
        height = button.height,
        font_size = math.max(40, math.floor(button.height / 2)),
    })
end

-- Replace the buttons that we gave the object before by those of the list.
function buttons.replace(object, list)
    remove_ours(object)
    for _, button in ipairs(list) do
        add(object, button)
    end
end

return buttons
