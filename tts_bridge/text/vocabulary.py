"""What everything of a game is called, in every language: the catalogues, by id. No I/O here.

The one place that names come from: texts and pages ask `Texts`, which reads the same catalogues;
mods, which know no catalogue, are handed a game's `GameNames`, and `bind` recognises what it says.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from exporters.mods.words import Language
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.wording import Wording


class GameNames(Struct, frozen=True):
    """The names of a game."""

    wording: Wording

    def name(self, id_: str, language: Language, /) -> str:
        """The name of an id; the id itself where it has none."""
        return texts(language, self.wording).name(id_)


@cache
def texts(language: Language, wording: Wording) -> Texts:
    """The texts of a game on no board; made once, never changed."""
    return Texts(language, wording)
