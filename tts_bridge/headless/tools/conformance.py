"""A table of recorded cases of TTS's interpreter, run here: what comes out the same.

A case is `{"id", "lua", "output"}`: the snippet and what it printed; a line `ERR text` stands for
an error that nothing caught, `=> values` for what the chunk returned. Each runs in a fresh script
named `case`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tts_bridge.headless.script.runtime import ScriptError
from tts_bridge.headless.table import Table

_BUDGET = 2_000_000
_COLUMNS = re.compile(r"\((\d+),\d+-(?:\d+,)?\d+\)")

KNOWN: dict[str, str] = {
    "tonumber-087": "the interpreter itself crashed on a wrong digit",
    "tonumber-089": "the interpreter itself crashed on a wrong digit",
    "error-334": "the interpreter itself crashed on endless recursion; here it is an error",
    "format-171": "the frame of a function that ends in a call is gone when its line is wanted",
    "vector-042": "the last digit of an arc cosine",
    "vector-123": "rotateTowardsUnit turns by a tenth less there, for a reason not known",
}
"""Cases that cannot come out the same, by id, and why; docs/lua-dialect.md says more."""


class CaseError(ValueError):
    """A table of cases that cannot be read: which case, which field."""


class Difference(msgspec.Struct, frozen=True):
    """A case that came out otherwise."""

    id: str
    lua: str
    expected: str
    got: str

    @property
    def reason(self) -> str | None:
        """Why that cannot be helped; None when it is news."""
        return KNOWN.get(self.id)


def run(cases: Iterable[Mapping[str, Any]], *, columns: bool = False) -> list[Difference]:
    """The cases that came out otherwise. Positions of errors compare by chunk and line; with
    `columns` by column too, which real Lua does not know. Raises CaseError."""
    found = []
    for number, case in enumerate(cases, 1):
        id_, lua, expected = (_text(case, key, number) for key in ("id", "lua", "output"))
        got = output(lua)
        if _compared(got, columns) != _compared(expected, columns):
            found.append(Difference(id_, lua, expected, got))
    return found


def output(lua: str) -> str:
    """What a snippet prints in a fresh script, with its results or its error."""
    table = Table({}, budget=_BUDGET)
    table.engine.add(0)
    try:
        results = table.engine.load(0, lua, "case")
        shown = [table.engine.shown(value) for value in results]
        tail = ["=> " + "\t".join(shown)] if shown else []
    except ScriptError as error:
        tail = [f"ERR {error}"]
    return "\n".join([*(text for _, text, _ in table.messages), *tail])


def _text(case: object, key: str, number: int) -> str:
    value = case.get(key) if isinstance(case, Mapping) else None
    if not isinstance(value, str):
        raise CaseError(f"case {number}: {key!r} must be a text")
    return value


def _compared(text: str, columns: bool) -> str:
    return text.strip() if columns else _COLUMNS.sub(r"(\1)", text).strip()
