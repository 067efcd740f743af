"""A tree on disk: read one file at a time, written so that nothing of anybody is lost.

`tree.json` lists what was written; only what is listed there is ever replaced or removed, and
what was replaced or removed last is kept in `.tts-bridge/replaced.zip`.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from exporters.filenames import folded, is_safe_path
from exporters.freshfolder import appearing
from exporters.tree.build import TreeError
from exporters.tree.format import ATTRIBUTES, MANIFEST, ROOT

OURS = ".tts-bridge"
KEPT = f"{OURS}/replaced.zip"
_CACHED = ("modules/", "includes/", "bundles/")  # shared by many scripts

Tick = Callable[[int], object]


class Plan(Struct, frozen=True):
    """What writing a tree will do: paths that are new, that change, that go."""

    new: list[str]
    changed: list[str]
    removed: list[str]
    same: int
    fresh: bool  # the folder does not exist yet, or is empty


class TreeFolder(Mapping[str, str]):
    """The texts of a folder by their paths in it; never one outside."""

    def __init__(self, folder: Path) -> None:
        self._root = os.path.realpath(folder)
        self._inside: set[str] = set()
        self._kept: dict[str, str | None] = {}

    def __getitem__(self, path: str) -> str:
        text = self._text(path)
        if text is None:
            raise KeyError(path)
        return text

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._text(path) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(listed(self._root))

    def __len__(self) -> int:
        return len(listed(self._root))

    def _text(self, path: str) -> str | None:
        if path in self._kept:
            return self._kept[path]
        text = self._read(path) if is_safe_path(path) else None
        if not path.startswith(_CACHED):
            self._kept.pop(self._last, None)
            self._last = path
        self._kept[path] = text
        return text

    _last = ""

    def _read(self, path: str) -> str | None:
        folder, _, _ = path.rpartition("/")
        full = f"{self._root}/{path}"
        if folder not in self._inside:
            self._keep_inside(os.path.realpath(f"{self._root}/{folder}"), path)
            self._inside.add(folder)
        try:
            if os.path.islink(full):  # noqa: PTH114 - a Path for every file is half the time
                self._keep_inside(os.path.realpath(full), path)
            with open(full, "rb", 0) as file:  # noqa: PTH123
                content = file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise TreeError(f"{path}: {error.strerror}; check its rights") from error
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise TreeError(f"{path}: line {line}: not UTF-8; save the file as UTF-8") from None

    def _keep_inside(self, real: str, path: str) -> None:
        if real != self._root and not real.startswith(self._root + os.sep):
            raise TreeError(f"{path}: a link that leads out of the tree; put the file itself there")


def listed(folder: str | os.PathLike[str]) -> list[str]:
    """What the folder's manifest says was written there; nothing when it has none.

    Raises:
        TreeError: there is a `tree.json` that is no manifest, or that lists impossible paths.
    """
    try:
        manifest = json.loads(Path(folder, MANIFEST).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, RecursionError):
        manifest = None
    paths = manifest.get("files") if isinstance(manifest, dict) else None
    known = isinstance(manifest, dict) and manifest.get("tree") == 1
    if not known or not isinstance(paths, list) or not all(isinstance(p, str) for p in paths):
        raise TreeError(
            f"{Path(folder, MANIFEST)}: not a manifest of this version; restore it, "
            "or take another folder"
        )
    for path in paths:
        if not is_safe_path(path) or path.startswith(f"{OURS}/") or path == MANIFEST:
            raise TreeError(f"{Path(folder, MANIFEST)}: lists {path!r}, which is no file of a tree")
    return paths


def plan(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> Plan:
    """What `write` would do.

    `force`: also replace files of those names that no manifest lists.

    Raises:
        TreeError: a file is in the way, or a link; nothing was touched.
    """
    if not _is_something(folder):
        return Plan(list(files), [], [], 0, True)
    before = set(listed(folder))
    found = Plan([], [], [path for path in before if path not in files], 0, False)
    removed = {folded(path) for path in found.removed}
    same = 0
    for directory in {path.rpartition("/")[0] for path in (*files, *before)}:
        _check_directories(folder, directory, removed)
    for path, content in files.items():
        try:
            there = Path(folder, path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            found.new.append(path)
            continue
        except IsADirectoryError:
            raise TreeError(f"{Path(folder, path)}: a folder is in the way; move it") from None
        except OSError as error:
            raise TreeError(f"{Path(folder, path)}: {error.strerror}; check its rights") from error
        if there == content:
            same += 1
        elif path in before or path == MANIFEST or force:
            found.changed.append(path)
        elif path != ATTRIBUTES:  # the user's own attributes stay
            raise TreeError(
                f"{Path(folder, path)}: not written by an unpack, and different; move it away, "
                "or say --force"
            )
    gone = sorted(path for path in found.removed if Path(folder, path).is_file())
    return Plan(found.new, found.changed, gone, same, False)


def _is_something(folder: Path) -> bool:
    try:
        return any(True for _ in folder.iterdir())
    except FileNotFoundError:
        return False
    except NotADirectoryError:
        raise TreeError(f"{folder}: a file, not a folder; name another") from None
    except OSError as error:
        raise TreeError(f"{folder}: {error.strerror}; check its rights") from error


def _check_directories(folder: Path, directory: str, removed: set[str]) -> None:
    parts = directory.split("/") if directory else []
    for end in range(1, len(parts) + 1):
        each = "/".join(parts[:end])
        try:
            mode = Path(folder, each).lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return
        if not stat.S_ISDIR(mode) and folded(each) not in removed:
            kind = "a link" if stat.S_ISLNK(mode) else "a file"
            raise TreeError(f"{Path(folder, each)}: {kind} is where a folder should be; move it")


def write(folder: Path, files: Mapping[str, bytes], doing: Plan, tick: Tick | None = None) -> None:
    """Do what `plan` said. `tick` is called with the number of files done since last time.

    A new folder appears whole or not at all. In an existing one an interruption leaves a
    manifest that says so, `build` refuses it, and doing it again mends it.

    Raises:
        TreeError: the disk refused; the text says where.
    """
    tick = tick or (lambda count: None)
    try:
        if doing.fresh:
            _write_fresh(folder, files, tick)
        elif doing.new or doing.changed or doing.removed:
            _rewrite(folder, files, doing, tick)
    except OSError as error:
        where = error.filename or folder
        raise TreeError(f"{where}: {error.strerror}; mend that and unpack again") from error


def _write_fresh(folder: Path, files: Mapping[str, bytes], tick: Tick) -> None:
    folder = Path(os.path.realpath(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with appearing(folder) as beside:
        _write_all(str(beside), files, tick)


def _write_all(folder: str, files: Mapping[str, bytes], tick: Tick) -> None:
    made = {""}
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for number, (path, content) in enumerate(files.items(), 1):
        directory = path.rpartition("/")[0]
        if directory not in made:
            _make(folder, directory, made)
        file = os.open(f"{folder}/{path}", flags, 0o666)
        try:
            written = os.write(file, content)
            while written < len(content):  # the system may take a part only
                written += os.write(file, memoryview(content)[written:])
        finally:
            os.close(file)
        if number % 256 == 0:
            tick(256)
    tick(len(files) % 256)


def _make(folder: str, directory: str, made: set[str]) -> None:
    """Make a directory and those it is in, each once."""
    parent = directory.rpartition("/")[0]
    if parent not in made:
        _make(folder, parent, made)
    with contextlib.suppress(FileExistsError):  # on Windows `modules/A` is `modules/a`
        os.mkdir(f"{folder}/{directory}")  # noqa: PTH102 - a Path for every one takes as long
    made.add(directory)


def _rewrite(folder: Path, files: Mapping[str, bytes], doing: Plan, tick: Tick) -> None:
    _keep(folder, [*doing.changed, *doing.removed])
    manifest = json.loads(files[MANIFEST])
    union = sorted({*manifest["files"], *listed(folder)})
    unfinished = json.dumps({**manifest, "files": union, "unfinished": True})
    _replace(folder, MANIFEST, unfinished.encode())
    for path in doing.removed:  # first: `a` and `A` are one file on Windows
        Path(folder, path).unlink(missing_ok=True)
        _remove_empty(folder, Path(folder, path).parent)
    for number, path in enumerate(p for p in (*doing.new, *doing.changed) if p != MANIFEST):
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        _replace(folder, path, files[path])
        if number % 256 == 255:
            tick(256)
    _replace(folder, MANIFEST, files[MANIFEST])


def _replace(folder: Path, path: str, content: bytes) -> None:
    target = Path(folder, path)
    fresh = target.with_name(f".{secrets.token_hex(4)}.new")
    try:
        fresh.write_bytes(content)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _keep(folder: Path, paths: list[str]) -> None:
    """Put what will be replaced or removed into the archive, in place of what was in it."""
    own = Path(folder, OURS)
    if own.is_symlink():
        raise TreeError(f"{own}: a link; remove it")
    own.mkdir(exist_ok=True)
    _replace(folder, f"{OURS}/.gitignore", b"*\n")
    fresh = Path(folder, f"{OURS}/.{secrets.token_hex(4)}.new")
    try:
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for path in paths:
                archive.writestr(path, Path(folder, path).read_bytes())
        fresh.replace(Path(folder, KEPT))
    finally:
        fresh.unlink(missing_ok=True)


def _remove_empty(folder: Path, directory: Path) -> None:
    while directory != folder:
        try:
            directory.rmdir()
        except OSError:  # not empty
            return
        directory = directory.parent


def forgotten(folder: Path, used: set[str]) -> list[str]:
    """Files in `objects/` that no list of the tree names: not part of what is built."""
    found = []
    for directory, _, names in os.walk(folder / "objects"):
        for name in names:
            path = Path(directory, name).relative_to(folder).as_posix()
            if path not in used and not name.startswith("."):
                found.append(path)
    return sorted(found)


def is_tree(folder: Path) -> bool:
    """Whether a folder holds what `save build` takes."""
    return Path(folder, ROOT).is_file()
