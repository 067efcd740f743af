"""Whatever a command writes: one line when it cannot, the old file kept, UTF-8 everywhere."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.test_commands import run
from tts_bridge.cli import main

ROOT = Path(__file__).parents[2]
AT = ("--at", "well=8.2,2.7", "--at", "barn=-8.2,2.7", "--at", "quarry=-2.7,-8.2")
GAME = ROOT / "tests" / "games" / "dbd" / "1-quick.jsonl"


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod as a stranger would have made it."""
    path = tmp_path_factory.mktemp("mods") / "strange.json"
    assert run("mod", "build", "dbd", str(path), "--plain", "--seed", "1").exit_code == 0
    return path


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scripts") / "hello.lua"
    path.write_text('print("你好")\n', encoding="utf-8")
    return path


WRITERS = {
    "map draw": ("map", "draw", "training-ground", "OUT.svg"),
    "map draw png": ("map", "draw", "training-ground", "OUT.png"),
    "map convert": ("map", "convert", "MAP", "OUT.dbdmap"),
    "mission draw": ("mission", "draw", "breach", "OUT.svg"),
    "mod build dbd": ("mod", "build", "dbd", "OUT.json"),
    "mod build invader": ("mod", "build", "invader", "OUT.json"),
    "mod install-agent": ("mod", "install-agent", "SAVE", "OUT.json"),
    "bind": ("bind", "SAVE", "OUT.toml", *AT),
    "table --picture": ("table", "SAVE", "--picture", "OUT.svg"),
    "table --picture png": ("table", "SAVE", "--picture", "OUT.png", "--as", "White"),
    "simulate --plot": ("simulate", "dbd", "--games", "2", "--plot", "OUT.svg"),
    "play --picture": ("play", "dbd", "--picture", "OUT.svg", "--moves", "5", "--seed", "1"),
    "replay --html": ("replay", "GAME", "--html", "OUT.html"),
    "lua bundle": ("lua", "bundle", "SCRIPT", "OUT.lua", "--force"),
    "save merge": ("save", "merge", "SAVE", "SAVE", "SAVE", "-o", "OUT.json"),
}
every = pytest.mark.parametrize("name", WRITERS)


def call(name: str, out: Path, save: Path, script: Path) -> tuple[Path, Result]:
    """A command that writes; where it writes, and how it went."""
    given = {
        **{"SAVE": str(save), "SCRIPT": str(script), "GAME": str(GAME)},
        "MAP": str(ROOT / "rules" / "dbd" / "data" / "training-ground.json"),
    }
    words = [given.get(word, word) for word in WRITERS[name]]
    end = next(word for word in words if word.startswith("OUT."))
    target = out / end.replace("OUT", "文件 one")
    return target, run(*(str(target) if word == end else word for word in words))


@every
def test_what_cannot_be_written_is_one_line_that_names_it(
    name: str, tmp_path: Path, save: Path, script: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    for folder in (tmp_path / "nowhere", blocked):
        target, result = call(name, folder, save, script)
        assert result.exit_code == 1, result.output
        last = result.stderr.splitlines()[-1]
        assert last.startswith(f"Error: {target}: ")
        assert last.count(str(target)) == 1
        assert "[Errno" not in last


@every
def test_what_is_replaced_is_kept(name: str, tmp_path: Path, save: Path, script: Path) -> None:
    target, result = call(name, tmp_path, save, script)
    assert result.exit_code == 0, result.output
    assert [each.name for each in tmp_path.iterdir()] == [target.name]
    target.write_text("somebody's work", encoding="utf-8")
    assert call(name, tmp_path, save, script)[1].exit_code == 0
    assert target.with_name(target.name + ".bak").read_text("utf-8") == "somebody's work"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_drawing_is_what_its_name_says(kind: str, tmp_path: Path, save: Path) -> None:
    out = tmp_path / f"a.{kind}"
    for words in (("map", "draw", "training-ground", out), ("table", save, "--picture", out)):
        assert run(*map(str, words)).exit_code == 0
        assert out.read_bytes().startswith(b"\x89PNG" if kind == "png" else b"<svg")
        out.unlink()
    assert run("table", str(save), "--picture", "x.gif").exit_code == 2
    assert run("table", str(save), "--as", "Red").exit_code == 2


def speaking(encoding: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process whose terminal has an encoding of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from tts_bridge.cli import main; main()", *words],
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
    )


@pytest.mark.parametrize("encoding", ["cp1252", "cp936", "ascii"])
def test_no_encoding_of_a_terminal_ends_a_command(encoding: str) -> None:
    shown = speaking(encoding, "mission", "list", "--lang", "zh")
    assert shown.returncode == 0, shown.stderr
    assert b"breach" in shown.stdout
    document = speaking(encoding, "mission", "list", "--json")
    assert "裂口" in json.loads(document.stdout.decode("utf-8"))[0]["name"]["zh"]
    film = speaking(encoding, "replay", str(GAME), "--html", "-", "--lang", "zh")
    assert film.returncode == 0
    assert "<" in film.stdout.decode("utf-8")


def test_a_character_that_stdout_lacks_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    main(["mission", "list", "--lang", "zh"], standalone_mode=False)
    stream.flush()
    assert b"breach" in stream.buffer.getvalue()  # type: ignore[attr-defined]


def test_a_file_that_cannot_be_read_does_not_hide_what_is_wrong_with_the_others(
    tmp_path: Path, save: Path
) -> None:
    broken, sound = tmp_path / "broken.json", save
    broken.write_bytes(b"\x89PNG")
    result = run("save", "check", str(broken), str(sound))
    assert result.exit_code == 1
    assert "broken.json" in result.stderr
    assert "1 files: 0 error" in result.stderr


def test_what_is_no_text_is_one_line_that_says_what_would_do(tmp_path: Path) -> None:
    broken = tmp_path / "a.lua"
    broken.write_bytes(b"\x89PNG")
    result = run("lua", "run", str(broken))
    assert (result.exit_code, result.stderr) == (
        1,
        f"Error: {broken}: not UTF-8; save the file as UTF-8\n",
    )
    piped = CliRunner().invoke(main, ["lua", "run", "-"], input='print("你好")'.encode())
    assert (piped.exit_code, piped.stdout) == (0, "你好\n")


def test_a_filter_that_fits_no_test_is_named() -> None:
    result = run("test", str(ROOT / "examples" / "score-keeper"), "-k", "zzz")
    assert result.exit_code == 1
    assert "no tests with 'zzz' in their names" in result.stderr


def test_installing_the_agent_says_so_and_two_agents_are_one_line(tmp_path: Path) -> None:
    source, out = tmp_path / "a.json", tmp_path / "b.json"
    source.write_text('{"ObjectStates": []}')
    result = run("mod", "install-agent", str(source), str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"{out}: 1 objects" in result.stderr
    twice = json.loads(out.read_text("utf-8"))
    twice["ObjectStates"] *= 2
    source.write_text(json.dumps(twice))
    result = run("mod", "install-agent", str(source), str(out))
    assert result.exit_code == 1
    assert "2 agents" in result.stderr


def test_an_empty_list_of_addresses_is_no_line(tmp_path: Path) -> None:
    source = tmp_path / "a.json"
    source.write_text('{"ObjectStates": []}')
    result = CliRunner().invoke(main, ["save", "assets", "list", str(source)])
    assert (result.exit_code, result.stdout) == (0, "")
