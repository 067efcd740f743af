"""What of a strange table may be otherwise than it was taken to be. No I/O here."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tts_bridge.text.catalogue import Texts

NAMED = ("category", "space")
"""Facts that are ids: they are told by their names."""


class Doubt(Struct, frozen=True):
    """A doubt. `of`: the id of the piece, place or space it is about, "" for the whole table."""

    code: str
    of: str = ""
    facts: Mapping[str, str] = {}


def say(doubt: Doubt, texts: Texts) -> str:
    """The doubt in a sentence that leaves out what it is about."""
    facts = {
        key: texts.name(value) if key in NAMED else texts.clean(value)
        for key, value in doubt.facts.items()
    }
    return texts.text(f"doubt.{doubt.code}", **facts)
