"""A folder that appears whole or not at all, and what a killed one of ours has left behind.

A folder is written beside its place, as `.NAME.TOKEN.new`, while `.NAME.TOKEN.lock` is locked.
The system lets go of the lock when the writer ends, however it ends: a lock that can be taken is
nobody's. Folders without such a file are somebody else's and stay.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_TOKEN = 8  # hexadecimal digits


@contextmanager
def appearing(folder: Path) -> Iterator[Path]:
    """A new folder to be filled, which then becomes `folder`; that one is absent or empty.

    What earlier ones left that were killed is removed first. Raises OSError.
    """
    sweep(folder)
    token, lock = _locked(folder)
    beside = _beside(folder, token, "new")
    try:
        beside.mkdir()
        yield beside
        if folder.exists():
            folder.rmdir()  # it is empty; Windows does not rename onto a folder
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        _drop(_beside(folder, token, "lock"), lock)


def sweep(folder: Path) -> None:
    """Remove what killed writers of that folder left; what somebody still writes stays."""
    name = re.compile(rf"\.{re.escape(folder.name)}\.([0-9a-f]{{{_TOKEN}}})\.lock")
    for each in list(folder.parent.iterdir()):
        if not (found := name.fullmatch(each.name)) or each.is_symlink():
            continue
        try:
            lock = os.open(each, os.O_RDWR)
        except OSError:
            continue
        if not _take(lock):
            os.close(lock)
            continue
        beside = _beside(folder, found[1], "new")
        if not beside.is_symlink():
            shutil.rmtree(beside, ignore_errors=True)
        _drop(each, lock)


def _beside(folder: Path, token: str, ending: str) -> Path:
    return folder.with_name(f".{folder.name}.{token}.{ending}")


def _locked(folder: Path) -> tuple[str, int]:
    """A token of our own, with its lock."""
    while True:
        token = secrets.token_hex(_TOKEN // 2)
        path = _beside(folder, token, "lock")
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        # Somebody who sweeps may have come between: then the file is his, or gone.
        if _take(lock) and path.exists():
            return token, lock
        os.close(lock)


def _take(lock: int) -> bool:
    """Whether the lock was free and is ours now."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _drop(path: Path, lock: int) -> None:
    if sys.platform == "win32":
        os.close(lock)  # an open file stays there
        lock = -1
    with suppress(OSError):
        path.unlink()
    if lock >= 0:
        os.close(lock)
