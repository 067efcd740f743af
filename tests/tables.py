"""The games that can be refereed, by name, as `read_profile` takes them."""

from __future__ import annotations

from tts_bridge.games.registry import GAMES

TABLES = {name: game.table for name, game in GAMES.items() if game.bring_table}
