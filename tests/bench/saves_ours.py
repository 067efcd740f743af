"""Run by the bench in a process of its own: unpacks and builds saves and says how long it took.

python -m tests.bench.saves_ours FOLDER SAVE...        one JSON line a save
python -m tests.bench.saves_ours --peak FOLDER SAVE    peak memory in bytes, and the base
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from exporters.savefile import decode_utf8, dump, parse, write_text
from exporters.tree import build_text, unpack_text
from exporters.treefiles import TreeFolder, plan, write


def unpack(source: Path, folder: Path) -> None:
    """What `save unpack` does, without its check that building gives the same."""
    files = unpack_text(decode_utf8(source.read_bytes(), source.name), source.name)
    write(folder, files, plan(folder, files))


def build(folder: Path, out: Path) -> None:
    """What `save build` does."""
    write_text(out, build_text(TreeFolder(folder)), backup=False)


def floor(text: str) -> str:
    """What any tool of Python has to do at least."""
    return json.dumps(json.loads(text), ensure_ascii=False)


def timed(function: Any, *arguments: Any) -> float:
    """CPU seconds of a call: others on the machine count less."""
    begin = time.process_time()
    function(*arguments)
    return time.process_time() - begin


def main() -> None:
    if sys.argv[1] == "--peak":
        source, target = map(Path, sys.argv[2:])
        base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        (build if source.is_dir() else unpack)(source, target)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base
        print(grown * (1 if sys.platform == "darwin" else 1024))
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
