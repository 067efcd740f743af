"""Which object of a strange mod is which piece of the game. No I/O here.

Names say what a thing is, its place says whose: a card lies in its owner's hand, a token in its
space. What is doubtful or missing is listed, never guessed over.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from rules.dbd.board import Board, Category
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.state import KILLER_CARDS, SURVIVOR_CARDS, default_kinds
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Fit, Point, distance
from tts_bridge.binding.names import meaning_of
from tts_bridge.binding.objects import Thing
from tts_bridge.games.dbd.printed_names import PRINTED

COUNTED = {"wound": 4, "progress": 25, "sacrifice": 12}
"""How many there are in the box (dbd.md 2)."""
PLAYING = 4
"""Survivors in a game."""
CATEGORY_OF = {kind: category for category, kinds in default_kinds().items() for kind in kinds}


class Found(Struct, frozen=True):
    """What was recognised: GUIDs by id, who sits where, and what is left to be asked."""

    pieces: Mapping[str, str]
    seats: Mapping[str, str]
    survivors: tuple[str, ...]
    killer: str
    first: str
    starts: Mapping[str, int]
    revealed: Mapping[str, str]
    hands: Mapping[str, Thing]
    """The hand zone of each seat."""
    doubtful: tuple[Doubt, ...] = ()
    missing: tuple[str, ...] = ()
    """Ids for which nothing was found."""


class Search:
    """The recognition of one table, step by step; each step uses what the ones before found."""

    def __init__(self, board: Board, laid: Fit, objects: Sequence[Thing]) -> None:
        self.board = board
        self.laid = laid
        self.objects = objects
        self.hands = [thing for thing in objects if thing.name == "HandTrigger"]
        self.meant: dict[str, list[Thing]] = {}
        for thing in objects:
            meaning = meaning_of(PRINTED, *thing.texts)
            # Of labels, only people's say something: whose hand is near.
            if meaning.startswith("figure/") or (meaning and not thing.is_label):
                self.meant.setdefault(meaning, []).append(thing)
        self.hand: dict[str, Thing] = {}
        """The hand zone of each seat."""
        self.pieces: dict[str, str] = {}
        self.doubtful: list[Doubt] = []

    def run(self) -> Found:
        """Everything that can be recognised."""
        survivors, killer = self.figures()
        seats = self.seats((*survivors, killer) if killer else survivors)
        ordered = self.clockwise(survivors)
        self.cards()
        self.counters()
        revealed = self.props()
        self.tokens()
        self.dice()
        first = self.marker(ordered)
        if first:
            turn = ordered.index(first)
            ordered = (*ordered[turn:], *ordered[:turn])
        starts = {
            seat: number
            for seat in (*ordered, killer)
            if f"figure/{seat}" in self.pieces
            and (number := self.board.space[self.space_of(f"figure/{seat}")].start) is not None
        }
        wanted = self.wanted(ordered, killer)
        return Found(
            self.pieces,
            seats,
            ordered,
            killer,
            first,
            starts,
            revealed,
            self.hand,
            tuple(self.doubtful),
            tuple(name for name in wanted if name not in self.pieces),
        )

    def wanted(self, survivors: Iterable[str], killer: str) -> list[str]:
        """The ids of everything a game needs."""
        seats = [*survivors, *([killer] if killer else [])]
        cards = [(s, KILLER_CARDS if s == killer else SURVIVOR_CARDS) for s in seats]
        return [
            *(f"figure/{seat}" for seat in seats),
            *(f"card/{seat}/{card}" for seat, owned in cards for card in owned),
            *(f"bloodpoints/{seat}" for seat in seats),
            *(f"prop/{slot.prop}" for slot in self.board.slots),
            *(f"wall/{path.id}" for path in self.board.paths if path.wall),
            *(f"{what}/{n}" for what, count in COUNTED.items() for n in range(1, count + 1)),
            *(f"die/skill-{n}" for n in range(1, 5)),
            *("die/danger", "entity", "first-player"),
        ]

    def figures(self) -> tuple[tuple[str, ...], str]:
        """Who plays: the figures whose name is a Survivor's or Killer's and that are no label."""
        present = []
        for meaning, found in self.meant.items():
            if not meaning.startswith("figure/"):
                continue
            standing = [thing for thing in found if not thing.is_label]
            if len(standing) > 1:
                self.doubtful.append(Doubt("same-name", meaning, {"count": str(len(standing))}))
            for thing in standing[:1]:
                self.pieces[meaning] = thing.guid
                present.append(meaning.removeprefix("figure/"))
        survivors = tuple(seat for seat in SURVIVORS if seat in present)
        killers = [seat for seat in KILLERS if seat in present]
        if len(survivors) != PLAYING:
            self.doubtful.append(Doubt("survivors", facts={"count": str(len(survivors))}))
        if len(killers) != 1:
            self.doubtful.append(Doubt("killers", facts={"count": str(len(killers))}))
        return survivors, next(iter(killers), "")

    def seats(self, playing: Sequence[str]) -> dict[str, str]:
        """Whose hand is whose: each name written on the table goes to the hand nearest to it."""
        near = [
            (distance(label.place, hand.place), seat, number)
            for seat in playing
            for label in self.meant.get(f"figure/{seat}", ())
            if label.guid != self.pieces.get(f"figure/{seat}")
            for number, hand in enumerate(self.hands)
        ]
        taken: set[int] = set()  # who plays two figures has two hands, of one colour
        for _, seat, number in sorted(near):
            if seat not in self.hand and number not in taken:
                self.hand[seat] = self.hands[number]
                taken.add(number)
        for seat in playing:
            if seat not in self.hand:
                self.doubtful.append(Doubt("no-hand", f"figure/{seat}"))
        return {seat: self.hand[seat].color for seat in playing if seat in self.hand}

    def clockwise(self, survivors: Sequence[str]) -> tuple[str, ...]:
        """The Survivors in the order in which they sit, seen from above."""

        def angle(seat: str) -> float:
            hand = self.hand.get(seat)
            return -math.atan2(hand.at[2], hand.at[0]) if hand else math.inf

        return tuple(sorted(survivors, key=angle))

    def cards(self) -> None:
        """Each movement card to whom its hand is nearest."""
        for card in KILLER_CARDS:
            found = self.meant.get(f"card/{card}", [])
            pairs = sorted(
                (distance(thing.place, hand.place), seat, thing.guid)
                for thing in found
                for seat, hand in self.hand.items()
            )
            used: set[str] = set()
            for _, seat, guid in pairs:
                name = f"card/{seat}/{card}"
                if name not in self.pieces and guid not in used:
                    self.pieces[name] = guid
                    used.add(guid)

    def counters(self) -> None:
        """Each Bloodpoint counter to whom its hand is nearest."""
        pairs = sorted(
            (distance(thing.place, hand.place), seat, thing.guid)
            for thing in self.meant.get("bloodpoints", ())
            for seat, hand in self.hand.items()
        )
        used: set[str] = set()
        for _, seat, guid in pairs:
            if f"bloodpoints/{seat}" not in self.pieces and guid not in used:
                self.pieces[f"bloodpoints/{seat}"] = guid
                used.add(guid)

    def props(self) -> dict[str, str]:
        """Each prop token to a slot of the space it lies in; what lies face up, with its kind."""
        by_space: dict[tuple[str, Category], list[tuple[Thing, str]]] = {}
        for meaning, found in self.meant.items():
            what, _, kind = meaning.partition("/")
            if what != "kind" or kind not in CATEGORY_OF:
                continue
            for thing in found:
                key = (self.nearest_space(thing.place), CATEGORY_OF[kind])
                by_space.setdefault(key, []).append((thing, kind))
        revealed = {}
        for slot in self.board.slots:
            here = by_space.get((slot.space, slot.category), [])
            if here:
                here.sort(key=lambda pair: pair[0].place)
                thing, kind = here.pop(0)
                self.pieces[f"prop/{slot.prop}"] = thing.guid
                if thing.up:
                    revealed[slot.prop] = kind
        for (space, category), left in by_space.items():
            for _ in left:
                self.doubtful.append(
                    Doubt("prop-too-many", facts={"category": category, "space": space})
                )
        return revealed

    def tokens(self) -> None:
        """Interchangeable tokens by number, walls by the path they lie on, the Entity."""
        for what, count in COUNTED.items():
            for number, thing in enumerate(self.meant.get(what, ())[:count], 1):
                self.pieces[f"{what}/{number}"] = thing.guid
        walls = list(self.meant.get("wall", ()))
        for path in self.board.paths:
            if path.wall and walls:
                a, b = self.laid.spaces[path.a], self.laid.spaces[path.b]
                middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                near = min(walls, key=lambda wall: distance(wall.place, middle))
                walls.remove(near)
                self.pieces[f"wall/{path.id}"] = near.guid
        for thing in self.meant.get("entity", ())[:1]:
            self.pieces["entity"] = thing.guid

    def dice(self) -> None:
        """The skill check dice and the danger die."""
        for number, thing in enumerate(self.meant.get("die/skill", ())[:4], 1):
            self.pieces[f"die/skill-{number}"] = thing.guid
        for thing in self.meant.get("die/danger", ())[:1]:
            self.pieces["die/danger"] = thing.guid

    def marker(self, survivors: Sequence[str]) -> str:
        """Who holds the first player marker: whose hand it is nearest to."""
        for thing in self.meant.get("first-player", ())[:1]:
            self.pieces["first-player"] = thing.guid
            hands = [
                (distance(thing.place, hand.place), seat)
                for seat in survivors
                if (hand := self.hand.get(seat))
            ]
            if hands:
                return min(hands)[1]
        return next(iter(survivors), "")

    def nearest_space(self, place: Point) -> str:
        """The space that a place is nearest to."""
        return min(self.laid.spaces, key=lambda space: distance(self.laid.spaces[space], place))

    def space_of(self, name: str) -> str:
        """The space that a recognised piece stands in."""
        guid = self.pieces[name]
        thing = next(each for each in self.objects if each.guid == guid)
        return self.nearest_space(thing.place)


def recognise(board: Board, laid: Fit, objects: Sequence[Thing]) -> Found:
    """Which object is which piece."""
    return Search(board, laid, objects).run()


def wanted(found: Found) -> list[str]:
    """The ids of everything a game needs; of figures all that could be the ones that are not
    recognised."""
    figures = [*(SURVIVORS if len(found.survivors) < PLAYING else ())]
    figures += [*(() if found.killer else KILLERS)]
    return [
        *dict.fromkeys((*(f"figure/{seat}" for seat in figures), *found.pieces, *found.missing))
    ]
