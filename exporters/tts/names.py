"""The names Tabletop Simulator knows: events, functions, members, built-in objects. No I/O here.

Only names; what they mean is for others. Source: the official API documentation of 2025-12.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from exporters import data

# Built-in kinds are in the data; these are the custom ones, which the documentation lists apart.
_CUSTOM = {
    "3DText": "3D Text",
    "CardCustom": "Card",
    "ChipStack": "Chip",
    "Custom_Assetbundle_Bag": "Bag",
    "Custom_Assetbundle_Infinite_Bag": "Infinite",
    "Custom_Board": "Board",
    "Custom_Dice": "Dice",
    "Custom_Model_Bag": "Bag",
    "Custom_Model_Infinite_Bag": "Infinite",
    "Custom_PDF": "Tile",
    "Custom_Tile": "Tile",
    "Custom_Tile_Stack": "Tile",
    "Custom_Token": "Tile",
    "Custom_Token_Stack": "Tile",
    "Figurine_Custom": "Figurine",
    "MP3_Player": "MP3 Player",
}
MESH_TYPES = ("Generic", "Figurine", "Dice", "Coin", "Board", "Chip", "Bag", "Infinite")
"""Lua's type of a custom model or asset bundle, by its `TypeIndex`."""


class Names(Struct, frozen=True):
    """The tables of the data file."""

    events: dict[str, str]  # name -> "universal", "global" or "object": whose script gets it
    old_events: list[str]  # still met in mods
    globals: list[str]
    old_globals: list[str]
    classes: dict[str, list[str]]
    statics: list[str]  # classes of which there is one, by that name
    object: list[str]  # members of every object
    types: dict[str, str]  # built-in object -> Lua's type


@cache
def names() -> Names:
    """The names, read once."""
    text = resources.files(data).joinpath("tts-names.json").read_bytes()
    return msgspec.json.decode(text, type=Names)


def lua_type(data: Mapping[str, Any]) -> str:
    """What Lua's `obj.type` says of an object of a save: "Card", "Bag", "Generic" …"""
    name = data.get("Name")
    if not isinstance(name, str):
        return "Generic"
    if known := names().types.get(name) or _CUSTOM.get(name):
        return known
    if name.startswith("Deck"):
        return "Deck"
    for part in ("CustomMesh", "CustomAssetbundle"):
        details = data.get(part)
        index = details.get("TypeIndex") if isinstance(details, dict) else None
        if type(index) is int and 0 <= index < len(MESH_TYPES):
            return MESH_TYPES[index]
    return "Generic"
