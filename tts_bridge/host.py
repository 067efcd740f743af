"""What people say to the referee in chat that is no move: the host's orders and anybody's
questions. No I/O here; nobody but a host or whom a host promoted gives orders.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from rules.engine import Edit, Move, Rules
from rules.notation import format_move

LONGEST_UNDO = 1_000
WORD = 60
"""Characters of a word that rules are searched for."""


class Undo(Struct, frozen=True):
    """Take decisions back."""

    count: int = 1


class Allow(Struct, frozen=True):
    """What was refused last shall stand."""


class Set(Struct, frozen=True):
    """Declare one thing of the position to be so: `meg-thomas bp 3`, `track 5`."""

    words: tuple[str, ...]


class Pause(Struct, frozen=True):
    """Judge nothing until `Go`."""


class Go(Struct, frozen=True):
    """Judge again."""


class Tidy(Struct, frozen=True):
    """Put everything where the position has it."""


class Promote(Struct, frozen=True):
    """A player may give orders too, or no longer."""

    colour: str
    may: bool = True


Order = Undo | Allow | Set | Pause | Go | Tidy | Promote


class Why(Struct, frozen=True):
    """Tell the rule behind the last refusal."""


class Find(Struct, frozen=True):
    """Tell the rules in which a word stands."""

    word: str


class Speak(Struct, frozen=True):
    """Talk to this player in another language."""

    language: str


Question = Why | Find | Speak


def parse_order(text: str) -> Order | None:
    """The order that a chat line after its `!` is, or None."""
    word, *rest = text.split()[:8] or [""]
    if word == "undo" and len(rest) <= 1:
        count = int(rest[0]) if rest and rest[0].isdecimal() and len(rest[0]) < 5 else 1
        return Undo(min(max(count, 1), LONGEST_UNDO)) if not rest or rest[0].isdecimal() else None
    if word == "set" and 2 <= len(rest) <= 3:
        return Set(tuple(rest))
    if word in ("host", "unhost") and len(rest) == 1:
        return Promote(rest[0].capitalize()[:20], word == "host")
    plain: dict[str, Order] = {"allow": Allow(), "pause": Pause(), "go": Go(), "tidy": Tidy()}
    return plain.get(word) if not rest else None


def parse_question(text: str) -> Question | None:
    """The question that a chat line after its `!` is, or None."""
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word == "why" and not rest:
        return Why()
    if word == "rules" and rest:
        return Find(rest[:WORD])
    if word == "lang" and rest in ("en", "zh"):
        return Speak(rest)
    return None


def forced(rules: Rules[Any], state: Any, move: Move[Any]) -> Any | None:
    """The position after a move that the rules refuse, if it is its seat's turn for such a one;
    None when nothing sensible comes of it."""
    if not any(turn.seat == move.seat and type(move) in turn.kinds for turn in rules.turns(state)):
        return None
    try:
        after = move.apply(state)
        rules.turns(after)
        encoded = msgspec.json.encode(after)
        return msgspec.json.decode(encoded, type=rules.state_type)
    except Exception:  # the move was never meant to be made here: whatever it stumbles over
        return None


def edit_to(state: Any, by: str, why: str) -> Edit[Any]:
    """The edit that makes a state the position."""
    return Edit(by, why, msgspec.Raw(msgspec.json.encode(state)))


def reason_for(move: Move[Any]) -> str:
    """Why an allowed move stands, for log and journal."""
    return f"allowed: {format_move(move)}"
