"""Golden numbers and games: see `tests/rules/golden.py` for how and when to write them anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.record import replay
from tests.rules.games import SAMPLES
from tests.rules.golden import GOLDEN, POSITIONS, RECORDED, counts_of, end_of


def stored(game: str, name: str) -> Any:
    return json.loads((GOLDEN / game / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, rows in POSITIONS.items() for name in rows]
)
def test_a_position_has_as_many_lines_as_ever(game: str, name: str) -> None:
    assert counts_of(game, name) == stored(game, "counts.json")[name]


@pytest.mark.parametrize("game", POSITIONS)
def test_every_stored_count_belongs_to_a_position(game: str) -> None:
    assert set(stored(game, "counts.json")) == set(POSITIONS[game])


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, path.name) for game in RECORDED for path in sorted((GOLDEN / game).glob("*.jsonl"))],
)
def test_a_golden_game_replays_to_the_end_it_had(game: str, name: str) -> None:
    lines = (GOLDEN / game / name).read_text(encoding="utf-8").splitlines()
    match, failure = replay(SAMPLES[game].rules, lines)
    assert failure is None
    assert match is not None
    assert end_of(game, match) == stored(game, "ends.json")[name]


@pytest.mark.parametrize("game", RECORDED)
def test_one_golden_game_at_least_is_played_to_its_end(game: str) -> None:
    ends = stored(game, "ends.json")
    assert len(ends) == len(RECORDED[game])
    assert any(end.get("winner") or end.get("result") for end in ends.values())
