-- Puts the agent on a running table, or gives the one that is there its present script.

local safe = require("agent/safe")

local TAG = "ttsb:agent"

-- The agent on the table, the one that has something to say of the mod when there are several,
-- and the session of each.
local function find()
    local agents, sessions = getObjectsWithTag(TAG), {}
    local best = agents[1]
    for _, agent in ipairs(agents) do
        if safe.ask(best, "getGMNotes", "") == "" and safe.ask(agent, "getGMNotes", "") ~= "" then
            best = agent
        end
    end
    for index, agent in ipairs(agents) do
        sessions[index] = safe.field(agent, "script_state", "")
        if safe.guid(agent) ~= safe.guid(best) then
            agent.destruct() -- two would tell everything twice
        end
    end
    return best, sessions
end

-- The agent's GUID, and the sessions that end with this.
-- `about` becomes its GM notes; nil leaves those of an agent that is there. A new one gets the
-- GUID and the place, where they are given; else it is under the table: nothing to see or to push.
return function(script, about, guid, x, y, z)
    local agent, sessions = find()
    if agent then
        if about then
            agent.setGMNotes(about)
        end
        -- Reloading ends this reference.
        local renewed = { guid = agent.guid, ended = sessions }
        agent.setLuaScript(script)
        agent.reload()
        return renewed
    end
    local made = spawnObjectData({
        data = {
            Name = "BlockSquare",
            GUID = guid,
            Transform = {
                posX = x or 0, posY = y or -3, posZ = z or 0,
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
    })
    return { guid = made.guid, ended = sessions }
end
