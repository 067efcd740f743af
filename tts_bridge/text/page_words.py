"""The page's own words, from the catalogues `page.po` beside those of the texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from importlib import resources

from babel.messages.pofile import read_po

from tts_bridge.text.catalogue import LANGUAGES, Texts, Words, in_words


@cache
def page_words() -> dict[str, Words]:
    """Every word of the page in every language; read once, never changed."""
    found: dict[str, Words] = {}
    for language, locale in LANGUAGES.items():
        folder = resources.files("tts_bridge").joinpath("locale", locale, "LC_MESSAGES")
        with folder.joinpath("page.po").open("rb") as file:
            for message in read_po(file, locale=locale, abort_invalid=True):
                if isinstance(message.id, str) and message.id:
                    found.setdefault(message.id, {})[language] = str(message.string)
    return found


def all_words(texts: tuple[Texts, ...], ids: Iterable[str]) -> dict[str, Words]:
    """The names of ids and phases; the page has its own words already."""
    names = {id_: in_words(texts, partial(Texts.name, id_=id_)) for id_ in ids}
    phases = texts[0].wording.phases
    told = {f"phase.{p}": in_words(texts, partial(Texts.phase, phase=p)) for p in phases}
    return {**names, **told}
