"""Included files inside a script or UI, as the game's own editor plugin left them.

In a save an include is a region between two equal markers, `----#include name` in Lua and
`<!-- include name -->` in XML. Folded it is one line, `#include name` or `<Include src="name"/>`,
and a file. The rule: only what `expand` gives back to the letter is folded.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

Kind = Literal["lua", "xml"]
Find = Callable[[str], str | None]
Keep = Callable[[str, str], bool]

MAX_DEPTH = 50
MAX_SIZE = 64 << 20
"""Characters of a text with everything that it includes: a script is never that long."""


class IncludeError(ValueError):
    """An include that cannot be expanded: `line` (from 1) of the text it was found in."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class Region(Struct, frozen=True):
    """An include where it stands expanded, as offsets; `directive` is its folded line."""

    start: int
    end: int
    inner_start: int
    inner_end: int
    name: str
    directive: str
    indent: str


# Each begins with a literal: re finds that at the speed of a search.
# The directive keeps the white space of the line it once was: `----   #include a`.
_OPEN_LUA = re.compile(
    r"----(?<=^----)"
    r"(?P<line>[ \t]*#include[ \t]+(?P<name>\S(?:[^\r\n]*[^ \t\r\n])?)[ \t]*)(?=\r?$)",
    re.M,
)
_OPEN_XML = re.compile(r"^(?P<indent>[ \t]*)<!-- include (?P<name>[^\r\n\"<>]+?) -->(?=\r?$)", re.M)
_FOLDED = {
    "lua": re.compile(
        r"\n(?P<indent>)"
        r"(?P<line>[ \t]*#include[ \t]+(?P<name>\S(?:[^\r\n]*[^ \t\r\n])?)[ \t]*)(?=\r?$)",
        re.M,
    ),
    "xml": re.compile(r'\n(?P<indent>[ \t]*)<Include src="(?P<name>[^\r\n"<>]+)"/>', re.M),
}
_FILLED_LINE = re.compile(r"^(?=[^\r\n])", re.M)


def has_includes(text: str, kind: Kind) -> bool:
    """Whether a text may have something to fold; cheap."""
    return "#include" in text if kind == "lua" else "<!-- include " in text


def regions(text: str, kind: Kind, newline: str = "\n") -> list[Region]:
    """The outermost includes of a text, in order; markers that have no partner are left alone."""
    found: list[Region] = []
    markers = list((_OPEN_LUA if kind == "lua" else _OPEN_XML).finditer(text))
    places: dict[str, list[int]] = {}  # where each can close, each looked at once
    for match in markers:
        if text.endswith(newline, 0, match.start()):
            places.setdefault(match[0], []).append(match.start())
    at = 0
    for match in markers:
        if match.start() < at or not text.startswith(newline, match.end()):
            continue
        closing = places.get(match[0], [])
        number = bisect_left(closing, match.end() + 2 * len(newline))
        if number == len(closing):
            continue
        close = closing[number] - len(newline)
        indent = match["indent"] if kind == "xml" else ""
        name = match["name"]
        directive = match["line"] if kind == "lua" else f'{indent}<Include src="{name}"/>'
        at = close + len(newline) + len(match[0])
        inner = match.end() + len(newline)
        found.append(Region(match.start(), at, inner, close, name, directive, indent))
    return found


def fold(text: str, kind: Kind, keep: Keep, newline: str = "\n", depth: int = 0) -> str:
    """`text` with its includes as one line each; inner ones are folded inside their files.

    `keep(name, content)` takes the file's content and says whether it could be kept under that
    name; where it could not, or inside `MAX_DEPTH` others, the region stays as it is.
    """
    if depth >= MAX_DEPTH:
        return text
    out, at = [], 0
    for region in regions(text, kind, newline):
        inner = text[region.inner_start : region.inner_end]
        content = dedent(inner, region.indent)
        if content is None or not keep(region.name, fold(content, kind, keep, newline, depth + 1)):
            continue
        out += [text[at : region.start], region.directive]
        at = region.end
    return "".join([*out, text[at:]])


def dedent(inner: str, indent: str) -> str | None:
    """A region's text without the indentation of its include; None when it has another."""
    content = re.sub(rf"^{indent}", "", inner, flags=re.M) if indent else inner
    return content if _indented(content, indent) == inner else None


def _indented(content: str, indent: str) -> str:
    return _FILLED_LINE.sub(indent, content) if indent else content


def expand(text: str, kind: Kind, find: Find, newline: str = "\n") -> str:
    """`text` with every include in its place, between markers.

    Raises:
        IncludeError: a file is missing, or includes itself, directly or inside others; includes
            are inside more than `MAX_DEPTH` others, or make a text longer than `MAX_SIZE`.
    """
    return _expand(text, kind, find, newline, (), [MAX_SIZE])


def _expand(
    text: str, kind: Kind, find: Find, newline: str, path: tuple[str, ...], left: list[int]
) -> str:
    """`left`: how many characters may still come, in all files together."""

    def fail(match: re.Match[str], problem: str) -> IncludeError:
        return IncludeError(match.string.count("\n", 0, match.start()) + 1, problem)

    def spend(match: re.Match[str], characters: int) -> None:
        left[0] -= characters
        if left[0] < 0:
            raise fail(
                match,
                f"{match['name']}: with its includes the text has more than {MAX_SIZE:,} "
                "characters; include less",
            )

    def region(match: re.Match[str]) -> str:
        name, indent = match["name"], match["indent"]
        if name in path:
            raise fail(match, f"{name} includes itself: {' -> '.join([*path, name])}")
        if len(path) >= MAX_DEPTH:
            raise fail(match, f"{name}: includes inside {MAX_DEPTH} others; join some")
        content = find(name)
        if content is None:
            raise fail(match, f"{name}, which is included here, was not found")
        marker = f"----{match['line']}" if kind == "lua" else f"{indent}<!-- include {name} -->"
        spend(match, len(content) + 2 * len(marker))
        try:
            inner = _expand(content, kind, find, newline, (*path, name), left)
        except IncludeError as error:
            raise fail(match, f"in {name}, {error}") from None
        if indent:
            spend(match, (inner.count("\n") + 1) * len(indent))
        return f"\n{marker}{newline}{_indented(inner, indent)}{newline}{marker}"

    return _FOLDED[kind].sub(region, f"\n{text}")[1:]  # every line has a line end before it
