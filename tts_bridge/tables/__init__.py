"""Between the pieces on a table and the moves of a game. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping

from tts_bridge.tables.dbd import TABLE as DBD
from tts_bridge.tables.game import TableGame

TABLES: Mapping[str, TableGame] = {"dbd": DBD}
"""The games that can be refereed, by the name that a mod's agent says."""
