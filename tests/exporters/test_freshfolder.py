"""What a killed unpack left goes with the next; what is somebody's stays."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from exporters.freshfolder import appearing, sweep

LINGERS = """
import sys, time
from pathlib import Path
from exporters.freshfolder import appearing
with appearing(Path(sys.argv[1])) as beside:
    (beside / "a").write_text("half")
    print("begun", flush=True)
    time.sleep(300)
"""


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def begin(folder: Path) -> "subprocess.Popen[str]":
    writer = subprocess.Popen(
        [sys.executable, "-c", LINGERS, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "begun\n"
    return writer


def test_a_folder_appears_whole(tmp_path: Path) -> None:
    with appearing(tmp_path / "tree") as beside:
        (beside / "a").write_text("x")
        assert not (tmp_path / "tree").exists()
    assert names(tmp_path) == ["tree"]
    assert (tmp_path / "tree/a").read_text() == "x"


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"), appearing(tmp_path / "tree"):
        raise ValueError("no")
    assert names(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_killed_one_is_swept_up_and_a_living_one_is_not(tmp_path: Path) -> None:
    dead, alive = begin(tmp_path / "tree"), begin(tmp_path / "tree")
    try:
        dead.send_signal(signal.SIGKILL)
        dead.wait()
        assert len(names(tmp_path)) == 4
        sweep(tmp_path / "tree")
        left = names(tmp_path)
        assert len(left) == 2
        assert (tmp_path / left[1] / "a").read_text() == "half"
        with appearing(tmp_path / "tree"):
            pass
        assert len(names(tmp_path)) == 3
    finally:
        for each in (alive, dead):
            each.kill()
            each.communicate()
    sweep(tmp_path / "tree")
    assert names(tmp_path) == ["tree"]


def test_what_somebody_else_made_stays(tmp_path: Path) -> None:
    (tmp_path / ".tree.0123abcd.new").mkdir()  # no lock of ours beside it
    (tmp_path / ".tree.mine.new").mkdir()
    (tmp_path / ".other.0123abcd.new").mkdir()
    (tmp_path / ".other.0123abcd.lock").touch()
    (tmp_path / "kept").mkdir()
    (tmp_path / ".tree.76543210.new").symlink_to(tmp_path / "kept")
    (tmp_path / ".tree.76543210.lock").touch()
    before = names(tmp_path)
    sweep(tmp_path / "tree")
    assert names(tmp_path) == [each for each in before if each != ".tree.76543210.lock"]
