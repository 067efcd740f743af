-- Puts the agent on a running table, or gives the one that is there its present script.

local safe = require("agent/safe")

local TAG = "ttsb:agent"

-- The agents on the table; one that has something to say of the mod is worth keeping most.
local function find()
    local agents = getObjectsWithTag(TAG)
    local best = agents[1]
    for _, agent in ipairs(agents) do
        if safe.ask(best, "getGMNotes", "") == "" and safe.ask(agent, "getGMNotes", "") ~= "" then
            best = agent
        end
    end
    for _, agent in ipairs(agents) do
        if safe.guid(agent) ~= safe.guid(best) then
            agent.destruct() -- two would tell everything twice
        end
    end
    return best
end

-- The agent's GUID. `about` becomes its GM notes; nil leaves those of an agent that is there.
return function(script, about)
    local agent = find()
    if agent then
        if about then
            agent.setGMNotes(about)
        end
        local guid = agent.guid -- reloading ends this reference
        agent.setLuaScript(script)
        agent.reload()
        return guid
    end
    return spawnObjectData({
        data = {
            Name = "BlockSquare",
            Transform = { -- under the table: there is nothing to see or to push
                posX = 0, posY = -3, posZ = 0,
                rotX = 0, rotY = 0, rotZ = 0,
                scaleX = 0.5, scaleY = 0.5, scaleZ = 0.5,
            },
            Nickname = "tts-bridge agent",
            Description = "Reports what happens on the table to tts-bridge. May be deleted.",
            GMNotes = about or "",
            Tags = { TAG },
            Locked = true,
            Grid = false,
            Snap = false,
            LuaScript = script,
        },
    }).guid
end
