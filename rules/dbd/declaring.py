"""What may be declared of a position of *Dead by Daylight*. No I/O here."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from rules.dbd.changes import is_done
from rules.dbd.data import KILLERS
from rules.dbd.lobby import Lobby
from rules.dbd.settings import default_items, default_kinds
from rules.dbd.state import (
    KILLER_BP,
    SACRIFICES_TO_WIN,
    SURVIVOR_BP,
    Figure,
    Prop,
    State,
    category_of,
    drawable,
    unseen,
)
from rules.declaring import LARGEST, YES_NO, Domain, Domains, Number, ids


@singledispatch
def declarable(thing: Any, state: Any) -> Domains:
    """The domain of each field of a thing of a position (or of itself) that a word can declare."""
    return {}


@declarable.register
def of_position(thing: State, state: State) -> Domains:
    board = state.board
    return {
        "track": Number(0, SACRIFICES_TO_WIN - 1),
        "repaired": Number(0, state.settings.kinds["objective"].get("generator", 0)),
        "completed": YES_NO,
        "round": Number(1, LARGEST),
        "first": ids([figure.id for figure in state.survivors]),
        "entity": ids(
            [*board.path, *[prop.id for prop in state.props if prop.at]],
            nothing=True,
            known=board.slot_index,
        ),
    }


@declarable.register
def of_figure(thing: Figure, state: State) -> Domains:
    places = {"at": ids(state.board.space)}
    if thing.side == "killer":
        return {**places, "bp": Number(0, KILLER_BP)}
    items = [item for item in default_items() if item in (*drawable(state).counts, thing.item)]
    return {
        **places,
        "bp": Number(0, SURVIVOR_BP),
        "wounded": YES_NO,
        "hook": holder(state, thing, "hook"),
        "locker": holder(state, thing, "locker"),
        "item": ids(items, nothing=True, known=default_items()),
        "token": YES_NO,
    }


def holder(state: State, figure: Figure, kind: str) -> Domain:
    """The props of a kind in a Survivor's space that nobody else is in or on."""
    room = state.settings.locker_capacity if kind == "locker" else 1
    taken = [getattr(each, kind) for each in state.survivors if each.id != figure.id]
    here = [
        prop.id
        for prop in state.props_at(figure.at)
        if prop.kind == kind and taken.count(prop.id) < room
    ]
    return ids(here, nothing=True, known=state.board.slot_index)


@declarable.register
def of_prop(thing: Prop, state: State) -> Domains:
    category = category_of(state, thing.id)
    kinds = default_kinds()[category]
    left = [kind for kind in kinds if kind in (*unseen(state, category).counts, thing.kind)]
    needed = {
        "generator": state.settings.generator_progress - (not is_done(state, thing)),
        "exit-gate": state.settings.gate_progress - 1,
    }
    return {
        "at": ids(state.board.space, nothing=True),
        "kind": ids(left, nothing=True, known=kinds),
        "progress": Number(0, needed.get(thing.kind, 0)),
    }


@declarable.register
def of_lobby(thing: Lobby, state: Lobby) -> Domains:
    return {
        "killer": ids(KILLERS, nothing=True),
        "first": ids(state.survivors, nothing=True, known=[state.first]),
    }
