"""What the browser of rules has of *Dead by Daylight* beside its rules. No I/O here."""

from __future__ import annotations

from rules.dbd.data import CHARACTERS
from rules.dbd.perks import PERKS
from rules.dbd.state import KILLER_CARDS
from tts_bridge.game.rulebook import Item, filled, named, sourced
from tts_bridge.text.catalogue import Texts, in_words
from tts_bridge.text.page_words import page_words


def items(texts: tuple[Texts, ...]) -> tuple[Item, ...]:
    """Cards, perks and characters."""
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
        text = words["page.perk.by-hand"] if known is None else filled("perk.costs", n=known.cost)
        found.append(Item(perk, "perk", named(texts, perk), text, sourced(texts, "CARD")))
    for each in people:
        perks = in_words(
            texts,
            lambda text, each=each: text.text("verdict.between").join(
                text.name(perk) for perk in each.perks
            ),
        )
        told = perks if each.perks else words["page.perk.none-known"]
        found.append(
            Item(each.id, "character", named(texts, each.id), told, sourced(texts, "CARD"))
        )
    return tuple(found)
