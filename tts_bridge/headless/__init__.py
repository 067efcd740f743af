"""A stand-in for Tabletop Simulator: saves run here, for tests and without the game.

`from tts_bridge.headless import Table` is where to begin; docs/headless.md tells the rest.
"""

from tts_bridge.headless.faults import Faults
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table

__all__ = ["Faults", "Server", "Table"]
