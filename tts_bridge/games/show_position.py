"""A position as everybody gets to see it: on the page, and in a terminal. No I/O here.

A referee tries it with this before a position stands that somebody declared.
"""

from __future__ import annotations

from typing import Any

from tts_bridge.game.plugin import Game, stage_of
from tts_bridge.referee.table_game import TableGame
from tts_bridge.referee.trial import Show
from tts_bridge.terminal.screen import screen
from tts_bridge.text.catalogue import LANGUAGES
from tts_bridge.text.play_words import Look, Words
from tts_bridge.web.feeds.live import Position

WIDTH = 80
"""Columns of the terminal."""


def show_with(game: Game) -> Show:
    """Draws positions of a game, and of the choosing before it."""

    def draw(table: TableGame, state: Any) -> None:
        show(stage_of(game, table.rules), state)

    return draw


def show(game: Game, state: Any) -> None:
    """Draw a position for every seat and for who watches, as far as the game brings what draws it.

    Whatever it stumbles over is raised.
    """
    if game.bring_drawing is not None:
        page = Position(game, state)
        for seat in (None, *page.drawing.seats(state)):
            page.look(state, seat, 0)
            page.drawing.ground(game.rules.view(state, seat))
    if game.bring_terminal is None:
        return
    for language in LANGUAGES:
        words = Words(language, game.wording, game.board(state))
        screen(game, state, None, (), words, Look(WIDTH))
