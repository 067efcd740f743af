"""Other people's games, played: what players do sets off the mod's own automation."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.headless.saves import said
from tts_bridge.headless import Table

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the saves of other mods are not here")


def seated(name: str, *colors: str, seed: int) -> Table:
    table = Table(json.loads((CORPUS / f"{name}.json").read_text("utf-8")), seed=seed)
    for color in colors:
        table.join(color, color)
    table.load()
    table.messages.clear()
    table.errors.clear()
    return table


def value(table: Table, script: str) -> Any:
    return table.execute("-1", f"return {script}")[0]


def in_hand(table: Table, color: str) -> int:
    return sum(piece.hand == color for piece in table.objects)


def test_a_trick_taking_game_deals_judges_counts_and_deals_again() -> None:
    """Decks: the mod deals, refuses who is not in turn, finds the winner, deals again."""
    table = seated("wizard_scripted_v12.4.3", "White", "Blue", seed=3)
    table.execute("6ff53f", "startTheGame()")
    table.settle()
    assert value(table, "round") == 1
    assert [in_hand(table, color) for color in ("White", "Blue")] == [1, 1]
    first = value(table, "activePlayer")
    second = "Blue" if first == "White" else "White"
    counters = {"White": "75b7a7", "Blue": "c44d44"}
    for color in (first, second):  # both bid no trick
        table.execute(counters[color], "bid()")
    zone = table.object("aa5aa2")
    assert zone is not None
    x, _, z = zone.position
    cards = {p.hand: p for p in table.objects if p.hand}
    table.play(cards[second], (x + 1, 1, z), up=True, by=second)
    assert any("ist am Zug" in text and "nicht dran" in text for text in said(table))
    assert in_hand(table, second) == 1  # out of turn: dealt back
    table.play(cards[first], (x - 1, 1, z), up=True, by=first)
    table.play(cards[second], (x + 1, 1, z), up=True, by=second)
    table.settle(30)
    points = table.ui(0).find("ScoreboardPlayer1"), table.ui(0).find("ScoreboardPlayer2")
    shown = sorted(p.attributes["text"].split(": ")[1] for p in points if p)
    assert shown == ["-10", "20"]  # the trick's winner had said none
    assert value(table, "round") == 2
    assert [in_hand(table, color) for color in ("White", "Blue")] == [2, 2]
    assert table.errors == []


def test_a_game_is_set_up_by_the_buttons_of_its_ui() -> None:
    """XmlUI: the host sets up, each player says ready, the mod deals and lays out the zoo."""
    table = seated("ark_nova_v13.2.2", "White", "Yellow", seed=1)
    board = table.object("d7b6e1")
    assert board is not None
    with pytest.raises(ValueError, match="Yellow does not see 'setupBtn'"):
        table.click("setupBtn", by="Yellow", on=board)
    table.click("setupBtn", by="White", on=board)
    with pytest.raises(ValueError, match="not shown"):
        table.click("allReadyBtn", by="White", on=board)
    for guid, color in (("7efeef", "White"), ("7380ea", "Yellow")):
        anchor = table.object(guid)
        assert anchor is not None
        table.click("nextBtn", by=color, on=anchor)
        table.click("setupBtn", by=color, on=anchor)
        table.settle()
    assert said(table)[-1] == "All 2 players are ready!"
    table.click("allReadyBtn", by="White", on=board)
    table.settle(30)
    assert [in_hand(table, color) for color in ("White", "Yellow")] == [10, 10]
    assert any(text.endswith("will go first!") for text in said(table))
    assert table.errors == []


def test_a_bundled_game_starts_its_first_era() -> None:
    """A bundle: promises, spawning, bags that things fall into, 45 tiles, a deal to each hand."""
    seats = ("Orange", "Teal", "Purple")
    table = seated("brass_birmingham_v13.1.1", *seats, seed=1)
    lever = table.object("0e63cb")
    assert lever is not None
    table.press(lever, "Start Game", by="Orange")
    table.settle(120)
    assert said(table)[-1] == "Start of Canal Era Round 1 of 9!"
    assert [in_hand(table, color) for color in seats] == [8, 8, 8]
    board = table.object("4ee1f2")
    assert board is not None
    assert board.buttons[0]["label"] == "Canal Era, Round 1 of 9"
    links = [p for p in table.objects if p.nickname.endswith("Canals")]
    assert [len(bag.contained) for bag in links] == [14, 14, 14]
    assert table.errors == []
