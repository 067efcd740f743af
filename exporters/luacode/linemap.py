"""From a line of a script as the game runs it to the line of the file it came from. No I/O here.

Works on the text alone: on a bundle's registrations and on the markers of its includes.
"""

from __future__ import annotations

from msgspec import Struct

from exporters.luacode.bundle import BundleError, is_bundle, unbundle
from exporters.luacode.includes import MAX_DEPTH, regions


class Span(Struct, frozen=True):
    """`count` lines of a script from `first` on are those of `source` from `line` on.

    `kind` is "script" for the script's own text, "bundle" for what the bundler added, else
    "module" or "include" with the name in `source`. Lines count from 1.
    """

    first: int
    count: int
    kind: str
    source: str
    line: int


def line_map(script: str, name: str = "") -> list[Span]:
    """Where every line of a script comes from, in order, without gaps. `name`: the script's own."""
    try:
        parts = unbundle(script) if is_bundle(script) else None
    except BundleError:
        parts = None
    if parts is None:
        return _with_includes(script, 1, "script", name)
    found = [Span(1, parts.head.count("\n"), "bundle", "", 1)]
    at = 1 + parts.head.count("\n")
    for module, text in parts.modules.items():
        kind, source = ("script", name or module) if module == parts.root else ("module", module)
        found.append(Span(at, 1, "bundle", "", 1))
        found += _with_includes(text, at + 1, kind, source)
        at += 2 + text.count("\n")
        found.append(Span(at, 1, "bundle", "", 1))
        at += 1
    found.append(Span(at, parts.tail.count("\n") + 1, "bundle", "", 1))
    return [span for span in found if span.count > 0]


def _with_includes(text: str, first: int, kind: str, source: str, depth: int = 0) -> list[Span]:
    found: list[Span] = []
    offset, at, line = 0, first, 1
    for region in regions(text, "lua", "\n") if depth < MAX_DEPTH else ():
        before = text.count("\n", offset, region.start)
        if before:
            found.append(Span(at, before, kind, source, line))
        at += before
        line += before
        found.append(Span(at, 1, kind, source, line))  # the marker is the line `#include`
        inner = text[region.inner_start : region.inner_end]
        found += _with_includes(inner, at + 1, "include", region.name, depth + 1)
        at += 2 + inner.count("\n")
        found.append(Span(at, 1, kind, source, line))
        at += 1
        line += 1
        offset = text.find("\n", region.end) + 1
        if not offset:
            return found
    found.append(Span(at, text.count("\n", offset) + 1, kind, source, line))
    return found


def where(spans: list[Span], line: int) -> Span | None:
    """The place of one line, as a span of that line alone; None: the script has no such line."""
    for span in spans:
        if span.first <= line < span.first + span.count:
            return Span(line, 1, span.kind, span.source, span.line + line - span.first)
    return None
