"""What people read: rulings, rules, names, moves, from the gettext catalogues in `locale`.

Each game has a catalogue, and `common` holds what all share. The msgids are codes
(`walk.no-path`, `rule.walk.no-path`, `name.meg-thomas`, `move.walk`, `step.moved.noise`). What
comes from outside, such as the names of a mod's spaces, is only ever put into a text, never read
as one: braces and BB code in it mean nothing. What is particular about a game is in its `Wording`.
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

from rules.engine import Edit, Move, Outcome, Violation, kebab
from rules.house import read_reason
from rules.notation import format_move
from tts_bridge.text.wording import NO_GAME, Wording

LANGUAGES: dict[str, Literal["en", "zh_CN"]] = {"en": "en", "zh": "zh_CN"}
"""Languages there are texts in, and the folder of each."""
Words = dict[str, str]
"""A text by language: `{"en": ..., "zh": ...}`."""
OURS = "tts_bridge"
"""The package whose folder `locale` holds what all games share."""
NAME_LIMIT = 80
"""Characters of a name from outside that are shown."""


class Texts:
    """The texts of one language for one game; `board` gives the names of its places."""

    def __init__(self, language: str, wording: Wording = NO_GAME, board: Any = None) -> None:
        """Raises ValueError when there are no texts in this language."""
        code = re.split("[-_]", language.lower())[0]
        if code not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are: {', '.join(LANGUAGES)}")
        self.language: Literal["en", "zh"] = "zh" if code == "zh" else "en"
        self.locale = LANGUAGES[code]
        self.wording = wording
        self.board = board
        self.catalogue = catalogue(self.locale, wording.game, wording.package)

    @property
    def game(self) -> str:
        """The name of the game, "" for none."""
        return self.wording.game

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

    def cited(self, violation: Violation) -> str:
        """Where the rule of a ruling stands, and which facts it rests on that are assumed."""
        parts = [self.source(violation.rule)]
        card, facts = self.wording.assumed(violation)
        if card:
            what = [self.text(f"assumed.{fact}") for fact in facts]
            listed = format_list(what, "standard", self.locale)
            parts.append(self._fill("assumed.facts", card=self.name(card), what=listed))
        return "; ".join(part for part in parts if part)

    def name(self, id_: str) -> str:
        """The name of a card, kind, colour, figure, skill, place or token; else the id."""
        return (
            self._find(f"name.{id_}")
            or self._place(id_)
            or self.wording.made(self, id_)
            or clean(id_)
            or self._fill("name.unknown")
        )

    def move(self, move: Move[Any]) -> str:
        """A move as a phrase, for buttons and offers: `Repair the generator`."""
        if isinstance(move, Edit) and (rule := read_reason(move.why)):
            key, old, new = rule
            values = {"old": clean(old), "new": clean(new)}
            return self._fill("rule.changed", **self._setting(key), **values)
        code = f"move.{kebab(type(move).__name__)}"
        fields = structs.asdict(move)
        form = f"{code}.{self.wording.variant(fields)}"
        values = self._facts(fields)
        if self.board is not None:
            values |= self.wording.short(self, self.board, fields)
        template = self._find(form) or self._find(code)
        return clean(format_move(move)) if template is None else fill(template, values)

    def house_rule(self, key: str, value: str) -> str:
        """A house rule, what it is now, and where that is known from."""
        return self._fill("rule.is", **self._setting(key), value=clean(value))

    def step(self, step: Any) -> str:
        """A fact of what happened, in a sentence; `step` is one of a state's trail."""
        fields = structs.asdict(step)
        count = fields.get("n", 0)
        values = {key: self._words(value) for key, value in fields.items()}
        for key in ("who", "to"):
            if self._find(f"count.{fields[key]}") is not None:
                values[f"{key}s"] = self.counted(fields[key], count)
                values["one"] = self.counted(fields[key], 1)
        itself = "self" if fields["who"] == fields["to"] else fields["to"]
        forms = (fields["why"], itself or "bare", "" if count else "none")
        code = f"step.{step.what}"
        for form in forms:
            if form and self._find(f"{code}.{form}") is not None:
                code = f"{code}.{form}"
                break
        return fill(self._find(code, count) or clean(step.what), values)

    def is_echo(self, step: Any) -> bool:
        """Whether a step only repeats the move that led to it."""
        return step.what in self.wording.echoes

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

    def listed(self, ids: list[str]) -> str:
        """Ids by name, joined by "and"."""
        return self._value("", ids)

    def counted(self, id_: str, count: int) -> str:
        """So many of something: `2 Workers`."""
        return fill(self._find(f"count.{id_}", count) or "", {"n": str(count)})

    def clean(self, text: str) -> str:
        """Text from outside, harmless."""
        return clean(text)

    def _find(self, msgid: str, count: int = 1) -> str | None:
        """The text of a msgid in this language, else in English, else None."""
        text = self.catalogue.ngettext(msgid, "", count)
        if text in (msgid, ""):  # it has no plural forms, or there is none
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
            what = self.wording.counts.get(key)
            return self.counted(what, value) if what else str(value)
        if key in self.wording.places and (place := self._place(value)):
            return place
        if key == "open":
            return self._fill(f"question.{clean(value)}")
        return self.name(str(value))

    def _setting(self, key: str) -> dict[str, str]:
        """What a house rule says, its key and its source."""
        setting = self.wording.house.get(key)
        about = self._find(f"house.{key}") or ""
        source = self.source(setting.source) if setting else ""
        return {"about": about, "key": clean(key), "source": source}

    def _words(self, value: Any) -> str:
        """A field of a step: an id, several with spaces between, or a number."""
        words = value.split() if isinstance(value, str) else []
        return self.listed(words) if len(words) > 1 else self._value("", value)

    def _source(self, part: str) -> str:
        if page := re.fullmatch(r"(?:\w+ )?p\.(\d++)(.*)", part):
            return f"{self._fill('source.page', page=page[1])} {clean(page[2])}".rstrip()
        return self._find(f"source.{part}") or clean(part)

    def _place(self, id_: str) -> str | None:
        """A place on the board."""
        return None if self.board is None else self.wording.place(self, self.board, id_)


def fill(template: str, values: dict[str, str]) -> str:
    """A text with its `{placeholders}` replaced, once: what is put in is not looked into."""
    return re.sub(r"\{([a-z_]+)\}", lambda found: values.get(found[1], found[0]), template)


def clean(text: str) -> str:
    """Text from outside, harmless in a chat line: one line, no BB code, no control, not long."""
    shown = "".join(
        " " if unicodedata.category(c)[0] in "CZ" else c for c in text[: NAME_LIMIT * 4]
    )
    shown = " ".join(shown.split()).translate({ord("["): "［", ord("]"): "］"})
    return shown if len(shown) <= NAME_LIMIT else shown[: NAME_LIMIT - 1] + "…"


def in_words(texts: tuple[Texts, ...], say: Any) -> Words:
    """A text in every language; `say` gives it in one."""
    return {each.language: say(each) for each in texts}


@cache
def catalogue(locale: str, game: str, package: str = OURS) -> gettext.NullTranslations:
    """The texts of a game in a locale, behind them those of all games, then the English ones;
    read once, never changed.

    Args:
        package: where the game's catalogues are; "" for a game that has none.
    """
    found = gettext.NullTranslations()
    for folder in dict.fromkeys(["en", locale]):
        for name, where in (("common", OURS), (game, package)):
            if name and where:
                texts = read_catalogue(folder, name, where)
                texts.add_fallback(found)
                found = texts
    return found


def read_catalogue(locale: str, name: str, package: str = OURS) -> gettext.GNUTranslations:
    """One catalogue file of a package."""
    source = resources.files(package).joinpath("locale", locale, "LC_MESSAGES", f"{name}.po")
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=locale, abort_invalid=True))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
