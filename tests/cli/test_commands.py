"""The commands: what they do, and one clear line with exit 1 for everything that may be wrong."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from exporters.savefile import read
from tts_bridge.cli import main

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
HOST = "127.0.0.1"


def run(*arguments: str) -> Result:
    """A command in this process; a traceback would be an exception other than SystemExit."""
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """A headless table in a process of its own."""

    def __init__(self, save: Path) -> None:
        self.port, self.editor_port = free_port(), free_port()
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tts_bridge", "table", str(save), "--seconds", "60"),
                *("--port", str(self.port), "--editor-port", str(self.editor_port)),
            ],
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait(self) -> None:
        for _ in range(600):
            with closing(socket.socket()) as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            time.sleep(0.05)
        raise AssertionError("the table did not come up")

    @property
    def ports(self) -> tuple[str, ...]:
        return ("--listen-port", str(self.editor_port), "--send-port", str(self.port))

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=120)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    path = tmp_path / "mod.json"
    assert run("mod", "build", "dbd", path, "--seed", "7").exit_code == 0
    return path


@pytest.fixture
def table(mod: Path) -> Iterator[Served]:
    served = Served(mod)
    try:
        served.wait()
        yield served
    finally:
        served.stop()


def test_a_seed_makes_the_same_mod_again(mod: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    run("mod", "build", "dbd", again, "--seed", "7", "--lang", "en")
    assert again.read_bytes() == mod.read_bytes()


def test_what_is_replaced_is_kept_beside_it(mod: Path) -> None:
    before = mod.read_bytes()
    assert run("mod", "build", "dbd", mod, "--seed", "8").exit_code == 0
    assert mod.with_name("mod.json.bak").read_bytes() == before


def test_attach_and_snapshot_list_everything_at_a_served_table(mod: Path, table: Served) -> None:
    attached = run("mod", "attach", *table.ports)
    assert attached.exit_code == 0, attached.output
    seen = run("snapshot", "--json", *table.ports)
    assert seen.exit_code == 0, seen.output
    pieces = {piece["guid"] for piece in json.loads(seen.stdout)["pieces"]}
    assert pieces == {each["GUID"] for each in read(mod).data["ObjectStates"]}


def test_attach_and_snapshot_list_everything_of_a_public_save() -> None:
    save = CORPUS / "canterbury_v13.0.5.json"
    if not save.exists():
        pytest.skip("the corpus of public saves is not here")
    served = Served(save)
    try:
        served.wait()
        assert run("mod", "attach", *served.ports).exit_code == 0
        seen = run("snapshot", "--json", *served.ports)
        pieces = {piece["guid"] for piece in json.loads(seen.stdout)["pieces"]}
        missing = {each["GUID"] for each in read(save).data["ObjectStates"]} - pieces
        assert not missing
    finally:
        served.stop()


def test_a_document_that_is_no_message_ends_neither_table_nor_client(table: Served) -> None:
    for port in (table.port,):
        with closing(socket.create_connection((HOST, port))) as stream:
            stream.sendall(b"\x00 this is no JSON {")
    assert run("snapshot", *table.ports).exit_code == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{ not json", "line 1, column 3: not JSON"),
        ('{"SaveName": "x"}', "no list ObjectStates"),
        ("[1, 2]", "JSON, but not a save"),
        ("", "line 1, column 1"),
    ],
)
@pytest.mark.parametrize("command", [("table",), ("mod", "install-agent")])
def test_a_file_that_is_no_save_is_one_line(
    command: tuple[str, ...], content: str, said: str, tmp_path: Path
) -> None:
    file, out = tmp_path / "bad.json", tmp_path / "out.json"
    file.write_text(content)
    arguments = (*command, file) if command == ("table",) else (*command, file, out)
    result = run(*map(str, arguments))
    assert result.exit_code == 1
    assert result.output.startswith("Error: bad.json:")
    assert said in result.output
    assert result.output.count("\n") == 1
    assert not out.exists()


def test_a_mission_is_built_as_a_mod_and_wrong_wishes_are_one_line(tmp_path: Path) -> None:
    out = tmp_path / "mod.json"
    result = run("mod", "build", "invader", out, "--seed", "5", "--players", "2", "--lang", "zh")
    assert result.exit_code == 0
    assert "5" in result.stderr
    about = next(
        json.loads(each["GMNotes"])
        for each in read(out).data["ObjectStates"]
        if "ttsb:agent" in each.get("Tags", ())
    )
    assert [len(player) for player in about["players"]] == [3, 3]
    assert (about["mission"]["id"], about["language"]) == ("breach", "zh")
    assert run("mod", "build", "invader", out, "--survivors", "cole").exit_code == 2
    unknown = run("mod", "build", "invader", out, "--mission", "nowhere")
    assert unknown.exit_code == 1
    assert "breach" in unknown.stderr
    (tmp_path / "broken.json").write_text("{}")
    assert run("mod", "build", "invader", out, "--mission", tmp_path / "broken.json").exit_code == 1


@pytest.mark.parametrize(
    "command",
    [("snapshot",), ("mod", "attach"), ("referee", "dbd"), ("referee", "invader")],
)
def test_no_table_is_one_line_that_says_what_to_do(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    more = ("--journal", str(tmp_path / "j.sqlite")) if command[0] == "referee" else ()
    ports = ("--listen-port", str(free_port()), "--send-port", str(free_port()))
    result = run(*command, *ports, *more)
    assert result.exit_code == 1
    assert "start Tabletop Simulator" in result.output.splitlines()[-1]


def test_a_taken_port_is_one_line_that_names_it() -> None:
    with closing(socket.socket()) as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        result = run("snapshot", "--listen-port", str(port))
    assert result.exit_code == 1
    assert f"Port {port} is taken" in result.output


def test_sharing_with_an_editor_on_our_own_port_is_wrong_usage() -> None:
    for command in (("link",), ("referee", "dbd")):
        port = str(free_port())
        result = run(*command, "--share", "--listen-port", port, "--editor-port", port)
        assert result.exit_code == 2
        assert f"--editor-port {port}: we listen there" in result.output


def test_a_table_on_a_taken_port_is_one_line(mod: Path, table: Served) -> None:
    result = run("table", str(mod), "--port", str(table.port), "--seconds", "1")
    assert result.exit_code == 1
    assert f"Port {table.port} is taken" in result.output


def test_a_table_whose_page_has_no_port_names_the_pages(mod: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        result = run("table", mod, "--port", free_port(), "--web", port, "--seconds", "1")
    assert result.exit_code == 1
    assert f"The page cannot be served on {HOST}, port {port}" in result.stderr


def test_a_table_that_is_none_of_ours_is_one_line(tmp_path: Path) -> None:
    save = tmp_path / "bare.json"
    save.write_text('{"SaveName": "bare", "ObjectStates": []}')
    served = Served(save)
    try:
        served.wait()
        journal = ("--journal", str(tmp_path / "j.sqlite"))
        nobody = run("referee", "dbd", *served.ports, *journal, "--timeout", "1")
        assert nobody.exit_code == 1
        assert "mod attach" in nobody.output.splitlines()[-1]
        assert run("mod", "attach", *served.ports).exit_code == 0
        other = run("referee", "dbd", *served.ports, *journal, "--timeout", "5")
        assert other.exit_code == 1
        assert "mod build" in other.output.splitlines()[-1]
    finally:
        served.stop()


def test_a_table_of_the_other_game_is_one_line(table: Served, tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "j.sqlite"))
    result = run("referee", "invader", *table.ports, *journal, "--timeout", "5")
    assert result.exit_code == 1
    assert "'dbd'; this referee knows invader" in result.output.splitlines()[-1]


def test_a_piece_that_is_missing_is_named(mod: Path, tmp_path: Path) -> None:
    data = json.loads(mod.read_text(encoding="utf-8"))
    data["ObjectStates"] = [
        each
        for each in data["ObjectStates"]
        if "ttsb:figure/meg-thomas" not in each.get("Tags", ())
    ]
    fewer = tmp_path / "fewer.json"
    fewer.write_text(json.dumps(data), encoding="utf-8")
    served = Served(fewer)
    try:
        served.wait()
        journal = ("--journal", str(tmp_path / "j.sqlite"))
        result = run("referee", "dbd", *served.ports, *journal, "--timeout", "5")
        assert result.exit_code == 1
        assert "figure/meg-thomas" in result.output.splitlines()[-1]
    finally:
        served.stop()


def test_a_file_that_is_no_journal_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("shopping list " * 50)
    result = run("referee", "dbd", "--journal", str(file))
    assert result.exit_code == 1
    assert "cannot be used as a journal" in result.output
    assert file.read_text().startswith("shopping list")


def test_a_map_that_is_none_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    file.write_text('{"version": 2}')
    result = run("mod", "build", "dbd", str(tmp_path / "o.json"), "--map", str(file))
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {file}: ")


@pytest.mark.parametrize("name", ["", "mod", "rules", "referee", "mod build"])
def test_every_command_explains_itself(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output
