"""The game's own cache of assets: which files of a save are there, and whether they are whole.

Source: save-format of the game, "files and folders". Files are only read.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import Literal

from msgspec import Struct

from exporters.assets.probe import is_page
from exporters.assets.references import Asset, Kind, cache_names, form

FOLDERS: dict[Kind, tuple[str, ...]] = {
    "image": ("Images", "Images Raw"),
    "model": ("Models", "Models Raw"),
    "bundle": ("Assetbundles",),
    "audio": ("Audio",),
    "pdf": ("PDF",),
}
_STARTS: dict[Kind, tuple[bytes, ...]] = {
    "image": (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"DDS ", b"\x1aE\xdf\xa3"),
    "bundle": (b"UnityFS", b"UnityWeb", b"UnityRaw"),
    "pdf": (b"%PDF",),
}
Status = Literal["whole", "missing", "empty", "page", "odd"]


class Cached(Struct, frozen=True):
    """What the cache has of an address: the file, if any, and how it looks."""

    url: str
    kind: Kind
    status: Status
    file: str = ""
    size: int = 0


class Cache:
    """The folder `Mods` of the game's data, listed once."""

    def __init__(self, mods: Path) -> None:
        self.files: dict[str, dict[str, list[Path]]] = {}
        for folder in {name for names in FOLDERS.values() for name in names}:
            listed: dict[str, list[Path]] = defaultdict(list)
            path = mods / folder
            if path.is_dir():
                for entry in os.scandir(path):
                    if entry.is_file():
                        listed[Path(entry.name).stem.lower()].append(Path(entry.path))
            self.files[folder] = listed

    def find(self, url: str, kind: Kind) -> Path | None:
        """The file of an address, under the name of Steam's old host or of its new one."""
        for folder in FOLDERS.get(kind, ()):
            for name in cache_names(url):
                if found := self.files[folder].get(name.lower()):
                    return min(found)
        return None

    def look(self, asset: Asset) -> Cached | None:
        """How an asset is cached; None for what the game does not cache."""
        if asset.kind not in FOLDERS or form(asset.url) != "web":
            return None
        path = self.find(asset.url, asset.kind)
        if path is None:
            return Cached(asset.url, asset.kind, "missing")
        with path.open("rb") as file:
            start = file.read(256)
        size = path.stat().st_size
        status: Status = "whole"
        if not size:
            status = "empty"
        elif is_page(start):
            status = "page"
        elif "Raw" not in path.parent.name and not _looks_right(start, asset.kind):
            status = "odd"
        return Cached(asset.url, asset.kind, status, str(path), size)


def _looks_right(start: bytes, kind: Kind) -> bool:
    """Whether a file begins as its kind does; videos pass for images, as in the game."""
    return kind not in _STARTS or start.startswith(_STARTS[kind]) or start[4:8] == b"ftyp"
