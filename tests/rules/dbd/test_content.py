"""Perks, items, powers and house rules: complete, documented, each with a case of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cases import Case, load
from rules.dbd import RULES
from rules.dbd.data import CHARACTERS, KILLERS, PERK_FACTS, SURVIVORS
from rules.dbd.house import HOUSE
from rules.dbd.interact import UseItem, UsePerk
from rules.dbd.perks import EFFECTS, ITEMS, PERKS
from rules.dbd.position import Cases
from rules.dbd.powers import POWERS
from rules.dbd.settings import (
    SETTINGS,
    Settings,
    default_items,
)
from rules.dbd.setup import Config, SetupError, setup
from rules.engine import judge
from rules.house import SettingsError
from tests.rules.dbd.perks_manual import MANUAL, manual

FILES = Path(__file__).parents[2] / "cases" / "dbd"
CASES: list[Case] = [
    case
    for path in sorted(FILES.glob("*.toml"))
    for case in load(path.read_text(encoding="utf-8"), path.name).case
]


def test_every_perk_of_the_data_is_carried_out_and_no_other() -> None:
    assert set(PERKS) == set(PERK_FACTS)
    assert len(PERKS) == 125 + 12


def test_every_board_has_perks_of_its_side() -> None:
    for characters, side in ((SURVIVORS, "survivor"), (KILLERS, "killer")):
        for perks in characters.values():
            assert all(PERK_FACTS[perk].side == side for perk in perks)
    owners = {c.id for c in (*CHARACTERS.survivors, *CHARACTERS.killers)}
    assert {facts.owner for facts in PERK_FACTS.values()} - owners == {""}


def test_every_item_of_the_deck_can_be_used() -> None:
    assert set(ITEMS) == set(default_items())


def test_every_perk_and_item_is_used_in_some_case() -> None:
    game = Cases(RULES)
    used: set[str] = set()
    for case in CASES:
        state = game.position(case.position)
        for text in case.moves:
            move = game.read_move(state, text)
            if judge(RULES, state, move):
                break
            state = move.apply(state)
            used |= {move.perk} if isinstance(move, UsePerk) else set()
            used |= {move.item} if isinstance(move, UseItem) else set()
    assert {*PERKS, *ITEMS} - used == set()


def test_every_house_rule_has_a_case() -> None:
    unplayed = {"hand.shared_when_two_survivors", "start_positions.equal_rolls", "killer.powers"}
    numbers = {case.number for case in CASES}
    for key in set(SETTINGS) - unplayed:
        assert f"H.{key.replace('_', '-')}" in numbers, key
    assert "S1.taken" in numbers
    assert {f"H.killer.powers.{killer}" for killer in POWERS} <= numbers


def test_the_manual_of_perks_is_what_the_rules_say() -> None:
    assert MANUAL.read_text(encoding="utf-8") == manual()


def test_every_effect_has_words_for_what_it_does() -> None:
    assert all(function.__doc__ for function in EFFECTS.values())


def test_every_setting_is_a_field_and_every_field_a_setting() -> None:
    assert sorted(row.field for row in SETTINGS.values()) == sorted(Settings.__struct_fields__)


def test_house_rules_are_read_by_printed_key_and_by_field() -> None:
    text = """
    completed_generator = "stays"
    generator.progress_to_complete = 2
    sabotage.mode = "remove-hook"
    """
    settings = HOUSE.parse(text)
    assert settings.generator_progress == 2
    assert settings.sabotage == "remove-hook"
    assert settings.completed_generator == "stays"


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("generator.progress_to_complete=2", "generator_progress", 2),
        ("danger_die=[0, 5]", "danger_die", (0, 5)),
        ("carry.paths=any", "carry_paths", "any"),
        ("crow.removed_by_survivor=true", "crow_removed_by_survivor", True),
    ],
)
def test_one_house_rule_is_changed_by_key_and_value(text: str, field: str, value: object) -> None:
    assert getattr(HOUSE.with_rule(Settings(), text), field) == value


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("generator.progress_to_complete=many", "generator.progress_to_complete"),
        ("carry.paths=sideways", "carry.paths"),
        ("no.such=1", "no.such"),
        ("generator.progress_to_complete", "KEY=VALUE"),
    ],
)
def test_a_wrong_house_rule_is_named(text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named.replace(".", r"\.")):
        HOUSE.with_rule(Settings(), text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[generator]\nprogress_to_complete = 'x'", "generator.progress_to_complete"),
        ("[generator]\nprogress = 3", "generator.progress"),
        ("generator_progress = 1\n[generator]\nprogress_to_complete = 2", "set twice"),
        ("= 3", "house rules"),
    ],
)
def test_a_wrong_file_of_house_rules_says_where(text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named.replace(".", r"\.")):
        HOUSE.parse(text)


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (Config(perks={"meg-thomas": ("enduring",)}), "enduring"),
        (Config(perks={"meg-thomas": ("alert", "alert")}), "twice"),
        (Config(perks={"the-hag": ()}), "the-hag"),
        (Config(items={"the-nurse": "map"}), "the-nurse"),
        (Config(items={"meg-thomas": "map", "jake-park": "map"}), "map"),
        (Config(handicap=4), "handicap"),
        (Config(settings=Settings(shared_hand=True)), "shared_hand"),
        (Config(settings=Settings(locker_capacity=0)), "locker_capacity"),
        (Config(settings=Settings(items={"sword": 1})), "sword"),
        (Config(settings=Settings(rescue_bp=-1)), "rescue_bp"),
        (Config(settings=Settings(bonus_discounts={"the-nurse": -1})), "bonus_discounts"),
    ],
)
def test_a_setup_that_cannot_be_played_names_the_field(config: Config, named: str) -> None:
    with pytest.raises(SetupError, match=named):
        setup(config)


def test_a_handicap_lies_on_the_track_from_the_start() -> None:
    assert setup(Config(handicap=2)).track == 2
