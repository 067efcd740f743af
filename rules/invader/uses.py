"""What of *Zombicide: Invader* a move makes use of: cards, skills, Xeno cards, tokens.

A use is called `card:smg`, `skill:jump`, `xeno-card:activate-tank`, `token:noise`. A skill is used
when its owner makes an Action it bears on. No luck, no counting here.
"""

from __future__ import annotations

from rules.engine import Move
from rules.invader.actions import Search, UseCard, Walk
from rules.invader.attacks import Melee, Reroll, Shoot
from rules.invader.choices import ShrugOff
from rules.invader.data import CARDS, MACHINES, SKILLS, XENO_CARDS
from rules.invader.inventory import Redraw
from rules.invader.machines import DriveMachine, MachineMelee, MachineShoot
from rules.invader.state import State, Step, base
from rules.invader.talents import Bloodlust, Inspire, Jump, Rescue

TOKENS = (
    *("noise", "mold-active", "mold-inactive", "machine-activation", "first-player", "exit"),
    *("door-open", "door-closed", "door-destroyed", "door-green", "door-purple"),
    *(f"objective-{colour}" for colour in ("red", "green", "purple", "blue", "white")),
    *("spawn-red", "spawn-green", "spawn-purple"),
)
GAMUT = frozenset(
    {
        *(f"card:{card}" for card in CARDS),
        *(f"xeno-card:{card}" for card in XENO_CARDS),
        *(f"skill:{skill}" for skill in SKILLS),
        *(f"token:{token}" for token in TOKENS),
    }
)
"""Everything that can be used."""

BY_MOVE: dict[type[Move[State]], str] = {
    Redraw: "destiny",
    Jump: "jump",
    Inspire: "born-leader",
    Rescue: "lifesaver",
    ShrugOff: "is-that-all-youve-got",
}
KIND_OF: dict[type[Move[State]], str] = {
    Melee: "melee",
    Shoot: "ranged",
    Walk: "move",
    Search: "search",
    DriveMachine: "machine",
    MachineMelee: "machine",
    MachineShoot: "machine",
}
CONCERNS = {
    "melee": ("combat", "barbarian", "blitz"),
    "ranged": ("combat", "marksman", "point-blank", "plus-1-max-range", "blitz"),
    "move": ("slippery",),
    "search": ("matching-set",),
    "machine": (),
}
"""Skills and free Actions that bear on a kind of Action, beside those that name it."""


def by_move(state: State, move: Move[State]) -> set[str]:
    """What a move uses."""
    kind = type(move)
    if kind in BY_MOVE:
        return {f"skill:{BY_MOVE[kind]}"}
    if isinstance(move, (Melee, Shoot)):
        hellfire = bool(getattr(CARDS[base(move.weapon)].weapon, "hellfire", False))
        found = {f"card:{base(move.weapon)}"} | ({"card:canister"} if hellfire else set())
        dual = CARDS[base(move.weapon)].weapon
        if move.hands == 2 and dual and not dual.dual:
            found.add("skill:ambidextrous")
        return found | by_skills(state, move)
    if isinstance(move, Reroll):
        return {f"card:{move.by}" if move.by in CARDS else f"skill:{move.by}"}
    if isinstance(move, UseCard):
        return {f"card:{move.card}"}
    if isinstance(move, Bloodlust):
        return {f"skill:{move.skill}"}
    if isinstance(move, Walk):
        airlock = state.ground.walks(state.survivor(move.seat).at).get(move.to) == "airlock"
        return by_skills(state, move) | ({"card:oxygen-tank"} if airlock else set())
    if isinstance(move, Search):
        survivor = state.survivor(move.seat)
        tools = {f"card:{base(card)}" for card in survivor.body if CARDS[base(card)].finds}
        return by_skills(state, move) | tools
    if isinstance(move, (DriveMachine, MachineMelee, MachineShoot)):
        survivor = state.survivor(move.seat)
        remotes = {f"card:{c}" for c in survivor.token if CARDS[c].remote == move.machine}
        own = MACHINES[move.machine].skill
        return by_skills(state, move) | remotes | ({f"skill:{own}"} & skills_of(state, move.seat))
    return set()


def skills_of(state: State, seat: str) -> set[str]:
    """The skills of a Survivor."""
    return {f"skill:{skill}" for skill in state.survivor(seat).skills}


def by_skills(state: State, move: Move[State]) -> set[str]:
    """The skills of who makes this move that bear on it."""
    kind = KIND_OF[type(move)]
    found = set()
    for skill in state.survivor(move.seat).skills:
        facts = SKILLS[skill]
        named = {facts.free, *facts.roll, *facts.dice, *facts.damage, *facts.reaper, skill}
        if kind in named or named & set(CONCERNS[kind]) or (kind == "move" and facts.zones):
            found.add(f"skill:{skill}")
    return found


def by_step(step: Step) -> set[str]:
    """What a fact tells of."""
    told: dict[str, set[str]] = {
        "learned": {f"skill:{step.to}"} & {"skill:plus-1-action", "skill:low-profile"},
        "found": {f"card:{step.to}"} if step.to in CARDS and CARDS[step.to].mold else set(),
        "xeno-card": {f"xeno-card:{step.to}"},
        "absorbed": {"card:ablative-armor"},
        "noise": {"token:noise"},
        "mold": {"token:mold-active"},
        "mold-inactive": {"token:mold-inactive"},
        "door": {f"token:door-{step.to}"},
        "doors-opened": {f"token:door-{step.to}"},
        "door-destroyed": {"token:door-destroyed"},
        "objective-taken": {f"token:objective-{step.to}"},
        "round": {"token:first-player"},
    }
    return told.get(step.what, set())


def uses(before: State, move: Move[State], after: State) -> set[tuple[str, str]]:
    """What a move made use of, each with the side that did: all there is happens to one side."""
    found = by_move(before, move)
    for step in after.steps:
        found |= by_step(step)
    found.discard("token:first-player")  # in every round of every game
    return {(name, "survivors") for name in found}
