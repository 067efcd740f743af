"""Run by the bench in a process of its own: unpacks and builds saves and says how long it took.

python -m tests.bench.saves_ours FOLDER SAVE...        one JSON line a save
python -m tests.bench.saves_ours --peak FROM TO        peak memory in bytes above the base, of the
                                                       commands `save unpack` and `save build`
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from exporters.savefile import dump, parse, write_bytes
from exporters.tree.folder import TreeFolder, plan, write
from exporters.tree.unpack import build_bytes, unpack_bytes
from tts_bridge.cli.save_tree import build_command, unpack_command


def unpack(source: Path, folder: Path) -> None:
    """What `save unpack` does, without its proof that building gives the same."""
    files = unpack_bytes(source.read_bytes(), source.name)
    write(folder, files, plan(folder, files))


def build(folder: Path, out: Path) -> None:
    """What `save build` does."""
    write_bytes(out, build_bytes(TreeFolder(folder)), backup=False)


def floor(text: str) -> str:
    """What any tool of Python has to do at least."""
    return json.dumps(json.loads(text), ensure_ascii=False)


def timed(function: Any, *arguments: Any) -> float:
    """CPU seconds of a call: others on the machine count less."""
    begin = time.process_time()
    function(*arguments)
    return time.process_time() - begin


def peak() -> int:
    """The most memory, in bytes, that this program has had.

    Linux counts what the parent had when it started us into ru_maxrss: a parent that has run
    other benches would hide all of our growth. VmHWM begins anew with the program.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024)


def main() -> None:
    if sys.argv[1] == "--peak":
        source, target = map(Path, sys.argv[2:])
        base = peak()
        if source.is_dir():
            build_command(["--no-backup", str(source), str(target)], standalone_mode=False)
        else:
            unpack_command([str(source), str(target)], standalone_mode=False)
        print(peak() - base)
        return
    folder = Path(sys.argv[1])
    for number, name in enumerate(sys.argv[2:]):
        source, tree = Path(name), folder / f"ours{number}"
        text = source.read_bytes().decode()
        row = {
            "name": name,
            "floor": timed(floor, text),
            "lossless": timed(lambda text=text: dump(parse(text))),
            "unpack": timed(unpack, source, tree),
            "build": timed(build, tree, tree.with_suffix(".json")),
        }
        assert tree.with_suffix(".json").read_bytes() == source.read_bytes()
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
