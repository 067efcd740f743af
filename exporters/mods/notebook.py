"""A reference of the rules for the notebook of a mod: what is allowed, and the page it stands on.

The sentences are those of the referee's catalogues, so a ruling and the notebook say the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from exporters.mods.words import Language, Words

TITLE: Words = {"en": "Rules", "zh": "规则速查"}
HEAD: Words = {
    "en": "What may be done, in our own words, and where it stands in the rulebook.",
    "zh": "可以做什么，以及出处。均为我们自己的表述。",
}
SECTIONS: dict[tuple[str, ...], Words] = {
    ("start",): {"en": "Setting up", "zh": "游戏设置"},
    ("plan", "talk"): {"en": "Planning", "zh": "计划阶段"},
    ("not-your-turn", "not-now", "card"): {"en": "Turns and movement cards", "zh": "回合与移动牌"},
    ("walk", "pallet"): {"en": "Moving", "zh": "移动"},
    ("reveal",): {"en": "Revealing props", "zh": "翻开物件"},
    ("interact", "gate", "generator", "locker", "heal", "rescue", "sabotage"): {
        "en": "Interacting",
        "zh": "交互",
    },
    ("attack", "pick-up", "carry", "power"): {"en": "The Killer", "zh": "杀手"},
    ("bonus",): {"en": "Bonus turns", "zh": "额外回合"},
    ("perk", "item", "choice"): {"en": "Perks and items", "zh": "技能与道具"},
    ("die",): {"en": "Dice", "zh": "骰子"},
}
"""Which reasons of a refusal, by the first part of their code, stand under which heading."""


KEY = re.compile(r" ?[(（][A-Z0-9-]+[)）]")
"""A source's key within its words; it stands before them already."""
ASSUMED: Words = {"en": "assumed", "zh": "暂定"}
KEYS: Words = {"en": "Where it stands", "zh": "出处"}


class Rule(Struct, frozen=True):
    """A rule: the code of the refusals it is the reason of, what it says, where that stands.

    `source` is as the rules name it (`DbD p.8`, `AUT, CARD`); `cited` in words.
    """

    code: str
    text: str
    source: str
    cited: str


def page(rules: Sequence[Rule], language: Language) -> tuple[str, str]:
    """The title and the text of a page of the notebook; no rule is left out, none stands twice."""
    parts = [HEAD[language]]
    keys: dict[str, str] = {}
    for codes, title in SECTIONS.items():
        told: dict[str, str] = {}
        for rule in rules:
            if rule.code.split(".")[0] in codes:
                told.setdefault(rule.text, short(rule.source, language))
                if "DbD" not in rule.source and rule.source != "assumed":
                    keys.setdefault(rule.source, KEY.sub("", rule.cited))
        lines = [f"- {text} [{source}]" for text, source in told.items()]
        parts.append("\n".join([f"== {title[language]} ==", *lines]))
    where = [f"[{key}] {cited}" for key, cited in sorted(keys.items())]
    parts.append("\n".join([f"== {KEYS[language]} ==", *where]))
    return TITLE[language], "\n\n".join(parts)


def short(source: str, language: Language) -> str:
    """Where a rule stands, in brackets' room: the rulebook's page, or a source's key."""
    page_of = r"第\1页" if language == "zh" else r"p. \1"
    found = re.sub(r"DbD p\.(\d+)", page_of, source)
    return found.replace("assumed", ASSUMED[language])
