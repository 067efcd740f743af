"""Puts all of the project into the one package `tts_bridge` when a wheel is built.

`rules` and `exporters` are good names for folders and bad ones for packages of everybody's
environment: whoever has django-rules would lose one of the two. So the wheel holds them as
`tts_bridge.rules` and `tts_bridge.exporters`, their import lines rewritten; a checkout, and an
editable installation of it, use the folders as they are. Weighed against this: import lines of
`tts_bridge.rules` everywhere with a search path patched at run time (no type checker, linter or
freezer follows it), and other names mapped by an import hook (likewise).
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHIN = ("rules", "exporters")
"""Folders that become packages within `tts_bridge`."""
IMPORT = re.compile(rf"^(\s*(?:from|import) )({'|'.join(WITHIN)})(?=[.\s])", re.MULTILINE)


def rewritten(source: str) -> str:
    """The source of a module with its imports as they are in the wheel.

    Example:
        >>> rewritten("from rules.dbd import RULES")
        'from tts_bridge.rules.dbd import RULES'
    """
    return IMPORT.sub(r"\1tts_bridge.\2", source)


def stage(root: Path, folder: Path) -> None:
    """Lay the package out in an empty folder as the wheel is to hold it."""
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(root / "tts_bridge", folder, dirs_exist_ok=True, ignore=ignore)
    for name in WITHIN:
        shutil.copytree(root / name, folder / name, ignore=ignore)
    shutil.copytree(root / "lua", folder / "exporters" / "lua", ignore=ignore)
    for module in folder.rglob("*.py"):
        source = module.read_text(encoding="utf-8")
        module.write_text(rewritten(source), encoding="utf-8", newline="\n")


class OnePackage(BuildHookInterface[Any]):
    """Hands the staged package to the builder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stage the package; an editable wheel only points at the checkout."""
        if version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="tts-bridge-wheel-"))
        stage(Path(self.root), self.folder)
        build_data["force_include"][str(self.folder)] = "tts_bridge"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean the staged package away."""
        if version != "editable":
            shutil.rmtree(self.folder, ignore_errors=True)
