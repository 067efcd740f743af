"""What people read: rulings, rules, names, moves, from the gettext catalogues in `locale`.

The msgids are codes (`walk.no-path`, `rule.walk.no-path`, `name.meg-thomas`, `move.walk`). What
comes from outside, such as the names of a mod's spaces, is only ever put into a text, never read
as one: braces and BB code in it mean nothing.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any, Literal

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from msgspec import structs

from rules.dbd.board import CATEGORIES, Board
from rules.engine import Move, Outcome, Violation, kebab

LANGUAGES: dict[str, Literal["en", "zh_CN"]] = {"en": "en", "zh": "zh_CN"}
"""Languages there are texts in, and the folder of each."""
NAME_LIMIT = 80
"""Characters of a name from outside that are shown."""
PLACES = ("at", "to")
"""Facts that hold a space: its name goes before a card or prop of the same id."""
COUNTS = ("bp", "cost")
"""Facts that are a number of Bloodpoints."""


class Texts:
    """The texts of one language; `board` gives the names of its spaces and paths."""

    def __init__(self, language: str, board: Board | None = None) -> None:
        """Raises ValueError when there are no texts in this language."""
        code = re.split("[-_]", language.lower())[0]
        if code not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are: {', '.join(LANGUAGES)}")
        self.language: Literal["en", "zh"] = "zh" if code == "zh" else "en"
        self.locale = LANGUAGES[code]
        self.board = board
        self.catalogue = catalogue(self.locale)

    def ruling(self, violation: Violation) -> str:
        """What is not allowed and why, in a sentence or two."""
        template = self._find(violation.code)
        if template is None:
            return self._fill("ruling.other", code=clean(violation.code))
        return fill(template, self._facts(violation.facts))

    def rule(self, code: str) -> str:
        """The rule that a code stands for, in a sentence; "" for an unknown code."""
        return self._find(f"rule.{code}") or ""

    def source(self, key: str) -> str:
        """Where a rule stands, for what `Violation.rule` and cases say: `DbD p.8`, `AUT, CARD`."""
        return "; ".join(self._source(part) for part in re.split(r"[,;]\s*", key) if part)

    def name(self, id_: str) -> str:
        """The name of a card, kind, colour, figure, perk, space, path or prop; else the id.

        Several joined by `+` are named one after the other.
        """
        if "+" in id_:
            return " + ".join(self.name(part) for part in id_.split("+"))
        return self._find(f"name.{id_}") or self._place(id_) or self._prop(id_) or self._other(id_)

    def move(self, move: Move[Any]) -> str:
        """A move as a phrase, for buttons and offers: `Repair the generator`."""
        code = f"move.{kebab(type(move).__name__)}"
        fields = structs.asdict(move)
        if "" in fields.values():
            code = code if self._find(f"{code}.bare") is None else f"{code}.bare"
        values = self._facts(fields)
        if "path" in fields:
            values["path"] = self._path(fields["path"], "path.short") or values["path"]
        return self._fill(code, **values)

    def outcome(self, outcome: Outcome) -> str:
        """How the game ended."""
        template = self._find(f"outcome.{outcome.reason}")
        return template or self._fill("outcome.other", winners=self._value("", outcome.winners))

    def text(self, msgid: str, **values: str) -> str:
        """Another text, its placeholders filled with text that is safe to show."""
        return self._fill(msgid, **values)

    def phase(self, phase: str) -> str:
        """The name of a phase of the round."""
        return self._find(f"phase.{phase}") or clean(phase)

    def _find(self, msgid: str) -> str | None:
        """The text of a msgid in this language, else in English, else None."""
        text = self.catalogue.gettext(msgid)
        return None if text == msgid or not msgid else text

    def _fill(self, msgid: str, **values: str) -> str:
        return fill(self._find(msgid) or msgid, values)

    def _facts(self, facts: dict[str, Any]) -> dict[str, str]:
        """Facts as text: ids by name, lists joined, numbers counted."""
        return {key: self._value(key, value) for key, value in facts.items()}

    def _value(self, key: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            names = [self._value(key, each) for each in value]
            style: Literal["or", "standard"] = "or" if key == "wanted" else "standard"
            return format_list(names, style, self.locale) or self._fill("list.empty")
        if isinstance(value, int):
            if key not in COUNTS:
                return str(value)
            count = self.catalogue.ngettext("count.bloodpoint", "count.bloodpoint", value)
            return fill(count, {"n": str(value)})
        if key in PLACES and (place := self._place(value)):
            return place
        return self.name(str(value))

    def _source(self, part: str) -> str:
        if page := re.fullmatch(r"\w+ p\.(\d+)(.*)", part):
            return f"{self._fill('source.page', page=page[1])} {clean(page[2])}".rstrip()
        return self._find(f"source.{part}") or clean(part)

    def _place(self, id_: str) -> str | None:
        """A space or path of the board."""
        if self.board is None:
            return None
        if space := self.board.space.get(id_):
            names = space.name
            return clean(names.get(self.language) or next(iter(names.values()), id_))
        return self._path(id_, "path.long")

    def _path(self, id_: str, form: str) -> str | None:
        path = self.board.path.get(id_) if self.board else None
        if path is None:
            return None
        ends = {"a": self._place(path.a) or "", "b": self._place(path.b) or ""}
        return self._fill(form, colour=self.name(path.colour), **ends)

    def _prop(self, id_: str) -> str | None:
        """A prop of which nothing but its place among its category is known."""
        category, _, number = id_.rpartition("-")
        if category not in CATEGORIES or not number.isdecimal():
            return None
        return self._fill("prop.numbered", category=self.name(category), number=clean(number))

    def _other(self, id_: str) -> str:
        return clean(id_) or self._fill("name.unknown")


def fill(template: str, values: dict[str, str]) -> str:
    """A text with its `{placeholders}` replaced, once: what is put in is not looked into."""
    return re.sub(r"\{([a-z]+)\}", lambda found: values.get(found[1], found[0]), template)


def clean(text: str) -> str:
    """Text from outside, harmless in a chat line: one line, no BB code, no control, not long."""
    shown = "".join(
        " " if unicodedata.category(c)[0] in "CZ" else c for c in text[: NAME_LIMIT * 4]
    )
    shown = " ".join(shown.split()).translate({ord("["): "［", ord("]"): "］"})
    return shown if len(shown) <= NAME_LIMIT else shown[: NAME_LIMIT - 1] + "…"


@cache
def catalogue(locale: str) -> gettext.GNUTranslations:
    """The catalogue of a locale, with the English one behind it; read once, never changed."""
    source = resources.files("tts_bridge").joinpath("locale", locale, "LC_MESSAGES")
    compiled = BytesIO()
    with source.joinpath("tts_bridge.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=locale, abort_invalid=True))
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    if locale != "en":
        translations.add_fallback(catalogue("en"))
    return translations
