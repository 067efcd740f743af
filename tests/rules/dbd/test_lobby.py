"""Who plays whom, before the game: one Killer, four Survivors, three to five people."""

from __future__ import annotations

import msgspec
import pytest

from rules.dbd.board import training_ground
from rules.dbd.codes import SETUP_CODES
from rules.dbd.lobby import (
    KILLER_PLACE,
    LOBBY,
    PLACES,
    TABLE,
    Begin,
    GiveMarker,
    Lobby,
    LobbyConfig,
    OpenSetup,
    PutBack,
    Take,
    chosen,
)
from rules.dbd.setup import setup
from rules.dbd.state import PropToReveal, StartRoll
from rules.engine import Match, Move, Violation, judge, legal_moves
from rules.record import replay, write_log

FIRST, SECOND, THIRD, FOURTH = PLACES
JAKE, MEG, DWIGHT, FENG, NURSE = (
    "jake-park",
    "meg-thomas",
    "dwight-fairfield",
    "feng-min",
    "the-nurse",
)
CONFIG = LobbyConfig(training_ground())
OPEN = OpenSetup(TABLE)
THREE_PEOPLE: tuple[Move[Lobby], ...] = (
    OPEN,
    Take(KILLER_PLACE, NURSE),
    Take(THIRD, DWIGHT),
    Take(FIRST, JAKE),
    Take(THIRD, FENG),
    Take(FIRST, MEG),
    GiveMarker(TABLE, FENG),
)


def after(*moves: Move[Lobby]) -> Lobby:
    match = Match(LOBBY, LOBBY.setup(CONFIG))
    for move in moves:
        match.push(move)
    return match.state


REFUSED: tuple[tuple[tuple[Move[Lobby], ...], Move[Lobby], str], ...] = (
    ((), Take(FIRST, MEG), "setup.not-open"),
    ((OPEN,), Take(FIRST, NURSE), "setup.other-side"),
    ((OPEN,), Take(KILLER_PLACE, MEG), "setup.other-side"),
    ((OPEN, Take(FIRST, MEG)), Take(SECOND, MEG), "setup.taken"),
    ((OPEN, Take(FIRST, MEG)), PutBack(SECOND, MEG), "setup.not-taken"),
    ((OPEN, Take(KILLER_PLACE, NURSE)), Take(KILLER_PLACE, "the-wraith"), "setup.one-killer"),
    (THREE_PEOPLE, Take(SECOND, "nea-karlsson"), "setup.four-survivors"),
    (THREE_PEOPLE[:-2], Begin(TABLE), "setup.four-survivors"),
    ((*THREE_PEOPLE, PutBack(KILLER_PLACE, NURSE)), Begin(TABLE), "setup.no-killer"),
    (
        (OPEN, Take(KILLER_PLACE, NURSE), *[Take(FIRST, who) for who in (JAKE, MEG, DWIGHT, FENG)]),
        Begin(TABLE),
        "setup.people",
    ),
    ((OPEN,), GiveMarker(TABLE, MEG), "setup.marker-to-survivor"),
    (THREE_PEOPLE[:-1], Begin(TABLE), "setup.no-first-player"),
)


def refusals_of_setup() -> list[Violation]:
    """A refusal of every kind, for texts."""
    found = [judge(LOBBY, after(*moves), move) for moves, move, _ in REFUSED]
    return [violation for violation in found if violation is not None]


@pytest.mark.parametrize(("moves", "move", "code"), REFUSED)
def test_what_cannot_be_chosen_is_refused_with_its_source(
    moves: tuple[Move[Lobby], ...], move: Move[Lobby], code: str
) -> None:
    violation = judge(LOBBY, after(*moves), move)
    assert violation is not None
    assert (violation.code, violation.rule) == (code, SETUP_CODES[code])
    assert move not in list(legal_moves(LOBBY, after(*moves)))


def test_every_reason_of_setting_up_comes_up() -> None:
    assert {code for *_, code in REFUSED} == set(SETUP_CODES)


def test_a_person_with_two_survivors_has_them_side_by_side_clockwise() -> None:
    config = chosen(after(*THREE_PEOPLE, Begin(TABLE)))

    assert config.survivors == (JAKE, MEG, DWIGHT, FENG)
    assert config.first == FENG
    assert config.killer == NURSE


def test_the_game_begins_with_start_dice_and_a_reveal_for_each_survivor_from_the_marker() -> None:
    state = setup(chosen(after(*THREE_PEOPLE, Begin(TABLE))))

    asked = list(reversed(state.asks[1:]))
    assert [a.figure for a in asked if isinstance(a, StartRoll)] == [JAKE, MEG, DWIGHT, FENG, NURSE]
    assert [a.seat for a in asked if isinstance(a, PropToReveal)] == [FENG, JAKE, MEG, DWIGHT]
    assert [figure.bp for figure in state.figures] == [2, 2, 2, 2, 4]
    assert len(state.walls) == 4


def test_who_is_put_back_may_be_taken_by_another_one_and_loses_the_marker() -> None:
    state = after(*THREE_PEOPLE, PutBack(THIRD, FENG))
    assert state.first == ""
    assert judge(LOBBY, state, Take(SECOND, FENG)) is None
    assert after(*THREE_PEOPLE, PutBack(THIRD, FENG), Take(SECOND, FENG)).survivors == (
        JAKE,
        MEG,
        FENG,
        DWIGHT,
    )


def test_a_log_of_the_choosing_replays_and_is_none_of_the_game() -> None:
    moves = (*THREE_PEOPLE, Begin(TABLE))
    match, failure = replay(LOBBY, write_log(LOBBY, CONFIG, moves).splitlines())
    assert failure is None
    assert match is not None
    assert match.state == after(*moves)
    assert msgspec.json.decode(msgspec.json.encode(match.state), type=Lobby) == match.state


@pytest.mark.parametrize("missing", [OPEN, *THREE_PEOPLE[1:6]])
def test_a_host_who_forces_the_beginning_cannot_begin_without_figures(
    missing: Move[Lobby],
) -> None:
    state = after(OPEN, *[move for move in THREE_PEOPLE[1:6] if move != missing])
    forced = Begin(TABLE).apply(state)
    assert (LOBBY.outcome(forced) is not None) is (missing == OPEN)
