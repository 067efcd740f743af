"""The commands about addresses, workshop items and the game's folders."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from exporters.savefile import dump
from tests.exporters.saves import small_save
from tests.exporters.test_workshop import publish
from tests.exporters.web import Web, served
from tts_bridge.cli.save_assets import assets_group, fetch_command, list_command

OLD = "http://cloud-3.steamusercontent.com/ugc/12/AB/"
NEW = "https://steamusercontent-a.akamaihd.net/ugc/12/AB/"


def run(command: click.Command, *arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


@pytest.fixture
def web() -> Iterator[Web]:
    with served() as server:
        yield server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_bytes(dump(small_save(SkyURL=OLD, LuaScript=f"u = '{OLD}'")).encode())
    return path


def test_addresses_are_listed_once_or_with_every_place(file: Path) -> None:
    result = run(assets_group, "list", file)
    assert result.exit_code == 0
    assert f"image       1  {OLD}" in result.stdout.splitlines()
    rows = [
        json.loads(text) for text in run(assets_group, "list", file, "--json").stdout.splitlines()
    ]
    assert rows[0] == {"url": OLD, "kind": "image", "path": "", "field": "SkyURL", "form": "web"}
    assert len(rows) == 15


def test_addresses_are_checked_and_a_second_run_asks_only_what_failed(
    web: Web, tmp_path: Path
) -> None:
    path, memory = tmp_path / "mod.json", tmp_path / "answers.jsonl"
    sheet, gone = web.put("/a.png"), f"{web.base}/gone.png"
    path.write_text(json.dumps({"TableURL": sheet, "SkyURL": gone, "ObjectStates": []}))
    arguments = ("check", path, "--memory", memory, "--allow-private")
    result = run(assets_group, *arguments)
    assert result.exit_code == 1
    assert result.stdout == f"HTTP 404: {gone}\n"
    web.asked.clear()
    web.put("/gone.png")
    result = run(assets_group, *arguments)
    assert (result.exit_code, result.stdout) == (0, "")
    assert {path for _, path in web.asked} == {"/gone.png"}
    assert "own network" in run(assets_group, "check", path).stdout


def test_hosts_are_rewritten_in_scripts_too(file: Path) -> None:
    before = file.read_text()
    result = run(assets_group, "rewrite", file, "--steam", "--dry-run")
    assert result.stdout == f"{OLD} -> {NEW}\n"
    assert file.read_text() == before
    assert run(assets_group, "rewrite", file, "--swap", OLD, NEW).exit_code == 0
    assert file.read_text() == before.replace(OLD, NEW)
    assert run(assets_group, "rewrite", file).exit_code == 2
    assert run(assets_group, "rewrite", file, "--swap", "http://none/", "http://x/").exit_code == 1


def test_the_cache_is_looked_through(file: Path, tmp_path: Path) -> None:
    images = tmp_path / "Mods" / "Images"
    images.mkdir(parents=True)
    result = run(assets_group, "cache", file, "--root", tmp_path)
    assert result.exit_code == 1
    assert f"missing: {OLD}" in result.stdout
    for each in json_rows(run(assets_group, "cache", file, "--root", tmp_path, "--json")):
        name = "".join(c for c in each["url"].replace(OLD, NEW) if c.isascii() and c.isalnum())
        (images / f"{name}.png").write_bytes(b"\x89PNG....")
    assert run(assets_group, "cache", file, "--root", tmp_path).exit_code == 0


def json_rows(result: Result) -> list[dict[str, str]]:
    return [json.loads(text) for text in result.stdout.splitlines()]


def test_an_item_is_fetched_with_its_picture_and_not_again(web: Web, tmp_path: Path) -> None:
    publish(web)
    out = tmp_path / "mod.json"
    arguments = ("123", "-o", out, "--steam", web.base, "--allow-private")
    assert run(fetch_command, *arguments, "--check").exit_code == 1
    result = run(fetch_command, *arguments)
    assert result.exit_code == 0, result.output
    assert json.loads(out.read_text())["SaveName"] == "Small mod"
    assert (tmp_path / "mod.png").read_bytes().startswith(b"\x89PNG")
    web.asked.clear()
    result = run(fetch_command, *arguments)
    assert "is the newest" in result.stderr
    assert [path for _, path in web.asked if path == "/file"] == []
    assert run(fetch_command, *arguments, "--check").exit_code == 0
    publish(web, time_updated=1700009999)
    assert run(fetch_command, *arguments, "--check").exit_code == 1
    assert run(fetch_command, *arguments, "--no-picture").exit_code == 0
    assert json.loads(out.read_text())["EpochTime"] == 1700009999


def test_the_games_own_workshop_folder_is_never_written(web: Web, tmp_path: Path) -> None:
    publish(web)
    folder = tmp_path / "Mods" / "Workshop"
    folder.mkdir(parents=True)
    result = run(fetch_command, "123", "-o", folder / "123.json", "--steam", web.base)
    assert result.exit_code == 2
    assert not list(folder.iterdir())


def test_saves_are_listed_and_a_missing_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "Saves").mkdir()
    (tmp_path / "Saves" / "TS_Save_1.json").write_bytes(dump(small_save(EpochTime=86400)).encode())
    result = run(list_command, "--root", tmp_path)
    assert result.stdout.splitlines()[1].split() == [
        "save", "1970-01-02", "00:00", "v13.2.2", "Small", "TS_Save_1.json",
    ]  # fmt: skip
    assert json_rows(run(list_command, "--root", tmp_path, "--json"))[0]["kind"] == "save"
    assert run(list_command, "--root", tmp_path, "--kind", "workshop").stdout == ""
    result = run(list_command, "--root", tmp_path / "Saves")
    assert result.exit_code == 1
    assert "--root" in result.stderr
