"""How ids, facts and moves of *Dead by Daylight* become text. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dbd.board import CATEGORIES
from rules.dbd.board import Board as Map
from rules.dbd.codes import CODES, SETUP_CODES
from rules.dbd.settings import SETTINGS
from tts_bridge.text.vocabulary import GameNames
from tts_bridge.text.wording import Say, Wording


def map_place(say: Say, board: Map, id_: str) -> str | None:
    """A space or path of a map."""
    if space := board.space.get(id_):
        names = space.name
        return say.clean(names.get(say.language) or next(iter(names.values()), id_))
    return map_path(say, board, id_, "path.long")


def map_path(say: Say, board: Map, id_: str, form: str) -> str | None:
    """A path of a map, by its colour and, in the long form, its ends."""
    path = board.path.get(id_)
    if path is None:
        return None
    a, b = (map_place(say, board, end) or "" for end in (path.a, path.b))
    return say.text(form, colour=say.name(path.colour), a=a, b=b)


def short_path(say: Say, board: Map, fields: Mapping[str, Any]) -> dict[str, str]:
    """A move's path by its colour alone, where the move says where it leads."""
    if "to" not in fields:
        return {}
    path = map_path(say, board, str(fields.get("path", "")), "path.short")
    return {"path": path} if path else {}


def prop(say: Say, id_: str) -> str | None:
    """A prop of which nothing but its place among its category is known; or several things that
    a choice joins by `+`, one after the other."""
    if "+" in id_:
        return " + ".join(say.name(part) for part in id_.split("+"))
    category, _, number = id_.rpartition("-")
    if category not in CATEGORIES or not number.isdecimal():
        return None
    return say.text("prop.numbered", category=say.name(category), number=say.clean(number))


WORDING = Wording(
    "dbd",
    "tts_bridge",
    {**CODES, **SETUP_CODES},
    ("choosing", "planning", "survivors", "killer", "cleanup"),
    map_place,
    prop,
    short=short_path,
    house=SETTINGS,
    places=frozenset(("at", "to")),
    counts={"bp": "bloodpoint", "cost": "bloodpoint"},
)
NAMES = GameNames(WORDING)
