"""Which object of a strange *Zombicide: Invader* mod is which piece. No I/O here.

Names say what a thing is, its place says which: an Objective by its Zone, a skill by the dashboard
it lies on. What is doubtful or missing is listed, never guessed over.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from exporters.edit.builders import SEAT_COLORS
from exporters.mods.invader.tokens import tree
from rules.invader.data import MACHINES, SURVIVORS, XENO_CARDS, XENOS, cards_with_back
from rules.invader.missions import Mission
from rules.invader.setup import STARTING
from rules.invader.state import LEVELS, Survivor
from tts_bridge.binding.doubts import Doubt
from tts_bridge.binding.fit import Fit, Point, distance
from tts_bridge.binding.names import meanings_of
from tts_bridge.binding.objects import Thing
from tts_bridge.games.invader.printed_names import PRINTED
from tts_bridge.games.invader.recognise_decks import cards, decks

COUNTED = ("noise", "mold", "wound", "activation", "wreck")
"""Tokens of which a mod may have as many as it likes."""
BACKS = ("standard", "starting", "prototype", "oxygen", "objective")
DICE = 6
ON = 0.75
"""How far from the middle of a cell a piece may lie to be in it, as a part of a cell."""
NEUTRAL = 0.25
"""How far a door's colour may be from grey to be no coloured one."""


class Found(Struct, frozen=True):
    """What was recognised: GUIDs by id, who sits where, and what is left to be asked."""

    pieces: Mapping[str, str]
    seats: Mapping[str, str]
    players: tuple[tuple[str, ...], ...]
    first: int
    equipment: Mapping[str, str]
    dashboards: Mapping[str, Point]
    lying: Mapping[str, Point]
    """Where the things lie that show how a dashboard is turned, by the place they belong in."""
    decks: Mapping[str, Point]
    doubtful: tuple[Doubt, ...] = ()
    missing: tuple[str, ...] = ()


class Search:
    """The recognition of one table, step by step; each step uses what the ones before found."""

    def __init__(
        self, mission: Mission, laid: Fit, objects: Sequence[Thing], seats: Mapping[str, str]
    ) -> None:
        self.mission = mission
        self.laid = laid
        self.objects = objects
        self.given = seats
        self.pieces: dict[str, str] = {}
        self.used: set[str] = set()
        self.doubtful: list[Doubt] = []
        self.decks: dict[str, Point] = {}
        self.dashboards: dict[str, Point] = {}
        containers = {thing.inside for thing in objects}
        self.hands = [thing for thing in objects if thing.name == "HandTrigger" and thing.color]
        self.meant: dict[str, list[Thing]] = {}
        self.labels: dict[str, list[Thing]] = {}
        for thing in objects:
            where = self.labels if thing.is_label else self.meant
            for meaning in meanings_of(PRINTED, *thing.texts):
                if thing.is_label or thing.guid not in containers:
                    where.setdefault(meaning, []).append(thing)

    def run(self) -> Found:
        """Everything that can be recognised."""
        self.figures()
        self.boards()
        self.doors()
        self.by_zone()
        self.on_dashboards()
        self.tokens()
        self.cards()
        starting = self.starting()
        seats = self.seats()
        players = self.players(seats)
        wanted = self.wanted()
        return Found(
            self.pieces,
            seats,
            players,
            self.first(players),
            {seat: card for seat, (card, _) in starting.items()},
            self.dashboards,
            self.lying(starting),
            self.decks,
            tuple(self.doubtful),
            tuple(name for name in wanted if name not in self.pieces),
        )

    def take(self, name: str, thing: Thing) -> None:
        """This object is that piece."""
        self.pieces[name] = thing.guid
        self.used.add(thing.guid)

    def left(self, meaning: str) -> list[Thing]:
        """The objects of a meaning that are nothing yet, those on the table first."""
        found = [thing for thing in self.meant.get(meaning, ()) if thing.guid not in self.used]
        return sorted(found, key=lambda thing: bool(thing.inside))

    def wanted(self) -> Iterator[str]:
        """The ids of everything a game needs."""
        box = Counter[str]()
        yield from (f"figure/{each}" for each in (*SURVIVORS, *self.mission.machines))
        for kind, facts in XENOS.items():
            yield from (f"{kind}/{n}" for n in range(1, facts.figures + 1))
        yield from (f"objective/{each.id}" for each in self.mission.objectives)
        yield from (f"spawn/{each.id}" for each in self.mission.spawns)
        colours = self.mission.door_colour
        yield from (f"door/{colour}" for colour in colours.values())
        neutral = [door for door in self.mission.doors if door.link not in colours]
        yield from (f"door/{n}" for n in range(1, len(neutral) + 1))
        yield from (f"{token}/1" for token in COUNTED)
        yield from (f"die/{n}" for n in range(1, DICE + 1))
        yield "first-player"
        for back in BACKS:
            box.update(cards_with_back(back))
        for card, count in box.items():
            yield from (f"equipment/{card}/{n}" for n in range(1, count + 1))
        for xeno in XENO_CARDS.values():
            yield from (f"xeno/{xeno.id}/{n}" for n in range(1, xeno.count + 1))
        for seat in SURVIVORS:
            yield from (f"xp/{seat}", f"tracker/{seat}")
            yield from (f"skill/{seat}/{skill}" for skill in skills(seat))

    # --- by place -------------------------------------------------------------------------------

    def cell(self, thing: Thing) -> str:
        """The cell of the map that an object lies in, or ""."""
        near = min(self.laid.spaces, key=lambda each: distance(self.laid.spaces[each], thing.place))
        away = distance(self.laid.spaces[near], thing.place)
        return near if away <= self.laid.spacing * ON else ""

    def zone(self, thing: Thing) -> str:
        """The Zone that an object lies in, or ""."""
        return self.mission.board.zone_of.get(self.cell(thing), "")

    def figures(self) -> None:
        """Survivors and machines: of what bears a name, whatever stands on the map."""
        for each in (*SURVIVORS, *MACHINES):
            found = [thing for thing in self.left(f"figure/{each}") if not thing.is_card]
            if each not in SURVIVORS and each not in self.mission.machines:
                continue
            standing = [thing for thing in found if self.cell(thing)] or found
            if len(standing) > 1:
                count = str(len(standing))
                self.doubtful.append(Doubt("same-name", f"figure/{each}", {"count": count}))
            for thing in standing[:1]:
                self.take(f"figure/{each}", thing)

    def boards(self) -> None:
        """Where everybody's dashboard lies: what else bears the name, best a board."""
        for seat in SURVIVORS:
            meaning = f"figure/{seat}"
            found = [*self.labels.get(meaning, ()), *self.left(meaning)]
            found.sort(key=lambda thing: ("3DText" in thing.name, thing.name == "Notecard"))
            if found:
                self.dashboards[seat] = found[0].place
            else:
                self.doubtful.append(Doubt("no-dashboard", meaning))

    def by_zone(self) -> None:
        """Objectives and Spawn Zones by the Zone they lie in, of several the one whose colour
        fits."""
        board = self.mission.board
        objectives = [
            (each, colour)
            for colour in ("red", "green", "purple", "blue", "white", "")
            for each in self.left(f"objective/{colour}" if colour else "objective")
        ]
        for token in self.mission.objectives:
            zone = board.zone_of[token.at]
            here = [pair for pair in objectives if self.zone(pair[0]) == zone]
            here.sort(key=lambda pair: (pair[1] != (token.colour or pair[1]), pair[0].place))
            if here:
                self.take(f"objective/{token.id}", here[0][0])
                objectives.remove(here[0])
                if not here[0][1] and not token.colour:
                    self.doubtful.append(Doubt("unnamed", f"objective/{token.id}"))
        for spawn in self.mission.spawns:
            zone = board.zone_of[spawn.at]
            found = [thing for thing in self.left("spawn") if self.zone(thing) == zone]
            if found:
                self.take(f"spawn/{spawn.id}", found[0])

    def doors(self) -> None:
        """Coloured doors by their name, their place, their tint; the others are alike."""
        for colour in ("green", "purple"):
            links = [link for link, each in self.mission.door_colour.items() if each == colour]
            named = self.left(f"door/{colour}")
            near = [
                thing
                for link in links
                for thing in sorted(
                    self.left("door"), key=lambda one: distance(one.place, self.middle(link))
                )[:1]
                if distance(thing.place, self.middle(link)) < self.laid.spacing * ON / 2
            ]
            tinted = [thing for thing in self.left("door") if hue(thing.tint) == colour]
            for thing in (named or near or tinted)[:1]:
                self.take(f"door/{colour}", thing)
        for number, thing in enumerate(self.left("door"), 1):
            self.take(f"door/{number}", thing)

    def middle(self, link: str) -> Point:
        """Where a link lies."""
        a, b = (self.laid.spaces[cell] for cell in link.split(":"))
        return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

    # --- dashboards -----------------------------------------------------------------------------

    def on_dashboards(self) -> None:
        """Counters, trackers and skills to the dashboards they lie nearest to."""
        self.share("xp", "xp/{}", SURVIVORS)
        self.share("tracker", "tracker/{}", SURVIVORS)
        for skill in dict.fromkeys(skill for seat in SURVIVORS for skill in skills(seat)):
            owners = [seat for seat in SURVIVORS if skill in skills(seat)]
            self.share(f"skill/{skill}", f"skill/{{}}/{skill}", owners)

    def share(self, meaning: str, name: str, seats: Iterable[str]) -> None:
        """One of the objects of a meaning to each of these, the nearest pairs first."""
        pairs = sorted(
            (distance(thing.place, self.dashboards[seat]), seat, thing.guid)
            for thing in self.left(meaning)
            if not thing.is_card
            for seat in seats
            if seat in self.dashboards
        )
        by_guid = {thing.guid: thing for thing in self.left(meaning)}
        for _, seat, guid in pairs:
            if name.format(seat) not in self.pieces and guid not in self.used:
                self.take(name.format(seat), by_guid[guid])

    def starting(self) -> dict[str, tuple[str, Point]]:
        """The starting card of everybody, and where it lies: the nearest one that lies open."""
        guids = {guid: name for name, guid in self.pieces.items() if name.startswith("equipment/")}
        pairs = sorted(
            (distance(thing.place, at), seat, thing.guid, thing.place)
            for thing in self.objects
            if thing.guid in guids and not thing.inside
            for seat, at in self.dashboards.items()
        )
        found: dict[str, tuple[str, Point]] = {}
        taken: set[str] = set()
        for _, seat, guid, place in pairs:
            card = guids[guid].split("/")[1]
            if seat not in found and guid not in taken and card in STARTING:
                found[seat] = (card, place)
                taken.add(guid)
        return found

    def lying(self, starting: Mapping[str, tuple[str, Point]]) -> dict[str, Point]:
        """Where starting cards, trackers and skills lie, by the place they belong in."""
        found = {f"slot/{seat}/hand": place for seat, (_, place) in starting.items()}
        at = {thing.guid: thing.place for thing in self.objects}
        for name, guid in self.pieces.items():
            kind, _, rest = name.partition("/")
            if kind == "tracker":
                found[f"danger/{rest}/{LEVELS[0]}"] = at[guid]
            elif kind == "skill":  # the middle one of the row will do
                found.setdefault(f"skills/{rest.partition('/')[0]}", at[guid])
        return found

    def seats(self) -> dict[str, str]:
        """Whose Survivor is whose: as was said, as the table says, by the nearest hand."""
        found = {}
        for seat in SURVIVORS:
            colour = self.given.get(seat) or self.written(seat)
            at = self.dashboards.get(seat)
            if not colour and at is not None and self.hands:
                colour = min(self.hands, key=lambda hand: distance(hand.place, at)).color
            if not colour:
                colour = next(iter(SEAT_COLORS))
                self.doubtful.append(Doubt("nobody", f"figure/{seat}", {"colour": colour}))
            found[seat] = colour
        return found

    def written(self, seat: str) -> str:
        """The player colour that stands beside a Survivor's name, such as `Magnus (Red)`."""
        for thing in self.labels.get(f"figure/{seat}", ()):
            for text in thing.texts:
                for word in re.findall(r"[A-Za-z]+", text[:200]):
                    if word in SEAT_COLORS:
                        return str(word)
        return ""

    def players(self, seats: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        """The Survivors of each player, in the order in which the table goes round."""
        found: dict[str, list[str]] = {}
        for seat in SURVIVORS:
            found.setdefault(seats[seat], []).append(seat)
        place = {hand.color: hand.place for hand in self.hands}
        order = [colour for colour in SEAT_COLORS if colour in found]
        if place.keys() >= found.keys():  # seen from above, clockwise
            order.sort(key=lambda colour: -math.atan2(place[colour][1], place[colour][0]))
        return tuple(tuple(found[colour]) for colour in order)

    def first(self, players: Sequence[Sequence[str]]) -> int:
        """The player whose dashboard the First Player token lies nearest to."""
        marker = next((t for t in self.objects if t.guid == self.pieces.get("first-player")), None)
        if marker is None or not self.dashboards:
            return 0
        near = min(self.dashboards, key=lambda s: distance(self.dashboards[s], marker.place))
        return next((n for n, seats in enumerate(players) if near in seats), 0)

    # --- what is alike --------------------------------------------------------------------------

    def tokens(self) -> None:
        """Interchangeable figures and tokens by number, dice, the First Player token."""
        for kind, facts in XENOS.items():
            found = [thing for thing in self.left(kind) if not thing.is_card]
            for number, thing in enumerate(found[: facts.figures], 1):
                self.take(f"{kind}/{number}", thing)
            if more := found[facts.figures :]:
                self.doubtful.append(Doubt("more", kind, {"count": str(len(more))}))
        for what in COUNTED:
            for number, thing in enumerate(self.left(what), 1):
                self.take(f"{what}/{number}", thing)
        dice = self.left("die") or [t for t in self.objects if t.name.startswith("Die_6")]
        for number, thing in enumerate(dice[:DICE], 1):
            self.take(f"die/{number}", thing)
        for thing in self.left("first-player")[:1]:
            self.take("first-player", thing)
        for thing in self.objects:
            if thing.name == "Infinite_Bag" and thing.texts:
                self.doubtful.append(Doubt("endless", facts={"name": thing.texts[0]}))

    def cards(self) -> None:
        """Decks, and every card in them or beside them."""
        self.decks, doubtful = decks(self.objects)
        self.doubtful += doubtful
        for name, thing in cards(self.objects, self.decks, self.used):
            self.take(name, thing)


def skills(seat: str) -> list[str]:
    """The skills on a Survivor's card."""
    return [skill for _, skill in tree(Survivor(seat, ""))]


def hue(tint: tuple[float, float, float]) -> str:
    """Whether a colour is green or purple, or neither."""
    red, green, blue = tint
    if green - max(red, blue) > NEUTRAL:
        return "green"
    if min(red, blue) - green > NEUTRAL:
        return "purple"
    return ""


def recognise(
    mission: Mission, laid: Fit, objects: Sequence[Thing], seats: Mapping[str, str]
) -> Found:
    """Which object is which piece; `seats`: the player colours of Survivors that were said."""
    return Search(mission, laid, objects, seats).run()


def wanted(found: Found) -> list[str]:
    """The ids of everything a game needs."""
    return [*found.pieces, *found.missing]
