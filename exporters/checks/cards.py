"""Cards and decks: ids, sheets, sizes. No I/O here.

Source: save-format of the game, "cards": CardID is the sheet's key times 100 plus the face's
index; in 429 of 429 real decks DeckIDs lists the cards; the deck's own sheets count inside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from exporters.checks.finding import Context, Finding, text
from exporters.edit.repairs import card_ids, is_deck, same_sheet, sheets
from exporters.savefile import Json

_LARGEST = (10, 7)


def decks(context: Context) -> Iterator[Finding]:
    """A deck lists the cards it contains, at least two, with the sheets they are on."""
    for path, data in context.objects:
        if not is_deck(data):
            continue
        ids = card_ids(data)
        if ids is None:
            yield Finding("deck.content", path, "ContainedObjects", "a deck holds cards only")
            continue
        if ids != data["DeckIDs"]:
            yield Finding("deck.ids", path, "DeckIDs", _ids_differ(data["DeckIDs"], ids))
        if len(ids) < 2:
            yield Finding(
                "deck.small", path, "ContainedObjects",
                f"a deck of {len(ids)}: the game makes a card of it, or nothing",
            )  # fmt: skip
        yield from _sheets_of(path, data, ids)


def _ids_differ(listed: list[object], ids: list[int]) -> str:
    if len(listed) != len(ids):
        return f"DeckIDs lists {len(listed)} cards, the deck contains {len(ids)}"
    place = next(n for n, (one, other) in enumerate(zip(listed, ids, strict=True)) if one != other)
    return f"DeckIDs[{place}] is {listed[place]}, but the card there has the CardID {ids[place]}"


def _sheets_of(path: str, deck: Json, ids: list[int]) -> Iterator[Finding]:
    own = dict(sheets(deck))
    if not own:
        return  # built-in playing cards
    used = {str(each // 100) for each in ids}
    for key in sorted(used - own.keys()):
        yield Finding(
            "deck.sheet-missing", path, "CustomDeck",
            f"cards of the sheet {key} are in the deck, but CustomDeck has only "
            f"{', '.join(list(own)[:8])}",
        )  # fmt: skip
    for key in sorted(own.keys() - used):
        yield Finding(
            "deck.sheet-unused", path, f"CustomDeck.{key}", f"no card of the deck is on sheet {key}"
        )
    for place, card in enumerate(deck["ContainedObjects"]):
        key = str(card["CardID"] // 100)
        sheet = dict(sheets(card)).get(key)
        if sheet is not None and key in own and not same_sheet(sheet, own[key]):
            yield Finding(
                "deck.sheet-differs", f"{path}.ContainedObjects[{place}]", f"CustomDeck.{key}",
                "the card and its deck disagree on the sheet; inside the deck the deck's counts, "
                f"so the card changes its face when it is drawn ({_disagree(sheet, own[key])})",
            )  # fmt: skip


def _disagree(sheet: Json, other: Json) -> str:
    keys = ("FaceURL", "BackURL", "NumWidth", "NumHeight")
    return ", ".join(key for key in keys if sheet.get(key) != other.get(key))


def cards(context: Context) -> Iterator[Finding]:
    """A card shows a face that its sheet has."""
    parents = {path: data for path, data in context.objects if is_deck(data)}
    for path, data in context.objects:
        number = data.get("CardID")
        if type(number) is not int or "Deck" in text(data, "Name"):
            continue
        holder = parents.get(path.rpartition(".ContainedObjects[")[0], {})
        key = str(number // 100)
        known = dict(sheets(holder)) or dict(sheets(data))
        sheet = known.get(key) or dict(sheets(data)).get(key)
        if sheet is None:
            if known and not holder:
                yield Finding(
                    "card.sheet-missing", path, "CardID",
                    f"CardID {number} is on the sheet {key}, CustomDeck has "
                    f"{', '.join(list(known)[:8])}",
                )  # fmt: skip
            continue
        size = sheet.get("NumWidth"), sheet.get("NumHeight")
        if type(size[0]) is int and type(size[1]) is int and number % 100 >= size[0] * size[1]:
            yield Finding(
                "card.index", path, "CardID",
                f"face {number % 100} is not on a sheet of {size[0]} x {size[1]} faces",
            )  # fmt: skip


def sizes(context: Context) -> Iterator[Finding]:
    """A sheet has at most 10 x 7 faces."""
    for path, data in context.objects:
        for key, sheet in sheets(data):
            size = sheet.get("NumWidth"), sheet.get("NumHeight")
            for value, largest in zip(size, _LARGEST, strict=True):
                if type(value) is int and not 1 <= value <= largest:
                    yield Finding(
                        "card.sheet-size", path, f"CustomDeck.{key}",
                        f"a sheet of {size[0]} x {size[1]} faces; the game takes 1 to 10 x 1 to 7",
                    )  # fmt: skip
                    break
