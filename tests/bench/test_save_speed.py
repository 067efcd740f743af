"""How fast saves are read, unpacked, built and bundled, beside what people use today.

`python -m pytest tests/bench -q` prints the tables; nothing here fails by being slow. The other
tools are installed into a folder of their own below the system's temporary one, and only when
the bench is asked for by name.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import pytest

from exporters.luacode.bundle import join, new_bundle, unbundle
from exporters.luacode.search_path import Modules

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
SAVES = sorted(CORPUS.glob("*.json")) if CORPUS.is_dir() else []
BIG_BUNDLE = CORPUS / "gloomhaven_enhanced_globals_v13.1.1.json"
TOOLS = Path(tempfile.gettempdir()) / "tts-bridge-bench"
ROUNDS = 3
LARGE = 1_000_000  # bytes: below that, what a command needs in any case would count most
GOALS = {"lossless": 5.0, "unpack": 4.0, "build": 2.0, "memory": 8.0, "bundle": 1.0}

pytestmark = pytest.mark.skipif(not SAVES, reason=f"no corpus at {CORPUS}")


@pytest.fixture(autouse=True)
def asked_for(request: pytest.FixtureRequest) -> None:
    """These take a minute and other people's tools: not in every run of the tests."""
    if not any("bench" in argument for argument in request.config.args):
        pytest.skip("runs when it is asked for: python -m pytest tests/bench -q")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: a disk would only be measured itself."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def run(*command: object, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)} if cwd == ROOT else None,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr[-500:]}")
    return done.stdout


def tabletop_tools() -> Path:
    """A Python that has tabletop-tools, installed once."""
    home = TOOLS / "venv"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    try:
        if not python.exists():
            venv.create(home, with_pip=True)
        check = subprocess.run(
            [python, "-c", "import tts.unpack"], check=False, capture_output=True
        )
        if check.returncode:
            run(python, "-m", "pip", "install", "-q", "tabletop-tools==0.7.1", cwd=TOOLS)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        pytest.skip(f"tabletop-tools cannot be installed here: {str(error)[-200:]}")
    return python


def luabundle() -> Path:
    """A folder with luabundle, installed once."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("luabundle needs Node and npm, which are not here")
    home = TOOLS / "node"
    home.mkdir(parents=True, exist_ok=True)
    try:
        if not (home / "node_modules" / "luabundle").exists():
            run(npm, "install", "--no-audit", "--no-fund", "luabundle@1.7.0", cwd=home)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        pytest.skip(f"luabundle cannot be installed here: {str(error)[-200:]}")
    return home


Rows = dict[str, dict[str, float]]


def rows(output: str) -> Rows:
    return {row["name"]: row for row in map(json.loads, output.splitlines())}


def middle(rounds: list[Rows], save: str, key: str) -> float:
    return median(each[save][key] for each in rounds)


def test_saves_beside_json_and_tabletop_tools(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python = tabletop_tools()
    ours: list[Rows] = []
    theirs: list[Rows] = []
    for number in range(ROUNDS):  # in turn, so that a busy machine slows both
        for found, command in (
            (ours, (sys.executable, "-m", "tests.bench.saves_ours")),
            (theirs, (python, HERE / "saves_tabletop_tools.py")),
        ):
            place = folder / f"{number}{len(found)}{len(ours)}"
            place.mkdir()
            found.append(rows(run(*command, place, *SAVES)))
            shutil.rmtree(place)
    sizes = {str(path): path.stat().st_size / 1e6 for path in SAVES}
    possible = [name for name in sizes if all(name in each for each in theirs)]

    def speed(rounds: list[Rows], key: str, names: list[str]) -> float:
        return sum(sizes[name] for name in names) / sum(middle(rounds, n, key) for n in names)

    everything = list(sizes)
    times = speed(ours, "floor", everything) / speed(ours, "lossless", everything)
    with capsys.disabled():
        print(f"\n{len(sizes)} saves, {sum(sizes.values()):.1f} MB; MB a second of CPU time")
        print(f"{'':<26}{'json':>8}{'ours':>8}{'theirs':>8}")
        print(f"{'parse and dump':<26}{speed(ours, 'floor', everything):>8.1f}", end="")
        print(f"{speed(ours, 'lossless', everything):>8.1f}", end="")
        print(f"        {times:.1f} times the floor (goal below {GOALS['lossless']:g})")
        for key in ("unpack", "build"):
            print(f"{key + ', all saves':<26}{'':>8}{speed(ours, key, everything):>8.1f}")
            mine, other = speed(ours, key, possible), speed(theirs, key, possible)
            print(
                f"{key + f', {len(possible)} it can do':<26}{'':>8}{mine:>8.1f}{other:>8.1f}",
                end="",
            )
            print(f"  {mine / other:.1f} times as fast as tabletop-tools (goal {GOALS[key]:g})")
    assert len(ours[0]) == len(SAVES)


def test_peak_memory(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if sys.platform == "win32":
        pytest.skip("no resource module on Windows")
    worst = 0.0
    with capsys.disabled():
        print(f"\n{'peak memory':<30}{'MB':>6}{'unpack':>8}{'build':>8}  (times the file)")
        large = [path for path in SAVES if path.stat().st_size >= LARGE]
        for path in sorted(large, key=lambda path: -path.stat().st_size):
            command = (sys.executable, "-m", "tests.bench.saves_ours", "--peak")
            tree = folder / "t"
            unpacked = int(run(*command, path, tree))
            built = int(run(*command, tree, folder / "t.json"))
            size = path.stat().st_size
            # The text alone is as large; less means that something else was measured.
            assert min(unpacked, built) > size / 2
            print(f"{path.stem[:29]:<30}{size / 1e6:>6.1f}", end="")
            print(f"{unpacked / size:>8.1f}{built / size:>8.1f}")
            worst = max(worst, unpacked / size, built / size)
            shutil.rmtree(folder / "t")
    assert worst < GOALS["memory"]


def test_bundles_beside_luabundle(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = luabundle()
    script = json.loads(BIG_BUNDLE.read_bytes())["LuaScript"]
    parts = unbundle(script)
    (folder / "script.lua").write_bytes(script.encode())
    (folder / "root.lua").write_bytes(parts.modules[parts.root].encode())
    for name, text in parts.modules.items():
        (folder / "modules" / f"{name}.lua").parent.mkdir(parents=True, exist_ok=True)
        (folder / "modules" / f"{name}.lua").write_bytes(text.encode())

    def bundle() -> str:
        root = (folder / "root.lua").read_bytes().decode()
        return join(new_bundle("__root", root, Modules([folder / "modules"]).find))

    def timed(work: Callable[[], object], rounds: int = 15) -> float:
        found = []
        for _ in range(rounds):
            begin = time.perf_counter()
            work()
            found.append(time.perf_counter() - begin)
        return median(found)

    mine = {"unbundle": timed(lambda: unbundle(script)), "bundle": timed(bundle)}
    arguments = (folder / "script.lua", folder / "modules", folder / "root.lua", 15)
    other = json.loads(run("node", HERE / "bundles_luabundle.js", *arguments, cwd=home))
    assert unbundle(bundle()).modules == parts.modules
    size = len(script) / 1e6
    with capsys.disabled():
        print(f"\n{len(parts.modules)} modules, {size:.2f} MB; MB/s{'ours':>8}{'luabundle':>11}")
        for key in mine:
            print(f"{key:<27}{size / mine[key]:>8.1f}{size / other[key]:>11.1f}", end="")
            print(f"  {other[key] / mine[key]:.1f} times as fast (goal {GOALS['bundle']:g})")
