"""What happens by itself: phases, Xenos, the course of attacks.

`RESOLVE` maps each kind of effect on the stack to the function that carries it out; `advance`
runs them until somebody has to answer. A function gets the state with its effect on top and
takes it off (or finds that it is a question after all and returns None).
Source: invader.md 3; noise in the End Phase: Invader p.17.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.invader.asks import (
    Activation,
    Aftermath,
    AnyAsk,
    Assault,
    Attacks,
    EndPhase,
    Fill,
    Harm,
    Hits,
    Misses,
    Moves,
    PlayersPhase,
    PlayerTurn,
    Prototype,
    Scatter,
    SpawnStep,
    SurvivorTurn,
    XenosPhase,
)
from rules.invader.combat import aftermath, hits, misses
from rules.invader.gear import TANK, carries
from rules.invader.harm import eliminated, harm
from rules.invader.objectives import judged
from rules.invader.skills import begun
from rules.invader.spawn import fill, spawn_step
from rules.invader.state import State, Step, pop, with_survivor
from rules.invader.xenos import EVERYBODY, activation, assault, attacks, moves, scatter


def advance(state: State) -> State:
    """Let everything happen that nobody has to decide; then see whether the Mission is over."""
    while state.result is None:
        resolve = RESOLVE.get(type(state.asks[-1]))
        after = None if resolve is None else resolve(state)
        if after is None:
            return judged(state)
        state = after
    return state


def player_order(state: State) -> tuple[int, ...]:
    """The players clockwise from the holder of the First Player token (BP)."""
    count = len(state.players)
    return tuple([(state.first + index) % count for index in range(count)])


def round_asks(state: State) -> tuple[AnyAsk, ...]:
    """The stack at the start of a round."""
    return (EndPhase(), XenosPhase(), PlayersPhase(player_order(state)))


def players_phase(state: State) -> State:
    """The next player's Turn (BP)."""
    ask = state.asks[-1]
    assert isinstance(ask, PlayersPhase)
    if not ask.left:
        return pop(state)
    player, *left = ask.left
    alive = tuple([seat for seat in state.players[player] if state.survivor(seat).at])
    return pop(state, PlayersPhase(tuple(left)), PlayerTurn(alive))


def player_turn(state: State) -> State | None:
    """A question as long as a Survivor of the player waits for their Turn."""
    ask = state.asks[-1]
    assert isinstance(ask, PlayerTurn)
    return None if ask.left else pop(state)


def start_turn(state: State, seat: str) -> State:
    """A Survivor's Turn begins."""
    ask = state.asks[-1]
    assert isinstance(ask, PlayerTurn)
    left = tuple([each for each in ask.left if each != seat])
    state = pop(state, PlayerTurn(left), SurvivorTurn(seat))
    return with_survivor(state, begun(state.survivor(seat)), Step("turn", seat))


def end_turn(state: State) -> State:
    """A Survivor's Turn ends; outside one needs an Oxygen Tank (toys; what happens: assumed)."""
    ask = state.asks[-1]
    assert isinstance(ask, SurvivorTurn)
    survivor = replace(state.survivor(ask.seat), left=0, free=())
    state = with_survivor(pop(state), survivor)
    if (
        state.settings.oxygen_needed
        and state.ground.is_exterior(survivor.at)
        and not carries(survivor, TANK)
    ):
        return eliminated(state, ask.seat)
    return state


def xenos_phase(state: State) -> State:
    """Activation, then spawn at every active Spawn Zone (toc)."""
    state = replace(state, steps=(*state.steps, Step("xenos-phase")))
    return pop(state, SpawnStep(state.spawns), Activation(EVERYBODY))


def end_phase(state: State) -> State:
    """Noise tokens go (Invader p.17), and Activation tokens (assumed); the First Player token
    passes clockwise and a new round begins (BP)."""
    state = replace(
        state,
        noise={},
        machines=tuple([replace(m, active=False) if m.active else m for m in state.machines]),
        first=(state.first + 1) % len(state.players),
        round=state.round + 1,
        steps=(*state.steps, Step("round", n=state.round + 1)),
        survivors=tuple(
            [replace(s, left=0, free=(), used=()) if s.used else s for s in state.survivors]
        ),
    )
    return judged(replace(state, asks=round_asks(state)))


def prototype(state: State) -> State | None:
    """A question to chance as long as a Prototype is left."""
    return None if state.prototypes.counts else pop(state)


RESOLVE: dict[type[AnyAsk], Callable[[State], State | None]] = {
    PlayersPhase: players_phase,
    PlayerTurn: player_turn,
    Hits: hits,
    Misses: misses,
    Aftermath: aftermath,
    Harm: harm,
    Prototype: prototype,
    XenosPhase: xenos_phase,
    Activation: activation,
    Attacks: attacks,
    Assault: assault,
    Moves: moves,
    Scatter: scatter,
    SpawnStep: spawn_step,
    Fill: fill,
    EndPhase: end_phase,
}
