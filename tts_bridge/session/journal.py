"""The journal: every observation, ruling and effect, written before it is acted on.

One SQLite file a game (write-ahead log), readable by anything: `entry(id, at, kind, body)`, the
body JSON. The moves in it replay to the position, so a referee that died goes on where it was.
Who only reads it writes nothing; who writes to it holds it alone.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from rules.engine import Match, Move, Rules
from rules.record import Failure, one_line, replay
from tts_bridge.session.journal_file import (
    BROKEN,
    Held,
    Holder,
    Lock,
    companions,
    is_database,
    read_only,
    size,
)
from tts_bridge.session.journal_rows import (
    BAD,
    Heard,
    Log,
    Row,
    Void,
    flaw,
    latest_game,
    log_of,
    row,
)
from tts_bridge.text.catalogue import Texts

SCHEMA_VERSION = 1
TABLE = (
    "CREATE TABLE IF NOT EXISTS entry "
    "(id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL)"
)
COLUMNS = {"id", "at", "kind", "body"}
D = TypeVar("D")
Kind = str
"""`begin` (config), `luck` (the dealer's seed), `deal` (what setting up made of the table), `seen`
(observation), `heard` (session and number of the agent's reports up to which all is dealt with),
`ruling`, `move`, `undo` (count), `batch`, `done`, `host` (who asked for what outside the table),
`void` (what was repaired away)."""


class JournalError(Exception):
    """A file that is no journal of ours, damaged, held by another, or that cannot be written; says
    which and what to do. `what` is the name of the text, `facts` go into it."""

    def __init__(self, what: str, path: Path | None, **facts: object) -> None:
        self.what = what
        self.path = one_line(str(path))
        self.facts = {key: one_line(str(value)) for key, value in facts.items()}
        super().__init__(self.say(Texts("en")))

    def say(self, texts: Texts) -> str:
        """The error in a language, one line."""
        return texts.text(f"journal.{self.what}", path=self.path, **self.facts)


class JournalReader:
    """What stands in a journal; `read_journal` opens one."""

    def __init__(self, db: sqlite3.Connection, path: Path | None) -> None:
        self.db = db
        self.path = path

    def rows(self, *kinds: Kind) -> Iterator[Row]:
        """The rows of these kinds in their order; of every kind without any.

        Raises:
            JournalError: the file is damaged from some row on.
        """
        wanted = f" WHERE kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        last = 0
        try:
            for found in self.db.execute(
                f"SELECT id, at, kind, body FROM entry{wanted} ORDER BY id",  # noqa: S608
                kinds,
            ):
                yield (each := row(*found))
                last = each.id
        except BROKEN as error:
            raise JournalError("unreadable", self.path, row=last + 1, reason=error) from error

    def entries(self, *kinds: Kind) -> Iterator[tuple[Kind, bytes]]:
        """Entries of these kinds in their order, with their JSON; of every kind without any."""
        for each in self.rows(*kinds):
            yield each.kind, each.body

    def read(self, found: Row | None, kind: type[D]) -> D | None:
        """What a row holds; None of no row.

        Raises:
            JournalError: something else.
        """
        if found is None:
            return None
        try:
            return msgspec.json.decode(found.body, type=kind)
        except BAD as error:
            raise JournalError(
                "damaged", self.path, row=found.id, kind=found.kind, reason=error
            ) from error

    def latest(self, kind: Kind) -> Row | None:
        """The last row of a kind in the latest game."""
        found = None
        for each in self.rows("begin", kind):
            found = each if each.kind == kind else None
        return found

    def deal(self, kind: type[D]) -> D | None:
        """What setting up made of the table of the latest game, or None: it was not set up."""
        return self.read(self.latest("deal"), kind)

    def luck(self) -> int | None:
        """What the dealer of the latest game draws by, or None: that is not recorded."""
        return self.read(self.latest("luck"), int)

    def config(self) -> bytes | None:
        """What the latest game here started from, as JSON, or None: no game was begun."""
        found = self.latest("begin")
        return None if found is None else found.body

    def game(self) -> Sequence[Row]:
        """Every row since the latest game began."""
        return latest_game(list(self.rows()))

    def played(self) -> Log:
        """The moves of the latest game that were not undone, with their rows."""
        return log_of(latest_game(list(self.rows("begin", "move", "undo"))))

    def log(self) -> list[bytes]:
        """The moves of the latest game that were not undone, as JSON."""
        return [each.body for each in self.played().moves]

    def last_seen(self) -> tuple[str, int] | None:
        """Session and number of the last report that is known to have been dealt with, or None."""
        for each in reversed(list(self.rows("seen", "heard", "void"))):
            if flaw(each):
                return None
            if each.kind != "void":
                last = msgspec.json.decode(each.body, type=Heard)
                return last.session, last.seq
            if msgspec.json.decode(each.body, type=Void).kind in ("seen", "heard"):
                return None
        return None

    def sessions(self) -> list[str]:
        """The agent's sessions that were heard, in their order."""
        found = (
            msgspec.json.decode(each.body, type=Heard).session
            for each in self.rows("heard")
            if not flaw(each)
        )
        return list(dict.fromkeys(found))

    def match(self, rules: Rules[Any]) -> tuple[Match[Any] | None, Failure | None]:
        """The latest game, played again as far as the journal is good."""
        config = self.config()
        if config is None:
            return None, None
        return replayed(rules, config, self.played())


def replayed(
    rules: Rules[Any], config: bytes, log: Log
) -> tuple[Match[Any] | None, Failure | None]:
    """A game out of a journal, as far as it is good, and what stopped it: line 1 is how it began,
    each other one a move."""
    header = b'{"game":%b,"version":1,"config":%b}' % (msgspec.json.encode(rules.name), config)
    match, failure = replay(rules, [header, *[each.body for each in log.moves]])
    if failure is None and log.broken is not None:
        failure = Failure(len(log.moves) + 2, f"row {log.broken.id}: no undo of moves before it")
    return match, failure


class Journal(JournalReader):
    """One game's journal, to be written to. `Journal(None)` keeps it in memory. `game` is whose
    referee asks, for those who want it meanwhile. `look` is shown what is in the file before
    anything is written to it, and raises what it has against it.

    Raises:
        JournalError: it cannot be used; nothing was written to what is no journal.
    """

    def __init__(
        self,
        path: Path | None,
        game: str = "",
        look: Callable[[JournalReader], object] = lambda journal: None,
    ) -> None:
        self.failed: JournalError | None = None
        """Why nothing more can be written."""
        self.lock: Lock | None = None
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                self.lock = hold(path, game)
                if not is_blank(path):
                    with read_journal(path, or_blank=True) as found:
                        look(found)
            super().__init__(sqlite3.connect(path or ":memory:", isolation_level=None), path)
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=NORMAL")
            if self.db.execute("PRAGMA user_version").fetchone() != (SCHEMA_VERSION,):
                with self.db:
                    self.db.execute("BEGIN")
                    self.db.execute(TABLE)
                    self.db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise out_of_reach(path, error) from error
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close it, and let others have it."""
        if hasattr(self, "db"):
            with contextlib.suppress(sqlite3.Error):  # a full disk: all that is written stays
                self.db.close()
        if self.lock is not None:
            self.lock.release()

    def add(self, kind: Kind, body: Any) -> None:
        """Write one entry; it is on disk when this returns (but for a power cut).

        Raises:
            JournalError: it cannot be written.
        """
        self.add_all([(kind, body)])

    def add_all(self, entries: Iterable[tuple[Kind, Any]]) -> None:
        """Write several entries, all or none.

        Raises:
            JournalError: they cannot be written; nor will others be, which nobody acts on then.
        """
        if self.failed is not None:
            raise self.failed
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [(now, kind, msgspec.json.encode(body)) for kind, body in entries]
        try:
            with self.db:
                self.db.execute("BEGIN")
                self.db.executemany("INSERT INTO entry (at, kind, body) VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            self.failed = JournalError("unwritable", self.path, reason=error)
            raise self.failed from error

    def begin(self, config: Any, luck: int, deal: Any = None) -> None:
        """A game starts; `luck` is what its dealer draws by, `deal` what setting up made of the
        table."""
        entries = [("begin", config), ("luck", luck)]
        self.add_all(entries if deal is None else [*entries, ("deal", deal)])

    def add_heard(self, session: str, seq: int) -> None:
        """Write down that every report of the agent's session up to that number was dealt with."""
        self.add("heard", {"session": session, "seq": seq})

    def record(self, moves: Iterable[Move[Any]], undone: int = 0) -> list[tuple[Kind, Any]]:
        """The entries for moves made and decisions taken back."""
        entries: list[tuple[Kind, Any]] = [("move", move) for move in moves]
        return entries + ([("undo", undone)] if undone else [])


def hold(path: Path, game: str = "") -> Lock:
    """Hold a journal, so that nobody else writes to it.

    Raises:
        JournalError: somebody does. OSError: no lock can be had there.
    """
    try:
        return Lock(path, Holder(game, os.getpid()))
    except Held as held:
        who = held.holder
        raise JournalError("held", path, game=who.game or "?", pid=who.pid or "?") from held


@contextmanager
def read_journal(path: Path, *, or_blank: bool = False) -> Iterator[JournalReader]:
    """A journal to be read; nothing is written, in its folder neither. `or_blank`: a database in
    which nothing is yet will do as well, and is read as a journal without rows.

    Raises:
        JournalError: it cannot be read, or is no journal of ours.
    """
    with ExitStack() as stack:
        try:
            if is_blank(path):
                raise JournalError("empty", path)
            if size(path) and not is_database(path):
                raise JournalError("foreign", path)
            db = stack.enter_context(read_only(path))
            if is_empty(db) and or_blank:
                db = stack.enter_context(closing(sqlite3.connect(":memory:")))
                db.execute(TABLE)
            else:
                check(db, path)
        except BROKEN as error:
            raise JournalError("unreadable", path, row=1, reason=error) from error
        except OSError as error:
            raise out_of_reach(path, error) from error
        yield JournalReader(db, path)


def out_of_reach(path: Path | None, error: sqlite3.Error | OSError) -> JournalError:
    """The error for a file that the system, or the database, does not let us use."""
    is_full = getattr(error, "errno", 0) == errno.ENOSPC or "disk is full" in str(error)
    reason = getattr(error, "strerror", None) or str(error)
    return JournalError("unwritable" if is_full else "unusable", path, reason=reason)


def is_blank(path: Path) -> bool:
    """Whether a file holds nothing at all, or is not there."""
    return not any(size(each) for each in (path, *companions(path)))


def is_empty(db: sqlite3.Connection) -> bool:
    """Whether nothing was ever put into a database: its referee was killed at once."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not version and not tables


def check(db: sqlite3.Connection, path: Path) -> None:
    """Raises JournalError: the database is none of our journals."""
    if is_empty(db):
        raise JournalError("empty", path)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    kinds = dict(db.execute("SELECT name, type FROM sqlite_master"))
    columns = {
        name for _, name, *_, hidden in db.execute("PRAGMA table_xinfo(entry)") if not hidden
    }
    if kinds.get("entry") != "table" or "trigger" in kinds.values() or not columns >= COLUMNS:
        raise JournalError("foreign", path)
    if version not in (0, SCHEMA_VERSION):
        raise JournalError("version", path, version=version, ours=SCHEMA_VERSION)
