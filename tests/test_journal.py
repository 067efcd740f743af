"""Who reads a journal writes nothing, who writes holds it alone, what is damaged is mended."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.test_journal import two_games
from tests.test_journal_damage import NOBODY, digest, free_port
from tts_bridge.chaos import CALM, in_virtual_time
from tts_bridge.chaos.rig import Rig
from tts_bridge.cli import main
from tts_bridge.demo.play import game
from tts_bridge.demo.script import SCRIPT
from tts_bridge.games.registry import GAMES
from tts_bridge.session.journal import Journal, JournalError, read_journal
from tts_bridge.session.journal_repair import Damaged

READERS = (
    ("journal", "show"),
    ("journal", "show", "--json"),
    ("journal", "verify"),
    ("journal", "repair", "--dry-run"),
    ("replay",),
    ("replay", "--html", "-"),
)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return two_games(tmp_path_factory.mktemp("played"))


@pytest.fixture
def path(played: tuple[Path, ...], tmp_path: Path) -> Path:
    return Path(shutil.copy(played[0], tmp_path / "game.sqlite"))


def log(path: Path) -> list[bytes]:
    with read_journal(path) as journal:
        return journal.log()


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        for statement in statements:
            db.execute(statement)


def row_of(path: Path, kind: str, offset: int = 0) -> int:
    """The number of a row of a kind."""
    with read_journal(path) as journal:
        return [each.id for each in journal.rows(kind)][offset]


# --- reading ---------------------------------------------------------------------------------


def test_what_is_no_journal_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    (tmp_path / "notes.txt").write_text("shopping list")
    sql(tmp_path / "places.sqlite", "CREATE TABLE places (url)")
    sql(tmp_path / "later.sqlite", *SCHEMA, "PRAGMA user_version=9")
    before = digest(tmp_path)
    for file in list(tmp_path.iterdir()):
        for words in READERS:
            result = run(*words, file)
            assert result.exit_code == 1, (words, file, result.output)
            assert str(file) in result.stderr
        if file.name != "empty.sqlite":  # which a referee may begin a journal in
            assert run("referee", "dbd", "--journal", file).exit_code == 1
    assert digest(tmp_path) == before


SCHEMA = ("CREATE TABLE entry (id INTEGER PRIMARY KEY, at TEXT, kind TEXT, body BLOB)",)


def test_a_journal_is_read_whole_with_what_a_killed_referee_left_beside_it(
    path: Path, tmp_path: Path
) -> None:
    killed = tmp_path / "killed"
    killed.mkdir()
    with Journal(path) as journal:
        journal.add("undo", 1)
        for each in tmp_path.glob("game.sqlite*"):
            shutil.copy(each, killed)
        (killed / "game.sqlite.lock").unlink()
    left = killed / "game.sqlite"
    assert left.with_name("game.sqlite-wal").stat().st_size
    before = digest(killed)
    assert log(left) == log(path)
    for words in READERS:
        assert run(*words, left).exit_code == 0
    assert digest(killed) == before


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="who may write everywhere sees nothing"
)
def test_a_journal_in_a_folder_that_cannot_be_written_to_is_read(path: Path) -> None:
    path.parent.chmod(0o500)
    try:
        for words in READERS:
            assert run(*words, path).exit_code == 0
    finally:
        path.parent.chmod(0o700)


# --- writing ---------------------------------------------------------------------------------


def test_a_second_referee_is_told_who_has_the_journal(path: Path) -> None:
    with Journal(path, "dbd"):
        told = f"{path}: in use by dbd (process {os.getpid()})"
        for words in (("referee", "dbd", "--journal"), ("journal", "repair")):
            result = run(*words, path)
            assert result.exit_code == 1
            assert told in result.stderr
        for words in READERS:
            assert run(*words, path).exit_code == 0
    with Journal(path):
        pass
    assert {each.name for each in path.parent.iterdir()} == {path.name}


def test_a_killed_referee_holds_nothing(path: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\n"
        "from tts_bridge.session.journal import Journal\n"
        "kept = Journal(Path(sys.argv[1]), 'dbd')\nprint('held', flush=True)\ntime.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        with pytest.raises(JournalError, match=f"process {process.pid}"):
            Journal(path)
        process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        process.wait()
    with Journal(path):
        pass


def test_the_journal_of_another_game_is_refused(played: tuple[Path, ...], tmp_path: Path) -> None:
    for file, other in zip(played, ("invader", "dbd"), strict=True):
        copy = Path(shutil.copy(file, tmp_path / file.name))
        before = digest(tmp_path)
        for more in ((), ("--new",)):
            result = run("referee", other, "--journal", copy, *more)
            assert result.exit_code == 1
            assert f"the journal of a game of {copy.stem}, not of {other}" in result.stderr
        assert digest(tmp_path) == before


def test_a_full_disk_ends_the_referee_in_one_line_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.sqlite"

    async def main() -> None:
        with Journal(path) as journal:
            async with game(("en",), journal) as table:
                (pages,) = journal.db.execute("PRAGMA page_count").fetchone()
                journal.db.execute(f"PRAGMA max_page_count={pages + 1}")
                for act in SCRIPT:
                    await table.act(act.do)

    with pytest.raises(JournalError, match=r"cannot be written to \(database or disk is full"):
        asyncio.run(main())
    assert run("journal", "verify", path).exit_code == 0


def test_nothing_is_written_while_nothing_happens() -> None:
    async def main() -> tuple[int, int]:
        async with Rig(GAMES["dbd"], 4, CALM, None) as rig:
            await rig.act()
            await asyncio.sleep(30)
            before = len(list(rig.journal.rows()))
            await asyncio.sleep(300)
            assert rig.session.quiet.is_set()
            return before, len(list(rig.journal.rows()))

    before, after = in_virtual_time(main())
    assert before == after


# --- repairing -------------------------------------------------------------------------------


def assert_referee_stops(path: Path, told: str) -> None:
    """The referee does not go on from before what is damaged, and says what can be done."""
    before = digest(path.parent)
    for language in ("en", "zh", "both"):
        result = run("referee", "dbd", "--journal", path, "--lang", language)
        assert result.exit_code == 1
        assert (told in result.stderr) == (language != "zh"), result.stderr
        assert "journal repair" in result.stderr
    assert digest(path.parent) == before


@pytest.mark.parametrize(
    "body", ['{"move"', '{"move":"pass","seat":"nobody"}', "7", '{"move":"x","seat":"y"}']
)
def test_a_damaged_move_is_put_back_from_its_ruling(body: str, path: Path) -> None:
    moves, number = log(path), row_of(path, "move", 4)
    sql(path, f"UPDATE entry SET body = '{body}' WHERE id = {number}")
    damaged = path.read_bytes()
    assert_referee_stops(path, f"row {number} (move)")
    result = run("journal", "repair", path)
    assert result.exit_code == 0
    assert f"row {number} (move): put back" in result.output
    assert log(path) == moves
    assert path.with_name("game.sqlite.bak").read_bytes() == damaged
    assert run("journal", "verify", path).exit_code == 0
    assert "nothing is damaged" in run("journal", "repair", path).output


@pytest.mark.parametrize("missing", [1, 2])
def test_missing_rows_of_a_move_are_put_back_or_the_game_is_cut(missing: int, path: Path) -> None:
    moves, number = log(path), row_of(path, "move", 4)
    sql(path, f"DELETE FROM entry WHERE id BETWEEN {number} AND {number + missing - 1}")
    assert_referee_stops(path, f"rows {number} to {number + missing - 1} are missing")
    assert run("journal", "repair", path).exit_code == 0
    assert log(path) == (moves if missing == 1 else moves[:4])
    assert run("journal", "verify", path).exit_code == 0


def forge_seat(path: Path, rows: str) -> None:
    """Have somebody else make the moves in these rows."""
    forged = 'replace(body, \'"seat":"\', \'"seat":"x\')'
    sql(path, f"UPDATE entry SET body = {forged} WHERE id IN ({rows})")


def test_a_move_that_the_rules_do_not_allow_any_more_is_cut_with_what_follows(path: Path) -> None:
    moves, number = log(path), row_of(path, "move", 4)
    forge_seat(path, f"{number}, {number + 1}")
    assert_referee_stops(path, f"row {number} (move): the rules as they are now do not allow")
    assert run("journal", "repair", path).exit_code == 0
    assert log(path) == moves[:4]
    assert run("journal", "verify", path).exit_code == 0


def test_a_ruling_that_does_not_fit_the_moves_is_the_damaged_one(path: Path) -> None:
    number = row_of(path, "move", 4)
    before = log(path)
    forge_seat(path, str(number + 1))
    assert run("journal", "verify", path).exit_code == 1
    assert "set aside" in run("journal", "repair", path).output
    assert log(path) == before


@pytest.mark.parametrize("kind", ["batch", "done", "ruling", "seen", "heard"])
def test_what_the_position_does_not_rest_on_is_told_and_does_not_stop_anybody(
    kind: str, path: Path
) -> None:
    number, moves = row_of(path, kind, 1), log(path)
    sql(path, f"UPDATE entry SET body = '[12' WHERE id = {number}")
    for words in (("journal", "show"), ("replay",), ("replay", "--json")):
        result = run(*words, path)
        assert result.exit_code == 0
        assert f"row {number} ({kind}) is damaged" in result.stderr
    assert run("journal", "verify", path).exit_code == 1
    result = run("referee", "dbd", "--journal", path, "--send-port", NOBODY,
                 "--listen-port", free_port())  # fmt: skip
    assert f"row {number} ({kind}) is damaged" in result.stderr
    assert f"port {NOBODY}" in result.stderr
    assert run("journal", "repair", path).exit_code == 0
    assert log(path) == moves
    assert run("journal", "verify", path).exit_code == 0


def taken_back(path: Path) -> int:
    """Have the referee take back the last move; the number of its row."""
    last = row_of(path, "move", -1)
    with Journal(path) as journal:
        journal.add("undo", 1)
        journal.add("host", {"by": "x", "action": "undo", "argument": ""})
    return last


def test_a_damaged_move_that_was_taken_back_stops_nobody(path: Path) -> None:
    last = taken_back(path)
    moves = log(path)
    sql(path, f"UPDATE entry SET body = '[12' WHERE id IN ({last}, {last + 1})")
    assert run("journal", "show", path).exit_code == 0
    assert run("journal", "verify", path).exit_code == 1
    assert run("journal", "repair", path).exit_code == 0
    assert log(path) == moves
    assert run("journal", "verify", path).exit_code == 0


def test_luck_that_is_lost_is_drawn_anew(path: Path) -> None:
    moves, number = log(path), row_of(path, "luck")
    sql(path, f"UPDATE entry SET body = 'x' WHERE id = {number}")
    assert_referee_stops(path, f"row {number} (luck)")
    assert run("journal", "repair", path).exit_code == 0
    assert log(path) == moves
    with read_journal(path) as journal:
        assert journal.luck() is not None


def test_a_file_that_is_cut_short_keeps_the_rows_before(path: Path) -> None:
    moves = log(path)
    sql(path, "VACUUM")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3 // 4096 * 4096])
    assert run("journal", "show", path).exit_code == 1
    result = run("journal", "repair", path)
    assert result.exit_code == 0
    assert "cannot be read and are left out" in result.output
    kept = log(path)
    assert 0 < len(kept) < len(moves)
    assert kept == moves[: len(kept)]
    assert run("journal", "verify", path).exit_code == 0


def test_every_copy_is_kept(path: Path) -> None:
    for _ in range(3):
        sql(path, f"UPDATE entry SET body = 'x' WHERE id = {row_of(path, 'luck')}")
        assert run("journal", "repair", path).exit_code == 0
    names = {each.name for each in path.parent.iterdir()}
    assert names == {path.name, *(f"{path.name}{end}" for end in (".bak", ".2.bak", ".3.bak"))}


def test_a_table_is_not_turned_back_by_a_damaged_journal() -> None:
    """Whoever opens a table, and not only the command line, is stopped."""

    async def main() -> None:
        async with Rig(GAMES["dbd"], 4, CALM, None) as rig:
            for _ in range(4):
                await rig.act()
            await rig.unseat_referee()
            number = [each.id for each in rig.journal.rows("move")][1]
            rig.journal.db.execute("UPDATE entry SET body = '{' WHERE id = ?", (number,))
            await rig.seat_referee()
            await rig.until(lambda: rig.session.referee is not None)

    with pytest.raises(Damaged, match=r"row \d+ \(move\) is damaged"):
        in_virtual_time(main())
