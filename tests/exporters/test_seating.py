"""Who plays whom: four Survivors, however many people there are."""

from __future__ import annotations

from collections import Counter

import pytest

from exporters.drawing.palette import KILLER_SEAT
from exporters.mods.dbd.mod import SURVIVOR_SEATS
from exporters.mods.dbd.seating import shared
from rules.dbd.setup import DEFAULT_SURVIVORS


@pytest.mark.parametrize(
    ("people", "colours"),
    [
        (3, ["White", "White", "Red", "Red"]),
        (4, ["White", "White", "Red", "Green"]),
        (5, ["White", "Red", "Green", "Blue"]),
    ],
)
def test_all_four_survivors_are_played_and_neighbours_share(
    people: int, colours: list[str]
) -> None:
    seats = shared(people, DEFAULT_SURVIVORS)
    assert [seats[each] for each in DEFAULT_SURVIVORS] == colours
    assert len(Counter(colours)) == people - 1
    assert {*colours} <= {*SURVIVOR_SEATS}
    assert KILLER_SEAT not in colours


@pytest.mark.parametrize("people", [2, 6])
def test_two_are_too_few_and_six_too_many(people: int) -> None:
    with pytest.raises(ValueError, match=f"people: {people} is not 3 to 5"):
        shared(people, DEFAULT_SURVIVORS)
