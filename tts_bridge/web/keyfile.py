"""The secrets of the links beside a journal, so that links survive a restart.

The file lies in the journal's folder and is its owner's alone from the moment it is there. It names
the journal it was made with, and the journal names it: what either copied elsewhere finds is made
anew. What it holds is in no message.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from tts_bridge.session.journal import Journal
from tts_bridge.web.access import Keys

LARGEST = 4096
SECRET = 32
"""Bytes of a secret."""
ACTION = "links"
"""What the journal's `host` entry says that names the file."""


class KeyFileError(ValueError):
    """The file is not one that can be used; the text says why, and nothing of what it holds."""


class _Kept(Struct, forbid_unknown_fields=True):
    """What the file holds."""

    name: str
    secret: str
    port: int = 0


class _Asked(Struct):
    """As much of a `host` entry as is needed here."""

    action: str
    argument: str


class KeyFile:
    """The secrets of a journal's links. `keys` are those that were there, or new ones, and
    `warning` says why they are new, or will not last; "" when there is nothing to say."""

    def __init__(self, journal: Journal) -> None:
        self.path = (
            None if journal.path is None else journal.path.with_name(f"{journal.path.name}.keys")
        )
        self.warning = ""
        self._kept = _Kept("", "")
        if self.path is None:
            self.keys = Keys()
            return
        name = named(journal)
        try:
            self._kept = read(self.path, name)
        except FileNotFoundError:
            self.warning = f"{self.path}: gone, so all links are new" if name else ""
        except KeyFileError as error:
            self.warning = f"{self.path}: {error}, so all links are new"
        except OSError as error:
            self.warning = f"{self.path}: {error.strerror or error}, so all links are new"
        if not self._kept.name:
            self._make(journal)
        self.keys = Keys(bytes.fromhex(self._kept.secret))

    @property
    def port(self) -> int:
        """The port that the page was last served on; 0: none."""
        return self._kept.port

    def remember(self, port: int) -> None:
        """Write down the port that the links name."""
        if port != self._kept.port:
            self._kept.port = port
            self._write()

    def _make(self, journal: Journal) -> None:
        self._kept = _Kept(secrets.token_hex(8), secrets.token_hex(SECRET))
        if self._write():
            entry = {"by": "the page", "action": ACTION, "argument": self._kept.name}
            journal.add("host", entry)

    def _write(self) -> bool:
        """Write the file whole, or say why links will not survive."""
        if self.path is None:
            return False
        try:
            write(self.path, msgspec.json.encode(self._kept))
        except OSError as error:
            self.warning = (
                f"{self.path}: cannot be written ({error.strerror or error}), so the next start "
                "has new links"
            )
            return False
        return True


def named(journal: Journal) -> str:
    """The name of the file that was last made for a journal; "": none was."""
    found = ""
    for _, body in journal.entries("host"):
        with suppress(msgspec.MsgspecError, RecursionError):
            asked = msgspec.json.decode(body, type=_Asked)
            if asked.action == ACTION:
                found = asked.argument
    return found


def read(path: Path, name: str) -> _Kept:
    """What a file holds, if its owner alone can read it and it bears that name.

    Raises:
        KeyFileError: it is not so.
        OSError: it cannot be read.
    """
    flags = os.O_RDONLY
    for each in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # never another file, never waiting
        flags |= getattr(os, each, 0)
    number = os.open(path, flags)
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise KeyFileError("not a file")
        if os.name == "posix" and found.st_uid != os.geteuid():
            raise KeyFileError("somebody else's")
        if os.name == "posix" and found.st_mode & 0o077:
            raise KeyFileError("others could read it")
        data = os.read(number, LARGEST)
    finally:
        os.close(number)
    try:
        kept = msgspec.json.decode(data, type=_Kept)
        is_whole = len(bytes.fromhex(kept.secret)) == SECRET and 0 <= kept.port < 2**16
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise KeyFileError("damaged")
    if not name or kept.name != name:
        raise KeyFileError("of another journal")
    return kept


def write(path: Path, data: bytes) -> None:
    """Write a file whole that nobody else can read, not even for a moment. Raises OSError."""
    fresh = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):  # what a start that was killed left
        fresh.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(fresh, flags, 0o600)
    try:
        try:
            os.write(number, data)  # far too short to be written in parts
            os.fsync(number)
        finally:
            os.close(number)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
