"""What a Xenos' phase costs: 60 figures on six tiles, beside plain searches of the same board.

`python -m pytest tests/bench -q` prints it. Nothing here fails by being slow.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from rules.chance import Dealer
from rules.invader import RULES
from rules.invader.asks import EndPhase, XenosPhase
from rules.invader.board import Board
from rules.invader.flow import advance
from rules.invader.ground import Settings
from rules.invader.missions import Mission, mission
from rules.invader.setup import Config
from rules.invader.state import State

ROUNDS, TIMES = 7, 20
GOAL = 20.0
"""Times the searches."""
FIGURES = (35, 14, 10, 1)
"""Workers, Hunters, Tanks and the Spoiler Abomination: 60."""


def crowded(game: Mission) -> State:
    """The six tiles with 60 Xenos on them, before their phase, nobody left to be asked."""
    state = RULES.setup(Config(mission=game, settings=Settings(split_remainder="first")))
    random = Random(60)
    away = state.ground.distance_to(state.survivors[0].at)
    zones = [zone for zone in state.board.zones if away.get(zone, 0) > 3]
    herds: dict[str, list[int]] = {}
    for kind, count in enumerate(FIGURES):
        for _ in range(count):
            herds.setdefault(random.choice(zones), [0, 0, 0, 0])[kind] += 1
    xenos = {zone: (h[0], h[1], h[2], h[3]) for zone, h in herds.items()}
    return replace(state, xenos=xenos, asks=(EndPhase(), XenosPhase()), steps=())


def phase(state: State, *, anew: bool) -> State:
    """The state after a Xenos' phase: everybody activates, a card for each Spawn Zone. `anew`:
    nothing is known of the board yet."""
    if anew:
        state.board.memos.clear()
        state.board.ways.clear()
        ground = state.ground
        state = replace(state, ground=replace(ground))
    after = advance(state)
    dealer = Dealer(Random(1))
    while (card := dealer.choose(RULES, after)) is not None:
        after = card.apply(after)
    return after


def search(board: Board, zone: str) -> int:
    """A plain breadth-first search of the board from a Zone; how many Zones it reaches."""
    found = {zone}
    edge = deque([zone])
    while edge:
        for way in board.exits[edge.popleft()]:
            if way.link.kind != "wall" and way.to not in found:
                found.add(way.to)
                edge.append(way.to)
    return len(found)


def timed(work: Callable[[], object]) -> float:
    """Microseconds of CPU time that something takes, once."""
    begin = time.process_time()
    for _ in range(TIMES):
        work()
    return (time.process_time() - begin) / TIMES * 1e6


@pytest.mark.parametrize("anew", [True, False], ids=["nothing known", "board known"])
def test_a_phase_of_60_xenos_beside_searches(
    anew: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    game = mission("the-sleeping-gun")
    state = crowded(game)
    assert sum(map(sum, state.xenos.values())) == sum(FIGURES) == 60
    assert len(game.tiles) == 6
    after = phase(state, anew=anew)
    assert after.result is None
    assert after.round == state.round + 1
    zones = [*state.xenos]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(timed(lambda: phase(state, anew=anew)))
        theirs.append(timed(lambda: [search(game.board, zone) for zone in zones]))
    ratio = median(ours) / median(theirs)
    with capsys.disabled():
        print(
            f"\nXenos' phase, {'nothing' if anew else 'all'} known of the board: "
            f"{median(ours):,.0f} us; a search from each of {len(zones)} Zones: "
            f"{median(theirs):,.0f} us; {ratio:.2f} times (goal: under {GOAL:g})"
        )
    assert ratio > 0
