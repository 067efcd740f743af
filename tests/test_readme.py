"""The README's commands exist, with the options it gives them; its picture is today's map."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rules.dbd.board import training_ground
from tts_bridge.cli import main
from tts_bridge.games.dbd.map_picture import draw_board

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "README.zh-CN.md").read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """The lines of a README's fenced blocks that call us, without their comments."""
    fenced = "\n".join(re.findall(r"^ *```\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL))
    lines = [line.split("#")[0].strip() for line in fenced.splitlines()]
    return [line for line in lines if line.startswith("tts-")]


COMMANDS = commands(README)


def resolve(words: list[str]) -> tuple[click.Command, list[str], list[str]]:
    """The command that the words name, the words that name it, and the rest."""
    command: click.Command = main
    context = click.Context(main)
    named: list[str] = []
    while isinstance(command, click.Group) and words:
        found = command.get_command(context, words[0])
        assert found is not None, f"no command {' '.join([*named, words[0]])}"
        command, context = found, click.Context(found, parent=context)
        named.append(words.pop(0))
    return command, named, words


@pytest.mark.parametrize("line", dict.fromkeys([*COMMANDS, *commands(CHINESE)]))
def test_a_command_of_the_readme_exists_with_its_options(line: str) -> None:
    command, _, rest = resolve(shlex.split(line)[1:])
    options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    for word in rest:
        if word.startswith("-"):
            assert word in options, f"{line}: no option {word}"


def test_every_command_stands_in_the_readme() -> None:
    told = {resolve(shlex.split(line)[1:])[1][0] for line in COMMANDS} | {"demo"}
    assert set(main.list_commands(click.Context(main))) <= told


def test_the_two_commands_that_set_everything_up_stand_there_for_ci_to_find() -> None:
    assert re.findall(r"^python3 dev\.py \w+", README, re.MULTILINE) == [
        "python3 dev.py demo",
        "python3 dev.py test",
    ]
    assert "grep -m1 -E '^python3 dev\\.py test' README.md" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("text", [README, CHINESE], ids=["en", "zh"])
def test_files_and_pictures_that_a_readme_points_at_exist(text: str) -> None:
    linked = re.findall(r"\]\(([^):]+)\)", text)
    assert len(linked) > 3
    named = re.findall(r"`((?:docs|examples)/[^` *]+)`", text)
    assert [each for each in [*linked, *named] if not (ROOT / each).exists()] == []


def test_the_picture_of_the_map_is_todays() -> None:
    picture = ROOT / "docs" / "training-ground.svg"
    assert picture.read_text(encoding="utf-8") == draw_board(training_ground()), (
        "draw it again: tts-bridge map draw training-ground docs/training-ground.svg"
    )


def test_the_readmes_commands_on_a_save_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for line in COMMANDS if line.startswith("tts-bridge save ")]
    assert [shlex.split(line)[2] for line in lines] == [
        "unpack",
        "build",
        "query",
        "patch",
        "check",
    ]
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "example-patch.toml", tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    save = tmp_path / "TS_Save_12.json"
    CliRunner().invoke(main, ["mod", "build", "dbd", save.name, "--seed", "1"])
    before = save.read_bytes()
    for line in lines:
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, f"{line}: {result.output}"
    assert save.read_bytes() == before
