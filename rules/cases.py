"""Numbered rule cases: TOML that a rules lawyer writes. `docs/cases.md` is the format's manual.

A case is a position, moves, and what has to come of them. This module knows no game; a game
supplies a `CaseGame`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Annotated, Any, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from rules.engine import Move, Rules, Turn, judge, kebab, legal_moves
from rules.notation import NotationError, format_move

S = TypeVar("S")


class CaseError(ValueError):
    """A case file that cannot be used: names the file, the case and the key."""


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """One case, as its file states it."""

    number: Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z0-9.-]*$")]
    source: Annotated[str, Meta(min_length=1)]
    text: Annotated[str, Meta(min_length=1)]
    position: dict[str, Any] = {}
    moves: tuple[str, ...] = ()
    refused: str = ""
    """The code with which the last move is refused; the moves before it are legal."""
    then: dict[str, Any] = {}
    """What holds after the moves."""
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()
    """Moves that are legal, and that are not, after the moves."""


class RawFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases before the cases themselves are read."""

    game: str
    case: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1)]


class File(Struct, frozen=True):
    """A file of cases."""

    game: str
    case: tuple[Case, ...]


class Result(Struct, frozen=True):
    """How a case went: `problems` is empty when it passed."""

    case: Case
    problems: tuple[str, ...] = ()


class CaseGame(Protocol[S]):
    """What a game supplies to have cases run on it."""

    rules: Rules[S]

    def position(self, spec: dict[str, Any], /) -> S:
        """The position that differs from the default by `spec`; CaseError names a wrong key."""
        ...

    def read_move(self, state: S, text: str, /) -> Move[S]:
        """A move as text; what follows from the position may be left out."""
        ...

    def facts(self, state: S, /) -> dict[str, Any]:
        """All that `then` can ask for, by the names that `position` uses."""
        ...


def load(text: str, name: str) -> File:
    """Read a file of cases.

    Raises:
        CaseError: not TOML, an unknown or missing key, a wrong type, a number that stands twice.
    """
    try:
        raw = msgspec.convert(tomllib.loads(text), RawFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise CaseError(f"{name}: {error}") from error
    cases: dict[str, Case] = {}
    for index, row in enumerate(raw.case, 1):
        try:
            case = msgspec.convert(row, Case)
        except msgspec.ValidationError as error:
            raise CaseError(f"{name}: case {row.get('number', f'no. {index}')}: {error}") from error
        if case.number in cases:
            raise CaseError(f"{name}: case {case.number} stands twice")
        cases[case.number] = case
        if not (case.refused or case.then or case.may or case.may_not):
            raise CaseError(f"{name}: case {case.number} expects nothing (refused, then, may)")
        if case.refused and not case.moves:
            raise CaseError(f"{name}: case {case.number} has `refused` but no moves")
    return File(raw.game, tuple(cases.values()))


def run(game: CaseGame[S], case: Case) -> Result:
    """Play a case.

    Raises:
        CaseError: the position or a move cannot be read; names the case.
    """
    try:
        state = game.position(case.position)
        played, expected = case.moves, case.refused
        for index, text in enumerate(played):
            move = game.read_move(state, text)
            violation = judge(game.rules, state, move)
            last = index == len(played) - 1
            if expected and last:
                if violation is None:
                    return Result(case, (f"{text!r} is legal, not refused with {expected}",))
                if violation.code != expected:
                    return Result(
                        case, (f"{text!r} is refused with {violation.code}, not {expected}",)
                    )
            elif violation:
                return Result(case, (f"{text!r} is refused with {violation.code}",))
            else:
                state = move.apply(state)
        return Result(case, (*differences(game, state, case), *permissions(game, state, case)))
    except (CaseError, NotationError) as error:
        raise CaseError(f"case {case.number}: {error}") from error


def permissions(game: CaseGame[S], state: S, case: Case) -> list[str]:
    """Where `may` and `may_not` are not so."""
    found = []
    legal = set(legal_moves(game.rules, state))
    for texts, wanted in ((case.may, True), (case.may_not, False)):
        for text in texts:
            move = game.read_move(state, text)
            if (judge(game.rules, state, move) is None) != wanted:
                found.append(f"{text!r} is {'not ' if wanted else ''}legal")
            if (move in legal) != wanted:
                listed = ", ".join(sorted(format_move(m) for m in legal)) or "nothing"
                found.append(f"{text!r} is {'not ' if wanted else ''}listed; legal are: {listed}")
    return found


def differences(game: CaseGame[S], state: S, case: Case) -> list[str]:
    """Where the position is not what `then` says."""
    facts = {**game.facts(state), **open_question(game.rules, state)}
    found = []
    for key, wanted in case.then.items():
        if key not in facts:
            raise CaseError(f"then: unknown key {key!r}; one of {', '.join(facts)}")
        rows = {"": wanted}
        actual = {"": facts[key]}
        if isinstance(facts[key], dict) != isinstance(wanted, dict):
            what = "a table" if isinstance(facts[key], dict) else "a value without keys"
            raise CaseError(f"then: {key!r} is {what}, so write it as one")
        if isinstance(wanted, dict):
            rows, actual = wanted, facts[key]
        for name, value in rows.items():
            where = f"{key}.{name}" if name else key
            if name not in actual:
                raise CaseError(f"then: unknown key {where!r}; one of {', '.join(actual)}")
            if actual[name] != value:
                found.append(f"{where} is {actual[name]!r}, not {value!r}")
    return found


def open_question(rules: Rules[S], state: S) -> dict[str, Any]:
    """Who may answer now (`waiting`, sorted) and with which kinds of move (`open`, sorted)."""
    turns: Iterable[Turn[S]] = () if rules.outcome(state) else rules.turns(state)
    legal = {(move.seat, kebab(type(move).__name__)) for move in legal_moves(rules, state)}
    return {
        "waiting": sorted({turn.seat for turn in turns}),
        "open": sorted({name for _, name in legal}),
    }
