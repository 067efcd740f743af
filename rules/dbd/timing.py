"""Whose turn it is, with which moves; and why a move comes at the wrong moment."""

from __future__ import annotations

from rules.dbd.codes import refuse
from rules.dbd.interact import (
    Attack,
    DamageGenerator,
    Heal,
    OpenGate,
    Pass,
    RemoveCrow,
    Repair,
    Rolled,
    UseCrow,
    UsePerk,
    UsePower,
)
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Uncovered, Walk
from rules.dbd.perks import refuse_perk
from rules.dbd.planning import SetCard, TakeBack, Whisper, unplanned
from rules.dbd.state import (
    BONUS_TURN,
    CardToReveal,
    Check,
    Cleanup,
    Event,
    Interaction,
    KillerBonus,
    KillerPhase,
    Planning,
    PropToReveal,
    React,
    State,
    Step,
    SurvivorBonus,
    SurvivorPhase,
    Unknown,
)
from rules.engine import CHANCE, Move, Turn, Violation

SURVIVOR_INTERACTIONS: tuple[type[Move[State]], ...] = (Repair, OpenGate, UseCrow, Heal)
KILLER_INTERACTIONS: tuple[type[Move[State]], ...] = (
    Attack,
    DamageGenerator,
    RemoveCrow,
    UsePower,
)
MOVES: tuple[type[Move[State]], ...] = (
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
    UsePerk,
    Pass,
    Rolled,
)

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
    UsePerk: "CARD",
    Pass: "DbD p.9",
    Rolled: "AUT-APP",
}
"""Where the rule of each kind of move stands."""

OPEN: dict[type, tuple[type[Move[State]], ...]] = {
    CardToReveal: (RevealCard,),
    Step: (Walk,),
    PropToReveal: (RevealProp,),
    SurvivorBonus: (PlayCard, Pass),
    KillerBonus: (PlayCard, Pass),
}
FOR_SURVIVOR: tuple[type[Move[State]], ...] = (*SURVIVOR_INTERACTIONS, Pass)
FOR_KILLER: tuple[type[Move[State]], ...] = (*KILLER_INTERACTIONS, Pass)


PLANNING: tuple[type[Move[State]], ...] = (SetCard, TakeBack, Whisper)


def turns(state: State) -> tuple[Turn[State], ...]:
    """Who may answer the open question, and with which kinds of move."""
    ask = state.asks[-1]
    kind = type(ask)
    if kind in OPEN:
        return (Turn(ask.seat, OPEN[kind]),)  # type: ignore[union-attr]
    if isinstance(ask, Interaction):
        return (Turn(ask.seat, FOR_KILLER if ask.seat == state.killer.id else FOR_SURVIVOR),)
    if isinstance(ask, Unknown):
        return (Turn(CHANCE, (Uncovered,)),)
    if isinstance(ask, Check):
        return (Turn(CHANCE, (Rolled,)),)
    if isinstance(ask, React):
        return (Turn(ask.left[0][0], (UsePerk, Pass)),)
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
    if isinstance(move, Whisper):
        return refuse("talk.in-public", seat=seat)
    if isinstance(move, UsePerk):
        return untimely_perk(state, move)
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
    waiting = turns(state)[0].seat
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


def untimely_perk(state: State, move: UsePerk) -> Violation:
    """A perk that no window is open for: used up and unpaid say more than 'not now'."""
    ask = state.asks[-1]
    event = ask.event if isinstance(ask, React) else Event("")
    for figure in state.figures:
        if figure.id == move.seat and (found := refuse_perk(state, figure, move.perk, event)):
            return found
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
