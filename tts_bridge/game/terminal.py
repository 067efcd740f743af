"""How a game is played at a terminal: its sides, who is asked, which moves are seldom wanted, how
its board is drawn. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, json
from rich.text import Text

from rules.engine import Move, Rules
from rules.players import Players
from tts_bridge.text.catalogue import clean
from tts_bridge.text.play_words import Look, Sign, Words

Kinds = tuple[type[Move[Any]], ...]


class TerminalAdapter(Struct, frozen=True, eq=False):
    """What the terminal asks of a game."""

    sides: Callable[[Any], dict[str, tuple[str, ...]]]
    """Names for several seats at once; the first is played when nobody says otherwise."""
    main: Callable[[Any], list[str]]
    """The seats that have to answer the open question, the first to be asked first."""
    draw: Callable[[Any, str, Words, Look, Mapping[str, str]], list[Text]]
    legend: Callable[[Any, Words, Look], list[Sign]]
    rare: Kinds = ()
    ending: Kinds = ()
    """Moves that end a turn or leave a thing: listed behind the others."""
    forced: Kinds = ()
    """Moves that are made without asking when there is no other."""
    shared: tuple[str, ...] = ()
    """Seats that the people answer for together."""
    together: bool = False
    """All seats of a person are asked at once."""
    secrets: bool = True
    """Whether the seats hide anything from each other."""
    extras: Callable[[Any, str, Words], list[str]] = lambda state, seat, words: []
    """What else lies before a seat."""
    about: Callable[[Any, Words], str] = lambda state, words: ""
    """What this game is about, where games differ in it."""
    where: Callable[[Any, Move[Any]], str] = lambda state, move: ""
    """The place of what a move is about, where its text does not tell it; else ""."""
    values: Callable[[Any, str, str], list[Any]] = lambda seen, seat, field: []
    """What a field of a move could hold, by a seat's view, the nearest first; [] for nothing but
    its default."""
    topics: Mapping[str, str] = {}
    """Where the codes that tell of a kind of move begin, if not with its own name."""

    @classmethod
    def plain(cls, rules: Rules[Any], players: Players[Any]) -> TerminalAdapter:
        """That of a game which brings none: positions are written down as they are seen, and
        everybody who has a turn is asked."""

        def sides(state: Any) -> dict[str, tuple[str, ...]]:
            found: dict[str, tuple[str, ...]] = {}
            for seat, side in players.sides(state).items():
                found[side] = (*found.get(side, ()), seat)
            return found | {"all": tuple(players.sides(state))}

        def main(state: Any) -> list[str]:
            return list(dict.fromkeys(turn.seat for turn in rules.turns(state)))

        return cls(sides, main, written, lambda state, words, look: [])


def written(
    state: Any, seat: str, words: Words, look: Look, numbers: Mapping[str, str]
) -> list[Text]:
    """A position field by field, as a view has it."""
    fields = ((name, getattr(state, name)) for name in state.__struct_fields__)
    return [Text(f"{name}: {clean(as_text(value))}") for name, value in fields]


def as_text(value: Any) -> str:
    """A field of a position on one line."""
    return value if isinstance(value, str) else json.encode(value, enc_hook=repr).decode()
