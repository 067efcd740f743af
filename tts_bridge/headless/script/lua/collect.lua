-- Wait.collect: values come in by id; when all have come, on_finished is told.
local k = ...
local error, ipairs, type, select = error, ipairs, type, select

local DUPLICATE, UNKNOWN = 1, 2

local function collect(ids, on_finished, on_add, on_error)
    if type(ids) ~= "table" then
        error("the ids must be a list, got " .. type(ids), 2)
    end
    local waiting, left, results = {}, 0, k.helper_table({})
    for _, id in ipairs(ids) do
        if not waiting[id] then
            waiting[id], left = true, left + 1
        end
    end
    local collector = k.helper_table({ results = results })
    function collector.add(id, ...)
        local wrong = waiting[id] == nil and UNKNOWN or waiting[id] == false and DUPLICATE
        if wrong then
            return on_error and on_error(collector, id, wrong, ...)
        end
        waiting[id], left = false, left - 1
        k.base.rawset(results, id, select("#", ...) > 1 and k.libs.table.pack(...) or (...))
        if on_add then
            on_add(collector, id, ...)
        end
        if left == 0 and on_finished then
            on_finished(results)
        end
        return nil
    end
    return collector
end

k.native.Wait = {
    collect = function(_, ...)
        return collect(...)
    end,
}
