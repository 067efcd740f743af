"""Lua source as tokens: enough to tell code from comments and strings, exactly.

Takes what MoonSharp takes (`!=`, `|x|`) as well: what a token means is the reader's business.
`required` and `block_tokens` skim: they read strings and comments exactly and of the rest only
the words that matter to them, which is ten times faster than every token.
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
    | (?P<comment>--\[(?P<c>=*+)\[.*?\](?P=c)\] | --(?!\[=*+\[)[^\r\n]*)
    | (?P<string>\[(?P<s>=*+)\[.*?\](?P=s)\]
        | "(?:[^"\\\r\n]++|\\z\s*+|\\\r\n|\\.)*+"
        | '(?:[^'\\\r\n]++|\\z\s*+|\\\r\n|\\.)*+')
    | (?P<number>0[xX][0-9a-fA-F.]+(?:[pP][+-]?[0-9]+)? | \.?[0-9](?:[eE][+-]|[\w.])*+)
    | (?P<name>[^\W\d]\w*)
    | (?P<broken>(?:--\[=*+\[ | \[=*+\[ | ["']).*+)
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
            raise LuaTextError(line, _BROKEN.get(text[0], f"a string ({text[0]}) is not closed"))
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


# Every branch begins with a literal: then re finds the next one at the speed of a search.
_SKIPPED = (
    r"--\[(?P<c>=*+)\[.*?\](?P=c)\]|--(?!\[=*+\[)[^\r\n]*"
    r'|"[^"\\\r\n]*+(?:\\(?:\r\n|z\s*+|.)[^"\\\r\n]*+)*+"'
    r"|'[^'\\\r\n]*+(?:\\(?:\r\n|z\s*+|.)[^'\\\r\n]*+)*+'"
    r"|\[(?P<s>=*+)\[.*?\](?P=s)\]"
    r"""|(?P<broken>(?:--\[=*+\[|\[=*+\[|"|').*+)"""  # it is looked for once
)
_REQUIRE = re.compile(rf"{_SKIPPED}|require(?<!\wrequire)(?!\w)", re.DOTALL)
_BLOCK = re.compile(
    rf"{_SKIPPED}|function(?<!\wfunction)(?!\w)|if(?<!\wif)(?!\w)|do(?<!\wdo)(?!\w)"
    r"|repeat(?<!\wrepeat)(?!\w)|end(?<!\wend)(?!\w)|until(?<!\wuntil)(?!\w)"
    r"|\n(?=[A-Za-z_])",
    re.DOTALL,
)
_NUMBER_BEFORE = re.compile(r"(?:^|[^\w.])\.?[0-9](?:[eE][+-]|[\w.])*+$")
_FUNCTION_BEFORE = re.compile(r"(?<!\w)function$")
_ARGUMENT = re.compile(
    r"(?:\s++|--\[(?P<a>=*+)\[.*?\](?P=a)\]|--(?!\[=*+\[)[^\r\n]*+)*+(?P<end>\(?)"
    r"(?:\s++|--\[(?P<b>=*+)\[.*?\](?P=b)\]|--(?!\[=*+\[)[^\r\n]*+)*+",
    re.DOTALL,
)


def _skim(pattern: re.Pattern[str], source: str) -> Iterator[tuple[str, int]]:
    """The matches that are no string, with their places; comments among them."""
    for found in pattern.finditer(source):
        text = found[0]
        if text[0] in "\"'[-":
            if found["broken"] is not None:
                line = source.count("\n", 0, found.start()) + 1
                problem = _BROKEN.get(text[0], f"a string ({text[0]}) is not closed")
                raise LuaTextError(line, problem)
            if text[0] != "-":
                continue
        yield text, found.start()


def block_tokens(source: str) -> Iterator[tuple[str, int]]:
    """The words that open and close blocks, and `""` where a line begins with a word.

    With their places; raises LuaTextError.
    """
    for text, at in _skim(_BLOCK, source):
        if text == "\n":
            yield "", at + 1
        elif text[0] != "-":
            yield text, at


def required(source: str) -> list[str]:
    """The module names that `source` requires, each once, in the order of their last calls.

    Raises LuaTextError when it is not Lua or a name is not a plain string.
    """
    names: dict[str, None] = {}
    for name, _ in calls(source):
        names.pop(name, None)
        names[name] = None
    return list(names)


def calls(source: str) -> Iterator[tuple[str, int]]:
    """Every `require` of `source` with its place; raises as `required` does."""
    comments: dict[int, int] = {}
    for text, at in _skim(_REQUIRE, source):
        if text[0] == "-":
            comments[at + len(text)] = at
        elif _is_free(source, at, comments):
            name = _argument(source, at + len(text))
            if name is not None:
                yield name, at


def _is_free(source: str, at: int, comments: dict[int, int]) -> bool:
    """Whether the word at `at` is a name of its own: no field, no method, not being defined."""
    end = at
    while end and (source[end - 1].isspace() or end in comments):
        end = comments.get(end, end - 1)
    before = source[max(0, end - 100) : end]
    if before.endswith(".."):
        # In `5..require` the number takes the name with it.
        return end < at or _NUMBER_BEFORE.search(before) is None
    if before.endswith((".", ":")) and not before.endswith("::"):
        return False
    return _FUNCTION_BEFORE.search(before) is None


def _argument(source: str, at: int) -> str | None:
    found = _ARGUMENT.match(source, at)
    assert found is not None  # it may be empty
    literal = _LITERAL.match(source, found.end())
    if found["end"]:
        closing = _ARGUMENT.match(source, literal.end()) if literal else None
        if literal is None or closing is None or not source.startswith(")", closing.end()):
            line = source.count("\n", 0, found.end()) + 1
            raise LuaTextError(line, 'require needs a literal name, as in require("a/b")')
    elif literal is None:
        return None  # spoken of, not called
    name = plain_string(literal[0])
    if not name or not name.isprintable() or '"' in name or "\\" in name:
        line = source.count("\n", 0, found.end()) + 1
        raise LuaTextError(line, f"{literal[0]} is no module name")
    return name


_LITERAL = re.compile(
    r"\[(?P<s>=*+)\[.*?\](?P=s)\]"
    r'|"[^"\\\r\n]*+(?:\\(?:\r\n|z\s*+|.)[^"\\\r\n]*+)*+"'
    r"|'[^'\\\r\n]*+(?:\\(?:\r\n|z\s*+|.)[^'\\\r\n]*+)*+'",
    re.DOTALL,
)
