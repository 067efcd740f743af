"""Scripts: that they compile, and what they call and define. No I/O here, nothing is run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from exporters.checks.finding import Context, Finding
from exporters.checks.names import (
    definitions,
    handlers,
    unknown_globals,
    unknown_members,
    unknown_methods,
)
from exporters.checks.viruses import viruses
from exporters.luacode.analysis import Code, compile_problem, moonsharp_syntax
from exporters.luacode.lexer import LuaTextError, Token


def scripts(context: Context) -> Iterator[Finding]:
    """Everything about scripts; one that many objects share is looked at once."""
    shared: dict[tuple[str, bool], list[str]] = {}
    for path, _, source in context.texts("LuaScript"):
        shared.setdefault((source, not path), []).append(path)
    codes: dict[tuple[str, bool], Code] = {}
    for key, paths in shared.items():
        source, _ = key
        if problem := compile_problem(source):
            text = f"{problem.text}{_also(paths)}"
            yield Finding("lua.syntax", paths[0], "LuaScript", text, problem.line, problem.column)
            continue
        try:
            codes[key] = Code(source)
        except LuaTextError:
            continue
    defined = frozenset(name for code in codes.values() for name in definitions(code))
    used = _used(context, codes.values())
    for (source, is_global), code in codes.items():
        paths = shared[source, is_global]
        for rule, token, text in _of(code, is_global, defined, used):
            yield Finding(
                rule, paths[0], "LuaScript", text + _also(paths), token.line, code.column(token)
            )


def _of(
    code: Code, is_global: bool, defined: frozenset[str], used: frozenset[str]
) -> Iterator[tuple[str, Token, str]]:
    seen = Counter(what for what, _ in moonsharp_syntax(code))
    for what, token in moonsharp_syntax(code):
        if count := seen.pop(what, 0):
            times = f", {count} times" if count > 1 else ""
            yield "lua.moonsharp", token, f"{what} is the game's own Lua{times}; others reject it"
    for token, text in unknown_members(code):
        yield "lua.unknown", token, text
    for token, text in unknown_methods(code, defined):
        yield "lua.unknown", token, text
    for token, text in unknown_globals(code):
        yield "lua.undefined", token, text
    yield from handlers(code, is_global, used)
    yield from viruses(code)


def _also(paths: list[str]) -> str:
    return f" (this script is on {len(paths)} objects)" if len(paths) > 1 else ""


def _used(context: Context, codes: Iterable[Code]) -> frozenset[str]:
    """Names in strings, UI and script states: functions may be called by these."""
    found: set[str] = set()
    for code in codes:
        found.update(re.findall(r"\w+", code.strings))
    for _, _, text in context.texts("XmlUI", "LuaScriptState"):
        found.update(re.findall(r"\w+", text))
    return frozenset(found)
