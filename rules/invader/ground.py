"""The ground: the board with its doors and its Mold, and what follows from them.

A `Ground` is part of the state and changes only when a door or Mold does. What follows from it is
kept on the board, so that equal grounds find it out once.
Source: Invader p.20, invader.md sections 4, 5, 7.3, 9 and 11.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from rules.invader.board import Board, Memo, Zone
from rules.invader.missions import NEUTRAL_DOORS, DoorState, Mission
from rules.invader.sight import visible

MoldSide = Literal["active", "inactive"]
MEMO_LIMIT = 300


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: what could not be found out. Every default is assumed (invader.md 19)."""

    airlock_blocks_sight: bool = True
    xenos_use_airlocks: bool = True
    bullets_inside: Literal["both", "shooter"] = "both"
    """Who has to be indoors for Bullets to work: shooter and target, or only the shooter."""
    oxygen_needed: bool = True
    """Who ends a Turn outside without an Oxygen Tank is eliminated."""
    closed_doors: Literal["ignored", "walls"] = "ignored"
    """What they are to Xenos that look for a way."""
    split_remainder: Literal["players", "first"] = "players"
    """Who sends the odd ones when a group splits; `first`: the first Zone in the board's order."""
    extra_activation_at_blue: bool = False
    mold_chain: Literal["spawn-zone-is-mold", "adjacent-suffices"] = "spawn-zone-is-mold"
    friendly_fire: bool = True
    concentrated_ignores_rank: bool = False
    hellfire_damage: int = 99
    """What Hellfire does to a Survivor; 99 eliminates."""
    door_tokens: int = NEUTRAL_DOORS


class Ground(Struct, frozen=True, dict=True):
    """What the figures stand on."""

    mission: Mission
    settings: Settings
    doors: Mapping[str, DoorState]
    """Door tokens by link."""
    mold: Mapping[str, MoldSide]
    """Mold tokens by Zone."""

    @cached_property
    def board(self) -> Board:
        """The mission's board."""
        return self.mission.board

    @cached_property
    def closed(self) -> frozenset[str]:
        """Links with a closed door."""
        return frozenset(link for link, door in self.doors.items() if door == "closed")

    @cached_property
    def key(self) -> object:
        """Equal for grounds on which figures see and move alike."""
        return self.closed, frozenset(self.mold.items()), self.settings.airlock_blocks_sight

    @cached_property
    def memo(self) -> Memo:
        """What was found out on grounds like this."""
        memos = self.board.memos
        if self.key not in memos:
            if len(memos) >= MEMO_LIMIT:
                memos.clear()
            memos[self.key] = Memo({}, {})
        return memos[self.key]

    @cached_property
    def distances(self) -> dict[str, dict[str, int]]:
        """`distances[destination][zone]` for Xenos, as far as asked for."""
        walls = self.closed if self.settings.closed_doors == "walls" else None
        key = frozenset(self.mold), walls, self.settings.xenos_use_airlocks
        ways = self.board.ways
        if key not in ways:
            if len(ways) >= MEMO_LIMIT:
                ways.clear()
            ways[key] = {}
        return ways[key]

    def zone(self, name: str) -> Zone | None:
        """A Zone by id."""
        return self.board.zones.get(name)

    def kind(self, zone: str) -> str:
        """What a Zone counts as for Lines of Sight: Active Mold is a room, Inactive a corridor."""
        mold = self.mold.get(zone)
        if mold:
            return "room" if mold == "active" else "corridor"
        return self.board.zones[zone].kind

    def special(self, zone: str) -> str:
        """The special property of a Zone, "" once there is Mold."""
        return "" if zone in self.mold else self.board.zones[zone].special

    def is_exterior(self, zone: str) -> bool:
        return self.board.zones[zone].kind == "exterior"

    def opened(self, link: str) -> bool:
        """Whether a link is an opening when its door is disregarded."""
        found = self.board.links[link]
        if found.kind != "wall":
            return True
        zone_of = self.board.zone_of
        return zone_of[found.a] in self.mold or zone_of[found.b] in self.mold

    def blocks_sight(self, link: str) -> bool:
        """Whether no line passes a link."""
        if link in self.closed or not self.opened(link):
            return True
        return self.settings.airlock_blocks_sight and self.board.links[link].kind == "airlock"

    def sight(self, zone: str) -> dict[str, int]:
        """The Zones seen from one, with their distance."""
        found = self.memo.sight.get(zone)
        if found is None:
            found = visible(
                self.board, zone, self.blocks_sight, lambda each: self.kind(each) == "room"
            )
            self.memo.sight[zone] = found
        return found

    def walks(self, zone: str) -> dict[str, str]:
        """The neighbours of a Zone: "open", "airlock", "door" (closed) or "wall" between."""
        found = self.memo.walks.get(zone)
        if found is None:
            found = {}
            for way in self.board.exits[zone]:
                if not self.opened(way.link.id):
                    state = "wall"
                elif way.link.id in self.closed:
                    state = "door"
                else:
                    state = "airlock" if way.link.kind == "airlock" else "open"
                if RANK[state] > RANK.get(found.get(way.to, ""), -1):
                    found[way.to] = state
            self.memo.walks[zone] = found
        return found

    def xeno_neighbours(self, zone: str) -> list[str]:
        """Where Xenos could go when they look for a way: doors are ignored (res, gob)."""
        passable = {"open"}
        if self.settings.closed_doors == "ignored":
            passable.add("door")
        if self.settings.xenos_use_airlocks:
            passable.add("airlock")
        return [to for to, state in self.walks(zone).items() if state in passable]

    def distance_to(self, goal: str) -> dict[str, int]:
        """How many Moves of a Xeno each Zone is away from a goal; unreachable ones are missing."""
        found = self.distances.get(goal)
        if found is None:
            found = {goal: 0}
            edge = [goal]
            while edge:
                ahead = []
                for zone in edge:
                    for to in self.xeno_neighbours(zone):
                        if to not in found:
                            found[to] = found[zone] + 1
                            ahead.append(to)
                edge = ahead
            self.distances[goal] = found
        return found

    def toward(self, zone: str, goal: str) -> list[str]:
        """The first Zones of the shortest ways from a Zone to a goal; none when there is no way
        or it is there."""
        distance = self.distance_to(goal)
        left = distance.get(zone, 0)
        if not left:
            return []
        return [to for to in self.xeno_neighbours(zone) if distance.get(to, left) < left]


RANK = {"wall": 0, "door": 1, "airlock": 2, "open": 3}
"""Of several links to the same Zone the most open one counts."""
