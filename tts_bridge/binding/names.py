"""Which thing of a game a printed name means, in any language it was printed in. No I/O here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from tts_bridge.binding import dbdnames, invadernames

PRINTED = {"dbd": dbdnames.printed, "invader": invadernames.printed}
HIDDEN = {"dbd": ("prop/", "kind/"), "invader": ("objective/", "objective/")}
"""Of which pieces the printed name says what lies face down, and how that meaning begins."""


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
def meanings(game: str) -> Mapping[str, tuple[str, ...]]:
    """What each known name may mean: `sprint` -> `card/sprint`; a card and a skill may share it."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, names in PRINTED[game]():
        for name in dict.fromkeys(map(numbered_name, names)):
            found[name] = (*found.get(name, ()), meaning)
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


def meanings_of(game: str, *texts: str) -> tuple[str, ...]:
    """What a piece with these texts may mean, likeliest first, by the first text that is known."""
    known = meanings(game)
    for text in texts:
        if found := known.get(numbered_name(text)) or known.get(plain_name(text)):
            return found
    return ()


def meaning_of(game: str, *texts: str) -> str:
    """What a piece with these texts means, the first that is known; "" for none of them."""
    return next(iter(meanings_of(game, *texts)), "")


def hidden_meaning(game: str, ident: str, nickname: str) -> str:
    """What a piece is that may lie face down, by its printed name; "" for other pieces."""
    piece, prefix = HIDDEN[game]
    if not ident.startswith(piece):
        return ""
    meaning = meaning_of(game, nickname)
    return meaning.removeprefix(prefix) if meaning.startswith(prefix) else ""


@cache
def printed_names(game: str) -> Mapping[str, tuple[str, ...]]:
    """The names that our mods print for each meaning, English first, then Chinese."""
    found: dict[str, tuple[str, ...]] = {}
    for meaning, names in PRINTED[game]():
        found.setdefault(meaning, tuple(names))
    return found


def named(game: str, meaning: str, language: str) -> str:
    """The printed name of a meaning in a language, or ""."""
    names = printed_names(game).get(meaning, ())
    if language == "zh":
        return next((name for name in names if not name.isascii()), names[0] if names else "")
    return names[0] if names else ""
