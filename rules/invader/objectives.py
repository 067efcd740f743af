"""What Objectives mean: conditions of winning and losing, and what taking one brings.

Source: Invader p.20 (a removed Objective may lose the Mission), toc p.24, invader.md 17 and 18.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.engine import Outcome
from rules.invader.asks import Fill, Prototype, Unknown
from rules.invader.missions import (
    AllOf,
    AnyCondition,
    AnyEffect,
    AnyOf,
    AtExit,
    Bring,
    Clean,
    Destroyed,
    DrawPrototype,
    Give,
    Killed,
    OpenDoors,
    RoundOver,
    StartSpawns,
    Taken,
)
from rules.invader.skills import gain
from rules.invader.state import KINDS, State, Step, crowd, push, tally, told, unseen, with_survivor


def _at_exit(state: State, condition: AtExit) -> bool:
    exits = state.mission.exit_zones
    for survivor in state.survivors:
        if survivor.at not in exits:
            return False
    return not condition.clear or not any(crowd(state.herd(zone)) for zone in exits)


def _taken(state: State, condition: Taken) -> bool:
    if condition.colour:
        return state.taken.get(condition.colour, 0) >= condition.count
    return sum(state.taken.values()) >= condition.count


def _killed(state: State, condition: Killed) -> bool:
    if condition.xeno:
        return state.killed.get(condition.xeno, 0) >= condition.count
    return sum(state.killed.values()) >= condition.count


def _destroyed(state: State, condition: Destroyed) -> bool:
    machine = state.machine(condition.machine)
    return machine is not None and not machine.at


HOLDS: dict[type, Callable[[State, Any], bool]] = {
    AllOf: lambda state, c: all(holds(state, part) for part in c.of),
    AnyOf: lambda state, c: any(holds(state, part) for part in c.of),
    Taken: _taken,
    AtExit: _at_exit,
    Killed: _killed,
    RoundOver: lambda state, c: state.round > c.round,
    Destroyed: _destroyed,
    Clean: lambda state, c: "active" not in state.ground.mold.values(),
}


def holds(state: State, condition: AnyCondition) -> bool:
    """Whether a condition is met."""
    return HOLDS[type(condition)](state, condition)


def is_possible(state: State, condition: AnyCondition) -> bool:
    """Whether a condition can still be met with the Objectives that are left."""
    if isinstance(condition, AllOf):
        return all(is_possible(state, part) for part in condition.of)
    if isinstance(condition, AnyOf):
        return any(is_possible(state, part) for part in condition.of)
    if not isinstance(condition, Taken):
        return True
    there = [token for token in state.objectives if token.at]
    if not condition.colour:
        return sum(state.taken.values()) + len(there) >= condition.count
    known = sum(token.colour == condition.colour for token in there)
    covered = sum(not token.colour for token in there)
    hidden = min(covered, unseen(state).counts.get(condition.colour, 0))
    return state.taken.get(condition.colour, 0) + known + hidden >= condition.count


def judged(state: State) -> State:
    """The state with its result, if the Mission is won or lost by its own conditions."""
    mission = state.mission
    for condition in mission.lose:
        if holds(state, condition):
            return replace(state, result=Outcome((), "mission-failed"))
    if holds(state, mission.win):
        winners = tuple([survivor.id for survivor in state.survivors])
        return replace(state, result=Outcome(winners, "mission-won"))
    return state


def lost_tokens(state: State, zone: str) -> State:
    """Objectives in a Zone leave the board for good; who lies face down is looked at."""
    gone = [token for token in state.objectives if token.at == zone]
    if not gone:
        return state
    state = replace(
        state,
        objectives=tuple([replace(t, at="") if t.at == zone else t for t in state.objectives]),
    )
    state = told(state, *[Step("objective-lost", token.id, zone) for token in gone])

    state = push(state, *[Unknown(token.id) for token in gone if not token.colour])
    return doomed(state)


def doomed(state: State) -> State:
    """The state, lost if the Mission cannot be won any more (Invader p.20, fr)."""
    if is_possible(state, state.mission.win):
        return state
    return replace(state, result=Outcome((), "objective-lost"))


def take(state: State, seat: str, name: str, colour: str) -> State:
    """A Survivor takes an Objective of a colour: Experience, and what it brings."""
    state = replace(
        state,
        objectives=tuple(
            [replace(t, at="", colour=colour) if t.id == name else t for t in state.objectives]
        ),
        taken=tally(state.taken, colour),
    )
    state = told(state, Step("objective-taken", seat, name, colour))
    effects = {str(key): listed for key, listed in state.mission.effects.items()}
    for effect in reversed(effects.get(colour, ())):
        state = bring(state, seat, effect)
    return gain(state, seat, state.mission.objective_xp)


def bring(state: State, seat: str, effect: AnyEffect) -> State:
    """One effect of an Objective."""
    mission = state.mission
    if isinstance(effect, StartSpawns):
        active = {s.id for s in mission.spawns if s.colour == effect.colour} | {*state.spawns}
        spawns = tuple([s.id for s in mission.spawns if s.id in active])
        return told(replace(state, spawns=spawns), Step("spawns-started", to=effect.colour))
    if isinstance(effect, OpenDoors):
        opening = {link for link, c in mission.door_colour.items() if c == effect.colour}
        doors = {
            link: "open" if link in opening and door == "closed" else door
            for link, door in state.ground.doors.items()
        }
        ground = replace(state.ground, doors=doors)
        return told(replace(state, ground=ground), Step("doors-opened", to=effect.colour))
    if isinstance(effect, Give):
        survivor = state.survivor(seat)
        survivor = replace(survivor, token=tuple(sorted((*survivor.token, effect.card))))
        return with_survivor(state, survivor, Step("given", seat, to=effect.card))
    if isinstance(effect, DrawPrototype):
        return push(state, Prototype(seat)) if state.prototypes.counts else state
    assert isinstance(effect, Bring)
    zone = state.board.zone_of[effect.at]
    return push(state, Fill(zone, KINDS.index(effect.xeno), effect.count))
