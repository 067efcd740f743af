"""Between the pieces on a table and the moves of a game. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping

from tts_bridge.games.dbd.table import TABLE as DBD
from tts_bridge.games.invader.table import TABLE as INVADER
from tts_bridge.referee.table_game import TableGame

TABLES: Mapping[str, TableGame] = {"dbd": DBD, "invader": INVADER}
"""The games that can be refereed, by the name that a mod's agent says."""
