"""Which thing of a game a printed name means, in any language it was printed in. No I/O here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from msgspec import Struct

from exporters.mods.words import LANGUAGES
from tts_bridge.text.vocabulary import GameNames

ONE_OF = ("figure", "card", "kind", "category", "die", "equipment", "xeno", "skill")
"""How meanings begin that are one of several things, which has a name of its own."""


class PrintedNames(Struct, frozen=True, eq=False):
    """What the pieces of a game are called on mods."""

    names: GameNames
    """Their own names."""
    meanings: Callable[[], Iterable[str]]
    """Everything that a name may mean; what comes first goes before what is called alike."""
    aliases: Callable[[], Iterable[tuple[str, Iterable[str]]]] = lambda: ()
    """Each meaning with what else it is called."""
    hidden: tuple[str, str] = ("", "")
    """How the ids of pieces begin whose printed name says what lies face down, and how that meaning
    begins; "" where the game has none."""


def plain_name(text: str) -> str:
    """A name as it is compared: no case, accents, BB code, brackets, numbers or punctuation."""
    return letters(text, "L")


def numbered_name(text: str) -> str:
    """The same, numbers kept: they tell cards such as `Worker 1 / 2` apart."""
    return letters(text, "LN")


def letters(text: str, categories: str) -> str:
    """What of a name is of these Unicode categories, in words."""
    text = re.sub(r"\[[^\]]{0,20}\]", " ", text[:200])
    text = re.sub(r"[(（].*?[)）]", " ", text)
    folded = unicodedata.normalize("NFKD", text).casefold()
    kept = [
        c if unicodedata.category(c)[0] in categories else " " for c in folded if not combining(c)
    ]
    return " ".join("".join(kept).split())


def combining(character: str) -> bool:
    """Whether it is an accent of the letter before it."""
    return unicodedata.combining(character) != 0


@cache
def meanings(game: PrintedNames) -> Mapping[str, tuple[str, ...]]:
    """What each known name may mean: `sprint` -> `card/sprint`; a card and a skill may share it."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, names in (*printed_names(game).items(), *game.aliases()):
        for name in dict.fromkeys(map(numbered_name, names)):
            found[name] = (*found.get(name, ()), meaning)
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


def meanings_of(game: PrintedNames, *texts: str) -> tuple[str, ...]:
    """What a piece with these texts may mean, likeliest first, by the first text that is known."""
    known = meanings(game)
    for text in texts:
        if found := known.get(numbered_name(text)) or known.get(plain_name(text)):
            return found
    return ()


def meaning_of(game: PrintedNames, *texts: str) -> str:
    """What a piece with these texts means, the first that is known; "" for none of them."""
    return next(iter(meanings_of(game, *texts)), "")


def hidden_meaning(game: PrintedNames, ident: str, nickname: str) -> str:
    """What a piece is that may lie face down, by its printed name; "" for other pieces."""
    piece, prefix = game.hidden
    if not piece or not ident.startswith(piece):
        return ""
    meaning = meaning_of(game, nickname)
    return meaning.removeprefix(prefix) if meaning.startswith(prefix) else ""


@cache
def printed_names(game: PrintedNames) -> Mapping[str, tuple[str, ...]]:
    """The names of each meaning in every language, English first."""
    return {
        meaning: tuple(game.names.name(id_of(meaning), language) for language in LANGUAGES)
        for meaning in game.meanings()
    }


def id_of(meaning: str) -> str:
    """The id under which a meaning has its name: `card/sprint` -> `sprint`."""
    kind, _, one = meaning.partition("/")
    return one if one and kind in ONE_OF else meaning
