"""The facts: counts that sources agree on, and what the rulebook says of all cards."""

from __future__ import annotations

import pytest

from rules.invader.board import PLACES
from rules.invader.codes import CODES
from rules.invader.data import (
    CARDS,
    FACES,
    MACHINES,
    SKILLS,
    SURVIVORS,
    XENO_CARDS,
    XENOS,
    cards_with_back,
)


def test_the_equipment_is_71_cards_with_those_of_the_two_machines() -> None:
    backs = ("standard", "starting", "prototype", "oxygen")
    assert sum(sum(cards_with_back(back).values()) for back in backs) + len(MACHINES) == 71
    assert sum(cards_with_back("starting").values()) == len(SURVIVORS)


def test_the_xeno_deck_is_54_cards() -> None:
    assert sum(card.count for card in XENO_CARDS.values()) == 54


def test_the_one_real_row_of_numbers_is_there() -> None:
    assert XENO_CARDS["spawn-worker-2-4-6-8"].numbers == (2, 4, 6, 8)


def test_there_are_64_xenos() -> None:
    assert sum(xeno.figures for xeno in XENOS.values()) == 64


def test_no_weapon_has_damage_3() -> None:
    weapons = [card.weapon for card in CARDS.values() if card.weapon]
    weapons += [w for m in MACHINES.values() for w in (m.melee, m.ranged) if w]
    assert max(weapon.damage for weapon in weapons) == 2


def test_melee_weapons_reach_only_their_own_zone_and_none_that_shoots_is_silent() -> None:
    for card in CARDS.values():
        if card.weapon and card.weapon.type == "melee":
            assert card.weapon.range == (0, 0)
        elif card.weapon:
            assert card.weapon.noisy


def test_cards_whose_numbers_nobody_printed_say_so() -> None:
    for card in CARDS.values():
        if card.weapon and not card.weapon.hellfire:
            assert "dice" in card.assumed or "all but" in card.assumed, card.id


def test_every_skill_of_a_survivor_exists_and_every_skill_is_on_a_card() -> None:
    used = {skill for s in SURVIVORS.values() for skill in (s.blue, *s.orange, *s.red)}
    assert used <= set(SKILLS)
    unused = set(SKILLS) - used - {"plus-1-action"}
    assert unused == {
        "plus-1-to-dice-roll-melee",
        "plus-1-free-melee",
        "bloodlust-ranged",
    }


@pytest.mark.parametrize("face", sorted(FACES))
def test_a_face_joins_what_it_names(face: str) -> None:
    data = FACES[face]
    kinds = dict(zip(PLACES, data.zones, strict=True))
    for link in data.links:
        a, b, _, kind = link.split()
        outside = [kinds[a] == "ext", kinds[b] == "ext"]
        if kind == "airlock":
            assert sorted(outside) == [False, True]
            assert "air" in (kinds[a], kinds[b])
        else:
            assert outside[0] == outside[1]
        if kind == "line":
            assert kinds[a] == kinds[b]


def test_every_refusal_names_its_source() -> None:
    assert all(CODES.values())
    assert {code.count(".") for code in CODES} <= {0, 1}


def test_a_survivor_can_always_choose_at_orange_and_red() -> None:
    for card in SURVIVORS.values():
        tree = (card.blue, *card.orange, *card.red, "plus-1-action")
        assert len(set(tree)) == len(tree), card.id
