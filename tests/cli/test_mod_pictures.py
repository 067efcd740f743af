"""`tts-bridge mod build dbd` with pictures, rules in the notebook, 3 to 5 seats."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import click
import pytest
from click.testing import CliRunner, Result

from exporters.assets.references import assets
from exporters.savefile import read
from tts_bridge.cli import main
from tts_bridge.cli import mod_pictures as command


def build(out: Path, *arguments: object) -> Result:
    words = ["mod", "build", "dbd", str(out), "--seed", "1", *map(str, arguments)]
    return CliRunner().invoke(main, words)


def data(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn, with a drawer that takes no time."""
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"\x89PNG " + str(hash(svg)).encode()

    monkeypatch.setattr(command, "drawer", lambda: draw)
    return drawn


def test_the_notebook_has_the_rules_in_both_languages(tmp_path: Path) -> None:
    out = tmp_path / "mod.json"
    assert build(out).exit_code == 0
    tabs = data(out)["TabStates"]
    assert [tab["title"] for tab in tabs.values()] == ["A round", "一轮流程", "Rules", "规则速查"]
    assert [tab["id"] for tab in tabs.values()] == [0, 1, 2, 3]


def test_every_picture_named_in_the_save_lies_in_the_folder(
    tmp_path: Path, quick: list[str]
) -> None:
    out, folder = tmp_path / "mod.json", tmp_path / "pictures of mine"
    result = build(out, "--pictures", folder)
    assert result.exit_code == 0, result.output
    assert "Cloud Manager" in result.stderr
    found = {each.url for each in assets(read(out))}
    assert all(url.startswith("file:///") for url in found)
    files = {Path(unquote(urlparse(url).path)).name for url in found}
    assert files == {each.name for each in folder.iterdir()}
    assert len(files) == 23


def test_nothing_is_drawn_twice(tmp_path: Path, quick: list[str]) -> None:
    out, folder = tmp_path / "mod.json", tmp_path / "pictures"
    build(out, "--pictures", folder)
    first = len(quick)
    (folder / "stray.part").write_bytes(b"half a picture")
    build(out, "--pictures", folder, "--seed", "2")
    assert len(quick) == first
    gone = next(folder.glob("items-*"))
    gone.unlink()
    build(out, "--pictures", folder)
    assert len(quick) == first + 1
    assert gone.exists()


def test_pictures_on_the_web_are_named_there(tmp_path: Path, quick: list[str]) -> None:
    out, folder = tmp_path / "mod.json", tmp_path / "pictures"
    result = build(out, "--pictures", folder, "--pictures-url", "https://example.com/a/")
    assert result.exit_code == 0
    assert "Cloud Manager" not in result.stderr
    found = {each.url for each in assets(read(out))}
    assert found == {f"https://example.com/a/{each.name}" for each in folder.iterdir()}


def test_without_resvg_the_mod_is_built_without_pictures_and_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "mod.json"
    result = build(out, "--pictures", tmp_path / "pictures")
    assert result.exit_code == 0
    (line, _) = result.stderr.splitlines()
    assert "tts-bridge[pictures]" in line
    assert "CustomImage" not in out.read_text("utf-8")
    assert not (tmp_path / "pictures").exists()


def test_without_a_chinese_font_chinese_pictures_are_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "drawer", lambda: lambda svg: b"box")
    result = build(tmp_path / "mod.json", "--pictures", tmp_path / "p", "--lang", "zh")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[0].startswith("pictures: no font with Chinese characters")


def test_a_picture_that_is_drawn_is_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    draw = command.drawer()
    assert draw is not None
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
    assert draw(svg).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--pictures-url", "https://example.com"), 2, "name the folder too, with --pictures"),
        (("--pictures", "p", "--pictures-url", "ftp://x"), 2, "begin with http:// or https://"),
        (("--people", "2"), 2, "2 is not in the range 3<=x<=5"),
    ],
)
def test_what_does_not_work_is_said(
    arguments: tuple[str, ...], code: int, says: str, tmp_path: Path, quick: list[str]
) -> None:
    result = build(tmp_path / "mod.json", *arguments)
    assert (result.exit_code, says in result.stderr) == (code, True), result.stderr


@pytest.mark.skipif(os.name == "nt", reason="a file in the way is another error there")
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, quick: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    result = build(tmp_path / "mod.json", "--pictures", tmp_path / "file" / "pictures")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {tmp_path / 'file' / 'pictures'}: ")


@pytest.mark.parametrize(("people", "hands"), [(3, 2), (4, 3), (5, 4)])
def test_there_is_a_seat_for_each_of_three_to_five_people(
    people: int, hands: int, tmp_path: Path
) -> None:
    out = tmp_path / "mod.json"
    assert build(out, "--people", people).exit_code == 0
    found = data(out)["ObjectStates"]
    colours = [each["FogColor"] for each in found if each["Name"] == "HandTrigger"]
    assert len(colours) == 5, "every figure has its hand"
    assert len({*colours}) == people
    assert len({*colours} - {"Purple"}) == hands


def test_the_manual_tells_every_option() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "dbd-mod.md").read_text("utf-8")
    group = main.get_command(click.Context(main), "mod")
    assert isinstance(group, click.Group)
    build_dbd = group.commands["build"].commands["dbd"]  # type: ignore[attr-defined]
    for option in build_dbd.params:
        if isinstance(option, click.Option):
            assert f"`{option.opts[0]}" in manual or f" `{option.opts[0]}" in manual, option.name
