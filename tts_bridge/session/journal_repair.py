"""Repairing a journal: what is damaged is put back where the journal says it twice, and set aside
or cut off where it does not. The file as it was is kept beside it.
"""

from __future__ import annotations

import secrets
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from exporters.savefile import SaveError, write_bytes
from tts_bridge.game.plugin import Game
from tts_bridge.session.journal import SCHEMA_VERSION, TABLE, JournalError, JournalReader
from tts_bridge.session.journal_damage import Damage, Findings, examine, gaps
from tts_bridge.session.journal_file import companions, size
from tts_bridge.session.journal_rows import (
    GAME,
    Row,
    Void,
    flaw,
    is_alike,
    is_known,
    latest_game,
    log_of,
    ruled_on,
)
from tts_bridge.text.catalogue import Texts

MISSING = "missing"
"""The kind of a row that stands for missing ones, until it is known what becomes of them."""


class Change(Struct, frozen=True):
    """What is done about a row: `restored` from the ruling on it, set `aside`, `cut` with every
    move after it, given new `luck`, or `left` out with all rows after it."""

    what: str
    row: int
    kind: str = ""

    def say(self, texts: Texts) -> str:
        """The change in a language."""
        return texts.text(f"repair.{self.what}", row=str(self.row), kind=texts.clean(self.kind))


class Mended(Struct, frozen=True):
    """A journal as it is after a repair; its rows are numbered anew where some were missing."""

    rows: tuple[Row, ...]
    changes: tuple[Change, ...]
    before: Findings
    after: Findings
    cut: int
    """Moves that stood and do not any more."""

    def say(self, texts: Texts) -> str:
        """What a repair does, in a line."""
        counts = {
            what: str(sum(each.what == what for each in self.changes))
            for what in ("restored", "aside")
        }
        left = len(self.after.match.moves) if self.after.match else 0
        return texts.text("repair.summary", cut=str(self.cut), left=str(left), **counts)


def mend(
    rows: Sequence[Row],
    games: Mapping[str, Game],
    luck: Callable[[], int] = lambda: secrets.randbelow(2**53),
) -> Mended:
    """The rows of a journal of one of these games in which nothing is damaged any more. `luck`: new
    luck, where what was drawn by is lost."""
    before = examine(rows, games)
    if not before.damages:
        return Mended(tuple(rows), (), before, before, 0)
    work = Mending(rows)
    while (found := examine(work.in_order(), games)).damages:
        if found.serious:
            work.mend(min(found.serious, key=lambda each: each.row), luck)
        else:
            work.set_aside(found.damages)
    return Mended(tuple(work.in_order()), tuple(work.changes), before, found, work.lost)


class Mending:
    """The rows of a journal while they are mended, by their numbers, from 1 without a gap."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = {each.id: each for each in rows}
        self.changes: list[Change] = []
        self.lost = 0
        """Moves that stood and do not any more."""
        self.replaced: dict[int, tuple[Row, int]] = {}
        """Readable rows that were replaced by what a ruling says, and the ruling's number."""
        self.restore(rows)
        self.old: dict[int, int] = {}
        """What numbers rows had before those that are missing were counted."""
        self.close_gaps()

    def in_order(self) -> list[Row]:
        """The rows as they are by now."""
        return [self.rows[number] for number in sorted(self.rows)]

    def close_gaps(self) -> None:
        """Have a row stand for each gap, and number all of them anew."""
        rows = self.in_order()
        latest = latest_game(rows)
        missing = {each.row: each for each in gaps(rows, latest[0].id if latest else 0)}
        self.rows, new = {}, {}
        number = 0
        for before, each in pairwise([Row(0, "", "", b""), *rows]):
            if gap := missing.get(before.id + 1):
                number += 1
                self.rows[number] = Row(number, "", MISSING, b"")
                self.old[number] = gap.row
                if not gap.bears:
                    self.void(number, "aside")
            number += 1
            self.rows[number] = replace(each, id=number)
            self.old[number], new[each.id] = each.id, number
        self.replaced = {
            new[at]: (replace(row, id=new[at]), new[ruling])
            for at, (row, ruling) in self.replaced.items()
        }

    def restore(self, rows: Sequence[Row]) -> None:
        """Put back every move and undo that is damaged and stands in the ruling on it."""
        for number, (kind, body, ruling) in ruled_on(rows).items():
            old = self.rows.get(number)
            if old is not None and is_known(old):
                if old.kind != kind:
                    continue
                if not flaw(old):
                    if is_alike(body, old.body):
                        continue
                    self.replaced[number] = (old, ruling)
            if number < 1:
                continue
            self.rows[number] = Row(number, self.rows[ruling].at, kind, body)
            self.changes.append(Change("restored", number, kind))

    def mend(self, damage: Damage, luck: Callable[[], int]) -> None:
        """Mend a row that the position rests on."""
        number = damage.row
        old = self.rows.get(number)
        if old is not None and old.kind == "luck":
            self.rows[number] = replace(old, body=str(luck()).encode(), is_odd=False)
            self.changes.append(Change("luck", self.old[number], "luck"))
        elif number in self.replaced:  # the ruling does not fit the rest: it is the damaged one
            self.rows[number], ruling = self.replaced.pop(number)
            wrong = ("restored", self.old[number])
            self.changes = [each for each in self.changes if (each.what, each.row) != wrong]
            self.void(ruling, "aside")
        elif old is not None and old.kind == "deal":
            self.cut(latest_game(self.in_order())[0].id)
        else:
            self.cut(number)

    def cut(self, first: int) -> None:
        """Let nothing count from a row of the latest game on."""
        self.changes.append(Change("cut", self.old[first], self.rows[first].kind))
        standing = log_of(latest_game(self.in_order())).moves
        self.lost += sum(each.id >= first for each in standing)
        for number, each in list(self.rows.items()):
            if number == first or (number > first and each.kind in GAME):
                self.void(number)

    def set_aside(self, damages: Sequence[Damage]) -> None:
        """Let rows not count that the position does not rest on."""
        taken_back = {each.row for each in damages if each.kind == "move"}
        self.count_without(taken_back)
        for each in damages:
            if each.what == "differs":  # it was taken back, and so is what the ruling says of it
                _, _, ruling = ruled_on(self.in_order())[each.row]
                self.void(ruling, "aside")
            else:
                self.void(each.row, "aside")

    def count_without(self, moves: set[int]) -> None:
        """Take back fewer moves where these were among those that were taken back."""
        made: list[int] = []
        for each in list(latest_game(self.in_order())):
            if each.kind == "move":
                made.append(each.id)
            elif each.kind == "undo":
                count = msgspec.json.decode(each.body, type=int)
                lost = len(moves.intersection(made[-count:]))
                del made[-count:]
                if lost:
                    self.rows[each.id] = replace(each, body=str(count - lost).encode())
                    if lost == count:
                        self.void(each.id)

    def void(self, number: int, what: str = "") -> None:
        """Let a row count for nothing."""
        old = self.rows[number]
        body = Void(old.kind, old.body.decode("utf-8", "replace"))
        self.rows[number] = Row(number, old.at, "void", msgspec.json.encode(body))
        if what:
            self.changes.append(Change(what, self.old[number], old.kind))


class Damaged(JournalError):
    """A journal whose game cannot go on as it is: it is not rewound to before what is damaged."""

    def __init__(self, path: Path | None, damages: Sequence[Damage], mended: Mended | None) -> None:
        self.damages = damages
        self.mended = mended
        super().__init__("broken", path)

    def say(self, texts: Texts) -> str:
        told = tell(self.damages, texts)
        remedy = self.mended.say(texts) if self.mended else ""
        return texts.text("journal.broken", path=self.path, damage=told, repair=remedy)


def tell(damages: Sequence[Damage], texts: Texts) -> str:
    """The first of some damages, and how many more there are."""
    more = len(damages) - 1
    told = damages[0].say(texts)
    return texts.text("journal.more", damage=told, count=str(more)) if more else told


def require_whole(journal: JournalReader, games: Mapping[str, Game]) -> None:
    """Raises Damaged: the position rests on something that is damaged."""
    rows = list(journal.rows())
    if serious := examine(rows, games).serious:
        raise Damaged(journal.path, serious, mend(rows, games))


def require_game(
    journal: JournalReader, game: str, games: Mapping[str, Game], *, new_game: bool
) -> Findings:
    """What is in a journal in which a game of that name is to go on, or a new one to begin.

    Raises:
        JournalError: the journal is of another game. Damaged: its game cannot go on.
    """
    rows = list(journal.rows())
    found = examine(rows, games)
    if found.name not in ("", game):
        raise JournalError("other-game", journal.path, theirs=found.name, ours=game)
    if found.serious and not new_game:
        raise Damaged(journal.path, found.serious, mend(rows, games))
    return found


def readable(journal: JournalReader) -> tuple[list[Row], JournalError | None]:
    """The rows of a journal up to the one from which on the file itself is damaged, and what is
    wrong with that."""
    rows: list[Row] = []
    try:
        for each in journal.rows():
            rows.append(each)
    except JournalError as error:
        return rows, error
    return rows, None


def write_repaired(path: Path, rows: Sequence[Row]) -> Path:
    """Let a journal have these rows; the copy of it that is kept. The caller holds its lock.

    Raises:
        JournalError: it cannot be written.
    """
    copy = unused(path)
    try:
        for each, kept in zip((path, *companions(path)), (copy, *companions(copy)), strict=True):
            if size(each):
                write_bytes(kept, each.read_bytes(), backup=False)
        data = as_database(rows)
        for each in (*companions(path), path.with_name(f"{path.name}-shm")):
            each.unlink(missing_ok=True)  # they belong to the rows as they were
        write_bytes(path, data, backup=False)
    except (SaveError, OSError, sqlite3.Error) as error:
        raise JournalError("unwritable", path, reason=error) from error
    return copy


def unused(path: Path) -> Path:
    """The name of a copy that is not there yet: `.bak`, `.2.bak`, ..."""
    copy = path.with_name(f"{path.name}.bak")
    number = 2
    while copy.exists():
        copy = path.with_name(f"{path.name}.{number}.bak")
        number += 1
    return copy


def as_database(rows: Sequence[Row]) -> bytes:
    """The file of a journal of these rows."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "journal.sqlite"
        with closing(sqlite3.connect(path)) as db:
            db.execute(TABLE)
            db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            columns = [(each.id, each.at, each.kind, each.body) for each in rows]
            db.executemany("INSERT INTO entry (id, at, kind, body) VALUES (?, ?, ?, ?)", columns)
            db.commit()
        return path.read_bytes()
