"""The wheel, away from the checkout: one package, nothing else of ours, and everything runs."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUN = """
import runpy, sys
sys.path[:0] = {paths!r}
sys.argv = ["tts-bridge", *{arguments!r}]
try:
    runpy.run_module("tts_bridge", run_name="__main__", alter_sys=True)
finally:
    strays = [name for name in sys.modules if name.split(".")[0] in ("rules", "exporters")]
    assert not strays, strays
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    folder = wheel.parent / "a path with blanks 与中文"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command from the wheel; -S: no link to the checkout is followed."""
    paths = [str(installed), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    code = RUN.format(paths=paths, arguments=arguments)
    return subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", code],
        cwd=installed.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )


def test_it_holds_one_package_alone_and_the_scripts_that_run_in_the_game(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    roots = {name.split("/")[0] for name in names}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"tts_bridge"}
    assert "tts_bridge/exporters/lua/agent/report.lua" in names
    assert "tts_bridge/py.typed" in names
    assert not [name for name in names if name.endswith(".pyc")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("demo", "--lang", "both"),
        ("rules", "show", "dbd", "walk.wall"),
        ("mission", "list"),
        ("play", "invader", "--demo", "--seed", "1"),
        ("table", "--report", "mod.json"),
    ],
    ids=lambda each: each[0],
)
def test_commands_run_from_it(installed: Path, arguments: tuple[str, ...]) -> None:
    if "mod.json" in arguments and not (installed.parent / "mod.json").exists():
        built = run(installed, "mod", "build", "dbd", "mod.json", "--lang", "zh")
        assert built.returncode == 0, built.stderr
    done = run(installed, *arguments)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
