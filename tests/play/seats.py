"""A session without a terminal: what is typed comes from a function, what is shown is kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from rich.console import Console

from rules.dbd.setup import Config as DbdConfig
from rules.engine import Match
from rules.invader.setup import Config as InvaderConfig
from tts_bridge.games.registry import GAMES
from tts_bridge.terminal.game import Table
from tts_bridge.terminal.loop import Session
from tts_bridge.terminal.people import people
from tts_bridge.text.play_words import Look, Words

CONFIGS: dict[str, Any] = {"dbd": DbdConfig(full=True), "invader": InvaderConfig()}


def started(game: str, me: Iterable[str], seed: int = 1) -> Table:
    """A table at the beginning of a game."""
    rules = GAMES[game].rules
    match = Match(rules, rules.setup(CONFIGS[game]))
    sides = GAMES[game].terminal.sides(match.state)
    return Table(GAMES[game], match, people(me, sides["all"], sides), Random(seed))


def session(
    table: Table,
    typed: Iterable[str] | Callable[[str], str] = (),
    *,
    language: str = "en",
    width: int = 100,
    ascii_only: bool = False,
) -> tuple[Session, io.StringIO]:
    """A session that is typed these lines, then reaches the end of its input; and what it shows."""
    shown = io.StringIO()
    console = Console(
        file=shown, width=width, highlight=False, markup=False, emoji=False, color_system=None
    )
    name = table.rules.name
    words = Words(language, GAMES[name].wording, GAMES[name].board(table.state))
    read = typed if callable(typed) else reader(iter(typed))
    return Session(table, console, read, words, Look(width, ascii_only)), shown


def reader(lines: Iterator[str]) -> Callable[[str], str]:
    """Lines one after the other, then the end."""

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    return read


def said(game_table: Table, typed: Iterable[str], **options: Any) -> str:
    """All that is shown while these lines are typed."""
    playing, shown = session(game_table, typed, **options)
    playing.play()
    return shown.getvalue()
