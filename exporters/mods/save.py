"""What every ready-made mod's save has: GUIDs, and the fields around its objects."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from exporters.edit import builders as build
from exporters.savefile import Save

VERSION = "v13.2.2"


class Sheet(Struct, frozen=True):
    """A mod as a whole, its objects aside."""

    file: str
    title: str
    minutes: tuple[int, int]
    """How long a game takes, from and to."""
    players: tuple[int, int]
    pages: Sequence[tuple[str, str]]
    """The notebook: titles and texts."""
    lines: Sequence[build.Json] = ()
    """What is drawn."""
    snaps: Sequence[build.Vector] = ()
    script: str = ""
    """Global's Lua."""
    state: Any = None
    """What Global's script finds as its saved state, with a script."""


def with_guids(found: Sequence[build.Json], taken: Iterable[str] = ()) -> list[build.Json]:
    """Each key made a GUID, of what lies in decks as well: the same piece has the same one in
    every mod. `taken`: those that other objects have."""
    used = {*taken}

    def named(each: build.Json) -> build.Json:
        digest = hashlib.sha256(each["GUID"].encode()).hexdigest()
        guid = next(g for g in (digest[n : n + 6] for n in range(58)) if g not in used)
        used.add(guid)
        inside = each.get("ContainedObjects")
        contained = {} if inside is None else {"ContainedObjects": [named(one) for one in inside]}
        return {**each, "GUID": guid, **contained}

    return [named(each) for each in found]


def whole_save(sheet: Sheet, found: Sequence[build.Json]) -> Save:
    """The save of these objects, whose GUIDs are still keys."""
    present = with_guids(found)
    return Save(_fields(sheet, present), name=sheet.file)


def extended(save: Save, more: Iterable[build.Json]) -> Save:
    """A mod with more objects, whose GUIDs are still keys."""
    present = list(save.data["ObjectStates"])
    added = with_guids([*more], [guid for each in present for guid in _guids(each)])
    return Save({**save.data, "ObjectStates": [*present, *added]}, name=save.name)


def with_pages(save: Save, pages: Iterable[tuple[str, str]]) -> Save:
    """A mod with more pages in its notebook."""
    tabs = save.data["TabStates"]
    return Save({**save.data, "TabStates": {**tabs, **_tabs(pages, len(tabs))}}, name=save.name)


def _guids(each: build.Json) -> list[str]:
    inside = [guid for one in each.get("ContainedObjects", ()) for guid in _guids(one)]
    return [each["GUID"], *inside]


def _tags(each: build.Json) -> list[str]:
    inside = [tag for one in each.get("ContainedObjects", ()) for tag in _tags(one)]
    return [*each.get("Tags", ()), *inside]


def _fields(sheet: Sheet, found: list[build.Json]) -> dict[str, Any]:
    labels = dict.fromkeys(tag for each in found for tag in _tags(each))
    return {
        "SaveName": sheet.title,
        "EpochTime": 0,
        "Date": "",
        "VersionNumber": VERSION,
        "GameMode": sheet.title,
        "GameType": "",
        "GameComplexity": "",
        "PlayingTime": list(sheet.minutes),
        "PlayerCounts": list(sheet.players),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 1.0,
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "Note": "",
        "TabStates": _tabs(sheet.pages),
        "Grid": {
            "Type": 0,
            "Lines": False,
            "Color": build.color(0, 0, 0),
            "Opacity": 0.75,
            "ThickLines": False,
            "Snapping": False,
            "Offset": False,
            "BothSnapping": False,
            "xSize": 2.0,
            "ySize": 2.0,
            "PosOffset": build.vector(0, 1, 0),
        },
        "Lighting": {
            "LightIntensity": 0.54,
            "LightColor": build.color(1, 0.9804, 0.8902),
            "AmbientIntensity": 1.3,
            "AmbientType": 0,
            "AmbientSkyColor": build.color(0.5, 0.5, 0.5),
            "AmbientEquatorColor": build.color(0.5, 0.5, 0.5),
            "AmbientGroundColor": build.color(0.5, 0.5, 0.5),
            "ReflectionIntensity": 1.0,
            "LutIndex": 0,
            "LutContribution": 1.0,
        },
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "ComponentTags": {
            "labels": [{"displayed": tag, "normalized": tag.lower()} for tag in labels]
        },
        "Turns": {
            "Enable": False,
            "Type": 0,
            "TurnOrder": [],
            "Reverse": False,
            "SkipEmpty": False,
            "DisableInteractions": False,
            "PassTurns": True,
        },
        "DecalPallet": [],
        "LuaScript": sheet.script,
        "LuaScriptState": msgspec.json.encode(sheet.state).decode() if sheet.script else "",
        "XmlUI": "",
        "VectorLines": list(sheet.lines),
        "SnapPoints": [{"Position": build.vector(*at)} for at in sheet.snaps],
        "ObjectStates": found,
    }


def _tabs(pages: Iterable[tuple[str, str]], first: int = 0) -> dict[str, Any]:
    grey = build.color(0.5, 0.5, 0.5)
    return {
        str(n): {"title": title, "body": body, "color": "Grey", "visibleColor": grey, "id": n}
        for n, (title, body) in enumerate(pages, first)
    }
