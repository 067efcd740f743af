"""Moves as text: there and back, and a wrong word is named."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dbd import RULES
from rules.dbd.movement import Walk
from rules.dbd.planning import Whisper
from rules.notation import NotationError, format_move, parse_move
from tests.rules.games import GAME_CONFIGS, SAMPLES
from tests.rules.play import buildable, random_game, start

word = st.from_regex(r"[!-~¡-퟿]{1,20}", fullmatch=True).filter(lambda text: len(text.split()) == 1)


@cache
def built(game: str, config: str) -> list[Any]:
    return [*buildable(game, start(game, config))]


@pytest.mark.parametrize(("game", "config"), GAME_CONFIGS)
@settings(derandomize=True, database=None, deadline=None)
@given(data=st.data())
def test_any_move_reads_back_as_it_was_written(game: str, config: str, data: st.DataObject) -> None:
    rules = SAMPLES[game].rules
    move: Any = data.draw(st.sampled_from(built(game, config)))
    text = format_move(move)
    if "" not in text.split(" "):  # an empty word in the middle has no text; no legal move has one
        assert parse_move(rules, text) == move


@pytest.mark.parametrize(("game", "config"), GAME_CONFIGS)
def test_every_move_of_a_game_reads_back(game: str, config: str) -> None:
    match = random_game(game, config, 5, 1500)
    assert [parse_move(match.rules, format_move(m)) for m in match.moves] == match.moves


@settings(derandomize=True, database=None)
@given(seat=word, to=word, path=word)
def test_any_words_will_do_for_ids(seat: str, to: str, path: str) -> None:
    move = Walk(seat, to, path)
    assert parse_move(RULES, format_move(move)) == move


def test_trailing_fields_with_their_default_are_left_out() -> None:
    assert format_move(Walk("meg-thomas", "well")) == "meg-thomas walk well"
    assert parse_move(RULES, "meg-thomas walk well") == Walk("meg-thomas", "well")
    assert parse_move(RULES, "  meg-thomas\twhisper ") == Whisper("meg-thomas")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a move is SEAT MOVE FIELD"),
        ("meg-thomas", "a move is SEAT MOVE FIELD"),
        ("meg-thomas fly well", "'fly' is no move; one of attack, "),
        ("meg-thomas walk well red-path now", "walk takes 2 fields, not 3"),
        ("meg-thomas walk", "missing required field `to`"),
        ("chance rolled skill five", "Expected `int`"),
        ("chance rolled coin 1", "Invalid enum value 'coin'"),
        ("chance rolled skill " + "9" * 6000, "Integer value out of range"),
    ],
)
def test_a_text_that_is_no_move_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(RULES, text)
    assert problem in str(error.value)
    assert len(str(error.value)) < 400
