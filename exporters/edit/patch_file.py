"""Patch documents on disk: TOML or JSON, with the files they name beside them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec

from exporters.edit.patch import Change, Patch, PatchError, decode
from exporters.savefile import SaveError, read


def read_patch(path: Path) -> Patch:
    """The patch of a file, `.json` or TOML, with its `script_file` and `add_from` read.

    Raises:
        PatchError: unreadable, not a patch, or it names a file outside its own folder.
    """
    try:
        text = path.read_text(encoding="utf-8")
        document = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise PatchError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise PatchError(f"{path}: {error}") from None
    patch = decode(document, str(path))
    changes = tuple(_with_files(change, path.parent) for change in patch.change)
    return msgspec.structs.replace(patch, change=changes)


def _with_files(change: Change, folder: Path) -> Change:
    script = change.script
    if change.script_file:
        file = _inside(folder, change.script_file)
        try:
            script = file.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PatchError(f"{file}: {error}") from None
    added = list(change.add)
    for name in change.add_from:
        try:
            added += read(_inside(folder, name), require_objects=True).data["ObjectStates"]
        except SaveError as error:
            raise PatchError(str(error)) from None
    return msgspec.structs.replace(
        change, script=script, script_file="", add=tuple(added), add_from=()
    )


def _inside(folder: Path, name: str) -> Path:
    """A patch may come from anywhere, so it cannot copy just any file into a save."""
    file = (folder / name).resolve()
    if not file.is_relative_to(folder.resolve()):
        raise PatchError(f"{name}: outside the folder of the patch; put the file beside it")
    return file
