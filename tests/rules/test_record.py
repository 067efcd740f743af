"""Logs: what is good in one is kept, and the line that is not is named."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.dbd import RULES
from rules.dbd.setup import Config
from rules.dbd.state import State
from rules.engine import Edit, Match, Move, judge, legal_moves
from rules.notation import parse_move
from rules.record import LINE_LIMIT, Failure, game_of, replay, write_log

MOVES = [
    "jake-park set-card sneak",
    "meg-thomas set-card sprint",
    "the-nurse set-card wait",
]


@pytest.fixture
def lines() -> list[str]:
    moves: list[Move[Any]] = [parse_move(RULES, text) for text in MOVES]
    return write_log(RULES, Config(), moves).splitlines()


def header(**changes: object) -> str:
    return json.dumps({"game": "dbd", "version": 1, "config": {}} | changes)


def test_a_log_names_its_game_and_holds_a_line_a_move(lines: list[str]) -> None:
    assert game_of(lines) == "dbd"
    assert len(lines) == 1 + len(MOVES)
    assert json.loads(lines[1]) == {"move": "set-card", "seat": "jake-park", "card": "sneak"}


def test_a_header_with_an_empty_config_is_the_default_game() -> None:
    match, failure = replay(RULES, [header()])
    assert failure is None
    assert match is not None
    assert match.state == RULES.setup(Config())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "no usable header"),
        (b"{", "no usable header"),
        (b"\xff\xfe\x00", "no usable header"),
        ("\ud800", "no usable header"),
        (b'{"game": "dbd", "version": 1, "config": ' + b"[" * 200_000, "no usable header"),
        ("x" * (LINE_LIMIT + 1), "longer than 2,000,000 bytes"),
        (header(game="chess"), "a log of 'chess', not of 'dbd'"),
        (header(version=2), "version 2; this reads 1"),
        (header(config={"survivors": []}), "four different Survivors"),
        (header(config={"colour": 1}), "unknown field `colour`"),
        (header(config={"settings": {"danger_die": []}}), "settings.danger_die"),
    ],
)
def test_a_broken_header_gives_no_match_and_says_why(line: str | bytes, reason: str) -> None:
    match, failure = replay(RULES, [line])
    assert match is None
    assert failure is not None
    assert failure.line == 1
    assert reason in failure.reason


def test_a_map_that_leads_nowhere_is_refused_with_the_header() -> None:
    board = json.loads(header_of_default())["config"]["board"]
    board["paths"][0]["a"] = "nowhere"
    match, failure = replay(RULES, [header(config={"board": board})])
    assert match is None
    assert failure is not None
    assert "'nowhere', which is no space" in failure.reason


def header_of_default() -> str:
    return write_log(RULES, Config(), []).splitlines()[0]


def test_no_lines_at_all_are_no_usable_header() -> None:
    match, failure = replay(RULES, [])
    assert match is None
    assert failure is not None
    assert failure.line == 1


@pytest.mark.parametrize("broken", [b"", b"{", b"\xff", "\ud800", b"[" * 200_000, b"[]"])
def test_what_is_no_header_names_no_game(broken: str | bytes) -> None:
    assert game_of([broken]) == ""


def test_a_line_cut_off_leaves_the_moves_before_it(lines: list[str]) -> None:
    match, failure = replay(RULES, [*lines[:3], lines[3][:-5]])
    assert match is not None
    assert len(match.moves) == 2
    assert failure is not None
    assert failure.line == 4
    assert failure.reason.startswith("not a move: ")
    assert failure.violation is None


@pytest.mark.parametrize(
    "line",
    [
        '{"move": "fly", "seat": "meg-thomas"}',
        '{"move": "walk", "seat": "meg-thomas"}',
        '{"move": "walk", "seat": "meg-thomas", "to": 3}',
        '{"seat": "meg-thomas"}',
        "[]",
        "null",
        '{"move":"pass","seat":"x","y":' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"move":"rolled","seat":"chance","die":"skill","face":' + "9" * 5000 + "}",
        "x" * (LINE_LIMIT + 1),
    ],
)
def test_a_line_that_is_no_move_stops_the_replay_there(lines: list[str], line: str) -> None:
    match, failure = replay(RULES, [*lines[:2], line, *lines[2:]])
    assert match is not None
    assert len(match.moves) == 1
    assert failure is not None
    assert (failure.line, failure.violation) == (3, None)
    assert failure.reason.startswith("not a move: ")


def test_an_illegal_move_stops_the_replay_with_its_violation(lines: list[str]) -> None:
    match, failure = replay(RULES, [*lines[:2], lines[1], *lines[2:]])
    assert match is not None
    assert [move.seat for move in match.moves] == ["jake-park"]
    assert isinstance(failure, Failure)
    assert (failure.line, failure.reason) == (3, "plan.one-card")
    assert failure.violation is not None
    assert failure.violation.facts == {"seat": "jake-park", "count": 2}


def test_blank_lines_count_as_lines_and_mean_nothing(lines: list[str]) -> None:
    match, failure = replay(RULES, [lines[0], "", lines[1], "  ", lines[1]])
    assert match is not None
    assert len(match.moves) == 1
    assert failure is not None
    assert failure.line == 5


def test_lines_may_be_bytes_and_come_from_an_iterator(lines: list[str]) -> None:
    match, failure = replay(RULES, iter([line.encode() for line in lines]))
    assert failure is None
    assert match is not None
    assert len(match.moves) == len(MOVES)


def test_an_edit_in_a_log_goes_on_from_the_position_it_states() -> None:
    config = Config()
    match = Match(RULES, RULES.setup(config))
    match.push(next(iter(legal_moves(RULES, match.state))))
    wanted = replace(match.state, track=5)
    match.edit(Edit("White", "the host says so", msgspec.Raw(msgspec.json.encode(wanted))))

    replayed, failure = replay(RULES, write_log(RULES, config, match.moves).splitlines())

    assert failure is None
    assert replayed is not None
    assert replayed.state == wanted
    assert isinstance(replayed.pop(), Edit)
    assert replayed.state.track == 0


def test_an_edit_to_no_position_ends_the_good_part_of_a_log() -> None:
    line = msgspec.json.encode(Edit[State]("White", "", msgspec.Raw(b'{"round": "x"}'))).decode()
    text = write_log(RULES, Config(), ()) + line

    match, failure = replay(RULES, text.splitlines())

    assert match is not None
    assert failure is not None
    assert failure.line == 2
    assert failure.reason.startswith("not a position")


def test_no_turn_admits_an_edit() -> None:
    state = RULES.setup(Config())
    assert judge(RULES, state, Edit("jake-park", "", msgspec.Raw(b"{}"))) is not None
