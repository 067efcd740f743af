local lu = require("luaunit")
local rules = require("rules")

TestPoints = {}

function TestPoints:testTheSumCounts()
    lu.assertEquals(rules.points({ 2, 3 }), 5)
end

function TestPoints:testADoubleCountsTwice()
    lu.assertEquals(rules.points({ 4, 4 }), 16)
end

function TestPoints:testNoDiceAreWorthNothing()
    lu.assertEquals(rules.points({}), 0)
end

os.exit(lu.LuaUnit.run())
