"""`tts-bridge rules` and `tts-bridge replay`: what they print, and how they say what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rules.dbd import RULES
from rules.dbd.setup import Config
from rules.notation import parse_move
from rules.record import write_log
from tts_bridge.cli import main

CASES = Path(__file__).parent.parent / "cases"
GOLDEN = Path(__file__).parent.parent / "games"
ONE = """game = "dbd"
[[case]]
number = "X1"
source = "assumed"
text = "A card is set."
moves = ["meg-thomas set-card sneak"]
then = { round = 1 }
"""


def call(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], input=stdin)


def error_line(result: Result) -> str:
    """The one line an error is."""
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    return lines[0].removeprefix("Error: ")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    moves = [
        parse_move(RULES, text)
        for text in ("jake-park set-card sneak", "meg-thomas set-card sprint")
    ]
    path = tmp_path / "game.jsonl"
    path.write_text(write_log(RULES, Config(), moves), encoding="utf-8")
    return path


def test_cases_that_pass_are_counted(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(ONE)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "y.toml").write_text(ONE)
    result = call("rules", "cases", tmp_path)
    assert (result.exit_code, result.stdout) == (0, "2 passed, 0 failed\n")


def test_the_cases_of_the_project_pass() -> None:
    result = call("rules", "cases", CASES)
    assert result.exit_code == 0
    assert result.stdout.endswith(" passed, 0 failed\n")


def test_a_case_that_fails_is_shown_with_its_number_text_and_problem(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(ONE.replace("round = 1", "round = 2"))
    result = call("rules", "cases", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"X1  A card is set.  ({path})",
        "    round is 1, not 2",
        "0 passed, 1 failed",
    ]
    assert result.stderr == ""


def test_a_case_that_cannot_be_played_has_failed(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(ONE.replace("set-card", "fly"))
    result = call("rules", "cases", path)
    assert result.exit_code == 1
    assert "    case X1: 'meg-thomas fly sneak': 'fly' is no move" in result.stdout
    assert result.stdout.endswith("0 passed, 1 failed\n")


def test_cases_come_from_standard_input_and_go_out_as_json() -> None:
    result = call("rules", "cases", "-", "--json", stdin=ONE.replace("round = 1", "round = 2"))
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert (document["passed"], document["failed"]) == (0, 1)
    assert document["cases"] == [
        {
            "file": "-",
            "number": "X1",
            "source": "assumed",
            "text": "A card is set.",
            "problems": ["round is 1, not 2"],
        }
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ONE.replace("text =", "txt ="), "x.toml: case X1: Object contains unknown field `txt`"),
        (ONE.replace('"dbd"', '"chess"'), "x.toml: game: 'chess' is no game we know; one of dbd"),
        ("game", "x.toml: "),
    ],
)
def test_a_case_file_that_cannot_be_used_is_one_line(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    assert problem in error_line(call("rules", "cases", path))


def test_a_case_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(path) in error_line(call("rules", "cases", path))


def test_a_folder_without_cases_is_told(tmp_path: Path) -> None:
    assert "no .toml file in this folder" in error_line(call("rules", "cases", tmp_path))


@pytest.mark.parametrize(
    "arguments", [("cases",), ("cases", "/no/such/file"), ("show", "chess", "p.8"), ("show", "dbd")]
)
def test_wrong_usage_is_two(arguments: tuple[str, ...]) -> None:
    assert call("rules", *arguments).exit_code == 2


def test_a_rule_is_shown_with_source_ruling_and_cases_in_both_languages() -> None:
    result = call("rules", "show", "dbd", "walk.against-arrow", "--cases", CASES)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "walk.against-arrow"
    assert "    source: rulebook p. 8" in lines
    assert "    出处：规则书第8页" in lines
    assert "    rule: Yellow paths lead one way only, as their arrow shows." in lines
    assert any(line.startswith("    case C1.arrow: Against the arrow") for line in lines)


def test_one_language_may_be_asked_for() -> None:
    result = call("rules", "show", "dbd", "walk.wall", "--lang", "zh", "--cases", CASES)
    assert "    出处：爱好者整理的单人规则（AUT）" in result.stdout
    assert "ruling: " not in result.stdout


def test_a_page_is_all_its_rules() -> None:
    result = call("rules", "show", "dbd", "p.11", "--json", "--cases", CASES)
    rows = json.loads(result.stdout)
    assert [row["code"] for row in rows] == ["walk.entity", "interact.entity"]
    assert set(rows[0]["ruling"]) == {"en", "zh"}
    assert [case["number"] for case in rows[0]["cases"]] == ["C14"]


def test_a_rule_is_shown_without_cases_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("rules", "show", "dbd", "walk.wall")
    assert result.exit_code == 0
    assert "case " not in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("walk.nopath", "'walk.nopath' is no rule of dbd; did you mean walk.no-path"),
        ("\x1b[31m", "is no rule of dbd; did you mean "),
        ("p.99", "no rule of dbd stands on p.99; look at p.8, p.9, p.10, p.11"),
    ],
)
def test_a_rule_that_is_none_has_others_near(what: str, problem: str) -> None:
    line = error_line(call("rules", "show", "dbd", what, "--cases", CASES))
    assert problem in line
    assert "\x1b" not in line


def test_a_log_is_printed_by_round_and_phase(log: Path) -> None:
    result = call("replay", log)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "1  planning phase",
        "    Jake: Set Sneak",
        "    Meg: Set Sprint",
    ]


def test_a_log_may_be_read_in_chinese_and_from_standard_input(log: Path) -> None:
    result = call("replay", "-", "--lang", "zh", stdin=log.read_text(encoding="utf-8"))
    assert result.stdout.splitlines()[:2] == ["1  计划阶段", "    杰克：打出【潜行】（面朝下）"]


def test_a_game_is_printed_to_its_end() -> None:
    result = call("replay", GOLDEN / "dbd" / "1-quick.jsonl")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "The exit gate is open: the Survivors win! (rulebook p. 11)"
    headings = [line for line in lines if not line.startswith(" ")]
    assert headings[:4] == [
        "1  planning phase",
        "1  Survivor phase",
        "1  Killer phase",
        "2  planning phase",
    ]


def test_an_illegal_move_leaves_the_moves_before_it_and_its_ruling(log: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join([*lines[:2], *lines[1:]]), encoding="utf-8")
    result = call("replay", log)
    assert result.stdout.splitlines() == ["1  planning phase", "    Jake: Set Sneak"]
    assert error_line(result) == (
        f"{log}, line 3: A Survivor sets exactly one card, and Jake has set one already. "
        "Take it back first to set another. (plan.one-card, rulebook p. 8)"
    )


def test_a_line_cut_off_leaves_the_moves_before_it(log: Path) -> None:
    log.write_text(log.read_text(encoding="utf-8")[:-10], encoding="utf-8")
    result = call("replay", log)
    assert result.stdout.splitlines() == ["1  planning phase", "    Jake: Set Sneak"]
    assert "line 3: not a move: " in error_line(result)


def test_a_broken_log_as_json_has_its_failure_in_the_document(log: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join([*lines[:2], *lines[1:]]), encoding="utf-8")
    result = call("replay", log, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["game"] == "dbd"
    assert document["outcome"] is None
    assert document["moves"] == [
        {
            "round": 1,
            "phase": "planning",
            "move": "jake-park set-card sneak",
            "text": "Set Sneak",
            "steps": [],
        }
    ]
    assert document["failure"]["line"] == 3
    assert document["failure"]["reason"] == "plan.one-card"
    assert document["failure"]["source"] == "DbD p.8"


def test_a_good_log_as_json_has_no_failure() -> None:
    document = json.loads(call("replay", GOLDEN / "dbd" / "1-quick.jsonl", "--json").stdout)
    assert document["failure"] is None
    assert document["outcome"]["reason"] == "gate"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the first line names no game we know (dbd, invader)"),
        ("{}", "the first line names no game we know (dbd, invader)"),
        ('{"game": "chess", "version": 1, "config": {}}', "names no game we know"),
        ('{"game": "dbd", "version": 9, "config": {}}', "line 1: version 9; this reads 1"),
        ('{"game": "dbd", "version": 1, "config": {"killer": "x"}}', "killer: 'x' is no Killer"),
    ],
)
def test_what_is_no_log_is_one_line(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    assert problem in error_line(call("replay", path))


def test_house_rules_are_printed_with_their_source_and_what_was_changed(tmp_path: Path) -> None:
    plain = call("rules", "settings", "dbd")
    assert plain.exit_code == 0
    assert "  generator.progress_to_complete = 3\n" in plain.stdout
    assert "(assumed)" in plain.stdout
    assert "\n* " not in plain.stdout
    file = tmp_path / "house.toml"
    file.write_text("[rescue]\nbp = 2\n", encoding="utf-8")
    changed = call("rules", "settings", "dbd", "--file", file, "--rule", "carry.paths=any")
    assert "* rescue.bp = 2\n" in changed.stdout
    assert '* carry.paths = "any"\n' in changed.stdout
    rows = json.loads(call("rules", "settings", "dbd", "--json").stdout)
    assert {"key", "value", "default", "source", "about"} == set(rows[0])


def test_house_rules_of_invader_are_printed_and_checked_alike(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("friendly_fire = false\n", encoding="utf-8")
    result = call("rules", "settings", "invader", "--file", file, "--rule", "door_tokens=2")
    assert result.exit_code == 0
    assert "* friendly_fire = false\n      whether misses hit friends (assumed)\n" in result.stdout
    assert "* door_tokens = 2\n" in result.stdout
    told = error_line(call("rules", "settings", "invader", "--rule", "door_tokens=9"))
    assert told == "house rules: door_tokens: 0 to 5"
    told = error_line(call("rules", "settings", "invader", "--rule", "door_tokens=-1"))
    assert told == "--rule door_tokens: numbers are from 0 to 999"
    file.write_text("hellfire_damage = 100\n", encoding="utf-8")
    told = error_line(call("rules", "settings", "invader", "--file", file))
    assert told == f"{file}: hellfire_damage: 0 to 99"
    file.write_bytes(b"\xff")
    told = error_line(call("rules", "settings", "invader", "--file", file))
    assert told == f"{file}: not UTF-8; save the file as UTF-8"


def test_a_rule_that_is_none_names_a_page_of_its_own_game() -> None:
    assert error_line(call("rules", "show", "invader", "x")).endswith("or a page as p.16?")
    assert error_line(call("rules", "show", "dbd", "x")).endswith("or a page as p.8?")


def test_a_wrong_house_rule_is_one_line(tmp_path: Path) -> None:
    assert "locker.capacity" in error_line(
        call("rules", "settings", "dbd", "--rule", "locker.capacity=many")
    )
    assert "locker_capacity" in error_line(
        call("rules", "settings", "dbd", "--rule", "locker.capacity=0")
    )
    file = tmp_path / "house.toml"
    file.write_text("rescue = [", encoding="utf-8")
    assert str(file) in error_line(call("rules", "settings", "dbd", "--file", file))


def test_a_rule_of_invader_is_shown_in_both_languages_with_its_cases() -> None:
    result = call("rules", "show", "invader", "search.soldier", "--cases", CASES / "invader")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "search.soldier"
    assert "    rule: Civilians Search in any room, Soldiers only in Security Rooms." in lines
    assert "    出处：出版商的幸存者介绍（surv）" in lines
    assert any(line.startswith("    case C44: ") for line in lines)


def test_a_page_of_invader_is_all_its_rules() -> None:
    result = call("rules", "show", "invader", "p.16", "--cases", CASES / "invader", "--json")
    codes = {row["code"] for row in json.loads(result.stdout)}
    assert {"weapon.not-in-hand", "weapon.not-dual", "shoot.out-of-range"} <= codes
    assert not any(code.startswith(("search", "skill")) for code in codes)


def test_a_game_of_invader_is_told_with_what_the_xenos_did_and_why() -> None:
    result = call("replay", GOLDEN / "invader" / "1-default.jsonl")
    assert result.exit_code == 0
    assert "Xenos' Phase" in result.stdout
    assert "    Cole: " in result.stdout
    assert re.search(r"        \d \w+ moves? from .* towards .*noisiest Zone", result.stdout)
    assert result.stdout.endswith(": the game is lost.\n")
