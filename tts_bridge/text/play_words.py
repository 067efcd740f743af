"""What the terminal says by itself, from `play.po`; names, moves and rulings are the `Texts`'."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tts_bridge.text.catalogue import LANGUAGES, Texts, catalogue, fill
from tts_bridge.text.wording import Wording

HELP = ("number", "why", "hint", "undo", "more", "show", "rules", "log", "save", "quit", "help")
"""The commands, in the order in which `help` lists them."""


Sign = tuple[str, str, str]
"""A sign of a legend, its style and its meaning."""


class Look(Struct, frozen=True):
    """How screens are drawn: how wide, and whether with the characters of ASCII alone."""

    width: int = 80
    ascii: bool = False


class Words:
    """One language's words for one game on one board."""

    def __init__(self, language: str, wording: Wording, board: Any) -> None:
        self.texts = Texts(language, wording, board)
        self.locale = LANGUAGES[self.texts.language]

    def say(self, msgid: str, **values: object) -> str:
        """A text of the terminal's own, or of the page's, filled in."""
        domain = "page" if msgid.startswith("page.") else "play"
        text = catalogue(self.locale, domain).gettext(msgid)
        return fill(text, {key: str(value) for key, value in values.items()})

    def name(self, id_: str) -> str:
        """What an id is called: the terminal's and page's own words have one, too."""
        return self.say(id_) if id_.startswith(("page.", "play.")) else self.texts.name(id_)

    def short(self, id_: str) -> str:
        """One or two columns for a prop, token or Xeno in a map."""
        return self.say(f"play.short.{id_}")

    def command(self, typed: str) -> str:
        """Which command a word stands for, in any language; "" for none."""
        for name in HELP:
            for locale in LANGUAGES.values():
                words = catalogue(locale, "play").gettext(f"play.word.{name}")
                if typed in words.split():
                    return name
        return ""
