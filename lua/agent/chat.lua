-- Which chat lines stay between their sender and the referee: what follows a "!" may be secret.
-- Until we are told which words begin harmless lines, only a line of one word is one.

local chat = {}

local open = nil -- word -> true: with these, lines begin that everybody may read; "*": with any

-- Everybody may read the lines that begin with these words, and no other line with a "!".
function chat.allow(words)
    open = {}
    for _, word in ipairs(words) do
        open[word] = true
    end
end

-- Whether nobody else may read the line. It is an order however its "!" was typed.
function chat.hides(line)
    local order = string.match(line, "^%s*!(.*)$") or string.match(line, "^%s*！(.*)$")
    if order == nil or string.find(order, "[^%s%p]") == nil then
        return false
    end
    if open == nil then
        return string.find(order, "^%s*%a+%-?%a*%s*$") == nil
    end
    local word = string.match(order, "^%s*([%a%-]+)%s") or string.match(order, "^%s*([%a%-]+)$")
    return not (open["*"] or (word and open[string.lower(word)]))
end

return chat
