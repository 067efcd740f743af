"""`tts-bridge journal`: what was ruled can be read, exported and verified."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rules.dbd.codes import refuse
from tts_bridge.chaos import CALM, in_virtual_time, play
from tts_bridge.cli import main
from tts_bridge.games.registry import GAMES
from tts_bridge.session.journal import Journal


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["journal", *map(str, arguments)])


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "game.sqlite"
    assert in_virtual_time(play(GAMES["dbd"], 4, 1, CALM, path)).problems == ()
    return path


def two_games(folder: Path) -> tuple[Path, ...]:
    """The journals of a short game of each kind."""
    paths = (folder / "dbd.sqlite", folder / "invader.sqlite")
    for path in paths:
        problems = in_virtual_time(play(GAMES[path.stem], 4, 1, CALM, path)).problems
        assert problems == ()
    return paths


def test_the_moves_are_shown_in_either_language(journal: Path) -> None:
    english, chinese = run("show", journal), run("show", journal, "--lang", "zh")
    assert english.exit_code == chinese.exit_code == 0
    assert "Reveal" in english.output
    assert "jake-park: " not in english.output  # people and not ids
    assert "chance: " not in english.output
    assert "翻开" in chinese.output


def test_what_was_refused_is_shown_with_its_reason_where_it_happened(
    journal: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "game.sqlite"
    shutil.copy(journal, copy)
    before = run("show", copy).output.splitlines()
    with Journal(copy) as record:
        record.add("ruling", {"type": "Refused", "violation": refuse("walk.against-arrow")})
    shown = run("show", copy).output.splitlines()
    assert shown[:-1] == before
    assert shown[-1].startswith("    ✗ ")
    assert "rulebook p. 8" in shown[-1]


def test_everything_is_there_as_json_lines(journal: Path) -> None:
    result = run("show", journal, "--json")
    kinds = {json.loads(line)["kind"] for line in result.output.splitlines()}
    assert {"begin", "seen", "move", "ruling", "batch", "done"} <= kinds


def test_an_export_replays(journal: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert run("export", journal, log).exit_code == 0
    replayed = CliRunner().invoke(main, ["replay", str(log)])
    assert replayed.exit_code == 0, replayed.output
    assert run("export", journal, "-").output == log.read_text(encoding="utf-8")


def test_a_good_journal_is_verified(journal: Path) -> None:
    result = run("verify", journal)
    assert result.exit_code == 0
    assert "all legal" in result.output
    assert "0 not acknowledged" in result.output


def test_a_journal_with_a_forged_move_is_one_line(journal: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.sqlite"
    with sqlite3.connect(journal) as source, sqlite3.connect(forged) as copy:
        source.backup(copy)
        copy.execute(
            "UPDATE entry SET body = ? WHERE id = (SELECT MIN(id) FROM entry WHERE kind = 'move')",
            (b'{"move": "pass", "seat": "meg-thomas"}',),
        )
    result = run("verify", forged)
    assert result.exit_code == 1
    assert re.search(r"row \d+ \(move\) is not what was ruled on in row \d+", result.output)


def test_an_empty_journal_is_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    result = run("show", empty)
    assert result.exit_code == 1
    assert "no game was begun" in result.output


def test_the_journal_knows_how_far_the_agent_was_heard(journal: Path) -> None:
    with Journal(journal) as record:
        (session,) = record.sessions()
        seen = record.last_seen()
        assert seen is not None
        assert seen[0] == session
        record.add_heard("another", 3)
        assert record.last_seen() == ("another", 3)
        assert record.sessions() == [session, "another"]
