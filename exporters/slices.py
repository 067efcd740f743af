"""Where things stand in the text of a save, so that objects can be cut out of it. No I/O here.

`ByLine` trusts the game's layout (`layout.regular` has proved it) and searches for line starts;
`ByToken` reads any JSON, some ten times slower. Offsets are plain tuples: there are a million.
"""

from __future__ import annotations

import re
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Protocol

from exporters.jsontext import members_of, root_span

Spot = tuple[str, int, int]
"""A member's key (`""` in a list), and where its value begins and ends; a list has no end."""

SCRIPTS = ("LuaScript", "XmlUI")
NOTES = ("LuaScriptState", "Description", "GMNotes", "Memo", "Note", "Rules", "body")
LISTS = ("ContainedObjects", "ChildObjects", "States", "ObjectStates", "TabStates")
LABELS = ("GUID", "Nickname", "Name", "title")
LONG = 200
"""From how many characters on a note is of interest; of a script, one is enough."""


class Finder(Protocol):
    """What both ways of looking offer; `depth` counts the containers around."""

    text: str

    def root(self) -> tuple[int, int]:
        """Where the value of the whole text begins and ends."""

    def members(self, start: int, end: int, depth: int) -> tuple[dict[str, str], list[Spot]]:
        """The labels of the object there, and its scripts, long notes and lists, in order."""

    def items(self, start: int, depth: int) -> list[Spot]:
        """The objects among the elements or members of the container there, in order."""

    def dedent(self, piece: str, depth: int) -> str:
        """A piece cut out at a depth as it looks on its own."""


class ByLine:
    """For a text in the game's own layout, two spaces a level."""

    def __init__(self, text: str) -> None:
        self.text = text

    def root(self) -> tuple[int, int]:
        return 0, len(self.text)

    def members(self, start: int, end: int, depth: int) -> tuple[dict[str, str], list[Spot]]:
        text = self.text
        labels: dict[str, str] = {}
        found: list[Spot] = []
        for match in _lines(depth + 1).finditer(text, start, end):
            label, value, key = match.groups()
            if key is not None:
                at = match.end()
                if text[at] == '"':
                    close = text.index("\n", at)
                    found.append((key, at, close - (text[close - 1] == ",")))
                else:
                    found.append((key, at, at))  # where it ends is seen by its items
            elif value is not None:
                labels[label] = value
            else:
                labels[label] = scanstring(text, match.end() + 1, False)[0]
        return labels, found

    def items(self, start: int, depth: int) -> list[Spot]:
        text = self.text
        found: list[Spot] = []
        margin = "\n" + "  " * (depth + 1)
        close = margin + "}"
        is_object = text[start] == "{"
        at = start + 1
        while text.startswith(margin, at):
            at += len(margin)
            key = ""
            if is_object:
                key, at = scanstring(text, at + 1, False)
                at += 2
            if text.startswith("{\n", at):
                after = text.index(close, at) + len(close)
                found.append((key, at, after))
            elif text.startswith("[\n", at):
                after = text.index(margin + "]", at) + len(close)
            else:
                after = text.index("\n", at)
                after -= text[after - 1] == ","
            at = after + (text[after] == ",")
        return found

    def dedent(self, piece: str, depth: int) -> str:
        return piece.replace("\n" + "  " * depth, "\n")


@lru_cache(maxsize=512)
def _lines(depth: int) -> re.Pattern[str]:
    """The lines of interest of an object whose members are that deep, and those only."""
    labels, scripts, notes, lists = map("|".join, (LABELS, SCRIPTS, NOTES, LISTS))
    return re.compile(
        rf'\n{"  " * depth}"(?:({labels})": (?:"([^"\\\n]*)"|(?="))|('
        rf'(?:{scripts})(?=": "(?!"))|(?:{notes})(?=": "[^\n]{{{LONG}}})'
        rf'|(?:{lists})(?=": [\[{{]\n))": )'
    )


class ByToken:
    """For any JSON text that `jsontext.decode` takes; pieces stay exactly as they are."""

    def __init__(self, text: str) -> None:
        self.text = text

    def root(self) -> tuple[int, int]:
        return root_span(self.text)

    def members(self, start: int, end: int, depth: int) -> tuple[dict[str, str], list[Spot]]:
        text = self.text
        labels: dict[str, str] = {}
        found: list[Spot] = []
        for key, at, after in members_of(text, start):
            first = text[at]
            if key in LABELS:
                if first == '"':
                    labels[key] = scanstring(text, at + 1, False)[0]
            elif first == '"':
                if after - at > (2 if key in SCRIPTS else LONG) and key in (*SCRIPTS, *NOTES):
                    found.append((key, at, after))
            elif first in "[{" and key in LISTS:
                found.append((key, at, after))
        return labels, found

    def items(self, start: int, depth: int) -> list[Spot]:
        return [each for each in members_of(self.text, start) if self.text[each[1]] == "{"]

    def dedent(self, piece: str, depth: int) -> str:
        return piece
