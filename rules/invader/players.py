"""A team that plays by itself: functions of a state, a seat and its legal moves.

`sensible` is a plain, decent player for any Survivor and for what the team answers together: it
fetches what the Mission wants, fights what comes near, and leaves what it cannot fight. No
generator is held here: luck comes from the source given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.chance import Dealer, Source
from rules.engine import CHANCE, Move, Rules, Seat
from rules.invader.actions import DoNothing, OpenDoor, Search, TakeObjective, TakeOxygen, Walk
from rules.invader.asks import (
    Assault,
    Harm,
    Hits,
    Misses,
    PlayerTurn,
    Rethink,
    Scatter,
    SkillChoice,
    Sorting,
    Stride,
    SurvivorTurn,
)
from rules.invader.attacks import Hit, Melee, Reroll, Shoot
from rules.invader.choices import Endure, ShrugOff
from rules.invader.combat import TOUGHNESS
from rules.invader.gear import weapon_of
from rules.invader.inventory import Discard, Reorganize
from rules.invader.loadout import is_untidy, keep, power, sorted_out
from rules.invader.machines import DriveMachine, MachineMelee, MachineShoot
from rules.invader.missions import DrawPrototype, Give
from rules.invader.odds import attack_worth, chance, kill_worth
from rules.invader.state import KINDS, TEAM, State, Survivor
from rules.invader.talents import Inspire, Jump, Rescue
from rules.invader.team import (
    Plan,
    breathes,
    danger,
    distances,
    life,
    openable,
    peril,
    planned,
    wanted,
)
from rules.players import Chooser

SKILL_ORDER = (
    "plus-1-free-combat",
    "plus-1-free-ranged",
    "plus-1-damage-melee",
    "plus-1-damage-ranged",
    "plus-1-die-melee",
    "plus-1-die-ranged",
    "plus-1-to-dice-roll-combat",
    "plus-1-to-dice-roll-ranged",
    "is-that-all-youve-got",
    "reaper-melee",
    "reaper-ranged",
    "plus-1-free-move",
    "2-zones-per-move",
    "slippery",
)
"""Skills from the most wanted on; others come after them."""
Moves = Sequence[Move[State]]
Worth = Callable[[Any], float]


def sides(state: State) -> dict[Seat, str]:
    """Every seat that is asked for moves: all are on one side."""
    return dict.fromkeys([*(survivor.id for survivor in state.survivors), TEAM], "survivors")


def turn_worth(state: State, survivor: Survivor) -> Worth:
    """What each Action of a Survivor's Turn is worth to the team, beyond ending it."""
    plan = planned(state, survivor)
    rate = plan.gain / max(1, plan.cost)
    rated: dict[type, Worth] = {
        TakeObjective: lambda move: objective_worth(state, move.objective),
        TakeOxygen: lambda move: 30.0 if needs_tank(state, survivor) else -1.0,
        Walk: lambda move: rate if move.to == plan.first else -1.0,
        OpenDoor: lambda move: door_worth(state, survivor, plan, move),
        Search: lambda move: 3.5 if power(best_weapon(survivor)) < 4 else 1.0,
        Reorganize: lambda move: 3.0 if is_untidy(survivor) else -1.0,
        Jump: lambda move: (
            peril(state, survivor, survivor.at) - peril(state, survivor, move.to) - 5
        ),
        Inspire: lambda move: 9.0 + (planned(state, state.survivor(move.who)).gain > 0),
        Rescue: lambda move: (
            danger(state, state.survivor(move.who).at) - danger(state, survivor.at)
        ),
        DriveMachine: lambda move: drive_worth(state, move),
    }
    for kind in (Melee, Shoot, MachineMelee, MachineShoot):
        rated[kind] = lambda move: attack_worth(state, move)

    def worth(move: Move[State]) -> float:
        rating = rated.get(type(move))
        return rating(move) if rating else 0.0 if isinstance(move, DoNothing) else -2.0

    return worth


def objective_worth(state: State, name: str) -> float:
    """What taking an Objective is worth: much when the Mission wants it, little when it only
    helps."""
    if any(token.id == name for token in wanted(state)):
        return 100.0
    token = next(token for token in state.objectives if token.id == name)
    effects = {str(colour): listed for colour, listed in state.mission.effects.items()}
    helpful = any(isinstance(e, (Give, DrawPrototype)) for e in effects.get(token.colour, ()))
    return 4.0 if helpful else -2.0


def best_weapon(survivor: Survivor) -> str:
    """The best weapon in hand, or any card."""
    return max(survivor.hand, key=power, default="energy-cell")


def needs_tank(state: State, survivor: Survivor) -> bool:
    """Whether an Objective that is wanted lies where only an Oxygen Tank leads."""
    if breathes(state, survivor):
        return False
    for token in wanted(state):
        if survivor.at not in distances(state, {token.at: 0}, tank=False):
            return True
    return False


def door_worth(state: State, survivor: Survivor, plan: Plan, move: OpenDoor) -> float:
    """A door is opened when it is in the way."""
    return 50.0 if plan.first and openable(state, survivor.at, plan.first) == move.door else -2.0


def drive_worth(state: State, move: DriveMachine) -> float:
    """The Bot goes where Xenos are."""
    machine = state.machine(move.machine)
    assert machine is not None
    there = dict.fromkeys(state.xenos, 0)
    far = distances(state, there, tank=True)
    return 1.5 * (far.get(machine.at, 0) - far.get(move.to, 0)) - 0.5


def stride_worth(state: State, survivor: Survivor) -> Worth:
    """A Move goes on along the plan, or ends."""
    plan = planned(state, replace(survivor, left=max(1, survivor.left)))
    return lambda move: float(isinstance(move, Walk) and move.to == plan.first)


def hit_worth(state: State, ask: Hits) -> Worth:
    """The Xeno most worth killing, of those that the damage kills."""
    worth = kill_worth(state, ask.blow.zone)

    def rate(move: Hit) -> float:
        kind = KINDS.index(move.xeno)
        return worth[kind] if TOUGHNESS[kind] <= ask.blow.damage else -1.0

    return rate


def reroll_worth(ask: Rethink) -> Worth:
    """Dice that fell below what could be expected are rolled again."""
    hits = sum(min(6, die + ask.blow.bonus) >= ask.blow.accuracy for die in ask.rolled)
    poor = hits < chance(ask.blow) * len(ask.rolled)
    return lambda move: 1.0 if isinstance(move, Reroll) == poor else 0.0


def harm_worth(state: State, ask: Harm) -> Worth:
    """Cards go before wounds, the least useful first; weapons in hand only to stay alive."""
    survivor = state.survivor(ask.target)
    lethal = ask.damage >= life(survivor)

    def rate(move: ShrugOff | Endure) -> float:
        if isinstance(move, Endure):
            return 0.0
        return 10 - keep(move.card) if lethal or move.card not in survivor.hand else -1.0

    return rate


def bears(state: State, target: str) -> float:
    """How well a target bears damage: machines best, then who has most life left."""
    return 99.0 if state.machine(target) else float(life(state.survivor(target)))


def open_worth(state: State, seat: Seat) -> Worth:
    """What each answer to the open question is worth, cards that change places aside."""
    ask = state.asks[-1]
    if isinstance(ask, SurvivorTurn):
        return turn_worth(state, state.survivor(seat))
    if isinstance(ask, Stride):
        return stride_worth(state, state.survivor(seat))
    if isinstance(ask, Hits):
        return hit_worth(state, ask)
    if isinstance(ask, Rethink):
        return reroll_worth(ask)
    if isinstance(ask, Harm):
        return harm_worth(state, ask)
    if isinstance(ask, (Assault, Misses)):
        return lambda move: bears(state, move.target)
    if isinstance(ask, Scatter):
        return lambda move: (
            -danger(state, move.to) - 5.0 * any(s.at == move.to for s in state.survivors)
        )
    if isinstance(ask, SkillChoice):
        return lambda move: (
            -float(SKILL_ORDER.index(move.skill) if move.skill in SKILL_ORDER else len(SKILL_ORDER))
        )
    return lambda move: 0.0


def is_next(state: State, seat: Seat) -> bool:
    """Whether this Survivor is the one of the player to go first: who stands among Xenos, then who
    can shoot, so that the way is clear for the others."""
    ask = state.asks[-1]
    assert isinstance(ask, PlayerTurn)

    def order(name: Seat) -> tuple[float, int, int]:
        survivor = state.survivor(name)
        shoots = any(card_range(card) for card in survivor.hand)
        return -danger(state, survivor.at), -shoots, ask.left.index(name)

    return min(ask.left, key=order) == seat


def card_range(card: str) -> int:
    """How far a weapon reaches; 0 for what is none."""
    weapon = weapon_of(card)
    return weapon.range[1] if weapon else 0


def sensible(source: Source) -> Chooser[State]:
    """A plain, decent player: the move worth most, ties by luck; cards are never thrown away."""

    def choose(state: State, seat: Seat, moves: Moves) -> Move[State] | None:
        ask = state.asks[-1]
        if isinstance(ask, PlayerTurn) and not is_next(state, seat):
            return None
        kept = [move for move in moves if not isinstance(move, Discard)]
        if isinstance(ask, Sorting):
            return sorted_out(state, seat, kept)
        worth = open_worth(state, seat)
        rated = [(worth(move), source.random(), move) for move in kept]
        return max(rated, key=lambda row: row[:2])[2]

    return choose


def next_move(
    rules: Rules[State], state: State, choosers: Mapping[Seat, Chooser[State]], dealer: Dealer
) -> Move[State] | None:
    """The next move of a game among these players, or None: it is over.

    Only who the open question is for is asked; that others may discard cards meanwhile is left
    to their own turns.
    """
    first: Move[State] | None = None
    for turn in rules.turns(state):
        if turn.kinds == (Discard,):
            continue
        if turn.seat == CHANCE:
            return dealer.choose(rules, state)
        moves = [
            move
            for kind in turn.kinds
            for move in kind.options(state, turn.seat)
            if not move.check(state)
        ]
        chosen = choosers[turn.seat](state, turn.seat, moves) if moves else None
        if chosen is not None:
            return chosen
        first = first or next(iter(moves), None)
    return first
