"""The objects of a strange mod, from its save or from a running table. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from tts_bridge.agent.observations import Piece
from tts_bridge.binding.fit import Point

LABELS = ("3DText", "Notecard", "Custom_Board")
"""Objects that name what lies beside them."""
INSIDE = 1000
"""Things inside one container that are looked at."""

FAR = 1e4
"""World units beyond which nothing lies on any table."""


class Thing(Struct, frozen=True):
    """An object of a table, as far as it helps to recognise it."""

    guid: str
    name: str
    texts: tuple[str, ...]
    at: tuple[float, float, float]
    up: bool = True
    color: str = ""
    """Of a hand zone, whose it is."""
    facing: float = 0.0
    """Of a hand zone, degrees about the vertical."""
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Red, green, blue, from 0 to 1; white where nothing is known."""
    inside: str = ""
    """The deck or bag that it lies in."""

    @property
    def place(self) -> Point:
        """Where it lies, seen from above."""
        return (self.at[0], self.at[2])

    @property
    def is_label(self) -> bool:
        """Whether it only names what lies beside it."""
        return self.name in LABELS

    @property
    def is_card(self) -> bool:
        return self.name.startswith("Card")


def things(data: Mapping[str, Any]) -> list[Thing]:
    """The objects of a save, what lies in decks and bags after its container."""
    return [each for one in rows(data, "ObjectStates") for each in saved(one)]


def saved(data: Any, outside: Thing | None = None) -> Iterator[Thing]:
    """An object of a save, and what it holds."""
    if not isinstance(data, dict) or not isinstance(data.get("GUID"), str):
        return
    place, text, tint = (fields(data, key) for key in ("Transform", "Text", "ColorDiffuse"))
    texts = (data.get("Nickname"), text.get("Text"), data.get("Description"))
    flipped = abs(number(place.get("rotZ")) % 360 - 180) < 90
    thing = Thing(
        data["GUID"],
        str(data.get("Name", "")),
        tuple(value for value in texts if isinstance(value, str) and value),
        outside.at
        if outside
        else (number(place.get("posX")), number(place.get("posY")), number(place.get("posZ"))),
        outside.up if outside else not flipped,
        str(data.get("FogColor", "")),
        number(place.get("rotY")),
        (number(tint.get("r"), 1.0), number(tint.get("g"), 1.0), number(tint.get("b"), 1.0)),
        outside.guid if outside else "",
    )
    yield thing
    if outside is None:
        for each in rows(data, "ContainedObjects")[:INSIDE]:
            yield from saved(each, thing)


def fields(data: Any, key: str) -> Mapping[str, Any]:
    """An object in an object of a save; empty where there is none."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, dict) else {}


def rows(data: Mapping[str, Any], key: str) -> list[Any]:
    """A list in an object of a save; empty where there is none."""
    found = data.get(key)
    return found if isinstance(found, list) else []


def number(value: Any, otherwise: float = 0.0) -> float:
    """A number of a save, or what stands for one that is none or lies on no table."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and -FAR <= value <= FAR else otherwise


def seen(pieces: Iterable[Piece]) -> Iterator[Thing]:
    """The objects of a running table, as its agent told them."""
    for piece in pieces:
        written = piece.value if piece.type == "3D Text" or piece.name == "3DText" else None
        texts = (piece.nickname, str(written or ""))
        thing = Thing(
            piece.guid,
            piece.name,
            tuple(text for text in texts if text),
            piece.at,
            piece.up,
            piece.hand if piece.type == "Hand" else "",
            piece.rot[1],
        )
        yield thing
        for held in piece.holds[:INSIDE]:
            name = "Card" if piece.type == "Deck" else ""
            yield Thing(held.guid, name, (held.name,), piece.at, piece.up, inside=piece.guid)


def snap_points(data: Mapping[str, Any]) -> list[Point]:
    """The snap points of a save's table, seen from above."""
    points = [fields(point, "Position") for point in rows(data, "SnapPoints")]
    return [(number(p.get("x")), number(p.get("z"))) for p in points]
