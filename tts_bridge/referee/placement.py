"""Where pieces ought to lie, and the commands that make it so. Knows no game; no I/O here.

Only what differs from what was last seen is touched, so doing it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from tts_bridge.agent.commands import Command, Deal, Face, Place, SetValue
from tts_bridge.agent.observations import Piece
from tts_bridge.referee.profile import Profile

LIFT = 0.6
"""World units above a zone's floor from which a piece is let go."""
GAP = 0.15
"""World units between pieces laid side by side."""
NEAR = 0.25
"""World units: closer than this, two pieces are in each other's way."""
MANY = 60
"""Spots of a row that are looked at for a free one."""


class Spot(Struct, frozen=True):
    """A place within a zone: row (0 at the back) and number in the row, from the left."""

    zone: str
    row: int = 0
    index: int = 0
    rows: int = 1
    width: float = 1.1
    """World units that a piece takes up in the row."""
    lines: int = 1
    """How many further rows a full one runs on into, before pieces are laid on top."""
    also: tuple[str, ...] = ()
    """Other zones that are the same place."""

    @property
    def zones(self) -> tuple[str, ...]:
        """Every zone of the place."""
        return (self.zone, *self.also)


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
    names = profile.names
    return {names[guid] for guid in piece.zones if guid in names}


def position(profile: Profile, spot: Spot) -> tuple[float, float, float]:
    """The world position of a spot: rows from the back to the front, centred side to side."""
    zone = profile.zones[spot.zone]
    x, y, z = zone.at
    width, height, depth = zone.size
    per_row = max(1, int(width / (spot.width + GAP)))
    line, column = divmod(spot.index, per_row)
    layer, line = divmod(line, spot.lines)
    step = min(spot.width + GAP, width / per_row)
    across = (column + 0.5) * step - width / 2
    back = depth / 2 - (spot.row + line + 0.5) * depth / spot.rows
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
    supply: Spot,
    *,
    strays_first: bool = False,
) -> list[Want]:
    """Wants for interchangeable tokens: so many at each target, the rest in the supply.

    A token that lies right stays; what is missing comes from the supply, then from those that lie
    elsewhere, the lowest numbers first; or, with `strays_first`, the other way round.
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
    for spot, number in targets:
        here = [token for token in free if not lies[token].isdisjoint(spot.zones)][:number]
        wants += [Want(token, spot, spot.zones) for token in here]
        free = [token for token in free if token not in here]
        lacking.append((spot, here, number))
    free.sort(key=lambda token: (supply.zone in lies[token]) is strays_first)
    for spot, here, number in lacking:
        taken = [seen[profile.pieces[token]].at for token in here]
        places = unoccupied(profile, spot, taken)
        for _ in range(min(number - len(here), len(free))):
            wants.append(Want(free.pop(0), next(places), spot.zones))
    numbers = {token: index for index, token in enumerate(tokens)}
    wants += [Want(token, replace(supply, index=numbers[token]), supply.zones) for token in free]
    return wants


def unoccupied(
    profile: Profile, spot: Spot, taken: Sequence[tuple[float, float, float]]
) -> Iterator[Spot]:
    """The spots of a row, the first ones first, on which none of the pieces at `taken` stands."""
    for index in count():
        place = replace(spot, index=spot.index + index)
        x, _, z = position(profile, place)
        if index >= MANY or not any(
            abs(x - each[0]) < NEAR and abs(z - each[2]) < NEAR for each in taken
        ):
            yield place


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
