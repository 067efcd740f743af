"""How ids, facts and moves of *Zombicide: Invader* become text. No I/O here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.engine import Violation
from rules.invader.board import Board as Tiles
from rules.invader.codes import CODES
from rules.invader.data import CARDS, MACHINES, SURVIVORS, XENO_CARDS
from rules.invader.house import SETTINGS
from tts_bridge.text.vocabulary import GameNames
from tts_bridge.text.wording import Say, Wording


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


WORDING = Wording(
    "invader",
    "tts_bridge",
    CODES,
    ("players", "activation", "spawn", "end"),
    tile_place,
    composed,
    attack,
    placeholders,
    house=SETTINGS,
    echoes=frozenset(("turn", "walked", "door", "lifted", "stowed", "attached", "detached")),
)
NAMES = GameNames(WORDING)
