"""Planning: nobody can tell from what is left which card was set and taken back."""

from __future__ import annotations

import pytest

from rules.dbd import RULES
from rules.dbd.planning import SetCard, TakeBack
from rules.dbd.setup import Config
from rules.dbd.state import KILLER_CARDS, SURVIVOR_CARDS


@pytest.mark.parametrize(
    ("seat", "card"),
    [("meg-thomas", card) for card in SURVIVOR_CARDS] + [("the-nurse", c) for c in KILLER_CARDS],
)
def test_a_card_set_and_taken_back_leaves_the_very_same_position(seat: str, card: str) -> None:
    state = RULES.setup(Config())
    again = TakeBack(seat, card).apply(SetCard(seat, card).apply(state))
    assert again == state
    assert hash(again) == hash(state)
    for other in ("jake-park", None):
        assert RULES.view(again, other) == RULES.view(state, other)


def test_the_killers_first_card_is_the_left_one() -> None:
    state = RULES.setup(Config())
    for card in ("wait", "sneak"):
        state = SetCard("the-nurse", card).apply(state)
    assert state.killer.planned == ("wait", "sneak")
    assert state.killer.hand == ("sprint", "crouch", "vault")


def test_the_turns_begin_when_the_last_card_is_set_whoever_sets_it() -> None:
    state = RULES.setup(Config())
    for card in ("wait", "sneak"):
        state = SetCard("the-nurse", card).apply(state)
    for seat in ("feng-min", "dwight-fairfield", "meg-thomas"):
        state = SetCard(seat, "sneak").apply(state)
        assert {turn.seat for turn in RULES.turns(state)} == {f.id for f in state.figures}
    state = SetCard("jake-park", "sneak").apply(state)
    assert [turn.seat for turn in RULES.turns(state)] == ["jake-park"]
