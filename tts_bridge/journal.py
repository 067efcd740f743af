"""The journal: every observation, ruling and effect, written before it is acted on.

One SQLite file a game (write-ahead log), readable by anything: `entry(id, at, kind, body)`, the
body JSON. The moves in it replay to the position, so a referee that died goes on where it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from rules.engine import Match, Move, Rules
from rules.record import Failure, replay, write_log

SCHEMA_VERSION = 1
D = TypeVar("D")
Kind = str
"""`begin` (config), `luck` (the dealer's seed), `deal` (what setting up made of the table), `seen`
(observation), `heard` (session and number of the agent's reports up to which all is dealt with),
`ruling`, `move`, `undo` (count), `batch`, `done`, `host` (who asked for what outside the table)."""


class JournalError(Exception):
    """A file that is no journal of ours, or cannot be written; says which and what to do."""


class Journal:
    """One game's journal. `Journal(None)` keeps it in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(path or ":memory:", isolation_level=None)
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=NORMAL")
            (version,) = self.db.execute("PRAGMA user_version").fetchone()
            if version not in (0, SCHEMA_VERSION):
                raise JournalError(f"{path}: a journal of version {version}; this reads 1")
            self.db.execute(
                "CREATE TABLE IF NOT EXISTS entry "
                "(id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL)"
            )
            self.db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"{path}: cannot be used as a journal ({error}); name another file"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.db.close()

    def add(self, kind: Kind, body: Any) -> None:
        """Write one entry; it is on disk when this returns (but for a power cut)."""
        self.add_all([(kind, body)])

    def add_all(self, entries: Iterable[tuple[Kind, Any]]) -> None:
        """Write several entries, all or none."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [(now, kind, msgspec.json.encode(body)) for kind, body in entries]
        with self.db:
            self.db.execute("BEGIN")
            self.db.executemany("INSERT INTO entry (at, kind, body) VALUES (?, ?, ?)", rows)

    def entries(self, *kinds: Kind) -> Iterator[tuple[Kind, bytes]]:
        """Entries of these kinds in their order, with their JSON; of every kind without any."""
        for kind, body in self.db.execute("SELECT kind, body FROM entry ORDER BY id"):
            if not kinds or kind in kinds:
                yield kind, as_bytes(body)

    def rows(self) -> Iterator[tuple[str, Kind, bytes]]:
        """Every entry with the time it was written (UTC, ISO 8601)."""
        for at, kind, body in self.db.execute("SELECT at, kind, body FROM entry ORDER BY id"):
            yield at, kind, as_bytes(body)

    def begin(self, config: Any, luck: int, deal: Any = None) -> None:
        """A game starts; `luck` is what its dealer draws by, `deal` what setting up made of the
        table."""
        entries = [("begin", config), ("luck", luck)]
        self.add_all(entries if deal is None else [*entries, ("deal", deal)])

    def deal(self, kind: type[D]) -> D | None:
        """What setting up made of the table of the latest game, or None: it was not set up."""
        found = None
        for entry, body in self.entries("begin", "deal"):
            found = msgspec.json.decode(body, type=kind) if entry == "deal" else None
        return found

    def luck(self) -> int | None:
        """What the dealer of the latest game draws by, or None: that is not recorded."""
        found = None
        for kind, body in self.entries("begin", "luck"):
            found = msgspec.json.decode(body, type=int) if kind == "luck" else None
        return found

    def config(self) -> bytes | None:
        """What the latest game here started from, as JSON, or None: no game was begun."""
        found = None
        for _, body in self.entries("begin"):
            found = body
        return found

    def log(self) -> list[bytes]:
        """The moves of the latest game that were not undone, as JSON."""
        moves: list[bytes] = []
        for kind, body in self.entries("begin", "move", "undo"):
            if kind == "begin":
                moves = []
            elif kind == "move":
                moves.append(body)
            else:
                del moves[len(moves) - msgspec.json.decode(body, type=int) :]
        return moves

    def add_heard(self, session: str, seq: int) -> None:
        """Write down that every report of the agent's session up to that number was dealt with."""
        self.add("heard", {"session": session, "seq": seq})

    def last_seen(self) -> tuple[str, int] | None:
        """Session and number of the last report that is known to have been dealt with, or None."""
        row = self.db.execute(
            "SELECT body FROM entry WHERE kind IN ('seen', 'heard') ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if row is None:
            return None
        seen = msgspec.json.decode(row[0])
        return str(seen["session"]), int(seen["seq"])

    def sessions(self) -> list[str]:
        """The agent's sessions that were heard, in their order."""
        found = (msgspec.json.decode(body)["session"] for _, body in self.entries("heard"))
        return list(dict.fromkeys(found))

    def match(self, rules: Rules[Any]) -> tuple[Match[Any] | None, Failure | None]:
        """The latest game, played again as far as the journal is good."""
        config = self.config()
        if config is None:
            return None, None
        header = write_log(rules, msgspec.Raw(config), ()).encode()
        return replay(rules, [header, *self.log()])

    def record(self, moves: Iterable[Move[Any]], undone: int = 0) -> list[tuple[Kind, Any]]:
        """The entries for moves made and decisions taken back."""
        entries: list[tuple[Kind, Any]] = [("move", move) for move in moves]
        return entries + ([("undo", undone)] if undone else [])


def as_bytes(body: bytes | str) -> bytes:
    """An entry's JSON; a text, if another program wrote it."""
    return body.encode() if isinstance(body, str) else bytes(body)
