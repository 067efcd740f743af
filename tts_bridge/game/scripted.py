"""Who plays a game by themselves at a headless table, by hand."""

from __future__ import annotations

import random
from typing import Any, Protocol

from exporters.mods.words import Language
from exporters.savefile import Save
from rules.engine import Move
from tts_bridge.binding.lens import Binder
from tts_bridge.headless.table import Table
from tts_bridge.referee.profile import Profile


class ScriptedPlayers(Protocol):
    """Who plays a game, and on what."""

    def mod(self, seed: int, plain_in: Language | None, /) -> tuple[Save, Binder | None]:
        """The mod, and how it is understood where it is a stranger's."""
        ...

    def choose(self, luck: random.Random, state: Any, /) -> Move[Any]:
        """A legal move that hands can make here."""
        ...

    def do(self, table: Table, profile: Profile, state: Any, move: Move[Any], /) -> None:
        """What hands do to make it in a position."""
        ...

    def brought(
        self, table: Table, profile: Profile, state: Any, move: Move[Any], /
    ) -> list[Move[Any]]:
        """The outcomes of chance that the table shows after a move, in the position after it."""
        ...

    def say(self, table: Table, profile: Profile, move: Move[Any], /) -> None:
        """Make it in chat."""
        ...

    def leaves_a_trace(self, move: Move[Any], /) -> bool:
        """Whether a table that died at once still shows that the move was made."""
        ...
