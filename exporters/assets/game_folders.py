"""Where the game keeps saves, saved objects and workshop files, and what lies there. Read only.

Source: save-format of the game, "files and folders".
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

NAME = "Tabletop Simulator"
OVERRIDE = "TTS_DATA"
"""The environment variable that names another data folder (the game has an option for that)."""

Kind = Literal["save", "autosave", "object", "workshop"]
_INDEXES = {"SaveFileInfos.json", "WorkshopFileInfos.json"}
_HEAD, _TAIL = 8192, 1024
_PROTON = "steamapps/compatdata/286160/pfx/drive_c/users/steamuser/Documents/My Games"
_FIELD = r'"{}": (?:"((?:[^"\\]|\\.)*+)"|(-?\d+))'


class Entry(Struct, frozen=True):
    """A file of the game. `time` in Unix seconds, `size` in bytes."""

    kind: Kind
    path: str
    name: str
    version: str
    time: int
    size: int


def data_folders(
    platform: str = sys.platform,
    home: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> list[Path]:
    """The folders where the game may keep its data on such a system, likeliest first."""
    home = home or Path.home()
    if named := environment.get(OVERRIDE):
        return [Path(named)]
    if platform == "win32":
        documents = [home / "Documents"]
        for variable in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
            if place := environment.get(variable):
                documents.append(Path(place) / "Documents")
        return [each / "My Games" / NAME for each in _once(documents)]
    if platform == "darwin":
        return [home / "Library" / NAME]
    share = Path(environment.get("XDG_DATA_HOME") or home / ".local/share")
    flatpak = home / ".var/app/com.valvesoftware.Steam"
    return _once(
        [
            share / NAME,
            home / ".local/share" / NAME,
            flatpak / ".local/share" / NAME,
            home / "snap/steam/common/.local/share" / NAME,
            home / ".steam/steam" / _PROTON / NAME,
            home / ".local/share/Steam" / _PROTON / NAME,
            flatpak / ".local/share/Steam" / _PROTON / NAME,
        ]
    )


def _once(paths: list[Path]) -> list[Path]:
    return list(dict.fromkeys(paths))


def entries(root: Path) -> Iterator[Entry]:
    """The saves, saved objects and workshop files of a data folder, newest first of each kind."""
    for kind, folder, pattern in (
        ("save", root / "Saves", "*.json"),
        ("object", root / "Saves" / "Saved Objects", "**/*.json"),
        ("object", root / "Saves" / "Chest", "**/*.json"),
        ("workshop", root / "Mods" / "Workshop", "*.json"),
    ):
        found = [
            entry
            for path in folder.glob(pattern)
            if path.name not in _INDEXES and (entry := _entry(kind, path))  # type: ignore[arg-type]
        ]
        yield from sorted(found, key=lambda each: (-each.time, each.path))


def _entry(kind: Kind, path: Path) -> Entry | None:
    """What begin and end of a file tell: large ones are not read."""
    try:
        with path.open("rb") as file:
            stat = os.fstat(file.fileno())
            head = file.read(_HEAD)
            file.seek(max(len(head), stat.st_size - _TAIL))
            tail = file.read()
    except OSError:
        return None
    text = (head + tail).decode("utf-8", "replace")
    time = _field(text, "EpochTime")
    if kind == "save" and path.name.startswith("TS_AutoSave"):
        kind = "autosave"
    return Entry(
        kind=kind,
        path=str(path),
        name=_field(text, "SaveName") or path.stem,
        version=_field(text, "VersionNumber"),
        time=int(time) if time.isdecimal() and int(time) else int(stat.st_mtime),
        size=stat.st_size,
    )


def _field(text: str, key: str) -> str:
    found = re.search(_FIELD.format(key), text)
    if found is None:
        return ""
    if found[2] is not None:
        return found[2]
    try:
        return str(json.loads(f'"{found[1]}"', strict=False))
    except ValueError:
        return found[1]
