"""Whose turn it is, with which moves; and why a move comes at the wrong moment."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dbd import perk_tables
from rules.dbd.codes import refuse
from rules.dbd.interact import (
    AnnounceDice,
    Attack,
    Choose,
    ChooseCard,
    Cleanse,
    DamageGenerator,
    Drew,
    Heal,
    Hide,
    LayPallet,
    OpenGate,
    Pass,
    PickUp,
    RemoveCrow,
    Repair,
    Rescue,
    Rolled,
    Rummage,
    Sabotage,
    SearchLocker,
    Started,
    UseCrow,
    UseItem,
    UsePerk,
    UsePower,
    Venerate,
)
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Uncovered, Walk
from rules.dbd.perks.frame import ITEMS, beside, moment, refuse_item, refuse_perk
from rules.dbd.planning import SetCard, TakeBack, Whisper, unplanned
from rules.dbd.state import (
    BONUS_TURN,
    CardToReveal,
    CardToSet,
    Carry,
    Check,
    Choice,
    Cleanup,
    DiceToAnnounce,
    Draw,
    Escape,
    Event,
    Interaction,
    KillerBonus,
    KillerPhase,
    Planning,
    PropToReveal,
    React,
    StartRoll,
    State,
    Step,
    SurvivorBonus,
    SurvivorPhase,
    Unknown,
)
from rules.engine import CHANCE, Move, Turn, Violation

Kinds = tuple[type[Move[State]], ...]

SURVIVOR_INTERACTIONS: Kinds = (
    Repair,
    OpenGate,
    UseCrow,
    Heal,
    Rummage,
    Hide,
    LayPallet,
    Rescue,
    Sabotage,
    Cleanse,
)
KILLER_INTERACTIONS: Kinds = (
    Attack,
    DamageGenerator,
    RemoveCrow,
    UsePower,
    PickUp,
    Venerate,
    SearchLocker,
)
MOVES: Kinds = (
    SetCard,
    TakeBack,
    Whisper,
    RevealCard,
    PlayCard,
    Walk,
    RevealProp,
    Uncovered,
    *SURVIVOR_INTERACTIONS,
    *KILLER_INTERACTIONS,
    AnnounceDice,
    UsePerk,
    UseItem,
    Choose,
    ChooseCard,
    Pass,
    Rolled,
    Drew,
    Started,
)
assert perk_tables.FILLED

RULE_OF: dict[type[Move[State]], str] = {
    SetCard: "DbD p.8",
    TakeBack: "assumed",
    Whisper: "DbD p.8",
    RevealCard: "DbD p.8",
    PlayCard: "DbD p.9",
    Walk: "DbD p.8",
    RevealProp: "DbD p.8",
    Uncovered: "DbD p.8",
    Repair: "DbD p.9",
    OpenGate: "AUT",
    UseCrow: "DbD p.9",
    Heal: "AUT",
    Attack: "DbD p.10",
    DamageGenerator: "DbD p.10",
    RemoveCrow: "AUT",
    UsePower: "DbD p.10",
    Rummage: "AUT",
    Hide: "AUT",
    LayPallet: "AUT",
    Rescue: "AUT",
    Sabotage: "AUT",
    Cleanse: "MAL-M",
    PickUp: "AUT",
    Venerate: "AUT",
    SearchLocker: "AUT",
    AnnounceDice: "CN-FAQ",
    UsePerk: "CARD",
    UseItem: "CARD",
    Choose: "CARD",
    ChooseCard: "CARD",
    Pass: "DbD p.9",
    Rolled: "AUT-APP",
    Drew: "CARD",
    Started: "MAP",
}
"""Where the rule of each kind of move stands."""

OPEN: dict[type, Kinds] = {
    CardToReveal: (RevealCard,),
    CardToSet: (SetCard,),
    SurvivorBonus: (PlayCard, Pass),
    KillerBonus: (PlayCard, Pass),
    DiceToAnnounce: (AnnounceDice,),
    Carry: (Walk, Pass),
}
BY_CHANCE: dict[type, Kinds] = {
    Unknown: (Uncovered,),
    Check: (Rolled,),
    Escape: (Rolled,),
    Draw: (Drew,),
    StartRoll: (Started,),
}
FOR_SURVIVOR: Kinds = (*SURVIVOR_INTERACTIONS, Pass)
FOR_KILLER: Kinds = (*KILLER_INTERACTIONS, Pass)
PLANNING: Kinds = (SetCard, TakeBack)
WALK: dict[bool, Kinds] = {False: (Walk,), True: (Walk, Pass)}
REVEAL: dict[bool, Kinds] = {False: (RevealProp,), True: (RevealProp, Pass)}


def turns(state: State) -> Iterator[Turn[State]]:
    """Who may answer the open question, and with which kinds of move.

    Perks and items that lie beside the question make further turns; who goes on closes them.
    """
    if state.result:
        return
    yield from main_turns(state)
    extra = beside(state)
    if extra:
        kinds = [(seat, UseItem if name in ITEMS else UsePerk) for seat, name in extra]
        for seat, kind in dict.fromkeys(kinds):
            yield Turn(seat, (kind,))


def main_turns(state: State) -> tuple[Turn[State], ...]:
    """Who has to answer the open question."""
    ask = state.asks[-1]
    kind = type(ask)
    if isinstance(ask, React):
        seat, name = ask.left[0]
        return (Turn(seat, (UseItem if name in ITEMS else UsePerk, Pass)),)
    if kind in OPEN:
        return (Turn(ask.seat, OPEN[kind]),)  # type: ignore[union-attr]
    if isinstance(ask, Interaction):
        return (Turn(ask.seat, FOR_KILLER if ask.seat == state.killer.id else FOR_SURVIVOR),)
    if isinstance(ask, Choice):
        return (Turn(ask.seat, (ChooseCard if ask.is_secret else Choose,)),)
    if kind in BY_CHANCE:
        return (Turn(CHANCE, BY_CHANCE[kind]),)
    if isinstance(ask, Step):
        return (Turn(ask.seat, WALK[ask.optional]),)
    if isinstance(ask, PropToReveal):
        return (Turn(ask.seat, REVEAL[ask.optional]),)
    assert isinstance(ask, Planning)
    return tuple([Turn(figure.id, PLANNING) for figure in state.figures])


def phase(state: State) -> str:
    """The phase of the round: `planning`, `survivors`, `killer` or `cleanup` (DbD p.8)."""
    kinds = {type(ask) for ask in state.asks}
    if Planning in kinds:
        return "planning"
    if SurvivorPhase in kinds:
        return "survivors"
    if KillerPhase in kinds or Cleanup() in state.asks:  # a bonus turn, before the cleanup begins
        return "killer"
    return "cleanup"


def untimely(state: State, move: Move[State]) -> Violation:
    """Why no open turn admits this move, as precisely as the position tells."""
    ask = state.asks[-1]
    seat = move.seat
    if isinstance(move, Rolled):
        return refuse("die.not-now", die=move.die)
    if isinstance(move, Uncovered):
        return refuse("reveal.only-one", prop=move.prop)
    if isinstance(move, (Drew, Started)):
        return refuse("not-now", seat=seat)
    if isinstance(move, Whisper):
        return refuse("talk.in-public", seat=seat)
    if isinstance(move, (UsePerk, UseItem)):
        return untimely_answer(state, move)
    if isinstance(move, (Choose, ChooseCard)):
        return refuse("choice.not-now", seat=seat, option=move.option)
    if isinstance(ask, Planning):
        return while_planning(state, move)
    if isinstance(move, (SetCard, TakeBack)):
        return refuse("plan.not-yours", seat=seat)
    killer = state.killer
    if isinstance(move, PlayCard):
        if seat != killer.id:
            return refuse("bonus.not-granted", seat=seat)
        code = "bonus.one-a-round" if BONUS_TURN in killer.used else "bonus.after-second-turn"
        return refuse(code, seat=seat)
    if seat == killer.id and isinstance(move, SURVIVOR_INTERACTIONS):
        return refuse("interact.survivor-only", seat=seat)
    if seat != killer.id and isinstance(move, KILLER_INTERACTIONS):
        return refuse("interact.killer-only", seat=seat)
    waiting = main_turns(state)[0].seat
    if waiting != seat:
        return refuse("not-your-turn", seat=seat, waiting=waiting)
    return out_of_order(state, move)


def while_planning(state: State, move: Move[State]) -> Violation:
    """Somebody goes ahead although not everybody has set their cards."""
    missing = [figure.id for figure in unplanned(state)]
    killer = state.killer
    if missing == [killer.id] and killer.planned:
        return refuse("plan.two-cards", seat=killer.id, count=len(killer.planned))
    return refuse("plan.not-finished", seat=move.seat, missing=missing)


def untimely_answer(state: State, move: UsePerk | UseItem) -> Violation:
    """An answer to nothing that is open: used up and unpaid say more than 'not now'."""
    ask = state.asks[-1]
    event = ask.event if isinstance(ask, React) else moment(state) or Event("")
    for figure in state.figures:
        if figure.id == move.seat:
            if isinstance(move, UseItem):
                found = refuse_item(state, figure, move.item, event)
            else:
                found = refuse_perk(state, figure, move.perk, event)
            if found:
                return found
    if isinstance(move, UseItem):
        return refuse("item.not-now", seat=move.seat, item=move.item)
    return refuse("perk.not-now", seat=move.seat, perk=move.perk)


def out_of_order(state: State, move: Move[State]) -> Violation:
    """The right seat, but another step of its turn is due."""
    ask = state.asks[-1]
    seat = move.seat
    if isinstance(ask, Step):
        return refuse("card.compulsory", seat=seat, wanted=list(ask.colours))
    if isinstance(ask, PropToReveal):
        return refuse("reveal.first", seat=seat, at=state.figure(seat).at)
    if isinstance(move, Walk):
        return refuse("walk.not-now", seat=seat, to=move.to)
    if isinstance(move, RevealProp):
        return refuse("reveal.only-one", seat=seat, prop=move.prop)
    if isinstance(ask, CardToReveal) and not isinstance(move, RevealCard):
        return refuse("interact.one-a-turn", seat=seat)
    return refuse("not-now", seat=seat)
