"""The cases of Invader leave nothing out: moves, refusals, cards, skills, machines, house rules."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from rules.cases import Case, load, run
from rules.engine import kebab
from rules.invader import RULES
from rules.invader.codes import CODES
from rules.invader.data import CARDS, MACHINES, SKILLS, SURVIVORS, XENOS
from rules.invader.ground import Settings
from rules.invader.missions import AnyCondition, AnyEffect
from rules.invader.position import Cases

FOLDER = Path(__file__).parents[2] / "cases" / "invader"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))}
CASES: list[Case] = [case for name, text in TEXTS.items() for case in load(text, name).case]
ALL = "\n".join(TEXTS.values())
WORDS = set(re.findall(r"[a-z0-9][a-z0-9_-]*", ALL))


@pytest.mark.parametrize("case", CASES, ids=[case.number for case in CASES])
def test_case(case: Case) -> None:
    assert run(Cases(RULES), case).problems == (), case.text


def test_every_kind_of_move_is_made_in_a_case() -> None:
    made = {
        text.split()[1]
        for case in CASES
        for text in (case.moves[:-1] if case.refused else case.moves)
    }
    assert {kebab(kind.__name__) for kind in RULES.moves} - made == set()


def test_every_refusal_is_pronounced_in_a_case() -> None:
    assert set(CODES) - {case.refused for case in CASES} == set()


@pytest.mark.parametrize(
    "ids",
    [
        {card for card in CARDS if not card.startswith("mold-")},
        set(SKILLS) - {"plus-1-free-search"},
        set(MACHINES),
        set(XENOS),
        set(SURVIVORS),
        {field.name for field in msgspec.structs.fields(Settings)},
    ],
)
def test_everything_that_has_a_rule_has_a_case(ids: set[str]) -> None:
    assert ids - WORDS == set()


@pytest.mark.parametrize("union", [AnyCondition, AnyEffect])
def test_every_condition_and_effect_of_a_mission_has_a_case(union: object) -> None:
    kinds = {kebab(kind.__name__) for kind in union.__args__}  # type: ignore[attr-defined]
    assert kinds - WORDS == set()
