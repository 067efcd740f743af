"""Skills that are moves of their own: Jump, Bloodlust, Born leader, Lifesaver.

They are known from sister games and assumed to work alike here (sk2, skb, sks).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.engine import Move, Violation
from rules.invader.actions import arrived, leaving, paid, passage, unpaid, used
from rules.invader.codes import refuse
from rules.invader.data import SKILLS
from rules.invader.flow import advance
from rules.invader.state import State, Step, Survivor, fresh, with_survivor


def untalented(state: State, seat: str, skill: str, *, once: bool) -> Violation | None:
    """Why a Survivor cannot use a skill now."""
    survivor = state.survivor(seat)
    if skill not in survivor.skills:
        return refuse("skill.not-yours", seat=seat, skill=skill)
    if once and skill in survivor.used:
        return refuse("skill.once-a-turn", seat=seat, skill=skill)
    return None


def within_two(state: State, survivor: Survivor, *, through: bool) -> dict[str, int]:
    """The Zones one or two Moves away; `through`: Xenos on the way do not matter."""
    found: dict[str, int] = {}
    for first in state.ground.walks(survivor.at):
        if passage(state.ground, survivor, first) is None:
            found[first] = 1
    for first in [*found]:
        if through or first not in state.xenos:
            there = replace(survivor, at=first)
            for second in state.ground.walks(first):
                if second != survivor.at and passage(state.ground, there, second) is None:
                    found.setdefault(second, 2)
    return found


class Jump(Move[State], frozen=True):
    """Once a Turn, one Action: to a Zone in sight, two Zones away, whatever is between."""

    to: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Jump]:
        survivor = state.survivor(seat)
        if "jump" in survivor.skills:
            for zone in within_two(state, survivor, through=True):
                yield cls(seat, zone)

    def check(self, state: State) -> Violation | None:
        if problem := untalented(state, self.seat, "jump", once=True):
            return problem
        survivor = state.survivor(self.seat)
        near = within_two(state, survivor, through=True)
        if near.get(self.to) != 2 or self.to not in state.ground.sight(survivor.at):
            return refuse("skill.out-of-reach", seat=self.seat, skill="jump", to=self.to)
        return unpaid(survivor, "jump")

    def apply(self, state: State) -> State:
        state = used(paid(state, self.seat, "jump"), self.seat, "jump")
        return advance(arrived(state, self.seat, self.to))


class Bloodlust(Move[State], frozen=True):
    """One Action: up to two Zones into a Zone with Xenos, then a free Action of that kind."""

    skill: str
    to: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Bloodlust]:
        survivor = state.survivor(seat)
        for skill in survivor.skills:
            if SKILLS[skill].bloodlust:
                slippery = "slippery" in survivor.skills
                for zone in within_two(state, survivor, through=slippery):
                    yield cls(seat, skill, zone)

    def check(self, state: State) -> Violation | None:
        if self.skill not in SKILLS or not SKILLS[self.skill].bloodlust:
            return refuse("skill.not-yours", seat=self.seat, skill=self.skill)
        if problem := untalented(state, self.seat, self.skill, once=False):
            return problem
        survivor = state.survivor(self.seat)
        if self.to not in within_two(state, survivor, through="slippery" in survivor.skills):
            return refuse("skill.out-of-reach", seat=self.seat, skill=self.skill, to=self.to)
        if self.to not in state.xenos:
            return refuse("skill.no-xenos", seat=self.seat, skill=self.skill, to=self.to)
        return unpaid(survivor, "bloodlust", leaving(state, survivor))

    def apply(self, state: State) -> State:
        cost = leaving(state, state.survivor(self.seat))
        state = arrived(paid(state, self.seat, "bloodlust", cost), self.seat, self.to)
        survivor = state.survivor(self.seat)
        free = tuple(sorted((*survivor.free, SKILLS[self.skill].bloodlust)))
        return advance(with_survivor(state, replace(survivor, free=free)))


class Inspire(Move[State], frozen=True):
    """Born leader: once a Turn, an Action for another Survivor, for their next Turn."""

    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Inspire]:
        if "born-leader" in state.survivor(seat).skills:
            for survivor in state.survivors:
                yield cls(seat, survivor.id)

    def check(self, state: State) -> Violation | None:
        if problem := untalented(state, self.seat, "born-leader", once=True):
            return problem
        if self.who == self.seat:
            return refuse("skill.not-oneself", seat=self.seat)
        if not any(s.id == self.who and s.at for s in state.survivors):
            return refuse("skill.out-of-reach", seat=self.seat, skill="born-leader", to=self.who)
        return None

    def apply(self, state: State) -> State:
        state = used(fresh(state), self.seat, "born-leader")
        other = state.survivor(self.who)
        step = Step("inspired", self.seat, to=self.who)
        return advance(with_survivor(state, replace(other, gift=other.gift + 1), step))


class Rescue(Move[State], frozen=True):
    """Lifesaver: free, from one neighbouring Zone in sight with Xenos a Turn: drag a friend out of
    it into one's own."""

    who: str

    @classmethod
    def options(cls, state: State, seat: str) -> Iterator[Rescue]:
        survivor = state.survivor(seat)
        if "lifesaver" in survivor.skills:
            for other in state.survivors:
                if other.at in state.xenos and other.at != survivor.at:
                    yield cls(seat, other.id)

    def check(self, state: State) -> Violation | None:
        if problem := untalented(state, self.seat, "lifesaver", once=False):
            return problem
        survivor = state.survivor(self.seat)
        other = next((s for s in state.survivors if s.id == self.who), None)
        facts = {"seat": self.seat, "skill": "lifesaver", "to": self.who}
        if other is None or state.ground.sight(survivor.at).get(other.at) != 1:
            return refuse("skill.out-of-reach", **facts)
        if other.at not in state.xenos:
            return refuse("skill.no-xenos", **facts)
        if state.ground.walks(other.at).get(survivor.at) != "open":
            return refuse("skill.out-of-reach", **facts)
        before = [mark for mark in survivor.used if mark.startswith("lifesaver:")]
        if before and before != [f"lifesaver:{other.at}"]:
            return refuse("skill.once-a-turn", seat=self.seat, skill="lifesaver")
        return None

    def apply(self, state: State) -> State:
        survivor, other = state.survivor(self.seat), state.survivor(self.who)
        state = fresh(state)
        mark = f"lifesaver:{other.at}"
        if mark not in survivor.used:
            state = used(state, self.seat, mark)
        step = Step("rescued", self.seat, other.at, self.who)
        return advance(with_survivor(state, replace(other, at=survivor.at), step))
