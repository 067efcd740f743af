-- Reading the game without ever raising: a piece may be gone, or of a kind that lacks the member.

local safe = {}

-- The variable `name` of a game object; `default` when it cannot be had.
function safe.field(object, name, default)
    local ok, value = pcall(function()
        return object[name]
    end)
    if ok and value ~= nil then
        return value
    end
    return default
end

-- What the function `name` of a game object returns; `default` when it cannot be had.
function safe.ask(object, name, default, ...)
    local ok, value = pcall(function(...)
        return object[name](...)
    end, ...)
    if ok and value ~= nil then
        return value
    end
    return default
end

-- The GUID of a game object, or nil when it has none. One that is just being destroyed has.
function safe.guid(object)
    local guid = safe.field(object, "guid", "")
    return type(guid) == "string" and guid ~= "" and guid or nil
end

function safe.is_gone(object)
    return not safe.guid(object) or safe.ask(object, "isDestroyed", false) == true
end

-- The colour of the player who holds the object, or "".
function safe.holder(object)
    local color = safe.field(object, "held_by_color", "")
    return type(color) == "string" and color or ""
end

return safe
