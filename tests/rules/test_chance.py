"""Chance: odds are weights, and no outcome without weight comes up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.chance import Dealer, Pile
from rules.dbd import RULES
from rules.dbd.interact import Rolled
from rules.dbd.movement import Uncovered
from rules.dbd.position import build_position
from rules.dbd.setup import Config
from rules.dbd.state import Check, State, Unknown, push
from rules.engine import legal_moves


class Fixed:
    """A source of luck that is none."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


def turning_over() -> State:
    """Chance is to say what an Objective prop is, six generators lying open."""
    state = build_position(
        {
            "phase": "survivors",
            "turn": "meg-thomas",
            "step": "interact",
            "meg-thomas": {"at": "well", "played": ["sprint"]},
            "props": {f"objective-{n}": "generator" for n in range(1, 7)},
        }
    )
    return push(state, Unknown("objective-7"))


def test_a_pile_is_what_was_there_without_what_was_seen() -> None:
    pile = Pile({"hook": 6, "hex-totem": 4}).without({"hook": 6, "hex-totem": 1, "crow": 2})
    assert pile == Pile({"hex-totem": 3})
    assert Pile({"hook": 1}).without({"hook": 3}) == Pile({})


def test_the_dealer_has_nothing_to_say_when_a_player_is_to_move() -> None:
    assert Dealer(Random(1)).choose(RULES, RULES.setup(Config())) is None


def test_weights_are_the_props_nobody_has_seen() -> None:
    state = turning_over()
    moves = {move.kind: move.weight(state) for move in legal_moves(RULES, state)}  # type: ignore[attr-defined]
    assert moves == {"generator": 2, "exit-gate": 2}


def test_a_face_that_stands_twice_weighs_twice() -> None:
    state = push(RULES.setup(Config()), Check("meg-thomas", "danger", "objective-5"))
    weights = {m.face: m.weight(state) for m in legal_moves(RULES, state)}  # type: ignore[attr-defined]
    assert weights == {0: 3, 5: 3}


@pytest.mark.parametrize(
    ("point", "face"), [(0.0, 0), (0.166, 0), (0.167, 1), (0.5, 3), (0.999_999, 5), (1.0, 5)]
)
def test_the_dealer_goes_by_weight(point: float, face: int) -> None:
    state = push(RULES.setup(Config()), Check("meg-thomas", "skill", "objective-5"))
    assert Dealer(Fixed(point)).choose(RULES, state) == Rolled("chance", "skill", face)


def test_outcomes_come_as_often_as_they_weigh() -> None:
    spec = {f"survival-{n}": "locker" for n in range(1, 6)}
    state = push(build_position({"props": spec}), Unknown("survival-12"))
    dealer, drawn = Dealer(Random(5)), Counter[str]()
    for _ in range(2800):
        move = dealer.choose(RULES, state)
        assert isinstance(move, Uncovered)
        drawn[move.kind] += 1
    assert set(drawn) == {"chest", "locker"}
    assert 320 < drawn["locker"] < 480  # one of the seven left: 400 of 2800
