"""What a mod takes from the catalogues: names of cards, and the rules for its notebook."""

from __future__ import annotations

from collections.abc import Callable

from exporters.mods.reference import Rule, page
from exporters.mods.words import LANGUAGES
from rules.dbd.codes import CODES
from tts_bridge.texts import Texts

GAME = "dbd"


def names(language: str) -> Callable[[str], str]:
    """The name of a card, figure or prop in a language, by its id."""
    return Texts(language, GAME).name


def reference() -> list[tuple[str, str]]:
    """The pages of the notebook with the rules, one a language."""
    found = []
    for language in LANGUAGES:
        texts = Texts(language, GAME)
        rules = [
            Rule(code, texts.rule(code), source, texts.source(source))
            for code, source in CODES.items()
        ]
        found.append(page(rules, language))
    return found
