"""What is particular about the texts of each game: places, ids made of others, forms of a move.

A game is one `Wording`; `texts` knows no game. No I/O here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct

from rules.dbd.board import CATEGORIES
from rules.dbd.board import Board as Map
from rules.dbd.settings import SETTINGS as DBD_HOUSE
from rules.engine import Violation
from rules.house import Setting
from rules.invader.board import Board as Tiles
from rules.invader.data import CARDS, MACHINES, SURVIVORS, XENO_CARDS
from rules.invader.house import SETTINGS as INVADER_HOUSE


class Say(Protocol):
    """What a wording asks of the texts of a language."""

    language: Literal["en", "zh"]

    def text(self, msgid: str, **values: str) -> str: ...
    def name(self, id_: str) -> str: ...
    def listed(self, ids: list[str]) -> str: ...
    def counted(self, id_: str, count: int) -> str: ...
    def clean(self, text: str) -> str: ...


class Wording(Struct, frozen=True):
    """How a game's ids, facts and moves become text."""

    place: Callable[[Say, Any, str], str | None]
    """The name of a place on a board, or None."""
    made: Callable[[Say, str], str | None]
    """The name of an id that is made of others, or None."""
    variant: Callable[[Mapping[str, Any]], str]
    """Which form of a move's text these fields want, "" for the usual one."""
    assumed: Callable[[Violation], tuple[str, list[str]]]
    """Of whom or what a ruling uses assumed facts (else ""), and which facts."""
    short: Callable[[Say, Any, Mapping[str, Any]], dict[str, str]] = lambda say, board, fields: {}
    """What a move's text says of some fields in place of their names."""
    places: frozenset[str] = frozenset()
    """Facts that hold a place: its name goes before anything else of the same id."""
    counts: Mapping[str, str] = {}
    """Facts that are a number of something, and of what."""
    house: Mapping[str, Setting] = {}
    """The game's house rules, by their keys."""
    echoes: frozenset[str] = frozenset()
    """Steps that only repeat the move that led to them."""


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


def bare(fields: Mapping[str, Any]) -> str:
    """A move that leaves something open."""
    return "bare" if "" in fields.values() else ""


def tile_place(say: Say, board: Tiles, id_: str) -> str | None:
    """A Zone, by its kind and the label printed in pictures; or a door, by the Zones it joins."""
    if link := board.links.get(id_):
        a, b = (tile_place(say, board, cell) or "" for cell in (link.a, link.b))
        return say.text("place.door", a=a, b=b)
    if id_ not in board.zone_of:
        return None
    zone = board.zones[board.zone_of[id_]]
    kind = say.name(zone.special or zone.kind)
    return say.text("place.zone", kind=kind, zone=label(zone.id))


def label(zone: str) -> str:
    """What a Zone is called on pictures and in texts: `4V-NW`."""
    return zone.upper()


def composed(say: Say, id_: str) -> str | None:
    """A weapon with attachments, a Xeno card, a numbered token, one of a colour."""
    if "+" in id_:
        card, *extras = id_.split("+")
        return say.text("card.attached", card=say.name(card), extras=say.listed(extras))
    if id_ in XENO_CARDS:
        return xeno_card(say, id_)
    if id_ in CARDS and (mold := CARDS[id_].mold):
        return say.text("xeno-card.mold", xenos=say.counted(*mold))
    if found := re.fullmatch(r"(objective|spawn)-(\d{1,3})", id_):
        return say.text("numbered", name=say.name(found[1]), number=found[2])
    if found := re.fullmatch(r"(objective|spawn|door)[-/]([a-z]{1,20})", id_):
        return say.text("coloured", colour=say.name(found[2]), name=say.name(found[1]))
    return None


def xeno_card(say: Say, id_: str) -> str:
    """A Xeno card, by what it brings."""
    card = XENO_CARDS[id_]
    if card.kind == "abomination":
        return say.name(card.xeno)
    if card.kind == "mold":
        return say.text("xeno-card.mold", xenos=say.counted(card.xeno, card.numbers[0]))
    numbers = "/".join(str(number) for number in card.numbers)
    return say.text(f"xeno-card.{card.kind}", xeno=say.name(card.xeno), numbers=numbers)


def attack(fields: Mapping[str, Any]) -> str:
    """An attack with two weapons, or one that is concentrated."""
    both, aimed = fields.get("hands") == 2, bool(fields.get("aimed"))
    return "-".join(["pair"] * both + ["aimed"] * aimed)


RESTS_ON: dict[str, tuple[str, str]] = {
    "shoot.out-of-range": ("card", "range"),
    "weapon.not-dual": ("card", "dual"),
    "weapon.bullets-outside": ("card", "ammo"),
    "attach.does-not-fit": ("card", "ammo"),
    "card.wrong-slot": ("card", "slot"),
    "search.soldier": ("seat", "soldier"),
    "skill.not-yours": ("seat", "skills"),
    "skill.other-level": ("seat", "skills"),
}
"""Rulings that rest on what is printed on a card: the fact that names it, and what is read."""


def placeholders(violation: Violation) -> tuple[str, list[str]]:
    """The card whose print a ruling rests on, if that is not public and nobody has told it."""
    fact, what = RESTS_ON.get(violation.code, ("", ""))
    id_ = str(violation.facts.get(fact, "")).partition("+")[0]
    known: Any = {**SURVIVORS, **MACHINES, **CARDS}.get(id_)
    return (id_, [what]) if known is not None and what in known.assumed else ("", [])


WORDING: dict[str, Wording] = {
    "": Wording(lambda *_: None, lambda *_: None, bare, lambda _: ("", [])),
    "dbd": Wording(
        map_place,
        prop,
        bare,
        lambda _: ("", []),
        short=short_path,
        house=DBD_HOUSE,
        places=frozenset(("at", "to")),
        counts={"bp": "bloodpoint", "cost": "bloodpoint"},
    ),
    "invader": Wording(
        tile_place,
        composed,
        attack,
        placeholders,
        house=INVADER_HOUSE,
        echoes=frozenset(("turn", "walked", "door", "lifted", "stowed", "attached", "detached")),
    ),
}
"""Each game's wording, by the game's name; "" is that of no game."""
