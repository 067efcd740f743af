"""Work of ours in a process of its own, which has to come to its end."""

import subprocess
import sys

import pytest


def finish(code: str, seconds: int) -> None:
    """Run code that names each of its steps in a line, `done` after the last."""
    run = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    try:
        said, _ = run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        run.kill()
        said, _ = run.communicate()
        pytest.fail(f"it does not end: {said.splitlines()[-1]}")
    assert said.endswith("done\n"), said[-2000:]
