"""The case runner: what is wrong in a file is named by file, case and key; what fails is told."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cases import CaseError, load, run
from tts_bridge.games.registry import GAMES

GAME = GAMES["dbd"].cases
HEAD = 'game = "dbd"\n'
GOOD = """
[[case]]
number = "X1"
source = "assumed"
text = "A card is set."
moves = ["meg-thomas set-card sneak"]
then = { meg-thomas = { set = ["sneak"] } }
"""


def case(**changes: Any) -> str:
    """A good case as TOML, with these keys in place of its own ("" leaves one out)."""
    rows: dict[str, Any] = {
        "number": '"X1"',
        "source": '"assumed"',
        "text": '"A card is set."',
        "moves": '["meg-thomas set-card sneak"]',
        "then": "{ round = 1 }",
    } | changes
    lines = [f"{key} = {value}" for key, value in rows.items() if value]
    return "\n".join([HEAD, "[[case]]", *lines])


def problems(text: str) -> tuple[str, ...]:
    return run(GAME, load(text, "x.toml").case[0]).problems


def test_a_good_case_passes() -> None:
    assert problems(HEAD + GOOD) == ()


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("game = ", "x.toml: ", "Invalid value"),
        ("", "x.toml: ", "missing required field `game`"),
        (HEAD, "x.toml: ", "missing required field `case`"),
        (HEAD + "case = []", "x.toml: ", "length >= 1"),
        (HEAD + "case = 3", "x.toml: ", "Expected `array`, got `int` - at `$.case`"),
        (HEAD + "cases = 3\n" + GOOD, "x.toml: ", "unknown field `cases`"),
        (case(number=""), "x.toml: case no. 1: ", "missing required field `number`"),
        (case(number='"1"'), "x.toml: case 1: ", "`$.number`"),
        (case(source=""), "x.toml: case X1: ", "missing required field `source`"),
        (case(text='""'), "x.toml: case X1: ", "`$.text`"),
        (case(move='["x"]'), "x.toml: case X1: ", "unknown field `move`"),
        (case(moves='"meg-thomas pass"'), "x.toml: case X1: ", "got `str` - at `$.moves`"),
        (case(moves="[3]"), "x.toml: case X1: ", "got `int` - at `$.moves[0]`"),
        (case(then=""), "x.toml: case X1 ", "expects nothing (refused, then, may)"),
        (case(moves="", refused='"not-now"'), "x.toml: case X1 ", "`refused` but no moves"),
        (HEAD + GOOD + GOOD, "x.toml: case X1 ", "stands twice"),
        (HEAD + "x = " + "[" * 5000, "x.toml: ", "recursion"),
    ],
)
def test_a_file_that_cannot_be_read_names_file_case_and_key(
    text: str, where: str, what: str
) -> None:
    with pytest.raises(CaseError) as error:
        load(text, "x.toml")
    assert str(error.value).startswith(where)
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"position": "{ fase = 'killer' }"}, "position: unknown key 'fase'; a figure"),
        ({"position": "{ phase = 'night' }"}, "position: Invalid enum value 'night'"),
        ({"position": "{ track = 8 }"}, "position: Expected `int` <= 7 - at `$.track`"),
        ({"position": "{ round = 0 }"}, "position: Expected `int` >= 1 - at `$.round`"),
        ({"position": "{ first = 'the-nurse' }"}, "position: first: 'the-nurse' is not among"),
        ({"position": "{ survivors = ['meg-thomas'] }"}, "position: survivors: four different"),
        ({"position": "{ settings = { gate = 3 } }"}, "settings: 'gate' is no house rule"),
        ({"position": "{ walls = ['x'] }"}, "position: no path 'x' on training-ground"),
        ({"position": "{ pallets = ['x'] }"}, "position: no path 'x' on training-ground"),
        ({"position": "{ entity = 'x' }"}, "position: entity: no path or prop 'x'"),
        ({"position": "{ props = { x = 'hook' } }"}, "position: props: no prop 'x'"),
        ({"position": "{ props = { boldness-1 = 'crow' } }"}, "boldness-1 cannot be a 'crow'"),
        (
            {"position": "{ props = { boldness-1 = { at = 'x' } } }"},
            "position: props.boldness-1.at: no space 'x'",
        ),
        ({"position": "{ meg-thomas = { att = 'well' } }"}, "meg-thomas: Object contains unknown"),
        ({"position": "{ meg-thomas = { at = 'x' } }"}, "position: meg-thomas.at: no space 'x'"),
        ({"position": "{ meg-thomas = { bp = 13 } }"}, "position: meg-thomas: Expected `int` <="),
        ({"position": "{ meg-thomas = { hook = 'x' } }"}, "meg-thomas.hook: no prop 'x'"),
        ({"position": "{ meg-thomas = { set = ['wait'] } }"}, "meg-thomas owns no card 'wait'"),
        (
            {"position": "{ meg-thomas = { set = ['sneak'], played = ['sneak'] } }"},
            "meg-thomas has 'sneak' twice",
        ),
        ({"position": "{ phase = 'killer', turn = 'meg-thomas' }"}, "turn: 'meg-thomas' is not"),
        ({"position": "{ phase = 'survivors', turn = 'x' }"}, "turn: 'x' is no Survivor"),
        ({"position": "{ phase = 'killer' }"}, "step 'reveal' needs a card in the-nurse.set"),
        (
            {"position": "{ phase = 'killer', step = 'move' }"},
            "step 'move' needs the-nurse.played to end with a card that moves",
        ),
        (
            {
                "position": "{ phase = 'survivors', turn = 'meg-thomas', step = 'move', "
                "meg-thomas = { at = 'cornfield', played = ['vault'] } }"
            },
            "step 'move': meg-thomas has no yellow way out",
        ),
        ({"moves": "['bill pass']"}, "'bill pass': nobody is called 'bill'; jake-park, "),
        ({"moves": "['meg-thomas fly']"}, "'fly' is no move; one of "),
        ({"moves": "['meg-thomas set-card']"}, "missing required field `card`"),
        ({"may": "['meg-thomas']"}, "a move is SEAT MOVE FIELD"),
        ({"then": "{ rond = 1 }"}, "then: unknown key 'rond'; one of "),
        ({"then": "{ meg-thomas = { health = 1 } }"}, "then: unknown key 'meg-thomas.health'"),
        ({"then": "{ round = { number = 1 } }"}, "then: 'round' is a value without keys"),
        ({"then": "{ meg-thomas = 1 }"}, "then: 'meg-thomas' is a table"),
    ],
)
def test_a_case_that_cannot_be_played_names_case_and_key(
    changes: dict[str, str], what: str
) -> None:
    file = load(case(**changes), "x.toml")
    with pytest.raises(CaseError) as error:
        run(GAME, file.case[0])
    assert str(error.value).startswith("case X1: ")
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"then": "{ round = 2 }"}, "round is 1, not 2"),
        ({"then": "{ meg-thomas = { bp = 3 } }"}, "meg-thomas.bp is 2, not 3"),
        ({"then": "{ waiting = [] }"}, "waiting is ['dwight-fairfield', "),
        ({"then": "{ open = ['pass'] }"}, "open is ['set-card', 'take-back'], not ['pass']"),
        ({"may": "['meg-thomas pass']"}, "'meg-thomas pass' is not legal"),
        ({"may": "['meg-thomas pass']"}, "'meg-thomas pass' is not listed; legal are: "),
        ({"may_not": "['meg-thomas take-back sneak']"}, "'meg-thomas take-back sneak' is legal"),
        (
            {"refused": "'plan.one-card'"},
            "'meg-thomas set-card sneak' is legal, not refused with plan.one-card",
        ),
        (
            {"moves": "['meg-thomas whisper']", "refused": "'plan.one-card'"},
            "'meg-thomas whisper' is refused with talk.in-public, not plan.one-card",
        ),
        (
            {"moves": "['meg-thomas whisper', 'meg-thomas set-card sneak']"},
            "'meg-thomas whisper' is refused with talk.in-public",
        ),
    ],
)
def test_a_case_that_fails_says_what_is_otherwise(changes: dict[str, str], problem: str) -> None:
    assert any(found.startswith(problem) for found in problems(case(**changes)))
