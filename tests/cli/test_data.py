"""`tts-bridge rules data`: export, import, and the use of what was imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tts_bridge.cli import main


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["rules", "data", "invader", *map(str, arguments)])


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program by itself, which is where stored facts are used."""
    return subprocess.run(
        [sys.executable, "-m", "tts_bridge", *arguments],
        env={**os.environ, "TTS_BRIDGE_HOME": str(home), "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def form(tmp_path: Path) -> Path:
    assert call("--export", tmp_path / "form").exit_code == 0
    return tmp_path / "form" / "invader.toml"


def test_without_options_it_says_what_is_assumed() -> None:
    result = call()
    assert result.exit_code == 0
    assert "smg: assumed dice, accuracy, damage\n" in result.stdout
    assert result.stdout.endswith("xeno-card: assumed, all but the number of cards\n")


def test_a_form_is_not_written_over_another_one(form: Path) -> None:
    result = call("--export", form.parent)
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: {form}: there already; move it away, or name another folder\n"
    )


def test_a_form_is_only_checked_with_dry_run(form: Path, home: Path) -> None:
    assert call("--import", form.parent, "--dry-run").exit_code == 0
    assert not (home / "invader.toml").exists()


def test_a_form_that_cannot_be_used_is_one_line_and_not_stored(form: Path, home: Path) -> None:
    form.write_text("version = 1\n[equipment.smg]\nrange = [0, 9]\n", encoding="utf-8")
    result = call("--import", form)
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: {form}: equipment.smg.range: a public source tells this, or the card has none; "
        "remove it\n"
    )
    assert not (home / "invader.toml").exists()


def test_export_and_import_exclude_each_other(form: Path, tmp_path: Path) -> None:
    assert call("--export", tmp_path / "other", "--import", form).exit_code == 2


def test_what_is_imported_is_used_by_every_later_command(form: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    text = form.read_text(encoding="utf-8").replace("# dice = 3", "dice = 4", 1)
    form.write_text(text, encoding="utf-8")
    stored = run(own, "rules", "data", "invader", "--import", str(form))
    assert stored.returncode == 0, stored.stderr
    told = run(own, "rules", "data", "invader")
    assert "smg: assumed accuracy, damage\n" in told.stdout
    assert "An owner's facts are in use (" in told.stderr
    log = "tests/games/invader/1-default.jsonl"
    refused = run(own, "replay", log)
    assert refused.returncode == 1
    assert "facts: an owner's facts none; those in use are " in refused.stderr


def test_a_stored_form_that_was_damaged_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "invader.toml").write_text("version = 2\n", encoding="utf-8")
    result = run(tmp_path, "rules", "data", "invader")
    assert result.returncode == 1
    assert f"{tmp_path / 'invader.toml'}: " in result.stderr
    assert "Mend this file or remove it" in result.stderr


def test_every_worker_of_a_simulation_uses_what_was_imported(form: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    text = form.read_text(encoding="utf-8").replace("# accuracy = 4", "accuracy = 6", 1)
    form.write_text(text, encoding="utf-8")
    assert run(own, "rules", "data", "invader", "--import", str(form)).returncode == 0
    command = ("simulate", "invader", "--games", "12", "--json")
    one, two = run(own, *command), run(own, *command, "--processes", "2")
    assert (one.returncode, two.returncode) == (0, 0), two.stderr
    assert one.stdout == two.stdout
    assert one.stdout != run(tmp_path / "nobody", *command).stdout
