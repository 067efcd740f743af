"""Where pieces ought to lie, and the commands that make it so. Knows no game; no I/O here.

Only what differs from what was last seen is touched, so doing it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tts_bridge.commands import Command, Deal, Face, Place, SetValue
from tts_bridge.observations import Piece
from tts_bridge.profile import Profile

LIFT = 0.6
"""World units above a zone's floor from which a piece is let go."""
GAP = 0.15
"""World units between pieces laid side by side."""


class Spot(Struct, frozen=True):
    """A place within a zone: row (0 at the back) and number in the row, from the left."""

    zone: str
    row: int = 0
    index: int = 0
    rows: int = 1
    width: float = 1.1
    """World units that a piece takes up in the row."""


class Want(Struct, frozen=True):
    """Where one piece ought to lie: in a hand, or in one of the zones."""

    piece: str
    spot: Spot | None = None
    zones: tuple[str, ...] = ()
    """Zones where it may stay; in none of them, it goes to the spot."""
    hand: str = ""
    up: bool | None = None
    value: int | None = None


def whereabouts(profile: Profile, piece: Piece) -> set[str]:
    """The ids of the zones that a piece lies in."""
    names = {zone.guid: name for name, zone in profile.zones.items()}
    return {names[guid] for guid in piece.zones if guid in names}


def position(profile: Profile, spot: Spot) -> tuple[float, float, float]:
    """The world position of a spot: rows from the back to the front, centred side to side."""
    zone = profile.zones[spot.zone]
    x, y, z = zone.at
    width, height, depth = zone.size
    per_row = max(1, int(width / (spot.width + GAP)))
    column, layer = spot.index % per_row, spot.index // per_row
    step = min(spot.width + GAP, width / per_row)
    across = (column + 0.5) * step - width / 2
    back = depth / 2 - (spot.row + 0.5) * depth / spot.rows
    return (
        round(x + across, 3),
        round(y - height / 2 + LIFT + layer * GAP, 3),
        round(z + back, 3),
    )


def share_out(
    profile: Profile,
    seen: Mapping[str, Piece],
    tokens: Sequence[str],
    targets: Iterable[tuple[Spot, int]],
    supply: str,
) -> list[Want]:
    """Wants for interchangeable tokens: so many at each target, the rest in the supply.

    A token that lies right stays; what is missing comes from the lowest numbers that are free.
    """
    lies = {
        token: whereabouts(profile, seen[guid])
        if (guid := profile.pieces[token]) in seen
        else set()
        for token in tokens
    }
    free = list(tokens)
    wants = []
    lacking = []
    for spot, count in targets:
        here = [token for token in free if spot.zone in lies[token]][:count]
        wants += [Want(token, spot, (spot.zone,)) for token in here]
        free = [token for token in free if token not in here]
        lacking.append((spot, len(here), count))
    free.sort(key=lambda token: supply not in lies[token])
    for spot, have, count in lacking:
        for index in range(have, count):
            if free:
                at = Spot(spot.zone, spot.row, spot.index + index, spot.rows, spot.width)
                wants.append(Want(free.pop(0), at, (spot.zone,)))
    numbers = {token: index for index, token in enumerate(tokens)}
    wants += [
        Want(token, Spot(supply, index=numbers[token], width=0.6), (supply,)) for token in free
    ]
    return wants


def commands(
    profile: Profile, seen: Mapping[str, Piece], wants: Iterable[Want]
) -> tuple[Command, ...]:
    """What has to be done so that everything lies as wanted. Held pieces are left alone."""
    found: list[Command] = []
    for want in wants:
        guid = profile.pieces.get(want.piece)
        if guid is None:
            continue
        piece = seen.get(guid)
        if piece is None:  # in a deck or bag: the agent takes it out
            if want.hand:
                found.append(Deal(guid, want.hand))
            elif want.spot is not None:
                found.append(Place(guid, position(profile, want.spot), up=want.up))
            continue
        if piece.held:
            continue
        if want.value is not None and piece.value != want.value:
            found.append(SetValue(guid, want.value))
        if want.hand:
            if piece.hand != want.hand:
                found.append(Deal(guid, want.hand))
            continue
        if want.spot is None:
            continue
        wrong_side = want.up is not None and piece.up != want.up
        if piece.hand or not whereabouts(profile, piece) & set(want.zones):
            at = position(profile, want.spot)
            found.append(Place(guid, at, up=want.up))
        elif wrong_side and want.up is not None:
            found.append(Face(guid, want.up))
    return tuple(found)
