"""What is offered as buttons, and what is understood in chat. No I/O here.

A Survivor may have dozens of legal moves. Offered is what nobody does by hand, the most wanted
first; Concentrated Attacks and trades card by card are left to the chat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.cases import CaseError
from rules.engine import CHANCE, Move, legal_moves
from rules.invader import RULES
from rules.invader.actions import (
    Activate,
    DoNothing,
    Halt,
    MakeNoise,
    Search,
    TakeObjective,
    TakeOxygen,
    UseCard,
)
from rules.invader.attacks import Hit, Keep, Melee, Reroll, Shoot, Stray
from rules.invader.choices import ChooseSkill, Endure, Send, ShrugOff, Suffer
from rules.invader.inventory import Attach, Detach, Done, Redraw, Reorganize
from rules.invader.machines import DriveMachine, MachineMelee, MachineShoot
from rules.invader.position import Cases
from rules.invader.state import TEAM, State
from rules.invader.talents import Bloodlust, Inspire, Jump, Rescue
from rules.invader.timing import waiting
from rules.notation import NotationError
from tts_bridge.referee.table_game import Reading

ORDER: tuple[type[Move[State]], ...] = (
    Activate,
    Hit,
    Stray,
    Suffer,
    Send,
    ChooseSkill,
    Reroll,
    Keep,
    Endure,
    ShrugOff,
    Done,
    Redraw,
    Attach,
    Detach,
    Halt,
    Melee,
    Shoot,
    MachineMelee,
    MachineShoot,
    DoNothing,
    TakeObjective,
    Search,
    TakeOxygen,
    UseCard,
    Bloodlust,
    Jump,
    Rescue,
    Inspire,
    DriveMachine,
    MakeNoise,
    Reorganize,
)
"""Kinds of move that are offered, the most wanted first."""
RANK = {kind: rank for rank, kind in enumerate(ORDER)}


def offer(state: State) -> list[Move[State]]:
    """The legal moves that are offered as buttons."""
    found = [
        move
        for move in legal_moves(RULES, state)
        if type(move) in RANK and not getattr(move, "aimed", "")
    ]
    return sorted(found, key=lambda move: RANK[type(move)])


def spoken(state: State, seats: Sequence[str], text: str) -> Reading | None:
    """`!shoot smg 4v-e`, `!magnus activate`: a move said in chat by whoever has these seats."""
    for whole in wordings(state, seats, text):
        try:
            move = Cases(RULES).read_move(state, whole)
        except (NotationError, CaseError):
            continue
        if move.seat != CHANCE:
            return (move,)
    return None


def wordings(state: State, seats: Sequence[str], text: str) -> Iterator[str]:
    """The text with the seat it is meant for."""
    first = text.partition(" ")[0]
    if not seats or not first:
        return
    if first in seats or first == TEAM:
        yield text
        return
    asked = [] if RULES.outcome(state) else waiting(state)
    own = [seat for seat in asked if seat in seats or seat == TEAM]
    yield f"{next(iter(own), seats[0])} {text}"
