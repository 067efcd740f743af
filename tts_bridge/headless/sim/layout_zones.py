"""Layout zones: groups of cards laid out in rows, as the zone's options say."""

from __future__ import annotations

from typing import Any

from tts_bridge.headless.model.kinds import Data, is_card
from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.sim.core import Core
from tts_bridge.headless.vectors import Vec, number, rotate

_DEFAULTS: dict[str, Any] = {
    "Direction": 0, "MeldDirection": 0, "NewObjectFacing": 1, "TriggerForFaceUp": True,
    "TriggerForFaceDown": True, "TriggerForNonCards": False, "AllowSwapping": True,
    "MaxObjectsPerNewGroup": 13, "MaxObjectsPerGroup": 0, "MeldSort": 3, "MeldReverseSort": False,
    "MeldSortExisting": False, "StickyCards": False, "HorizontalSpread": 0.6,
    "VerticalSpread": 0.0, "HorizontalGroupPadding": 1.0, "VerticalGroupPadding": 1.0,
    "SplitAddedDecks": True, "CombineIntoDecks": False, "CardsPerDeck": 0,
    "AlternateDirection": False, "Randomize": False, "InstantRefill": False, "ManualOnly": False,
}  # fmt: skip


def _lua_name(key: str) -> str:
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(key))


_KEYS = {_lua_name(key): key for key in _DEFAULTS}


def _saved(data: Data) -> dict[str, Any]:
    zone = data.get("LayoutZone")
    found = zone.get("Options") if isinstance(zone, dict) else None
    return {**_DEFAULTS, **(found if isinstance(found, dict) else {})}


def options(data: Data) -> dict[str, Any]:
    """The options under their names in Lua."""
    saved = _saved(data)
    return {name: saved[key] for name, key in _KEYS.items()}


def with_options(data: Data, given: dict[str, Any]) -> Data:
    """The zone with these options changed; names that are none are left out."""
    known = {_KEYS[name]: value for name, value in given.items() if name in _KEYS}
    before = data.get("LayoutZone")
    zone = before if isinstance(before, dict) else {"GroupsInZone": []}
    return {**data, "LayoutZone": {**zone, "Options": {**_saved(data), **known}}}


def arrange(table: Core, zone: Piece) -> bool:
    """Lay out what is in the zone: side by side from the left, a new row when it is full. The
    order is what onGroupSort makes of it, or that of coming in."""
    chosen = _saved(zone.data)
    inside = [
        piece
        for piece in zone.inside
        if not piece.held_by
        and not piece.locked
        and (chosen["TriggerForNonCards"] or is_card(piece.kind))
        and chosen["TriggerForFaceDown" if piece.is_face_down else "TriggerForFaceUp"]
    ]
    if chosen["Randomize"]:
        table.rng.shuffle(inside)
    inside = _sorted(table, zone, inside, bool(chosen["MeldReverseSort"]))
    width, depth = abs(zone.scale.x), abs(zone.scale.z)
    gap, row_gap = number(chosen["HorizontalGroupPadding"]), number(chosen["VerticalGroupPadding"])
    x = z = 0.0
    tallest = 0.0
    for piece in inside:
        size = piece.size
        if x and x + size.x > width:
            x, z, tallest = 0.0, z + tallest + row_gap, 0.0
        local = Vec(x + size.x / 2 - width / 2, 0.0, depth / 2 - z - size.z / 2)
        at = rotate(local, Vec(0.0, zone.rotation.y, 0.0)).plus(zone.position)
        place = at._replace(y=table.world.rest_height(piece, at))
        turned = piece.rotation._replace(y=zone.rotation.y)
        facing = int(number(chosen["NewObjectFacing"]))
        if facing in (1, 2):
            turned = turned._replace(z=0.0 if facing == 1 else 180.0)
        table.clock.move(piece, place, turned, fast=True)
        x, tallest = x + size.x + gap, max(tallest, size.z)
    return bool(inside)


def _sorted(table: Core, zone: Piece, pieces: list[Piece], reverse: bool) -> list[Piece]:
    answer = table.events.tell_one(zone.id, "onGroupSort", pieces, reverse)
    if answer is None:
        answer = table.events.tell_one(0, "onZoneGroupSort", zone, pieces, reverse)
    if not isinstance(answer, list):
        return pieces
    by_id = {piece.id: piece for piece in pieces}
    wanted = {r.id: by_id[r.id] for r in answer if getattr(r, "id", None) in by_id}
    return [*wanted.values(), *(piece for piece in pieces if piece.id not in wanted)]
