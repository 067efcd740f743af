"""What a check is given and what it reports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from exporters.savefile import Json, Save, objects


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong.

    `path`: of the object, `""` for the save itself. `line`, `column`: in the text of the field,
    from 1, 0 where there is none. `text`: what is wrong here and what to do.
    """

    code: str
    path: str
    field: str
    text: str
    line: int = 0
    column: int = 0


class Context:
    """A save and what several checks want to know of it."""

    def __init__(self, save: Save) -> None:
        self.save = save

    @cached_property
    def objects(self) -> list[tuple[str, Json]]:
        """All objects with their paths."""
        return list(objects(self.save))

    @cached_property
    def table(self) -> list[tuple[str, Json]]:
        """The objects on the table itself."""
        return [(path, data) for path, data in self.objects if path.count("[") == 1]

    @cached_property
    def guids(self) -> set[str]:
        """The GUIDs on the table itself."""
        return {text(data, "GUID") for _, data in self.table} - {""}

    def texts(self, *keys: str) -> Iterator[tuple[str, str, str]]:
        """The texts of these keys that are not blank, of the save and of every object."""
        for path, data in [("", self.save.data), *self.objects]:
            for key in keys:
                value = data.get(key)
                if isinstance(value, str) and value.strip():
                    yield path, key, value


def text(data: Json, key: str) -> str:
    """A text, `""` for whatever else stands there."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def items(data: Json, key: str) -> list[Any]:
    """A list, empty for whatever else stands there."""
    value = data.get(key)
    return value if isinstance(value, list) else []


def part(data: Json, key: str) -> Json:
    """An object inside, empty for whatever else stands there."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}
