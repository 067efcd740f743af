"""What strangers hand in: never a traceback, and an answer in good time."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.cli.test_commands import run
from tts_bridge.cli import main

JUNK: list[Any] = [None, 5, "x", [1], {"a": 1}, [None], [{"x": "a"}]]
ODD: dict[str, Any] = {
    **{"ObjectStates": [None, 5, {}, {"Name": 3, "GUID": 7, "Transform": "x", "Tags": 5}]},
    **{"SnapPoints": [1, {"Position": None}], "Hands": {"HandTransforms": [5]}, "Note": 5},
    "VectorLines": [{"points3": [{"x": 1}, 5], "color": 5}, {"points3": 7}, 5],
}
FIELDS = ("SnapPoints", "Hands", "VectorLines", "Note", "SaveName", "LuaScript", "TabStates")
PARTS = ("Name", "Transform", "Tags", "States", "ContainedObjects", "CustomDeck", "DeckIDs", "Text")
SAVES = {
    "odd": ODD,
    **{
        f"{field}-{number}": {"ObjectStates": [], field: junk}
        for field in FIELDS
        for number, junk in enumerate(JUNK)
    },
    **{f"ObjectStates-{number}": {"ObjectStates": junk} for number, junk in enumerate(JUNK)},
    **{
        f"{part}-{number}": {"ObjectStates": [{"Name": "Deck", "GUID": "aaaaaa", part: junk}]}
        for part in PARTS
        for number, junk in enumerate(JUNK)
    },
}


@pytest.mark.parametrize("name", SAVES)
def test_a_strange_save_is_looked_at_without_a_traceback(name: str, tmp_path: Path) -> None:
    save = tmp_path / "strange.json"
    save.write_text(json.dumps(SAVES[name]), encoding="utf-8")
    for words in (
        ("table", save, "--picture", tmp_path / "a.svg"),
        ("table", save, "--picture", tmp_path / "a.svg", "--as", "Red"),
        ("table", "--report", save),
        ("map", "trace", save, tmp_path / "map.json"),
        ("save", "check", save),
        ("save", "query", save),
    ):
        assert run(*map(str, words)).exit_code in (0, 1), words


def test_numbers_that_are_none_and_half_a_character_are_drawn(tmp_path: Path) -> None:
    save = tmp_path / "strange.json"
    save.write_text(
        '{"ObjectStates": [{"Name": "Custom_Tile", "GUID": "aaaaaa", "Nickname": "\\\\ud800",'
        ' "Transform": {"posX": NaN, "posY": Infinity, "rotX": 1e999, "scaleX": 0}}]}'
    )
    out = tmp_path / "a.svg"
    assert run("table", str(save), "--picture", str(out)).exit_code == 0
    assert out.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("words", [("show",), ("show", "--json"), ("verify",)])
def test_a_journal_that_another_program_wrote_is_told(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "half.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table entry (id integer primary key, at text, kind text, body blob)")
        db.execute("insert into entry (at, kind, body) values ('x', 'begin', '{')")
        db.commit()
    result = run("journal", *words[:1], str(path), *words[1:])
    assert result.exit_code == (0 if "--json" in words else 1)
    assert result.output


def test_a_script_that_opens_ever_more_brackets_is_refused_at_once() -> None:
    start = time.monotonic()
    result = CliRunner().invoke(main, ["lua", "run", "-"], input=b"[" * 300_000)
    assert result.exit_code == 1
    assert "unfinished long string" in result.stderr
    assert time.monotonic() - start < 20  # it took minutes: as the square of the length


def test_cases_that_are_nested_too_deep_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    result = run("lua", "conformance", str(path))
    assert result.exit_code == 1
    assert result.stderr == f"Error: {path}: nested too deep for a list of cases\n"
