"""Lua source as tokens: enough to tell code from comments and strings, exactly.

Takes what MoonSharp takes (`!=`, `|x|`) as well: what a token means is the reader's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Kind = Literal["name", "string", "number", "symbol", "comment"]


class LuaTextError(ValueError):
    """The text is not Lua: the `line` (from 1), and what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class Token(Struct, frozen=True):
    """A piece of the source as it stands there, quotes and dashes included."""

    kind: Kind
    text: str
    start: int
    line: int


_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>--\[(?P<c>=*)\[.*?\](?P=c)\] | --(?!\[=*\[)[^\r\n]*)
    | (?P<string>\[(?P<s>=*)\[.*?\](?P=s)\]
        | "(?:\\z\s*|\\\r\n|\\.|[^"\\\r\n])*"
        | '(?:\\z\s*|\\\r\n|\\.|[^'\\\r\n])*')
    | (?P<number>0[xX][0-9a-fA-F.]+(?:[pP][+-]?[0-9]+)? | \.?[0-9](?:[eE][+-]?|[\w.])*)
    | (?P<name>[^\W\d]\w*)
    | (?P<broken>--\[=*\[ | \[=*\[ | ["'])
    | (?P<symbol>\.\.\.|\.\.|[=~!<>]=|::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BROKEN = {"-": "a comment is not closed", "[": "a long string is not closed"}


def tokens(source: str) -> Iterator[Token]:
    """The tokens of `source` in order, comments among them. Raises LuaTextError."""
    line = 1
    for found in _TOKEN.finditer(source):
        text = found[0]
        kind = next(name for name in _NAMES if found[name] is not None)
        if kind == "broken":
            raise LuaTextError(line, _BROKEN.get(text[0], f"a string ({text}) is not closed"))
        if kind != "space":
            yield Token(kind, text, found.start(), line)  # type: ignore[arg-type]
        line += text.count("\n")


_NAMES = ("space", "name", "symbol", "string", "number", "comment", "broken")


def plain_string(text: str) -> str | None:
    """What a string token without escapes says; None when it has any."""
    if text[0] == "[":
        size = text.index("[", 1) + 1
        return text[size:-size].removeprefix("\n")
    return None if "\\" in text else text[1:-1]
