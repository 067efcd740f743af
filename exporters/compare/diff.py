"""Two saves compared by what they mean: who moved, was renamed, added, changed. No I/O here."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, Literal

from msgspec import Struct

from exporters.compare.equality import MISSING, changes, same
from exporters.compare.matching import Node, nodes, own_fields, pair
from exporters.compare.text_merge import unified
from exporters.edit.repairs import is_true_deck
from exporters.jsontext.fieldpath import join_field
from exporters.savefile import Json, Save

Kind = Literal[
    "added",
    "removed",
    "placed",
    "reordered",
    "moved",
    "turned",
    "scaled",
    "renamed",
    "script",
    "text",
    "changed",
]
_TURNS: dict[str, Kind] = {"pos": "moved", "rot": "turned", "scale": "scaled"}
_TEXTS: dict[str, Kind] = {"LuaScript": "script", "XmlUI": "script"}


class Change(Struct, frozen=True):
    """One difference.

    `path`: in the new save, in the old one for what was removed; `""` is the save itself. `what`:
    the object in words. `was`: its old path where that is another. `old`, `new`: values of
    `field`; MISSING where there is none; positions and angles as [x, y, z]. `text`: hunks.
    """

    kind: Kind
    path: str
    what: str
    field: str = ""
    old: Any = MISSING
    new: Any = MISSING
    was: str = ""
    text: str = ""

    def as_json(self) -> Json:
        """The change as JSON, without what does not apply."""
        found: Json = {"kind": self.kind, "path": self.path, "what": self.what}
        found |= {"field": self.field} if self.field else {}
        found |= {"was": self.was} if self.was else {}
        for key, value in (("old", self.old), ("new", self.new)):
            if value is not MISSING and not self.text:
                found[key] = value
        return found | ({"text": self.text} if self.text else {})


def compare(old: Save, new: Save, ignore: tuple[str, ...] = ()) -> list[Change]:
    """Everything that differs, in the order of the new save, what was removed last.

    Empty exactly when the game would read the same from both. `ignore`: fields left out, e.g.
    `Date` or `Transform.rot*`.
    """
    before, after = nodes(old.data), nodes(new.data)
    pairs = pair(before, after)
    found = list(_moves(before, after, pairs))
    for number, node in enumerate(after):
        if number not in pairs:
            if node.parent in pairs:  # what came inside something new came with it
                found.append(Change("added", node.path, label(node.data), new=node.data))
            continue
        found += _own(before[pairs[number]], node)
    taken = set(pairs.values())
    for number, node in enumerate(before):
        if number not in taken and node.parent in taken:
            found.append(Change("removed", node.path, label(node.data), old=node.data))
    order = {node.path: number for number, node in enumerate(after)}
    found.sort(key=lambda each: (each.kind == "removed", order.get(each.path, 0)))
    return [each for each in found if not _is_ignored(each, ignore)]


def label(data: Json) -> str:
    """An object in words: kind, nickname, GUID."""
    name = f' "{data["Nickname"]}"' if data.get("Nickname") else ""
    guid = f" ({data['GUID']})" if data.get("GUID") else ""
    return f"{data.get('Name', 'object')}{name}{guid}"


def _is_ignored(change: Change, ignore: tuple[str, ...]) -> bool:
    return bool(change.field) and any(fnmatchcase(change.field, each) for each in ignore)


def _own(old: Node, new: Node) -> Iterator[Change]:
    """What an object itself says otherwise."""
    one, other = own_fields(old.data), own_fields(new.data)
    if old.own == new.own or same(one, other):
        return
    was = old.path if old.path != new.path else ""
    what = label(new.data) if new.path else "the save"
    if is_true_deck(old.data) and is_true_deck(new.data):
        del one["DeckIDs"], other["DeckIDs"]  # they follow from the cards
    turned: dict[str, None] = {}
    for parts, before, after in changes(one, other):
        if len(parts) == 2 and parts[0] == "Transform" and (turn := str(parts[1])[:-1]) in _TURNS:
            turned[turn] = None
            continue
        kind: Kind = "changed"
        text = ""
        if parts == ("Nickname",) or (parts == ("SaveName",) and not new.path):
            kind = "renamed"
        elif isinstance(before, str) and isinstance(after, str) and "\n" in before + after:
            text = unified(before, after)
            if before.replace("\r\n", "\n") == after.replace("\r\n", "\n"):
                text = "(only line ends)"
            kind = "text"
        if len(parts) == 1:
            kind = _TEXTS.get(str(parts[0]), kind)
        yield Change(kind, new.path, what, join_field(parts), before, after, was, text)
    for turn in turned:
        kind = _TURNS[turn]
        before, after = _xyz(one, turn), _xyz(other, turn)
        yield Change(kind, new.path, what, f"Transform.{turn}", before, after, was)


def _xyz(data: Json, turn: str) -> list[Any]:
    return [data["Transform"].get(turn + axis) for axis in "XYZ"]


def _moves(before: list[Node], after: list[Node], pairs: dict[int, int]) -> Iterator[Change]:
    """Who lies in another container, is another state, or has another place in its list."""
    families: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, node in enumerate(after[1:], 1):
        if number not in pairs:
            continue
        old = before[pairs[number]]
        home = pairs.get(node.parent, -1)
        if (old.parent, old.slot) != (home, node.slot) or (
            node.slot == "States" and old.place != node.place
        ):
            yield Change("placed", node.path, label(node.data), was=old.path)
        elif node.slot != "States":
            families[node.parent, node.slot].append(number)
    for family in families.values():
        for number in _out_of_order(family, pairs):
            node = after[number]
            yield Change("reordered", node.path, label(node.data), was=before[pairs[number]].path)


def _out_of_order(family: list[int], pairs: dict[int, int]) -> list[int]:
    """The fewest members that have to go elsewhere for the rest to stand as they stood."""
    olds = [pairs[number] for number in family]
    if olds == sorted(olds):
        return []
    tails: list[int] = []  # the classic longest increasing subsequence
    ends: list[int] = []
    back: list[int] = []
    for place, old in enumerate(olds):
        at = bisect_left(tails, old)
        back.append(ends[at - 1] if at else -1)
        tails[at : at + 1], ends[at : at + 1] = [old], [place]
    stay = set()
    place = ends[-1]
    while place >= 0:
        stay.add(place)
        place = back[place]
    return [number for place, number in enumerate(family) if place not in stay]
