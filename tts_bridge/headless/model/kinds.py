"""What a save's `Name` says of an object: its type, size, and what it can do. No I/O but api.json.

Sizes are rough: the meshes are not at hand, and nothing that scripts do here rests on more.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from tts_bridge.headless.vectors import Vec

Data = dict[str, Any]  # an object of a save

ZONES = {
    "ScriptingTrigger", "HandTrigger", "FogOfWarTrigger", "LayoutZone", "RandomizeTrigger",
}  # fmt: skip

_TYPES = {
    "Custom_Token": "Tile", "Custom_Token_Stack": "Tile", "Custom_Tile": "Tile",
    "Custom_Tile_Stack": "Tile", "Custom_Board": "Board", "Custom_Dice": "Dice",
    "Figurine_Custom": "Figurine", "Custom_PDF": "Tile", "CardCustom": "Card",
    "DeckCustom": "Deck", "3DText": "3D Text", "Custom_Model_Bag": "Bag",
    "Custom_Assetbundle_Bag": "Bag", "Custom_Model_Infinite_Bag": "Infinite",
    "Custom_Assetbundle_Infinite_Bag": "Infinite", "MP3_Player": "MP3 Player",
    "ChipStack": "Chip",
}  # fmt: skip
_BY_INDEX = ("Generic", "Figurine", "Dice", "Coin", "Board", "Chip", "Bag", "Infinite")

_SIZES = {
    "Card": Vec(2.2, 0.05, 3.2), "Deck": Vec(2.2, 0.5, 3.2), "Board": Vec(20.0, 0.2, 20.0),
    "Tile": Vec(2.0, 0.2, 2.0), "Dice": Vec(1.0, 1.0, 1.0), "Figurine": Vec(1.0, 0.2, 1.0),
    "Bag": Vec(2.0, 2.0, 2.0), "Infinite": Vec(2.0, 2.0, 2.0), "Coin": Vec(1.0, 0.1, 1.0),
    "Chip": Vec(1.0, 0.15, 1.0), "Notecard": Vec(3.0, 0.1, 2.0), "Counter": Vec(2.0, 0.5, 1.5),
}  # fmt: skip
_DEFAULT_SIZE = Vec(1.0, 0.5, 1.0)

D6 = (
    (1, Vec(-90.0, 0.0, 0.0)), (2, Vec(0.0, 0.0, 0.0)), (3, Vec(0.0, 0.0, -90.0)),
    (4, Vec(0.0, 0.0, 90.0)), (5, Vec(0.0, 0.0, -180.0)), (6, Vec(90.0, 0.0, 0.0)),
)  # fmt: skip


@cache
def api() -> dict[str, Any]:
    """The names of everything TTS documents: `members` by class, `types` by object name."""
    text = resources.files(__package__).joinpath("data", "api.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(text)
    return found


def rows_of(value: object) -> list[Data]:
    """The objects in a list of a save; what is none, or no list, is left out."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def type_of(data: Mapping[str, Any]) -> str:
    """Lua's `type` of an object."""
    name = str(data.get("Name", ""))
    known = api()["types"].get(name) or _TYPES.get(name)
    if known:
        return str(known)
    if name.startswith("Deck"):
        return "Deck"
    for part in ("CustomMesh", "CustomAssetbundle"):
        index = (data.get(part) or {}).get("TypeIndex", 0)
        if part in data and isinstance(index, int) and 0 <= index < len(_BY_INDEX):
            return _BY_INDEX[index]
    return "Generic"


def size_of(kind: str, scale: Vec) -> Vec:
    """Width, height and depth of an object of that type in world units."""
    return _SIZES.get(kind, _DEFAULT_SIZE).times(Vec(abs(scale.x), abs(scale.y), abs(scale.z)))


def holds(kind: str) -> bool:
    """Whether objects of the type contain others."""
    return kind in ("Bag", "Deck", "Infinite")


def is_card(kind: str) -> bool:
    """Whether objects of the type go into decks."""
    return kind in ("Card", "Deck")
