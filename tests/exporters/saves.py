"""Small saves that show what real ones do: bags, decks, states, attached parts, copies."""

from __future__ import annotations

import copy
from typing import Any

from exporters.edit.builders import card, deck, pawn, sheet, text3d, thing, tile, token
from exporters.savefile import Json, Save, dump, parse

SHEETS = {12: sheet("https://example.org/faces.png", "https://example.org/back.png", 10, 7)}
SCRIPT = "function onLoad()\r\n  print('one')\r\n  print('two')\r\nend\r\n"


def small_objects() -> list[Json]:
    """A pawn, a bag with a deck, two equal tokens and a tile, a figure of three states."""
    cards = [
        card(f"c0000{n}", (0, 1, 0), n, 12, SHEETS, nickname=f"Card {n}", tags=["Fear"])
        for n in range(3)
    ]
    coin = token("aaaaaa", (1, 1, 1), "https://example.org/coin.png", nickname="Coin")
    held = [
        deck("dec001", (0, 1, 0), cards, nickname="Fear deck"),
        coin,
        copy.deepcopy(coin),
        tile("", (2, 1, 2), "https://example.org/tile.png", nickname="Map"),
    ]
    figure = tile("f00001", (5, 1, 5), "https://example.org/1.png", nickname="Figure")
    states = {
        "2": tile("f00002", (5, 1, 5), "https://example.org/2.png", nickname="Hurt"),
        "3": tile("f00003", (5, 1, 5), "https://example.org/3.png", script="-- third\n"),
    }
    figure["ChildObjects"] = [pawn("e00001", (0, 1, 0), nickname="Hat")]
    figure["States"] = states
    return [
        pawn("a00001", (0, 1, 0), nickname="Red pawn", script=SCRIPT, tags=["Pawn", "Red"]),
        thing(
            "Bag",
            "ba9001",
            (3, 1, 3),
            {"Bag": {"Order": 0}},
            {"ContainedObjects": held},
            nickname="Bag of things",
            locked=True,
        ),
        figure,
        text3d("7e0001", (0, 1, 9), "黎明 says hello", nickname="Sign"),
    ]


def small_save(**keys: Any) -> Save:
    """A save of these objects, as if read from a file."""
    data: Json = {
        "SaveName": "Small",
        "VersionNumber": "v13.2.2",
        "Gravity": 0.5,
        "Note": "",
        "LuaScript": "-- Global\n",
        "LuaScriptState": "",
        "XmlUI": "",
        "ComponentTags": {
            "labels": [
                {"displayed": tag, "normalized": tag.lower()} for tag in ("Fear", "Pawn", "Red")
            ]
        },
        **keys,
    }
    data.setdefault("ObjectStates", small_objects())
    return parse(dump(Save(data)), "small.json")
