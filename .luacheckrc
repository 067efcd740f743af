-- Lua runs inside Tabletop Simulator: its globals are there to read, and its handlers to define.
std = "lua52"
codes = true
max_line_length = 100

read_globals = {
    "Color", "Global", "Hands", "JSON", "Player", "Time", "Turns", "UI", "Vector", "Wait",
    "addContextMenuItem", "broadcastToAll", "broadcastToColor", "destroyObject", "getObjectFromGUID",
    "getObjects", "getObjectsWithTag", "getSeatedPlayers", "printToAll", "printToColor", "sendExternalMessage",
    "spawnObjectData", "spawnObjectJSON", "ttsb_start",
    self = { fields = { script_state = { read_only = false } }, other_fields = true },
}

files["lua/agent/main.lua"].globals = {
    "onChat", "onExternalMessage", "onLoad", "onObjectDestroy", "onObjectDrop",
    "onObjectEnterContainer", "onObjectEnterZone", "onObjectLeaveContainer", "onObjectLeaveZone",
    "onObjectPickUp", "onObjectRandomize", "onObjectRotate", "onObjectSpawn",
    "onPlayerChangeColor", "onPlayerConnect", "onPlayerDisconnect", "onPlayerPing",
}

files["lua/agent/report.lua"].globals = { "ttsb_session" }

files["lua/agent/panel.lua"].globals = { "ttsb_panel_click" }

files["lua/lib/faces.lua"].globals = {
    "onLoad", "onObjectDrop", "onObjectRotate", "onObjectSpawn", "onSave",
}

-- The stand-in for the game defines what the agent only reads.
files["tests/lua/fake_game.lua"].globals = {
    "Hands", "Player", "UI", "Wait", "broadcastToAll", "broadcastToColor", "destroyObject",
    "getObjectFromGUID", "getObjects", "getObjectsWithTag", "spawnObjectData", "spawnObjectJSON",
}
