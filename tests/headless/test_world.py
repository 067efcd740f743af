"""Objects: zones, hands, decks, bags, dice, states, and the save they go back into."""

import copy
import json

import pytest

from tests.headless.saves import card, deck, hand, printed, said, table, thing, zone

TELL = """
function tell(name) return function(a, b)
    print(name, a.guid or a, type(b) == 'userdata' and b.guid or b) end end
for _, name in ipairs({'onObjectEnterZone', 'onObjectLeaveZone', 'onObjectEnterContainer',
    'onObjectLeaveContainer'}) do _G[name] = tell(name) end
"""


def test_zones_tell_who_enters_and_leaves() -> None:
    zone_ = "getObjectFromGUID('0a0a0a')"
    made = table(
        TELL + f"function onObjectDrop(c, o) print('drop', #{zone_}.getObjects()) end",
        zone("0a0a0a", (10, 2, 0)),
        zone("0b0b0b", (20, 2, 0), turn=(0, 45, 0)),
        thing("Custom_Token", "f00000"),
    )  # fmt: skip
    piece = made.objects[2]
    made.drop(piece, at=(11, 1, 1), by="Red")
    made.drop(piece, at=(22, 1, 0), by="Red")  # within the turned box only
    assert said(made) == [
        "onObjectEnterZone\t0a0a0a\tf00000",
        "drop\t1",
        "onObjectLeaveZone\t0a0a0a\tf00000",
        "onObjectEnterZone\t0b0b0b\tf00000",
        "drop\t0",
    ]
    assert [each.guid for each in piece.zones] == ["0b0b0b"]


def test_a_zone_with_tags_lets_in_only_what_shares_one() -> None:
    made = table(
        TELL, zone("0a0a0a", (0, 2, 0), Tags=["coin"]),
        thing("Custom_Token", "f00000", Tags=["coin", "x"]), thing("Custom_Token", "f00001"),
    )  # fmt: skip
    assert [piece.guid for piece in made.objects[0].inside] == ["f00000"]
    made.execute("-1", "getObjectFromGUID('f00001').addTag('coin')")
    assert said(made) == ["onObjectEnterZone\t0a0a0a\tf00001"]


def test_what_lies_in_a_zone_from_the_start_is_in_it_without_an_event() -> None:
    made = table(TELL, zone("0a0a0a", (0, 2, 0)), thing("Custom_Token", "f00000"))
    assert said(made) == []
    assert made.objects[0].inside == [made.objects[1]]


def test_old_handlers_of_scripting_zones_are_told_too() -> None:
    made = table(
        "function onObjectEnterScriptingZone(zone, o) print(zone.guid, o.guid) end",
        zone("0a0a0a", (10, 2, 0)), thing("Custom_Token", "f00000"),
    )  # fmt: skip
    made.execute("-1", "getObjectFromGUID('f00000').setPosition({10, 1, 0})")
    assert said(made) == ["0a0a0a\tf00000"]


def test_a_card_dropped_on_a_card_makes_a_deck_and_on_a_deck_goes_into_it() -> None:
    made = table(TELL, card("c00001", 1, (0, 1, 0)), card("c00002", 2), card("c00003", 3))
    one, two, three = made.objects
    made.drop(one, at=(5, 1, 5), by="Red")
    pile = made.drop(two, at=(5, 1, 5), by="Red")
    assert pile.kind == "Deck"
    assert made.drop(three, at=(5.2, 1, 5), by="Red") is pile
    assert said(made)[-1] == f"onObjectEnterContainer\t{pile.guid}\tc00003"
    data = pile.to_data()
    assert data["DeckIDs"] == [103, 102, 101]  # the last one dropped lies on top
    assert data["DeckIDs"] == [each["CardID"] for each in data["ContainedObjects"]]
    assert list(data["CustomDeck"]) == ["1"]
    assert one.destroyed
    assert made.object("c00001") is None


def test_sheets_with_one_number_are_told_apart_in_a_deck() -> None:
    made = table("", card("c00001", 1, face="a"), card("c00002", 1, face="b"))
    first, second = made.objects
    made.drop(first, at=(5, 1, 5), by="Red")
    data = made.drop(second, at=(5, 1, 5), by="Red").to_data()
    faces = [data["CustomDeck"][str(id_ // 100)]["FaceURL"] for id_ in data["DeckIDs"]]
    assert faces == ["b", "a"]
    assert len(set(data["DeckIDs"])) == 2


def test_the_last_card_of_a_deck_is_what_remains() -> None:
    script = """
    function onLoad()
        local d = getObjectFromGUID('dec000')
        print(d.getQuantity(), d.getObjects()[1].index, d.getObjects()[2].nickname)
        local top = d.takeObject({position = {5, 1, 0}, smooth = false})
        local named = d.takeObject({guid = 'c00003', position = {9, 1, 0},
            callback_function = function(o) print('here', o.getName(), o.spawning) end})
        print(top.getName(), top.spawning, named.guid, d.isDestroyed(), d.remainder.getName())
    end"""
    made = table(script, deck("dec000", [1, 2, 3]))
    assert said(made) == [
        "3\t0\tcard 2",
        "card 1\ttrue\tc00003\ttrue\tcard 2",
        "here\tcard 3\tfalse",
    ]
    assert sorted(piece.nickname for piece in made.objects) == ["card 1", "card 2", "card 3"]
    assert all(piece.data["CustomDeck"]["1"]["FaceURL"] == "face" for piece in made.objects)


def test_bags_give_the_last_first_and_infinite_ones_never_end() -> None:
    chips = [thing("Chip_10", f"c1100{n}", Nickname=str(n)) for n in range(3)]
    script = """
    function onLoad()
        local bag, endless = getObjectFromGUID('ba6000'), getObjectFromGUID('e00000')
        print(bag.takeObject({}).getName(), bag.takeObject({top = false}).getName())
        print(endless.takeObject({}).guid ~= endless.takeObject({}).guid, endless.getQuantity())
        print(pcall(function() bag.takeObject({guid = 'ffffff'}) end))
        bag.putObject(getObjectFromGUID('c00000'))
        print(bag.getQuantity(), getObjectFromGUID('c00000'))
    end"""
    made = table(
        script, thing("Bag", "ba6000", ContainedObjects=chips), thing("Chip_50", "c00000"),
        thing("Infinite_Bag", "e00000", ContainedObjects=[thing("Chip_10", "999999")]),
    )  # fmt: skip
    assert said(made) == [
        "2\t0",
        "true\t1",
        "false\tGlobal:(6,0-0): Bag ba6000 holds no object ffffff",
        "2\tnil",
    ]
    assert made.errors == []


def test_a_script_may_keep_objects_out_of_a_container() -> None:
    script = TELL + "function tryObjectEnterContainer(bag, o) return o.getName() ~= 'no' end"
    made = table(
        script, thing("Bag", "ba6000", (9, 1, 9)), thing("Chip_10", "c00000", Nickname="no")
    )
    bag, chip = made.objects
    assert made.drop(chip, at=(9, 1, 9), by="Red") is chip or bag.contained == []
    assert not chip.destroyed
    assert said(made) == []


def test_a_dealt_card_lies_in_the_hand() -> None:
    script = """
    function onLoad()
        getObjectFromGUID('dec000').deal(2, 'Red')
        local red, blue = Player.Red, Player.Blue
        print(#red.getHandObjects(), #blue.getHandObjects(), red.getHandCount())
    end"""
    made = table(script, deck("dec000", [1, 2, 3]), hand("0a0a0a", "Red", (0, 3, -20)))
    assert said(made) == ["2\t0\t1"]
    in_hand = [piece for piece in made.objects if piece.hand == "Red"]
    assert [piece.nickname for piece in in_hand] == ["card 1", "card 2"]
    made.play(in_hand[0], at=(4, 1, 4), up=True, by="Red")
    assert in_hand[0].hand == ""
    assert not in_hand[0].is_face_down


def test_hands_of_old_saves_are_zones_that_are_not_saved() -> None:
    from tts_bridge.headless.table import Table

    transform = thing("x", "")["Transform"]
    made = Table(
        {"Hands": {"HandTransforms": [{"Color": "Blue", "Transform": transform}]},
         "ObjectStates": [card("c00001", 1)]}
    ).load()  # fmt: skip
    made.to_hand(made.objects[0], "Blue")
    assert made.objects[0].hand == "Blue"
    assert len(made.save()["ObjectStates"]) == 1


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_rolled_die_shows_the_face(face: int) -> None:
    made = table("function onObjectRandomize(o, c) print(o.guid, c) end", thing("Die_6", "d1e000"))
    made.roll(made.objects[0], face, by="Red")
    assert made.execute("-1", "return getObjects()[1].getValue()") == [face]
    assert said(made) == ["d1e000\tRed"]


def test_a_die_has_the_values_its_save_gives_it() -> None:
    sides = [
        {"Value": name, "Rotation": {"x": 0, "y": 0, "z": z}}
        for name, z in (("hit", 0), ("miss", 180))
    ]
    made = table("", thing("Custom_Dice", "d1e000", RotationValues=sides))
    die = made.objects[0]
    made.roll(die, "miss", by="Red")
    assert die.value == "miss"
    with pytest.raises(ValueError, match="no side 'draw'"):
        made.roll(die, "draw", by="Red")


def test_counters_count() -> None:
    script = """
    function onLoad()
        local c = getObjectFromGUID('c00000')
        c.setValue(5) c.Counter.increment()
        print(c.getValue(), c.Counter.getValue(), c.TextTool, c.type)
    end"""
    made = table(script, thing("Counter", "c00000", Counter={"value": 3}))
    assert said(made) == ["6\t6\tnil\tCounter"]
    assert made.save()["ObjectStates"][0]["Counter"] == {"value": 6}


def test_a_new_state_takes_the_place_of_the_old() -> None:
    other = thing(
        "Custom_Tile", "5a0002", Nickname="two", LuaScript="function onLoad() print('two') end"
    )
    script = """
    function onObjectStateChange(o, old) print(o.getName(), old, o.getStateId()) end
    function onLoad() getObjectFromGUID('5a0001').setState(2) end"""
    made = table(
        script, thing("Custom_Tile", "5a0001", (7, 1, 0), Nickname="one", States={"2": other})
    )
    assert said(made) == ["two\t5a0001\t2", "two"]
    (piece,) = made.objects
    assert piece.position.x == 7
    assert {key: value["Nickname"] for key, value in piece.data["States"].items()} == {"1": "one"}


def test_guids_stay_unless_somebody_has_them() -> None:
    made = table("", thing("Bag", "aaaaaa"), thing("Bag", "aaaaaa"), thing("Bag", ""))
    guids = [piece.guid for piece in made.objects]
    assert guids[0] == "aaaaaa"
    assert len(set(guids)) == 3
    assert all(len(guid) == 6 for guid in guids)


def test_spawned_objects_begin_to_live_in_the_next_frame() -> None:
    data = thing("Card", "c00007", LuaScript="function onLoad(s) print('alive', s) end",
                 LuaScriptState="before")  # fmt: skip
    script = f"""
    function onObjectSpawn(o) print('spawned', o.guid) end
    function onLoad()
        local o = spawnObjectJSON({{json = [==[{json.dumps(data)}]==], position = {{3, 1, 3}},
            callback_function = function(o) print('called back', o.spawning) end}})
        print(o.guid, o.spawning, o.getPosition())
        local copy = spawnObjectData({{data = o.getData()}})
        print(copy.guid ~= o.guid)
    end"""
    made = table(script)
    assert said(made) == [
        "c00007\ttrue\tVector: { 3, 1, 3 }", "true",
        "alive\tbefore", "called back\tfalse", "alive\tbefore",
        "spawned\tc00007", f"spawned\t{made.objects[1].guid}",
    ]  # fmt: skip
    assert [m["guid"] for m in made.outbox if m["messageID"] == 7] == [p.guid for p in made.objects]


def test_a_destroyed_object_can_be_looked_at_until_the_frame_ends() -> None:
    script = """
    function onObjectDestroy(o) print('destroyed', o.getName()) end
    function onLoad()
        local o = getObjectFromGUID('aaaaaa')
        o.destruct()
        print(o.isDestroyed(), getObjectFromGUID('aaaaaa'), o.getName())
        Wait.frames(function() print(o.isDestroyed(), pcall(o.getName)) end, 2)
    end"""
    lines = printed(script, thing("Bag", "aaaaaa", Nickname="Sack"))
    assert lines[:2] == ["true\tnil\tSack", "destroyed\tSack"]
    assert lines[2].startswith("true\tfalse\t")
    assert "has been destroyed" in lines[2]


def test_nothing_is_lost_on_the_way_through_the_table() -> None:
    objects = [
        thing("Custom_Model", "aaaaaa", Mystery={"kept": [1, None]}, Locked=True),
        thing("Bag", "bbbbbb", ContainedObjects=[thing("Chip_10", "cccccc", Unknown=1)]),
        deck("dec000", [1, 2]),
        hand("0a0a0a", "Red", (0, 3, -20)),
    ]
    save = {"SaveName": "x", "Future": {"a": 1}, "LuaScript": "", "ObjectStates": objects}
    before = copy.deepcopy(save)
    from tts_bridge.headless.table import Table

    made = Table(save).load()
    assert made.save() == before
    made.drop(made.objects[1], at=(9, 1, 9), by="Red")
    made.execute(
        "-1", "getObjectFromGUID('bbbbbb').takeObject() getObjectFromGUID('dec000').shuffle()"
    )
    made.settle()
    assert save == before  # what it was made from is as it was


def test_scripts_are_asked_for_their_state_when_the_table_is_saved() -> None:
    made = table(
        "function onSave() return 'global state' end",
        thing("Bag", "aaaaaa", LuaScript="function onSave() return JSON.encode({n = 1}) end"),
        thing("Bag", "bbbbbb", LuaScript="function onLoad() self.script_state = 'set' end"),
    )
    saved = made.save()
    states = [saved["LuaScriptState"], *(o["LuaScriptState"] for o in saved["ObjectStates"])]
    assert states == ["global state", '{"n":1}', "set"]


def test_ui_attributes_are_kept_and_given_back() -> None:
    from tts_bridge.headless.table import Table

    xml = '<Panel id="p" active="false"><Text id="t" color="#fff">Hi &amp; bye</Text></Panel>'
    script = """
    function onLoad()
        UI.setAttribute('p', 'active', true) UI.setAttributes('t', {fontSize = 20})
        print(UI.getAttribute('p', 'active'), UI.getAttribute('t', 'fontSize'), UI.getValue('t'))
        print(UI.getAttribute('none', 'x'), self.UI.getXmlTable()[1].children[1].tag)
        UI.setXmlTable({{tag = 'Button', attributes = {id = 'b'}, value = 'Go'}})
        print(UI.getXml(), UI.getValue('b'))
    end"""
    made = Table({"LuaScript": script, "XmlUI": xml, "ObjectStates": []}).load()
    assert said(made) == ["true\t20\tHi & bye", "nil\tText", '<Button id="b">Go</Button>\tGo']


def test_data_of_an_object_comes_back_from_a_script_as_it_was() -> None:
    script = """
    function onLoad()
        local data = getObjectFromGUID('aaaaaa').getData()
        print(data.States[2].Nickname, data.States['2'])
        data.GUID = 'bbbbbb'
        spawnObjectData({data = data})
        local d = getObjectFromGUID('dec000').getData()
        print(d.CustomDeck[1].FaceURL, d.ContainedObjects[1].CustomDeck[1].FaceURL)
    end"""
    states = {"1": thing("Chip_10", "cccccc"), "2": thing("Chip_10", "dddddd", Nickname="two")}
    made = table(script, thing("Chip_10", "aaaaaa", States=states), deck("dec000", [1, 2]))
    assert said(made) == ["two\tnil", "face\tface"]
    copied = made.object("bbbbbb")
    assert copied is not None
    assert copied.to_data()["States"] == states


def test_what_falls_into_a_bag_is_in_it_but_for_what_was_just_taken_out() -> None:
    script = """
    function onLoad()
        spawnObjectData({data = {Name = 'Chip_10'}, position = {0, 5, 0}})
        getObjectFromGUID('bbbbbb').takeObject()
    end"""
    full = thing("Bag", "bbbbbb", (20, 1, 0), ContainedObjects=[thing("Chip_10", "cccccc")])
    made = table(script, thing("Bag", "aaaaaa"), full)
    sizes = {p.guid: len(p.contained) for p in made.objects}
    assert sizes == {"aaaaaa": 1, "bbbbbb": 0, "cccccc": 0}


def test_an_object_that_is_gone_is_nil_to_who_asks() -> None:
    script = """
    function onLoad()
        local o, n = getObjectFromGUID('aaaaaa'), nil
        print(o == nil, o ~= nil, n == nil, 1 ~= nil, 'a' .. 'b' == nil)
        o.destruct()
        print(o == nil)
        Wait.frames(function() print(o == nil, o ~= nil, not o) end, 2)
    end"""
    lines = printed(script, thing("Bag", "aaaaaa"))
    assert lines[0] == "false\ttrue\ttrue\ttrue\tfalse"
    assert lines[1:] == ["false", "true\tfalse\tfalse"]


def test_a_hand_takes_what_is_put_into_it() -> None:
    script = """function onLoad()
        getObjectFromGUID('0a0a0a').putObject(getObjectFromGUID('c00001')) end"""
    made = table(script, card("c00001", 1), hand("0a0a0a", "Red", (0, 3, -20)))
    assert made.objects[0].hand == "Red"
