-- Writes on a token what it is while it lies face up, and nothing while it lies face down.
-- Its kind stands in its GM notes alone, so that no tooltip gives it away. The words for the
-- kinds are this script's saved state: a JSON object, kind to word.

local PREFIXES = { "ttsb:prop/", "ttsb:objective/" }
local SETTLED = 0.6 -- seconds after a flip until the piece says how it lies

local words = {}
local saved = ""

local function is_hidden_token(object)
    for _, tag in ipairs(object.getTags()) do
        for _, prefix in ipairs(PREFIXES) do
            if tag:sub(1, #prefix) == prefix then
                return true
            end
        end
    end
    return false
end

local function escaped(text)
    return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

local function write(object)
    if object == nil or object.isDestroyed() then
        return
    end
    local kind = object.getGMNotes()
    if object.is_face_down or kind == "" then
        object.UI.setXml("")
        return
    end
    object.UI.setXml(
        '<Text position="0 0 -60" rotation="0 0 180" width="100" height="100" fontSize="18" '
            .. 'color="#101010" fontStyle="Bold">'
            .. escaped(words[kind] or kind)
            .. "</Text>"
    )
end

local function write_soon(object)
    if object ~= nil and is_hidden_token(object) then
        Wait.time(function() write(object) end, SETTLED)
    end
end

function onLoad(state)
    saved = state or ""
    if saved ~= "" then
        words = JSON.decode(saved)
    end
    for _, object in ipairs(getObjects()) do
        write_soon(object)
    end
end

function onSave()
    return saved
end

function onObjectRotate(object)
    write_soon(object)
end

function onObjectDrop(_, object)
    write_soon(object)
end

function onObjectSpawn(object)
    write_soon(object)
end
