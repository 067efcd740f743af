"""How an attack goes on by itself: from the dice to its noise.

Order: dice, re-roll, successes, eliminations with their XP, Friendly Fire, Noise token (assumed;
"immediately earns" is Invader p.19). Source: Invader pp.16-20, invader.md 14.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.invader.asks import Aftermath, AnyAsk, Blow, Harm, Herd, Hits, Misses, Rethink
from rules.invader.data import XENOS
from rules.invader.mold import dormant
from rules.invader.skills import gain, is_acting
from rules.invader.state import (
    KINDS,
    NOBODY,
    State,
    Step,
    changed,
    pop,
    push,
    tally,
    told,
    with_herd,
    with_survivor,
)

RANKS = tuple([xeno.rank for xeno in XENOS.values()])
TOUGHNESS = tuple([xeno.toughness for xeno in XENOS.values()])
XP = tuple([xeno.xp for xeno in XENOS.values()])
LAST_RANK = max(RANKS) + 1


def present(herd: Herd) -> list[int]:
    """The kinds of Xeno that are there."""
    return [kind for kind, count in enumerate(herd) if count]


def exposed(herd: Herd) -> list[int]:
    """The kinds that shots meet first: Tanks and Abominations, then Workers, then Hunters (gob,
    Invader p.19)."""
    first = min([RANKS[kind] for kind in present(herd)], default=LAST_RANK)
    return [kind for kind in present(herd) if RANKS[kind] == first]


def targets(blow: Blow, herd: Herd) -> list[int]:
    """The kinds that the next success may hit."""
    return present(herd) if blow.picks else exposed(herd)


def judged_dice(state: State, blow: Blow, rolled: tuple[int, ...]) -> State:
    """All dice lie: a re-roll may be asked for, else they count."""
    return push(state, Rethink(blow, rolled)) if blow.rerolls else counted(state, blow, rolled)


def counted(state: State, blow: Blow, rolled: tuple[int, ...]) -> State:
    """Dice become successes and misses (Invader p.16); modifiers stop at 6 (ski)."""
    hits = sum(min(6, die + blow.bonus) >= blow.accuracy for die in rolled)
    misses = len(rolled) - hits
    state = told(state, Step("successes", blow.by or blow.seat, blow.zone, blow.weapon, hits))
    asks: list[AnyAsk] = [Aftermath(blow)]
    if misses and not blow.safe and state.settings.friendly_fire:
        asks.append(Misses(blow, misses))
    state = push(state, *asks)
    if not hits:
        return state
    return concentrated(state, blow, hits) if blow.aimed else push(state, Hits(blow, hits))


def concentrated(state: State, blow: Blow, hits: int) -> State:
    """The damage of all successes adds up on one target (Invader p.16, p.20), and does nothing
    else (assumed)."""
    kind = KINDS.index(blow.aimed)
    if state.herd(blow.zone)[kind] and hits * blow.damage >= TOUGHNESS[kind]:
        return killed(state, replace(blow, reaper=False), kind)
    return told(state, Step("too-weak", blow.seat, blow.zone, blow.aimed, hits * blow.damage))


def hits(state: State) -> State | None:
    """The next success; a question when several kinds could be hit."""
    ask = state.asks[-1]
    assert isinstance(ask, Hits)
    possible = targets(ask.blow, state.herd(ask.blow.zone))
    if not any(TOUGHNESS[kind] <= ask.blow.damage for kind in possible):
        if possible:
            state = told(state, Step("too-weak", ask.blow.seat, ask.blow.zone, n=ask.left))
        return pop(state)
    if len(possible) > 1:
        return None
    return struck(state, possible[0])


def struck(state: State, kind: int) -> State:
    """One success lands on a kind of Xeno: it dies if the damage suffices, else nothing happens;
    damage does not add up (Invader p.16)."""
    ask = state.asks[-1]
    assert isinstance(ask, Hits)
    blow = ask.blow
    if TOUGHNESS[kind] > blow.damage:
        state = told(state, Step("too-weak", blow.seat, blow.zone, KINDS[kind], blow.damage))
        return pop(state, *rest(ask, blow))
    spent = replace(blow, reaper=False) if blow.reaper else blow
    return killed(pop(state, *rest(ask, spent)), blow, kind)


def rest(ask: Hits, blow: Blow) -> tuple[Hits, ...]:
    """The successes after this one."""
    return (Hits(blow, ask.left - 1),) if ask.left > 1 else ()


def killed(state: State, blow: Blow, kind: int) -> State:
    """Xenos of a kind are eliminated: one, and with a Reaper skill one more; XP at once."""
    herd = state.herd(blow.zone)
    count = min(herd[kind], 2 if blow.reaper else 1)
    after = changed(herd, kind, -count)
    state = replace(
        state,
        xenos=with_herd(state.xenos, blow.zone, after),
        killed=tally(state.killed, KINDS[kind], count),
        steps=(*state.steps, Step("killed", blow.seat, blow.zone, KINDS[kind], count)),
    )
    if after == NOBODY and not blow.by:
        survivor = state.survivor(blow.seat)
        if "blitz" in survivor.skills and is_acting(state, blow.seat):
            free = tuple(sorted((*survivor.free, "move")))
            state = with_survivor(state, replace(survivor, free=free))
    return gain(state, blow.seat, count * XP[kind])


def friends(state: State, blow: Blow) -> list[str]:
    """Who may be hit by a miss: Survivors in the target Zone, never the shooter nor one with Low
    profile (ski)."""
    return [
        s.id
        for s in state.survivors
        if s.at == blow.zone and (s.id != blow.seat or blow.by) and "low-profile" not in s.skills
    ]


def misses(state: State) -> State | None:
    """Friendly Fire: the next miss; a question when several friends could be hit."""
    ask = state.asks[-1]
    assert isinstance(ask, Misses)
    possible = friends(state, ask.blow)
    if not possible:
        return pop(state)
    return None if len(possible) > 1 else astray(state, possible[0])


def astray(state: State, friend: str) -> State:
    """A miss hits a friend with the weapon's damage."""
    ask = state.asks[-1]
    assert isinstance(ask, Misses)
    left = (Misses(ask.blow, ask.left - 1),) if ask.left > 1 else ()
    state = told(state, Step("friendly-fire", ask.blow.seat, ask.blow.zone, friend))
    return pop(state, *left, Harm(friend, ask.blow.damage))


def aftermath(state: State) -> State:
    """One Noise token where a noisy attack was made, whatever it did (Invader p.17)."""
    ask = state.asks[-1]
    assert isinstance(ask, Aftermath)
    state = pop(state)
    return noisy(state, ask.blow.at) if ask.blow.noisy else state


def noisy(state: State, zone: str) -> State:
    """A Noise token is placed."""
    return replace(
        state,
        noise=tally(state.noise, zone),
        steps=(*state.steps, Step("noise", at=zone)),
    )


def hellfire(state: State, blow: Blow) -> State:
    """Everything in the Zone burns, Spoilers included; Active Mold turns Inactive (Invader p.20);
    friends are not spared, Low profile or not (ski), nor are machines (assumed)."""
    herd = state.herd(blow.zone)
    counts = dict(state.killed)
    steps, xp = [], 0
    for kind in present(herd):
        counts[KINDS[kind]] = counts.get(KINDS[kind], 0) + herd[kind]
        steps.append(Step("killed", blow.seat, blow.zone, KINDS[kind], herd[kind]))
        xp += herd[kind] * XP[kind]
    state = replace(
        state,
        xenos=with_herd(state.xenos, blow.zone, NOBODY),
        killed=counts,
        steps=(*state.steps, *steps),
    )
    state = push(dormant(state, blow.zone), Aftermath(blow))
    damage = state.settings.hellfire_damage
    burnt = [s.id for s in state.survivors if s.at == blow.zone]
    burnt += [m.id for m in state.machines if m.at == blow.zone]
    state = push(state, *[Harm(each, damage) for each in reversed(burnt)])
    return gain(state, blow.seat, xp) if xp else state
