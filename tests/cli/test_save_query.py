"""The commands that ask, edit and compare saves."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exporters.savefile import dump
from tests.exporters.saves import small_save
from tts_bridge.cli.printing import cell, table, width
from tts_bridge.cli.save_query import query_command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_bytes(dump(small_save()).encode())
    return path


def query(*arguments: str | Path) -> Result:
    return CliRunner().invoke(query_command, [str(each) for each in arguments])


def test_query_prints_a_table(file: Path) -> None:
    result = query(file, "--tag", "red")
    assert result.exit_code == 0
    head, row = result.stdout.splitlines()
    assert head.split() == ["path", "name", "type", "guid", "tags"]
    assert row.split("  ")[0] == "ObjectStates[0]"
    assert row.endswith("Red pawn  Figurine  a00001  Pawn, Red")


def test_query_prints_json_lines_with_any_field(file: Path) -> None:
    result = query(file, "--type", "Card", "--json", "--show", "CardID", "--show", "Transform.posY")
    rows = [json.loads(text) for text in result.stdout.splitlines()]
    assert [row["CardID"] for row in rows] == [1200, 1201, 1202]
    assert rows[0]["Transform.posY"] == 1.0
    whole = json.loads(query(file, "--guid", "a00001", "--json").stdout)
    assert whole["Nickname"] == "Red pawn"


def test_query_ends_with_1_when_nothing_fits_and_says_so(file: Path) -> None:
    result = query(file, "--name", "nobody")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing fits" in result.stderr
    assert (query(file, "--name", "nobody", "--count").stdout) == "0\n"


def test_query_names_what_is_wrong_with_a_condition(file: Path) -> None:
    result = query(file, "--where", "Locked &&")
    assert result.exit_code == 1
    assert "JMESPath" in result.stderr


def test_a_table_is_aligned_by_what_a_terminal_shows() -> None:
    lines = table(("a", "b"), [("黎明", 1), ("x\ty\nz", None)]).splitlines()
    assert lines == ["a      b", "黎明   1", "x y z"]
    assert width(cell("界" * 100)) <= 60
    assert cell({"a": float("inf")}) == '{"a": "Infinity"}'
