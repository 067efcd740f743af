"""One name means one thing in every command, and old names that the manual had still work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from exporters.savefile import read
from tests.cli.test_commands import run
from tts_bridge.cli import main

SAME = ("--map", "--mission", "--survivors", "--killer", "--rule", "--seed", "--journal", "--games")
ELSE = {"chaos --seed", "chaos --games"}
"""Chaos counts games of its own."""


def commands(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command with its name."""
    context = click.Context(group)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{name}{each} ")
        else:
            yield f"{name}{each}", command


ALL = dict(commands(main))


@pytest.mark.parametrize("option", SAME)
def test_an_option_takes_the_same_in_every_command(option: str) -> None:
    found = {
        name: (type(param.type).__name__, param.metavar, getattr(param.type, "max", None))
        for name, command in ALL.items()
        for param in command.params
        if option in param.opts and f"{name} {option}" not in ELSE
    }
    kinds = {kind: [each for each in found if found[each] == kind] for kind in found.values()}
    if option == "--killer":  # where the mod is built the choice is closed
        kinds = {metavar: [] for _, metavar, _ in kinds}
    assert len(kinds) == 1, kinds


def test_every_option_of_a_language_has_the_same_words() -> None:
    for name, command in ALL.items():
        for param in command.params:
            if "--lang" in param.opts:
                assert isinstance(param.type, click.Choice)
                assert [*param.type.choices] in (["en", "zh"], ["en", "zh", "both"]), name
                assert isinstance(param, click.Option)
                assert param.show_default, name


def figures(path: Path) -> set[str]:
    """The figures on the table of a save."""
    tags = [tag for each in read(path).data["ObjectStates"] for tag in each.get("Tags", ())]
    return {tag.removeprefix("ttsb:figure/") for tag in tags if tag.startswith("ttsb:figure/")}


def test_survivors_are_named_with_commas_or_one_by_one(tmp_path: Path) -> None:
    four = ("ace-visconti", "meg-thomas", "jake-park", "feng-min")
    one, two = str(tmp_path / "1.json"), str(tmp_path / "2.json")
    listed = ("--survivors", ",".join(four))
    singly = [word for each in four for word in ("--survivor", each)]
    assert run("mod", "build", "dbd", one, "--seed", "1", *listed).exit_code == 0
    assert run("mod", "build", "dbd", two, "--seed", "1", *singly).exit_code == 0
    assert figures(Path(one)) == figures(Path(two)) == {*four, "the-nurse"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("mod build dbd OUT --survivors meg", "'meg' is no Survivor; one of dwight-fairfield, "),
        ("mod build dbd OUT --survivors meg-thomas", "four different Survivors"),
        ("mod build invader OUT --survivors meg", "'meg' is no Survivor; one of cole, "),
        ("mod build invader OUT --survivors cole,cole", "all six, each once"),
        ("bind OUT OUT.toml --mission breach", "--mission is not for dbd"),
        ("bind OUT OUT.toml --seat cole=Red", "--seat is not for dbd"),
        ("bind OUT OUT.toml --game invader --map training-ground", "--map is not for invader"),
        ("bind OUT OUT.toml --game invader --seat meg=Red", "'meg' is no Survivor; one of cole"),
        ("bind OUT OUT.toml --colour Red", "--colour: goes with --live"),
        ("bind OUT.toml --live --web", "--web and --live: one of them"),
        ("simulate dbd --scheduler nope", "--scheduler nope: write tcp://HOST:PORT"),
        ("simulate dbd --scheduler tcp://h:port", "write tcp://HOST:PORT"),
        ("simulate dbd --scheduler 127.0.0.1:8786", "write tcp://HOST:PORT"),
        ("simulate dbd --seed -1", "-1 is not in the range"),
        ("simulate dbd --seed 99999999999999999999", "is not in the range"),
    ],
)
def test_what_does_not_go_is_wrong_usage(arguments: str, told: str, tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    result = run(*arguments.replace("OUT", str(out)).split())
    assert result.exit_code == 2, result.output
    assert told in result.stderr
    assert not out.exists()


def test_people_share_the_survivors_out_in_either_mod(tmp_path: Path) -> None:
    for words in (
        ("invader", "--people", "3"),
        ("invader", "--players", "3"),
        ("dbd", "--people", "3"),
    ):
        assert run("mod", "build", words[0], str(tmp_path / "x.json"), *words[1:]).exit_code == 0


def test_the_map_of_the_project_has_a_name_wherever_a_map_is_wanted(tmp_path: Path) -> None:
    named = ("--map", "training-ground")
    assert run("mod", "build", "dbd", str(tmp_path / "x.json"), *named).exit_code == 0
    result = run("simulate", "dbd", "--games", "1", "--json", *named)
    assert json.loads(result.stdout)["setup"]["map"] == "training-ground"


def test_a_folder_is_no_mission_in_one_line(tmp_path: Path) -> None:
    result = run("simulate", "invader", "--mission", str(tmp_path), "--games", "1")
    assert result.exit_code == 1
    assert result.stderr == f"Error: {tmp_path}: Is a directory\n"


def test_missions_are_checked_as_maps_are(tmp_path: Path) -> None:
    broken = tmp_path / "mine.json"
    broken.write_text("{}")
    result = run("mission", "check", str(broken), "--json")
    assert result.exit_code == 1
    (row,) = json.loads(result.stdout)
    assert (row["file"], row["ok"]) == (str(broken), False)
    assert row["problems"][0].startswith(str(broken))


def test_a_game_may_be_named_when_it_is_resumed_but_no_other(tmp_path: Path) -> None:
    log = str(tmp_path / "game.jsonl")
    assert run("play", "invader", "--demo", "--moves", "20", "--log", log).exit_code == 0
    assert run("play", "invader", "--resume", log).exit_code == 0
    other = run("play", "dbd", "--resume", log)
    assert other.exit_code == 2
    assert "a game of invader, not of dbd" in other.stderr
