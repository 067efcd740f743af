"""Names in scripts that the game does not know: calls, event handlers. No I/O here.

A script may define anything itself, so a name counts as wrong only when nothing in the save
defines it and it is nearly one that the game has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from exporters.luacode.analysis import KEYWORDS, Code
from exporters.luacode.lexer import Token
from exporters.tts.names import names


def unknown_members(code: Code) -> Iterator[tuple[Token, str]]:
    """`Wait.frame(…)`: a class of the game has no such function, and the script adds none."""
    classes = names().classes
    for number, token in enumerate(code.tokens):
        owner = code.text(number - 2)
        if (
            token.kind != "name"
            or code.text(number - 1) != "."
            or owner not in names().statics
            or code.text(number - 3) in (".", ":", "function")
            or not code.is_called(number)
            or token.text in classes[owner]
            or is_redefined(code, owner)
        ):
            continue
        near = nearest(token.text, frozenset(classes[owner]))
        hint = f"; {owner}.{near}?" if near else ""
        yield token, f"{owner} has no {token.text}{hint}"


def is_redefined(code: Code, name: str) -> bool:
    """Whether a script has something of its own by that name, or adds to it."""
    for number, token in enumerate(code.tokens):
        if token.text != name or token.kind != "name" or code.text(number - 1) in (".", ":"):
            continue
        after = code.text(number + 1)
        if after in ("=", ",", ")", "[") or code.text(number - 1) in (
            "local",
            "function",
            ",",
            "(",
        ):
            return True
        if after == "." and code.text(number + 3) == "=":
            return True
    return False


def unknown_globals(code: Code) -> Iterator[tuple[Token, str]]:
    """`getObjectFromGuid(…)`: called, and defined neither by the script nor by the game.

    A name that stands anywhere else in the script, in a string for one, may have come about.
    """
    plain = [token for owner, _, token in code.calls() if not owner]
    called = Counter(token.text for token in plain)
    for token in plain:
        name = token.text
        if name in _plain_names() or code.words[name] != called[name] or name in code.strings:
            continue
        near = nearest(name, frozenset(names().globals))
        hint = f"; {near}?" if near else ""
        yield token, f"{name} is called, but neither the script nor the game defines it{hint}"


@cache
def _plain_names() -> frozenset[str]:
    """Also members: some of them once were functions."""
    return frozenset([*all_members(), *names().classes, *names().old_globals])


def unknown_methods(code: Code, defined: frozenset[str]) -> Iterator[tuple[Token, str]]:
    """`obj.getPostion()`: nearly a member of objects, and no script of the save defines it."""
    known = all_members()
    for owner, dot, token in code.calls():
        name = token.text
        if dot != "." or not owner or name in known or name in defined or len(name) < 6:
            continue
        near = nearest(name, known)
        if near and name not in code.strings:
            yield token, f"objects have no {name}; {near}?"


def handlers(code: Code, is_global: bool, used: frozenset[str]) -> Iterator[tuple[str, Token, str]]:
    """Functions named nearly like an event: the game never calls them."""
    events, old = names().events, names().old_events
    for token in code.functions():
        name = token.text
        if name in old or name in used or code.words[name] > 1:
            continue
        scope = events.get(name)
        if scope is None:
            near = nearest(name, _events())
            if near and near not in code.words:
                yield "lua.handler", token, f"the game has no event {name}; {near}?"
        elif scope == "object" and is_global:
            yield "lua.handler-place", token, f"{name} is for an object's script, not for Global's"
        elif scope == "global" and not is_global:
            yield (
                "lua.handler-place",
                token,
                f"{name} is for the Global script, not for an object's",
            )


@cache
def _events() -> frozenset[str]:
    return frozenset([*names().events, *names().old_events])


@cache
def all_members() -> frozenset[str]:
    """The members of everything that a script can have in hand."""
    found = names()
    lists = [found.object, found.globals, *found.classes.values()]
    return frozenset(name for each in lists for name in each)


@cache
def nearest(name: str, known: frozenset[str]) -> str:
    """The known name that differs in upper and lower case only, or by one slip; `""` for none."""
    lower = name.lower()
    for each in sorted(known):
        if each.lower() == lower:
            return each
    for each in sorted(known):
        if len(each) >= 6 and lower[:1] == each[:1].lower() and one_slip(lower, each.lower()):
            return each
    return ""


def one_slip(one: str, other: str) -> bool:
    """Whether one letter is missing, too much, another, or swapped with its neighbour."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return True
    a, b = one[at:], other[at:]
    return (
        a[1:] == b[1:]
        or a[1:] == b
        or a == b[1:]
        or (len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1] and a[2:] == b[2:])
    )


def definitions(code: Code) -> Iterator[str]:
    """Names a script gives a meaning to: fields, functions, keys of tables, locals."""
    for number, token in enumerate(code.tokens):
        if token.kind != "name" or token.text in KEYWORDS:
            continue
        before = code.text(number - 1), code.text(number - 3)
        if "function" in before or not code.is_called(number):
            yield token.text
