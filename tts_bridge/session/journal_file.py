"""The file of a journal: opened so that nothing is written, and held by one referee at a time."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

MAGIC = b"SQLite format 3\0"
"""How the file of a journal begins."""
BESIDE = ("-wal", "-journal")
"""What SQLite keeps beside a database while somebody writes to it, or when he was killed."""
ROW_LIMIT = 64_000_000
"""Bytes of a row; a longer one is none of ours."""
LOCK_AT = 2**30
"""The byte of a lock file that is locked where locks are of bytes: far behind what is in it."""
TRIES = 5


BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises over a damaged file: it quotes what it does not understand as it is."""


class Holder(Struct, frozen=True):
    """Who holds a journal."""

    game: str = ""
    pid: int = 0


class Held(Exception):
    """Somebody else holds the journal."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder)
        self.holder = holder


def is_database(path: Path) -> bool:
    """Whether a file is a database, as journals are. OSError: it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to be read: neither the file nor its folder is written to.

    What a killed referee left beside the file, or a living one keeps there, belongs to it: then
    it is a private copy of both that is read.

    Raises:
        OSError, or one of BROKEN: it cannot be read.
    """
    if not any(size(beside) for beside in companions(path)):
        with contextlib.closing(connect(path, "mode=ro&immutable=1")) as db:
            yield db
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = copy_whole(path, Path(folder) / "journal.sqlite")
        with contextlib.closing(connect(copy, "mode=rw")) as db:
            yield db


def connect(path: Path, how: str) -> sqlite3.Connection:
    """A connection that trusts nothing in the file, and reads text of any bytes."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, ROW_LIMIT)
    db.execute("PRAGMA trusted_schema=OFF")
    db.execute("PRAGMA writable_schema=ON")  # a file that was cut short is read up to there
    return db


def companions(path: Path) -> list[Path]:
    """The files that may lie beside a database and belong to it."""
    return [path.with_name(path.name + end) for end in BESIDE]


def size(path: Path) -> int:
    """Bytes of a file; 0 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def copy_whole(path: Path, copy: Path) -> Path:
    """Copy a database with what belongs to it; once more if somebody wrote to it meanwhile."""
    for _ in range(TRIES):
        before = stamps(path)
        shutil.copyfile(path, copy)
        for beside, theirs in zip(companions(path), companions(copy), strict=True):
            theirs.unlink(missing_ok=True)
            if size(beside):
                with contextlib.suppress(FileNotFoundError):  # a referee that has just ended
                    shutil.copyfile(beside, theirs)
        if stamps(path) == before:
            break
    return copy


def stamps(path: Path) -> list[Any]:
    """What tells whether somebody wrote to a database."""
    found: list[Any] = []
    for each in (path, *companions(path)):
        with contextlib.suppress(FileNotFoundError):
            stat = each.stat()
            found.append((each.name, stat.st_size, stat.st_mtime_ns))
    return found


class Lock:
    """Holds a journal for this process until `release`, or until the process is gone.

    The system itself keeps the lock, on a file `.lock` beside the journal that also says who
    holds it.

    Raises:
        Held: somebody else holds it. OSError: no lock can be had there.
    """

    def __init__(self, path: Path, holder: Holder) -> None:
        real = Path(os.path.realpath(path))
        self.path = real.with_name(real.name + ".lock")
        while True:
            self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                lock(self.file)
                if is_same(self.file, self.path):  # else its holder has just removed it
                    break
            except BaseException:
                os.close(self.file)
                raise
            os.close(self.file)
        try:
            os.truncate(self.file, 0)
            os.write(self.file, msgspec.json.encode(holder))
        except OSError:
            self.release()
            raise

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let go of it; a second time does nothing."""
        if self.file < 0:
            return
        if sys.platform == "win32":  # where nobody can remove what somebody has open
            os.close(self.file)
            with contextlib.suppress(OSError):
                self.path.unlink()
        else:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self.file)
        self.file = -1


def read_holder(file: int) -> Holder:
    """Who says in the lock file that he holds it; nobody in particular if that is not written."""
    try:
        return msgspec.json.decode(os.read(file, 1000), type=Holder)
    except (ValueError, OSError):
        return Holder()


if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        """Lock an open file. Raises Held: somebody else has."""
        os.lseek(file, LOCK_AT, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            os.lseek(file, 0, os.SEEK_SET)
            raise Held(read_holder(file)) from error
        os.lseek(file, 0, os.SEEK_SET)

    def is_same(file: int, path: Path) -> bool:
        """Whether an open file is still the one of that name."""
        return True

else:
    import fcntl

    def lock(file: int) -> None:
        """Lock an open file. Raises Held: somebody else has."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Held(read_holder(file)) from error

    def is_same(file: int, path: Path) -> bool:
        """Whether an open file is still the one of that name."""
        try:
            return os.path.samestat(os.fstat(file), path.stat())
        except FileNotFoundError:
            return False
