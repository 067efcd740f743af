"""What players do beside moving pieces, and the events of it."""

import pytest

from tests.headless.saves import card, deck, hand, said, table, thing, zone
from tests.headless.test_acting import LISTEN
from tts_bridge.headless.table import Table

XML = """
<Panel id="panel"><Button id="go" onClick="go" visibility="Red|Blue">Go</Button>
<Button id="with" onClick="go(5)"/><Toggle id="on" onValueChanged="go" isOn="false"/>
<Dropdown id="pick" onValueChanged="go"><Option>One</Option><Option>Two</Option></Dropdown>
<InputField id="name" onEndEdit="aaaaaa/own"/><Button id="dead"/>
<Panel active="false"><Button id="hidden" onClick="go"/></Panel></Panel>
"""


def ui_table() -> Table:
    owner = thing("Bag", "aaaaaa", LuaScript="function own(p, v, id) print('own', v, id) end")
    script = "function go(player, value, id) print(player.color, value, id) end"
    return Table({"LuaScript": script, "XmlUI": XML, "ObjectStates": [owner]}).load()


def test_clicks_on_the_ui_call_what_its_attributes_name() -> None:
    made = ui_table()
    made.click("go", by="Red")
    made.click("with", by="White", mouse="right")
    made.click("on", by="Red")
    made.change("pick", "Two", by="Red")
    made.change("name", "Meg", by="Red")
    assert said(made) == [
        "Red\t-1\tgo", "White\t5\twith", "Red\tTrue\ton", "Red\tTwo\tpick", "own\tMeg\tname",
    ]  # fmt: skip
    assert made.execute("-1", "return UI.getAttribute('on', 'isOn')") == ["true"]


@pytest.mark.parametrize(
    ("id_", "by", "text"),
    [
        ("go", "White", "White does not see 'go'"),
        ("hidden", "Red", "is not shown"),
        ("dead", "Red", "has no onClick"),
        ("none", "Red", "no element 'none'"),
        ("go", "Maroon", "no player colour"),
    ],
)
def test_what_a_player_cannot_click_is_said(id_: str, by: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        ui_table().click(id_, by=by)


def test_numbers_draw_cards_unless_a_script_takes_them() -> None:
    script = "function onObjectNumberTyped(o, color, n) if n == 9 then print(n) return true end end"
    made = table(script, deck("dec000", [1, 2, 3, 4]), hand("0a0a0a", "Red", (0, 3, -20)))
    made.number(made.objects[0], 2, by="Red")
    made.number(made.objects[0], 9, by="Red")
    assert [p.nickname for p in made.objects if p.hand == "Red"] == ["card 1", "card 2"]
    assert said(made) == ["9"]


def test_pieces_that_come_to_lie_on_one_another_collide() -> None:
    own = """function onCollisionEnter(info) print('enter', info.collision_object.guid) end
        function onCollisionExit(info) print('exit', info.collision_object.guid) end"""
    script = (
        "function onObjectCollisionEnter(o, info) print(o.guid, info.collision_object.guid) end"
    )
    board = thing("Custom_Board", "b0a4d0", (10, 0.96, 0), Locked=True)
    made = table(script, thing("Custom_Token", "aaaaaa", LuaScript=own), board)
    made.execute("-1", "getObjectFromGUID('b0a4d0').registerCollisions()")
    made.drop(made.objects[0], at=(10, 3, 0), by="Red")
    made.drop(made.objects[0], at=(60, 3, 0), by="Red")
    assert said(made) == ["enter\tb0a4d0", "b0a4d0\taaaaaa", "exit\tb0a4d0"]


def test_looking_around_is_told() -> None:
    names = "onObjectHover onObjectSearchStart onObjectSearchEnd onPlayerPing onObjectPeek onHover"
    listen = LISTEN.replace("onRotate]]", f"onRotate {names} onScriptingButtonDown onBlindfold]]")
    made = table(listen, thing("Bag", "aaaaaa", ContainedObjects=[thing("Bag", "bbbbbb")]))
    made.join("Red", "Meg")
    made.messages.clear()
    bag = made.objects[0]
    made.hover(bag, by="Red")
    assert [each["GUID"] for each in made.search(bag, by="Red")] == ["bbbbbb"]
    made.end_search(bag, by="Red")
    made.ping((1, 2, 3), by="Red")
    made.scripting_button(3, by="Red")
    made.blindfold("Red")
    assert said(made) == [
        "onObjectHover Red aaaaaa", "onObjectSearchStart aaaaaa Red",
        "onObjectSearchEnd aaaaaa Red", "onPlayerPing Red Vector: { 1, 2, 3 } nil",
        "onScriptingButtonDown 3 Red", "onBlindfold Red true",
    ]  # fmt: skip
    assert made.execute("-1", "return Player.Red.getHoverObject().guid") == ["aaaaaa"]


def test_a_script_may_forbid_what_a_player_does() -> None:
    script = """function onPlayerAction(player, action, targets)
        print(action, targets[1].guid) return action == Player.Action.FlipOver end"""
    made = table(script, card("c00001", 1))
    made.pick_up(made.objects[0], by="Red")
    made.delete(made.objects[0], by="Red")
    made.flip(made.objects[0], by="Red")
    assert said(made) == ["PickUp\tc00001", "Delete\tc00001", "FlipOver\tc00001"]
    assert made.objects[0].held_by == ""
    assert made.objects[0].is_face_down


def test_dialogs_wait_for_an_answer() -> None:
    script = """
    function onLoad()
        Player.Red.showInputDialog('Name?', 'Meg', function(text, color) print(text, color) end)
        Player.Red.showOptionsDialog('Which?', {'a', 'b'}, 1, function(t, i) print(t, i) end)
        Player.Red.showConfirmDialog('Sure?', function(color) print('yes', color) end)
    end"""
    made = Table({"LuaScript": script})
    made.join("Red")
    made.load()
    assert [dialog.text for dialog in made.dialogs["Red"]] == ["Name?", "Which?", "Sure?"]
    made.answer("Red", "Feng")
    made.answer("Red", 2)
    made.answer("Red")
    assert said(made) == ["Feng\tRed", "b\t2", "yes\tRed"]
    with pytest.raises(ValueError, match="asked nothing"):
        made.answer("Red")


def test_choosing_from_a_hand_is_told() -> None:
    script = """function onPlayerHandChoice(color, label, objects, ok)
        print(color, label, #objects, ok) end"""
    made = table(script, card("c00001", 1), hand("0a0a0a", "Red", (0, 3, -20)))
    made.join("Red")
    made.to_hand(made.objects[0], "Red")
    made.execute("-1", "chooseInHandOrCancel('pay', 1, 1, 'Pay one')")
    with pytest.raises(ValueError, match="1 to 1 are wanted"):
        made.choose("Red", [])
    made.choose("Red", [made.objects[0]])
    made.execute("-1", "chooseInHandOrCancel('pay', 1, 1, 'Pay one')")
    made.choose("Red", None)
    assert said(made) == ["Red\tpay\t1\ttrue", "Red\tpay\t0\tfalse"]


def test_menus_hotkeys_and_inputs_call_back() -> None:
    script = """
    function typed(o, color, text, editing)
        if not editing then print(text) return text .. '!' end
    end
    function onLoad()
        local o = getObjectFromGUID('aaaaaa')
        o.addContextMenuItem('Do', function(color, at, obj) print(color, obj.guid) end)
        addHotkey('Key', function(color, hovered) print('key', color, hovered) end)
        o.createInput({input_function = 'typed', function_owner = self})
    end"""
    made = table(script, thing("Bag", "aaaaaa"))
    bag = made.objects[0]
    made.menu_item("Do", by="Red", on=bag)
    made.hotkey("Key", by="Red")
    made.type_into(bag, 0, "text", by="Red")
    assert said(made) == ["Red\taaaaaa", "key\tRed\tnil", "text"]
    assert bag.inputs[0]["value"] == "text!"


def test_attachments_come_back_where_they_were() -> None:
    script = """
    function onLoad()
        local a, b = getObjectFromGUID('aaaaaa'), getObjectFromGUID('bbbbbb')
        a.addAttachment(b)
        print(b.isDestroyed(), a.getAttachments()[1].nickname, a.getAttachments()[1].index)
        a.setPosition({10, 1, 0})
        local c = a.removeAttachment(0)
        print(c.getPosition().x, #a.getAttachments())
    end"""
    made = table(script, thing("Bag", "aaaaaa"), thing("Bag", "bbbbbb", (3, 1, 0), Nickname="Lid"))
    assert said(made) == ["true\tLid\t0", "13\t0"]


def test_a_layout_zone_puts_its_cards_side_by_side() -> None:
    made = table(
        "", {**zone("0a0a0a", (0, 2, 0)), "Name": "LayoutZone", "Transform": {
            **zone("x", (0, 2, 0))["Transform"], "scaleX": 12.0}},
        card("c00001", 1, (1, 1, 0)), card("c00002", 2, (3, 1, 0)),
    )  # fmt: skip
    assert made.execute("-1", "return getObjectFromGUID('0a0a0a').LayoutZone.layout()") == [True]
    made.settle()
    first, second = (made.object(f"c0000{n}") for n in (1, 2))
    assert first is not None
    assert second is not None
    assert second.position.x - first.position.x == pytest.approx(3.2)
    assert first.position.z == second.position.z


def test_values_are_collected_until_all_have_come() -> None:
    script = """
    local c = Wait.collect({'a', 'b'}, function(all) print('all', all.a, all.b) end,
        function(_, id, v) print(id, v) end, function(_, id, code) print(id, code) end)
    c.add('a', 1) c.add('a', 2) c.add('x') c.add('b', 3)"""
    made = table(script)
    assert made.errors == []
    assert said(made) == ["a\t1", "a\t1", "x\t2", "b\t3", "all\t1\t3"]


def test_components_remember_what_is_set() -> None:
    script = """
    function onLoad()
        local body = getObjectFromGUID('aaaaaa').getComponent('Rigidbody')
        body.set('detectCollisions', false)
        print(body.name, body.get('detectCollisions'), body.game_object.guid)
        print(getObjectFromGUID('aaaaaa').getComponent('Nothing'))
    end"""
    assert said(table(script, thing("Bag", "aaaaaa"))) == ["Rigidbody\tfalse\taaaaaa", "nil"]
