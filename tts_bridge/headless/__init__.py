"""A stand-in for Tabletop Simulator: saves run here, for tests and without the game.

`from tts_bridge.headless import Table` is where to begin; docs/headless.md tells the rest.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tts_bridge.headless.faults import Faults
    from tts_bridge.headless.server import Server
    from tts_bridge.headless.table import Table

__all__ = ["Faults", "Server", "Table"]


def __getattr__(name: str) -> Any:
    # Imported when asked for: modules in here import each other through this package.
    if name == "Table":
        from tts_bridge.headless.table import Table

        return Table
    if name in ("Server", "Faults"):
        from tts_bridge.headless import faults, server

        return server.Server if name == "Server" else faults.Faults
    raise AttributeError(name)
