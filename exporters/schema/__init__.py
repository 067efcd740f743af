"""JSON Schemas: of a map file, made from the code; of a save's skeleton, written by hand.

`python -m exporters.schema` writes the former anew.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec

from rules.dbd.board import Board

MAP, SAVE = "dbd-map.schema.json", "save.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def load(name: str) -> dict[str, Any]:
    """A schema that comes with the project: `MAP` or `SAVE`."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def map_schema() -> str:
    """The text of the map's schema, as the code has it."""
    schema = {"$schema": DIALECT, "title": "Map of Dead by Daylight: The Board Game"}
    return json.dumps(schema | msgspec.json.schema(Board), indent=2, sort_keys=True) + "\n"
