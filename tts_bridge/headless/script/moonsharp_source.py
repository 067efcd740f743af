"""Source of scripts rewritten so that real Lua 5.2 does what TTS's interpreter does. No I/O here.

Some of what differs cannot be had from a library: `#`, `%`, `..`, and the order in which a table
was filled. Single tokens are replaced, so lines stay where they are and nothing has to be parsed:

    a .. b      a ..X.. b        X's metamethods write numbers as .NET does
    a % b       a % X % b        unless b is a positive number
    #t          X^t              binds as `#` does
    {a=1, b=2}  M({a=1, b=2},K["a,b"])    the metatable notes what is added later
    a == nil    a ..N== nil      an object that is gone is nil
    t[k] = nil  H(t)[k] = nil    `#t` now looks for holes
    return a.x < b.x end         return (C(a.x,b.x)) end: strings in the order of a language

The helpers are locals under names that do not occur in the script, so it cannot reach them.
"""

import re
from itertools import count

from exporters.luacode.dialect import rewrite

_LONG = "|".join(rf"\[{'=' * n}\[.*?(?:\]{'=' * n}\]|\Z)" for n in range(6))
"""Long strings; one without an end goes on to the end, or it would be looked for ever again.
So do strings in quotes to the end of their line."""
_TOKEN = re.compile(
    rf"""(?:\s++|--(?:{_LONG}|[^\n]*+))++"""
    r"""|"(?:[^"\\\n]++|\\z\s*+|\\\r\n|\\.)*+"?|'(?:[^'\\\n]++|\\z\s*+|\\\r\n|\\.)*+'?"""
    rf"""|{_LONG}"""
    r"""|[A-Za-z_][A-Za-z0-9_]*|0[xX][\da-fA-F.]+(?:[pP][+-]?\d+)?"""
    r"""|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|\.\.\.|\.\.|[~=<>]=|::|.""",
    re.DOTALL,
)
_KEYWORDS = frozenset(
    ("and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
     "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while")
)  # fmt: skip
_OPENS = frozenset(("function", "do", "if", "repeat"))
_CLOSES = frozenset(("end", "until"))
_COMPARES = {"<": ("c", ","), ">": ("g", ","), "<=": ("e", ","), ">=": ("f", ",")}
_SPECIAL = (
    frozenset(("..", "%", "#", "{", "}", ",", ";", "nil", "==", "~="))
    | _OPENS
    | _CLOSES
    | set(_COMPARES)
)
_BEFORE_LITERAL = frozenset(("=", "(", ",", "{", "..", "return", "and", "or", "==", "~=", ";"))
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_POSITIVE = re.compile(r"(?:[1-9]\d*(?:\.\d+)?|0?\.0*[1-9]\d*)\Z")
_KEY = re.compile(r"""(["'])([A-Za-z_][A-Za-z0-9_]*)\1\Z|([1-9]\d{0,8})\Z""")
_TAKEN = re.compile(r"_t([0-9]{1,9})(?=_)")
_TABLE_FOR = re.compile(r"\bin\s*\{")
_SEGMENT = re.compile(r"^(?=__bundle_register\()", re.MULTILINE)

HELPERS = "xwmqkhcgefn"


LONGEST = 2_000_000
"""Characters of a script; the longest of known mods has little more than a million."""
_MOST_KNOWN = 16_000_000  # characters of rewritten parts that are remembered
_GROUP = 30  # joints


class _Known(dict[tuple[str, str], str]):
    size = 0

    def add(self, source: str, prefix: str, rewritten: str) -> None:
        self.size += len(source) + len(rewritten)
        if self.size > _MOST_KNOWN:
            self.clear()
            self.size = len(source) + len(rewritten)
        self[source, prefix] = rewritten


KNOWN = _Known()
"""Parts of scripts by source and prefix, rewritten; may be cleared at any time."""


def faithful(source: str) -> tuple[str, str]:
    """How the names of the helpers begin, and the script for the interpreter, which uses them.
    Where the script itself does not compile, neither does this.

    Raises ValueError: too long. RecursionError: nested too deeply.
    """
    if len(source) > LONGEST:
        raise ValueError(f"the script has {len(source)} characters; at most {LONGEST} are run")
    source = source.removeprefix("\ufeff")
    taken = set(_TAKEN.findall(source))
    prefix = f"_t{next(n for n in count() if str(n) not in taken)}_"
    return prefix, "".join([_segment(part, prefix) for part in _SEGMENT.split(source)])


def in_groups(source: str, prefix: str) -> str:
    """The same for what is joined of so many parts that Lua finds it nested too deeply."""
    return "".join(_Pass(_grouped(_tokens(source.removeprefix("\ufeff"))), prefix).run())


def _segment(source: str, prefix: str) -> str:
    """Rewritten; modules that many scripts of a mod carry are done once."""
    found = KNOWN.get((source, prefix))
    if found is None:
        found = "".join(_Pass(_tokens(source), prefix).run())
        KNOWN.add(source, prefix, found)
    return found


def _tokens(source: str) -> list[str]:
    tokens = _TOKEN.findall(source)
    if "|" in tokens or "!" in tokens or "\\u{" in source or _TABLE_FOR.search(source):
        tokens = _TOKEN.findall(rewrite(source))
    return tokens


def _grouped(tokens: list[str]) -> list[str]:
    """`a .. b .. c ..` with brackets around some parts in the middle at a time, where it is long:
    between two joints there are whole operands, when nothing but these is there."""
    opening: set[int] = set()
    closing: set[int] = set()
    chains: list[list[int]] = [[]]
    for i, text in enumerate([*tokens, ";"]):
        if text == "..":
            chains[-1].append(i)
        elif text in ("(", "[", "{"):
            chains.append([])
        elif not (text[0].isspace() or text in (".", ":") or _is_string(text) or _is_name(text)):
            chain = chains[-1] if text not in (")", "]", "}") or len(chains) == 1 else chains.pop()
            closing.update(ends := chain[_GROUP::_GROUP])
            opening.update(chain[: len(ends) * _GROUP : _GROUP])
            if chain is chains[-1]:
                chain.clear()
    out = []
    for i, text in enumerate(tokens):
        out += [")"] * (i in closing) + [text] + ["("] * (i in opening)
    return out


class _Brace:
    """A table constructor that is open."""

    __slots__ = ("at", "holes", "keys", "rest")

    def __init__(self, at: int) -> None:
        self.at = at
        self.keys: list[str] = []
        self.rest = False  # something without a key that is written there
        self.holes = False


class _Pass:
    def __init__(self, tokens: list[str], prefix: str) -> None:
        self.tokens, self.prefix = tokens, prefix
        self.out = list(tokens)
        self.open: list[_Brace | str] = []
        self.brackets: dict[int, int] | None = None

    def run(self) -> list[str]:
        actions = {
            "..": self.concat, "%": self.modulo, "#": self.length, "{": self.brace,
            "}": self.close, "nil": self.nil, "==": self.equal, "~=": self.equal,
            **dict.fromkeys(_COMPARES, self.compare),
        }  # fmt: skip
        for i, text in enumerate(self.tokens):
            if text in _SPECIAL:
                action = actions.get(text)
                if action is not None:
                    action(i)
                elif self.open:
                    self.inside(i, text)
        return self.out

    def equal(self, i: int) -> None:
        if self.text(self.after(i)) == "nil":
            self.out[i] = f"..{self.prefix}n{self.tokens[i]}"

    def length(self, i: int) -> None:
        self.out[i] = f" {self.prefix}x^"

    def inside(self, i: int, text: str) -> None:
        top = self.open[-1]
        if text in _OPENS:
            self.open.append(text)
        elif text in _CLOSES:
            if isinstance(top, str):
                self.open.pop()
        elif isinstance(top, _Brace):
            self.item(top, i)

    def before(self, i: int) -> int:
        """The place of the token before, spaces and comments left out; -1 when there is none."""
        i -= 1
        while i >= 0 and (self.tokens[i][0].isspace() or self.tokens[i].startswith("--")):
            i -= 1
        return i

    def after(self, i: int) -> int:
        """The place of the token after; the number of tokens when there is none."""
        i += 1
        while i < len(self.tokens) and (
            self.tokens[i][0].isspace() or self.tokens[i].startswith("--")
        ):
            i += 1
        return i

    def text(self, i: int) -> str:
        return self.tokens[i] if 0 <= i < len(self.tokens) else ""

    def concat(self, i: int) -> None:
        left = self.before(i)
        literal = _is_string(self.text(left)) and self.text(self.before(left)) in _BEFORE_LITERAL
        self.out[i] = f"..{self.prefix}{'w' if literal else 'x'}.."

    def modulo(self, i: int) -> None:
        right = self.after(i)
        if not _POSITIVE.match(self.text(right)) or self.text(self.after(right)) == "^":
            self.out[i] = f"%{self.prefix}x%"

    def brace(self, i: int) -> None:
        left = self.text(self.before(i))
        argument = left in (")", "]", "}") or _is_string(left) or _is_name(left)
        self.out[i] = f"{'(' if argument else ''}{self.prefix}m({{"
        self.tokens[i] = "({" if argument else "{"
        brace = _Brace(i)
        self.open.append(brace)
        self.item(brace, i)

    def item(self, brace: _Brace, i: int) -> None:
        """What follows a `{` or a comma."""
        first = self.after(i)
        text = self.text(first)
        if _is_name(text):
            if self.text(self.after(first)) == "=":
                brace.keys.append(text)
                return
        elif text == "[":
            inner = self.after(first)
            end = self.after(inner)
            found = _KEY.match(self.text(inner))
            if found and self.text(end) == "]":
                brace.keys.append(found[2] or "#" + found[3])
                return
        elif text in ("}", ""):
            return
        brace.rest = True

    def close(self, i: int) -> None:
        while self.open and isinstance(self.open[-1], str):
            self.open.pop()  # not well-formed; Lua will say so
        if not self.open:
            return
        brace = self.open.pop()
        assert isinstance(brace, _Brace)
        p = self.prefix
        order = f"{p}q"
        if len(brace.keys) > 1 or (brace.keys and brace.rest):
            order = f'{p}k["{",".join(dict.fromkeys(brace.keys))}{",+" if brace.rest else ""}"]'
        tail = ")" if self.tokens[brace.at] == "({" else ""
        if brace.holes:
            head = self.out[brace.at]
            self.out[brace.at] = head.replace(f"{p}m(", f"{p}h({p}m(")
            tail += ")"
        self.out[i] = f"}},{order}){tail}"

    def nil(self, i: int) -> None:
        left, right = self.before(i), self.text(self.after(i))
        top = self.open[-1] if self.open else None
        if isinstance(top, _Brace) and self.text(left) in ("{", "({", ",", ";"):
            top.holes = top.holes or right in (",", ";", "}")
        elif self.text(left) == "=" and self.text(self.before(left)) == "]":
            self.removal(self.before(left))

    def removal(self, close: int) -> None:
        """`t[…] = nil`, whose `]` is at `close`."""
        if self.brackets is None:
            self.brackets = self.pairs()
        bracket = self.brackets.get(close, 0)
        last = self.before(bracket)
        start = self.path_start(last)
        if start is None or self.text(self.before(start)) == ",":
            return
        path = self.words(start, last)
        longest = 2 * len(path) + 3  # with a space between any two
        inside = self.words(bracket + 1, close - 1) if close - bracket - 1 <= longest else []
        if inside != ["#", *path]:  # taking the last one leaves no hole
            self.out[start] = f"{self.prefix}h({self.out[start]}"
            self.out[last] += ")"

    def pairs(self) -> dict[int, int]:
        """Where the bracket begins that ends at a place."""
        found: dict[int, int] = {}
        begun: list[int] = []
        for i, text in enumerate(self.tokens):
            if text == "[":
                begun.append(i)
            elif text == "]" and begun:
                found[i] = begun.pop()
        return found

    def words(self, first: int, last: int) -> list[str]:
        return [t for t in self.tokens[first : last + 1] if not t[0].isspace()]

    def path_start(self, last: int) -> int | None:
        """Where `a.b.c` begins that ends at `last`; None when it is anything else."""
        while _is_name(self.text(last)):
            dot = self.before(last)
            if self.text(dot) not in (".", ":"):
                return None if self.text(dot) in ("]", ")") else last
            last = self.before(dot) if self.text(dot) == "." else -1
        return None

    def compare(self, i: int) -> None:
        """Only `return a.x < b.x end`, as comparators have it."""
        left, right = self.before(i), self.after(i)
        start, end = self.path_start(left), right
        while self.text(dot := self.after(end)) == ".":
            end = self.after(dot)
        if (
            start is not None
            and self.text(self.before(start)) == "return"
            and _is_name(self.text(right))
            and _is_name(self.text(end))
            and self.text(self.after(end)) == "end"
        ):
            helper, comma = _COMPARES[self.tokens[i]]
            self.out[start] = f"({self.prefix}{helper}({self.out[start]}"
            self.out[i] = comma
            self.out[end] += "))"


def _is_string(text: str) -> bool:
    return text[:1] in ('"', "'") or text[:2] in ("[[", "[=")


def _is_name(text: str) -> bool:
    return text not in _KEYWORDS and _NAME.match(text) is not None
