-- A small panel on the screen of each colour: a line of text and buttons that report their press.
-- A mod with a UI of its own keeps it: the panels then hang above the agent.

local piece = require("agent/piece")
local report = require("agent/report")
local safe = require("agent/safe")

local panel = {}

local MARK = "ttsb_panels" -- how our UI is told from the mod's own
local ROW, WIDTH = 34, 380

local panels = {} -- colour -> { title, buttons }
local order = {} -- colours, in the order in which they came
local ids = {} -- element id -> { color, button id }

-- Text that cannot end its element, whatever it is made of.
local function plain(text)
    return (string.gsub(text, "[<>&\"'%c]", " "))
end

local function is_ours(ui)
    return string.find(safe.ask(ui, "getXml", ""), MARK, 1, true) ~= nil
end

-- Where the panels are drawn, and what names our functions there.
local function place()
    if safe.ask(UI, "getXml", "") == "" or is_ours(UI) then
        return UI, self.guid .. "/"
    end
    return safe.field(self, "UI", nil), ""
end

local function button(color, number, it, prefix)
    local id = MARK .. "_" .. color .. "_" .. tostring(number)
    ids[id] = { color = color, button = it.id }
    return '<Button id="' .. id .. '" onClick="' .. prefix .. 'ttsb_panel_click" preferredHeight="'
        .. tostring(ROW) .. '" fontSize="15">' .. plain(it.label) .. "</Button>"
end

local function one(color, it, prefix)
    local rows = { '<Text preferredHeight="' .. tostring(ROW) .. '" color="White" fontSize="15">'
        .. plain(it.title) .. "</Text>" }
    for number, each in ipairs(it.buttons) do
        rows[#rows + 1] = button(color, number, each, prefix)
    end
    local height = tostring(#rows * (ROW + 4) + 12)
    return '<VerticalLayout id="' .. MARK .. "_" .. color .. '" visibility="' .. color
        .. '" rectAlignment="LowerRight" offsetXY="-20 20" width="' .. tostring(WIDTH)
        .. '" height="' .. height .. '" padding="6 6 6 6" spacing="4" color="rgba(0,0,0,0.75)"'
        .. ' allowDragging="true" returnToOriginalPositionWhenReleased="false">'
        .. table.concat(rows) .. "</VerticalLayout>"
end

local function draw()
    local ui, prefix = place()
    local parts = {}
    ids = {}
    for _, color in ipairs(order) do
        if #panels[color].buttons > 0 or panels[color].title ~= "" then
            parts[#parts + 1] = one(color, panels[color], prefix)
        end
    end
    local all = '<Panel id="' .. MARK .. '">' .. table.concat(parts) .. "</Panel>"
    safe.ask(ui, "setXml", nil, #parts > 0 and all or "")
end

-- Replace the panel of a colour; without title and buttons it is gone.
function panel.replace(color, title, list)
    if not panels[color] then
        order[#order + 1] = color
    end
    panels[color] = { title = title, buttons = list }
    draw()
end

-- Take away what a script of ours drew before this one was loaded: its buttons lead nowhere.
function panel.start()
    for _, ui in ipairs({ UI, safe.field(self, "UI", nil) }) do
        if is_ours(ui) then
            safe.ask(ui, "setXml", nil, "")
        end
    end
end

-- Nobody presses another colour's button, however it came to be seen.
function ttsb_panel_click(player, _, id)
    local it = ids[id]
    local color = safe.field(player, "color", "")
    local described = piece.describe(self)
    if it and described and it.color == color then
        report.send("pressed", color, { piece = described, button = it.button })
    end
end

return panel
