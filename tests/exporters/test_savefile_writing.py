"""A save is written whole or not at all."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from exporters.savefile import (
    SaveError,
    parse,
    read,
    write,
)
from tests.exporters.test_savefile import TWINS


def test_writing_keeps_a_backup_and_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "TS_Save_1.json"
    path.write_bytes(TWINS["windows"].encode())
    save = read(path)
    save.data["SaveName"] = "b"
    write(path, save)
    assert path.read_bytes() == TWINS["windows"].replace('"a"', '"b"').encode()
    assert (tmp_path / "TS_Save_1.json.bak").read_bytes() == TWINS["windows"].encode()
    write(path, save, backup=False)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["TS_Save_1.json", "TS_Save_1.json.bak"]


@pytest.mark.parametrize("step", ["replace", "open", "stat"])
def test_a_failure_at_any_step_leaves_the_old_file_and_no_litter(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"old": 1}', encoding="utf-8")

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    if step == "replace":
        monkeypatch.setattr(Path, "replace", fail)
    elif step == "open":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr("shutil.copy2", fail)
    with pytest.raises(SaveError, match="No space left on device; the file is as it was"):
        write(path, parse('{"new": 1}'))
    assert path.read_text(encoding="utf-8") == '{"old": 1}'
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_what_cannot_be_encoded_is_refused_before_the_file_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with pytest.raises(SaveError, match="unpaired surrogate"):
        write(path, parse('{"a": "\ud800"}'))
    assert not path.exists()


WRITER = """
import sys
from exporters.savefile import parse, write
saves = [parse('{"n": "%s"}' % (letter * 200_000)) for letter in "ab"]
print("ready", flush=True)
while True:
    for save in saves:
        write(sys.argv[1], save)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_a_writer_that_is_killed_leaves_one_whole_save(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    root = Path(__file__).resolve().parents[2]
    for delay in (0.01, 0.03, 0.05):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        with writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(delay)
            writer.send_signal(signal.SIGKILL)
        if path.exists():
            assert len(set(read(path).data["n"])) == 1
            assert len(read(path).data["n"]) == 200_000
