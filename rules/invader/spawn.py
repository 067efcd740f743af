"""Xenos appear: cards, Mold cards, running out of figures. Source: Invader p.17, invader.md 12."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance import Pile
from rules.invader.asks import Activation, Fill, SpawnStep, XenoDraw
from rules.invader.data import XENO_CARDS, XENOS
from rules.invader.mold import active_zones, spread
from rules.invader.state import (
    KINDS,
    LEVELS,
    SPOILER,
    State,
    Step,
    changed,
    danger,
    pop,
    push,
    tally,
    told,
    with_herd,
)

FIGURES = tuple([xeno.figures for xeno in XENOS.values()])


def supply(state: State, kind: int) -> int:
    """How many figures of a kind are not on the board."""
    return FIGURES[kind] - sum([herd[kind] for herd in state.xenos.values()])


def spawn_step(state: State) -> State:
    """A card for the next active Spawn Zone."""
    ask = state.asks[-1]
    assert isinstance(ask, SpawnStep)
    if not ask.left:
        return pop(state)
    spawn, *left = ask.left
    state = replace(pop(state, SpawnStep(tuple(left)), XenoDraw(spawn)))
    if not state.xeno_deck.counts:
        state = told(
            replace(state, xeno_deck=state.xeno_discard, xeno_discard=Pile({})),
            Step("xeno-deck-shuffled"),
        )
    return state


def drawn(state: State, spawn: str, card: str) -> State:
    """A Xeno card is read at the highest Danger Level (Invader p.17) and carried out."""
    facts = XENO_CARDS[card]
    line = danger(state)
    zone = state.board.zone_of[state.mission.spawn[spawn].at]
    state = replace(
        pop(state),
        xeno_deck=Pile(tally(state.xeno_deck.counts, card, -1)),
        xeno_discard=Pile(tally(state.xeno_discard.counts, card)),
        steps=(*state.steps, Step("xeno-card", LEVELS[line], zone, card)),
    )
    kind = KINDS.index(facts.xeno)
    if facts.kind == "spawn":
        return push(state, Fill(zone, kind, facts.numbers[line]))
    if facts.kind == "abomination":
        return push(state, Fill(zone, SPOILER, 1), Activation((SPOILER,)))
    if facts.kind == "activation":
        if line == 0 and not state.settings.extra_activation_at_blue:
            return state
        return push(state, Activation((kind,)))
    return molded(state, kind, facts.numbers[line])


def molded(state: State, kind: int, each: int) -> State:
    """A Mold card: Xenos in every Active Mold Zone (ksx)."""
    zones = active_zones(state.ground)
    return push(state, *[Fill(zone, kind, each) for zone in reversed(zones)])


def fill(state: State) -> State:
    """Xenos are placed as far as there are figures. When they run out, it is the Abominations that
    activate, and a new one comes (gob, ksx, bsn2)."""
    ask = state.asks[-1]
    assert isinstance(ask, Fill)
    count = min(ask.n, supply(state, ask.kind))
    state = pop(state)
    if count:
        herd = changed(state.herd(ask.zone), ask.kind, count)
        state = replace(
            state,
            xenos=with_herd(state.xenos, ask.zone, herd),
            steps=(*state.steps, Step("spawned", KINDS[ask.kind], ask.zone, n=count)),
        )
    if ask.kind == SPOILER:
        return spread(state) if count else state
    if count < ask.n:
        state = told(state, Step("ran-out", KINDS[ask.kind], ask.zone, n=ask.n - count))
        return push(state, Fill(ask.zone, SPOILER, 1), Activation((SPOILER,)))
    return state
