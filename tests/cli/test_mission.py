"""`tts-bridge mission`: list, check, draw."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from rules.invader.missions import mission_files
from tts_bridge.cli import drawings, main


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["mission", *map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    path.write_bytes(mission_files()["breach"].read_bytes())
    return path


def test_the_list_names_every_mission_in_either_language() -> None:
    lines = call("list", "--lang", "zh").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(mission_files())
    assert "第一道裂口" in lines[0]
    rows = json.loads(call("list", "--json").stdout)
    assert rows[0] == {
        "id": "breach",
        "name": {"en": "The First Breach", "zh": "第一道裂口"},
        "difficulty": "tutorial",
    }


def test_missions_that_can_be_played_pass_the_check(file: Path) -> None:
    result = call("check", file, file)
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_check_names_every_reason_and_fails(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    text = file.read_text(encoding="utf-8")
    bad.write_text(text.replace('"4v-c"]', '"4v-x"]').replace('"red": 2', '"red": 3'), "utf-8")
    result = call("check", bad, file)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"{bad}: ")
    assert "start: no Zone '4v-x' on these tiles" in line
    assert "hidden: 4 colours for 3 face-down Objectives" in line


@pytest.mark.parametrize("name", mission_files())
def test_a_mission_is_drawn_as_svg(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert call("draw", name, out, "--lang", "zh").exit_code == 0
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_a_file_is_drawn_as_png(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "out.PNG"
    assert call("draw", file, out).exit_code == 0
    head = out.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    assert width > height > 500


def test_without_resvg_a_png_is_refused_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(drawings.importlib, "import_module", missing)  # type: ignore[attr-defined]
    with pytest.raises(drawings.click.ClickException, match=r"tts-bridge\[pictures\]"):  # type: ignore[attr-defined]
        drawings.as_png("<svg/>")


@pytest.mark.parametrize(
    ("what", "out", "code", "message"),
    [
        ("breach", "x.gif", 2, "ends in .svg or .png"),
        ("nope", "x.svg", 1, "no such file, and no mission; there are: breach"),
        ("breach", "no/such/folder/x.svg", 1, "No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    what: str, out: str, code: int, message: str, tmp_path: Path
) -> None:
    result = call("draw", what, tmp_path / out)
    assert result.exit_code == code
    assert message in result.stderr
