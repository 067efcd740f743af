"""What is printed on the cards and prop tokens of *Dead by Daylight*, in our own words.

What a perk does comes from `rules.dbd.data`; its Chinese, and what items, movement cards and props
do, from `exporters/data`. Names are given by whoever asks, who has the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct

from exporters import data as files
from exporters.mods.words import Language, heading
from rules.dbd.board import Category
from rules.dbd.data import PERK_FACTS, PerkFacts
from rules.dbd.settings import default_items, default_kinds
from rules.dbd.state import COLOUR

Name = Callable[[str], str]
"""The name of a card, figure, item or prop in the language of the cards, by its id."""
Style = Literal[
    "survivor", "killer", "item", "red", "green", "blue", "yellow", "wait",
    "objective", "boldness", "survival", "altruism",
]  # fmt: skip
"""What decides the colour of a face."""
INDEX: dict[Language, int] = {"en": 0, "zh": 1}
Both = tuple[str, str]
"""A text in English and in Chinese."""


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of `dbd-cards.json`."""

    timings: dict[str, Both]
    notes: dict[str, Both]
    items: dict[str, tuple[Both, Both]]
    props: dict[str, tuple[Both, Both]]
    movement: dict[str, Both]
    labels: dict[str, Both]


class Face(Struct, frozen=True):
    """One face of a card or token. A `cost` of None is no badge; `assumed` "" no mark."""

    id: str
    style: Style
    title: str
    kind: str
    text: tuple[tuple[str, str], ...]
    """Paragraphs, each with its heading or ""."""
    foot: str = ""
    cost: int | None = None
    assumed: str = ""
    icon: str = ""


def data(name: str) -> bytes:
    """A data file's bytes."""
    return resources.files(files).joinpath(name).read_bytes()


BOOK = msgspec.json.decode(data("dbd-cards.json"), type=Book)
EFFECTS_ZH = msgspec.json.decode(data("dbd-perk-effects-zh.json"), type=dict[str, str])
"""What each perk does, in Chinese."""
SIDES: tuple[Literal["survivor", "killer"], ...] = ("survivor", "killer")


def label(key: str, language: Language) -> str:
    """A word that stands on many cards."""
    return BOOK.labels[key][INDEX[language]]


def perk(facts: PerkFacts, language: Language, name: Name) -> Face:
    """The face of a perk."""
    which = INDEX[language]
    effect = facts.effect if language == "en" else EFFECTS_ZH[facts.id]
    owner = name(facts.owner) if facts.owner else label("any", language)
    foot = [owner]
    if facts.kind == "exclusive":
        foot.append(label("exclusive", language))
    elif facts.owner and facts.id != "alert":  # DbD p.10 shows Alert on its board
        foot.append(label("on-board", language))
    return Face(
        facts.id,
        facts.side,
        name(facts.id),
        f"{label(facts.side, language)} · {label('perk', language)}",
        (
            (label("when", language), BOOK.timings[facts.timing][which]),
            ("", tidy(effect, language)),
        ),
        f"{' · '.join(foot)}\n{label('once', language)} · {facts.source}",
        facts.cost,
        BOOK.notes[facts.note][which] if facts.note else "",
    )


def tidy(effect: str, language: Language) -> str:
    """Abbreviations written out, where there is room for it."""
    if language == "zh":
        return effect
    effect = effect.replace("the BP reward", "the reward of Bloodpoints")
    return re.sub(r"\b(1 )?BP\b", lambda m: f"{m[1]}Bloodpoint" if m[1] else "Bloodpoints", effect)


def perks(side: str, language: Language, name: Name) -> tuple[Face, ...]:
    """Every perk of a side, in alphabetical order of their ids."""
    rows = sorted((each for each in PERK_FACTS.values() if each.side == side), key=lambda p: p.id)
    return tuple(perk(each, language, name) for each in rows)


def items(language: Language, name: Name) -> tuple[Face, ...]:
    """Every item, once."""
    which = INDEX[language]
    return tuple(
        Face(
            each,
            "item",
            name(each),
            label("item", language),
            (
                (label("when", language), BOOK.items[each][0][which]),
                ("", BOOK.items[each][1][which]),
            ),
            f"{label('copies', language).format(n=count)} · CARD",
        )
        for each, count in default_items().items()
    )


def movement(cards: Iterable[tuple[str, str]], language: Language, name: Name) -> tuple[Face, ...]:
    """The movement cards of those who play: each with its owner; the id is `OWNER/CARD`."""
    styles: dict[str, Style] = {"red": "red", "green": "green", "blue": "blue", "yellow": "yellow"}
    return tuple(
        Face(
            f"{owner}/{card}",
            styles.get(COLOUR.get(card, ""), "wait"),
            name(card),
            f"{name(owner)} · {label('movement', language)}",
            (("", BOOK.movement[card][INDEX[language]]),),
            "DbD p.8",
            icon=card,
        )
        for owner, card in cards
    )


def props(language: Language, name: Name) -> tuple[Face, ...]:
    """The front of every kind of prop."""
    which = INDEX[language]
    return tuple(
        Face(
            kind,
            category,
            heading(name(kind)),
            name(category),
            tuple(
                (label(side, language), told[which])
                for side, told in zip(SIDES, BOOK.props[kind], strict=True)
            ),
            icon=kind,
        )
        for category, kinds in default_kinds().items()
        for kind in kinds
    )


def backs(name: Name) -> tuple[Face, ...]:
    """The back of every category of props, which tells no more than the category."""
    order: tuple[Category, ...] = ("objective", "boldness", "survival", "altruism")
    return tuple(Face(each, each, name(each), "", ()) for each in order)
