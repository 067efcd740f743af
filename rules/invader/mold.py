"""Mold: where Spoilers leave it, what it removes, and the chain that loses the game.

Source: Invader p.20.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from rules.engine import Outcome
from rules.invader.ground import Ground
from rules.invader.objectives import lost_tokens
from rules.invader.state import SPOILER, State, Step, told


def spread(state: State) -> State:
    """The state after every Spoiler Abomination has made its Zone Active Mold (Invader p.20)."""
    for zone, herd in state.xenos.items():
        if herd[SPOILER]:
            mold = state.ground.mold.get(zone)
            if mold != "active" and not state.ground.is_exterior(zone):
                state = settled(state, zone)
                if state.result:
                    return state
    return state


def settled(state: State, zone: str) -> State:
    """A Zone becomes an Active Mold Zone, or becomes one again."""
    ground = state.ground
    is_new = zone not in ground.mold
    doors = ground.doors
    if is_new:
        links = {way.link.id for way in ground.board.exits[zone]}
        doors = {link: door for link, door in doors.items() if link not in links}
    ground = replace(ground, mold={**ground.mold, zone: "active"}, doors=doors)
    state = told(replace(state, ground=ground), Step("mold", at=zone))
    if has_chain(ground, spawn_zones(state)):
        return replace(state, result=Outcome((), "mold-chain"))
    return lost_tokens(state, zone) if is_new else state


def dormant(state: State, zone: str) -> State:
    """Hellfire turns Active Mold to its Inactive side (Invader p.20)."""
    if state.ground.mold.get(zone) != "active":
        return state
    ground = replace(state.ground, mold={**state.ground.mold, zone: "inactive"})
    return told(replace(state, ground=ground), Step("mold-inactive", at=zone))


def spawn_zones(state: State) -> set[str]:
    """The Zones of all Spawn tokens, sleeping ones included."""
    return {state.board.zone_of[spawn.at] for spawn in state.mission.spawns}


def active_zones(ground: Ground) -> list[str]:
    """The Active Mold Zones, in the board's order."""
    active = [zone for zone, side in ground.mold.items() if side == "active"]
    return sorted(active, key=ground.board.order.__getitem__)


def has_chain(ground: Ground, spawns: Collection[str]) -> bool:
    """Whether an unbroken chain of Active Mold joins two Spawn Zones (Invader p.20)."""
    exits = ground.board.exits
    left = set(active_zones(ground))
    while left:
        chain, edge = set(), [left.pop()]
        touched = set()
        while edge:
            zone = edge.pop()
            chain.add(zone)
            for way in exits[zone]:
                if way.link.kind == "airlock":
                    continue
                touched.add(way.to)
                if way.to in left:
                    left.remove(way.to)
                    edge.append(way.to)
        if ground.settings.mold_chain == "adjacent-suffices":
            chain |= touched
        if len(chain.intersection(spawns)) > 1:
            return True
    return False
