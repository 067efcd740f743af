"""Whether a save is in order: the table of rules, the run, and what can be mended by itself.

No I/O here. A rule's code never changes; what it means stands in the table and nowhere else.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct

from exporters.assets.references import revive
from exporters.checks.addresses import addresses, dead_host
from exporters.checks.cards import cards, decks, sizes
from exporters.checks.finding import Context, Finding
from exporters.checks.scripts import scripts
from exporters.checks.shape import bags, guids, joints, kinds, numbers, schema, states, tags
from exporters.edit.repairs import card_ids, list_tags
from exporters.jsontext.fieldpath import get, parse_field, put
from exporters.savefile import Json, Save, objects

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Rule(Struct, frozen=True):
    """A rule: how bad a breach is, and why it is one."""

    severity: Severity
    why: str


RULES: dict[str, Rule] = {
    "format.schema": Rule("error", "The game does not read a value of this type."),
    "guid.twice": Rule("error", "On the table a GUID names one object."),
    "guid.form": Rule("info", "The game's own GUIDs are six hexadecimal digits."),
    "states.gap": Rule("error", "States leaves out exactly the current state's number."),
    "bag.infinite": Rule("warning", "An infinite bag gives copies of the one object in it."),
    "tag.unlisted": Rule("info", "The game's menus offer the tags that ComponentTags lists."),
    "joint.lost": Rule("warning", "A joint joins to an object on the table."),
    "model.kind": Rule("warning", "A model's Name and TypeIndex say the same."),
    "number.bare": Rule("info", "JSON has no Infinity; the game writes it in quotes."),
    "number.lost": Rule("error", "A place on the table is a finite number."),
    "deck.ids": Rule("error", "DeckIDs lists the CardIDs of the contained cards in order."),
    "deck.content": Rule("error", "A deck contains cards, each with its CardID."),
    "deck.small": Rule("warning", "A deck has at least two cards."),
    "deck.sheet-missing": Rule("error", "A deck has the sheets of its cards."),
    "deck.sheet-unused": Rule("info", "A deck has no other sheets."),
    "deck.sheet-differs": Rule("warning", "A deck and its cards agree on their sheets."),
    "card.sheet-missing": Rule("warning", "A card has the sheet its CardID names."),
    "card.index": Rule("error", "A card's face is on its sheet."),
    "card.sheet-size": Rule("error", "A sheet has 1 to 10 columns and 1 to 7 rows."),
    "url.local": Rule("error", "What others shall see lies on the web."),
    "url.schemeless": Rule("warning", "An address begins with http:// or https://."),
    "url.dead-host": Rule("warning", "Steam's uploads moved to another host."),
    "lua.syntax": Rule("error", "The script does not compile."),
    "lua.moonsharp": Rule("info", "Tools for ordinary Lua do not take the game's own syntax."),
    "lua.unknown": Rule("warning", "The game's API has no such member."),
    "lua.undefined": Rule("warning", "What is called is defined somewhere."),
    "lua.handler": Rule("warning", "The game calls events by their exact names."),
    "lua.handler-place": Rule("warning", "Some events go to Global only, some to objects only."),
    "virus.spreads": Rule("error", "A script that copies itself into others is a virus."),
    "virus.loader": Rule("error", "Hidden code that fetches and runs code is a virus."),
    "virus.hidden": Rule("warning", "Code belongs where people see it."),
}

_CHECKS: tuple[Callable[[Context], Iterator[Finding]], ...] = (
    schema, guids, states, bags, tags, joints, kinds, numbers,
    decks, cards, sizes, addresses, dead_host, scripts,
)  # fmt: skip


class UnknownRule(ValueError):
    """There is no rule of that code."""


def check(save: Save, without: tuple[str, ...] = ()) -> list[Finding]:
    """What is wrong with a save, worst first, then in the order of the save.

    `without`: codes of rules to leave out. Raises UnknownRule.
    """
    for code in without:
        if code not in RULES:
            raise UnknownRule(f"there is no rule {code!r}; the rules are {', '.join(RULES)}")
    context = Context(save)
    found = [each for run in _CHECKS for each in run(context) if each.code not in without]
    order = {path: number for number, (path, _) in enumerate(context.objects)}
    found.sort(key=lambda each: (SEVERITIES.index(severity(each)), order.get(each.path, -1)))
    return found


def severity(finding: Finding) -> Severity:
    """How bad it is."""
    return RULES[finding.code].severity


def fix(save: Save, findings: list[Finding]) -> tuple[Save, list[Finding]]:
    """The save with what is safe to mend mended, and which findings that were.

    Safe is what the rest of the save already says, and what the game itself does on load.
    """
    new = Save(copy.deepcopy(save.data), save.source, save.name)
    places = {"": new.data, **dict(objects(new))}
    mended = [
        each
        for each in findings
        if (mend := _FIXES.get(each.code)) and mend(new.data, places.get(each.path, {}), each)
    ]
    return new, mended


def is_fixable(finding: Finding) -> bool:
    """Whether `fix` knows what to do."""
    return finding.code in _FIXES


def _deck_ids(_: Json, data: Json, finding: Finding) -> bool:
    ids = card_ids(data)
    if ids is None:
        return False
    data["DeckIDs"] = ids
    return True


def _unused_sheet(_: Json, data: Json, finding: Finding) -> bool:
    del data["CustomDeck"][str(parse_field(finding.field)[1])]
    return True


def _list_tag(save: Json, data: Json, finding: Finding) -> bool:
    return list_tags(save, [tag for tag in data["Tags"] if isinstance(tag, str)])


def _quote(_: Json, data: Json, finding: Finding) -> bool:
    field = parse_field(finding.field)
    value = get(data, field)
    put(data, field, "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity")
    return True


def _revive(save: Json, _: Json, finding: Finding) -> bool:
    _revive_in(save)
    return True


def _revive_in(value: Any) -> None:
    for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(each, str):
            value[key] = revive(each)
        elif isinstance(each, dict | list):
            _revive_in(each)


_FIXES: dict[str, Callable[[Json, Json, Finding], bool]] = {
    "deck.ids": _deck_ids,
    "deck.sheet-unused": _unused_sheet,
    "tag.unlisted": _list_tag,
    "number.bare": _quote,
    "url.dead-host": _revive,
}
