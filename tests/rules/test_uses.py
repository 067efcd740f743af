"""What moves make use of: nothing but what the game has, by a side that plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.chance import Dealer
from rules.dbd.interact import Pass
from rules.dbd.setup import Config, setup
from rules.dbd.state import with_figure
from rules.dbd.uses import uses
from rules.engine import Move
from rules.invader import RULES as INVADER
from rules.invader import uses as invader
from rules.invader.actions import Search
from rules.invader.attacks import Reroll
from rules.invader.setup import Config as InvaderConfig
from rules.invader.state import with_survivor
from tts_bridge.games.registry import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_what_is_used_belongs_to_the_game_and_to_one_of_its_sides(name: str) -> None:
    game, seen = GAMES[name], set[str]()
    for seed in range(4):
        random = Random(seed)
        state = game.rules.setup(game.rules.config_type())
        chooser = game.players.kinds["sensible"](random)
        sides = game.players.sides(state)
        choosers = dict.fromkeys(sides, chooser)
        while move := game.players.next_move(state, choosers, Dealer(random)):
            before, state = state, move.apply(state)
            for used, side in game.uses(before, move, state):
                assert used in game.gamut
                assert side in sides.values()
                seen.add(used.partition(":")[0])
    kinds = {each.partition(":")[0] for each in game.gamut}
    assert seen == kinds


def test_putting_somebody_on_a_hook_uses_it() -> None:
    state = setup(Config())
    move: Move[Any] = Pass("the-nurse")
    hung = with_figure(state, replace(state.figure("meg-thomas"), hook="boldness-1"))
    assert uses(state, move, hung) == {("prop:hook", "killer")}
    assert uses(hung, move, hung) == set()


def test_armor_is_not_used_by_searching_but_a_searchlight_is() -> None:
    state = INVADER.setup(InvaderConfig())
    cole = replace(state.survivor("cole"), body=("ablative-armor", "searchlight"))
    assert invader.by_move(with_survivor(state, cole), Search("cole")) >= {"card:searchlight"}
    assert "card:ablative-armor" not in invader.by_move(with_survivor(state, cole), Search("cole"))


def test_a_reroll_uses_the_card_or_the_skill_that_allows_it() -> None:
    state = INVADER.setup(InvaderConfig())
    assert invader.by_move(state, Reroll("cole", "energy-cell")) == {"card:energy-cell"}
    skill = "1-re-roll-per-turn"
    assert invader.by_move(state, Reroll("jared", skill)) == {f"skill:{skill}"}
