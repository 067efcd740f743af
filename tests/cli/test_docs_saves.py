"""docs/saves.md names commands, options, fields and rules that there are, and its patch works."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from exporters.checks.run import RULES
from exporters.compare.diff import compare
from exporters.edit.patch import Change, apply, decode
from tests.exporters.saves import small_save
from tts_bridge.cli.save_assets import assets_group, fetch_command, list_command
from tts_bridge.cli.save_check import check_command
from tts_bridge.cli.save_query import (
    diff_command,
    git_diff_command,
    merge_command,
    patch_command,
    query_command,
)

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "saves.md").read_text(encoding="utf-8")
COMMANDS: dict[str, click.Command] = {
    "query": query_command,
    "patch": patch_command,
    "diff": diff_command,
    "git-diff": git_diff_command,
    "merge": merge_command,
    "check": check_command,
    "fetch": fetch_command,
    "list": list_command,
    **{f"assets {name}": each for name, each in assets_group.commands.items()},
}
LINES = re.findall(r"^    tts-bridge save (.+)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("text", LINES)
def test_a_command_line_of_the_page_is_understood(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(text.removesuffix(" > saves.sarif"))
    name = " ".join(words[: 2 if words[0] == "assets" else 1])
    monkeypatch.chdir(tmp_path)
    for word in words:
        if word.endswith((".json", ".toml")):
            (tmp_path / word.replace("*", "all")).write_text("{}")
    arguments = [word.replace("*.json", "all.json") for word in words[len(name.split()) :]]
    COMMANDS[name].make_context(name, arguments)


def test_every_command_is_on_the_page() -> None:
    for name in COMMANDS:
        assert f"save {name}" in TEXT


def test_the_patch_of_the_page_changes_what_it_says() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    old = small_save()
    new, taken = apply(old, decode(tomllib.loads(example)))
    assert taken[0] == taken[2] == 1
    assert {"renamed", "moved", "script", "changed"} <= {each.kind for each in compare(old, new)}


def test_every_field_of_a_change_and_every_kind_of_rule_is_on_the_page() -> None:
    table = TEXT.partition("| field | does |")[2].partition("\n\n")[0]
    for name in Change.__struct_fields__:
        assert f"`{name}`" in table
    assert {rule.partition(".")[0] for rule in RULES} >= {"virus", "lua", "deck"}
