"""Cards and decks as a save writes them: DeckIDs, CustomDeck and ContainedObjects that agree.

All functions return new data and leave their arguments as they were.
"""

from collections.abc import Sequence

from tts_bridge.headless.model.kinds import Data, rows_of

_SHEET = ("FaceURL", "BackURL", "NumWidth", "NumHeight")


def cards_of(data: Data) -> list[Data]:
    """The cards of a card or deck, each with the sheet it is printed from."""
    if "DeckIDs" not in data:
        return [data]
    sheets = data.get("CustomDeck")
    sheets = sheets if isinstance(sheets, dict) else {}
    cards = []
    for card in rows_of(data.get("ContainedObjects")):
        number = card.get("CardID")
        key = str(int(number) // 100) if isinstance(number, int | float) else ""
        cards.append({**card, "CustomDeck": {key: sheets[key]}} if key in sheets else card)
    return cards


def with_cards(deck: Data, cards: Sequence[Data]) -> Data:
    """The deck with exactly these cards. A sheet number used for two sheets is given anew."""
    sheets: dict[str, Data] = {}
    keys: dict[str, str] = {}  # by what is on the sheet
    kept = []
    for card in cards:
        kept.append(_on_sheet(card, sheets, keys))
    data = {key: value for key, value in deck.items() if key not in ("DeckIDs", "CustomDeck")}
    data["DeckIDs"] = [card.get("CardID", 0) for card in kept]
    if sheets:
        data["CustomDeck"] = sheets
    data["ContainedObjects"] = kept
    return data


def deck_of(first: Data, cards: Sequence[Data], guid: str) -> Data:
    """A deck made where the first card lies."""
    deck = {
        "GUID": guid,
        "Name": "DeckCustom" if first.get("Name") == "CardCustom" else "Deck",
        "Transform": first.get("Transform", {}),
        "Nickname": "",
        "Description": "",
        "ColorDiffuse": first.get("ColorDiffuse", {"r": 0.7132, "g": 0.7132, "b": 0.7132}),
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "SidewaysCard": first.get("SidewaysCard", False),
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
    return with_cards(deck, cards)


def _on_sheet(card: Data, sheets: dict[str, Data], keys: dict[str, str]) -> Data:
    """The card with the number its sheet has in `sheets`, where it is entered when it is new."""
    id_ = card.get("CardID")
    own = card.get("CustomDeck")
    if not isinstance(id_, int) or not isinstance(own, dict):
        return card
    key = str(id_ // 100)
    sheet = own.get(key)
    if not isinstance(sheet, dict):
        return card
    shown = repr([sheet.get(field) for field in _SHEET])
    known = keys.get(shown)
    if known is None:
        known = key
        if key in sheets:
            known = str(max(int(k) for k in sheets if k.isdigit()) + 1)
        keys[shown] = known
        sheets[known] = sheet
    if known == key:
        return card
    return {**card, "CardID": int(known) * 100 + id_ % 100, "CustomDeck": {known: sheet}}
