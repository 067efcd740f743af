"""`tts-bridge map`: check, convert, draw, trace."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from exporters.mods.dbd.mod import build_mod
from exporters.savefile import write
from rules.dbd.board import parse_board, training_ground
from rules.dbd.mapfile import read_dbdmap, write_dbdmap, write_json
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from tests.rules.dbd.sample import small_board
from tests.test_readme import resolve
from tts_bridge.cli import main
from tts_bridge.games.dbd.wording import NAMES as DBD_NAMES

SMALL = small_board()


def call(*arguments: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["map", *map(str, arguments)], input=stdin)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_bytes(write_json(SMALL))
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "TS_Save_1.json"
    write(
        path,
        build_mod(SMALL, names=DBD_NAMES, survivors=DEFAULT_SURVIVORS, killer=DEFAULT_KILLER),
    )
    return path


def test_the_commands_of_the_manual_exist_with_their_options() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "maps.md").read_text("utf-8")
    lines = re.findall(r"^\s+(tts-bridge .*)$|`(tts-bridge [^`]*)`", manual, re.MULTILINE)
    assert len(lines) >= 7
    for line in (indented or quoted for indented, quoted in lines):
        found, _, rest = resolve(shlex.split(line)[1:])
        options = {option for each in found.params for option in each.opts}
        assert {word for word in rest if word.startswith("-")} <= options, line


# == check ==


def test_maps_of_either_kind_that_can_be_played_on_pass(file: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "small.dbdmap"
    zipped.write_bytes(write_dbdmap(SMALL))
    result = call("check", file, zipped)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines()[1] == (
        f"{zipped}: small can be played on (6 spaces, 10 paths)"
    )
    assert call("check", "-", stdin=file.read_bytes()).exit_code == 0


def first_space(data: dict[str, Any], **changes: Any) -> None:
    data["spaces"][0] |= changes


def first_path(data: dict[str, Any], **changes: Any) -> None:
    data["paths"][0] |= changes


def lonely(data: dict[str, Any]) -> None:
    data["spaces"].append({"id": "lonely", "name": {"en": "Lonely"}, "x": 9, "y": 9})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["spaces"].append({**d["spaces"][0], "start": None, "props": {}}),
         "space 'attic' stands twice"),
        (lambda d: d["paths"].append({**d["paths"][0], "wall": False}),
         "path 'attic-bridge-red' stands twice"),
        (lambda d: first_path(d, a="nowhere"),
         "path 'attic-bridge-red' leads to 'nowhere', which is no space"),
        (lambda d: first_path(d, b="attic"),
         "path 'attic-bridge-red' leads from 'attic' to itself"),
        (lambda d: first_space(d, start=None), "start number 0 is on 0 spaces, not on one"),
        (lambda d: d["spaces"][0]["props"].update(objective=3), "11 objective props, not 10"),
        (lambda d: d["spaces"][0]["props"].update(boldness=0), "8 boldness props, not 10"),
        (lambda d: d["spaces"][0]["props"].update(survival=1), "11 survival props, not 12"),
        (lambda d: d["spaces"][0]["props"].update(altruism=4), "14 altruism props, not 12"),
        (lambda d: first_path(d, wall=False), "3 paths with a breakable wall, not 4"),
        (lonely, "space 'lonely' has no path"),
        (lambda d: d.pop("paths"), "Object missing required field `paths`"),
        (lambda d: d.update(version=2), "Invalid enum value 2 - at `$.version`"),
        (lambda d: d.update(extra=1), "Object contains unknown field `extra`"),
        (lambda d: first_space(d, id="No Id"), "Expected `str` matching regex"),
        (lambda d: first_space(d, start=6), "Expected `int` <= 5 - at `$.spaces[0].start`"),
        (lambda d: first_path(d, colour="pink"), "Invalid enum value 'pink'"),
        (lambda d: d["spaces"][1].update(x=0.0), "attic and bridge: at one place"),
    ],
)  # fmt: skip
def test_a_rule_that_is_broken_is_one_clear_line(
    file: Path, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    data = json.loads(file.read_text("utf-8"))
    change(data)
    file.write_text(json.dumps(data), "utf-8")
    result = call("check", file)
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if says in line], result.stdout
    assert all(line.startswith(f"{file}: ") for line in result.stdout.splitlines())
    others = [line for line in result.stdout.splitlines() if says not in line]
    assert len(others) <= 1, "what follows from a wrong id may be told as well"


def test_everything_wrong_is_told_a_line_each_and_as_json(file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    first_space(data, start=None, props={})
    file.write_text(json.dumps(data), "utf-8")
    lines = call("check", file).stdout.splitlines()
    assert len(lines) == 5
    result = call("check", "--json", file)
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [{"file": str(file), "ok": False, "problems": lines}]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "stdin: "),
        (b"[" * 5000, "stdin: "),
        (b"\xff\xfe", "stdin: "),
        (b"PK no zip", "stdin: no .dbdmap file, which is a zip"),
        (b" " * 1_000_001, "stdin: larger than 1,000,000 bytes"),
    ],
)
def test_what_is_no_map_is_one_line(content: bytes, says: str) -> None:
    result = call("check", "-", stdin=content)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(says)


# == convert ==


def test_a_map_goes_to_dbdmap_and_back_the_same(file: Path, tmp_path: Path) -> None:
    zipped, back = tmp_path / "small.dbdmap", tmp_path / "back.json"
    assert call("convert", file, zipped).exit_code == 0
    assert call("convert", zipped, back).exit_code == 0
    assert back.read_bytes() == file.read_bytes()
    assert call("convert", zipped, "-").stdout_bytes == file.read_bytes()


def test_a_map_that_cannot_be_used_is_not_converted(file: Path, tmp_path: Path) -> None:
    file.write_text(file.read_text("utf-8").replace('"wall": true', '"wall": false'), "utf-8")
    result = call("convert", file, tmp_path / "out.dbdmap")
    assert result.exit_code == 1
    assert "0 paths with a breakable wall, not 4" in result.stderr
    assert not (tmp_path / "out.dbdmap").exists()


@pytest.mark.parametrize(
    ("command", "out", "code", "says"),
    [
        ("convert", "x.zip", 2, "ends in .json or .dbdmap"),
        ("trace", "x.zip", 2, "ends in .json or .dbdmap"),
        ("draw", "x.gif", 2, "ends in .svg or .png"),
        ("convert", "no/such/x.json", 1, "No such file or directory"),
        ("draw", "no/such/x.svg", 1, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_written_is_said(
    command: str, out: str, code: int, says: str, file: Path, tmp_path: Path
) -> None:
    result = call(command, file, tmp_path / out)
    assert (result.exit_code, says in result.stderr) == (code, True), result.stderr


# == draw ==


def test_a_map_is_drawn_from_a_file_and_from_its_name(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert call("draw", file, out, "--lang", "zh").exit_code == 0
    assert "区域0" in {each.text for each in ElementTree.parse(out).iter()}
    assert call("draw", "training-ground", out).exit_code == 0
    assert "Orchard" in {each.text for each in ElementTree.parse(out).iter()}
    assert "'nothing.json' does not exist" in call("draw", "nothing.json", out).stderr


def test_a_save_taken_for_a_map_is_told_how_to_become_one(tmp_path: Path) -> None:
    save = tmp_path / "TS_Save_1.json"
    save.write_text('{"SaveName": "x", "ObjectStates": []}', encoding="utf-8")
    told = f"{save}: a save, and no map; `tts-bridge map trace` reads a map off one"
    assert call("check", save).stdout == f"{told}\n"
    assert call("draw", save, tmp_path / "x.svg").stderr == f"Error: {told}\n"


def test_the_map_of_the_project_can_be_converted_to_begin_with(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    assert call("convert", "training-ground", out).exit_code == 0
    assert call("check", out).exit_code == 0


def test_a_map_is_drawn_as_png(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "out.png"
    assert call("draw", file, out).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


# == trace ==


def test_a_map_is_read_off_a_save_as_either_kind(save: Path, tmp_path: Path) -> None:
    for name, read in (("a.json", parse_board), ("a.dbdmap", read_dbdmap)):
        out = tmp_path / name
        result = call("trace", save, out, "--name", "The Small One")
        assert (result.exit_code, result.stdout) == (0, "")
        board = read(out.read_bytes())
        assert (board.id, board.name) == ("the-small-one", {"en": "The Small One"})
        assert board.paths == SMALL.paths
        assert [space.props for space in board.spaces] == [space.props for space in SMALL.spaces]
    assert call("check", out).exit_code == 0


def test_a_traced_map_can_be_built_and_traced_again_the_same(save: Path, tmp_path: Path) -> None:
    out, mod, again = tmp_path / "a.json", tmp_path / "mod.json", tmp_path / "b.json"
    assert call("trace", save, out, "--name", "x").exit_code == 0
    arguments = ["mod", "build", "dbd", str(mod), "--map", str(out), "--seed", "1"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert call("trace", mod, again, "--name", "x").exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_problems_are_a_line_each_and_nothing_is_written_unless_asked(
    save: Path, tmp_path: Path
) -> None:
    data = json.loads(save.read_text("utf-8"))
    ink = data["VectorLines"][-1]["color"]
    stray = {"points3": [{"x": 90, "y": 1, "z": 0}, {"x": 95, "y": 1, "z": 0}], "color": ink}
    red = {"r": 0.856, "g": 0.1, "b": 0.094}
    data["VectorLines"] += [{**stray, "color": red}, {**stray, "color": {**red, "b": 0.9}}]
    save.write_text(json.dumps(data), "utf-8")
    out = tmp_path / "out.json"
    result = call("trace", save, out)
    assert (result.exit_code, out.exists()) == (1, False)
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert all(re.match(rf"{re.escape(str(save))}: .*\(90\.0, 0\.0\)", line) for line in lines)
    assert call("trace", save, out, "--partial").exit_code == 1
    assert parse_board(out.read_bytes()).paths == SMALL.paths


def test_a_save_without_a_drawing_is_refused_in_one_line(tmp_path: Path) -> None:
    save = tmp_path / "empty.json"
    save.write_text('{"SaveName": "", "ObjectStates": []}', "utf-8")
    result = call("trace", save, tmp_path / "x.json")
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line == f"{save}: SnapPoints: 0 of them; put one into the middle of every space"
    assert call("trace", "-", "-", stdin=b"no json").exit_code == 1


def test_the_map_of_a_save_from_stdin_goes_to_stdout(save: Path) -> None:
    result = call("trace", "-", "-", stdin=save.read_bytes())
    assert result.exit_code == 0
    assert parse_board(result.stdout).paths == SMALL.paths


def test_the_training_ground_traced_is_the_training_ground(tmp_path: Path) -> None:
    mod, out = tmp_path / "mod.json", tmp_path / "out.json"
    CliRunner().invoke(main, ["mod", "build", "dbd", str(mod), "--seed", "4"])
    assert call("trace", mod, out).exit_code == 0
    assert parse_board(out.read_bytes()).paths == training_ground().paths
