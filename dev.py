"""Sets the project up in `.venv` and runs its main job or its tests.

    python3 dev.py demo     # the demonstration; further arguments go to `tts-bridge demo`
    python3 dev.py test     # the tests; further arguments go to pytest, --all adds the slow ones
    python3 dev.py check    # ruff, mypy, the import law, luacheck
    python3 dev.py coverage # which lines the tests run: a table, and coverage.xml

Needs Python 3.11 or newer and nothing else. On Windows: `py dev.py demo`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
SOURCES = ("pyproject.toml", "constraints.txt")
PARALLEL = ("-n", "auto", "--dist", "loadfile")
"""On all cores, a file on one of them: its tests share what they set up."""
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
)


def set_up(extra: str) -> None:
    """Install the project and what it needs, unless that was done for these very sources."""
    stamp = VENV / f"installed{extra.strip('[]') and '-' + extra.strip('[]')}"
    digest = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in SOURCES)).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    print(f"Setting up {VENV} (once; a minute or two) ...", file=sys.stderr)
    if not BIN.exists():
        venv.create(VENV, with_pip=True)
    install = [str(BIN / "python"), "-m", "pip", "install", "--quiet", "-c", "constraints.txt"]
    if subprocess.run([*install, "-e", f".{extra}"], cwd=ROOT, check=False).returncode:
        sys.exit("dev.py: the installation failed; pip says why above")
    stamp.write_text(digest)


def run(*command: str) -> int:
    """Run a program of the environment, or one of the system, in the project's folder."""
    program = BIN / command[0]
    found = program if program.exists() or program.with_suffix(".exe").exists() else command[0]
    return subprocess.run([str(found), *command[1:]], cwd=ROOT, check=False).returncode


def test(rest: list[str]) -> int:
    """Run the tests on all cores. The slow ones only with `--all`, or in CI; who names tests gets
    exactly these, in one process."""
    if any((ROOT / each.partition("::")[0]).exists() for each in rest):
        return run("python", "-m", "pytest", *rest)
    everything = "--all" in rest or os.environ.get("CI") == "true"
    options = [each for each in rest if each != "--all"]
    if not everything:
        print(
            "dev.py: leaving out the whole games in a browser (marked slow); --all runs them too",
            file=sys.stderr,
        )
        options += ["-m", "not slow"]
    return run("python", "-m", "pytest", *PARALLEL, *options)


def coverage(rest: list[str]) -> int:
    """Run all tests, or those that are named, and say which lines of the packages they ran."""
    packages = [f"--cov={name}" for name in ("rules", "exporters", "tts_bridge")]
    reports = ["--cov-report=xml", "--cov-report=term:skip-covered"]
    return run("python", "-m", "pytest", *PARALLEL, *packages, *reports, *rest)


def check() -> int:
    """Everything that is checked beside the tests; the first that fails ends it."""
    checks = list(CHECKS)
    if shutil.which("luacheck"):
        checks.append(("luacheck", "--quiet", "lua", "tts_bridge/headless"))
    else:
        print("dev.py: luacheck is not installed, so lua/ is not checked", file=sys.stderr)
    for command in checks:
        print("+", *command, file=sys.stderr)
        if code := run(*command):
            return code
    return 0


def main() -> int:
    """Do what the command line says."""
    if sys.version_info < (3, 11):  # noqa: UP036  (whoever runs this may have an older one)
        sys.exit("dev.py: Python 3.11 or newer is needed")
    what, rest = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if what == "demo":
        set_up("")
        return run("python", "-m", "tts_bridge", "demo", *rest)
    if what == "test":
        set_up("[test]")
        return test(rest)
    if what == "check":
        set_up("[test]")
        return check()
    if what == "coverage":
        set_up("[test]")
        return coverage(rest)
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
