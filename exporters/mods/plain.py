"""A ready-made mod as a stranger would have made it: no tags, no scripts, no zones, no notes.

What is left are printed names, pictures in place of what is drawn, hands and snap points. It is
what the recognition of other people's mods is tried on. Knows no game: `Look` says what it prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from exporters.edit import builders as build
from exporters.mods.save import with_guids
from exporters.savefile import Save

TAG = "ttsb:"
PICTURE = "https://example.com/board.png"
"""The address of a board's picture; example.com is nobody's."""
KEPT = ("Notecard",)
"""Objects whose description is read by players."""
MARGIN = 0.5
"""World units around its zones that a picture shows as well: what is written at their edge."""
THIN = 0.02
"""How far above its place a picture lies, so that it covers it."""


class Picture(Struct, frozen=True):
    """A board or dashboard that is one picture: its printed name, and the zones it shows."""

    name: str
    zones: tuple[str, ...]
    """How the ids of these zones begin."""


class Look(Struct, frozen=True):
    """What a stranger's mod of a game prints where ours uses notes, zones and lines."""

    faces: Mapping[str, str] = {}
    """The printed names of what our GM notes say of hidden tokens."""
    pictures: tuple[Picture, ...] = ()


def plain(save: Save, look: Look) -> Save:
    """The mod without anything that is there for our sake."""
    objects = [
        each
        for each in save.data["ObjectStates"]
        if each["Name"] != "ScriptingTrigger" and f"{TAG}agent" not in each.get("Tags", ())
    ]
    zones = {
        ident(each): box_of(each)
        for each in save.data["ObjectStates"]
        if each["Name"] == "ScriptingTrigger"
    }
    drawn = [(each.name, around(each, zones)) for each in look.pictures]
    printed = with_guids(
        [
            build.board(
                f"picture/{name}/{number}",
                ((west + east) / 2, height + THIN, (south + north) / 2),
                PICTURE,
                nickname=name,
                locked=True,
            )
            for number, (name, (west, south, east, north, height)) in enumerate(drawn)
        ]
    )
    covered = [box for _, box in drawn]
    data = {
        **save.data,
        "ObjectStates": [
            *printed,
            *(stripped(each, look) for each in objects if not is_drawn(each, covered)),
        ],
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ComponentTags": {"labels": []},
        "SnapPoints": [
            {key: value for key, value in point.items() if key != "Tags"}
            for point in save.data.get("SnapPoints", ())
        ],
    }
    data.pop("VectorLines", None)
    return Save(data, name=save.name)


def ident(data: Mapping[str, Any]) -> str:
    """What our tag calls an object, or ""."""
    return next((t[len(TAG) :] for t in data.get("Tags", ()) if t.startswith(TAG)), "")


Extent = tuple[float, float, float, float, float]
"""West, south, east, north, and the height of the floor."""


def box_of(data: Mapping[str, Any]) -> Extent:
    """What a zone covers."""
    at = data["Transform"]
    x, y, z = at["posX"], at["posY"], at["posZ"]
    wide, high, deep = at["scaleX"], at["scaleY"], at["scaleZ"]
    return (x - wide / 2, z - deep / 2, x + wide / 2, z + deep / 2, y - high / 2)


def around(picture: Picture, zones: Mapping[str, Extent]) -> Extent:
    """What a picture covers: all its zones."""
    boxes = [box for name, box in zones.items() if name.startswith(picture.zones)]
    west, south, east, north, floor = zip(*boxes, strict=True)
    return (min(west), min(south), max(east), max(north), min(floor))


def is_drawn(data: Mapping[str, Any], pictures: Iterable[Extent]) -> bool:
    """Whether something is part of a picture: letters and coloured floors that lie on it."""
    if data["Name"] != "3DText" and not (data.get("Locked") and not data.get("Tags")):
        return False
    at = data["Transform"]
    return any(
        west - MARGIN <= at["posX"] <= east + MARGIN
        and south - MARGIN <= at["posZ"] <= north + MARGIN
        and at["scaleX"] < east - west
        for west, south, east, north, _ in pictures
    )


def stripped(data: Mapping[str, Any], look: Look) -> dict[str, Any]:
    """One object without tags, notes and scripts; a hidden token by its printed name."""
    bare = {key: value for key, value in data.items() if key != "Tags"}
    bare |= {"GMNotes": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
    if data["Name"] not in KEPT:
        bare["Description"] = PICTURE if ident(data) == "board" else ""
        bare["Nickname"] = data["Nickname"].split("(")[0].split("（")[0].strip()
    if data.get("GMNotes") in look.faces:
        bare |= {"Nickname": look.faces[data["GMNotes"]], "HideWhenFaceDown": True}
    if "ContainedObjects" in data:
        bare["ContainedObjects"] = [stripped(each, look) for each in data["ContainedObjects"]]
    return bare
