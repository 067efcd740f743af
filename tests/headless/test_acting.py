"""What players do, and the events of it."""

import pytest

from tests.headless.saves import card, hand, said, table, thing

LISTEN = """
local function show(v)
    if type(v) == 'userdata' then return v.guid or v.color end
    return tostring(v)
end
local function listen(name)
    _G[name] = function(...)
        local out = {name}
        for i = 1, select('#', ...) do out[#out + 1] = show((select(i, ...))) end
        print(table.concat(out, ' '))
    end
end
for name in ([[onObjectPickUp onObjectDrop onObjectRotate onObjectRandomize onPlayerConnect
    onPlayerDisconnect onPlayerChangeColor onChat onPickUp onDrop onRotate]]):gmatch('%S+') do
    listen(name)
end
"""


def test_picking_up_and_dropping_is_told_to_the_object_and_to_everybody() -> None:
    made = table(LISTEN, thing("Custom_Token", "aaaaaa", LuaScript=LISTEN))
    piece = made.objects[0]
    made.pick_up(piece, by="Red")
    assert piece.held_by == "Red"
    assert said(made) == [
        "onPickUp Red", "onObjectPickUp Red aaaaaa", "onObjectPickUp Red aaaaaa",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="held by Red"):
        made.drop(piece, at=(1, 1, 1), by="Blue")
    made.drop(piece, at=(1, 1, 1), by="Red")
    assert said(made)[3:] == ["onDrop Red", "onObjectDrop Red aaaaaa", "onObjectDrop Red aaaaaa"]
    assert piece.held_by == ""


def test_what_is_locked_cannot_be_picked_up() -> None:
    made = table("", thing("Custom_Token", "aaaaaa", Locked=True))
    with pytest.raises(ValueError, match="locked"):
        made.pick_up(made.objects[0], by="Red")


def test_flipping_and_turning_tell_old_and_new_angles() -> None:
    made = table(LISTEN, card("c00001", 1, turn=(0, 180, 0)))
    piece = made.objects[0]
    made.flip(piece, by="Red")
    made.rotate(piece, 90, by="Blue")
    assert said(made) == [
        "onObjectRotate c00001 180 180 Red 180 0",
        "onObjectRotate c00001 270 180 Blue 180 180",
    ]
    assert piece.is_face_down
    assert piece.rotation.y == pytest.approx(270)


def test_a_script_may_forbid_turning_and_rolling() -> None:
    made = table(
        LISTEN + "function tryObjectRotate() return false end"
        " function tryObjectRandomize() return false end",
        thing("Die_6", "d1e000"),
    )
    before = made.objects[0].rotation
    made.flip(made.objects[0], by="Red")
    made.roll(made.objects[0], 6, by="Red")
    assert made.objects[0].rotation == before
    assert said(made) == []


def test_players_come_speak_and_go() -> None:
    made = table(LISTEN + "function onChat(m, p) print(p.steam_name, p.host, m) return false end")
    made.join("Red", "Meg")
    made.join("Blue")
    made.say("hello", by="Red")
    made.leave("Red")
    assert said(made) == [
        "onPlayerConnect Red", "onPlayerChangeColor Red",
        "onPlayerConnect Blue", "onPlayerChangeColor Blue",
        "Meg\ttrue\thello",  # and hidden, because the handler answered false
        "onPlayerDisconnect Red",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="Blue is taken"):
        made.join("Blue")
    with pytest.raises(ValueError, match="no player colour"):
        made.say("x", by="Maroon")


def test_buttons_call_their_functions_with_the_colour_and_the_side() -> None:
    script = """
    function go(o, color, alt) print(o.guid, color, alt) end
    function onLoad()
        local o = getObjectFromGUID('aaaaaa')
        o.createButton({click_function = 'go', function_owner = self, label = 'Go', width = 200})
        o.createButton({click_function = 'own', function_owner = o, label = 'Own'})
        o.editButton({index = 0, label = 'Went'})
        local first, second = table.unpack(o.getButtons())
        print(first.label, second.index, second.function_owner == o)
    end"""
    made = table(script, thing("Bag", "aaaaaa", LuaScript="function own() print('own') end"))
    piece = made.objects[0]
    made.press(piece, "Went", by="Red")
    made.press(piece, 1, by="Red", alt=True)
    assert said(made) == ["Went\t1\ttrue", "aaaaaa\tRed\tfalse", "own"]
    with pytest.raises(ValueError, match="no button 'Go'"):
        made.press(piece, "Go", by="Red")


def test_a_card_goes_to_the_hand_and_is_played_face_down() -> None:
    made = table("", card("c00001", 1), hand("0a0a0a", "Red", (0, 3, -20)))
    piece = made.objects[0]
    made.to_hand(piece, "Red")
    assert piece.hand == "Red"
    assert made.execute("-1", "return #Player.Red.getHandObjects()") == [1]
    made.play(piece, at=(2, 1, 2), by="Red")
    assert (piece.hand, piece.is_face_down) == ("", True)
    with pytest.raises(ValueError, match="Blue has no hand"):
        made.to_hand(piece, "Blue")
    assert piece.held_by == ""


def test_messages_say_to_whom_and_in_which_colour() -> None:
    script = """
    function onLoad()
        broadcastToAll('all', 'Red') printToColor('you', 'Blue', {0, 1, 0}) print('plain')
        Player.Red.broadcast('mine')
    end"""
    made = table(script)
    assert [(to, text, color and tuple(color)) for to, text, color in made.messages] == [
        ("all", "all", (0.856, 0.1, 0.094, 1)),
        ("Blue", "you", (0, 1, 0, 1)),
        ("all", "plain", None),
        ("Red", "mine", None),
    ]
    assert made.outbox == [{"messageID": 2, "message": "plain"}]
