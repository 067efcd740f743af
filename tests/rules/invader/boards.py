"""Random boards, doors, Mold and crowds for the tests that recompute by other means."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.invader.data import FACES
from rules.invader.ground import Ground, Settings
from rules.invader.missions import Mission, RoundOver, Spawn, Tile
from rules.invader.setup import Config, setup
from rules.invader.state import Herd, State

SPOTS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))


def bare(tiles: tuple[Tile, ...]) -> Mission:
    """A mission with nothing in it but its tiles."""
    name = tiles[0].name
    return Mission(
        version=1,
        id="bare",
        name={"en": "Bare"},
        text={"en": "Bare"},
        difficulty="tutorial",
        tiles=tiles,
        start=(f"{name}-c",),
        spawns=(Spawn("spawn-1", f"{name}-c"),),
        win=RoundOver(99),
    )


def random_mission(random: Random) -> Mission:
    """One to six tiles side by side, turned as it happens."""
    faces = random.sample(sorted(FACES), random.randint(1, 6))
    tiles = [
        Tile(face, *spot, rotation=random.choice((0, 90, 180, 270)))
        for face, spot in zip(faces, SPOTS, strict=False)
    ]
    return bare(tuple(tiles))


def random_ground(random: Random, mission: Mission) -> Ground:
    """Some doors and some Mold on a mission's board."""
    board = mission.board
    gaps = [link.id for link in board.links.values() if link.kind == "gap"]
    inside = [zone.id for zone in board.zones.values() if zone.kind != "exterior"]
    doors = {
        link: random.choice(("closed", "open", "destroyed"))
        for link in random.sample(gaps, min(len(gaps), random.randint(0, 8)))
    }
    molds = random.sample(inside, min(len(inside), random.randint(0, 5)))
    mold = {zone: random.choice(("active", "inactive")) for zone in molds}
    for zone in mold:
        for way in board.exits[zone]:
            doors.pop(way.link.id, None)
    settings = Settings(
        airlock_blocks_sight=random.random() < 0.5, xenos_use_airlocks=random.random() < 0.8
    )
    return Ground(mission, settings, doors, mold)  # type: ignore[arg-type]


def random_state(random: Random) -> State:
    """Survivors, noise and crowds of Xenos anywhere on a random board."""
    mission = random_mission(random)
    state = setup(Config(mission=mission))
    zones = list(mission.board.zones)
    xenos: dict[str, Herd] = {}
    for zone in random.sample(zones, min(len(zones), random.randint(1, 12))):
        herd = (random.randint(0, 7), random.randint(0, 3), random.randint(0, 3), 0)
        if any(herd):
            xenos[zone] = herd
    spots = random.sample(zones, min(len(zones), 3))
    return replace(
        state,
        ground=random_ground(random, mission),
        survivors=tuple([replace(s, at=random.choice(spots)) for s in state.survivors]),
        xenos=xenos,
        noise={zone: random.randint(1, 4) for zone in random.sample(zones, min(len(zones), 3))},
    )
