"""Saves looked over: do the scripts compile, does onLoad run, is anything lost in saving."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from tts_bridge.headless.sim.core import Failure
from tts_bridge.headless.table import Table

Data = dict[str, Any]


class ExplainedError(ValueError):
    """A list of explained errors that cannot be read."""


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An error that the game itself would raise, or that cannot be helped: which, and why."""

    match: str
    why: str


class Report(msgspec.Struct, frozen=True):
    """What was found in one save."""

    objects: int
    scripts: int
    failed: list[Failure]
    explained: list[tuple[Failure, str]]
    lost: list[str]

    @property
    def is_fine(self) -> bool:
        """Whether nothing is unexplained and nothing is lost."""
        return not (self.failed or self.lost)


def explanations(text: str) -> dict[str, list[Explained]]:
    """A TOML document: under the name of each save, without .json, a list of `match`, a pattern of
    the error as `GUID function: text`, and `why`. Raises ExplainedError."""
    try:
        found = msgspec.convert(tomllib.loads(text), dict[str, list[Explained]])
        for each in (entry for entries in found.values() for entry in entries):
            re.compile(each.match)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, re.error) as error:
        raise ExplainedError(str(error)) from error
    return found


def look_over(data: Mapping[str, Any], known: list[Explained] | None = None) -> Report:
    """Load the save, run its scripts with a host at the table, save it again."""
    table = Table(data)
    table.join("White", "Host")
    table.load()
    failed, explained = [], []
    for error in _distinct(table.errors):
        line = f"{error.guid} {error.where}: {error.text}"
        why = next((e.why for e in known or () if re.search(e.match, line)), None)
        if why is None:
            failed.append(error)
        else:
            explained.append((error, why))
    objects = list(_all_objects(data.get("ObjectStates")))
    scripts = sum(bool(str(each.get("LuaScript") or "").strip()) for each in objects)
    scripts += bool(str(data.get("LuaScript") or "").strip())
    return Report(len(objects), scripts, failed, explained, lost(data))


def lost(data: Mapping[str, Any]) -> list[str]:
    """The objects, nested ones too, that are missing or changed after loading and saving the table
    with its scripts left out, so that what is missing was lost and not destroyed."""
    silent = {**data, "LuaScript": "", "ObjectStates": _silent(data.get("ObjectStates"))}
    after = Table(silent).load().save()
    before = Counter(_name(each) for each in _all_objects(silent["ObjectStates"]))
    now = Counter(_name(each) for each in _all_objects(after["ObjectStates"]))
    return sorted((before - now).elements())


def _name(data: Data) -> str:
    return f"{data.get('GUID')} {data.get('Name')} {data.get('Nickname')!r}"


def _silent(objects: Any) -> list[Any]:
    return [
        {**each, "LuaScript": ""} if isinstance(each, dict) and each.get("LuaScript") else each
        for each in (objects if isinstance(objects, list) else ())
    ]


def _all_objects(objects: Any) -> list[Data]:
    found: list[Data] = []
    todo = [objects]
    while todo:
        level = todo.pop()
        for each in level if isinstance(level, list) else ():
            if isinstance(each, dict):
                found.append(each)
                todo += [each.get("ContainedObjects"), each.get("ChildObjects")]
                states = each.get("States")
                todo.append(list(states.values()) if isinstance(states, dict) else None)
    return found


def _distinct(errors: list[Failure]) -> list[Failure]:
    return list({(e.guid, e.where, e.text): e for e in errors}.values())
