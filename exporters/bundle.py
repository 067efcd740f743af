"""Lua modules joined into one script, as Tabletop Simulator needs them: it has no `require`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from exporters.lualex import LuaTextError, Token, plain_string, tokens

_LOADER = """\
-- Joined from {entry} and what it requires: change those files, not this text.
local modules, results = {{}}, {{}}
local function require(name)
    local result = results[name]
    if result == nil then
        local module = modules[name]
        if module == nil then
            error("no module " .. tostring(name) .. " in this script", 2)
        end
        result = module(name)
        if result == nil then
            result = true
        end
        results[name] = result
    end
    return result
end
"""


class BundleError(ValueError):
    """A script that cannot be joined; the text names the module and the remedy."""


def bundle(entry: str, find: Callable[[str], str | None]) -> str:
    """One script that runs the module `entry` with everything that it requires.

    `find` gives the source of a module by the name in `require("name")`, or None. Modules run
    once each, when first required. Names must be literal. Raises BundleError when a module is
    missing, requires itself in a circle, or is not Lua.
    """
    sources: dict[str, str] = {}
    _collect(entry, find, (), sources)
    parts = [_LOADER.format(entry=entry)]
    for name, source in sources.items():
        parts.append(f'\nmodules["{name}"] = function(...) -- {name}\n{source}')
        if not source.endswith("\n"):
            parts.append("\n")
        parts.append("end\n")
    parts.append(f'\nreturn require("{entry}")\n')
    return "".join(parts)


def required(source: str) -> list[str]:
    """The module names that `source` requires, in order, each once.

    Raises LuaTextError when it is not Lua or a name is not a plain string.
    """
    code = [token for token in tokens(source) if token.kind != "comment"]
    names: dict[str, None] = {}
    for index, token in enumerate(code):
        if token.text != "require" or token.kind != "name":
            continue
        if index and code[index - 1].text in (".", ":", "function"):
            continue  # a function of that name, not this one
        name = _argument(code, index + 1)
        if name is not None:
            names[name] = None
    return list(names)


def _argument(code: list[Token], index: int) -> str | None:
    after = list(islice(code, index, index + 3))
    if after and after[0].kind == "string":
        literal = after[0]
    elif after and after[0].text == "(":
        if len(after) < 3 or after[1].kind != "string" or after[2].text != ")":
            raise LuaTextError(after[0].line, 'require needs a literal name, as in require("a/b")')
        literal = after[1]
    else:
        return None  # spoken of, not called
    name = plain_string(literal.text)
    if not name or not name.isprintable() or '"' in name or "\\" in name:
        raise LuaTextError(literal.line, f"{literal.text} is no module name")
    return name


def _collect(
    name: str,
    find: Callable[[str], str | None],
    path: tuple[str, ...],
    sources: dict[str, str],
) -> None:
    if name in path:
        circle = " -> ".join((*path[path.index(name) :], name))
        raise BundleError(f"Module {name} requires itself: {circle}; break the circle")
    if name in sources:
        return
    source = find(name)
    if source is None:
        asker = f", required by {path[-1]}" if path else ""
        raise BundleError(f"Module {name}{asker} was not found; is the name right?")
    source = source.removeprefix("\ufeff")
    try:
        names = required(source)
    except LuaTextError as error:
        raise BundleError(f"Module {name}, {error}") from None
    for other in names:
        _collect(other, find, (*path, name), sources)
    sources[name] = source
