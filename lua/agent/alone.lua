-- One agent speaks at a time. A copy of it stays silent until the one that speaks is gone: two
-- would tell everything twice, and each would wipe out what the other one shows.

local safe = require("agent/safe")

local alone = {}

local TAG = "ttsb:agent"

function alone.is_agent(object)
    return safe.ask(object, "hasTag", false, TAG) == true
end

-- Whether another agent on the table speaks already.
function alone.is_second()
    for _, other in ipairs(getObjectsWithTag(TAG)) do
        local is_other = safe.guid(other) ~= self.guid and not safe.is_gone(other)
        if is_other and safe.ask(other, "getVar", nil, "ttsb_session") ~= nil then
            return true
        end
    end
    return false
end

return alone
