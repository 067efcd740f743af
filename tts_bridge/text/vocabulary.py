"""What everything of a game is called, in every language: the catalogues, by id. No I/O here.

The one place that names come from: texts and pages ask `Texts`, which reads the same catalogues;
mods, which know no catalogue, are handed `NAMES`, and `bind` recognises what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from exporters.mods.words import Language
from tts_bridge.text.catalogue import Texts


class GameNames(Struct, frozen=True):
    """The names of a game."""

    game: str

    def name(self, id_: str, language: Language, /) -> str:
        """The name of an id; the id itself where it has none."""
        return texts(language, self.game).name(id_)


@cache
def texts(language: Language, game: str) -> Texts:
    """The texts of a game on no board; made once, never changed."""
    return Texts(language, game)


NAMES: Mapping[str, GameNames] = {game: GameNames(game) for game in ("dbd", "invader")}
"""By game."""
