"""Setting up: what no game can start from is refused by the name of its field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.dbd.board import training_ground
from rules.dbd.setup import Config, SetupError, setup
from rules.dbd.state import KILLER_CARDS, SURVIVOR_CARDS, Settings, default_kinds

KINDS: Any = default_kinds()
FOUR = ("jake-park", "meg-thomas", "dwight-fairfield", "feng-min")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"survivors": ("bill", *FOUR[1:])}, "survivors: 'bill' is no Survivor; one of dwight"),
        ({"survivors": FOUR[:3]}, "survivors: four different Survivors are always in play"),
        ({"survivors": (*FOUR, "nea-karlsson")}, "survivors: four different Survivors"),
        ({"survivors": (*FOUR[:3], FOUR[0])}, "survivors: four different Survivors"),
        ({"survivors": (*FOUR[:3], "the-nurse")}, "survivors: 'the-nurse' is no Survivor"),
        ({"killer": "meg-thomas"}, "killer: 'meg-thomas' is no Killer; one of the-trapper"),
        ({"first": "the-nurse"}, "first: 'the-nurse' is not among the Survivors of this game"),
        ({"starts": {"the-nurse": 6}}, "starts: 6 of the-nurse is no start number; 0 to 5"),
        ({"starts": {"nobody": 1}}, "starts: 'nobody' does not play"),
        ({"board": replace(training_ground(), paths=())}, "board: 0 paths with a breakable wall"),
        ({"settings": Settings(generator_progress=0)}, "settings: generator_progress and gate"),
        ({"settings": Settings(gate_progress=0)}, "settings: generator_progress and gate"),
        ({"settings": Settings(danger_die=())}, "settings.danger_die: one or more faces"),
        ({"settings": Settings(danger_die=(0, 6))}, "settings.danger_die: one or more faces"),
        (
            {"settings": Settings(kinds=KINDS | {"boldness": {"hook": 10, "crow": 0}})},
            "settings.kinds.boldness: 'crow' = 0; none or more of hook, hex-totem",
        ),
        (
            {"settings": Settings(kinds=KINDS | {"boldness": {"hook": 11, "hex-totem": -1}})},
            "settings.kinds.boldness: 'hex-totem' = -1",
        ),
        (
            {"settings": Settings(kinds=KINDS | {"altruism": {"crow": 11}})},
            "settings.kinds.altruism: 11 in all, not 12",
        ),
        ({"revealed": {"objective-11": "generator"}}, "revealed: no prop 'objective-11' on train"),
        ({"revealed": {"objective-1": "hook"}}, "revealed: objective-1 cannot be 'hook'"),
        (
            {"revealed": {f"objective-{n}": "exit-gate" for n in (1, 2, 3)}},
            "revealed: objective-3 cannot be 'exit-gate'",
        ),
        ({"settings": Settings(kinds={})}, "settings.kinds.objective: 0 in all, not 10"),
    ],
)
def test_a_wrong_configuration_is_refused_by_field(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(SetupError) as error:
        setup(replace(Config(), **changes))
    assert str(error.value).startswith(text)


def test_everybody_starts_with_the_cards_and_bloodpoints_of_their_side() -> None:
    state = setup(Config())
    assert [f.hand for f in state.survivors] == [SURVIVOR_CARDS] * 4
    assert state.killer.hand == KILLER_CARDS
    assert [f.bp for f in state.figures] == [2, 2, 2, 2, 4]
    assert all(prop.kind == "" for prop in state.props)
    assert len(state.walls) == 4


def test_start_dice_place_the_figures_and_may_be_equal() -> None:
    state = setup(replace(Config(), starts={"meg-thomas": 5, "the-nurse": 5}))
    space = state.board.starts[5]
    assert [f.id for f in state.figures if f.at == space] == ["meg-thomas", "the-nurse"]


def test_the_first_of_the_list_has_the_marker_unless_somebody_is_named() -> None:
    assert setup(Config()).first == "jake-park"
    assert setup(replace(Config(), first="feng-min")).first == "feng-min"


def test_props_revealed_in_setting_up_lie_face_up() -> None:
    state = setup(replace(Config(), revealed={"objective-2": "exit-gate", "boldness-10": "hook"}))
    assert {p.id: p.kind for p in state.props if p.kind} == {
        "objective-2": "exit-gate",
        "boldness-10": "hook",
    }


def test_a_configuration_survives_its_encoding() -> None:
    config = replace(Config(), starts={"meg-thomas": 5})
    again = msgspec.json.decode(msgspec.json.encode(config), type=Config)
    assert again == config
    assert setup(again) == setup(config)
