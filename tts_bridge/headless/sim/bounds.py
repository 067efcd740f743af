"""How much a table keeps of what scripts give it. No I/O here.

Every member that scripts call may store what it is given, so nobody counts where it goes: when
enough has been given, what is there is measured as a whole.
"""

from __future__ import annotations

import gc
import random
import sys
import types
from typing import Any

from tts_bridge.headless.script.runtime import ApiError, Engine

MEGABYTE = 1 << 20
MOST_KEPT = 128 * MEGABYTE
"""Bytes of memory that what scripts gave may take up; the save itself does not count."""
MOST_TEXT = 32 * MEGABYTE
"""Characters of all messages for players."""
MOST_NESTED = 64 * MEGABYTE
"""Bytes of an object with all that is in it, as a save would write it out."""
LONGEST_ERROR = 4000
"""Characters of an error that are kept."""
_VALUE = 16  # bytes of a value in it, besides text
_DEEPEST = 200  # objects within objects, and what they hold
_LOOK = 16 * MEGABYTE  # given since the last time that everything was measured
_SMALL = 64  # bytes that go through also when there is too much
_AGAIN = 1000  # calls that are refused before it is measured again

_NO_DATA = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    random.Random,
    Engine,
)


class Kept:
    """What one table keeps of what its scripts gave it."""

    def __init__(self, table: object, engine: Engine, save: object) -> None:
        """`save`: what the table was made from, which does not count."""
        self._table, self._engine, self._save = table, engine, save
        self._passed = 0  # of the engine's, when it was measured
        self._size = 0
        self._refused = 0

    def check(self, size: int) -> None:
        """Before something of that many bytes is handed to the table. Raises ApiError: it holds
        too much already."""
        given = self._engine.passed
        if self._refused:
            self._refused = (self._refused + 1) % _AGAIN
            if self._refused and size <= _SMALL:
                return
        elif self._size + given - self._passed <= min(MOST_KEPT, self._size + _LOOK):
            return
        if not self._refused:
            self._size, self._passed = measure(self._table, self._save), given
            self._refused = int(self._size > MOST_KEPT)
        if self._refused and size > _SMALL:
            raise ApiError(
                f"the table keeps more than {MOST_KEPT // MEGABYTE} MB of what scripts gave it"
            )


def measure(table: object, save: object) -> int:
    """Bytes of all that the table holds, but for the save it was made from and for what is in
    Lua."""
    own: list[Any] = [save]
    seen: set[int] = {id(own[0])}
    _total(own, seen)
    return _total([vars(table)], seen)


def _total(todo: list[Any], seen: set[int]) -> int:
    total = 0
    while todo:
        each = todo.pop()
        total += sys.getsizeof(each)
        inside = gc.get_referents(each)
        if isinstance(each, dict):
            inside += each.keys()  # which are not among them when all are texts
        for inner in inside:
            if id(inner) not in seen and not isinstance(inner, _NO_DATA):
                seen.add(id(inner))
                todo.append(inner)
    return total


def nested(value: object) -> int:
    """Bytes of a value as JSON would write it out, roughly: what is in it at two places counts
    twice. Raises ApiError: more than an object may have, or too deep."""
    total = 0
    todo: list[tuple[Any, int]] = [([value], 0)]
    while todo:
        each, depth = todo.pop()
        total += _VALUE * len(each)
        if isinstance(each, dict):
            total += sum([len(key) for key in each if isinstance(key, str)])
            each = each.values()
        for inner in each:
            if isinstance(inner, str):
                total += len(inner)
            elif isinstance(inner, dict | list | tuple):
                todo.append((inner, depth + 1))
        if total > MOST_NESTED:
            raise ApiError(
                f"the object has more than {MOST_NESTED // MEGABYTE} MB with all that is in it"
            )
        if depth > _DEEPEST:
            raise ApiError("the object has too many objects within each other")
    return total
