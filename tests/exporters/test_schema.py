"""The schemas say what the code says, and accept what the game writes."""

import json
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from exporters.savefile import parse
from exporters.schema import MAP, PATCH, SAVE, load, map_schema, patch_schema

VALIDATE_SAVE = jsonschema.Draft202012Validator(load(SAVE))
VALIDATE_MAP = jsonschema.Draft202012Validator(load(MAP))


@pytest.mark.parametrize(("name", "made"), [(MAP, map_schema()), (PATCH, patch_schema())])
def test_a_generated_schema_is_what_the_code_makes(name: str, made: str) -> None:
    stored = resources.files("exporters.schema").joinpath(name).read_text(encoding="utf-8")
    assert stored == made, "run python -m exporters.schema"


def test_the_training_ground_follows_the_schema_and_a_spoilt_one_does_not() -> None:
    text = resources.files("rules.dbd.data").joinpath("training-ground.json").read_text("utf-8")
    board = json.loads(text)
    VALIDATE_MAP.validate(board)
    board["paths"][0]["colour"] = "pink"
    assert not VALIDATE_MAP.is_valid(board)


def test_the_schemas_are_schemas() -> None:
    for name in (MAP, SAVE, PATCH):
        jsonschema.Draft202012Validator.check_schema(load(name))


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"ObjectStates": {}},
        {"ObjectStates": [{"Transform": {}}]},
        {"ObjectStates": [{"Name": "Card", "CardID": 1.5}]},
        {"ObjectStates": [{"Name": "Deck", "DeckIDs": [100]}]},
        {"ObjectStates": [{"Name": "Bag", "ContainedObjects": [{"Name": 3}]}]},
        {"ObjectStates": [], "SnapPoints": [{"Position": {"x": 1}}]},
    ],
)
def test_a_broken_skeleton_is_refused(broken: object) -> None:
    assert not VALIDATE_SAVE.is_valid(broken)


def test_real_saves_follow_the_skeleton(corpus_file: Path) -> None:
    if corpus_file.stat().st_size > 1_000_000:
        pytest.skip("large: a validator written in Python takes seconds")
    save = parse(corpus_file.read_bytes())
    if "ObjectStates" not in save.data or corpus_file.stem == "ttsmm_bundled_lua":
        pytest.skip("a template or a fragment")
    VALIDATE_SAVE.validate(save.data)
