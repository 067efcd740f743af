"""The cases of `tests/cases`: one test a case, named by its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cases import Case, load, run
from rules.dbd.codes import SETUP_CODES
from tts_bridge.games.registry import GAMES

CASES = Path(__file__).parent.parent / "cases"
ALL: list[tuple[str, Case]] = [
    (file.game, case)
    for path in sorted(CASES.rglob("*.toml"))
    for file in [load(path.read_text(encoding="utf-8"), str(path.relative_to(CASES)))]
    for case in file.case
]


@pytest.mark.parametrize(("game", "case"), ALL, ids=[case.number for _, case in ALL])
def test_case(game: str, case: Case) -> None:
    assert run(GAMES[game].cases, case).problems == (), case.text


@pytest.mark.parametrize("game", GAMES)
def test_a_number_stands_once_in_all_files_of_a_game(game: str) -> None:
    numbers = [case.number for name, case in ALL if name == game]
    assert sorted(numbers) == sorted(set(numbers))


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_for_a_refusal_has_a_case(game: str) -> None:
    """But for those of the choosing before a game: it has no cases, and tests of its own."""
    refused = {case.refused for name, case in ALL if name == game}
    assert set(GAMES[game].codes) - set(SETUP_CODES) - refused == set()
