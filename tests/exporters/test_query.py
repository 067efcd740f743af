"""Objects are found by what they are, wherever they lie."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from exporters.edit.query import QueryError, Selector, field, fields, select
from exporters.savefile import objects, parse, read
from exporters.tts.names import lua_type
from tests.exporters.saves import small_save

CARDS = [f"ObjectStates[1].ContainedObjects[0].ContainedObjects[{n}]" for n in range(3)]


def found(**conditions: Any) -> list[str]:
    return [each.path for each in select(small_save(), Selector(**conditions))]


@pytest.mark.parametrize(
    ("conditions", "paths"),
    [
        ({"name": "Red pawn"}, ["ObjectStates[0]"]),
        ({"name": "Card ?"}, CARDS),
        ({"name": ("Hat", "Sign")}, ["ObjectStates[2].ChildObjects[0]", "ObjectStates[3]"]),
        ({"guid": "f00003"}, ["ObjectStates[2].States[3]"]),
        ({"guid": "aaaaaa"}, [f"ObjectStates[1].ContainedObjects[{n}]" for n in (1, 2)]),
        ({"guid": ""}, ["ObjectStates[1].ContainedObjects[3]"]),
        ({"type": "Deck"}, ["ObjectStates[1].ContainedObjects[0]"]),
        ({"type": "Custom_Tok*"}, [f"ObjectStates[1].ContainedObjects[{n}]" for n in (1, 2)]),
        ({"tag": "fear", "name": "Card 1"}, CARDS[1:2]),
        ({"tag": ("PAWN", "red")}, ["ObjectStates[0]"]),
        ({"tag": ("Pawn", "Fear")}, []),
        ({"has_script": True}, ["ObjectStates[0]", "ObjectStates[2].States[3]"]),
        ({"path": "ObjectStates[2].States[*]"},
         [f"ObjectStates[2].States[{n}]" for n in (2, 3)]),
        ({"path": "ObjectStates[1].**", "type": "Tile", "has_script": False},
         [f"ObjectStates[1].ContainedObjects[{n}]" for n in (1, 2, 3)]),
        ({"path": "ObjectStates[*]", "where": "Locked"}, ["ObjectStates[1]", "ObjectStates[3]"]),
        ({"where": "Transform.posX > `2` && type == 'Bag'"}, ["ObjectStates[1]"]),
        ({"where": "length(DeckIDs || `[]`) == `3`"}, ["ObjectStates[1].ContainedObjects[0]"]),
        ({"where": "contains(path, '.States[2]')"}, ["ObjectStates[2].States[2]"]),
    ],
)  # fmt: skip
def test_each_condition_finds_what_it_says(conditions: dict[str, Any], paths: list[str]) -> None:
    assert found(**conditions) == paths


def test_a_bracket_in_a_path_is_a_bracket_and_a_star_stays_inside_it() -> None:
    assert found(path="ObjectStates[*]") == [f"ObjectStates[{n}]" for n in range(4)]
    assert len(found(path="ObjectStates**")) == len(list(objects(small_save())))
    assert found(path="ObjectStates[0-9]") == []


def test_fields_say_what_an_object_has_and_none_for_the_rest() -> None:
    (deck,) = select(small_save(), Selector(type="Deck"))
    assert field(deck, 'CustomDeck."12".NumWidth') == 10
    assert field(deck, "Nothing.at.all") is None
    assert fields(("type", "ContainedObjects[].CardID"))(deck) == {
        "type": "Deck",
        "ContainedObjects[].CardID": [1200, 1201, 1202],
    }


@pytest.mark.parametrize("where", ["Locked &&", "Transform.posX > 2", "length(Locked)", "nope(@)"])
def test_a_wrong_condition_is_refused_in_one_line(where: str) -> None:
    with pytest.raises(QueryError) as error:
        found(where=where)
    assert where in str(error.value)
    assert "\n" not in str(error.value)


def test_odd_objects_fit_nothing_and_break_nothing() -> None:
    odd = '{"ObjectStates": [{}, {"Name": 3, "Tags": 5, "LuaScript": null, "GUID": []}, 7, null]}'
    save = parse(odd)
    assert [each.path for each in select(save, Selector())] == [
        "ObjectStates[0]",
        "ObjectStates[1]",
    ]
    for conditions in ({"tag": "x"}, {"guid": "*"}, {"name": "*"}, {"has_script": True}):
        assert list(select(save, Selector(**conditions))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"Name": "Deck_CardBot_Main"}, "Deck"),
        ({"Name": "Custom_Model", "CustomMesh": {"TypeIndex": 3}}, "Coin"),
        ({"Name": "Custom_Model", "CustomMesh": {"TypeIndex": 99}}, "Generic"),
        ({"Name": "Custom_Model", "CustomMesh": None}, "Generic"),
        ({"Name": "rpg_BEAR"}, "rpgFigurine"),
        ({}, "Generic"),
    ],
)
def test_the_type_is_the_one_lua_names(data: dict[str, Any], kind: str) -> None:
    assert lua_type(data) == kind


def test_every_object_of_a_real_save_is_found_by_its_own_path(corpus_file: Path) -> None:
    save = read(corpus_file)
    everything = list(select(save, Selector()))
    assert [each.path for each in everything] == [path for path, _ in objects(save)]
    kinds = Counter(lua_type(each.data) for each in everything)
    for kind, count in kinds.items():
        assert len(list(select(save, Selector(type=kind)))) >= count
    for each in everything[:: max(1, len(everything) // 20)]:
        assert [one.data for one in select(save, Selector(path=each.path))] == [each.data]
