"""Objects of a save, one builder a kind, in the order of keys and with the types of v13.

Positions are world inches `(x, y, z)`, rotations degrees, colours 0 to 1. What these build loads
in the game without a repair: floats are floats, counts are integers, nothing needed is missing.
Source: save-format.md section 3.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack

Json = dict[str, Any]
Vector = tuple[float, float, float]

# Lua's player colours; a hand zone belongs to one of the first ten.
SEAT_COLORS: dict[str, Vector] = {
    "White": (1, 1, 1),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
}
# How a six-sided die lies when its face of n pips is up, for n from 1 to 6.
D6_ROTATIONS: tuple[Vector, ...] = (
    (-90, 0, 0),
    (0, 0, 0),
    (0, 0, -90),
    (0, 0, 90),
    (0, 0, -180),
    (90, 0, 0),
)
TILE_SHAPES = {"box": 0, "hex": 1, "circle": 2, "rounded": 3}
MATERIALS = {"plastic": 0, "wood": 1, "metal": 2}


class Common(TypedDict, total=False):
    """What every builder takes; the defaults are the game's."""

    rot: Vector
    scale: Vector
    nickname: str
    description: str
    notes: str  # GM notes
    color: Vector
    alpha: float
    tags: Sequence[str]
    locked: bool
    grid: bool
    snap: bool
    tooltip: bool
    hide_when_face_down: bool
    hands: bool
    script: str
    state: str
    xml: str


def vector(x: float, y: float, z: float) -> Json:
    """A position or rotation as `{x, y, z}`."""
    return {"x": float(x), "y": float(y), "z": float(z)}


def color(r: float, g: float, b: float, alpha: float | None = None) -> Json:
    """A colour as `{r, g, b}`, with `a` when it is given."""
    found = {"r": float(r), "g": float(g), "b": float(b)}
    return found if alpha is None else {**found, "a": float(alpha)}


def transform(at: Vector, rot: Vector = (0, 0, 0), scale: Vector = (1, 1, 1)) -> Json:
    """Where an object is, how it is turned and how large it is."""
    keys = ("pos", "rot", "scale")
    vectors = zip(keys, (at, rot, scale), strict=True)
    return {
        f"{k}{axis}": float(v) for k, xyz in vectors for axis, v in zip("XYZ", xyz, strict=True)
    }


def thing(
    name: str,
    guid: str,
    at: Vector,
    kind: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    **common: Unpack[Common],
) -> Json:
    """Any object. `kind`: the keys of its kind; `after`: those that follow the script."""
    tags = list(common.get("tags", ()))
    red, green, blue = common.get("color", (1, 1, 1))
    tint = color(red, green, blue, common.get("alpha"))
    return {
        "GUID": guid,
        "Name": name,
        "Transform": transform(at, common.get("rot", (0, 0, 0)), common.get("scale", (1, 1, 1))),
        "Nickname": common.get("nickname", ""),
        "Description": common.get("description", ""),
        "GMNotes": common.get("notes", ""),
        "AltLookAngle": vector(0, 0, 0),
        "ColorDiffuse": tint,
        **({"Tags": tags} if tags else {}),
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": common.get("locked", False),
        "Grid": common.get("grid", True),
        "Snap": common.get("snap", True),
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": common.get("tooltip", True),
        "GridProjection": False,
        "HideWhenFaceDown": common.get("hide_when_face_down", False),
        "Hands": common.get("hands", False),
        **(kind or {}),
        "LuaScript": common.get("script", ""),
        "LuaScriptState": common.get("state", ""),
        "XmlUI": common.get("xml", ""),
        **(after or {}),
    }


def _image(front: str, back: str, **shape: Json) -> Json:
    image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
    return {"CustomImage": {**image, **shape}}


def tile(
    guid: str,
    at: Vector,
    front: str,
    back: str = "",
    *,
    shape: Literal["box", "hex", "circle", "rounded"] = "box",
    thickness: float = 0.1,
    stackable: bool = False,
    **common: Unpack[Common],
) -> Json:
    """A flat tile with a picture (URL) on either side; without `back` the front is on both."""
    custom = {
        "Type": TILE_SHAPES[shape],
        "Thickness": float(thickness),
        "Stackable": stackable,
        "Stretch": True,
    }
    return thing("Custom_Tile", guid, at, _image(front, back, CustomTile=custom), **common)


def token(
    guid: str,
    at: Vector,
    picture: str,
    *,
    thickness: float = 0.2,
    stackable: bool = False,
    **common: Unpack[Common],
) -> Json:
    """A token cut out along its picture's transparency."""
    custom = {
        "Thickness": float(thickness),
        "MergeDistancePixels": 15.0,
        "StandUp": False,
        "Stackable": stackable,
    }
    return thing("Custom_Token", guid, at, _image(picture, "", CustomToken=custom), **common)


def board(guid: str, at: Vector, picture: str, **common: Unpack[Common]) -> Json:
    """A board with a picture."""
    return thing("Custom_Board", guid, at, _image(picture, ""), **common)


def pawn(guid: str, at: Vector, **common: Unpack[Common]) -> Json:
    """The built-in pawn; needs no picture."""
    kind = {"MaterialIndex": MATERIALS["plastic"]}
    return thing("PlayerPawn", guid, at, kind, **common)


def block(
    guid: str,
    at: Vector,
    *,
    form: Literal["Square", "Rectangle", "Triangle"] = "Square",
    **common: Unpack[Common],
) -> Json:
    """A built-in block; the square one is a cube of one inch, so its scale is its size."""
    return thing(f"Block{form}", guid, at, **common)


def die(guid: str, at: Vector, values: Sequence[str], **common: Unpack[Common]) -> Json:
    """A six-sided die; `values[n - 1]` is what the face of n pips counts as."""
    if len(values) != len(D6_ROTATIONS):
        raise ValueError(f"a die has 6 values, one a face, not {len(values)}")
    faces = [
        {"Value": value, "Rotation": vector(*rotation)}
        for value, rotation in zip(values, D6_ROTATIONS, strict=True)
    ]
    kind = {"MaterialIndex": MATERIALS["plastic"]}
    return thing("Die_6_Rounded", guid, at, kind, {"RotationValues": faces}, **common)


def counter(guid: str, at: Vector, value: int, **common: Unpack[Common]) -> Json:
    """The built-in counter with its buttons."""
    return thing("Counter", guid, at, {"Counter": {"value": value}}, **common)


def notecard(guid: str, at: Vector, title: str, body: str, **common: Unpack[Common]) -> Json:
    """A card to read: its title and its text."""
    common["nickname"], common["description"] = title, body
    return thing("Notecard", guid, at, **common)


def text3d(
    guid: str,
    at: Vector,
    text: str,
    *,
    size: int = 64,
    ink: Vector = (1, 1, 1),
    **common: Unpack[Common],
) -> Json:
    """Letters in the world, locked; `rot` (90, 0, 0) lays them flat, readable from the south."""
    kind = {"Text": {"Text": text, "colorstate": color(*ink), "fontSize": size}}
    common.setdefault("rot", (90, 0, 0))
    common["locked"] = True
    return thing("3DText", guid, at, kind, **common)


def zone(guid: str, center: Vector, size: Vector, **common: Unpack[Common]) -> Json:
    """A scripting zone: the box of `size` inches around `center`."""
    common["scale"], common["locked"] = size, True
    common.setdefault("alpha", 0.5)
    return thing("ScriptingTrigger", guid, center, **common)


def hand_zone(guid: str, center: Vector, size: Vector, seat: str, **common: Unpack[Common]) -> Json:
    """A hand of the player of colour `seat`; `rot` turns the cards: 0 faces north."""
    if seat not in SEAT_COLORS:
        raise ValueError(f"{seat!r} is no seat; take one of {', '.join(SEAT_COLORS)}")
    common["scale"], common["locked"] = size, True
    common.setdefault("alpha", 0.0)
    return thing("HandTrigger", guid, center, {"FogColor": seat}, **common)


def sheet(
    face: str,
    back: str,
    width: int = 1,
    height: int = 1,
    *,
    back_is_hidden: bool = True,
    unique_back: bool = False,
) -> Json:
    """A picture of `width` x `height` card faces (at most 10 x 7), an entry of CustomDeck."""
    if not (1 <= width <= 10 and 1 <= height <= 7):
        raise ValueError(f"a sheet has at most 10 x 7 faces, not {width} x {height}")
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": width,
        "NumHeight": height,
        "BackIsHidden": back_is_hidden,
        "UniqueBack": unique_back,
        "Type": 0,
    }


def card(
    guid: str,
    at: Vector,
    index: int,
    key: int | None = None,
    sheets: Mapping[int, Json] | None = None,
    **common: Unpack[Common],
) -> Json:
    """A card: face `index` (row by row from 0) of the sheet `sheets[key]`.

    Without a `key` it is a built-in playing card, which needs no picture.
    """
    common.setdefault("hands", True)
    common.setdefault("hide_when_face_down", True)
    if key is None:
        kind: Json = {"CardID": index, "SidewaysCard": False}
        return thing("Card", guid, at, kind, **common)
    face = (sheets or {})[key]
    if not 0 <= index < face["NumWidth"] * face["NumHeight"]:
        raise ValueError(
            f"face {index} is not on a sheet of {face['NumWidth']} x {face['NumHeight']}"
        )
    kind = {
        "CardID": key * 100 + index,
        "SidewaysCard": False,
        "CustomDeck": {str(key): copy.deepcopy(face)},
    }
    return thing("Card", guid, at, kind, **common)


def deck(guid: str, at: Vector, cards: Sequence[Json], **common: Unpack[Common]) -> Json:
    """A deck of these cards, the first one listed first; its ids and sheets follow from them."""
    if len(cards) < 2:
        raise ValueError("a deck has at least two cards; one is a card")
    sheets = {key: each for one in cards for key, each in one.get("CustomDeck", {}).items()}
    kind = {
        "SidewaysCard": False,
        "DeckIDs": [one["CardID"] for one in cards],
        **({"CustomDeck": copy.deepcopy(sheets)} if sheets else {}),
    }
    common.setdefault("hide_when_face_down", True)
    contained = {"ContainedObjects": [copy.deepcopy(one) for one in cards]}
    return thing("Deck", guid, at, kind, contained, **common)


def line(
    points: Sequence[Vector], ink: Vector, thickness: float = 0.1, *, loop: bool = False
) -> Json:
    """A line as drawn with the vector tool."""
    drawn: Json = {
        "points3": [vector(*point) for point in points],
        "color": color(*ink),
        "thickness": float(thickness),
    }
    return {**drawn, "loop": True} if loop else drawn
