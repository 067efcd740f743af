"""The links of a journal's page survive a restart; their secrets are nobody else's."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tts_bridge.session.journal import Journal
from tts_bridge.web import keyfile
from tts_bridge.web.feed import HOST, Viewer
from tts_bridge.web.keyfile import KeyFile

MEG = Viewer("seat", "meg-thomas")
posix = pytest.mark.skipif(os.name != "posix", reason="there are no such rights here")


def start(journal: Path) -> KeyFile:
    """The keys of a referee that is started on this journal, and what it does with them."""
    with Journal(journal) as opened:
        kept = KeyFile(opened)
        kept.remember(40_000)
        return kept


def links(kept: KeyFile) -> tuple[str, str]:
    return kept.keys.key(HOST), kept.keys.key(MEG)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "game.sqlite"


def test_the_same_journal_has_the_same_links_and_port(journal: Path) -> None:
    first = start(journal)
    again = start(journal)
    assert links(first) == links(again)
    assert (first.port, again.port) == (40_000, 40_000)
    assert (first.warning, again.warning) == ("", "")
    assert not list(journal.parent.glob("*.new"))


def test_another_journal_has_others(journal: Path, tmp_path: Path) -> None:
    assert links(start(journal)) != links(start(tmp_path / "other.sqlite"))


def test_a_journal_in_memory_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = KeyFile(Journal(None))
    kept.remember(1)
    assert kept.warning == ""
    assert list(tmp_path.iterdir()) == []


@posix
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_the_file_is_its_owners_alone_from_the_first_moment(
    mask: int, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rights: list[int] = []
    real = os.fsync

    def look(number: int) -> None:
        rights.append(os.fstat(number).st_mode & 0o777)
        real(number)

    monkeypatch.setattr(keyfile.os, "fsync", look)
    old = os.umask(mask)
    try:
        kept = start(journal)
    finally:
        os.umask(old)
    assert kept.path is not None
    assert set(rights) == {0o600}
    assert kept.path.stat().st_mode & 0o777 == 0o600


def test_the_journal_says_which_file_is_its_own_and_holds_no_secret(journal: Path) -> None:
    kept = start(journal)
    assert kept.path is not None
    held = json.loads(kept.path.read_text("utf-8"))
    for file in journal.parent.glob("game.sqlite*"):
        if file != kept.path:
            assert held["secret"].encode() not in file.read_bytes()
            assert bytes.fromhex(held["secret"]) not in file.read_bytes()
    with Journal(journal) as opened:
        entries = [json.loads(body) for _, body in opened.entries("host")]
    assert entries == [{"by": "the page", "action": "links", "argument": held["name"]}]


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:40])


def change(file: Path, **values: object) -> None:
    held = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(held | values), encoding="utf-8")


def link_elsewhere(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


def make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut": (truncate, "damaged"),
    "empty": (lambda file: file.write_bytes(b""), "damaged"),
    "noise": (lambda file: file.write_bytes(os.urandom(200)), "damaged"),
    "deep": (lambda file: file.write_bytes(b"[" * 4000), "damaged"),
    "huge": (lambda file: file.write_bytes(file.read_bytes() + b" " * 9_000_000), ""),
    "short secret": (lambda file: change(file, secret="00"), "damaged"),
    "no secret": (lambda file: change(file, secret="\x1b[31m"), "damaged"),
    "strange port": (lambda file: change(file, port=99_999), "damaged"),
    "more": (lambda file: change(file, more=1), "damaged"),
    "another's": (lambda file: change(file, name="f" * 16), "of another journal"),
    "gone": (Path.unlink, "gone"),
}
if os.name == "posix":
    DAMAGES |= {
        "readable": (lambda file: file.chmod(0o644), "others could read it"),
        "for the group": (lambda file: file.chmod(0o640), "others could read it"),
        "a link": (link_elsewhere, "symbolic link"),
        "a pipe": (make_pipe, "not a file"),
    }


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_cannot_be_used_is_one_line_and_new_links(damage: str, journal: Path) -> None:
    first = start(journal)
    assert first.path is not None
    secret = json.loads(first.path.read_text("utf-8"))["secret"]
    harm, why = DAMAGES[damage]
    harm(first.path)
    then = start(journal)
    if not why:  # white space is no damage
        assert links(then) == links(first)
        return
    assert links(then) != links(first)
    assert then.warning.startswith(f"{first.path}: ")
    assert why in then.warning
    assert then.warning.endswith("so all links are new")
    assert then.warning.isprintable()
    assert secret not in then.warning
    again = start(journal)
    assert (links(again), again.warning) == (links(then), "")


def test_a_file_beside_a_new_journal_is_another_journals(journal: Path) -> None:
    first = start(journal)
    for file in journal.parent.glob("game.sqlite*"):
        if file != first.path:
            file.unlink()
    then = start(journal)
    assert links(then) != links(first)
    assert "of another journal" in then.warning


def test_what_cannot_be_written_is_said_and_the_page_goes_on(journal: Path) -> None:
    (journal.parent / "game.sqlite.keys").mkdir()
    first = start(journal)
    assert first.warning.endswith("so the next start has new links")
    assert links(start(journal)) != links(first)


def test_what_a_start_that_was_killed_left_does_not_matter(journal: Path) -> None:
    (journal.parent / "game.sqlite.keys.new").write_text("half", encoding="utf-8")
    first = start(journal)
    assert first.warning == ""
    assert links(start(journal)) == links(first)


def test_who_reads_meanwhile_sees_the_old_file_or_the_new_one(journal: Path) -> None:
    kept = start(journal)
    path = kept.path
    assert path is not None
    over = threading.Event()
    seen: list[int] = []

    def look() -> None:
        while not over.is_set():
            seen.append(json.loads(path.read_text("utf-8"))["port"])

    reader = threading.Thread(target=look)
    reader.start()
    try:
        for port in range(40_001, 40_100):
            kept.remember(port)
    finally:
        over.set()
        reader.join()
    assert sorted(seen) == seen
