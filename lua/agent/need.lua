-- Reading the fields of a command: what they have to be, or an error that names the field.

local need = {}

function need.text(command, name)
    local value = command[name]
    if type(value) ~= "string" then
        error(name .. " is not a text", 0)
    end
    return value
end

function need.number(command, name)
    local value = command[name]
    if type(value) ~= "number" then
        error(name .. " is not a number", 0)
    end
    return value
end

function need.flag(command, name)
    local value = command[name]
    if type(value) ~= "boolean" then
        error(name .. " is neither true nor false", 0)
    end
    return value
end

function need.list(command, name)
    local value = command[name]
    if type(value) ~= "table" then
        error(name .. " is not a list", 0)
    end
    return value
end

-- Three numbers, as the table {x, y, z} that the game's setters take.
function need.triple(command, name)
    local value = need.list(command, name)
    for index = 1, 3 do
        if type(value[index]) ~= "number" then
            error(name .. " is not three numbers", 0)
        end
    end
    return { value[1], value[2], value[3] }
end

-- A colour {r, g, b} with parts from 0 to 1.
function need.color(command, name)
    local value = need.triple(command, name)
    for index = 1, 3 do
        if value[index] < 0 or value[index] > 1 then
            error(name .. " has a part that is not from 0 to 1", 0)
        end
    end
    return { r = value[1], g = value[2], b = value[3] }
end

-- The object on the table that the command is about.
function need.object(command)
    local guid = need.text(command, "guid")
    local object = getObjectFromGUID(guid)
    if object == nil then
        error("there is no object " .. guid, 0)
    end
    return object
end

return need
