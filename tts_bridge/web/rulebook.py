"""The browser of rules: every rule, card, perk and setting with its source. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import msgspec
from msgspec import Struct, structs

from rules.dbd.data import CHARACTERS
from rules.dbd.perks import PERKS
from rules.dbd.state import KILLER_CARDS, Settings
from tts_bridge.games import GAMES
from tts_bridge.texts import LANGUAGES, Texts
from tts_bridge.web.scene import Words, in_words
from tts_bridge.web.words import page_words


class Item(Struct, frozen=True):
    """Something that can be looked up. `kind`: rule, move, card, perk, character or setting."""

    id: str
    kind: str
    title: Words
    text: Words
    source: Words


@cache
def rulebook(game: str) -> tuple[Item, ...]:
    """Everything that can be looked up of a game, in the order it is listed; () for no game."""
    if game not in GAMES:
        return ()
    texts = tuple(Texts(language) for language in LANGUAGES)
    more = BY_GAME.get(game)
    return (*rules(game, texts), *(more(texts) if more else ()))


def rules(game: str, texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Every rule that a refusal can name."""
    return tuple(
        Item(
            code,
            "rule",
            same(code),
            in_words(texts, lambda each, code=code: each.rule(code)),
            sourced(texts, source),
        )
        for code, source in GAMES[game].codes.items()
    )


def dbd(texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Cards, perks, characters and house rules of *Dead by Daylight*."""
    words = page_words()
    found = [
        Item(
            card, "card", named(texts, card), words[f"page.card.{card}"], sourced(texts, "DbD p.8")
        )
        for card in KILLER_CARDS
    ]
    people = (*CHARACTERS.survivors, *CHARACTERS.killers)
    for perk in dict.fromkeys(perk for each in people for perk in each.perks):
        known = PERKS.get(perk)
        text = words["page.perk.by-hand"] if known is None else costs(known.cost, texts)
        found.append(Item(perk, "perk", named(texts, perk), text, sourced(texts, "CARD")))
    for each in people:
        perks = in_words(
            texts,
            lambda text, each=each: text.text("verdict.between").join(
                text.name(perk) for perk in each.perks
            ),
        )
        found.append(
            Item(each.id, "character", named(texts, each.id), perks, sourced(texts, "CARD"))
        )
    for field in structs.fields(Settings):
        default = msgspec.json.encode(getattr(Settings(), field.name)).decode()
        text = {
            language: f"{told} ({default})"
            for language, told in words[f"page.setting.{field.name}"].items()
        }
        found.append(Item(field.name, "setting", same(field.name), text, sourced(texts, "assumed")))
    return tuple(found)


def costs(cost: int, texts: tuple[Texts, ...]) -> Words:
    """What a perk costs that the referee carries out."""
    return {
        each.language: page_words()["page.perk.costs"][each.language].replace("{n}", str(cost))
        for each in texts
    }


def named(texts: tuple[Texts, ...], id_: str) -> Words:
    return in_words(texts, lambda each: each.name(id_))


def sourced(texts: tuple[Texts, ...], key: str) -> Words:
    return in_words(texts, lambda each: each.source(key))


def same(text: str) -> Words:
    """A text that is the same in every language."""
    return dict.fromkeys(LANGUAGES, text)


BY_GAME: Mapping[str, Callable[[tuple[Texts, ...]], tuple[Item, ...]]] = {"dbd": dbd}
