"""Lua modules joined into one script, and taken apart: Tabletop Simulator has no `require`.

The format is luabundle's, which the editor extensions write too: a head (metadata and a loader),
one registration a module, a tail that starts the root. A bundle that was read keeps its own head
and tail, so `join(unbundle(script)) == script`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from exporters.luacode.lexer import LuaTextError, block_tokens, calls, required

__all__ = [
    "Bundle",
    "BundleError",
    "LuaTextError",
    "bundle",
    "in_order",
    "is_bundle",
    "join",
    "new_bundle",
    "required",
    "root_name",
    "unbundle",
]

Find = Callable[[str], str | None]

ROOT = "__root"
_VERSION = "1.6.0"  # of the format: what the extensions and older tools expect
_METADATA = re.compile(r"-- Bundled by luabundle (\{.+\})\r?$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_LOADER = """\
-- Joined by tts-bridge: change the modules, not this text.
local __bundle_require, __bundle_loaded, __bundle_register, __bundle_modules = (function(outer)
    local bodies, results = {}, {}
    local function register(name, body)
        bodies[name] = bodies[name] or body
    end
    local function require(name)
        local result = results[name]
        if result == nil then
            local body = bodies[name]
            if body == nil then
                if outer then
                    return outer(name)
                end
                error("no module " .. tostring(name) .. " in this script", 2)
            end
            result = body(require, results, register, bodies)
            if result == nil then
                result = true
            end
            results[name] = result
        end
        return result
    end
    return require, results, register, bodies
end)(nil)
"""


class BundleError(ValueError):
    """A script that cannot be joined or taken apart; the text names the module and the remedy."""


class Bundle(Struct, frozen=True):
    """A bundle in its parts; `modules` by name, in their order, the root among them."""

    root: str
    modules: dict[str, str]
    head: str
    tail: str


def bundle(entry: str, find: Find) -> str:
    """One script that runs the module `entry` with everything that it requires.

    `find` gives the source of a module by the name in `require("name")`, or None. Modules run
    once each, when first required. Names must be literal. Raises BundleError when a module is
    missing, requires itself in a circle, or is not Lua.
    """
    source = find(entry)
    if source is None:
        raise BundleError(f"Module {entry} was not found; is the name right?")
    return join(new_bundle(entry, source, find))


def new_bundle(root: str, source: str, find: Find) -> Bundle:
    """The bundle of `source`, the module `root`, with a loader of ours. See `bundle`."""
    head = f"-- Bundled by luabundle {_metadata(root)}\n{_LOADER}"
    modules = in_order(root, source, find)
    return Bundle(root, modules, head, f'return __bundle_require("{root}")\n')


def _metadata(root: str) -> str:
    named = {} if root == ROOT else {"rootModuleName": root}
    return json.dumps({**named, "version": _VERSION}, ensure_ascii=False, separators=(",", ":"))


def in_order(
    root: str,
    source: str,
    find: Find,
    names_of: Callable[[str], list[str]] = required,
) -> dict[str, str]:
    """The modules that `source` needs, itself first, in the order in which luabundle writes them.

    That is: each before what it requires, the last requirement first. `names_of` tells what a
    source requires (to be cached by who bundles many). Raises BundleError as `bundle` does.
    """
    found: dict[str, str] = {}
    path: dict[str, None] = {}

    def visit(name: str, text: str) -> Iterator[tuple[str, str]]:
        found[name] = text = text.removeprefix("\ufeff")
        try:
            names = [] if is_bundle(text) else names_of(text)
        except LuaTextError as error:
            raise BundleError(f"Module {name}, {error}") from None
        for other in reversed(names):
            if other in path:
                circle = " -> ".join([*list(path)[list(path).index(other) :], other])
                raise BundleError(f"Module {other} requires itself: {circle}; break the circle")
            if other in found:
                continue
            below = find(other)
            if below is None:
                line = next(
                    text.count("\n", 0, at) + 1 for called, at in calls(text) if called == other
                )
                raise BundleError(
                    f"Module {other}, required by {name} was not found "
                    f"(line {line} of {name}); is the name right?"
                )
            yield other, below

    # A stack of walks instead of recursion: a chain of modules may be long.
    path[root] = None
    walks = [visit(root, source)]
    while walks:
        if (step := next(walks[-1], None)) is None:
            walks.pop()
            path.popitem()
        else:
            path[step[0]] = None
            walks.append(visit(*step))
    return found


def root_name(head: str) -> str:
    """The root module's name by the metadata in a bundle's head."""
    name: str = (_read_metadata(head) or {}).get("rootModuleName", ROOT)
    return name


def join(parts: Bundle) -> str:
    """The text of a bundle."""
    ids = _identifiers(_read_metadata(parts.head) or {})
    out = [parts.head]
    for name, text in parts.modules.items():
        out += [_opening(name, ids), text, "\nend)\n"]
    out.append(parts.tail)
    return "".join(out)


def is_bundle(script: str) -> bool:
    """Whether a script says that it is a bundle: its metadata may only follow other comments."""
    return script.startswith(("-", "\n", "\r", " ", "\t")) and _read_metadata(script) is not None


def unbundle(script: str) -> Bundle:
    """A bundle in its parts.

    Raises:
        BundleError: not a bundle, or one that somebody cut in: `join` could not give it back.
    """
    metadata = _read_metadata(script)
    if metadata is None:
        raise BundleError(
            "no bundle: the line `-- Bundled by luabundle {…}` is missing; "
            "take a script that an editor extension or `lua bundle` has written"
        )
    root = metadata.get("rootModuleName", ROOT)
    ids = _identifiers(metadata)
    register = re.escape(ids["register"])
    opening = re.compile(  # beginning with a literal: re finds that at the speed of a search
        rf'{register}(?<=\n{register})\("([^"\r\n]*)", function\(require, _LOADED, '
        rf"{register}, {re.escape(ids['modules'])}\)\n"
    )
    starts = list(opening.finditer(script))
    if script.count(f"local {ids['require']}, ") != 1:  # a bundle inside a module
        outer = _outermost(script)
        starts = [found for found in starts if found.start() in outer]
    if not starts:
        raise BundleError(f"a bundle without modules: no line begins with {ids['register']}(")
    modules: dict[str, str] = {}
    for found, following in zip(starts, [*starts[1:], None], strict=True):
        if following is None:
            end = _tail_start(script, found.end(), ids["require"])
        else:
            end = following.start()
        if not script.endswith("\nend)\n", found.end() - 1, end) or found[1] in modules:
            line = script.count("\n", 0, end - 1) + 1
            raise BundleError(f"line {line}: the module {found[1]} does not end as one does here")
        modules[found[1]] = script[found.end() : end - len("\nend)\n")]
    if root not in modules:
        raise BundleError(f"a bundle without its root, the module {root}")
    return Bundle(root, modules, script[: starts[0].start()], script[end:])


def _tail_start(script: str, after: int, require: str) -> int:
    found = script.rfind(f"\nreturn {require}(", after - 1)
    return len(script) if found < 0 else found + 1


def _outermost(script: str) -> set[int]:
    """Where statements begin that stand in no block: the registrations of the outer bundle."""
    depth, starts = 0, set()
    try:
        for word, at in block_tokens(script):
            if word in ("function", "if", "do", "repeat"):
                depth += 1
            elif word in ("end", "until"):
                depth -= 1
            elif depth == 0:
                starts.add(at)
    except LuaTextError as error:
        raise BundleError(f"{error}; the bundle cannot be taken apart") from None
    return starts


def _opening(name: str, ids: dict[str, str]) -> str:
    register = ids["register"]
    return f'{register}("{name}", function(require, _LOADED, {register}, {ids["modules"]})\n'


def _identifiers(metadata: dict[str, Any]) -> dict[str, str]:
    """The loader's names: a bundle may have been written with others."""
    own = metadata.get("identifiers")
    names = {key: f"__bundle_{key}" for key in ("register", "require", "modules")}
    for key in names:
        if isinstance(own, dict) and isinstance(own.get(key), str) and _WORD.fullmatch(own[key]):
            names[key] = own[key]
    return names


def _read_metadata(script: str) -> dict[str, Any] | None:
    for line in _leading_lines(script):
        if line.strip() and not line.startswith("--"):
            return None
        if found := _METADATA.match(line):
            try:
                metadata = json.loads(found[1])
            except (ValueError, RecursionError):
                return None
            named = isinstance(metadata, dict) and metadata.get("version")
            root_ok = named and isinstance(metadata.get("rootModuleName", ROOT), str)
            return metadata if root_ok else None
    return None


def _leading_lines(script: str) -> Iterable[str]:
    start = 0
    while (end := script.find("\n", start)) >= 0:
        yield script[start:end]
        start = end + 1
