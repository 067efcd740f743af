"""Damaged journals and logs: every command that reads one says what is wrong in one line, changes
nothing, and what can be repaired can be read again."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.cli.test_journal import two_games
from tts_bridge.cli import main, replay
from tts_bridge.web.feed import HOST, SPECTATOR
from tts_bridge.web.feeds.replay import Replay

DAMAGED = int(os.environ.get("TTS_BRIDGE_GAMES", "150"))
"""Journals that are damaged; `TTS_BRIDGE_GAMES=1500` is the large run."""
PARTS = 10
NOBODY = 9
"""A port on which nobody takes messages."""
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    2**70,
    1e308,
    "",
    "x\u202e\n[b]",
    "\U0001f0a1" * 50,
    [],
    {},
    [[]],
]
BODIES = (
    *(b"", b"{", b"[12", b"null", b"5", b"-5", b'"x"', b"[]", b"{}", b"[" * 100_000, b"\xff\x00"),
    *(b"9" * 5000, b'{"move":"pass","seat":"nobody"}', b'{"type":"allowed","moves":[{}]}'),
    *(b'{"session":5,"seq":"x"}', b"NaN", b'{"a":1}' * 2, b'[1,true,""]'),
)
KINDS = (
    "begin",
    "luck",
    "deal",
    "seen",
    "heard",
    "ruling",
    "move",
    "undo",
    "batch",
    "done",
    "host",
)


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return two_games(tmp_path_factory.mktemp("played"))


def run(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


def digest(folder: Path) -> dict[str, str]:
    """Every file of a folder, and what is in it."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


# --- how journals are damaged ----------------------------------------------------------------


def loosened(path: Path) -> None:
    """Let a journal's table take anything."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "PRAGMA journal_mode=DELETE;"
            "CREATE TABLE other (id INTEGER PRIMARY KEY, at, kind, body);"
            "INSERT INTO other SELECT * FROM entry; DROP TABLE entry;"
            "ALTER TABLE other RENAME TO entry;"
        )


def with_rows(change: Callable[[Random, sqlite3.Connection, int], None]) -> Any:
    """Damage done to a few rows, by SQL."""

    def damage(random: Random, path: Path) -> None:
        loosened(path)
        with closing(sqlite3.connect(path)) as db:
            for _ in range(random.choice((1, 1, 2, 5))):
                kind = random.choice(KINDS)
                ids = [row[0] for row in db.execute("SELECT id FROM entry WHERE kind = ?", (kind,))]
                ids = ids or [row[0] for row in db.execute("SELECT id FROM entry")]
                if ids:
                    change(random, db, random.choice(ids))
            db.commit()

    return damage


def body(db: sqlite3.Connection, number: int) -> bytes:
    (found,) = db.execute("SELECT body FROM entry WHERE id = ?", (number,)).fetchone()
    return found if isinstance(found, bytes) else str(found).encode()


def set_body(db: sqlite3.Connection, number: int, value: Any) -> None:
    db.execute("UPDATE entry SET body = ? WHERE id = ?", (value, number))


def another_body(random: Random, db: sqlite3.Connection, number: int) -> None:
    set_body(db, number, random.choice(BODIES))


def flipped_bits(random: Random, db: sqlite3.Connection, number: int) -> None:
    data = bytearray(body(db, number))
    for _ in range(random.randint(1, 3)):
        if data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    set_body(db, number, bytes(data))


def cut_short(random: Random, db: sqlite3.Connection, number: int) -> None:
    data = body(db, number)
    set_body(db, number, data[: random.randrange(len(data) + 1)])


def other_values(random: Random, db: sqlite3.Connection, number: int) -> None:
    """Good JSON with a value somewhere in it that is another one."""
    try:
        document = [json.loads(body(db, number))]
    except (ValueError, RecursionError):
        return
    for _ in range(random.randint(1, 3)):
        holder, key = random.choice(list(places(document)))
        if isinstance(holder, dict) and random.random() < 0.2:
            del holder[key]
        else:
            holder[key] = random.choice(JUNK)
    set_body(db, number, json.dumps(document[0]).encode("utf-8", "surrogatepass"))


def places(found: Any) -> Iterator[tuple[Any, Any]]:
    keys = found if isinstance(found, dict) else range(len(found))
    for key in keys:
        yield found, key
        if isinstance(found[key], (dict, list)):
            yield from places(found[key])


def other_columns(random: Random, db: sqlite3.Connection, number: int) -> None:
    column = random.choice(("at", "kind", "body"))
    value = random.choice((None, 7, 10**12, 1.5, b"\xff\xfe", "\x1b[31m\n", "Move", *KINDS))
    db.execute(f"UPDATE entry SET {column} = ? WHERE id = ?", (value, number))


def other_bytes(random: Random, db: sqlite3.Connection, number: int) -> None:
    """A text that is not UTF-8."""
    db.execute("UPDATE entry SET kind = CAST(x'ff6d6f7665' AS TEXT) WHERE id = ?", (number,))
    db.execute("UPDATE entry SET body = CAST(x'22ff22' AS TEXT) WHERE id = ?", (number,))


def deleted(random: Random, db: sqlite3.Connection, number: int) -> None:
    count = random.choice((1, 1, 2, 7))
    db.execute("DELETE FROM entry WHERE id BETWEEN ? AND ?", (number, number + count - 1))


def renumbered(random: Random, db: sqlite3.Connection, number: int) -> None:
    new = random.choice((0, -5, 2**62, number + 100_000))
    with suppress(sqlite3.IntegrityError):
        db.execute("UPDATE entry SET id = ? WHERE id = ?", (new, number))


def swapped(random: Random, db: sqlite3.Connection, number: int) -> None:
    ids = [row[0] for row in db.execute("SELECT id FROM entry")]
    other = random.choice(ids)
    mine, theirs = body(db, number), body(db, other)
    set_body(db, number, theirs)
    set_body(db, other, mine)


def file_cut(random: Random, path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: random.randrange(len(data))])


def file_bytes(random: Random, path: Path) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(random.choice((1, 10, 300))):
        data[random.randrange(len(data))] = random.randrange(256)
    path.write_bytes(bytes(data))


def file_header(random: Random, path: Path) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(random.randint(1, 4)):
        data[random.randrange(16, 110)] = random.randrange(256)
    path.write_bytes(bytes(data))


def file_page(random: Random, path: Path) -> None:
    data = bytearray(path.read_bytes())
    start = 4096 * random.randrange(len(data) // 4096)
    data[start : start + 4096] = random.choice((bytes(4096), random.randbytes(4096)))
    path.write_bytes(bytes(data))


def other_file(random: Random, path: Path) -> None:
    kind = random.randrange(5)
    if kind < 3:
        path.write_bytes((b"", random.randbytes(5000), b"shopping list\n" * 50)[kind])
        return
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute(("CREATE TABLE places (url)", "CREATE VIEW entry AS SELECT 1 AS id")[kind - 3])
        db.commit()


def left_beside(random: Random, path: Path) -> None:
    """What a killed referee leaves, damaged or not."""
    copy = path.with_name("killed.sqlite")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        for _ in range(20):
            db.execute("INSERT INTO entry (at, kind, body) VALUES ('', 'host', ?)", (BODIES[4],))
            db.commit()
        shutil.copy(path, copy)
        wal = bytearray(path.with_name(f"{path.name}-wal").read_bytes())
    if random.random() < 0.7:
        wal[random.randrange(len(wal))] ^= 255
    if random.random() < 0.3:
        del wal[random.randrange(len(wal)) :]
    copy.replace(path)
    path.with_name(f"{path.name}-wal").write_bytes(bytes(wal))


DAMAGES = (
    *map(with_rows, (another_body, flipped_bits, cut_short, other_values, other_values)),
    *map(with_rows, (other_columns, other_bytes, deleted, renumbered, swapped)),
    *(file_cut, file_bytes, file_header, file_page, other_file, left_beside),
)


def damaged(number: int, path: Path) -> str:
    """Damage a journal; what was done to it."""
    random = Random(number)
    damage = DAMAGES[number % len(DAMAGES)]
    damage(random, path)
    return getattr(damage, "__name__", "")


# --- the laws --------------------------------------------------------------------------------


def assert_one_line(result: Result, what: object) -> None:
    """It ended as it may: fine, or with one line that says why not."""
    assert isinstance(result.exception, (SystemExit, type(None))), (what, result.exc_info)
    assert "Traceback" not in result.output, what
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error:")]
    assert result.exit_code in (0, 1), (what, result.stderr)
    assert len(errors) == result.exit_code, (what, result.stderr)
    assert not errors or result.stderr.splitlines()[-1] == errors[0], (what, result.stderr)
    assert "\x1b" not in result.stderr, what


READERS = (
    ("journal", "show"),
    ("journal", "show", "--json"),
    ("journal", "verify"),
    ("journal", "repair", "--dry-run", "--lang", "zh"),
    ("replay",),
    ("replay", "--json"),
    ("replay", "--web", "0"),
)
FILM = ("replay", "--html", "-", "--lang", "zh")
IS_LARGE = "TTS_BRIDGE_GAMES" in os.environ


@pytest.mark.parametrize("part", range(PARTS))
def test_a_damaged_journal_is_one_line_in_every_command_and_stays_as_it_is(
    part: int, journals: tuple[Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "serve", looked_through)
    for number in range(part, DAMAGED, PARTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "game.sqlite"
        shutil.copy(journals[number % len(journals)], path)
        damaged(number, path)
        before = digest(folder)
        for words in READERS:
            assert_one_line(run(*words, path), (number, words))
        if IS_LARGE or number % 7 == 0:  # it draws the whole board
            assert_one_line(run(*FILM, path), (number, FILM))
        assert_one_line(run("journal", "export", path, "-"), (number, "export"))
        assert digest(folder) == before, number

        assert_one_line(run("play", "--resume", path), (number, "play"))
        game = ("dbd", "invader")[number % 2]
        ports = ("--send-port", NOBODY, "--listen-port", free_port())
        result = run("referee", game, "--journal", path, *ports)
        assert_one_line(result, (number, "referee"))
        assert result.exit_code == 1
        if f"port {NOBODY}" not in result.stderr:
            assert digest(folder) == before, (number, result.stderr)
        assert_repaired(path, number)
        shutil.rmtree(folder)


def assert_repaired(path: Path, number: int) -> None:
    """What can be repaired is whole then, and kept as it was."""
    before = digest(path.parent)
    result = run("journal", "repair", path)
    assert_one_line(result, (number, "repair"))
    after = digest(path.parent)
    if result.exit_code or path.name not in before or before[path.name] == after[path.name]:
        assert after == before, (number, result.output)
        return
    assert after[f"{path.name}.bak"] == before[path.name], number
    verified = run("journal", "verify", path)
    assert_one_line(verified, (number, "verify after repair"))
    assert not verified.exit_code or "no game was begun" in verified.stderr, (
        number,
        result.output,
        verified.output,
    )


def looked_through(feed: Replay, web: int, listen: str) -> None:
    """What a browser asks of a replay."""
    for viewer in (SPECTATOR, HOST):
        json.dumps(feed.hello(viewer), default=str)
        feed.full(viewer)
        feed.at(viewer, 0)


def free_port() -> int:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.parametrize("part", range(2))
def test_a_damaged_log_is_one_line_in_every_command(
    part: int, journals: tuple[Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "serve", looked_through)
    good = run("journal", "export", journals[part], "-").output.encode()
    log = tmp_path / "game.jsonl"
    for number in range(DAMAGED // 4):
        random = Random(number)
        lines = good.splitlines()
        at = random.choice((0, random.randrange(len(lines))))
        document = [json.loads(lines[at])]
        holder, key = random.choice(list(places(document)))
        holder[key] = random.choice(JUNK)
        lines[at] = random.choice(
            (json.dumps(document[0]).encode(), random.choice(BODIES), lines[at][:-1])
        )
        log.write_bytes(b"\n".join(lines) + b"\n")
        before = digest(tmp_path)
        for words in (r for r in READERS if r[0] == "replay"):
            assert_one_line(run(*words, log), (number, words))
        assert digest(tmp_path) == before, number
        assert_one_line(run("play", "--resume", log), (number, "play"))
        log.with_name("game.jsonl.bak").unlink(missing_ok=True)
