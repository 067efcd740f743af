"""A bundled script as a tree: its own text, `modules/` and the frame. No I/O here.

The same files and references as in a save's tree, with a `save.json` that is one script alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from exporters.jsontext.printer import quote
from exporters.tree.unpack import build_text, unpack_bytes

SCRIPT = "LuaScript"


def unpack_script(script: str) -> dict[str, bytes]:
    """The files of a script's tree; `save.lua` is its own text."""
    return unpack_bytes(f'{{\n  "{SCRIPT}": {quote(script)}\n}}'.encode())


def build_script(files: Mapping[str, str]) -> str:
    """The script of a tree, also of one that has more than a script.

    Raises:
        TreeError: names file and line.
    """
    value: str = json.loads(build_text(files), strict=False)[SCRIPT]
    return value
