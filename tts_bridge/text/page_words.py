"""The page's own words, from the catalogues `page.po` beside those of the texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from importlib import resources

from babel.messages.pofile import read_po

from exporters.drawing.letters import letter, letters
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


def page_word(texts: Texts, id_: str) -> str:
    """What an id is called on the page: its own word, or the game's name."""
    found = page_words().get(id_)
    return found[texts.language] if found else texts.name(id_)


def title_of(name: str, title: str, language: str) -> str:
    """What a game is called at the head of a page, by its name; its own `title` where the page has
    no word for it."""
    return page_words().get(f"page.game.{name}", {}).get(language, title)


def all_letters(
    texts: tuple[Texts, ...], seats: Iterable[str], ids: Iterable[str]
) -> dict[str, Words]:
    """What stands on the pieces of ids: those of seats are told apart."""
    found: dict[str, Words] = {id_: {} for id_ in (*ids, *seats)}
    for each in texts:
        apart = letters({seat: page_word(each, seat) for seat in seats})
        for id_, by_language in found.items():
            by_language[each.language] = apart.get(id_) or letter(page_word(each, id_))
    return found


def all_words(texts: tuple[Texts, ...], ids: Iterable[str]) -> dict[str, Words]:
    """The names of ids and phases; the page has its own words already."""
    names = {id_: in_words(texts, partial(Texts.name, id_=id_)) for id_ in ids}
    phases = texts[0].wording.phases
    told = {f"phase.{p}": in_words(texts, partial(Texts.phase, phase=p)) for p in phases}
    return {**names, **told}
