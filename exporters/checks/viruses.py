"""Scripts that spread themselves, or fetch code and hide it. No I/O here.

Told by what they do, all of it together, so that tools which hand out scripts and mods which
update themselves in the open stay unsuspected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exporters.luacode.analysis import Code
from exporters.luacode.lexer import Token

FAR = 150  # blanks before code that no editor's window shows
DEEP = 100  # empty lines before it
_FETCH = {"get", "post", "put", "custom"}
_RUN = {"setLuaScript", "executeScript", "loadstring"}
_OWN = {"getLuaScript", "script_code", "lua_script"}
_EVERYTHING = {"getAllObjects", "getObjects", "onObjectSpawn", "onObjectLeaveContainer"}
_ACTS = {"WebRequest", "getAllObjects", "executeScript", "setLuaScript", "script_code"}
_ESCAPES = re.compile(r"(?:\\(?:\d{1,3}|x[0-9a-fA-F]{2})){8}")


def viruses(code: Code) -> Iterator[tuple[str, Token, str]]:
    """What a script does that only a virus does: rule, where, in words."""
    words = code.words
    hidden = _out_of_sight(code)
    if words.keys() & _EVERYTHING and (token := _copies_itself(code)):
        yield "virus.spreads", token, "the script writes itself into other objects"
    fetch = _fetch(code)
    runs = words.keys() & _RUN or _writes_code(code)
    if fetch and runs and (why := "out of sight" if hidden else _encoded(code)):
        yield (
            "virus.loader", fetch,
            f"the script fetches code from the internet and runs it, {why}; take the script away",
        )  # fmt: skip
    elif hidden and {token.text for token in hidden} & _ACTS:
        yield (
            "virus.hidden", hidden[0],
            "code stands where no editor shows it, far to the right or below; look at it there",
        )  # fmt: skip


def _out_of_sight(code: Code) -> list[Token]:
    """The tokens from the first gap on that pushes code out of an editor's window."""
    end = 0
    for number, token in enumerate(code.tokens):
        gap = code.source[end : token.start]
        if len(gap) >= DEEP and not gap.strip():
            last = gap.rpartition("\n")[2]
            if len(last.expandtabs(4)) >= FAR or gap.count("\n") >= DEEP:
                return code.tokens[number:]
        end = token.start + len(token.text)
    return []


def _fetch(code: Code) -> Token | None:
    calls = code.calls()
    return next((t for owner, _, t in calls if owner == "WebRequest" and t.text in _FETCH), None)


def _writes_code(code: Code) -> bool:
    return any(
        token.text == "script_code" and code.text(number + 1) == "="
        for number, token in enumerate(code.tokens)
    )


def _copies_itself(code: Code) -> Token | None:
    """Where another object is given a script made of the script's own text."""
    if not code.words.keys() & {"setLuaScript", "script_code"}:
        return None
    own = {"self"}
    for number, token in enumerate(code.tokens):  # local mine = self.getLuaScript()
        before = [code.text(number - step) for step in (3, 2, 1)]
        if token.text in _OWN and before == ["=", "self", "."]:
            own.add(code.text(number - 4))
    for number, token in enumerate(code.tokens):
        target = code.text(number - 2)
        if code.text(number - 1) != "." or target == "self":
            continue
        if token.text == "setLuaScript" and code.text(number + 1) == "(":
            given = _up_to(code, number + 2, ")")
        elif token.text == "script_code" and code.text(number + 1) == "=":
            given = code.tokens[number + 2 : number + 8]
        else:
            continue
        texts = [each.text for each in given]
        reads_self = "self" in texts and bool(_OWN & set(texts))
        if reads_self or (own - {"self"}) & set(texts):
            return token
    return None


def _up_to(code: Code, start: int, close: str) -> list[Token]:
    depth = 0
    for number in range(start, len(code.tokens)):
        text = code.tokens[number].text
        depth += (text == "(") - (text == ")")
        if text == close and depth < 0:
            return code.tokens[start:number]
    return code.tokens[start:]


def _encoded(code: Code) -> str:
    """How the script hides what it says, `""` if it does not."""
    for number, token in enumerate(code.tokens):
        if token.kind == "string" and token.text[0] != "[" and _ESCAPES.search(token.text):
            return "from an address written in numbers"
        if token.text == "char" and code.text(number - 1) in (".", ":"):
            given = _up_to(code, number + 2, ")")
            if sum(each.kind == "number" for each in given) >= 8:
                return "from an address written in numbers"
        if token.text == "reverse" and _is_text(code, number - 2, number + 2):
            return "from an address written backwards"
    return ""


def _is_text(code: Code, before: int, after: int) -> bool:
    """`("…"):reverse()` or `string.reverse("…")`, of an address's length."""
    near = [code.tokens[n] for n in (before, before - 1, after) if 0 <= n < len(code.tokens)]
    return any(each.kind == "string" and len(each.text) > 12 for each in near)
