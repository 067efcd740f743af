"""Decks, tags and leftovers: what a save says twice has to agree. No I/O here.

A deck says of its cards what they say themselves.

Source: save-format of the game, "cards": `DeckIDs` lists the `CardID`s of the contained cards in
order, `CustomDeck` has the sheets they use; a deck has at least two cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from exporters.savefile import Json, Save


def card_ids(deck: Json) -> list[int] | None:
    """The CardIDs of the cards in a deck, in order; None when one has none."""
    held = deck.get("ContainedObjects")
    if not isinstance(held, list):
        return None
    ids = [card.get("CardID") if isinstance(card, dict) else None for card in held]
    found = [each for each in ids if type(each) is int]
    return found if len(found) == len(ids) else None


def is_deck(data: Json) -> bool:
    """Whether an object lists cards that it also contains."""
    return isinstance(data.get("DeckIDs"), list) and isinstance(data.get("ContainedObjects"), list)


def is_true_deck(data: Json) -> bool:
    """Whether it is a deck whose list agrees with its cards."""
    return is_deck(data) and data["DeckIDs"] == card_ids(data)


def sheets(data: Json) -> Iterator[tuple[str, Json]]:
    """The sheets of a deck or card, by key."""
    held = data.get("CustomDeck")
    if isinstance(held, dict):
        yield from ((key, each) for key, each in held.items() if isinstance(each, dict))


def same_sheet(one: Json, other: Json) -> bool:
    """Whether two sheets show the same: pictures and size."""
    keys = ("FaceURL", "BackURL", "NumWidth", "NumHeight")
    return all(one.get(key) == other.get(key) for key in keys)


def renew(deck: Json, added: Sequence[Json] = ()) -> str | None:
    """Make a deck list the cards it contains now; what is wrong when that cannot be.

    The sheets of `added` cards come along. Nothing is taken out of CustomDeck.
    """
    ids = card_ids(deck)
    if ids is None:
        return "a deck holds cards only, each with its CardID"
    if len(ids) < 2:
        return "a deck has at least two cards; delete the deck, or put the card in its place"
    known = dict(sheets(deck))
    for card in added:
        for key, sheet in sheets(card):
            if key not in known:
                known[key] = sheet
                deck.setdefault("CustomDeck", {})[key] = sheet
            elif not same_sheet(known[key], sheet):
                return f"a card brings another sheet {key} than the deck has; renumber one of them"
    deck["DeckIDs"] = ids
    return None


def list_tags(save: Json, tags: Iterable[str]) -> bool:
    """Add to ComponentTags what it lacks; False for a save that has no such list (before v13)."""
    held = save.get("ComponentTags")
    labels = held.get("labels") if isinstance(held, dict) else None
    if not isinstance(labels, list):
        return False
    known = [each.get("normalized") for each in labels if isinstance(each, dict)]
    for tag in tags:
        if tag.lower() not in known:
            labels.append({"displayed": tag, "normalized": tag.lower()})
            known.append(tag.lower())
    return True


def tidied(save: Save, *, digits: int | None = None, sort_keys: bool = False) -> Save:
    """A save with its fractions rounded to `digits` decimals and its keys in order, if asked.

    The given one is not changed. Numbers that are the same when rounded keep their text.
    """
    if digits is None and not sort_keys:
        return save
    return Save(_tidied(save.data, digits, sort_keys), save.source, save.name)


def _tidied(value: Any, digits: int | None, sort_keys: bool) -> Any:
    if isinstance(value, float):
        if digits is None:
            return value
        return round(value, digits) + 0.0  # no -0.0
    if isinstance(value, list):
        return [_tidied(each, digits, sort_keys) for each in value]
    if isinstance(value, dict):
        keys = sorted(value) if sort_keys else list(value)
        return {key: _tidied(value[key], digits, sort_keys) for key in keys}
    return value
