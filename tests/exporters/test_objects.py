"""Objects are built as the game writes them; what cannot be is refused."""

from typing import Any

import jsonschema
import pytest

from exporters.edit import builders as build
from exporters.schema import SAVE, load


def sheet_of_four() -> dict[int, dict[str, Any]]:
    return {7: build.sheet("https://example.org/f.png", "https://example.org/b.png", 2, 2)}


def test_a_deck_lists_its_cards_in_order_with_their_sheets() -> None:
    cards = [build.card(f"00000{n}", (0, 1, 0), n, 7, sheet_of_four()) for n in (3, 0, 2)]
    deck = build.deck("0000ff", (0, 1, 0), cards)
    assert deck["DeckIDs"] == [703, 700, 702]
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    assert deck["CustomDeck"].keys() == {"7"}
    with pytest.raises(ValueError, match="at least two"):
        build.deck("0000ff", (0, 1, 0), cards[:1])
    with pytest.raises(ValueError, match="face 4 is not on a sheet of 2 x 2"):
        build.card("000001", (0, 1, 0), 4, 7, sheet_of_four())
    with pytest.raises(ValueError, match="at most 10 x 7"):
        build.sheet("f", "b", 11, 7)


def test_builders_of_pictures_follow_the_skeleton() -> None:
    here: build.Vector = (0, 1, 0)
    made = [
        build.tile("000001", here, "https://example.org/a.png", shape="circle"),
        build.token("000002", here, "https://example.org/a.png"),
        build.board("000003", here, "https://example.org/a.png"),
        build.notecard("000005", here, "title", "text"),
    ]
    jsonschema.Draft202012Validator(load(SAVE)).validate({"ObjectStates": made})
    assert made[0]["CustomImage"]["CustomTile"]["Type"] == 2
    assert (made[3]["Nickname"], made[3]["Description"]) == ("title", "text")
    with pytest.raises(ValueError, match="6 values"):
        build.die("000006", here, ["0"])
    with pytest.raises(ValueError, match="'Mauve' is no seat"):
        build.hand_zone("000007", here, here, "Mauve")
