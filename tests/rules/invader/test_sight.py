"""Lines of Sight against an oracle that knows only cells, drawn links and the rule's words."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rules.invader.data import FACES
from rules.invader.ground import Ground, Settings
from rules.invader.missions import Mission, Tile
from tests.rules.invader.boards import bare, random_ground, random_mission

BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def joints(ground: Ground) -> list[tuple[str, str, str, bool]]:
    """Every way a line may go: from a cell, to a cell, in a direction, and whether it enters
    another Zone."""
    board, found = ground.board, []
    for link in board.links.values():
        ends = board.zone_of[link.a], board.zone_of[link.b]
        shut = ground.doors.get(link.id) == "closed"
        wall = link.kind == "wall" and not any(zone in ground.mold for zone in ends)
        lock = link.kind == "airlock" and ground.settings.airlock_blocks_sight
        if not (shut or wall or lock):
            new = ends[0] != ends[1]
            found += [(link.a, link.b, link.dir, new), (link.b, link.a, BACK[link.dir], new)]
    inner = [
        (cell, to, direction, False)
        for cell, ways in board.steps.items()
        for direction, steps in ways.items()
        for link_id, to in steps
        if not link_id
    ]
    return found + inner


def counts_as_room(ground: Ground, zone: str) -> bool:
    mold = ground.mold.get(zone)
    return mold == "active" if mold else ground.board.zones[zone].kind == "room"


def slow_sight(ground: Ground, zone: str) -> dict[str, int]:
    """For each direction, all cells a straight line can be in after any number of steps."""
    zone_of, ways = ground.board.zone_of, joints(ground)
    best = {zone: 0}
    for direction in "NESW":
        steps = [way for way in ways if way[2] == direction]
        states = {(cell, 0) for cell in ground.board.zones[zone].cells}
        seen = set(states)
        while states:
            ahead = set()
            for (cell, length), (a, b, _, new) in product(states, steps):
                if a != cell or (length and counts_as_room(ground, zone_of[cell]) and new):
                    continue
                ahead.add((b, length + new))
            states = ahead - seen
            seen |= ahead
        for cell, length in seen:
            there = zone_of[cell]
            best[there] = min(best.get(there, 99), length)
    return best


@pytest.mark.parametrize("face", sorted(FACES))
@pytest.mark.parametrize("airlock", [True, False])
def test_every_zone_of_a_face_sees_what_the_oracle_sees(face: str, airlock: bool) -> None:
    ground = Ground(bare((Tile(face, 0, 0),)), Settings(airlock_blocks_sight=airlock), {}, {})
    for zone in ground.board.zones:
        assert ground.sight(zone) == slow_sight(ground, zone)


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_with_doors_and_mold_are_seen_as_by_the_oracle(seed: int) -> None:
    random = Random(seed)
    ground = random_ground(random, random_mission(random))
    for zone in ground.board.zones:
        assert ground.sight(zone) == slow_sight(ground, zone)


@pytest.mark.parametrize("seed", range(40))
def test_who_sees_is_seen(seed: int) -> None:
    random = Random(1000 + seed)
    ground = random_ground(random, random_mission(random))
    for zone in ground.board.zones:
        for other, distance in ground.sight(zone).items():
            assert ground.sight(other)[zone] == distance


def test_a_turned_board_is_the_same_board() -> None:
    for face in sorted(FACES):
        boards = []
        for rotation in (0, 90, 180, 270):
            mission: Mission = bare((Tile(face, 0, 0, rotation),))  # type: ignore[arg-type]
            ground = Ground(mission, Settings(), {}, {})
            sights = {zone: ground.sight(zone) for zone in ground.board.zones}
            boards.append((sights, {z: ground.walks(z) for z in ground.board.zones}))
        assert all(board == boards[0] for board in boards)
