"""What people do at tables, what they mean by it, and what the referee makes of it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tests.incidents.run import DEEDS, Incident, IncidentError, load, run

FILES = sorted(Path(__file__).parent.glob("*.toml"))
INCIDENTS = [each for path in FILES for each in load(path.read_text("utf-8"), path.name)]


@pytest.mark.parametrize("incident", INCIDENTS, ids=lambda each: each.number)
def test_an_incident_is_understood(incident: Incident) -> None:
    assert run(incident) == []


def test_there_are_enough_of_them_and_each_has_its_own_number() -> None:
    assert len({each.number for each in INCIDENTS}) == len(INCIDENTS) >= 120
    assert len([each for each in INCIDENTS if len(each.what) >= 2]) >= 40


def test_every_kind_of_thing_that_goes_on_has_an_incident() -> None:
    assert {what for each in INCIDENTS for what in each.what} == set(DEEDS)


MANUAL = (Path(__file__).parents[2] / "docs" / "incidents.md").read_text("utf-8")
EXAMPLES = [
    each
    for block in re.findall(r"^```toml\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)
    for each in load(block, "incidents.md")
]


@pytest.mark.parametrize("incident", EXAMPLES, ids=lambda each: each.number)
def test_an_example_of_the_manual_comes_out_as_it_says(incident: Incident) -> None:
    assert run(incident) == []


def test_the_manual_explains_every_key_and_every_kind_of_thing() -> None:
    explained = set(re.findall(r"^\| `([^`]+)` \|", MANUAL, re.MULTILINE))
    keys = {field.name for field in msgspec.structs.fields(Incident)}
    assert keys | set(DEEDS) <= explained


@pytest.mark.parametrize(
    "line",
    [
        "Red",
        "Red juggles die/danger",
        "Red drops figure/nobody",
        "Red drops die/danger in nowhere/x",
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    incident = Incident("X1", "wrong", ("no matter",), (line,))
    with pytest.raises(IncidentError, match=re.escape(repr(line))):
        run(incident)


def test_a_key_that_is_none_is_named() -> None:
    with pytest.raises(IncidentError, match=r"x.toml: incident X1: .*`saw`"):
        load(
            '[[incident]]\nnumber="X1"\ntext="a"\nwhat=["chat"]\nseen=["Red says hi"]\nsaw=1',
            "x.toml",
        )
