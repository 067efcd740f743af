"""The source of TTS scripts as real Lua 5.2. No I/O here.

TTS's interpreter accepts `a != b`, `|x, y| expr`, `for v in {…}` and "\\u{4E2D}"; real Lua 5.2
does not. `rewrite` turns these into what it does accept, and keeps every line on its line.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
      (?P<space>\s+ | --\[(?P<c>=*+)\[.*?(?:\](?P=c)\]|\Z) | --[^\n]*)
    | (?P<long>\[(?P<s>=*+)\[.*?(?:\](?P=s)\]|\Z))
    | (?P<string>"(?:[^"\\\n]++|\\z\s*+|\\\r\n|\\.)*+"? | '(?:[^'\\\n]++|\\z\s*+|\\\r\n|\\.)*+'?)
    | (?P<number>0[xX][0-9a-fA-F.]*(?:[pP][+-]?\d+)? | (?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<op>\.\.\.|\.\.|::|[~=<>!]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,8})\}|.)", re.DOTALL)
_SUSPECT = re.compile(r"!=|\||\\u\{|\bin\s*\{")

_BINARY = {"+", "-", "*", "/", "%", "^", "..", "<", ">", "<=", ">=", "==", "~=", "!=", "and", "or"}
_UNARY = {"-", "#", "not"}
_CLOSE = {"(": ")", "[": "]", "{": "}"}
_LAST_SCALAR = 0x10FFFF

Token = tuple[str, str]  # kind, text


def rewrite(source: str) -> str:
    """The same script in real Lua 5.2; text that is no Lua at all stays for Lua to reject."""
    source = source.removeprefix("\ufeff")
    if not _SUSPECT.search(source):
        return source
    try:
        return "".join(_Rewriter(list(_tokens(source))).statements())
    except RecursionError:
        return source  # nested deeper than any Lua takes


def _tokens(source: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(source):
        yield _kind(match), match.group()


def _kind(match: re.Match[str]) -> str:
    for kind in ("space", "name", "op", "string", "number"):
        if match.group(kind) is not None:
            return kind
    return "long"


def _unescape(text: str) -> str:
    """A quoted string with its `\\u{…}` written as the characters they stand for."""

    def character(match: re.Match[str]) -> str:
        digits = match.group(1)
        if digits is None:
            return match.group()
        code = int(digits, 16)
        if code > _LAST_SCALAR or 0xD800 <= code < 0xE000:
            return match.group()
        return chr(code) if code >= 0xA0 else f"\\{code:03d}"  # quotes, controls: as escapes

    return _ESCAPE.sub(character, text)


class _Rewriter:
    """One pass over the tokens; each method returns what replaces the tokens it consumed."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def statements(self) -> list[str]:
        out: list[str] = []
        while self.at < len(self.tokens):
            out += self.one()
        return out

    def one(self) -> list[str]:
        """The next token, or the whole lambda or table-for that begins with it."""
        kind, text = self.tokens[self.at]
        if kind == "op" and text == "|":
            return self.function()
        if kind == "name" and text == "in" and self.peek(self.at + 1) == "{":
            return self.table_for()
        self.at += 1
        if kind == "op" and text == "!=":
            return ["~="]
        if kind == "string" and "\\u{" in text:
            return [_unescape(text)]
        return [text]

    def peek(self, at: int) -> str:
        """The text of the next token that is neither space nor comment; "" at the end."""
        while at < len(self.tokens) and self.tokens[at][0] == "space":
            at += 1
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def next_kind(self) -> str:
        at = self.at
        while at < len(self.tokens) and self.tokens[at][0] == "space":
            at += 1
        return self.tokens[at][0] if at < len(self.tokens) else ""

    def spaces(self) -> list[str]:
        out: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at][0] == "space":
            out.append(self.tokens[self.at][1])
            self.at += 1
        return out

    def function(self) -> list[str]:
        """`|x, y| expr` -> `function(x, y) return expr end`."""
        self.at += 1
        names: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at][1] != "|":
            names.append(self.tokens[self.at][1])
            self.at += 1
        if self.at == len(self.tokens):
            return ["|", *names]  # no lambda after all
        self.at += 1
        body = self.expression()
        if not "".join(body).strip():
            return ["|", *names, "|"]
        return ["function(", *names, ") return ", *body, " end"]

    def table_for(self) -> list[str]:
        """`for v in {…} do` walks the values."""
        self.at += 1
        out = ["in", *self.spaces(), "(function(t) local i = 0 return function() i = i + 1 "]
        return [*out, "return t[i] end end)(", *self.group(), ")"]

    def expression(self) -> list[str]:
        out: list[str] = []
        while True:
            while self.peek(self.at) in _UNARY:
                out += [*self.spaces(), *self.one()]
            out += [*self.spaces(), *self.operand()]
            if self.peek(self.at) not in _BINARY:
                return out
            out += [*self.spaces(), *self.one()]

    def operand(self) -> list[str]:
        text = self.peek(self.at)
        if text == "|":
            return self.function()
        if text == "function":
            return self.block()
        out = self.group() if text in _CLOSE else self.one() if self.at < len(self.tokens) else []
        while True:
            text = self.peek(self.at)
            if text in _CLOSE or self.next_kind() in ("string", "long"):
                out += [*self.spaces(), *self.group()]
            elif text in (".", ":"):
                out += [*self.spaces(), *self.one(), *self.spaces(), *self.one()]
            else:
                return out

    def group(self) -> list[str]:
        """A bracket up to its partner, or a single token."""
        close = _CLOSE.get(self.tokens[self.at][1])
        out = self.one()
        while close and self.at < len(self.tokens):
            text = self.tokens[self.at][1]
            if self.tokens[self.at][0] == "op" and text in _CLOSE:
                out += self.group()
                continue
            out += self.one()
            if text == close:
                break
        return out

    def block(self) -> list[str]:
        """`function … end` with everything inside."""
        out: list[str] = []
        depth = 0
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            out += self.one()
            if kind != "name":
                continue
            if text in ("function", "do", "if", "repeat"):
                depth += 1
            elif text in ("end", "until"):
                depth -= 1
                if depth == 0:
                    break
        return out
