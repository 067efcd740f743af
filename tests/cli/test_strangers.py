"""Scripts, saves and maps that once hung a command, or broke what it wrote: one clear end."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rules.dbd.board import training_ground
from rules.dbd.mapfile import write_json

EMPTY = {"SaveName": "S", "LuaScript": "", "XmlUI": "", "ObjectStates": []}


def run(*arguments: object, seconds: int = 120) -> tuple[int, str]:
    """A command in a process of its own, which is ended when it hangs."""
    done = subprocess.run(
        [sys.executable, "-m", "tts_bridge", *map(str, arguments)],
        capture_output=True, text=True, errors="replace", timeout=seconds,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def saved(folder: Path, **fields: str) -> Path:
    file = folder / "save.json"
    file.write_text(json.dumps({**EMPTY, **fields}), "utf-8")
    return file


def test_a_number_before_require(tmp_path: Path) -> None:
    file = saved(tmp_path, LuaScript='x = " 1' + "e" * 80 + '"..require("a")\n')
    code, said = run("save", "unpack", file, tmp_path / "tree")
    assert code == 0, said
    code, said = run("save", "check", file)
    assert "1 files" in said


def test_an_open_string_of_quotes(tmp_path: Path) -> None:
    script = tmp_path / "a.lua"
    script.write_text('x = "' + '\\"' * 500_000)
    code, said = run("lua", "run", script)
    assert code == 1
    assert said.strip().endswith("unfinished string near <eof>")


def test_an_attribute_without_end(tmp_path: Path) -> None:
    script = tmp_path / "a.lua"
    script.write_text('UI.setXml("<Panel "..("a"):rep(900000)..">") print("done")')
    assert run("lua", "run", script) == (0, "done\n")
    file = saved(tmp_path, XmlUI="<Panel " + "a" * 900_000 + ">")
    code, said = run("table", file, "--report")
    assert (code, len(said.splitlines())) == (0, 1), said


def test_a_ui_of_too_many_tags(tmp_path: Path) -> None:
    code, said = run("table", saved(tmp_path, XmlUI="<a>" * 100_500), "--report")
    assert said.splitlines()[1:] == ["  error     -1 : the UI has more than 100000 tags"]
    assert code == 1


@pytest.mark.parametrize("name", ["\x01\x0b\x1b[31mred", "</text>\x9b&\ud800"])
def test_a_map_with_controls_in_its_names(tmp_path: Path, name: str) -> None:
    board = json.loads(write_json(training_ground()))
    text = json.dumps({**board, "name": {"en": name, "zh": name}})
    file, out = tmp_path / "a.json", tmp_path / "a.svg"
    file.write_text(text, "utf-8")
    code, said = run("map", "draw", file, out)
    assert "\x1b" not in said
    if code == 0:
        ElementTree.parse(out)
    else:
        assert len(said.splitlines()) == 1, said
