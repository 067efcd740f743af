"""What tokens mean that somebody laid or took by hand, before any button was pressed. No I/O here.

A token is compared with what the position says should lie there: one ring too few in a space is
a healing, one progress token too many a repair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from rules.dbd import RULES
from rules.dbd.interact import Attack, DamageGenerator, Heal, RemoveCrow, Repair
from rules.dbd.state import Figure, Interaction, State
from rules.engine import Move, judge
from tts_bridge.agent.observations import Piece
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import Profile
from tts_bridge.referee.table_game import Reading

CLOSE = 1.2
"""World units: a ring closer than this to a single figure is that figure's."""


def interacting(state: State) -> Figure | None:
    """The figure that may interact now."""
    ask = state.asks[-1]
    return state.figure(ask.seat) if isinstance(ask, Interaction) else None


def lying(profile: Profile, seen: Mapping[str, Piece], what: str, space: str) -> int:
    """How many tokens of a kind lie in a space."""
    zone = f"space/{space}"
    guids = [profile.pieces[token] for token in profile.tokens.get(what, ())]
    pieces = [seen[guid] for guid in guids if guid in seen and not seen[guid].held]
    return sum(1 for piece in pieces if zone in whereabouts(profile, piece))


def legal(state: State, moves: Iterator[Move[State]]) -> Iterator[Reading]:
    """The legal ones of these moves."""
    for move in moves:
        if judge(RULES, state, move) is None:
            yield (move,)


def wounded(
    state: State, profile: Profile, seen: Mapping[str, Piece], piece: Piece
) -> Iterator[Reading]:
    """A wound ring was laid in the Killer's space: an attack on a healthy Survivor there; or it
    was taken from a wounded one: a healing."""
    figure = interacting(state)
    if figure is not None and figure.side == "survivor":
        here = [each for each in state.survivors if each.at == figure.at and each.wounded]
        if lying(profile, seen, "wound", figure.at) < len(here):
            yield from legal(state, Heal.options(state, figure.id))
            return
    at = state.killer.at
    if f"space/{at}" not in whereabouts(profile, piece):
        return
    if lying(profile, seen, "wound", at) <= sum(f.wounded for f in state.survivors if f.at == at):
        return
    healthy = [f.id for f in state.survivors if f.at == at and not f.wounded and not f.hook]
    for survivor in nearest(profile, seen, piece, healthy):
        yield (Attack(state.killer.id, survivor),)


def nearest(
    profile: Profile, seen: Mapping[str, Piece], piece: Piece, seats: list[str]
) -> list[str]:
    """The one of several figures that a piece was laid beside; all of them when it is not clear."""

    def distance(seat: str) -> float:
        figure = seen.get(profile.pieces.get(f"figure/{seat}", ""))
        if figure is None:
            return CLOSE
        return hypot(figure.at[0] - piece.at[0], figure.at[2] - piece.at[2])

    close = [seat for seat in seats if distance(seat) < CLOSE]
    return close if len(close) == 1 else seats


def progressed(state: State, profile: Profile, seen: Mapping[str, Piece]) -> Iterator[Reading]:
    """A progress token was laid in the space of a figure that may interact, or taken from there:
    a repair before its roll, or damage."""
    figure = interacting(state)
    if figure is None:
        return
    due = sum(prop.progress for prop in state.props_at(figure.at))
    there = lying(profile, seen, "progress", figure.at)
    if figure.side == "survivor" and there > due:
        yield from legal(state, iter(Repair.options(state, figure.id)))
    elif figure.side == "killer" and there < due:
        yield from legal(state, iter(DamageGenerator.options(state, figure.id)))


def carried_off(state: State, profile: Profile, piece: Piece, prop: str) -> Iterator[Reading]:
    """A prop left its space: the Killer removes a crow."""
    figure = interacting(state)
    if figure is None or figure.side != "killer":
        return
    if f"space/{figure.at}" not in whereabouts(profile, piece):
        yield from legal(state, iter([RemoveCrow(figure.id, prop)]))
