"""Random edits of a small save, as people and the game make them."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from exporters.savefile import Json, Save, objects
from tests.exporters.saves import small_save

Edit = tuple[Any, ...]

WORDS = st.text("abcdefgh黎\n ", max_size=12)
WHO = st.integers(0, 11)  # an object, by its place in the save
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.tuples(st.just("set"), WHO, st.sampled_from(["Nickname", "GMNotes", "LuaScript"]), WORDS),
    st.tuples(st.just("set"), WHO, st.sampled_from(["Value"]), st.integers(0, 9)),
    st.tuples(st.just("move"), WHO, st.sampled_from(["posX", "rotY"]), st.integers(-9, 9)),
    st.tuples(st.just("tags"), WHO, st.lists(st.sampled_from("ABCD"), unique=True)),
    st.tuples(st.just("save"), st.sampled_from(["Note", "LuaScript", "SaveName"]), WORDS),
    st.tuples(st.just("remove"), WHO),
    st.tuples(st.just("copy"), WHO),
    st.tuples(st.just("swap"), st.integers(0, 3), st.integers(0, 3)),
    st.tuples(st.just("bag"), st.integers(0, 3)),
)


def edited(edits: list[Edit], save: Save | None = None) -> Save:
    """The small save (or another) with these edits."""
    save = save or small_save()
    new = Save(copy.deepcopy(save.data), save.source, save.name)
    for what, *details in edits:
        _DO[what](new, *details)
    return new


def _object(save: Save, number: int) -> Json:
    found = [data for _, data in objects(save)]
    return found[number % len(found)] if found else {}


def _lists(save: Save) -> list[list[Json]]:
    held = [save.data["ObjectStates"]]
    return held + [
        data["ContainedObjects"] for _, data in objects(save) if "ContainedObjects" in data
    ]


def _set(save: Save, number: int, key: str, value: Any) -> None:
    _object(save, number)[key] = value


def _move(save: Save, number: int, key: str, value: int) -> None:
    _object(save, number).get("Transform", {})[key] = float(value)


def _tags(save: Save, number: int, tags: list[str]) -> None:
    _object(save, number)["Tags"] = tags


def _top(save: Save, key: str, value: str) -> None:
    save.data[key] = value


def _remove(save: Save, number: int) -> None:
    gone = _object(save, number)
    for held in _lists(save):
        held[:] = [each for each in held if each is not gone]


def _copy(save: Save, number: int) -> None:
    save.data["ObjectStates"].append(copy.deepcopy(_object(save, number)))


def _swap(save: Save, one: int, other: int) -> None:
    table = save.data["ObjectStates"]
    if max(one, other) < len(table):
        table[one], table[other] = table[other], table[one]


def _bag(save: Save, number: int) -> None:
    """Put something from the table into the first bag."""
    table = save.data["ObjectStates"]
    bags = [each for each in table if each.get("Name") == "Bag"]
    if number < len(table) and bags and table[number] is not bags[0]:
        bags[0]["ContainedObjects"].append(table.pop(number))


_DO: dict[str, Any] = {
    "set": _set,
    "move": _move,
    "tags": _tags,
    "save": _top,
    "remove": _remove,
    "copy": _copy,
    "swap": _swap,
    "bag": _bag,
}
