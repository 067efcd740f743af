"""What is told of figures: shares with intervals, lengths, uses; and the drawing of it."""

from __future__ import annotations

from xml.etree import ElementTree

from tts_bridge.simulation.figures import Figures, Use, wilson
from tts_bridge.simulation.plot import drawn
from tts_bridge.simulation.report import Report, reported

FIGURES = Figures(
    10,
    {"survivors": 6, "killer": 4},
    {"gate": 6, "sacrifices": 4},
    {5: 4, 8: 5, 120: 1},
    {100: 10},
    {
        "movement-card:sprint survivors": Use(40, 10, 6),
        "movement-card:sprint killer": Use(20, 8, 4),
        "perk:bond survivors": Use(2, 2, 1),
    },
)


def report(*wanted: str) -> Report:
    players = {"killer": "automa", "survivors": "sensible"}
    return reported(FIGURES, "dbd", {"killer": "the-nurse"}, players, 3, ["x"], wanted)


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_use_is_told_for_the_side_that_used_it() -> None:
    found = {(u.kind, u.name, u.side): u for u in report().uses}
    theirs = found["movement-card", "sprint", "killer"]
    assert (theirs.per_game, theirs.games, theirs.won.games) == (2.0, 8, 4)
    assert (theirs.won.low, theirs.won.high) == wilson(4, 8)
    assert found["movement-card", "sprint", "survivors"].won.share == 0.6


def test_wins_and_reasons_are_shares_of_all_games() -> None:
    found = report()
    assert {side: share.games for side, share in found.won.items()} == {
        "killer": 4,
        "survivors": 6,
    }
    assert list(found.decided) == ["gate", "sacrifices"]
    assert (found.rounds.median, found.rounds.p10, found.rounds.p90) == (8, 5, 8)


def test_only_what_is_wanted_is_told() -> None:
    assert [use.name for use in report("perk:bond").uses] == ["bond"]


def test_the_drawing_tells_the_same_figures() -> None:
    words = texts(drawn(report(), FIGURES.rounds, "A game", "the Nurse and four others"))
    assert "60.0 % (6)" in words
    assert "movement-card sprint (killer), 2.00 a game" in words
    assert "65+" in words  # a game of 120 rounds does not squeeze the others


def test_words_from_outside_are_words_in_the_drawing() -> None:
    poison = "</svg><script>alert(1)</script>&\x00\x1b[31m\u202e"
    svg = drawn(report(), FIGURES.rounds, poison, poison)
    assert "<script" not in svg
    assert any("<script>" in word for word in texts(svg))
