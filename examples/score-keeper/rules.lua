-- What a round is worth. Nothing here knows the table, so it is tested by itself.
local rules = {}

-- The sum of the dice, doubled when all show the same.
function rules.points(dice)
    local sum, same = 0, true
    for _, value in ipairs(dice) do
        sum = sum + value
        same = same and value == dice[1]
    end
    return (#dice > 1 and same) and sum * 2 or sum
end

return rules
