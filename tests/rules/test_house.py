"""House rules that change while a game is played."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.dbd.house import HOUSE as DBD
from rules.dbd.state import Prop, State
from rules.engine import legal_moves
from rules.house import SettingsError, read_reason, reason, shown
from rules.invader.house import HOUSE as INVADER
from tests.rules.games import SAMPLES

HOUSES = {"dbd": DBD, "invader": INVADER}
of_each_game = pytest.mark.parametrize("game", HOUSES)
VALUES: dict[str, tuple[Any, ...]] = {
    "danger_die": ([0, 5], [1, 2, 3, 4, 5, 0]),
    "bonus_discounts": ({}, {"the-nurse": 2}),
}


def start(game: str) -> Any:
    sample = SAMPLES[game]
    return sample.rules.setup(next(iter(sample.configs.values())))


def some_value(setting: Any, settings: Any, luck: random.Random) -> str:
    """A value that may do for a setting, as somebody would type it."""
    now = getattr(settings, setting.field)
    if isinstance(now, bool):
        return shown(not now)
    if setting.field in VALUES:
        return shown(luck.choice(VALUES[setting.field]))
    if isinstance(now, int):
        return shown(luck.randint(0, 5))
    kind = {each.name: each.type for each in msgspec.structs.fields(type(settings))}
    return str(luck.choice(kind[setting.field].__args__))


@of_each_game
def test_every_setting_has_a_row_and_no_row_is_without_one(game: str) -> None:
    house = HOUSES[game]
    assert {row.field for row in house.rows.values()} == set(house.kind.__struct_fields__)
    assert all(row.key == key for key, row in house.rows.items())


@of_each_game
@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_on_to_its_end_whatever_rule_changes_on_the_way(game: str, seed: int) -> None:
    house, rules = HOUSES[game], SAMPLES[game].rules
    luck = random.Random(seed)
    state, changes = start(game), set()
    in_play = [row for row in house.rows.values() if row.in_play]
    for _ in range(1500):
        if rules.outcome(state):
            break
        if luck.random() < 0.1:
            row = luck.choice(in_play)
            try:
                after = house.change(state, row, some_value(row, house.read(state), luck))
            except ValueError:
                continue
            changes.add(row.key)
            state = msgspec.json.decode(msgspec.json.encode(after), type=rules.state_type)
        moves = list(legal_moves(rules, state))
        assert moves, "the game has come to a stop"
        state = luck.choice(moves).apply(state)
    assert len(changes) > 4


def with_generator(state: State, progress: int) -> State:
    return replace(state, props=(Prop("objective-1", "barn", "generator", progress),))


def test_what_is_completed_stays_so_and_what_is_not_is_not_completed_by_decree() -> None:
    state = start("dbd")
    wanted = DBD.rows["generator.progress_to_complete"]
    done = DBD.change(with_generator(state, 3), wanted, "5")
    assert [prop.progress for prop in done.props] == [5]
    half = with_generator(state, 2)
    assert DBD.change(half, wanted, "4").props == half.props
    with pytest.raises(ValueError, match="objective-1 has 2 progress already"):
        DBD.change(half, wanted, "2")


@of_each_game
@pytest.mark.parametrize(
    "raw",
    ["", "-1", "1e999", "9" * 400, "[" * 300, '"\\ud800"', '{"a":1}', "null", "x" * 501, "NaN"],
)
def test_no_hostile_value_gets_in(game: str, raw: str) -> None:
    house, state = HOUSES[game], start(game)
    for row in house.rows.values():
        with pytest.raises(ValueError, match=r".") as failure:
            house.change(state, row, raw)
        str(failure.value).encode()


@of_each_game
@settings(deadline=None)
@given(st.text(max_size=60), st.data())
def test_whatever_is_typed_is_a_rule_that_can_be_kept_or_refused(
    game: str, raw: str, data: st.DataObject
) -> None:
    house, state = HOUSES[game], start(game)
    row = data.draw(st.sampled_from(list(house.rows.values())))
    try:
        after = house.change(state, row, raw)
    except ValueError:
        return
    assert house.value(after, row)
    msgspec.json.encode(after)


def test_an_unknown_type_names_the_setting() -> None:
    row = DBD.rows["rescue.bp"]
    with pytest.raises(SettingsError, match=r"rescue\.bp: Expected `int`, got `str`"):
        DBD.change(start("dbd"), row, "many")


def test_what_changed_is_read_out_of_the_reason() -> None:
    assert read_reason(reason("rescue.bp", "1", "2")) == ("rescue.bp", "1", "2")
    assert read_reason("meg-thomas bp 3") is None
