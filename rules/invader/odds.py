"""What an attack is worth to a plain team: whom it can be expected to kill, and whom it may hit.

No dice are rolled here, only their odds used.
"""

from __future__ import annotations

from math import comb

from rules.invader.asks import Blow
from rules.invader.attacks import Melee, Shoot
from rules.invader.combat import RANKS, TOUGHNESS, friends, present
from rules.invader.data import MACHINES
from rules.invader.gear import blow
from rules.invader.machines import MachineMelee, MachineShoot
from rules.invader.state import KINDS, State, crowd
from rules.invader.team import HURT, WOUND_COST, prey

FRIEND_COST = 30.0
"""What a friend hit by a miss costs, a point of damage."""
PREY_WORTH = 20.0
NOISE_COST = 0.5
NEARNESS = (1.2, 0.7, 0.35)
"""How much a Xeno counts that is so many Zones away from the next Survivor; farther ones as the
last."""


def kill_worth(state: State, zone: str) -> tuple[float, ...]:
    """What killing a Xeno of each kind in a Zone is worth."""
    near = state.ground.distance_to(zone)
    away = min([near.get(s.at, 9) for s in state.survivors if s.at], default=9)
    weight = WOUND_COST * NEARNESS[min(away, len(NEARNESS) - 1)]
    hunted = prey(state)
    return tuple(
        [
            weight * hurt + PREY_WORTH * bool(hunted and ({"", KINDS[kind]} & hunted))
            for kind, hurt in enumerate(HURT)
        ]
    )


def chance(made: Blow) -> float:
    """How likely a die is a success."""
    return max(0, min(6, 7 - max(1, made.accuracy - made.bonus))) / 6


def at_least(successes: int, dice: int, likely: float) -> float:
    """How likely so many successes are."""
    return sum(
        comb(dice, n) * likely**n * (1 - likely) ** (dice - n) for n in range(successes, dice + 1)
    )


def blow_worth(state: State, made: Blow, dice: int) -> float:
    """What an attack with dice can be expected to be worth."""
    herd, likely = state.herd(made.zone), chance(made)
    worth = kill_worth(state, made.zone)
    found = -NOISE_COST * made.noisy
    if not made.safe and state.settings.friendly_fire:
        exposed = friends(state, made)
        found -= FRIEND_COST * made.damage * dice * (1 - likely) * bool(exposed)
    if made.aimed:
        kind = KINDS.index(made.aimed)
        needed = -(-TOUGHNESS[kind] // max(1, made.damage))
        return found + at_least(needed, dice, likely) * worth[kind] if needed > 1 else found - 9
    hits = dice * likely
    order = sorted(present(herd), key=lambda k: (0 if made.picks else RANKS[k], -worth[k]))
    for kind in order:
        if TOUGHNESS[kind] > made.damage:
            if made.picks:
                continue
            break
        count = min(float(herd[kind]), hits)
        found += count * worth[kind]
        hits -= count
    return found


def fire_worth(state: State, zone: str) -> float:
    """What Hellfire in a Zone is worth: everything burns."""
    if any(s.at == zone for s in state.survivors):
        return -500.0
    burnt = sum(n * w for n, w in zip(state.herd(zone), kill_worth(state, zone), strict=True))
    return burnt + 6 * (state.ground.mold.get(zone) == "active")


def attack_worth(state: State, move: Melee | Shoot | MachineMelee | MachineShoot) -> float:
    """What an attack is worth to the team."""
    survivor = state.survivor(move.seat)
    if isinstance(move, (Melee, Shoot)):
        zone = move.zone if isinstance(move, Shoot) else survivor.at
        cards = survivor.hand if move.hands == 2 else (move.weapon,)
        made, dice = blow(survivor, cards, zone, move.aimed, crowd(state.herd(zone)))
        return blow_worth(state, made, dice) if dice else fire_worth(state, zone)
    machine, facts = state.machine(move.machine), MACHINES[move.machine]
    weapon = facts.melee if isinstance(move, MachineMelee) else facts.ranged
    assert machine is not None
    assert weapon is not None
    made = Blow(
        move.seat,
        machine.id,
        machine.at,
        move.zone if isinstance(move, MachineShoot) else machine.at,
        weapon.type,
        weapon.accuracy,
        weapon.damage,
        noisy=weapon.noisy,
        aimed=move.aimed,
        picks=weapon.type == "melee" or weapon.picks,
        safe=weapon.type == "melee",
        by=machine.id,
    )
    return blow_worth(state, made, weapon.dice)
