"""Whatever stands in a save where something else should: it is reported, nothing breaks."""

import contextlib
import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exporters.assets.references import assets
from exporters.checks.run import check, fix
from exporters.checks.sarif import places
from exporters.compare.diff import compare
from exporters.compare.diff_text import render
from exporters.compare.merge import MergeError, merge
from exporters.edit.query import Selector, select
from exporters.jsontext.positions import lines_of
from exporters.savefile import Save, parse
from tests.exporters.saves import small_save

BASE = small_save()


def _paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        yield (*at, key)
        if isinstance(each, dict | list):
            yield from _paths(each, (*at, key))


PLACES = list(_paths(BASE.data))
ODD = st.sampled_from(
    [None, True, 0, -1, 1.5, 10**30, float("inf"), "", "x", "\ud800", [], {}, [None], [[]], [{}],
     {"a": {}}, {"1": {}}, {"": 3}, {"x": [1]}]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=3))
def test_a_value_of_any_other_type_breaks_nothing(
    spoils: list[tuple[tuple[Any, ...], Any]],
) -> None:
    data = copy.deepcopy(BASE.data)
    for path, odd in spoils:
        holder = data
        with contextlib.suppress(KeyError, IndexError, TypeError):  # an earlier one took it away
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = copy.deepcopy(odd)
    spoilt = Save(data, BASE.source)
    found = check(spoilt)
    fix(spoilt, found)
    assert lines_of(BASE.source, places(found)).keys() <= places(found)
    for one, other in ((BASE, spoilt), (spoilt, BASE), (spoilt, spoilt)):
        assert (render(compare(one, other)) == "") == (compare(one, other) == [])
    with contextlib.suppress(MergeError):
        merge(BASE, spoilt, small_save(Zzz=1))
    assert list(assets(spoilt, texts=True)) is not None
    assert list(select(spoilt, Selector(where="Transform.posX > `1`", tag="x"))) is not None


def test_a_save_of_bags_in_bags_is_checked_and_compared_to_the_bottom() -> None:
    inner: dict[str, Any] = {"Name": "Bag", "GUID": "aaaaaa", "Nickname": "x"}
    for _ in range(95):
        inner = {"Name": "Bag", "ContainedObjects": [inner]}
    deep = parse(json.dumps({"ObjectStates": [inner]}))
    assert check(deep) == []
    assert compare(deep, deep) == []
    other = parse(json.dumps({"ObjectStates": [inner]}).replace('"x"', '"y"'))
    (change,) = compare(deep, other)
    assert (change.field, change.path.count("ContainedObjects")) == ("Nickname", 95)
    new, conflicts = merge(deep, other, parse(json.dumps({"ObjectStates": [inner], "Zzz": 1})))
    assert (compare(new, other)[0].field, conflicts) == ("Zzz", [])
