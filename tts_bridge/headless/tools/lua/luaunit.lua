-- The assertions that unit tests in Lua use, under LuaUnit's names, and how the tests are found.
-- Runs in the environment of a test file, as a script does.
local lu = {}

local function show(value, depth)
    depth = depth or 0
    if type(value) == "string" then
        return string.format("%q", value)
    elseif type(value) ~= "table" or depth > 4 then
        return tostring(value)
    end
    local parts = {}
    for key, each in pairs(value) do
        parts[#parts + 1] = (type(key) == "number" and "" or tostring(key) .. "=")
            .. show(each, depth + 1)
    end
    return "{" .. table.concat(parts, ", ") .. "}"
end

local function fail(text, extra)
    error(extra and (tostring(extra) .. "\n" .. text) or text, 3)
end

local function same(a, b, depth)
    if a == b then
        return true
    elseif type(a) ~= "table" or type(b) ~= "table" or depth > 50 then
        return false
    end
    for key, value in pairs(a) do
        if not same(value, b[key], depth + 1) then
            return false
        end
    end
    for key in pairs(b) do
        if a[key] == nil then
            return false
        end
    end
    return true
end

function lu.assertEquals(actual, expected, extra)
    if not same(actual, expected, 0) then
        fail("expected: " .. show(expected) .. ", actual: " .. show(actual), extra)
    end
end
function lu.assertNotEquals(actual, expected, extra)
    if same(actual, expected, 0) then
        fail("both are " .. show(actual), extra)
    end
end
function lu.assertAlmostEquals(actual, expected, margin, extra)
    if math.abs(actual - expected) > (margin or 1e-6) then
        fail("expected about " .. show(expected) .. ", actual: " .. show(actual), extra)
    end
end
function lu.assertIs(actual, expected, extra)
    if not rawequal(actual, expected) then
        fail("not the same: " .. show(actual) .. " and " .. show(expected), extra)
    end
end
function lu.assertItemsEquals(actual, expected, extra)
    local left = {}
    for _, each in pairs(expected) do
        left[#left + 1] = each
    end
    for _, each in pairs(actual) do
        local found = nil
        for i, other in ipairs(left) do
            found = found or same(each, other, 0) and i
        end
        if not found then
            fail("not expected: " .. show(each), extra)
        end
        table.remove(left, found)
    end
    if #left > 0 then
        fail("missing: " .. show(left), extra)
    end
end

local CHECKS = {
    assertTrue = { function(v) return v == true end, "true" },
    assertFalse = { function(v) return v == false end, "false" },
    assertNil = { function(v) return v == nil end, "nil" },
    assertNotNil = { function(v) return v ~= nil end, "not nil" },
    assertEvalToTrue = { function(v) return v and true or false end, "what counts as true" },
    assertEvalToFalse = { function(v) return not v end, "what counts as false" },
    assertIsNumber = { function(v) return type(v) == "number" end, "a number" },
    assertIsString = { function(v) return type(v) == "string" end, "a string" },
    assertIsTable = { function(v) return type(v) == "table" end, "a table" },
    assertIsFunction = { function(v) return type(v) == "function" end, "a function" },
    assertIsBoolean = { function(v) return type(v) == "boolean" end, "a boolean" },
}
for name, check in pairs(CHECKS) do
    lu[name] = function(value, extra)
        if not check[1](value) then
            fail("expected: " .. check[2] .. ", actual: " .. show(value), extra)
        end
    end
end
lu.assertIsTrue, lu.assertIsFalse, lu.assertIsNil = lu.assertTrue, lu.assertFalse, lu.assertNil

function lu.assertStrContains(text, part, is_pattern, extra)
    if not string.find(text, part, 1, not is_pattern) then
        fail(show(text) .. " does not contain " .. show(part), extra)
    end
end
function lu.assertNotStrContains(text, part, is_pattern, extra)
    if string.find(text, part, 1, not is_pattern) then
        fail(show(text) .. " contains " .. show(part), extra)
    end
end
function lu.assertError(f, ...)
    if pcall(f, ...) then
        fail("no error where one is expected")
    end
end
function lu.assertErrorMsgContains(part, f, ...)
    local ok, message = pcall(f, ...)
    if ok then
        fail("no error where one is expected")
    elseif not string.find(tostring(message), part, 1, true) then
        fail("the error says " .. show(message) .. ", not " .. show(part))
    end
end
function lu.fail(text)
    fail(text)
end

-- Files end by running their tests; here that is done from outside.
lu.LuaUnit = { run = function() return 0 end, new = function() return lu.LuaUnit end }
lu.LuaUnit.runSuite, lu.run = lu.LuaUnit.run, lu.LuaUnit.run
_G.luaunit = lu
rawset(os, "exit", function() end)

local modules, loaded = { luaunit = function() return lu end }, {}
local function register(name, f)
    modules[name] = f
end

function _G.require(name)
    if loaded[name] == nil then
        if not modules[name] then
            error("there is no module " .. tostring(name) .. " in the folder of the tests", 2)
        end
        local value = modules[name](name)
        loaded[name] = value == nil and true or value
    end
    return loaded[name]
end

-- Every test: its name, the function, and what runs before and after it.
local function tests()
    local found = {}
    local function add(name, f, owner)
        local before, after = owner.setUp or owner.Setup, owner.tearDown or owner.TearDown
        found[#found + 1] = {
            name = name,
            run = function()
                if before then
                    before(owner)
                end
                local ok, message = pcall(f, owner)
                if after then
                    after(owner)
                end
                if not ok then
                    error(message, 0)
                end
            end,
        }
    end
    for name, value in pairs(_G) do
        if type(name) == "string" and string.find(name, "^[tT]est") then
            if type(value) == "function" then
                add(name, value, { setUp = _G.setUp, tearDown = _G.tearDown })
            elseif type(value) == "table" then
                for inner, f in pairs(value) do
                    if type(f) == "function" and string.find(tostring(inner), "^[tT]est") then
                        add(name .. "." .. inner, f, value)
                    end
                end
            end
        end
    end
    table.sort(found, function(a, b) return a.name < b.name end)
    return found
end

return register, tests
