-- Sending reports: numbered within a session, so that whoever reads them can put them in order.

local report = {}

local KEPT = 500 -- reports that can be sent again

local session = nil
local seq = 0
local sent = {} -- number -> message

-- Begin a session. Until then nothing is sent: a table that loads is not worth telling.
-- The session's name begins with the agent's GUID. It holds how often this agent was loaded,
-- because a clock and a dice can both say the same after a reload, and on the stand-in, where they
-- do at every start with the same seed, the name of the start. It is the saved state, where the
-- next one finds that count, and whoever renews the agent reads which session ends with it.
function report.start(state)
    local count = (tonumber(string.match(tostring(state), "%-(%d+)%-")) or 0) + 1
    session = table.concat({
        tostring(self.guid),
        tostring(count),
        tostring(os.time()),
        tostring(math.random(1, 1000000)) .. (ttsb_start and ttsb_start() or ""),
    }, "-")
    self.script_state = session
    ttsb_session = session
    seq = 0
    sent = {}
end

function report.started()
    return session ~= nil
end

function report.session()
    return session
end

-- Send one report; false when `data` cannot be said in JSON. A number is used up only by what
-- was sent.
function report.send(event, player, data)
    if not session then
        return false
    end
    local text = "{}" -- an empty table would come out as a list
    if data then
        local ok, encoded = pcall(JSON.encode, data)
        if not ok then
            return false
        end
        text = encoded
    end
    seq = seq + 1
    local message = {
        ttsb = 1,
        session = session,
        seq = seq,
        event = event,
        player = type(player) == "string" and player or "",
        data = text,
    }
    sent[seq] = message
    sent[seq - KEPT] = nil
    sendExternalMessage(message)
    return true
end

-- Send again what was sent after that number, as far as it is kept: messages do get lost.
function report.resend(after)
    for number = math.max(after, seq - KEPT) + 1, seq do
        sendExternalMessage(sent[number])
    end
end

function report.hello()
    report.send("hello", "", { about = self.getGMNotes() or "" })
end

return report
