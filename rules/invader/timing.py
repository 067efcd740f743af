"""Whose turn it is, with which moves; and why a move comes at the wrong moment."""

from __future__ import annotations

from rules.engine import CHANCE, Move, Turn, Violation, kebab
from rules.invader.actions import (
    Activate,
    CloseDoor,
    DoNothing,
    Halt,
    MakeNoise,
    OpenDoor,
    Search,
    TakeObjective,
    TakeOxygen,
    UseCard,
    Walk,
)
from rules.invader.asks import (
    Assault,
    Dice,
    Harm,
    Hits,
    Misses,
    PlayersPhase,
    PlayerTurn,
    Prototype,
    Rethink,
    Scatter,
    Searching,
    SkillChoice,
    Sorting,
    SpawnStep,
    Stride,
    SurvivorTurn,
    Unknown,
    XenoDraw,
)
from rules.invader.attacks import Hit, Keep, Melee, Reroll, Rolled, Shoot, Stray
from rules.invader.choices import (
    ChooseSkill,
    Drawn,
    Endure,
    Found,
    Send,
    ShrugOff,
    Suffer,
    Uncovered,
)
from rules.invader.codes import refuse
from rules.invader.data import SURVIVORS
from rules.invader.inventory import (
    Attach,
    Detach,
    Discard,
    Done,
    Lift,
    Redraw,
    Reorganize,
    Stow,
)
from rules.invader.machines import DriveMachine, MachineMelee, MachineShoot, controls
from rules.invader.state import TEAM, State, Survivor
from rules.invader.talents import Bloodlust, Inspire, Jump, Rescue

Kinds = tuple[type[Move[State]], ...]

ACTIONS: Kinds = (
    Walk,
    Search,
    OpenDoor,
    CloseDoor,
    Reorganize,
    Melee,
    Shoot,
    TakeObjective,
    TakeOxygen,
    MakeNoise,
    UseCard,
    DoNothing,
    Discard,
)
MACHINE_ACTIONS: Kinds = (DriveMachine, MachineMelee, MachineShoot)
TALENTS: dict[str, type[Move[State]]] = {
    "jump": Jump,
    "bloodlust-melee": Bloodlust,
    "bloodlust-ranged": Bloodlust,
    "born-leader": Inspire,
    "lifesaver": Rescue,
}
SORTING: Kinds = (Lift, Stow, Attach, Detach, Done, Discard)
OUTCOMES: Kinds = (Rolled, Drawn, Found, Uncovered)
MOVES: Kinds = (
    Activate,
    *ACTIONS,
    *MACHINE_ACTIONS,
    Jump,
    Bloodlust,
    Inspire,
    Rescue,
    Halt,
    Lift,
    Stow,
    Attach,
    Detach,
    Done,
    Redraw,
    Reroll,
    Keep,
    Hit,
    Stray,
    ChooseSkill,
    Suffer,
    Send,
    ShrugOff,
    Endure,
    *OUTCOMES,
)
TURN_MOVES = frozenset((*ACTIONS, *MACHINE_ACTIONS, *TALENTS.values())) - {Discard}
"""What only the Survivor whose Turn it is may do."""

RULE_OF: dict[type[Move[State]], str] = {
    Activate: "activate.another-player",
    DoNothing: "turn.ends",
    Walk: "walk.not-adjacent",
    Halt: "walk.goes-on",
    Search: "search.once-a-turn",
    OpenDoor: "door.once-a-turn",
    CloseDoor: "door.once-a-turn",
    Reorganize: "trade.one-partner",
    Melee: "weapon.not-melee",
    Shoot: "weapon.not-ranged",
    TakeObjective: "objective.not-here",
    TakeOxygen: "oxygen.not-here",
    MakeNoise: "noise.token",
    UseCard: "card.no-use",
    Discard: "card.not-carried",
    DriveMachine: "machine.no-remote",
    MachineMelee: "machine.no-remote",
    MachineShoot: "machine.no-remote",
    Jump: "skill.out-of-reach",
    Bloodlust: "skill.out-of-reach",
    Inspire: "skill.not-oneself",
    Rescue: "skill.once-a-turn",
    Lift: "card.not-on-table",
    Stow: "card.wrong-slot",
    Attach: "attach.does-not-fit",
    Detach: "attach.only-reorganize",
    Done: "trade.cards-loose",
    Redraw: "destiny.nothing-drawn",
    Reroll: "reroll.none",
    Keep: "reroll.none",
    Hit: "attack.behind-others",
    Stray: "friendly-fire.misses",
    ChooseSkill: "skill.other-level",
    Suffer: "xenos.attack",
    Send: "split.no-route",
    ShrugOff: "harm.cancelled",
    Endure: "harm.wounds",
    Rolled: "dice.success",
    Drawn: "spawn.card",
    Found: "search.draws",
    Uncovered: "objective.colour",
}
"""The rule of each kind of move: a code, or a law."""

BY_CHANCE: dict[type, tuple[Turn[State], ...]] = {
    Dice: (Turn(CHANCE, (Rolled,)),),
    XenoDraw: (Turn(CHANCE, (Drawn,)),),
    Searching: (Turn(CHANCE, (Found,)),),
    Prototype: (Turn(CHANCE, (Found,)),),
    Unknown: (Turn(CHANCE, (Uncovered,)),),
}
BY_TEAM: dict[type, Turn[State]] = {
    Assault: Turn(TEAM, (Suffer,)),
    Scatter: Turn(TEAM, (Send,)),
    Misses: Turn(TEAM, (Stray,)),
}
BY_SEAT: dict[type, Kinds] = {
    Stride: (Walk, Halt, Discard),
    SkillChoice: (ChooseSkill, Discard),
}


def turns(state: State) -> tuple[Turn[State], ...]:
    """Who may answer the open question, and with which kinds of move. Cards may be discarded
    whenever somebody is asked anything (Invader p.18), dice and decks apart."""
    found: tuple[Turn[State], ...] | None = state.memo.get("turns")
    if found is None:
        found = state.memo["turns"] = open_turns(state)
    return found


def open_turns(state: State) -> tuple[Turn[State], ...]:
    """What `turns` says, found out anew."""
    if state.result:
        return ()
    ask = state.asks[-1]
    kind = type(ask)
    if kind in BY_CHANCE:
        return BY_CHANCE[kind]
    asked: dict[str, Kinds] = {}
    found: list[Turn[State]] = []
    if isinstance(ask, SurvivorTurn):
        survivor = state.survivor(ask.seat)
        asked[ask.seat] = action_kinds(state, survivor)
    elif isinstance(ask, PlayerTurn):
        asked = dict.fromkeys(ask.left, (Activate, Discard))
    elif kind in BY_TEAM:
        found.append(BY_TEAM[kind])
    elif isinstance(ask, Sorting):
        destiny = "destiny" in state.survivor(ask.seat).skills
        asked[ask.seat] = (*SORTING, Redraw) if destiny else SORTING
    elif isinstance(ask, Rethink):
        asked[ask.blow.seat] = (Reroll, Keep, Discard)
    elif isinstance(ask, Hits):
        asked[ask.blow.seat] = (Hit, Discard)
    elif isinstance(ask, Harm):
        asked[ask.target] = (ShrugOff, Endure, Discard)
    else:
        asked[ask.seat] = BY_SEAT[kind]  # type: ignore[union-attr]
    for survivor in state.survivors:
        kinds = asked.get(survivor.id)
        if kinds:
            found.append(Turn(survivor.id, kinds))
        elif survivor.hand or survivor.pack or survivor.body:
            found.append(Turn(survivor.id, (Discard,)))
    return tuple(found)


def action_kinds(state: State, survivor: Survivor) -> Kinds:
    """The moves of a Survivor's Turn, without those that plainly nothing here allows; of these
    `in_turn` says why."""
    kinds: list[type[Move[State]]] = [DoNothing, Discard]
    at, used = survivor.at, survivor.used
    if "door" not in used:
        kinds += (OpenDoor, CloseDoor)
    if "mre" in survivor.pack:
        kinds.append(UseCard)
    if survivor.left:
        kinds += (Walk, Reorganize, MakeNoise)
        if any(token.at == at for token in state.objectives):
            kinds.append(TakeObjective)
        if state.board.zones[at].special == "oxygen":
            kinds.append(TakeOxygen)
    elif "move" in survivor.free:
        kinds.append(Walk)
    if survivor.left or survivor.free:
        if "search" not in used and state.board.zones[at].kind == "room":
            kinds.append(Search)
        if state.xenos and survivor.hand:
            kinds += (Melee, Shoot) if at in state.xenos else (Shoot,)
        elif survivor.hand and state.ground.mold:
            kinds.append(Shoot)
        for machine in state.machines:
            if machine.at and controls(survivor, machine.id):
                kinds += MACHINE_ACTIONS
                break
    for skill in survivor.skills:
        talent = TALENTS.get(skill)
        if talent is not None and talent not in kinds:
            kinds.append(talent)
    return tuple(kinds)


def phase(state: State) -> str:
    """The phase of the round: `players`, `activation`, `spawn` or `end` (toc)."""
    for ask in state.asks:
        if isinstance(ask, PlayersPhase):
            return "players"
        if isinstance(ask, SpawnStep):
            return "activation" if ask.left == state.spawns else "spawn"
    return "end"


def untimely(state: State, move: Move[State]) -> Violation:
    """Why no open turn admits this move, as precisely as the position tells."""
    ask, seat, kind = state.asks[-1], move.seat, type(move)
    if kind in OUTCOMES or seat == CHANCE:
        return refuse("chance.impossible", move=move_name(move))
    if seat not in SURVIVORS and seat != TEAM:
        return refuse("not-your-turn", seat=seat, waiting=waiting(state))
    if kind is Detach and not isinstance(ask, Sorting):
        return refuse("attach.only-reorganize", seat=seat)
    if kind is Discard and type(ask) not in BY_CHANCE:
        return refuse("card.not-carried", seat=seat, card=move.card)  # type: ignore[attr-defined]
    if isinstance(ask, SurvivorTurn):
        return in_turn(state, ask.seat, move)
    if isinstance(ask, PlayerTurn):
        return between_turns(state, ask, move)
    if isinstance(ask, Stride) and seat == ask.seat:
        return refuse("question.first", seat=seat, open="stride")
    if seat not in waiting(state):
        return refuse("not-your-turn", seat=seat, waiting=waiting(state))
    return refuse("question.first", seat=seat, open=move_name(ask))


def in_turn(state: State, acting: str, move: Move[State]) -> Violation:
    """A move that does not belong into this Survivor's Turn."""
    kind, seat = type(move), move.seat
    if kind is Activate and seat == acting:
        return refuse("activate.already", seat=seat)
    if kind is Activate:
        return refuse("activate.finish-first", seat=seat, waiting=[acting])
    if seat != acting:
        return refuse("not-your-turn", seat=seat, waiting=[acting])
    if kind in TURN_MOVES and (problem := move.check(state)):
        return problem
    return refuse("not-now", seat=seat, move=move_name(move))


def between_turns(state: State, ask: PlayerTurn, move: Move[State]) -> Violation:
    """A move while a player decides which Survivor is next."""
    seat = move.seat
    if type(move) is not Activate:
        return refuse("not-now", seat=seat, waiting=list(ask.left))
    player = next((each for each in state.players if ask.left[0] in each), ())
    if seat in player:
        return refuse("activate.already", seat=seat)
    return refuse("activate.another-player", seat=seat, waiting=list(ask.left))


def waiting(state: State) -> list[str]:
    """Who has to answer the open question, discards apart."""
    return [turn.seat for turn in turns(state) if turn.kinds != (Discard,)]


def move_name(value: object) -> str:
    """What a move or question is called in facts."""
    return kebab(type(value).__name__)
