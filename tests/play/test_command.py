"""`tts-bridge play`: demonstrations, logs, resuming, wrong usage."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rules.record import replay
from tests.play.seats import session, started
from tts_bridge.cli import main
from tts_bridge.cli.play import terminal
from tts_bridge.games.registry import GAMES
from tts_bridge.terminal import log as keep
from tts_bridge.text.catalogue import LANGUAGES

ROOT = Path(__file__).parent.parent.parent


def call(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *map(str, arguments)], input=typed)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTS_BRIDGE_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_demonstration_plays_to_the_end(game: str, language: str) -> None:
    result = call(game, "--demo", "--seed", 3, "--lang", language, "--width", 60)
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.stdout
    assert re.search(r"\d+ rounds\.|轮。", result.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", GAMES)
def test_with_json_a_demonstration_says_how_it_ended_and_the_same_seed_the_same(game: str) -> None:
    first, second = (call(game, "--demo", "--seed", 3, "--json") for _ in range(2))
    assert first.exit_code == 0
    found = json.loads(first.stdout)
    assert found == json.loads(second.stdout)
    assert found["game"] == game
    assert found["moves"] > 50
    assert found["outcome"]["winners"]
    assert " " in found["outcome"]["text"]  # a sentence, no code


def test_a_demonstration_can_be_bounded() -> None:
    result = call("dbd", "--demo", "--seed", 3, "--moves", 20)
    assert result.exit_code == 0
    assert result.stdout.endswith("Stopped after 20 moves without an end.\n")


def test_a_game_is_written_as_it_goes_and_replay_shows_it(tmp_path: Path) -> None:
    log = tmp_path / "new" / "game.jsonl"
    result = call("dbd", "--seed", 3, "--me", "killer", "--log", log, typed="1\n1\n")
    assert result.exit_code == 0, result.output
    assert f"tts-bridge play --resume {log} --me killer" in result.output
    match, failure = replay(GAMES["dbd"].rules, log.read_bytes().splitlines())
    assert failure is None
    assert match is not None
    assert sum(move.seat == "the-nurse" for move in match.moves) >= 2
    shown = CliRunner().invoke(main, ["replay", str(log)])
    assert shown.exit_code == 0
    assert "The Nurse: Set Sneak" in shown.stdout


def test_a_log_can_be_continued_after_it_broke_off(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    call("dbd", "--seed", 3, "--me", "killer", "--log", log, typed="1\n1\n1\n1\n")
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]) + lines[-1][:10])
    result = call("--resume", log, "--me", "killer", "--seed", 5, typed="1\nundo\nquit\n")
    assert result.exit_code == 0, result.output
    assert f"line {len(lines)}: not a move" in result.stderr
    assert (tmp_path / "game.jsonl.bak").read_bytes() == log_of(lines)
    match, failure = replay(GAMES["dbd"].rules, log.read_bytes().splitlines())
    assert failure is None
    assert match is not None
    assert len(match.moves) >= len(lines) - 6
    again = call("--resume", log, "--demo")
    assert again.exit_code == 2


def log_of(lines: list[bytes]) -> bytes:
    return b"".join(lines[:-1]) + lines[-1][:10] + b"\n"


def test_what_is_taken_back_is_cut_off_the_log(tmp_path: Path) -> None:
    table = started("dbd", ["killer"])
    log = keep.begun(tmp_path / "a.jsonl", table.match, GAMES["dbd"].rules.config_type(full=True))
    table.made, table.cut = log.made, log.cut
    with closing(log):
        session(table, ["1", "2", "undo", "3"])[0].play()
    match, failure = replay(GAMES["dbd"].rules, log.path.read_bytes().splitlines())
    assert failure is None
    assert match is not None
    assert match.moves == table.match.moves
    assert match.state == table.state


def test_at_every_question_the_log_holds_all_moves_so_that_a_crash_loses_none(
    tmp_path: Path,
) -> None:
    table = started("dbd", ["killer"])
    log = keep.begun(tmp_path / "a.jsonl", table.match, GAMES["dbd"].rules.config_type(full=True))
    table.made, table.cut = log.made, log.cut
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        assert log.path.read_bytes().count(b"\n") == 1 + len(table.match.moves)
        if asked == 30:
            raise EOFError
        return "undo" if asked % 5 == 0 else "1"

    with closing(log):
        session(table, read)[0].play()
    assert asked == 30


def test_a_finished_game_is_shown_when_it_is_resumed(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert call("invader", "--demo", "--seed", 3, "--log", log).exit_code == 0
    result = call("--resume", log)
    assert result.exit_code == 0
    assert "The game is over after" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 2, "which game? One of dbd, invader"),
        (["chess"], 2, "'chess' is not one of"),
        (["dbd", "--me", "meg"], 1, "--me meg: 'meg' is no seat of this game; one of survivors"),
        (["dbd", "--me", "survivor:the-nurse"], 1, "'survivor:the-nurse' is no seat"),
        (["dbd", "--me", "all", "--me", "killer"], 1, "the-nurse is somebody else's already"),
        (["dbd", "--killer", "nobody"], 1, "killer: 'nobody' is no Killer; one of"),
        (["dbd", "--survivors", "meg-thomas"], 1, "four different Survivors"),
        (["dbd", "--rule", "x=1"], 1, "a house rule is KEY=VALUE"),
        (["invader", "--rule", "x=1"], 1, "a house rule is KEY=VALUE; keys: airlock_blocks_sight"),
        (
            ["invader", "--rule", "hellfire_damage=x"],
            1,
            "hellfire_damage: hellfire_damage: Expected",
        ),
        (["invader", "--mission", "nowhere"], 1, "nowhere: no such file, and no mission"),
        (["invader", "--killer", "the-nurse"], 2, "not for invader"),
        (["dbd", "--mission", "breach"], 2, "--mission is not for dbd"),
        (["dbd", "--json"], 2, "--json goes with --demo"),
        (["dbd", "--log", "."], 2, "is a directory"),
        (["--resume", "README.md"], 1, "README.md: the first line names no game we know"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_would_do(
    arguments: list[str], code: int, told: str
) -> None:
    result = call(*arguments)
    assert result.exit_code == code
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_a_log_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text("mine", encoding="utf-8")
    result = call("dbd", "--log", log)
    assert result.exit_code == 1
    assert "there already; name another file, or continue it with --resume" in result.stderr
    assert log.read_text(encoding="utf-8") == "mine"


def test_a_console_without_the_characters_shows_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for encoding in ("cp936", "cp437", "ascii"):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
        console = terminal(80, quiet=False)
        console.print("训练场 ┄ ñ")
        sys.stdout.flush()
        assert raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["cp936", "ascii"])
def test_a_whole_demonstration_in_chinese_survives_a_legacy_console(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tts_bridge", "play", "dbd", "--demo", "--seed", "3",
         "--lang", "zh", "--moves", "60"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(encoding)
    assert "┄" not in text
    assert ("第1轮" in text) == (encoding == "cp936")


def test_the_people_of_invader_are_players_of_their_own(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    call("invader", "--me", "magnus", "--me", "cole,vivian", "--log", log, "--seed", 1)
    config = json.loads(log.read_text(encoding="utf-8").splitlines()[0])["config"]
    assert config["players"][:2] == [["magnus"], ["cole", "vivian"]]
    assert len(config["players"]) == 3


def test_the_picture_of_the_readme_shows_todays_screen(tmp_path: Path) -> None:
    fresh = tmp_path / "play.svg"
    line = re.search(r"tts-bridge play (dbd .* --picture) docs/play.svg", DRAWN)
    assert line is not None
    result = call(*line[1].split(), fresh)
    assert result.exit_code == 0, result.output
    stored = (ROOT / "docs" / "play.svg").read_text(encoding="utf-8")
    assert words_of(stored) == words_of(fresh.read_text(encoding="utf-8")), f"draw again: {line[0]}"
    assert len(stored) < 150_000
    assert "http" not in stored.replace("http://www.w3.org/2000/svg", "")


DRAWN = "tts-bridge play dbd --seed 5 --me survivors --moves 60 --width 128 --picture docs/play.svg"


def words_of(svg: str) -> str:
    """The text of a picture, however its version of the library parts it."""
    return re.sub(r"\s|&#160;", "", "".join(re.findall(r">([^<>]*)</text>", svg)))
