"""What a look at the whole table tells, and what a command will have done. No I/O here."""

from __future__ import annotations

from collections.abc import Iterable, Set

from msgspec.structs import replace

from tts_bridge.agent.commands import Command, Deal, Face, Place, SetValue
from tts_bridge.agent.observations import (
    Destroyed,
    Dropped,
    Entered,
    Flipped,
    Left,
    Observation,
    Picked,
    Piece,
    Snapshot,
)
from tts_bridge.referee.placement import Want, whereabouts
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.table_game import Seen


def deviations(
    profile: Profile, wants: Iterable[Want], now: Seen, snapshot: Snapshot
) -> list[Observation]:
    """What players must have done while nobody was watching: pieces that lie elsewhere than they
    ought to, as if each had just been put down or turned. `now` is how they lie by the snapshot."""
    found: list[Observation] = []
    for want in wants:
        piece = now.get(profile.pieces[want.piece])
        if piece is None:
            continue
        rest = (snapshot.session, snapshot.seq, "", piece)
        if not whereabouts(profile, piece) & set(want.zones) and not want.hand:
            found.append(Dropped(*rest))
        elif want.up is not None and piece.up != want.up:
            found.append(Flipped(*rest))
        elif want.hand and piece.hand != want.hand:
            found.append(Dropped(*rest))
    return found


def differences(
    profile: Profile, before: Seen, now: Seen, snapshot: Snapshot, moving: Set[str] = frozenset()
) -> list[Observation]:
    """What players must have done between what was last seen and a snapshot, as if each piece had
    just been put down or turned. `now` is how they lie by it, also within decks; `moving`: GUIDs of
    those that were seen on their way, so that they were put down, seen or not."""
    found: list[Observation] = []
    for piece in now.values():
        known = before.get(piece.guid)
        if known is None or not ident(piece):
            continue
        rest = (snapshot.session, snapshot.seq, "", piece)
        has_arrived = piece.guid in moving and not piece.held
        if has_arrived or whereabouts(profile, known) != whereabouts(profile, piece):
            found.append(Dropped(*rest))
        elif known.up != piece.up:
            found.append(Flipped(*rest))
    return found


def still_moving(moving: Set[str], observation: Observation) -> Set[str]:
    """The GUIDs of pieces on their way by somebody's hand, those in `moving` before, after
    something was seen.

    A piece is taken up and crosses zones before it is told where it lies; only that is judged.
    """
    if isinstance(observation, (Picked, Entered, Left)) and observation.player:
        return moving | {observation.piece.guid}
    if isinstance(observation, (Dropped, Flipped, Destroyed)):
        return moving - {observation.piece.guid}
    return moving


def noticed(profile: Profile, observation: Observation, piece: Piece, known: bool) -> Piece | None:
    """A piece as it is remembered, or None: as before. In a deck or bag it lies where that lies; a
    piece that is gone counts as lying where it was, for cards vanish into decks and come out."""
    if isinstance(observation, Entered) and observation.container is not None:
        pile = observation.container
        zones = pile.zones or profile.zones_at(pile.at)
        return replace(piece, at=pile.at, zones=zones, up=pile.up, hand="", held="")
    return None if isinstance(observation, Destroyed) and known else piece


def expected(profile: Profile, piece: Piece, command: Command) -> Piece:
    """A piece as it will lie once the command is carried out."""
    if isinstance(command, Place):
        up = piece.up if command.up is None else command.up
        zones = profile.zones_at(command.at)
        return replace(piece, at=command.at, zones=zones, hand="", up=up)
    if isinstance(command, Deal):
        return replace(piece, hand=command.color, zones=())
    if isinstance(command, Face):
        return replace(piece, up=command.up)
    if isinstance(command, SetValue):
        return replace(piece, value=command.value)
    return piece
