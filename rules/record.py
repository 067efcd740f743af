"""A game's log: JSON lines, a header and a line a move. Outcomes of chance are moves, so a replay
needs no seed. A log that breaks off or goes wrong gives its valid prefix and the failure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, Union

import msgspec
from msgspec import Struct

from rules.engine import Edit, IllegalMove, Match, Move, Rules, Violation

S = TypeVar("S")
VERSION = 1
LINE_LIMIT = 2_000_000
"""Bytes; a longer line is no line of a log."""


class Header(Struct, frozen=True):
    """The first line: which game, and what it was set up from."""

    game: str
    version: int
    config: msgspec.Raw


class Failure(Struct, frozen=True):
    """Where a log stopped making sense: the line (from 1) and why; `violation` for a move that
    could be read and is illegal."""

    line: int
    reason: str
    violation: Violation | None = None


def write_log(rules: Rules[S], config: Any, moves: Iterable[Move[S]]) -> str:
    """The log of a game: ends with a newline, one JSON document a line."""
    header = {"game": rules.name, "version": VERSION, "config": config}
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *moves))


def game_of(lines: Iterable[str | bytes]) -> str:
    """The game named in a log's header, or "" where there is none."""
    try:
        return msgspec.json.decode(next(iter(lines), b""), type=Header).game
    except (ValueError, RecursionError):
        return ""


def replay(rules: Rules[S], lines: Iterable[str | bytes]) -> tuple[Match[S] | None, Failure | None]:
    """Play a log again.

    Returns the match as far as the log is good, and what stopped it (None: nothing did). The
    match is None only when the header itself cannot be used.
    """
    numbered = enumerate(lines, 1)
    number, first = next(numbered, (1, b""))
    if len(first) > LINE_LIMIT:
        return None, Failure(number, f"no usable header: longer than {LINE_LIMIT:,} bytes")
    try:
        header = msgspec.json.decode(first, type=Header)
        if header.game != rules.name:
            return None, Failure(number, f"a log of {header.game!r}, not of {rules.name!r}")
        if header.version != VERSION:
            return None, Failure(number, f"version {header.version}; this reads {VERSION}")
        config = msgspec.json.decode(header.config, type=rules.config_type)
        match = Match(rules, rules.setup(config))
    except (ValueError, RecursionError) as error:
        return None, Failure(number, f"no usable header: {one_line(error)}")
    except Exception as error:  # what somebody else wrote may be anything
        return None, Failure(number, f"no usable header: {one_line(repr(error))}")
    kinds = (*rules.moves, Edit)
    decoder = msgspec.json.Decoder(Union[kinds])  # noqa: UP007  (built at run time)
    for number, line in numbered:
        if not line.strip():
            continue
        if len(line) > LINE_LIMIT:
            return match, Failure(number, f"not a move: longer than {LINE_LIMIT:,} bytes")
        try:
            move = decoder.decode(line)
        except (ValueError, RecursionError) as error:
            return match, Failure(number, f"not a move: {one_line(error)}")
        try:
            if isinstance(move, Edit):
                match.edit(move)
            else:
                match.push(move)
        except IllegalMove as refused:
            return match, Failure(number, refused.violation.code, refused.violation)
        except (ValueError, RecursionError) as error:
            return match, Failure(number, f"not a position: {one_line(error)}")
        except Exception as error:
            return match, Failure(number, f"cannot be judged here: {one_line(repr(error))}")
    return match, None


def one_line(what: object) -> str:
    """A text without anything that moves a cursor: an error quotes what it was given."""
    return "".join(each if each.isprintable() else "�" for each in str(what))
