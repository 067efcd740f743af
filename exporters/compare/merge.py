"""Two edits of one save joined by what they mean. No I/O here.

Objects are found again wherever either side put them, so a piece that one moves and the other
renames is moved and renamed. What both changed, each otherwise, is a conflict.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Hashable
from functools import cached_property
from typing import Any

from msgspec import Struct

from exporters.compare.diff import label
from exporters.compare.equality import MISSING
from exporters.compare.matching import SLOTS, Node, mark, nodes, own_fields, pair
from exporters.compare.merge_values import Conflict, Joiner, Side, order
from exporters.edit.repairs import card_ids, is_true_deck
from exporters.savefile import Json, Save

Id = tuple[str, int]
Home = tuple[Id, str, str]  # holder, slot, a state's number
ROOT: Id = ("base", 0)
_STAMPS = ("EpochTime", "Date")


class MergeError(ValueError):
    """A save that cannot be merged; the text says why."""


class _Piece(Struct):
    """One object as the three saves have it."""

    base: Node | None = None
    ours: Node | None = None
    theirs: Node | None = None

    def path(self) -> str:
        found = self.ours or self.theirs or self.base
        return found.path if found else ""

    def what(self) -> str:
        found = self.ours or self.theirs or self.base
        return label(found.data) if found and found.path else "the save"


def merge(
    base: Save, ours: Save, theirs: Save, prefer: Side = "ours"
) -> tuple[Save, list[Conflict]]:
    """The save with the changes of both, and what they disagree on, settled for `prefer`.

    Raises:
        MergeError: among the objects stands something that is none.
    """
    for save in (base, ours, theirs):
        _refuse_odd(save)
    marks = [mark(save.data) for save in (base, ours, theirs)]
    if marks[0] == marks[1]:
        return theirs, []
    if marks[2] in marks[:2]:
        return ours, []
    return _Merge(base, ours, theirs, prefer).run()


def _refuse_odd(save: Save) -> None:
    for node in nodes(save.data):
        if odd := own_fields(node.data).keys() & set(SLOTS):
            raise MergeError(
                f"{save.name}: {node.path or 'the save'}: {min(odd)} holds something that is no "
                "object; tts-bridge save check names it"
            )


class _Merge:
    """The work of one merge."""

    def __init__(self, base: Save, ours: Save, theirs: Save, prefer: Side) -> None:
        self.save, self.prefer = ours, prefer
        self.conflicts: list[Conflict] = []
        self.base, self.ours, self.theirs = (nodes(each.data) for each in (base, ours, theirs))
        self.pieces: dict[Id, _Piece] = {
            ("base", number): _Piece(base=node) for number, node in enumerate(self.base)
        }
        mine = self.identify("ours", self.ours, [])
        yours = self.identify("theirs", self.theirs, mine)
        self.ids = {"base": list(self.pieces)[: len(self.base)], "ours": mine, "theirs": yours}

    def identify(self, side: Side, found: list[Node], before: list[Id]) -> list[Id]:
        """Who is who; what is new on both sides in the same place is one."""
        pairs = pair(self.base, found)
        twins: dict[Hashable, list[Id]] = defaultdict(list)
        for number, one in enumerate(before):
            if one[0] == "ours":
                twins[self.twin(self.ours, number, before)].append(one)
        ids: list[Id] = []
        for number, node in enumerate(found):
            own: Id = ("base", pairs[number]) if number in pairs else (side, number)
            ids.append(own)
            if own[0] == "theirs" and (same := twins.get(self.twin(found, number, ids))):
                ids[-1] = own = same.pop(0)
            setattr(self.pieces.setdefault(own, _Piece()), side, node)
        return ids

    @staticmethod
    def twin(found: list[Node], number: int, ids: list[Id]) -> Hashable:
        node = found[number]
        guid = node.data.get("GUID")
        same: Hashable = (
            (guid, str(node.data.get("Name"))) if isinstance(guid, str) and guid else node.whole
        )
        return ids[node.parent], node.slot, same

    def run(self) -> tuple[Save, list[Conflict]]:
        homes = {one: self.home(one, piece) for one, piece in self.pieces.items()}
        self.settle(homes)
        families: dict[Home, set[Id]] = defaultdict(set)
        for one, home in homes.items():
            if home is not None and one != ROOT:
                families[home].add(one)
        data = self.build(ROOT, families, {})
        return Save(data, self.save.source, self.save.name), self.conflicts

    def home(self, one: Id, piece: _Piece) -> Home | None:
        """Where a piece belongs; None when it is gone."""
        base, ours, theirs = (self.at(side, one) for side in ("base", "ours", "theirs"))
        if one == ROOT:
            return (ROOT, "", "")
        if piece.base is not None and (piece.ours is None or piece.theirs is None):
            return self.gone(one, piece)
        if base is None:
            return ours or theirs
        if ours == theirs or theirs == base:
            return ours
        if ours == base:
            return theirs
        self.note(piece, "(place)", *self.paths(piece))
        return ours if self.prefer == "ours" else theirs

    def at(self, side: str, one: Id) -> Home | None:
        node: Node | None = getattr(self.pieces[one], side)
        if node is None or node.parent < 0:
            return None
        holder = self.ids[side][node.parent]
        return holder, node.slot, str(node.place) if node.slot == "States" else ""

    def gone(self, one: Id, piece: _Piece) -> Home | None:
        """One side removed it: it goes, unless the other changed it or what went with it."""
        side: Side = "ours" if piece.ours else "theirs"
        other = "theirs" if piece.ours else "ours"
        left = self.at(side, one)
        top, home = one, left
        while home and home[0] != ROOT:
            holder = self.pieces[home[0]]
            if holder.base is None or getattr(holder, other) is not None:
                break
            top, home = home[0], self.at(side, home[0])
        whole = self.pieces[top]
        kept: Node | None = getattr(whole, side)
        if kept is None or whole.base is None:
            return None
        if kept.whole == whole.base.whole and home == self.at("base", top):
            return None
        if top == one:
            values = {side: kept.data, other: MISSING}
            self.note(whole, "(removed)", whole.base.data, values["ours"], values["theirs"])
        return left if self.prefer == side else None

    def settle(self, homes: dict[Id, Home | None]) -> None:
        """Give a place to what would lie in something that is gone, or in a ring."""
        sides = ("ours", "theirs") if self.prefer == "ours" else ("theirs", "ours")
        for one, piece in self.pieces.items():
            if homes[one] is None or self.hangs(one, homes):
                continue
            self.note(piece, "(place)", *self.paths(piece))
            for side in sides:
                place = self.at(side, one)
                if place and self.hangs(one, {**homes, one: place}):
                    homes[one] = place
                    break

    @staticmethod
    def hangs(one: Id, homes: dict[Id, Home | None]) -> bool:
        """Whether a piece is in the end on the table."""
        seen = set()
        while one != ROOT:
            home = homes[one]
            if home is None or one in seen:
                return False
            seen.add(one)
            one = home[0]
        return True

    @staticmethod
    def paths(piece: _Piece) -> list[Any]:
        return [node.path if node else MISSING for node in (piece.base, piece.ours, piece.theirs)]

    def note(self, piece: _Piece, field: str, base: Any, ours: Any, theirs: Any) -> None:
        self.conflicts.append(Conflict(piece.path(), piece.what(), field, base, ours, theirs))

    def build(self, one: Id, families: dict[Home, set[Id]], built: dict[Id, Json]) -> Json:
        """A piece with its fields joined and its children inside."""
        piece = self.pieces[one]
        built[one] = {}
        versions = [node.data if node else None for node in (piece.base, piece.ours, piece.theirs)]
        base, ours, theirs = (own_fields(each) if each else None for each in versions)
        is_deck = all(is_true_deck(each) for each in versions if each is not None)
        if is_deck:
            for own in (base, ours, theirs):
                (own or {}).pop("DeckIDs", None)  # they follow from the cards
        fields = self.fields(piece, base, ours, theirs)
        keys = order(versions[1] or versions[2] or {}, versions[2] or {})
        data: Json = {}
        for key in [*keys, *SLOTS]:
            if key in data:
                continue
            if key in SLOTS:
                held = self.children(one, key, families, built)
                if held or (key in keys and self.has_empty(key, versions)):
                    data[key] = held
            elif key in fields:
                data[key] = fields[key]
            elif key == "DeckIDs" and is_deck:
                data[key] = []
        if is_deck and "DeckIDs" in data:
            data["DeckIDs"] = card_ids(data) or []
        built[one] = data
        return data

    @staticmethod
    def has_empty(key: str, versions: list[Json | None]) -> bool:
        """Whether an empty container stays: unless one side took it away."""
        base, ours, theirs = ((each or {}).get(key) is not None for each in versions)
        if versions[1] is None or versions[2] is None:
            return ours or theirs
        return theirs if ours == base else ours

    def fields(
        self, piece: _Piece, base: Json | None, ours: Json | None, theirs: Json | None
    ) -> Json:
        if ours is None or theirs is None:
            return copy.deepcopy(ours or theirs or {})
        found: list[Conflict] = []
        joiner = Joiner(piece.path(), piece.what(), self.prefer, found)
        data = joiner.members(base or {}, ours, theirs, ())
        if not piece.path() and any(each.field in _STAMPS for each in found):
            newer = ours if _stamp(ours) >= _stamp(theirs) else theirs
            for key in _STAMPS:  # each save of the game has its own: the later one is right
                if key in newer:
                    data[key] = newer[key]
            found = [each for each in found if each.field not in _STAMPS]
        self.conflicts += found
        return copy.deepcopy(data)

    def children(
        self, one: Id, slot: str, families: dict[Home, set[Id]], built: dict[Id, Json]
    ) -> Any:
        if slot == "States":
            return self.states(one, families, built)
        members = families.get((one, slot, ""), set())
        if not members:
            return []
        ours, theirs, base = (
            list(dict.fromkeys(self.lists.get((side, one, slot), ())))
            for side in ("ours", "theirs", "base")
        )
        mine, yours = (self.moved(base, each) for each in (ours, theirs))
        if mine and yours and self.moved(ours, theirs):
            self.note(
                self.pieces[one], f"{slot} (order)", *(self.names(e) for e in (base, ours, theirs))
            )
            first = ours if self.prefer == "ours" else theirs
        else:
            first = theirs if yours and not mine else ours
        second = theirs if first is ours else ours
        listed = [each for each in order(first, second) if each in members]
        listed += sorted(members - set(listed))
        return [self.build(each, families, built) for each in listed if each not in built]

    def states(self, one: Id, families: dict[Home, set[Id]], built: dict[Id, Json]) -> Json:
        places = {
            home[2]: members for home, members in families.items() if home[:2] == (one, "States")
        }
        kept: Json = {}
        versions = (self.pieces[one].ours, self.pieces[one].theirs)
        listed = order(*((node.data.get("States") or {} if node else {}) for node in versions))
        for place in [*listed, *sorted(places.keys() - set(listed))]:
            members = sorted(places.get(place, ()))
            if len(members) > 1:
                paths = [self.pieces[each].path() for each in members]
                self.note(self.pieces[one], f"States[{place}]", MISSING, paths[0], paths[1])
            for each in members[:1] if self.prefer == "ours" else members[-1:]:
                kept[place] = self.build(each, families, built)
            built.update({each: {} for each in members})
        return kept

    @cached_property
    def lists(self) -> dict[tuple[str, Id, str], list[Id]]:
        """The members of each list as each side has them."""
        found: dict[tuple[str, Id, str], list[Id]] = defaultdict(list)
        for side in ("base", "ours", "theirs"):
            ids = self.ids[side]
            for number, node in enumerate(getattr(self, side)):
                if node.parent >= 0:
                    found[side, ids[node.parent], node.slot].append(ids[number])
        return found

    @staticmethod
    def moved(old: list[Id], new: list[Id]) -> bool:
        """Whether what both lists have stands in another order."""
        common = set(old) & set(new)
        return [each for each in old if each in common] != [each for each in new if each in common]

    def names(self, listed: list[Id]) -> list[str]:
        return [self.pieces[each].what() for each in listed]


def _stamp(data: Json) -> float:
    value = data.get("EpochTime")
    return value if isinstance(value, int | float) else 0
