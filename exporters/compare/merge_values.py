"""Two edits of one value joined: fields, texts, lists. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from exporters.compare.equality import MISSING, Parts, same
from exporters.compare.matching import mark
from exporters.compare.text_merge import merge, merge_lists
from exporters.jsontext.fieldpath import join_field
from exporters.savefile import Json

Side = Literal["ours", "theirs"]


class Conflict(Struct, frozen=True):
    """What both changed, each otherwise; MISSING where one took it away."""

    path: str
    what: str
    field: str
    base: Any
    ours: Any
    theirs: Any

    def as_json(self) -> Json:
        """The conflict as JSON; what is missing is left out."""
        found: Json = {"path": self.path, "what": self.what, "field": self.field}
        for key in ("base", "ours", "theirs"):
            if (value := getattr(self, key)) is not MISSING:
                found[key] = value
        return found


class Joiner:
    """Joins the values of one object; conflicts are collected and settled for one side."""

    def __init__(self, path: str, what: str, prefer: Side, conflicts: list[Conflict]) -> None:
        self.path, self.what, self.prefer, self.conflicts = path, what, prefer, conflicts

    def join(self, base: Any, ours: Any, theirs: Any, at: Parts = ()) -> Any:
        """The joined value, MISSING when it is gone."""
        if same(ours, theirs) or same(base, theirs):
            return ours
        if same(base, ours):
            return theirs
        values = (base, ours, theirs)
        joined: Any = MISSING
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return self.members(base if isinstance(base, dict) else {}, ours, theirs, at)
        if all(isinstance(value, str) for value in values):
            if any("\n" in value for value in values):
                joined = merge(base, ours, theirs)
        elif all(isinstance(value, list) for value in values):
            joined = self.elements(base, ours, theirs, at)
        if joined is not None and joined is not MISSING:
            return joined
        return self.conflict(join_field(at), base, ours, theirs)

    def members(self, base: Json, ours: Json, theirs: Json, at: Parts) -> Json:
        """A dict with the members of both."""
        found: Json = {}
        for key in order(ours, theirs):
            old, mine, yours = (each.get(key, MISSING) for each in (base, ours, theirs))
            value = self.join(old, mine, yours, (*at, key))
            if value is not MISSING:
                found[key] = value
        return found

    def elements(self, base: list[Any], ours: list[Any], theirs: list[Any], at: Parts) -> Any:
        """A list: a set of words as a set, equally long ones by place, others by what moved."""
        lists = (base, ours, theirs)
        if all(_is_set(each) for each in lists):
            gone = set(base) - set(theirs)
            kept = [each for each in ours if each not in gone]
            return kept + [each for each in theirs if each not in base and each not in ours]
        if len({len(each) for each in lists}) == 1:
            triples = enumerate(zip(*lists, strict=True))
            return [self.join(*triple, (*at, place)) for place, triple in triples]
        return merge_lists(base, ours, theirs, mark, both=all(map(_is_dicts, lists)))

    def conflict(self, field: str, base: Any, ours: Any, theirs: Any) -> Any:
        """Note it, and take the preferred side."""
        self.conflicts.append(Conflict(self.path, self.what, field, base, ours, theirs))
        return ours if self.prefer == "ours" else theirs


def _is_set(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values) and len(set(values)) == len(values)


def _is_dicts(values: list[Any]) -> bool:
    return all(isinstance(each, dict) for each in values)


def order(ours: Iterable[Any], theirs: Iterable[Any]) -> list[Any]:
    """All of both: ours in their order, each of theirs after what it follows there.

    Where both have something of their own, ours comes first.
    """
    found, yours = list(ours), list(theirs)
    known, shared = set(found), set(yours)
    at = 0
    for each in yours:
        if each in known:
            at = found.index(each) + 1
            continue
        while at < len(found) and found[at] not in shared:
            at += 1
        found.insert(at, each)
        at += 1
    return found
