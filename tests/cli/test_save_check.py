"""`save check` for people, programs and CI."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exporters.checks.run import RULES
from exporters.edit.builders import pawn
from exporters.savefile import dump
from tests.exporters.saves import small_objects, small_save
from tts_bridge.cli.save_check import check_command


def check(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(check_command, [str(each) for each in arguments], input=text)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_bytes(dump(small_save()).encode())
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.json"
    table = [*small_objects(), pawn("a00009", (0, 0, 0), tags=["New"], script="x = ) 1")]
    path.write_bytes(dump(small_save(ObjectStates=table)).encode())
    return path


def test_a_good_save_ends_with_0_and_says_nothing(good: Path) -> None:
    result = check(good)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "0 error, 0 warning, 0 info" in result.stderr


def test_an_error_ends_with_1_and_names_place_and_rule(bad: Path, good: Path) -> None:
    result = check(good, bad)
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first == (
        f"{bad}: ObjectStates[4].LuaScript:1:5: error: unexpected symbol near ')' [lua.syntax]"
    )
    assert "info: the tag 'New'" in second
    assert check(bad, "--level", "error").stdout.count("\n") == 1
    assert check(bad, "--without", "lua.syntax").exit_code == 0
    assert check(bad, "--without", "lua.syntx").exit_code == 2


def test_programs_get_json_lines_or_sarif(bad: Path) -> None:
    rows = [json.loads(text) for text in check(bad, "--json").stdout.splitlines()]
    assert [(row["code"], row["severity"], row["fixable"]) for row in rows] == [
        ("lua.syntax", "error", False),
        ("tag.unlisted", "info", True),
    ]
    assert (rows[0]["path"], rows[0]["line"], rows[0]["column"]) == ("ObjectStates[4]", 1, 5)
    log = json.loads(check(bad, "--sarif").stdout)
    assert [each["ruleId"] for each in log["runs"][0]["results"]] == ["lua.syntax", "tag.unlisted"]


def test_fix_mends_in_place_with_a_backup_and_dry_run_does_not(bad: Path) -> None:
    before = bad.read_bytes()
    assert "would mend tag.unlisted" in check(bad, "--fix", "--dry-run").stderr
    assert bad.read_bytes() == before
    result = check(bad, "--fix")
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1
    assert b'"displayed": "New"' in bad.read_bytes()
    assert bad.with_name("bad.json.bak").read_bytes() == before


def test_a_save_can_come_from_stdin_and_a_broken_one_is_one_line() -> None:
    assert check("-", text=dump(small_save())).exit_code == 0
    result = check("-", text="[")
    assert result.exit_code == 1
    assert "stdin: line 1" in result.stderr


def test_the_rules_can_be_listed(good: Path) -> None:
    assert len(check("--rules").stdout.splitlines()) == len(RULES) + 1
    assert check().exit_code == 2
