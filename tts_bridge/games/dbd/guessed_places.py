"""Places that a strange mod has no zones for: in front of each hand, beside the board. No I/O."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rules.dbd.board import Board
from tts_bridge.binding.fit import Fit, Point, box
from tts_bridge.binding.objects import Thing
from tts_bridge.games.dbd.recognise import Found
from tts_bridge.referee.profile import Zone

CARD = (2.6, 3.6)
"""Width and depth of a place for a card, in world units."""
AHEAD = 7.0
"""How far in front of the middle of a hand cards are laid."""
SIDE = 3.1
"""World units from one place for a card to the next."""
HEIGHT = 6.0
TABLE = 1.0
"""Height of the table's top."""
SPACE = 0.62
"""How much of the distance to the nearest space a space takes up."""
SUPPLIES = ("wound", "progress", "sacrifice")


def areas(board: Board, laid: Fit, found: Found, objects: Sequence[Thing]) -> dict[str, Zone]:
    """Every place that a game needs, by id; their GUIDs are our own, for no object has them."""
    places: dict[str, tuple[Point, tuple[float, float]]] = {}
    size = laid.spacing * SPACE
    for space, at in laid.spaces.items():
        places[f"space/{space}"] = (at, (size, size))
    for path in board.paths:
        a, b = laid.spaces[path.a], laid.spaces[path.b]
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        places[f"path/{path.id}"] = (middle, (size / 4, size / 4))
    for seat, hand in found.hands.items():
        places |= before_hand(seat, hand, seat == found.killer)
    by_guid = {thing.guid: thing for thing in objects}
    for what in SUPPLIES:
        lying = [
            by_guid[guid].place for name, guid in found.pieces.items() if name.startswith(what)
        ]
        if lying:
            places[f"supply/{what}"] = box(lying)
    places |= beside_board(laid)
    for name in ("entity",):
        if name in found.pieces:
            places[f"supply/{name}"] = (by_guid[found.pieces[name]].place, (2.0, 2.0))
    return {
        name: Zone(f"zone:{name}", (at[0], TABLE + HEIGHT / 2, at[1]), (wide, HEIGHT, deep))
        for name, (at, (wide, deep)) in places.items()
    }


def before_hand(
    seat: str, hand: Thing, is_killer: bool
) -> Mapping[str, tuple[Point, tuple[float, float]]]:
    """The places for cards in front of a hand, seen from whoever sits behind it."""
    away = math.hypot(*hand.place) or 1.0
    ahead = (-hand.place[0] / away, -hand.place[1] / away)
    if abs(ahead[0]) < abs(ahead[1]):  # hands stand along a side: lay cards straight ahead
        ahead = (0.0, math.copysign(1.0, ahead[1]))
    else:
        ahead = (math.copysign(1.0, ahead[0]), 0.0)
    right = (ahead[1], -ahead[0])
    kinds = (
        (f"set/{seat}/left", f"set/{seat}/right", f"set/{seat}/bonus", f"discard/{seat}")
        if is_killer
        else (f"set/{seat}", f"discard/{seat}", f"beside/{seat}")
    )
    found = {}
    for number, name in enumerate(kinds):
        across = (number - (len(kinds) - 1) / 2) * SIDE
        at = (
            hand.place[0] + ahead[0] * AHEAD + right[0] * across,
            hand.place[1] + ahead[1] * AHEAD + right[1] * across,
        )
        found[name] = (at, CARD if ahead[0] == 0 else CARD[::-1])
    return found


def beside_board(laid: Fit) -> dict[str, tuple[Point, tuple[float, float]]]:
    """Places for what has none in a strange mod: the track, completed generators, what left."""
    xs = [at[0] for at in laid.spaces.values()]
    zs = [at[1] for at in laid.spaces.values()]
    west, east = min(xs) - laid.spacing * 1.3, max(xs) + laid.spacing * 1.3
    middle = (min(zs) + max(zs)) / 2
    return {
        "track": ((west, middle + 3.5), (5.0, 6.0)),
        "repaired": ((west, middle - 3.5), (5.0, 6.0)),
        "supply/prop": ((east, middle + 8.0), (5.0, 3.2)),
        "supply/wall": ((east, middle + 5.0), (5.0, 2.0)),
    }
