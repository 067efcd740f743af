"""The commands that ask, edit and compare saves."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from exporters.savefile import dump
from tests.exporters.saves import small_save
from tts_bridge.cli.printing import cell, table, width
from tts_bridge.cli.save_query import diff_command, merge_command, patch_command, query_command

ROOT = Path(__file__).resolve().parents[2]


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


PATCH = '[[change]]\nselect = { guid = "a00001" }\nrename = "Blue pawn"\n'


def run(command: click.Command, *arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


@pytest.fixture
def patch(tmp_path: Path) -> Path:
    path = tmp_path / "patch.toml"
    path.write_text(PATCH)
    return path


def test_a_dry_run_shows_the_change_and_writes_nothing(file: Path, patch: Path) -> None:
    before = file.read_bytes()
    result = run(patch_command, file, patch, "--dry-run")
    assert result.exit_code == 0
    assert 'renamed "Red pawn" -> "Blue pawn"' in result.stdout
    line = json.loads(run(patch_command, file, patch, "--dry-run", "--json").stdout)
    assert (line["field"], line["old"], line["new"]) == ("Nickname", "Red pawn", "Blue pawn")
    assert file.read_bytes() == before
    assert sorted(each.name for each in file.parent.iterdir()) == ["patch.toml", "small.json"]


def test_patch_writes_the_file_or_another_or_stdout(
    file: Path, patch: Path, tmp_path: Path
) -> None:
    before = file.read_text()
    wanted = before.replace("Red pawn", "Blue pawn")
    assert run(patch_command, file, patch, "-o", "-").stdout == wanted
    assert run(patch_command, file, patch, "-o", tmp_path / "new.json").exit_code == 0
    assert (tmp_path / "new.json").read_text() == wanted
    assert file.read_text() == before
    assert run(patch_command, file, patch).exit_code == 0
    assert file.read_text() == wanted
    assert (tmp_path / "small.json.bak").read_text() == before


def test_patch_ends_with_1_and_touches_nothing_when_nothing_fits(file: Path, patch: Path) -> None:
    patch.write_text(PATCH.replace("a00001", "nobody"))
    before = file.read_bytes()
    result = run(patch_command, file, patch)
    assert result.exit_code == 1
    assert "change 1: it selects nothing" in result.stderr
    assert file.read_bytes() == before
    assert run(patch_command, file, patch, "--allow-nothing").exit_code == 0
    assert file.read_bytes() == before


def test_diff_ends_with_0_for_the_same_and_1_for_another(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(dump(small_save(Date="now")).encode())
    assert run(diff_command, file, file).exit_code == 0
    result = run(diff_command, file, other)
    assert (result.exit_code, result.stdout) == (1, '~ the save\n    Date: (none) -> "now"\n')
    assert run(diff_command, file, other, "--ignore", "Date").exit_code == 0
    assert json.loads(run(diff_command, file, other, "--json").stdout)["new"] == "now"
    (tmp_path / "broken.json").write_text('{"ObjectStates": [}')
    result = run(diff_command, file, tmp_path / "broken.json")
    assert result.exit_code == 1
    assert "line 1, column 19" in result.stderr


@pytest.fixture
def git(tmp_path: Path) -> Callable[..., str]:
    """Git in an empty repository, set up as docs/saves.md says."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    driver = f"{sys.executable} -m tests.cli.git_driver"
    settings = {
        "user.name": "a",
        "user.email": "a@example.org",
        "diff.tts.command": f"{driver} git-diff",
        "merge.tts.driver": f"{driver} merge %O %A %B -o %A --no-backup",
    }
    options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]

    def run(*arguments: str) -> str:
        return subprocess.run(
            ["git", *options, *arguments],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    run("init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text("*.json diff=tts merge=tts\n")
    (tmp_path / "mod.json").write_bytes(dump(small_save()).encode())
    run("add", ".")
    run("commit", "-qm", "one")
    return run


def test_git_shows_a_save_by_its_meaning(git: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "mod.json").write_bytes(dump(small_save(Note="hello")).encode())
    (tmp_path / "new.json").write_bytes(dump(small_save()).encode())
    git("add", ".")
    text = git("diff", "--cached")
    assert '--- mod.json\n+++ mod.json\n~ the save\n    Note: "" -> "hello"\n' in text
    assert '+ ObjectStates[0] PlayerPawn "Red pawn"' in text


def test_git_merges_saves_by_their_meaning(git: Callable[..., str], tmp_path: Path) -> None:
    mod = tmp_path / "mod.json"
    git("checkout", "-qb", "theirs")
    mod.write_bytes(dump(small_save(Gravity=0.25)).encode())
    git("commit", "-qam", "theirs")
    git("checkout", "-q", "main")
    mod.write_bytes(dump(small_save(Note="ours")).encode())
    git("commit", "-qam", "ours")
    git("merge", "-q", "theirs")
    assert mod.read_text() == dump(small_save(Note="ours", Gravity=0.25))
    assert git("status", "--short") == ""
    git("checkout", "-q", "theirs")
    mod.write_bytes(dump(small_save(Note="theirs")).encode())
    git("commit", "-qam", "again")
    git("checkout", "-q", "main")
    with pytest.raises(subprocess.CalledProcessError):
        git("merge", "-q", "theirs")
    assert git("status", "--short") == "UU mod.json\n"


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{name}.json" for name in ("base", "ours", "theirs")]
    for path, keys in zip(paths, ({}, {"Note": "ours"}, {"Note": "theirs"}), strict=True):
        path.write_bytes(dump(small_save(**keys)).encode())
    return paths


def test_merge_lists_conflicts_ends_with_1_and_writes_nothing(three: list[Path]) -> None:
    out = three[0].with_name("out.json")
    result = run(merge_command, *three, "-o", out)
    assert result.exit_code == 1
    assert result.stdout == (
        'the save: Note\n    base    ""\n    ours    "ours"\n    theirs  "theirs"\n'
    )
    assert "nothing is written" in result.stderr
    assert not out.exists()
    assert json.loads(run(merge_command, *three, "-o", out, "--json").stdout)["ours"] == "ours"
    assert run(merge_command, *three, "-o", out, "--prefer", "theirs").exit_code == 0
    assert out.read_bytes() == three[2].read_bytes()


def test_merge_writes_what_both_changed(three: list[Path]) -> None:
    three[2].write_bytes(dump(small_save(Gravity=0.25)).encode())
    assert run(merge_command, *three, "-o", three[1], "--dry-run").exit_code == 0
    result = run(merge_command, *three, "-o", three[1])
    assert (result.exit_code, result.output) == (0, "")
    text = three[1].read_text()
    assert '"Note": "ours"' in text
    assert '"Gravity": 0.25' in text
