"""`--web`: the commands serve their page and say where; a bad port is one line."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from click.testing import CliRunner

from exporters.mods.invader import build_mod
from rules.invader.setup import Config
from tests.binding.strangers import places
from tests.cli.test_commands import Served, free_port
from tts_bridge.binding.profile_file import read_binding
from tts_bridge.cli import main
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES

LOG = Path(__file__).parents[1] / "games" / "dbd" / "1-quick.jsonl"


@contextmanager
def served(*arguments: str, links: int, until: str = "") -> Iterator[list[str]]:
    """A command with a page, in a process of its own: the links that it prints; it is ended when
    it has said `until`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tts_bridge", *arguments, "--web", "0"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        found: list[str] = []
        while len(found) < links:
            line = process.stderr.readline()
            assert line, "it ended"
            found += re.findall(r"http://127\.0\.0\.1:\d+/\S*", line)
        yield found
        while until and until not in line:
            line = process.stderr.readline()
            assert line, "it ended"
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.communicate()


def get(link: str, path: str) -> requests.Response:
    address, _, key = link.partition("#")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return requests.get(address.rstrip("/") + path, headers=headers, timeout=120)


def post(link: str, what: str, argument: str = "") -> requests.Response:
    address, _, key = link.partition("#")
    headers = {"Authorization": f"Bearer {key}", "Origin": address.rstrip("/")}
    body = {"what": what, "argument": argument}
    return requests.post(address.rstrip("/") + "/api/act", json=body, headers=headers, timeout=120)


def test_a_replay_is_served_with_a_link_for_everybody_and_one_for_the_host() -> None:
    with served("replay", str(LOG), links=2) as (everybody, host):
        assert get(everybody, "/api/hello").json()["kind"] == "replay"
        assert get(everybody, "/api/scene?step=3").json()["step"] == 3
        assert get(host, "/api/hello").json()["role"] == "host"


def test_a_table_from_above_is_for_who_has_the_link(tmp_path: Path) -> None:
    save = tmp_path / "mod.json"
    assert CliRunner().invoke(main, ["mod", "build", "dbd", str(save)]).exit_code == 0
    ports = ("--port", "0", "--editor-port", str(free_port()))
    with served("table", str(save), *ports, links=1) as (host,):
        assert get(host, "/api/hello").json()["kind"] == "table"
        assert get(host.partition("#")[0], "/api/hello").status_code == 403


def test_the_links_of_a_game_survive_the_end_of_the_referee(tmp_path: Path) -> None:
    save, journal = tmp_path / "mod.json", tmp_path / "game.sqlite"
    assert CliRunner().invoke(main, ["mod", "build", "dbd", str(save)]).exit_code == 0
    table = Served(save)
    try:
        table.wait()
        command = ("referee", "dbd", *table.ports, "--journal", str(journal))
        with served(*command, links=2) as (everybody, host):
            assert get(host, "/api/hello").json()["role"] == "host"
        first = (tmp_path / "game.sqlite.keys").read_bytes()
        with served(*command, links=2) as again:
            assert again == [everybody, host]
            assert get(host, "/api/hello").json()["role"] == "host"
        with (
            socket.create_server(("127.0.0.1", urlsplit(host).port or 0)),
            served(*command, links=2) as (elsewhere, then),
        ):
            assert elsewhere != everybody
            assert urlsplit(then).fragment == urlsplit(host).fragment
        assert (tmp_path / "game.sqlite.keys").read_bytes() != first
        with served(*command, "--journal", str(tmp_path / "other.sqlite"), links=2) as other:
            assert urlsplit(other[1]).fragment != urlsplit(host).fragment
    finally:
        table.stop()


def test_a_strange_mission_is_bound_on_the_page_and_saved_where_the_command_says(
    tmp_path: Path,
) -> None:
    save, profile = tmp_path / "strange.json", tmp_path / "strange.toml"
    built = CliRunner().invoke(main, ["mod", "build", "invader", str(save), "--plain"])
    assert built.exit_code == 0, built.output
    command = ("bind", str(save), str(profile), "--game", "invader", "--seat", "cole=Pink")
    places_of = places(build_mod(Config(), names=INVADER_NAMES), "zone/")
    with served(*command, links=1) as (host,):
        hello = get(host, "/api/hello").json()
        assert (hello["kind"], len(hello["suggested"])) == ("bind", 3)
        for space in hello["suggested"]:
            x, z = places_of[space]
            assert post(host, "point", f"{space} {x} {z}").status_code == 200
        assert post(host, "save").status_code == 200
    found = read_binding(profile)
    assert (found.game, len(found.pieces)) == ("invader", 347)
    assert found.about["seats"]["cole"] == "Pink"


@pytest.mark.parametrize(
    "points", [["nowhere=1,2"], ["4v-nw=1,1", "4v-n=1,1", "4v-ne=1,1"], ["4v-nw=1,1", "9z-nw=1,2"]]
)
def test_points_that_lay_nothing_out_are_refused_before_there_is_a_page(
    points: list[str], tmp_path: Path
) -> None:
    save = tmp_path / "strange.json"
    save.write_text('{"ObjectStates": []}', encoding="utf-8")
    command = ["bind", str(save), str(tmp_path / "p.toml"), "--game", "invader", "--web", "0"]
    result = CliRunner().invoke(main, [*command, *(f"--at={each}" for each in points)])
    assert result.exit_code == 1
    assert result.output.startswith("Error: --at: ")


def test_a_port_that_is_taken_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(main, ["replay", str(LOG), "--web", port])
    assert result.exit_code == 1
    assert result.output.startswith("Error: The page cannot be served")
    assert "--web" in result.output


def test_listening_everywhere_is_refused_because_no_host_could_be_checked() -> None:
    result = CliRunner().invoke(main, ["replay", str(LOG), "--web", "0", "--listen", "0.0.0.0"])
    assert result.exit_code == 2
    assert "--listen" in result.output


def test_the_demonstration_is_served_and_stays_when_it_is_over() -> None:
    stays = "The page stays until Ctrl-C."
    with served("demo", "invader", "--json", links=2, until=stays) as (everybody, host):
        assert get(everybody, "/api/hello").json()["game"] == "invader"
        assert "xenos" in get(host, "/api/hello").json()["actions"]


@pytest.mark.slow
def test_a_whole_game_is_served_from_the_box_to_victory() -> None:
    stays = "The page stays until Ctrl-C."
    whole = ("demo", "--whole", "killer", "--json")
    with served(*whole, links=2, until=stays) as (everybody, _):
        assert get(everybody, "/api/hello").json()["game"] == "dbd"


def test_a_new_map_is_drawn_and_saved_where_the_command_line_says(tmp_path: Path) -> None:
    target = tmp_path / "new.json"
    with served("map", "edit", str(target), links=1) as (host,):
        assert get(host, "/api/hello").json()["kind"] == "map"
        address, _, key = host.partition("#")
        headers = {"Authorization": f"Bearer {key}", "Origin": address.rstrip("/")}
        for what in ({"what": "edit", "argument": '{"edit": "add-space", "x": 3, "y": 4}'},
                     {"what": "save"}):  # fmt: skip
            answer = requests.post(f"{address}api/act", json=what, headers=headers, timeout=120)
            assert answer.status_code == 200, answer.text
    assert '"space-1"' in target.read_text("utf-8")
