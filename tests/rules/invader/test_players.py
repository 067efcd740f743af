"""The team that plays by itself: legal moves, whole games, better than luck; cards sorted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.chance import Dealer
from rules.engine import Match
from rules.invader import RULES
from rules.invader.inventory import Discard
from rules.invader.loadout import in_hand, wanted_slots
from rules.invader.missions import mission, mission_files
from rules.invader.players import next_move, sensible, sides
from rules.invader.setup import Config
from rules.invader.state import TEAM, State, Survivor
from rules.players import anything

LONGEST = 3000
"""Moves of a game; one that takes more has got stuck."""


def play(name: str, seed: int, *, luck: bool = False) -> Match[State]:
    """A whole game of a mission; every move of it is judged."""
    random = Random(seed)
    match = Match(RULES, RULES.setup(Config(mission=mission(name))))
    chooser = (anything if luck else sensible)(random)
    choosers = dict.fromkeys(sides(match.state), chooser)
    while move := next_move(RULES, match.state, choosers, Dealer(random)):
        match.push(move)
        assert len(match.moves) < LONGEST
    return match


def won(name: str, games: int, *, luck: bool) -> int:
    """How many of these games are won."""
    outcomes = [RULES.outcome(play(name, seed, luck=luck).state) for seed in range(games)]
    return sum(o is not None and o.reason == "mission-won" for o in outcomes)


@pytest.mark.parametrize("name", mission_files())
def test_a_sensible_team_plays_every_mission_to_its_end(name: str) -> None:
    for seed in range(4):
        match = play(name, seed)
        assert RULES.outcome(match.state) is not None
        assert not any(isinstance(move, Discard) for move in match.moves)


def test_a_sensible_team_mostly_wins_the_tutorial_and_random_hands_do_not() -> None:
    assert won("breach", 20, luck=False) >= 14
    assert won("breach", 20, luck=True) <= 2


def test_equal_luck_gives_equal_games() -> None:
    assert play("breach", 5).moves == play("breach", 5).moves


def test_the_team_answers_for_itself_on_the_side_of_the_survivors() -> None:
    state = RULES.setup(Config())
    assert sides(state) == dict.fromkeys([*(s.id for s in state.survivors), TEAM], "survivors")


def test_a_pair_of_dual_weapons_is_held_rather_than_two_that_do_not_go_together() -> None:
    assert sorted(in_hand(["smg", "cattle-prod", "smg"])) == ["smg", "smg"]


def test_where_cards_belong_does_not_depend_on_where_they_lie() -> None:
    one = Survivor("cole", "4v-n", body=("ablative-armor", "searchlight"), pack=("search-drone",))
    other = Survivor("cole", "4v-n", body=("search-drone", "ablative-armor"))
    assert wanted_slots(one, ()) == wanted_slots(other, ("searchlight",))


def test_an_attachment_for_a_weapon_in_hand_has_no_slot() -> None:
    cole = Survivor("cole", "4v-n", hand=("smg",), pack=("plenty-of-bullets", "canister"))
    assert wanted_slots(cole, ())["pack"] == Counter({"canister": 1})
