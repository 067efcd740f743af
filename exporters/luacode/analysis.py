"""Lua scripts looked at without running them: what compiles, what is called and defined.

Words and brackets only, no syntax tree: what cannot be told apart that way is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from exporters.luacode.dialect import rewrite
from exporters.luacode.lexer import LuaTextError, Token, tokens

# Real Lua has limits of its own that the game's interpreter does not share.
_LIMITS = re.compile(r"too many|limit|too complex|too long|overflow|upvalue")
_MESSAGE = re.compile(r'\[string "[^\n]*?"\]:(\d+): (.*)', re.DOTALL)
_NEAR = re.compile(r"near '(.*)'", re.DOTALL)


class Problem(Struct, frozen=True):
    """What is wrong with a script, and where: line and column from 1, column 0 if unknown."""

    line: int
    column: int
    text: str


def compile_problem(source: str) -> Problem | None:
    """Why the game's interpreter would not take a script; None when it would.

    The script is not run.
    """
    from lupa import lua52  # a C extension: only those who ask for it load it

    runtime = lua52.LuaRuntime(register_eval=False, unpack_returned_tuples=True, encoding=None)
    load = runtime.globals()[b"load"]
    message = ""
    for text in _readings(source):
        loaded = load(text.encode("utf-8", "surrogatepass"), b'=[string "s"]', b"t")
        if not isinstance(loaded, tuple):
            return None
        message = bytes(loaded[1]).decode("utf-8", "replace")
    if _LIMITS.search(message):
        return None
    found = _MESSAGE.match(message)
    if found is None:
        return Problem(1, 0, message)
    line = int(found[1])
    return Problem(line, _column(source, line, found[2]), found[2])


def _readings(source: str) -> Iterator[str]:
    yield source  # most scripts are ordinary Lua
    yield rewrite(source)


def _column(source: str, line: int, message: str) -> int:
    """Where on its line the word stands that Lua stumbled over, if it stands there once."""
    lines = source.split("\n")
    near = _NEAR.search(message)
    if near is None or line > len(lines) or lines[line - 1].count(near[1]) != 1:
        return 0
    return lines[line - 1].index(near[1]) + 1


class Code:
    """A script as words. Raises LuaTextError when it has none, an open string for one."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens: list[Token] = [each for each in tokens(source) if each.kind != "comment"]

    def column(self, token: Token) -> int:
        """Its column, from 1."""
        return token.start - self.source.rfind("\n", 0, token.start)

    def text(self, number: int) -> str:
        """The token at a place, `""` outside."""
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""

    @cached_property
    def words(self) -> dict[str, int]:
        """How often each name stands in the code."""
        found: dict[str, int] = {}
        for token in self.tokens:
            if token.kind == "name":
                found[token.text] = found.get(token.text, 0) + 1
        return found

    @cached_property
    def strings(self) -> str:
        """What stands in strings, together: names may be used from there."""
        return "\n".join(token.text for token in self.tokens if token.kind == "string")

    def functions(self) -> Iterator[Token]:
        """The names of the global functions: `function name(` and `name = function(`."""
        depth = 0
        for number, token in enumerate(self.tokens):
            before = self.text(number - 1)
            if token.kind != "name":
                continue
            if token.text == "function" and before != "local" and self.text(number + 2) == "(":
                yield self.tokens[number + 1]
            elif (
                self.text(number + 1) == "="
                and self.text(number + 2) == "function"
                and before not in ("local", ".", ":", ",", "{")
                and depth == 0
            ):
                yield token

    def calls(self) -> Iterator[tuple[str, str, Token]]:
        """What is called: owner (`Wait` of `Wait.time(`, `?` of what is no name), dot, name."""
        for number, token in enumerate(self.tokens):
            if token.kind != "name" or token.text in KEYWORDS or not self.is_called(number):
                continue
            dot = self.text(number - 1)
            if dot not in (".", ":"):
                if dot != "function":
                    yield "", "", token
                continue
            owner = self.tokens[number - 2] if number >= 2 else None
            plain = owner is not None and owner.kind == "name" and owner.text not in KEYWORDS
            inner = self.text(number - 3) in (".", ":")
            if self.text(number - 3) == "function":
                continue  # function Owner.name(
            yield (owner.text if plain and owner and not inner else "?"), dot, token

    def is_called(self, number: int) -> bool:
        """Whether arguments follow."""
        after = self.tokens[number + 1] if number + 1 < len(self.tokens) else None
        return after is not None and (after.text in ("(", "{") or after.kind == "string")


KEYWORDS = frozenset(
    [
        "and",
        "break",
        "do",
        "else",
        "elseif",
        "end",
        "false",
        "for",
        "function",
        "goto",
        "if",
        "in",
        "local",
        "nil",
        "not",
        "or",
        "repeat",
        "return",
        "then",
        "true",
        "until",
        "while",
    ]
)


def moonsharp_syntax(code: Code) -> Iterator[tuple[str, Token]]:
    """What the game's Lua takes and real Lua does not: what it is, and where."""
    depth_bars = False
    for number, token in enumerate(code.tokens):
        if token.kind == "string" and token.text[0] != "[" and re.search(r"\\u\{", token.text):
            yield "\\u{…}", token
        elif token.kind != "symbol":
            continue
        elif token.text == "!=":
            yield "!=", token
        elif token.text == "|":
            if not depth_bars:
                yield "|x| …", token
            depth_bars = not depth_bars
        elif token.text == "{" and code.text(number - 1) == "in":
            yield "for … in {…}", token


__all__ = ["KEYWORDS", "Code", "LuaTextError", "Problem", "compile_problem", "moonsharp_syntax"]
