"""*Dead by Daylight* on a table: what a piece that moved may mean, and where each ought to lie."""

from tts_bridge.tables.dbd.arrange import arrange
from tts_bridge.tables.dbd.readings import Reading, candidates, chance, obvious

__all__ = ["Reading", "arrange", "candidates", "chance", "obvious"]
