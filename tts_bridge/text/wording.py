"""What a game brings to its texts: places, ids made of others, forms of a move. No I/O here.

A game is one `Wording`, handed to `Texts`; nothing in this package knows a game by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct

from rules.engine import Violation
from rules.house import Setting


def bare(fields: Mapping[str, Any]) -> str:
    """A move that leaves something open."""
    return "bare" if "" in fields.values() else ""


class Say(Protocol):
    """What a wording asks of the texts of a language."""

    language: Literal["en", "zh"]

    def text(self, msgid: str, **values: str) -> str: ...
    def name(self, id_: str) -> str: ...
    def listed(self, ids: list[str]) -> str: ...
    def counted(self, id_: str, count: int) -> str: ...
    def clean(self, text: str) -> str: ...


class Wording(Struct, frozen=True, eq=False):
    """How a game's ids, facts and moves become text."""

    game: str = ""
    """The game's name, which is that of its catalogue; "" for no game."""
    package: str = ""
    """The package whose folder `locale` holds the catalogue; "" for none."""
    codes: Mapping[str, str] = {}
    """Every reason for a refusal, with its source."""
    phases: tuple[str, ...] = ()
    """The phases of a round."""

    place: Callable[[Say, Any, str], str | None] = lambda say, board, id_: None
    """The name of a place on a board, or None."""
    made: Callable[[Say, str], str | None] = lambda say, id_: None
    """The name of an id that is made of others, or None."""
    variant: Callable[[Mapping[str, Any]], str] = bare
    """Which form of a move's text these fields want, "" for the usual one."""
    assumed: Callable[[Violation], tuple[str, list[str]]] = lambda violation: ("", [])
    """Of whom or what a ruling uses assumed facts (else ""), and which facts."""
    short: Callable[[Say, Any, Mapping[str, Any]], dict[str, str]] = lambda say, board, fields: {}
    """What a move's text says of some fields in place of their names."""
    places: frozenset[str] = frozenset()
    """Facts that hold a place: its name goes before anything else of the same id."""
    counts: Mapping[str, str] = {}
    """Facts that are a number of something, and of what."""
    house: Mapping[str, Setting] = {}
    """The game's house rules, by their keys."""
    echoes: frozenset[str] = frozenset()
    """Steps that only repeat the move that led to them."""


NO_GAME = Wording()
"""Of texts that belong to no game."""
