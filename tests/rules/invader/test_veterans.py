"""Random play from the thick of it: experts with everything in their hands, anywhere on any board.

Games from the start seldom last long enough for what is rare; here all of it comes up.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from rules.chance import Dealer
from rules.engine import CHANCE, Match, judge, legal_moves
from rules.invader import RULES
from rules.invader.data import CARDS, SKILLS, XENOS
from rules.invader.flow import advance, round_asks
from rules.invader.gear import attachable
from rules.invader.mold import has_chain, spawn_zones, spread
from rules.invader.state import KINDS, Machine, State, Survivor
from tests.rules.invader.boards import random_state

WEAPONS = sorted(card.id for card in CARDS.values() if card.weapon)
EXTRAS = ("energy-cell", "plenty-of-bullets", "canister")
REST = ("mre", "canister", "energy-cell", "plenty-of-bullets", "oxygen-tank", "searchlight")


def loaded(weapon: str, random: Random) -> str:
    """A weapon with what fits on it, most of the time."""
    fitting = [extra for extra in EXTRAS if attachable(weapon, extra) is None]
    return f"{weapon}+{fitting[0]}" if fitting and random.random() < 0.7 else weapon


def veteran(survivor: Survivor, random: Random) -> Survivor:
    weapon = loaded(random.choice(WEAPONS), random)
    twins = random.random() < 0.4
    hand = (weapon, weapon) if twins else (weapon, loaded(random.choice(WEAPONS), random))
    body = random.choices(("ablative-armor", "searchlight", "search-drone"), k=random.randint(0, 2))
    return replace(
        survivor,
        hand=tuple(sorted(hand)),
        body=tuple(sorted(body)),
        pack=tuple(sorted(random.choices(REST, k=random.randint(0, 5)))),
        token=("bot-remote",) if survivor.id == "cole" else (),
        xp=random.choice((5, 17, 41)),
        skills=tuple(random.sample(sorted(SKILLS), 5)),
    )


def thick_of_it(random: Random) -> State:
    state = random_state(random)
    inside = [zone.id for zone in state.board.zones.values() if zone.kind != "exterior"]
    machines = ("peacekeeper-bot", "falchion-sentry-gun")
    state = replace(
        state,
        survivors=tuple([veteran(survivor, random) for survivor in state.survivors]),
        xenos={zone: (min(h[0], 2), h[1] % 2, h[2] % 2, 0) for zone, h in state.xenos.items()}
        | {random.choice(inside): (1, 0, 0, 1)},
        machines=tuple([Machine(name, random.choice(inside)) for name in machines]),
        asks=round_asks(state),
        steps=(),
    )
    xenos = {zone: herd for zone, herd in state.xenos.items() if any(herd)}
    return advance(spread(replace(state, xenos=xenos)))


@cache
def played(seed: int, cap: int = 250) -> Match[State]:
    random = Random(seed)
    dealer = Dealer(random)
    match = Match(RULES, thick_of_it(random))
    while match.state.result is None and len(match.moves) < cap:
        moves = list(legal_moves(RULES, match.state))
        assert moves, f"stuck at {match.state.asks[-1]}"
        assert len(set(moves)) == len(moves)
        assert [move for move in moves if judge(RULES, match.state, move)] == []
        if moves[0].seat == CHANCE:
            move = dealer.choose(RULES, match.state)
            assert move is not None
        else:
            kinds = {type(move).__name__: move for move in random.sample(moves, len(moves))}
            rash = random.random() < 0.1
            names = [k for k in kinds if rash or k not in ("Discard", "DoNothing")]
            move = kinds[random.choice(sorted(names or kinds))]
        match.push(move)
    return match


@pytest.mark.parametrize("seed", range(0, 160, 20))
def test_play_among_experts_never_gets_stuck_and_keeps_the_laws(seed: int) -> None:
    for each in range(seed, seed + 20):
        match = played(each)
        for state in match.states:
            for kind, name in enumerate(KINDS):
                count = sum(herd[kind] for herd in state.xenos.values())
                assert 0 <= count <= max(XENOS[name].figures, count_at_start(match, kind))
            for survivor in state.survivors:
                assert len(survivor.hand) <= 2
                assert len(survivor.body) <= 2
                assert len(survivor.pack) <= 5
                assert survivor.left >= 0
            if state.result is None:
                assert not has_chain(state.ground, spawn_zones(state))


def count_at_start(match: Match[State], kind: int) -> int:
    return sum(herd[kind] for herd in match.states[0].xenos.values())


def test_every_kind_of_move_comes_up() -> None:
    made = {type(move) for seed in range(160) for move in played(seed).moves}
    assert {kind.__name__ for kind in set(RULES.moves) - made} <= {"TakeObjective", "Uncovered"}
