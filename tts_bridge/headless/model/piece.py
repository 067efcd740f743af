"""One object on the table. Its `data` is the object of the save it came from: fields are replaced,
never changed in place, so the save it was read from stays as it was."""

import math
from typing import Any

from tts_bridge.headless.model.kinds import D6, ZONES, Data, rows_of, size_of, type_of
from tts_bridge.headless.script.runtime import Callback, Ref
from tts_bridge.headless.vectors import ONE, ZERO, Tint, Vec, angles, between, number, rotate, vec


class Piece:
    """An object that scripts can reach; `ref` is what they hold of it."""

    def __init__(self, id_: int, data: Data, guid: str) -> None:
        self.id = id_
        self.ref = Ref("Object", id_)
        self.data = dict(data)
        self.guid = guid
        at = data.get("Transform")
        at = at if isinstance(at, dict) else {}
        self.position = _part(at, "pos", ZERO).single()
        self.rotation = angles(_part(at, "rot", ZERO)).single()
        self.scale = _part(at, "scale", ONE).single()
        self.kind = type_of(data)
        self.is_zone = str(data.get("Name")) in ZONES
        self.contained = rows_of(data.get("ContainedObjects"))
        self.implicit = False  # made for an old save's hand; not saved
        self.spawning = False
        self.destroyed = False
        self.resting = True
        self.interactable = True
        self.held_by = ""
        self.hand = ""  # colour of the hand it lies in
        self.lies_in: dict[int, Piece] = {}  # the zones, by id
        self.holds: dict[int, Piece] = {}  # for a zone: what is in it
        self.remainder: Piece | None = None
        self.taken_from = 0  # the container it does not fall back into
        self.lies_on: Piece | None = None
        self.picked_at = (self.position, self.rotation)
        self.buttons: list[dict[str, Any]] = []
        self.inputs: list[dict[str, Any]] = []
        self.menu: list[tuple[str, Callback]] = []
        self.extra: dict[str, Any] = {}  # what has no place in a save: highlights, hiders ...

    def __repr__(self) -> str:
        return f"<Piece {self.guid} {self.data.get('Name')} {self.nickname!r}>"

    @property
    def zones(self) -> list["Piece"]:
        """The zones it lies in."""
        return list(self.lies_in.values())

    @property
    def inside(self) -> list["Piece"]:
        """What lies in it, when it is a zone."""
        return list(self.holds.values())

    # --- what the save calls otherwise ---------------------------------------------------------

    def text(self, key: str) -> str:
        """A text field of the save, "" when it is missing."""
        value = self.data.get(key)
        return value if isinstance(value, str) else ""

    def flag(self, key: str, default: bool) -> bool:
        """A yes or no of the save."""
        value = self.data.get(key)
        return value if isinstance(value, bool) else default

    @property
    def nickname(self) -> str:
        """The name shown to players."""
        return self.text("Nickname")

    @property
    def tags(self) -> list[str]:
        """The object's tags."""
        return [tag for tag in self.data.get("Tags") or () if isinstance(tag, str)]

    @property
    def locked(self) -> bool:
        """Whether it is locked in place."""
        return self.flag("Locked", False)

    @property
    def use_hands(self) -> bool:
        """Whether it goes into hands; cards do unless the save says otherwise."""
        return self.flag("Hands", self.kind == "Card")

    @property
    def tint(self) -> Tint:
        """The colour it is tinted with."""
        value = self.data.get("ColorDiffuse")
        value = value if isinstance(value, dict) else {}
        return Tint(*(number(value.get(c), 1.0) for c in "rgba"))

    # --- which side is up ----------------------------------------------------------------------

    @property
    def size(self) -> Vec:
        """Width, height and depth in world units, roughly; of a zone its box."""
        if self.is_zone:
            return Vec(abs(self.scale.x), abs(self.scale.y), abs(self.scale.z))
        size = size_of(self.kind, self.scale)
        image = self.data.get("CustomImage")
        wide = number(image.get("WidthScale")) if isinstance(image, dict) else 0.0
        return size._replace(x=size.x * wide) if wide > 0 else size

    @property
    def is_face_down(self) -> bool:
        """Whether its upper side points down."""
        return rotate(Vec(0.0, 1.0, 0.0), self.rotation).y < -1e-6

    @property
    def rotation_values(self) -> list[tuple[Any, Vec]]:
        """The values of its sides and the rotation that shows each."""
        listed = self.data.get("RotationValues")
        if isinstance(listed, list) and listed:
            return [
                (each.get("Value"), vec(each.get("Rotation"), ZERO) or ZERO)
                for each in listed
                if isinstance(each, dict)
            ]
        return list(D6) if str(self.data.get("Name", "")).startswith("Die_6") else []

    @property
    def rotation_value(self) -> Any:
        """The value of the side that is up; None when its sides have none."""
        best, least = None, math.inf
        for value, shown in self.rotation_values:
            off = between(shown._replace(y=0.0), self.rotation._replace(y=0.0))
            if off < least - 1e-3:
                best, least = value, off
        return best

    @property
    def value(self) -> Any:
        """What getValue gives: a counter's number, a die's face, a text, a hand's colour; else
        None."""
        if self.kind == "Hand":
            return self.text("FogColor") or None
        if self.kind == "Counter":
            counter = self.data.get("Counter")
            return int(number(counter.get("value"))) if isinstance(counter, dict) else 0
        if isinstance(text := self.data.get("Text"), dict):
            return text.get("Text", "")
        if self.rotation_values:
            return self.rotation_value
        return None

    def to_data(self) -> Data:
        """The object as a save holds it."""
        data = dict(self.data)
        data["GUID"] = self.guid
        held = self.data.get("Transform")
        transform = dict(held) if isinstance(held, dict) else {}
        for prefix, part in (("pos", self.position), ("rot", self.rotation), ("scale", self.scale)):
            before = _part(transform, prefix, ONE if prefix == "scale" else ZERO)
            if prefix == "rot":
                before = angles(before)
            if before.single() != part:  # untouched numbers keep their text
                for axis, value in zip("XYZ", part, strict=True):
                    transform[prefix + axis] = value
        data["Transform"] = transform
        if self.contained or "ContainedObjects" in data:
            data["ContainedObjects"] = list(self.contained)
        return data


def _part(transform: Data, prefix: str, default: Vec) -> Vec:
    return Vec(
        *(number(transform.get(prefix + axis), d) for axis, d in zip("XYZ", default, strict=True))
    )
