"""Where the modules of a script are on disk, as `require` and the editor extensions find them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from exporters.filenames import is_safe_path
from exporters.luacode.bundle import BundleError

ENDINGS = ("", ".lua", ".ttslua")


class Modules:
    """Finds modules in folders; `used` tells which file each was."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.used: dict[str, Path] = {}

    def find(self, name: str) -> str | None:
        """The source of `require(name)`: a path below a folder; dots may stand for slashes.

        Raises:
            BundleError: the file is there and cannot be read.
        """
        for spelled in dict.fromkeys((name, name.replace(".", "/"))):
            if not is_safe_path(spelled):
                continue
            for folder in self.folders:
                for ending in ENDINGS:
                    file = folder / f"{spelled}{ending}"
                    if file.is_file():
                        self.used[name] = file
                        return read_lua(file)
        return None


def read_lua(file: Path) -> str:
    """The text of a Lua file with its line ends as they are. Raises BundleError."""
    try:
        return file.read_bytes().decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BundleError(f"{file}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except OSError as error:
        raise BundleError(f"{file}: {error.strerror}; check the path and its rights") from None
