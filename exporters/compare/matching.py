"""Which object of one save is which of another. No I/O here.

GUIDs say it where they are unique. Copies in bags and decks share them and some have none: there
the containers, the contents and the places decide, and last how much two objects have in common.
"""

from __future__ import annotations

import marshal
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from exporters.savefile import Json

SLOTS = ("ObjectStates", "ContainedObjects", "ChildObjects", "States")
"""Where a save or an object keeps objects."""
ENOUGH = 0.5  # what share of their fields two objects of a kind have to have in common
_MOST = 40_000  # pairs that are compared; beyond, only places decide


class Node(Struct, frozen=True):
    """The save itself (number 0) or an object in it, where it is and what it says."""

    path: str
    data: Json
    parent: int  # number of what holds it, -1 of the save
    slot: str
    place: int | str  # a state's key is a text
    own: Hashable  # equal when everything but the objects inside is equal
    whole: Hashable  # equal when those are, too


Key = Callable[[Node], Hashable]


def nodes(data: Json) -> list[Node]:
    """The save and all its objects, parents first."""
    found: list[tuple[str, Json, int, str, int | str]] = [("", data, -1, "", 0)]
    for number, (path, each, *_) in enumerate(found):
        for slot, place, child in children(each):
            at = f"{path}.{slot}[{place}]" if path else f"{slot}[{place}]"
            found.append((at, child, number, slot, place))
    wholes: dict[int, list[Hashable]] = defaultdict(list)
    made: list[Node] = []
    for number in range(len(found) - 1, -1, -1):
        path, each, parent, slot, place = found[number]
        own = mark(own_fields(each))
        whole = hash((own, tuple(wholes.pop(number, ()))))
        wholes[parent].append((slot, whole))
        made.append(Node(path, each, parent, slot, place, own, whole))
    return made[::-1]


def children(data: Json) -> Iterator[tuple[str, int | str, Json]]:
    """The objects directly inside: slot, place, object."""
    for slot in SLOTS:
        held = data.get(slot)
        pairs: Iterable[tuple[int | str, Any]] = ()
        if isinstance(held, list) and slot != "States":
            pairs = enumerate(held)
        elif isinstance(held, dict) and slot == "States":
            pairs = held.items()
        for place, each in pairs:
            if isinstance(each, dict):
                yield slot, place, each


def own_fields(data: Json) -> Json:
    """What an object says without the objects inside it; what is no object there stays."""
    found = {key: each for key, each in data.items() if key not in SLOTS}
    for slot in SLOTS:
        held = data.get(slot)
        values: Any = None
        if isinstance(held, dict) and slot == "States":
            values = held.values()
        elif isinstance(held, list) and slot != "States":
            values = held
        if values is None:
            found |= {} if held is None else {slot: held}
        elif odd := [each for each in values if not isinstance(each, dict)]:
            found[slot] = odd
    return found


def mark(value: Any) -> Hashable:
    """Equal for equal values."""
    try:
        return hash(marshal.dumps(value, 2))
    except ValueError:
        return repr(value)


def pair(old: list[Node], new: list[Node]) -> dict[int, int]:
    """Number in `new` -> number in `old`, for all that are the same object."""
    return _Pairing(old, new).run()


class _Pairing:
    """The work of one `pair`: who is taken, and by whom."""

    def __init__(self, old: list[Node], new: list[Node]) -> None:
        self.old, self.new = old, new
        self.found: dict[int, int] = {0: 0}
        self.taken = {0}

    def run(self) -> dict[int, int]:
        self.unique()
        self.families()
        for key in (
            lambda node: (node.whole,),
            lambda node: (node.data.get("GUID"), node.data.get("Name"), node.own),
        ):
            self.match(self.left_old(), self.left_new(), key)
            self.families()
        self.unique()
        self.families(alike=True)
        self.straighten()
        return self.found

    def left_old(self) -> list[int]:
        return [number for number in range(len(self.old)) if number not in self.taken]

    def left_new(self) -> list[int]:
        return [number for number in range(len(self.new)) if number not in self.found]

    def take(self, old: int, new: int) -> None:
        self.found[new] = old
        self.taken.add(old)

    def unique(self) -> None:
        """Pair what has a GUID that nothing else has that is left, on either side."""
        old = _singles(self.old, self.left_old())
        new = _singles(self.new, self.left_new())
        for guid, number in new.items():
            one = old.get(guid)
            if one is not None and self.old[one].data.get("Name") == self.new[number].data.get(
                "Name"
            ):
                self.take(one, number)

    def match(self, old: Iterable[int], new: Iterable[int], key: Key) -> None:
        """Pair equal keys, in order."""
        pool: dict[Hashable, deque[int]] = defaultdict(deque)
        for number in old:
            pool[_safe(key(self.old[number]))].append(number)
        for number in new:
            waiting = pool.get(_safe(key(self.new[number])))
            if waiting:
                self.take(waiting.popleft(), number)

    def families(self, *, alike: bool = False) -> None:
        """Pair what is left inside containers that are paired, outermost first."""
        inside: dict[tuple[int, str], list[int]] = defaultdict(list)
        for number in self.left_old():
            inside[self.old[number].parent, self.old[number].slot].append(number)
        homes: dict[tuple[int, str], list[int]] = defaultdict(list)
        for number in self.left_new():
            homes[self.new[number].parent, self.new[number].slot].append(number)
        for (parent, slot), new in homes.items():  # parents stand before children
            old = inside.get((self.found.get(parent, -1), slot))
            if old:
                self.family(old, new, alike)

    def family(self, old: list[int], new: list[int], alike: bool) -> None:
        def left() -> tuple[list[int], list[int]]:
            return (
                [number for number in old if number not in self.taken],
                [number for number in new if number not in self.found],
            )

        for key in _KEYS:
            self.match(*left(), key)
        if alike:
            self.similar(*left())

    def straighten(self) -> None:
        """Among equal copies it does not matter which is which: let them keep their order."""
        families: dict[tuple[int, str], list[int]] = defaultdict(list)
        for number, old in self.found.items():
            node, was = self.new[number], self.old[old]
            if number and (was.parent, was.slot) == (self.found.get(node.parent), node.slot):
                families[node.parent, node.slot].append(number)
        for family in sorted(families.values()):
            for side in ("old", "new"):
                self.untwist(sorted(family), side)

    def untwist(self, family: list[int], side: str) -> None:
        copies: dict[Hashable, list[int]] = defaultdict(list)
        for number in family:
            node = self.new[number] if side == "new" else self.old[self.found[number]]
            copies[node.whole].append(number)
        for group in copies.values():
            olds = [self.found[number] for number in group]
            ordered = sorted(olds)
            if olds == ordered:
                continue
            if side == "old":
                swap = _along(self.old, olds, ordered)
                self.found = {new: swap.get(old, old) for new, old in self.found.items()}
            else:
                swap = _along(self.new, [group[olds.index(old)] for old in ordered], group)
                self.found = {swap.get(new, new): old for new, old in self.found.items()}

    def similar(self, old: list[int], new: list[int]) -> None:
        """Pair those of a kind that have most in common."""
        if len(old) * len(new) > _MOST:
            return
        scores = [
            (-score, abs(i - j), j, i)
            for j in new
            for i in old
            if (score := likeness(self.old[i].data, self.new[j].data)) >= ENOUGH
        ]
        for _, _, j, i in sorted(scores):
            if i not in self.taken and j not in self.found:
                self.take(i, j)


_KEYS: tuple[Key, ...] = (
    lambda node: (node.data.get("GUID"), node.whole),
    lambda node: (node.whole,),
    lambda node: (node.own,),
    lambda node: tuple(node.data.get(key) for key in ("GUID", "Name", "Nickname", "CardID")),
    lambda node: (node.data.get("GUID") or id(node), node.data.get("Name"), node.place),
)


def _singles(found: list[Node], numbers: list[int]) -> dict[str, int]:
    guids: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        guid = found[number].data.get("GUID")
        if isinstance(guid, str) and guid:
            guids[guid].append(number)
    return {guid: numbers[0] for guid, numbers in guids.items() if len(numbers) == 1}


def _along(found: list[Node], places: list[int], others: list[int]) -> dict[int, int]:
    """From each of `places` and what is inside it to the same in `others`: they are alike."""
    inside: dict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(found):
        inside[node.parent].append(number)
    swap = dict(zip(places, others, strict=True))
    waiting = list(swap.items())
    for one, other in waiting:
        below = list(zip(inside[one], inside[other], strict=True))
        swap.update(below)
        waiting += below
    return swap


def _safe(key: Hashable) -> Hashable:
    """A hostile file may have a list where a name should be."""
    try:
        hash(key)
    except TypeError:
        return repr(key)
    return key


def likeness(one: Json, other: Json) -> float:
    """The share of the fields of two objects that agree, 0 for objects of two kinds."""
    if one.get("Name") != other.get("Name"):
        return 0.0
    keys = (one.keys() | other.keys()) - {*SLOTS, "Name"}
    agree = sum(key in one and key in other and one[key] == other[key] for key in keys)
    return agree / len(keys) if keys else 1.0
