"""JSON Schemas: of a map file and a patch, made from the code; of a save, written by hand.

`python -m exporters.schema` writes the former two anew.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec

from exporters.edit.patch import Patch
from rules.dbd.board import Board

MAP, SAVE, PATCH = "dbd-map.schema.json", "save.schema.json", "patch.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def load(name: str) -> dict[str, Any]:
    """A schema that comes with the project: `MAP`, `SAVE` or `PATCH`."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def map_schema() -> str:
    """The text of the map's schema, as the code has it."""
    return _made("Map of Dead by Daylight: The Board Game", Board)


def patch_schema() -> str:
    """The text of a patch's schema, as the code has it."""
    return _made("Patch of a Tabletop Simulator save", Patch)


def _made(title: str, model: Any) -> str:
    schema = {"$schema": DIALECT, "title": title}
    return json.dumps(schema | msgspec.json.schema(model), indent=2, sort_keys=True) + "\n"
