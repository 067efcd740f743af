"""A position as everybody gets to see it: on the page, and in a terminal. No I/O here.

A referee tries it with this before a position stands that somebody declared.
"""

from __future__ import annotations

from typing import Any

from tts_bridge.drawing.scene import look
from tts_bridge.games.drawings import DRAWINGS
from tts_bridge.games.drawings import PRELUDES as CHOOSING
from tts_bridge.games.registry import GAMES, PRELUDES
from tts_bridge.games.terminal_adapters import MANNERS
from tts_bridge.referee.table_game import TableGame
from tts_bridge.terminal.screen import screen
from tts_bridge.terminal.words import Look, Words
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.web.feeds.live import Position

WIDTH = 80
"""Columns of the terminal."""


def show(game: TableGame, state: Any) -> None:
    """Draw a position for every seat and for who watches. Whatever it stumbles over is raised."""
    name = game.rules.name
    is_prelude = name in PRELUDES and PRELUDES[name].rules is game.rules
    games, drawings = (PRELUDES, CHOOSING) if is_prelude else (GAMES, DRAWINGS)
    page = Position(name, state, games, drawings)
    for seat in (None, *page.drawing.seats(state)):
        look(page.game, page.drawing, page.texts, state, seat, 0)
        page.drawing.ground(page.game.rules.view(state, seat))
    if is_prelude or name not in MANNERS:
        return
    for language in LANGUAGES:
        words = Words(language, name, page.game.board(state))
        screen(name, state, None, (), words, Look(WIDTH))
