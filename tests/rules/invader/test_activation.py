"""The activation of Xenos against a checker that recomputes noise, distances and splits."""

from __future__ import annotations

from collections import Counter, deque
from random import Random

import pytest
from msgspec.structs import replace

from rules.engine import legal_moves
from rules.invader import RULES
from rules.invader.asks import Assault, Moves, PlayerTurn, Scatter
from rules.invader.flow import advance
from rules.invader.state import KINDS, State
from rules.invader.xenos import EVERYBODY
from tests.rules.invader.boards import random_state


def neighbours(state: State, zone: str) -> dict[str, bool]:
    """The Zones next to one for Xenos, doors disregarded; whether only closed doors lead there."""
    ground, found = state.ground, {}
    for way in state.board.exits[zone]:
        kind = way.link.kind
        if kind == "wall" and not {zone, way.to} & set(ground.mold):
            continue
        if kind == "airlock" and not ground.settings.xenos_use_airlocks:
            continue
        shut = ground.doors.get(way.link.id) == "closed"
        found[way.to] = found.get(way.to, True) and shut
    return found


def far(state: State, goal: str) -> dict[str, int]:
    """Steps from everywhere to a Zone."""
    found, queue = {goal: 0}, deque([goal])
    while queue:
        zone = queue.popleft()
        for to in neighbours(state, zone):
            if to not in found:
                found[to] = found[zone] + 1
                queue.append(to)
    return found


def wanted(state: State, zone: str) -> set[str]:
    """The Zones the Xenos of a Zone may step to; empty when they stay."""
    noise: Counter[str] = Counter(state.noise)
    noise.update(survivor.at for survivor in state.survivors)
    seen = {s.at for s in state.survivors} & set(state.ground.sight(zone))
    among = {z: noise[z] for z in seen} or noise
    goals = {z for z, n in among.items() if n == max(among.values())}
    if zone in goals:
        return set()
    steps = set()
    for goal in goals:
        distance = far(state, goal)
        if zone in distance:
            steps |= {
                to for to in neighbours(state, zone) if distance.get(to, 999) == distance[zone] - 1
            }
    return steps


def total(state: State) -> list[int]:
    return [sum(column) for column in zip(*state.xenos.values(), (0, 0, 0, 0), strict=True)]


def moved(state: State, random: Random) -> tuple[State, State, tuple[str, ...]]:
    """The state before and after one pass of moves, attacks left out."""
    engaged = tuple(sorted({s.at for s in state.survivors} & set(state.xenos)))
    first = state.survivors[0].id
    before = replace(state, asks=(PlayerTurn((first,)), Moves(EVERYBODY, engaged)))
    after = advance(before)
    while isinstance(after.asks[-1], Scatter):
        choices = [m for m in legal_moves(RULES, after) if m.seat == "survivors"]
        after = replace(random.choice(choices).apply(after), steps=())
    return before, after, engaged


@pytest.mark.parametrize("seed", range(120))
def test_xenos_step_along_shortest_ways_and_nobody_appears_or_vanishes(seed: int) -> None:
    random = Random(seed)
    before, after, engaged = moved(random_state(random), random)
    assert total(before) == total(after)
    came: Counter[tuple[str, int]] = Counter()
    routes = {z: wanted(before, z) for z in before.xenos if z not in engaged}
    broken = {
        link for link, door in after.ground.doors.items() if door != before.ground.doors[link]
    }
    for zone, steps in routes.items():
        shut = {to for to in steps if neighbours(before, zone)[to]}
        for to in shut:
            between = {way.link.id for way in before.board.exits[zone] if way.to == to}
            count = sum(before.xenos[zone])
            if count >= len(steps):
                assert between & broken
    for zone, herd in after.xenos.items():
        for kind, count in enumerate(herd):
            came[zone, kind] += count - before.herd(zone)[kind]
    for zone, herd in before.xenos.items():
        for kind, count in enumerate(herd):
            ways = routes.get(zone, set())
            open_ways = {to for to in ways if not neighbours(before, zone)[to]}
            sources = sum(zone in routes.get(z, set()) for z in before.xenos)
            if not ways and not sources:
                assert after.herd(zone)[kind] == count
            if ways and open_ways == ways and not sources:
                assert after.herd(zone)[kind] == 0
    for zone in after.xenos:
        if zone not in before.xenos:
            assert any(zone in steps for steps in routes.values())


@pytest.mark.parametrize("seed", range(60))
def test_a_group_splits_into_parts_that_differ_by_one_at_most(seed: int) -> None:
    random = Random(500 + seed)
    state = random_state(random)
    crowd = {zone: herd for zone, herd in state.xenos.items() if wanted(state, zone)}
    if not crowd:
        return
    zone = random.choice(sorted(crowd))
    alone = replace(state, xenos={zone: crowd[zone]})
    before, after, engaged = moved(alone, random)
    if zone in engaged:
        return
    for kind, count in enumerate(crowd[zone]):
        ways = wanted(before, zone)
        shut = {to for to in ways if neighbours(before, zone)[to]}
        arrived = [after.herd(to)[kind] for to in ways - shut]
        stayed = after.herd(zone)[kind]
        assert sum(arrived) + stayed == count, KINDS[kind]
        even = count // len(ways)
        assert all(n in (even, even + 1) for n in arrived)
        assert even * len(shut) <= stayed <= (even + 1) * len(shut)


@pytest.mark.parametrize("seed", range(40))
def test_every_xeno_beside_a_survivor_strikes_once_and_does_not_move(seed: int) -> None:
    random = Random(900 + seed)
    state = random_state(random)
    zone = state.survivors[0].at
    herd = (random.randint(1, 4), random.randint(0, 2), random.randint(0, 2), 0)
    first = state.survivors[0].id
    state = replace(
        state, xenos={zone: herd}, asks=(PlayerTurn((first,)), Assault(zone, herd)), steps=()
    )
    struck: list[int] = []
    state = advance(state)
    struck += [step.n for step in state.steps if step.what == "attacked"]
    while state.result is None and isinstance(state.asks[-1], Assault):
        moves = [move for move in legal_moves(RULES, state) if move.seat == "survivors"]
        state = random.choice(moves).apply(state)
        struck += [step.n for step in state.steps if step.what == "attacked"]
    full = herd[0] + herd[1] + 2 * herd[2]
    assert sum(struck) == full or state.result is not None
    assert state.xenos == {zone: herd}
