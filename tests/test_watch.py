"""A tree beside a running table: what is edited runs there, and nothing is lost unsaid."""

from __future__ import annotations

import asyncio
import copy
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from exporters.savefile import Save, dump
from exporters.tree.folder import plan, write
from exporters.tree.unpack import unpack_bytes
from tests.fake_table import free_port
from tests.watching import PATH, SAVE, Scene, watched
from tts_bridge.cli import main


def test_a_changed_script_runs_at_once_and_nothing_else_moves(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        bag = scene.table.object("bbbbbb")
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\nprint('box ' .. x)\n")
        await scene.until("objects/Box.aaaaaa.lua: Box aaaaaa has it now")
        await scene.until("table: box 2")
        assert scene.data("aaaaaa")["LuaScript"] == "x = 2\nprint('box ' .. x)"
        assert scene.data("aaaaaa")["XmlUI"] == "<Text/>"
        assert scene.table.object("bbbbbb") is bag
        assert not any("loaded anew" in line for line in scene.said)

    watched(tmp_path, act)


def test_a_changed_ui_comes_with_the_script_it_belongs_to(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        box = scene.table.object("aaaaaa")
        assert box is not None
        scene.table.drop(box, (3.0, 1.0, 3.0))
        scene.edit("objects/Box.aaaaaa.xml", "<Button/>\n")
        await scene.until("Box aaaaaa has it now")
        await asyncio.sleep(0.05)
        data = scene.data("aaaaaa")
        assert (data["LuaScript"], data["XmlUI"]) == ("x = 1", "<Button/>")
        assert (data["Transform"]["posX"], data["Transform"]["posZ"]) == (3.0, 3.0)

    watched(tmp_path, act)


def test_an_object_without_a_script_gets_its_first_one(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        path = "objects/Plain.aabbcc.json"
        data = json.loads((scene.folder / path).read_text())
        scene.edit("objects/Plain.aabbcc.lua", "print('first')\n")
        scene.edit(path, json.dumps({**data, "LuaScript": {"$text": "Plain.aabbcc.lua"}}))
        await scene.until("Plain aabbcc has it now")
        await scene.until("table: first")
        await scene.until(path, "build and load")

    watched(tmp_path, act)


def test_objects_in_a_bag_and_other_states_are_reached_without_a_reload(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.edit("objects/Sack.bbbbbb/BlockSquare.cccccc.lua", "inner = 2\n")
        scene.edit("objects/Sack.bbbbbb/BlockSquare.dddddd.lua", "other = 2\n")
        scene.edit("objects/Door.eeeeee/states/2.BlockSquare.ffffff.lua", "state = 3\n")
        for guid in ("cccccc", "dddddd", "ffffff"):
            await scene.until(f"{guid} has it now")
        await asyncio.sleep(0.05)
        inside = scene.data("bbbbbb")["ContainedObjects"]
        assert [each["LuaScript"] for each in inside] == ["inner = 2", "other = 2"]
        assert scene.data("bbbbbb")["LuaScript"] == "bag = 1"
        door = scene.data("eeeeee")
        assert (door["LuaScript"], door["States"]["2"]["LuaScript"]) == ("state = 1", "state = 3")
        scene.said.clear()
        scene.edit("objects/Sack.bbbbbb/BlockSquare.cccccc.lua", "inner = 3\n")
        await scene.until("cccccc has it now")

    watched(tmp_path, act)


def test_what_was_taken_out_of_its_bag_is_found_on_the_table(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.table.execute(
            "-1", "getObjectFromGUID('bbbbbb').takeObject({guid = 'cccccc', position = {9, 1, 9}})"
        )
        scene.table.settle()
        scene.edit("objects/Sack.bbbbbb/BlockSquare.cccccc.lua", "inner = 2\n")
        await scene.until("cccccc has it now")
        await asyncio.sleep(0.05)
        assert scene.data("cccccc")["LuaScript"] == "inner = 2"

    watched(tmp_path, act)


def test_what_is_gone_is_told_and_not_made_again(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.table.execute("-1", "getObjectFromGUID('aaaaaa').destruct()")
        scene.table.settle()
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("Box aaaaaa is not where the save had it; build the save and load it")
        assert scene.table.object("aaaaaa") is None

    watched(tmp_path, act)


def test_what_was_edited_in_the_game_is_not_overwritten_unsaid(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.table.execute("-1", "getObjectFromGUID('aaaaaa').setLuaScript('x = 99')")
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("Box aaaaaa was edited in the game meanwhile")
        assert scene.data("aaaaaa")["LuaScript"] == "x = 99"
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        os.utime(scene.folder / "objects/Box.aaaaaa.lua", ns=(1, 1))
        await scene.until("Box aaaaaa has it now")
        assert scene.data("aaaaaa")["LuaScript"] == "x = 2"

    watched(tmp_path, act)


def test_what_a_player_holds_is_left_in_the_hand_until_the_file_is_saved_again(
    tmp_path: Path,
) -> None:
    async def act(scene: Scene) -> None:
        scene.table.join("White")
        box = scene.table.object("aaaaaa")
        assert box is not None
        scene.table.pick_up(box)
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("is held by a player")
        assert scene.table.object("aaaaaa") is box
        scene.table.drop(box, (0, 1, 0))
        os.utime(scene.folder / "objects/Box.aaaaaa.lua", ns=(1, 1))
        await scene.until("Box aaaaaa has it now")

    watched(tmp_path, act)


def test_global_is_not_pushed_before_the_game_is_saved(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        box = scene.table.object("aaaaaa")
        assert box is not None
        scene.table.drop(box, (7.0, 1.0, 7.0))
        scene.edit("save.lua", "function onLoad()\n    print('global 2')\nend\n")
        line = await scene.until("Global: only Save & Play can take it")
        assert "what was moved, spawned or drawn since TS_Save_7.json was saved" in line
        await asyncio.sleep(0.1)
        assert scene.table.object("aaaaaa") is box
        scene.table.send({"messageID": 6, "savePath": "/saves/TS_AutoSave.json"})
        await asyncio.sleep(0.1)
        assert scene.table.object("aaaaaa") is box  # the game would load another file
        scene.table._pristine = scene.table.save()
        scene.table.send({"messageID": 6, "savePath": PATH})
        await scene.until("save.lua: Global has it now")
        await scene.until("table: global 2")
        assert scene.table.data["XmlUI"] == SAVE["XmlUI"]
        data = scene.data("aaaaaa")
        assert (data["XmlUI"], data["Transform"]["posX"]) == ("<Text/>", 7.0)

    watched(tmp_path, act)


def test_save_and_play_keeps_every_script_and_ui_and_what_was_pushed_into_bags(
    tmp_path: Path,
) -> None:
    async def act(scene: Scene) -> None:
        scene.edit("objects/Sack.bbbbbb/BlockSquare.cccccc.lua", "inner = 2\n")
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("cccccc has it now")
        await scene.until("aaaaaa has it now")
        await asyncio.sleep(0.05)
        scene.said.clear()
        scene.edit("save.xml", "<Panel id='new'/>\n")
        await scene.until("Save & Play, what was moved", "is lost")
        await scene.until("Global has it now")
        await scene.until("cccccc has it now")
        await asyncio.sleep(0.05)
        assert scene.table.data["LuaScript"] == SAVE["LuaScript"]
        assert scene.table.data["XmlUI"] == "<Panel id='new'/>"
        data = scene.data("aaaaaa")
        assert (data["LuaScript"], data["XmlUI"]) == ("x = 2", "<Text/>")
        assert scene.data("bbbbbb")["ContainedObjects"][0]["LuaScript"] == "inner = 2"

    watched(tmp_path, act, save_and_play=True)


def test_save_and_play_overwrites_nothing_that_was_edited_in_the_game(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.table.execute("-1", "getObjectFromGUID('aaaaaa').setLuaScript('x = 99')")
        scene.table.execute("-1", "Global.setLuaScript('mine = 1')")
        scene.edit("save.lua", "theirs = 1\n")
        await scene.until("save.lua: Global was edited in the game meanwhile")
        await asyncio.sleep(0.05)
        assert scene.table.data["LuaScript"] == "mine = 1"
        os.utime(scene.folder / "save.lua", ns=(1, 1))
        await scene.until("save.lua: Global has it now")
        assert scene.table.data["LuaScript"] == "theirs = 1"
        assert scene.data("aaaaaa")["LuaScript"] == "x = 99"

    watched(tmp_path, act, save_and_play=True)


def test_an_object_that_the_game_does_not_take_back_is_put_there_as_it_was(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.table.execute(
            "-1",
            "local spawn, times = spawnObjectData, 0\n"
            "function spawnObjectData(given)\n"
            "    times = times + 1\n"
            "    if times == 1 then error('no room') end\n"
            "    return spawn(given)\n"
            "end",
        )
        scene.edit("objects/Box.aaaaaa.xml", "<Button/>\n")
        await scene.until("error", "The object is as it was", "no room")
        assert scene.data("aaaaaa")["XmlUI"] == "<Text/>"

    watched(tmp_path, act)


def test_a_table_that_is_loaded_anew_is_compared_anew(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("Box aaaaaa has it now")
        scene.table.reload()
        scene.server.handle({"messageID": 0})  # the game tells its scripts after loading
        await scene.until("The table was loaded anew")
        await scene.until("objects/Box.aaaaaa.lua: differs from Box aaaaaa on the table")
        scene.said.clear()
        scene.edit("objects/Box.aaaaaa.lua", "x = 3\n")
        await scene.until("Box aaaaaa has it now")

    watched(tmp_path, act)


def test_a_module_goes_to_all_that_require_it_and_errors_name_its_line(tmp_path: Path) -> None:
    save = copy.deepcopy(SAVE)
    for each in save["ObjectStates"][:2]:
        each["LuaScript"] = 'require("lib/util")'

    def before(folder: Path) -> None:
        (folder / "modules/lib").mkdir(parents=True)
        (folder / "modules/lib/util.lua").write_text("-- util\nlib = 1\n")
        for name in ("Box.aaaaaa", "Sack.bbbbbb"):
            path = folder / f"objects/{name}.json"
            path.write_text(path.read_text().replace(', "bundle": false', ""))

    async def act(scene: Scene) -> None:
        await scene.until("Box aaaaaa has it now")
        await scene.until("Sack bbbbbb has it now")
        scene.said.clear()
        scene.edit("modules/lib/util.lua", "-- util\nlib = 2\n")
        await scene.until("Box aaaaaa has it now")
        await scene.until("Sack bbbbbb has it now")
        await asyncio.sleep(0.05)
        scene.edit("objects/Box.aaaaaa.lua", "require('lib/util')\n\nerror('own')\n")
        assert "own" in await scene.until("objects/Box.aaaaaa.lua:3:")
        scene.edit("modules/lib/util.lua", "\n\n\nerror('module')\n")
        await scene.until("modules/lib/util.lua:4:", "module")
        assert not any(line.startswith("error") for line in scene.said)

    watched(tmp_path, act, save, before=before, push=True)


def test_a_tree_that_cannot_be_built_pushes_nothing_until_it_is_mended(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        path = "objects/Plain.aabbcc.json"
        good = (scene.folder / path).read_text()
        scene.edit(path, "{")
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until(path, "line 1", "Nothing is pushed until that is mended")
        assert scene.data("aaaaaa")["LuaScript"] == "x = 1"
        scene.edit(path, good)
        await scene.until("Box aaaaaa has it now")

    watched(tmp_path, act)


def test_a_change_made_while_the_table_is_away_goes_there_with_the_next(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        await scene.server.stop()
        scene.edit("objects/Box.aaaaaa.lua", "x = 2\n")
        await scene.until("Not pushed: Nothing takes messages")
        await scene.server.start()
        scene.edit("objects/Sack.bbbbbb.lua", "bag = 2\n")
        await scene.until("Box aaaaaa has it now")
        await scene.until("Sack bbbbbb has it now")

    watched(tmp_path, act)


@pytest.mark.parametrize("push", [False, True])
def test_what_differs_at_the_start_is_told_or_pushed(tmp_path: Path, push: bool) -> None:
    def before(folder: Path) -> None:
        (folder / "objects/Box.aaaaaa.lua").write_text("x = 5\n")

    async def act(scene: Scene) -> None:
        word = "has it now" if push else "1 differ: start with --push"
        await scene.until(word)
        assert scene.data("aaaaaa")["LuaScript"] == ("x = 5" if push else "x = 1")

    watched(tmp_path, act, before=before, push=push)


def test_the_command_without_a_table_says_so_in_one_line(tmp_path: Path) -> None:
    files = unpack_bytes(dump(Save(SAVE)).encode())
    write(tmp_path / "mod", files, plan(tmp_path / "mod", files))
    ports = ["--listen-port", str(free_port()), "--send-port", str(free_port())]
    result = CliRunner().invoke(main, ["watch", str(tmp_path / "mod"), *ports])
    assert result.exit_code == 1
    assert "start Tabletop Simulator" in result.output
    (tmp_path / "save.json").write_text(dump(Save(SAVE)))
    result = CliRunner().invoke(main, ["watch", str(tmp_path / "mod" / "objects"), *ports])
    assert result.exit_code == 1
    assert "save unpack" in result.output
