"""The rules for the notebook of a mod, from the catalogues."""

from __future__ import annotations

from exporters.mods.notebook import Rule, page
from exporters.mods.words import LANGUAGES
from rules.dbd.codes import CODES
from tts_bridge.games.dbd.wording import WORDING
from tts_bridge.text.catalogue import Texts


def reference() -> list[tuple[str, str]]:
    """The pages of the notebook with the rules, one a language."""
    found = []
    for language in LANGUAGES:
        texts = Texts(language, WORDING)
        rules = [
            Rule(code, texts.rule(code), source, texts.source(source))
            for code, source in CODES.items()
        ]
        found.append(page(rules, language))
    return found
