"""Builds what is released: the wheel, and a program in one file for the machine this runs on.

    python3 release.py dist      # into dist/: tts_bridge-VERSION-py3-none-any.whl, tts-bridge[.exe]

The program is frozen from the wheel, in an environment of its own that holds nothing else, so what
is missing in the wheel is missing in it too. PyInstaller is taken because it starts one file on all
three systems, knows how to collect our data files, and is released several times a year.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
START = """\
import multiprocessing

from tts_bridge.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker of `simulate` is this very file
    main()
"""


def build_wheel(python: Path, target: Path) -> Path:
    """The wheel, built from this checkout."""
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", target, ROOT)
    return max(target.glob("tts_bridge-*.whl"), key=lambda each: each.stat().st_mtime)


def freeze(python: Path, wheel: Path, target: Path, work: Path) -> Path:
    """The program in one file, made of a wheel."""
    constraints = ("-c", ROOT / "constraints.txt")
    run(python, "-m", "pip", "install", "--quiet", *constraints, f"{wheel}[pictures]")
    run(python, "-m", "pip", "install", "--quiet", "pyinstaller>=6.10,<7")
    start = work / "tts-bridge.py"
    start.write_text(START, encoding="utf-8")
    collected = [
        option
        for package in ("tts_bridge", "babel", "jsonschema_specifications", "resvg_py", "rich")
        for option in ("--collect-all", package)
    ]
    run(
        *(python, "-m", "PyInstaller", "--onefile", "--noconfirm", "--log-level", "WARN"),
        *(*collected, "--hidden-import", "lupa.lua52"),
        *("--name", "tts-bridge", "--distpath", target),
        *("--workpath", work / "work", "--specpath", work, start),
        cwd=work,  # not the checkout: its packages would be found first
    )
    return target / ("tts-bridge.exe" if os.name == "nt" else "tts-bridge")


def run(*command: object, cwd: Path | None = None) -> None:
    """Run a command; end with its code when it fails."""
    if code := subprocess.run([str(each) for each in command], cwd=cwd, check=False).returncode:
        sys.exit(code)


def main() -> None:
    """Build both into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the wheel and the program are put")
    target = parser.parse_args().folder.resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        venv.create(work / "env", with_pip=True)
        python = work / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        wheel = build_wheel(python, target)
        program = freeze(python, wheel, target, work)
        for built in (wheel, program):
            print(f"{built}  {built.stat().st_size / 2**20:.1f} MB")


if __name__ == "__main__":
    main()
