"""Small saves made up for these tests."""

from typing import Any

from tts_bridge.headless.table import Table

Data = dict[str, Any]


def thing(name: str, guid: str, at: tuple[float, float, float] = (0, 1, 0), **fields: Any) -> Data:
    """An object of a save."""
    turn, scale = fields.pop("turn", (0, 0, 0)), fields.pop("scale", (1, 1, 1))
    transform = {
        prefix + axis: float(value)
        for prefix, values in (("pos", at), ("rot", turn), ("scale", scale))
        for axis, value in zip("XYZ", values, strict=True)
    }
    return {"Name": name, "GUID": guid, "Transform": transform, **fields}


def card(guid: str, number: int, at: tuple[float, float, float] = (0, 1, 0), **fields: Any) -> Data:
    """A card of a sheet with its own key."""
    key = fields.pop("key", 1)
    face = fields.pop("face", "face")
    sheet = {"FaceURL": face, "BackURL": "back", "NumWidth": 10, "NumHeight": 7}
    return thing(
        "Card", guid, at, CardID=key * 100 + number, CustomDeck={str(key): sheet}, **fields
    )


def deck(guid: str, numbers: list[int], at: tuple[float, float, float] = (0, 1, 0)) -> Data:
    """A deck of cards c00001, c00002 ... of one sheet."""
    cards = [card(f"c{n:05d}", n, Nickname=f"card {n}") for n in numbers]
    return thing(
        "Deck", guid, at,
        DeckIDs=[each["CardID"] for each in cards],
        CustomDeck=cards[0]["CustomDeck"],
        ContainedObjects=cards,
    )  # fmt: skip


def zone(guid: str, at: tuple[float, float, float], **fields: Any) -> Data:
    """A scripting zone, four wide and deep, six high."""
    return thing("ScriptingTrigger", guid, at, scale=(4, 6, 4), **fields)


def hand(guid: str, color: str, at: tuple[float, float, float]) -> Data:
    """A hand."""
    return thing("HandTrigger", guid, at, scale=(10, 6, 4), FogColor=color)


def table(script: str = "", *objects: Data, **options: Any) -> Table:
    """A loaded table."""
    return Table({"LuaScript": script, "ObjectStates": list(objects)}, **options).load()


def printed(script: str, *objects: Data) -> list[str]:
    """What a Global script prints; it must not fail."""
    made = table(script, *objects)
    assert made.errors == []
    return said(made)


def said(made: Table) -> list[str]:
    """The texts that were shown so far."""
    return [text for _, text, _ in made.messages]
