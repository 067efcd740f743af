"""Saves that are nothing like ours, and saves that are hardly any: recognised without a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporters.savefile import Save, read
from rules.invader.missions import mission
from tests.binding.strangers import BOARD
from tests.exporters.conftest import pytest_generate_tests as pytest_generate_tests
from tts_bridge.binding.recogniser import scene
from tts_bridge.games.dbd.recogniser import of_dbd
from tts_bridge.games.invader.recogniser import of_invader

BY = {
    "dbd": (of_dbd(BOARD), {"well": (8.2, 2.7), "barn": (-8.2, 2.7), "quarry": (-2.7, -8.2)}),
    "invader": (
        of_invader(mission("breach")),
        {"4v-nw": (-10.0, 5.0), "4v-sw": (-10.0, -5.0), "7v-se": (10.0, -5.0)},
    ),
}
each_game = pytest.mark.parametrize("game", BY)


@each_game
def test_another_games_save_binds_to_next_to_nothing(game: str, corpus_file: Path) -> None:
    by, given_ = BY[game]
    bound = by.recognise(scene(read(corpus_file, require_objects=False)), given_)
    assert len(bound.binding.pieces) < len(by.wanted(bound.found)) / 2
    assert bound.found.missing


names = st.sampled_from(
    [
        "Worker",
        "Noise",
        "SMG",
        "Magnus",
        "Door",
        "Red Objective",
        "Meg Thomas",
        "发电机",
        "{0}",
        "[b]",
    ]
)
anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
keys = ("Name", "Nickname", "Transform", "Text", "ColorDiffuse", "ContainedObjects", "FogColor")
odd = st.fixed_dictionaries(
    {"GUID": st.text(min_size=1, max_size=6) | anything},
    optional=dict.fromkeys(keys, anything),
)
placed = st.builds(
    lambda guid, kind, name, x, z: {
        "GUID": guid,
        "Name": kind,
        "Nickname": name,
        "Transform": {"posX": x, "posY": 1, "posZ": z},
    },
    st.text(min_size=1, max_size=6),
    st.sampled_from(["Card", "Deck", "3DText", "HandTrigger", "BlockSquare", "Infinite_Bag"]),
    names,
    st.floats(allow_nan=True),
    st.floats(),
)


@each_game
@settings(max_examples=40)
@given(st.lists(odd | placed | anything, max_size=6), anything)
def test_no_save_breaks_the_recognition(game: str, objects: list[Any], snaps: Any) -> None:
    by, given_ = BY[game]
    found = by.recognise(scene(Save({"ObjectStates": objects, "SnapPoints": snaps})), given_)
    json.dumps(found.binding.about)
    assert set(found.binding.pieces.values()) <= {
        each["GUID"]
        for one in objects
        if isinstance(one, dict)
        for each in (one, *inside(one))
        if isinstance(each, dict) and isinstance(each.get("GUID"), str)
    }


def inside(one: dict[str, Any]) -> list[Any]:
    held = one.get("ContainedObjects")
    return held if isinstance(held, list) else []
