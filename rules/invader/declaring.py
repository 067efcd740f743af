"""What may be declared of a position of *Zombicide: Invader*. No I/O here."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from rules.declaring import LARGEST, YES_NO, Domains, Number, OneOf, ids
from rules.invader.data import cards_with_back
from rules.invader.facts import COLOURS
from rules.invader.state import MAX_XP, Machine, State, Survivor, Token, armor, unseen

MOST = 9
"""Actions that somebody has left, or gets as a gift, at most."""


@singledispatch
def declarable(thing: Any, state: Any) -> Domains:
    """The domain of each field of a thing of a position (or of itself) that a word can declare."""
    return {}


@declarable.register
def of_position(thing: State, state: State) -> Domains:
    players = {str(index): index for index in range(len(state.players))}
    seats = {seat: index for index, player in enumerate(state.players) for seat in player}
    return {
        "oxygen": Number(0, sum(cards_with_back("oxygen").values())),
        "first": OneOf(players, spelt=seats),
        "round": Number(1, LARGEST),
    }


def zones(state: State, *, nothing: bool) -> OneOf:
    """Every Zone, by its own name or that of one of its cells."""
    found = ids(state.board.zones, nothing=nothing, known=[""])
    return OneOf(found.words, found.known, state.board.zone_of)


@declarable.register
def of_survivor(thing: Survivor, state: State) -> Domains:
    return {
        "at": zones(state, nothing=False),
        "xp": Number(0, MAX_XP),
        "wounds": Number(0, armor(thing) - 1),
        "left": Number(0, MOST),
        "gift": Number(0, MOST),
    }


@declarable.register
def of_machine(thing: Machine, state: State) -> Domains:
    at = zones(state, nothing=True)
    return {"at": at, "active": YES_NO} if thing.at else {"at": at}


@declarable.register
def of_objective(thing: Token, state: State) -> Domains:
    printed = {each.id: each.colour for each in state.mission.objectives}[thing.id]
    left = [colour for colour in COLOURS if colour in (*unseen(state).counts, thing.colour)]
    colours = ids([printed]) if printed else ids(left, nothing=True, known=COLOURS)
    return {"at": zones(state, nothing=True), "colour": colours}
