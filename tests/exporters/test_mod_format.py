"""The ready-made mod as a file: the skeleton, the order and the numbers of the game."""

import re
from typing import Any

import jsonschema

from exporters.savefile import dump, objects, parse
from exporters.schema import SAVE, load
from tests.exporters.test_mod_dbd import MOD


def test_the_save_follows_the_skeleton_and_is_read_again_as_it_is() -> None:
    jsonschema.Draft202012Validator(load(SAVE)).validate(MOD.data)
    text = dump(MOD)
    assert text.startswith('{\n  "SaveName": "Dead by Daylight: The Board Game (Training Ground)"')
    assert dump(parse(text)) == text
    assert parse(text).data.keys() == MOD.data.keys()


INTEGERS = {
    "EpochTime", "Value", "LayoutGroupSortIndex", "CardID", "MaterialIndex", "value", "fontSize",
    "id", "AmbientType", "LutIndex", "Type", "Hiding", "PlayingTime", "PlayerCounts",
}  # fmt: skip


def test_counts_are_integers_and_everything_else_floats() -> None:
    def check(key: str, value: Any) -> None:
        if isinstance(value, dict):
            for inner, each in value.items():
                check(inner, each)
        elif isinstance(value, list):
            for each in value:
                check(key, each)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            assert isinstance(value, int) == (key in INTEGERS), key

    check("", MOD.data)


def test_keys_come_in_the_games_order() -> None:
    order = re.findall(
        r"\w+",
        "GUID Name Transform Nickname Description GMNotes AltLookAngle ColorDiffuse Tags "
        "LayoutGroupSortIndex Value Locked Grid Snap IgnoreFoW MeasureMovement DragSelectable "
        "Autoraise Sticky Tooltip GridProjection HideWhenFaceDown Hands FogColor CardID "
        "SidewaysCard MaterialIndex Text Counter LuaScript LuaScriptState XmlUI RotationValues",
    )
    for _, each in objects(MOD):
        places = [order.index(key) for key in each]
        assert places == sorted(places)
