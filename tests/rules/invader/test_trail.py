"""The trail of a move accounts for everything that changed on the board."""

from __future__ import annotations

from functools import cache

from rules.engine import Match
from rules.invader.data import XENOS
from rules.invader.state import KINDS, State
from tests.rules.curious import curious_games


@cache
def games() -> tuple[Match[State], ...]:
    return tuple(curious_games("invader", 52))


def pairs() -> list[tuple[State, State]]:
    """Every position and the next one."""
    return [pair for match in games() for pair in zip(match.states, match.states[1:], strict=False)]


def test_every_xeno_that_comes_goes_or_moves_is_told_of() -> None:
    for before, after in pairs():
        counts = {(z, k): n for z, herd in before.xenos.items() for k, n in enumerate(herd) if n}
        for step in after.steps:
            if step.what == "moved":
                kind = KINDS.index(step.who)
                counts[step.at, kind] -= step.n
                counts[step.to, kind] = counts.get((step.to, kind), 0) + step.n
            elif step.what == "spawned":
                place = step.at, KINDS.index(step.who)
                counts[place] = counts.get(place, 0) + step.n
            elif step.what == "killed":
                counts[step.at, KINDS.index(step.to)] -= step.n
        told = {place: n for place, n in counts.items() if n}
        found = {(z, k): n for z, herd in after.xenos.items() for k, n in enumerate(herd) if n}
        assert told == found, after.steps


def test_every_noise_token_wound_and_mold_is_told_of() -> None:
    for before, after in pairs():
        noise, mold = dict(before.noise), dict(before.ground.mold)
        wounds = {s.id: s.wounds for s in before.survivors}
        for step in after.steps:
            if step.what == "noise":
                noise[step.at] = noise.get(step.at, 0) + 1
            elif step.what == "round":
                noise = {}
            elif step.what in ("mold", "mold-inactive"):
                mold[step.at] = "active" if step.what == "mold" else "inactive"
            elif step.what == "wounded":
                wounds[step.who] += step.n
        assert noise == dict(after.noise)
        assert mold == dict(after.ground.mold)
        for survivor in after.survivors:
            assert survivor.wounds == wounds[survivor.id] or not survivor.at


def test_xenos_move_for_the_reason_that_is_told() -> None:
    for before, after in pairs():
        for step in after.steps:
            if step.what in ("moved", "door-attacked"):
                assert step.why in ("sight", "noise")
                assert set(step.goal.split()) <= set(before.board.zones)
                assert step.at not in step.goal.split()
                assert step.to in before.board.zones
                assert 0 < step.n <= XENOS[step.who].figures


def test_experience_is_told_of_as_far_as_it_counts() -> None:
    for before, after in pairs():
        for old, new in zip(before.survivors, after.survivors, strict=True):
            gained = sum(s.n for s in after.steps if s.what == "xp" and s.who == new.id)
            assert new.xp == min(43, old.xp + gained)
