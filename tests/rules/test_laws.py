"""The laws every game keeps, whatever its rules are."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine import IllegalMove, Match, Violation, judge, legal_moves
from rules.record import replay, write_log
from tests.rules.curious import used_in
from tests.rules.games import GAME_CONFIGS, SAMPLES
from tests.rules.play import buildable, matches, random_game, start, states_by_question

games = pytest.mark.parametrize(("game", "config"), GAME_CONFIGS)
often = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
GAMES = int(os.environ.get("TTS_BRIDGE_GAMES", "8"))
"""Random whole games a configuration; `TTS_BRIDGE_GAMES=2000` is the large run."""
LONGEST = 1500


def encode(state: Any) -> bytes:
    return msgspec.json.encode(state)


@games
@often
@given(data=st.data())
def test_whatever_is_listed_is_legal_and_listed_once(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    moves = list(legal_moves(match.rules, match.state))
    assert [m for m in moves if judge(match.rules, match.state, m)] == []
    assert len(set(moves)) == len(moves)


@games
@often
@given(data=st.data())
def test_a_move_that_can_be_built_is_legal_exactly_when_it_is_listed(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    listed = set(legal_moves(match.rules, match.state))
    built = buildable(game, match.state)
    legal = {move for move in built if judge(match.rules, match.state, move) is None}
    assert legal == listed


@games
def test_at_every_question_a_move_is_legal_exactly_when_it_is_listed(
    game: str, config: str
) -> None:
    rules = SAMPLES[game].rules
    for state in states_by_question(game, config):
        legal = {m for m in buildable(game, state) if judge(rules, state, m) is None}
        assert legal == set(legal_moves(rules, state))


@games
@often
@given(data=st.data())
def test_a_refusal_has_a_known_code_its_source_and_facts_that_can_be_sent(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    codes = SAMPLES[game].codes
    for move in buildable(game, match.state):
        violation = judge(match.rules, match.state, move)
        if violation is None or violation.code == "game-over":
            continue
        assert violation.rule == codes[violation.code]
        sent = msgspec.json.decode(msgspec.json.encode(violation), type=Violation)
        assert sent == violation


@games
def test_an_ended_game_admits_no_move(game: str, config: str) -> None:
    sample = SAMPLES[game]
    ended = next(
        match
        for seed in range(50)
        if sample.rules.outcome((match := random_game(game, config, seed, 8000)).state)
    )
    assert list(legal_moves(sample.rules, ended.state)) == []
    codes = {
        violation.code
        for move in buildable(game, ended.state)
        if (violation := judge(sample.rules, ended.state, move))
    }
    assert codes == {"game-over"}


@games
@often
@given(data=st.data())
def test_apply_never_changes_the_state_it_is_given(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    before = encode(match.state)
    for move in legal_moves(match.rules, match.state):
        move.apply(match.state)
        assert encode(match.state) == before


@games
@often
@given(data=st.data())
def test_a_decoded_state_is_equal_with_an_equal_hash(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    again = msgspec.json.decode(encode(match.state), type=match.rules.state_type)
    assert again == match.state
    assert hash(again) == hash(match.state)
    assert set(legal_moves(match.rules, again)) == set(legal_moves(match.rules, match.state))


@games
def test_a_log_replays_to_the_same_states_for_a_whole_game_and_every_prefix(
    game: str, config: str
) -> None:
    sample = SAMPLES[game]
    whole = random_game(game, config, 7, 4000)
    lines = write_log(sample.rules, sample.configs[config], whole.moves).splitlines()
    again, failure = replay(sample.rules, lines)
    assert failure is None
    assert again is not None
    assert again.moves == whole.moves
    assert again.states == whole.states
    for length in range(1, min(len(lines), 150)):
        prefix, failure = replay(sample.rules, lines[:length])
        assert failure is None
        assert prefix is not None
        assert prefix.state == whole.states[length - 1]


@games
def test_undo_leads_back_through_the_same_states_to_the_start(game: str, config: str) -> None:
    match = random_game(game, config, 11, 600)
    states, moves = list(match.states), list(match.moves)
    while match.moves:
        assert match.state == states[len(match.moves)]
        assert match.pop() == moves[len(match.moves)]
    assert match.state == start(game, config)
    with pytest.raises(IndexError):
        match.pop()


@games
@often
@given(data=st.data())
def test_a_refused_push_leaves_the_match_as_it_was(
    game: str, config: str, data: st.DataObject
) -> None:
    match = data.draw(matches(game, config))
    wrong = data.draw(st.sampled_from([*buildable(game, match.state)]))
    violation = judge(match.rules, match.state, wrong)
    if violation is None:
        return
    states, moves = list(match.states), list(match.moves)
    with pytest.raises(IllegalMove) as refused:
        match.push(wrong)
    assert refused.value.violation == violation
    assert (match.states, match.moves) == (states, moves)


@games
@often
@given(data=st.data())
def test_a_view_changes_only_with_what_its_seat_may_see(
    game: str, config: str, data: st.DataObject
) -> None:
    sample = SAMPLES[game]
    match = data.draw(matches(game, config))
    random = Random(data.draw(st.integers(0, 1000)))
    for seat in (*sample.seats(match.state), None):
        view = sample.rules.view(match.state, seat)
        other = sample.shuffle_secrets(match.state, seat, random)
        assert sample.rules.view(other, seat) == view
        assert sample.secrets_seen(view, seat) == []
        assert sample.rules.view(view, seat) == view
        assert type(view) is sample.rules.state_type


@games
@often
@given(data=st.data())
def test_a_view_leaves_the_seat_its_own_moves(game: str, config: str, data: st.DataObject) -> None:
    match = data.draw(matches(game, config))
    rules = match.rules
    for seat in {turn.seat for turn in rules.turns(match.state)}:
        own = {m for m in legal_moves(rules, match.state) if m.seat == seat}
        seen = legal_moves(rules, rules.view(match.state, seat))
        assert {m for m in seen if m.seat == seat} == own


@games
@pytest.mark.timeout(0 if GAMES > 8 else 300)
def test_whole_games_come_back_from_their_logs_and_lead_back_to_their_start(
    game: str, config: str
) -> None:
    """Every state is read back from JSON, some are judged move by move, the log is replayed, then
    undone; `random_game` would stop at a state without a next move and without an outcome."""
    sample = SAMPLES[game]
    decoder = msgspec.json.Decoder(sample.rules.state_type)
    ended = 0
    for seed in range(GAMES):
        match = random_game(game, config, 1000 + seed, LONGEST)
        ended += match.rules.outcome(match.state) is not None
        lines = write_log(sample.rules, sample.configs[config], match.moves).splitlines()
        again, failure = replay(sample.rules, lines)
        assert failure is None
        assert again is not None
        assert again.states == match.states
        for state in match.states:
            assert decoder.decode(encode(state)) == state
        for state in match.states[:: len(match.states) // 3 + 1]:
            legal = {m for m in buildable(game, state) if judge(match.rules, state, m) is None}
            assert legal == set(legal_moves(match.rules, state))
        while again.moves:
            again.pop()
        assert again.states == match.states[:1]
    assert ended > 0


@pytest.mark.parametrize("game", SAMPLES)
def test_every_kind_of_move_is_played(game: str) -> None:
    sample = SAMPLES[game]
    assert set(sample.rules.moves) - used_in(game)[0] == sample.never


@pytest.mark.parametrize("game", SAMPLES)
def test_every_card_skill_and_token_is_used(game: str) -> None:
    sample = SAMPLES[game]
    assert sample.gamut - used_in(game)[1] == set(sample.unreached)


@pytest.mark.parametrize("game", SAMPLES)
def test_what_is_there_to_be_refused_is_refused_in_every_state(game: str) -> None:
    sample = SAMPLES[game]
    for config in sample.configs:
        match: Match[Any] = random_game(game, config, 3, 300)
        for state in match.states:
            for kind in sample.never:
                for seat in sample.seats(state):
                    assert judge(sample.rules, state, kind(seat)) is not None
