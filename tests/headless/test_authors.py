"""What authors of mods get: the plugin, tests in Lua, pictures, reports, commands."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tests.headless.saves import card, hand, table, thing, zone
from tts_bridge.cli import main
from tts_bridge.headless.tools import lua_tests as luatests
from tts_bridge.headless.tools.save_report import ExplainedError, explanations, look_over

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "score-keeper"
CORPUS = ROOT.parent / "shared" / "corpus"
SVG = "{http://www.w3.org/2000/svg}"


def cli(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == code, done.output
    return done.output


def pytest_run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
    command += ["-p", "tts_bridge.testing.pytest_plugin", f"--rootdir={folder}", *arguments]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # installed here or not
    done = subprocess.run(
        [*command, str(folder)], capture_output=True, text=True, cwd=ROOT, check=False, env=alone
    )
    return done.stdout + done.stderr


def test_the_example_mod_passes_its_own_tests() -> None:
    assert "2 passed" in pytest_run(EXAMPLE)
    assert cli("test", str(EXAMPLE)).endswith("3 passed, 0 failed\n")


def test_the_example_script_holds_the_rules_that_are_tested() -> None:
    script = json.loads((EXAMPLE / "mod.json").read_text("utf-8"))["LuaScript"]
    rules = (EXAMPLE / "rules.lua").read_text("utf-8")
    body = rules.split("local rules = {}")[1].split("return rules")[0].strip()
    assert body.replace("function rules.points", "local function points") in script


def test_a_failed_test_is_drawn_and_says_what_its_table_said(tmp_path: Path) -> None:
    shutil.copy(EXAMPLE / "mod.json", tmp_path)
    test = (
        "def test_it(tts_table):\n    t = tts_table('mod.json')\n    t.say('hello')\n    assert 0\n"
    )
    (tmp_path / "test_it.py").write_text(test, "utf-8")
    output = pytest_run(tmp_path, f"--tts-pictures={tmp_path / 'pictures'}")
    assert "White: hello" in output
    assert "1 failed" in output
    drawn = (tmp_path / "pictures" / "test_it-0.svg").read_text("utf-8")
    assert "分数 Score" in drawn


UNIT = """
local lu = require('luaunit')
local other = require('lib.other')
TestA = {n = 0}
function TestA:setUp() self.n = self.n + 1 end
function TestA:testFine() lu.assertEquals({other.twice(self.n)}, {2}) end
function TestA:testWrong() lu.assertEquals(1, 2, 'as said') end
function testTime()
    local before = Time.time
    for _ = 1, 30 do coroutine.yield(0) end
    lu.assertAlmostEquals(Time.time - before, 0.5, 0.05)
end
function testEvents() Wait.time(function() error('late') end, 1) end
function testEndless() while true do coroutine.yield(0) end end
"""


def test_unit_tests_in_lua_are_found_and_each_has_its_own_table() -> None:
    modules = {"lib.other": "return { twice = function(x) return 2 * x end }"}
    results = {r.name: r.problem for r in luatests.run("test_a.lua", UNIT, modules.get, {})}
    assert results["TestA.testFine"] == results["testTime"] == ""
    assert results["TestA.testWrong"] == "test_a.lua:(7,0-0): as said\nexpected: 2, actual: 1"
    assert "late" in results["testEvents"]
    assert "not done after a minute" in results["testEndless"]
    assert len(results) == 5


def test_a_file_that_does_not_run_is_one_failure() -> None:
    for source, text in (("x = = 1", "unexpected symbol"), ("require('none')", "no module none")):
        (result,) = luatests.run("test_a.lua", source, lambda _: None, {})
        assert text in result.problem


def test_the_test_command_says_what_failed_and_that_there_is_nothing(tmp_path: Path) -> None:
    assert "there are no tests" in cli("test", str(tmp_path), code=1)
    (tmp_path / "thing_test.lua").write_text("function testNo() error('no') end", "utf-8")
    output = cli("test", str(tmp_path), code=1)
    assert "FAILED" in output
    assert "thing_test.lua:(1,0-0): no" in output
    assert output.endswith("0 passed, 1 failed\n")


def test_a_picture_shows_every_piece_where_it_lies_in_any_script(tmp_path: Path) -> None:
    made = table(
        "", thing("Custom_Board", "b0a4d0", Nickname="Board <1> & more"),
        card("c00001", 1, (5, 1, 0), Nickname="卡牌", turn=(0, 90, 180)),
        card("c00002", 1, (5, 1, 6), Nickname="بطاقة"), hand("0a0a0a", "Red", (0, 3, -20)),
        zone("0b0b0b", (5, 2, 0)),
    )  # fmt: skip
    path = tmp_path / "table.svg"
    made.picture(path)
    root = ElementTree.fromstring(path.read_text("utf-8"))
    texts = {e.text: e for e in root.iter(f"{SVG}text")}
    assert {"卡牌", "بطاقة", "Red"} <= set(texts)
    assert len(list(root.iter(f"{SVG}title"))) == 5
    south, north = (float(texts[name].attrib["y"]) for name in ("卡牌", "بطاقة"))
    assert south > north


def test_a_seat_has_its_own_view_its_chat_and_its_panels_before_it(tmp_path: Path) -> None:
    panel = (
        '<Panel><VerticalLayout visibility="Red|Blue"><Text>You may: 你可以</Text>'
        '<Button text="Wait &amp; see"/></VerticalLayout>'
        '<VerticalLayout visibility="White"><Button>Not for Red</Button></VerticalLayout></Panel>'
    )
    made = table(
        "function onLoad() UI.setXml([[" + panel + "]]) broadcastToAll('to all 所有人') "
        "Wait.time(function() broadcastToColor('for Red', 'Red') "
        "broadcastToColor('for White', 'White') end, 1) end",
        hand("0a0a0a", "Red", (0, 3, -20)), hand("0b0b0b", "White", (0, 3, 20)),
        zone("0c0c0c", (5, 2, 0)), card("c00001", 1, (0, 3, -20), Nickname="mine"),
        card("c00002", 1, (0, 3, 20), Nickname="theirs"),
        card("c00003", 1, (5, 1, 6), Nickname="secret", turn=(0, 0, 180)),
    )  # fmt: skip
    made.join("Red")
    made.join("White")
    made.advance(2)
    path = tmp_path / "red.svg"
    made.picture(path, "Red")
    shown = {e.text for e in ElementTree.fromstring(path.read_text("utf-8")).iter(f"{SVG}text")}
    assert {"You may: 你可以", "Wait & see", "to all 所有人", "for Red", "mine"} <= shown
    assert not {"Not for Red", "for White", "theirs", "secret", "0c0c0c", "c00003"} & shown


def test_an_empty_table_has_a_picture(tmp_path: Path) -> None:
    table().picture(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text("utf-8").startswith("<svg")


def test_a_report_tells_errors_explained_or_not() -> None:
    data = {"LuaScript": "function onLoad() x.y = 1 end", "ObjectStates": [thing("Bag", "aaaaaa")]}
    found = look_over(data)
    assert (found.objects, found.scripts, found.lost, found.is_fine) == (1, 1, [], False)
    known = explanations('[["a.b"]]\nmatch = "-1 onLoad: "\nwhy = "because"\n')
    assert look_over(data, known["a.b"]).is_fine
    with pytest.raises(ExplainedError):
        explanations('[[a]]\nmatch = "("\nwhy = ""\n')
    with pytest.raises(ExplainedError):
        explanations("a = 1")


@pytest.mark.skipif(not CORPUS.exists(), reason="the saves of other mods are not here")
def test_real_saves_have_no_error_that_is_not_explained_and_lose_nothing() -> None:
    saves = [str(path) for path in sorted(CORPUS.glob("*.json"))]
    explain = str(Path(__file__).parent / "corpus-errors.toml")
    output = cli("table", "--report", "--explain", explain, *saves)
    assert output.count("explained") == 5
    assert " lost " not in output


def test_the_table_command_draws_and_refuses_several(tmp_path: Path) -> None:
    save = str(EXAMPLE / "mod.json")
    cli("table", save, "--picture", str(tmp_path / "t.svg"))
    assert "分数" in (tmp_path / "t.svg").read_text("utf-8")
    cli("table", save, "--picture", str(tmp_path / "t.svg"), "--as", "Red")
    assert "Pinkish" in cli("table", save, "--picture", "x.svg", "--as", "Pinkish", code=2)
    assert "one save at a time" in cli("table", save, save, code=2)


def test_lua_run_prints_chat_and_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.lua"
    path.write_text("print(self.getName()) Wait.time(function() print('later') end, 2) return 7")
    save = str(EXAMPLE / "mod.json")
    output = cli("lua", "run", str(path), "--save", save, "--guid", "c0c0a1")
    assert output == "分数 Score\nlater\n=> 7\n"
    path.write_text("print(1)\nerror('no')")
    assert "Error in Global Script: a.lua:(2,0-0): no" in cli("lua", "run", str(path), code=1)
    assert "no object ffffff" in cli("lua", "run", str(path), "--guid", "ffffff", code=1)


def test_lua_conformance_prints_each_difference(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{"id": "a", "lua": "print(1)", "output": "1\n"},
                                {"id": "b", "lua": "error('x')", "output": "ERR case:(1,1-9): x"},
                                {"id": "c", "lua": "print(2)", "output": "3"}]))  # fmt: skip
    output = cli("lua", "conformance", str(path), code=1)
    assert "c: print(2)" in output
    assert output.endswith("2 passed, 1 failed\n")
    assert "1 passed, 2 failed" in cli("lua", "conformance", str(path), "--columns", code=1)
    path.write_text("{}")
    assert "a list of cases" in cli("lua", "conformance", str(path), code=1)


def test_lua_api_lists_every_class() -> None:
    listed = json.loads(cli("lua", "api", "--json"))
    assert listed["Object"]["getName"] == "function"
    assert json.loads(cli("lua", "api", "--json", "--refused")) == {}


CASES = ROOT.parent / "shared" / "lua" / "moonsharp-conformance.json"


@pytest.mark.skipif(not CASES.exists(), reason="the recorded cases are not beside the repository")
def test_the_recorded_cases_come_out_the_same_but_for_those_that_cannot() -> None:
    output = cli("lua", "conformance", str(CASES))
    passed = int(output.splitlines()[-1].split()[0])
    assert passed >= 0.97 * len(json.loads(CASES.read_text("utf-8")))
