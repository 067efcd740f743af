"""How each game is drawn, by its name. A new game is one row here. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping

from tts_bridge.drawing.scene import Drawing
from tts_bridge.games.dbd.drawing import DRAWING as DBD
from tts_bridge.games.dbd.lobby_drawing import DRAWING as CHOOSING
from tts_bridge.games.invader.drawing import DRAWING as INVADER

DRAWINGS: Mapping[str, Drawing] = {"dbd": DBD, "invader": INVADER}
PRELUDES: Mapping[str, Drawing] = {"dbd": CHOOSING}
"""How what is chosen before a game is drawn (`tts_bridge.games.registry.PRELUDES`)."""
