"""The browser of rules: every rule, card, perk and setting with its source. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from rules.house import House, shown
from tts_bridge.text.catalogue import LANGUAGES, Texts, Words, fill, in_words
from tts_bridge.text.page_words import page_words


class Item(Struct, frozen=True):
    """Something that can be looked up. `kind`: rule, move, card, perk, character or setting."""

    id: str
    kind: str
    title: Words
    text: Words
    source: Words


def rules(codes: Mapping[str, str], texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Rules by their codes, with their sources: every one that a ruling can name."""
    return tuple(
        Item(
            code,
            "rule",
            same(code),
            in_words(texts, lambda each, code=code: each.rule(code)),
            sourced(texts, source),
        )
        for code, source in codes.items()
    )


def house_rules(house: House, texts: tuple[Texts, ...]) -> Iterator[Item]:
    """What the printed rules leave open, with its default."""
    defaults = house.kind()
    for key, setting in house.rows.items():
        default = shown(getattr(defaults, setting.field))
        text = in_words(texts, lambda each, key=key: each.text(f"house.{key}"))
        told = {each: f"{said} ({default})" for each, said in text.items()}
        yield Item(key, "setting", same(key), told, sourced(texts, setting.source))


def named(texts: tuple[Texts, ...], id_: str) -> Words:
    return in_words(texts, lambda each: each.name(id_))


def sourced(texts: tuple[Texts, ...], key: str) -> Words:
    return in_words(texts, lambda each: each.source(key))


def same(text: str) -> Words:
    """A text that is the same in every language."""
    return dict.fromkeys(LANGUAGES, text)


def listed(texts: tuple[Texts, ...], ids: Iterable[str]) -> Words:
    """Names, one after the other."""
    return in_words(texts, lambda each: ", ".join(each.name(id_) for id_ in ids))


def filled(word: str, **values: object) -> Words:
    """A word of the page with values put in; a value may itself come in every language."""
    return {
        language: fill(
            text,
            {
                key: str(value[language] if isinstance(value, dict) else value)
                for key, value in values.items()
            },
        )
        for language, text in page_words()[f"page.{word}"].items()
    }
