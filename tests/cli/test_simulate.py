"""`tts-bridge simulate`: tables, JSON, drawings; bad input is one line."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from rules.invader.data import mission_files
from tts_bridge.cli import main


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["simulate", *map(str, arguments)])


def refused(*arguments: object) -> str:
    """The one line with which a command is refused."""
    result = call(*arguments)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line.removeprefix("Error: ")


def test_the_table_tells_wins_reasons_lengths_and_uses() -> None:
    result = call("dbd", "--games", 12, "--seed", 4)
    assert result.exit_code == 0
    head, numbers = result.stdout.splitlines()[:2]
    assert head.startswith("Dead by Daylight: The Board Game: the-nurse and jake-park")
    assert numbers == "12 games of seed 4; killer sensible, survivors sensible"
    for word in ("won by", "decided by", "p90", "movement-card  sprint", "prop", "perk"):
        assert word in result.stdout
    assert "docs/simulation.md" in result.stderr


def test_json_holds_the_same_figures_whoever_plays() -> None:
    options = ("invader", "--mission", "breach", "--games", 10, "--json")
    one, two = call(*options), call(*options, "--processes", 2)
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    assert found["setup"] == {"mission": "breach", "rules": []}
    assert found["players"] == {"survivors": "sensible"}
    assert sum(each["games"] for each in found["decided"].values()) == 10
    assert found["rounds"]["p10"] <= found["rounds"]["median"] <= found["rounds"]["p90"]
    assert {use["kind"] for use in found["uses"]} >= {"card", "skill", "xeno-card"}
    assert "friendly_fire" in found["assumed"]


def test_another_seed_gives_other_games() -> None:
    one, other = (call("dbd", "--games", 6, "--seed", s, "--json").stdout for s in (1, 2))
    assert json.loads(one)["moves"] != json.loads(other)["moves"]


def test_players_figures_and_house_rules_are_those_that_were_named() -> None:
    result = call(
        *("dbd", "--games", 6, "--json", "--killer", "the-trapper"),
        *("--survivors", "nea-karlsson,meg-thomas,jake-park,feng-min"),
        *("--players", "killer=automa,survivors=random", "--rule", "generator_progress=2"),
        *("--card", "sprint"),
    )
    found = json.loads(result.stdout)
    assert found["players"] == {"killer": "automa", "survivors": "random"}
    assert found["setup"]["killer"] == "the-trapper"
    assert found["setup"]["survivors"][0] == "nea-karlsson"
    assert found["setup"]["rules"] == ["generator_progress=2"]
    assert {use["name"] for use in found["uses"]} == {"sprint"}


def test_the_automa_plays_a_side_of_its_own_against_others() -> None:
    found = json.loads(call("dbd", "--games", 10, "--players", "automa", "--json").stdout)
    assert found["players"] == {"killer": "automa", "survivors": "automa"}
    assert sum(share["games"] for share in found["won"].values()) == 10


def test_the_figures_are_drawn(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert call("dbd", "--games", 4, "--plot", out).exit_code == 0
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_the_figures_are_drawn_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "out.png"
    assert call("invader", "--games", 2, "--plot", out).exit_code == 0
    head = out.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:])[0] > 500


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("dbd --rule generator_progress=many", "generator.progress_to_complete: Expected `int`"),
        ("dbd --rule no.such=1", "'no.such=1': a house rule is KEY=VALUE; keys: generator."),
        ("dbd --rule sabotage.mode", "'sabotage.mode': a house rule is KEY=VALUE"),
        ("dbd --killer the-butcher", "killer: 'the-butcher' is no Killer; one of the-trapper"),
        ("dbd --survivors meg-thomas,bob", "survivors: 'bob' is no Survivor; one of"),
        ("dbd --survivors meg-thomas", "survivors: four different Survivors"),
        ("dbd --card sprnt", "--card: 'sprnt' is nothing that dbd has; did you mean sprint"),
        ("dbd --players clever", "--players: 'clever' is no player of dbd; one of random"),
        ("dbd --players xenos=random", "--players: 'xenos' is no side of dbd; one of killer"),
        ("invader --mission nowhere", "nowhere: no such file, and no mission; there are: breach"),
        (
            "invader --rule friendly_fire=3",
            "--rule friendly_fire: friendly_fire: Expected `bool`",
        ),
        ("invader --rule mold=1", "'mold=1': a house rule is KEY=VALUE; keys: airlock"),
        ("invader --players automa", "--players: 'automa' is no player of invader; one of"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: str, line: str) -> None:
    assert line in refused(*arguments.split(), "--games", 3)


HOSTILE = {
    "nothing": b"",
    "no JSON": b"\x00\xff\xfe{",
    "nested": b"[" * 100_000,
    "a list": b"[1, 2, 3]",
    "huge": b" " * 2_000_000,
    "numbers": b'{"version": 1e999}',
    "a secret": b'{"version": 1, "__class__": "os.system", "id": "../../etc/passwd"}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_mission_file_is_refused_with_its_name(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    assert refused("invader", "--mission", file, "--games", 3).startswith(f"{file}: ")


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_map_file_is_refused_with_its_name(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    assert refused("dbd", "--map", file, "--games", 3).startswith(f"{file}: ")


def test_a_mission_that_cannot_be_won_is_refused_and_mending_it_helps(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    text = mission_files()["breach"].read_text(encoding="utf-8")
    file.write_text(text.replace('"count": 3', '"count": 9'), encoding="utf-8")
    assert "win: 9 of all Objectives, of 3" in refused("invader", "--mission", file)
    file.write_text(text, encoding="utf-8")
    assert call("invader", "--mission", file, "--games", 2).exit_code == 0


def test_a_drawing_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    result = call("dbd", "--games", 2, "--plot", tmp_path / "no" / "out.svg")
    assert result.exit_code == 1
    assert "out.svg: No such file or directory" in result.stderr.splitlines()[-1]


def test_workers_here_and_on_a_cluster_exclude_each_other() -> None:
    assert call("dbd", "--processes", 2, "--scheduler", "tcp://127.0.0.1:9").exit_code == 2
