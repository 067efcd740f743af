-- Gives an object on a running table, or what is inside it, new scripts and UIs.

local HOLDERS = { "ContainedObjects", "ChildObjects", "States" }

-- Line ends do not count: editors and the game change them.
local function same(text, other)
    return string.gsub(text or "", "\r", "") == string.gsub(other or "", "\r", "")
end

-- The data of the object that an edit means, at any depth, and what one of that GUID is whose
-- texts are others: `done` when they are the new ones, else `changed`.
local function find(data, edit)
    local other
    if data.GUID == edit.guid then
        if same(data.LuaScript, edit.was) and same(data.XmlUI, edit.was_ui) then
            return data
        end
        local new = same(data.LuaScript, edit.script) and same(data.XmlUI, edit.ui)
        other = new and "done" or "changed"
    end
    for _, holder in ipairs(HOLDERS) do
        for _, held in pairs(data[holder] or {}) do
            local found, word = find(held, edit)
            if found then
                return found
            end
            other = other or word
        end
    end
    return nil, other
end

-- Put `data` where `object` was; `before` is what comes back should the game not take it.
local function replace(object, data, before)
    local guid = object.guid
    local function gone()
        return getObjectFromGUID(guid) == nil
    end
    local function spawn()
        local ok, problem = pcall(spawnObjectData, { data = data })
        if not ok then
            spawnObjectData({ data = before })
            error("The object is as it was: " .. tostring(problem))
        end
    end
    object.destruct()
    Wait.condition(spawn, gone, 5, spawn) -- two of one GUID: the game would give it a new one
end

local function all(edits, word)
    local words = {}
    for i = 1, #edits do
        words[i] = word
    end
    return words
end

local function carrier(guids)
    for _, guid in ipairs(guids) do
        local object = getObjectFromGUID(guid)
        if object ~= nil then
            return object
        end
    end
    return nil
end

-- What became of each edit: `done`, `changed` (somebody else has edited it), `missing`, `held`.
-- `guids`: of the object that lies on the table, in any of its states.
return function(guids, edits)
    local object = carrier(guids)
    if object == nil then
        return all(edits, "missing")
    end
    if object.held_by_color ~= nil and object.held_by_color ~= "" then
        return all(edits, "held")
    end
    local first = edits[1]
    if #edits == 1 and first.guid == object.guid and same(first.ui, first.was_ui) then
        local script = object.getLuaScript()
        if not same(script, first.was) then
            return { same(script, first.script) and "done" or "changed" }
        end
        object.setLuaScript(first.script)
        object.reload()
        return { "done" }
    end
    local data, words, some = object.getData(), {}, false
    for i, edit in ipairs(edits) do
        local found, other = find(data, edit)
        if found then
            found.LuaScript, found.XmlUI = edit.script, edit.ui
            some = true
        end
        words[i] = found and "done" or other or "missing"
    end
    if some then
        replace(object, data, object.getData())
    end
    return words
end
