"""Where things stand in the text of a save, so that objects can be cut out of it. No I/O here.

`ByLine` trusts the game's layout (`layout.regular` has proved it) and searches for line starts;
`ByToken` reads any JSON, some ten times slower.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Protocol

from msgspec import Struct

from exporters.jsontext import members_of


class Spot(Struct, frozen=True):
    """A member's value or an element: its key (`""` in a list) and offsets."""

    key: str
    start: int
    end: int


class Finder(Protocol):
    """What both ways of looking offer; `depth` counts the containers around."""

    text: str

    def members(self, spot: Spot, depth: int, keys: Collection[str]) -> list[Spot]:
        """The members of the object at `spot` that have one of the keys, in order."""

    def items(self, spot: Spot, depth: int) -> list[Spot]:
        """All elements or members of the container at `spot`, in order."""

    def dedent(self, piece: str, depth: int) -> str:
        """A piece cut out at a depth as it looks on its own."""


class ByLine:
    """For a text in the game's own layout, two spaces a level."""

    def __init__(self, text: str) -> None:
        self.text = text

    def members(self, spot: Spot, depth: int, keys: Collection[str]) -> list[Spot]:
        text, found = self.text, []
        search = _member_line(depth + 1, frozenset(keys)).search
        at, end = spot.start, spot.end
        while line := search(text, at, end):
            start = line.end()
            at = self._value_end(start, depth + 1)
            found.append(Spot(line[1], start, at))
        return found

    def items(self, spot: Spot, depth: int) -> list[Spot]:
        text, found = self.text, []
        is_object = text[spot.start] == "{"
        at = spot.start + 1
        if text[at] != "\n":
            return []
        margin = 1 + 2 * (depth + 1)
        while text[at] in ",\n":
            at += margin + (text[at] == ",")
            if at > spot.end:
                break
            key = ""
            if is_object:
                key, at = scanstring(text, at + 1, False)
                at += 2
            end = self._value_end(at, depth + 1)
            found.append(Spot(key, at, end))
            at = end
        return found

    def _value_end(self, start: int, depth: int) -> int:
        text = self.text
        first = text[start]
        if first in "{[" and text[start + 1] == "\n":
            closing = "}" if first == "{" else "]"
            return text.index(f"\n{'  ' * depth}{closing}", start) + 2 + 2 * depth
        end = text.index("\n", start)
        return end - 1 if text[end - 1] == "," else end

    def dedent(self, piece: str, depth: int) -> str:
        return piece.replace("\n" + "  " * depth, "\n")


@lru_cache(maxsize=4096)
def _member_line(depth: int, keys: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf'\n{"  " * depth}"({"|".join(map(re.escape, sorted(keys)))})": ')


class ByToken:
    """For any JSON text that `jsontext.decode` takes; pieces stay exactly as they are."""

    def __init__(self, text: str) -> None:
        self.text = text

    def members(self, spot: Spot, depth: int, keys: Collection[str]) -> list[Spot]:
        return [item for item in self._parts(spot) if item.key in keys]

    def items(self, spot: Spot, depth: int) -> list[Spot]:
        return list(self._parts(spot))

    def _parts(self, spot: Spot) -> Iterator[Spot]:
        for key, start, end in members_of(self.text, spot.start):
            yield Spot(key, start, end)

    def dedent(self, piece: str, depth: int) -> str:
        return piece
