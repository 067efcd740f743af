"""Experience, Danger Levels and the Actions that skills bring. Source: Invader p.17, ski."""

from __future__ import annotations

from msgspec.structs import replace

from rules.invader.asks import AnyAsk, SkillChoice, SurvivorTurn
from rules.invader.data import SKILLS, SURVIVORS
from rules.invader.state import (
    ACTIONS,
    MAX_XP,
    THRESHOLDS,
    State,
    Step,
    Survivor,
    level,
    push,
    with_survivor,
)

FREE_FOR = {
    "move": ("move",),
    "search": ("search",),
    "melee": ("melee", "combat"),
    "ranged": ("ranged", "combat"),
    "machine": ("machine",),
}
"""The free Actions that pay for each kind of Action, the narrowest first."""


def is_acting(state: State, seat: str) -> bool:
    """Whether it is this Survivor's Turn."""
    return any(isinstance(ask, SurvivorTurn) and ask.seat == seat for ask in state.asks)


def begun(survivor: Survivor) -> Survivor:
    """The Survivor at the start of their Turn."""
    facts = [SKILLS[skill] for skill in survivor.skills]
    return replace(
        survivor,
        left=ACTIONS + sum(skill.actions for skill in facts) + survivor.gift,
        free=tuple(sorted([skill.free for skill in facts if skill.free])),
        used=(),
        gift=0,
    )


def learned(state: State, seat: str, skill: str) -> State:
    """A skill unlocked; what it adds can be used at once (ski)."""
    survivor = state.survivor(seat)
    facts = SKILLS[skill]
    survivor = replace(survivor, skills=(*survivor.skills, skill))
    if is_acting(state, seat):
        free = (*survivor.free, facts.free) if facts.free else survivor.free
        survivor = replace(survivor, left=survivor.left + facts.actions, free=tuple(sorted(free)))
    return with_survivor(state, survivor, Step("learned", seat, to=skill))


def gain(state: State, seat: str, xp: int) -> State:
    """Experience, at once, with the Danger Levels it reaches (Invader p.17)."""
    survivor = state.survivor(seat)
    if not survivor.at:
        return state
    after = min(MAX_XP, survivor.xp + xp)
    if after == survivor.xp:
        return state
    before, now = level(survivor.xp), level(after)
    state = with_survivor(state, replace(survivor, xp=after), Step("xp", seat, n=xp))
    if before == now:
        return state
    if before < 1:
        state = learned(state, seat, "plus-1-action")
    asks: list[AnyAsk] = []
    if before < 3 <= now:
        asks.append(SkillChoice(seat, "red"))
    if before < 2 <= now:
        asks.append(SkillChoice(seat, "orange"))
    return push(state, *asks)


def choices(survivor: Survivor, at: str) -> tuple[str, ...]:
    """The skills of a Level that are still to be had."""
    card = SURVIVORS[survivor.id]
    offered: tuple[str, ...] = card.orange if at == "orange" else card.red
    return tuple([skill for skill in offered if skill not in survivor.skills])


def innate(seat: str, xp: int) -> tuple[str, ...]:
    """The skills that follow from Experience alone: Blue's, and +1 Action from Yellow on."""
    own = (SURVIVORS[seat].blue,)
    return (*own, "plus-1-action") if xp >= THRESHOLDS[1] else own


def payment(survivor: Survivor, kind: str, cost: int = 1) -> Survivor | None:
    """The Survivor after paying for an Action, free ones first; None when there are too few."""
    free = list(survivor.free)
    for paid_by in FREE_FOR.get(kind, ()):
        while cost and paid_by in free:
            free.remove(paid_by)
            cost -= 1
    if cost > survivor.left:
        return None
    if len(free) == len(survivor.free):
        return replace(survivor, left=survivor.left - cost)
    return replace(survivor, left=survivor.left - cost, free=tuple(free))


def can_pay(survivor: Survivor, kind: str, cost: int = 1) -> bool:
    """Whether there are Actions enough."""
    if cost <= survivor.left:
        return True
    return cost <= survivor.left + sum(k in FREE_FOR.get(kind, ()) for k in survivor.free)
