"""Lines of Sight: which Zones are seen from a Zone, and how many Zones away they are.

Source: Invader p.20 (rooms, corridors, Mold), invader.md section 5. Straight lines run through
corridor and exterior Zones; a room is seen into and not through; what stands there hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.invader.board import Board


def visible(
    board: Board,
    zone: str,
    blocked: Callable[[str], bool],
    room: Callable[[str], bool],
) -> dict[str, int]:
    """Every Zone seen from one, with its distance in Zones (its own is 0).

    Args:
        board: the board.
        zone: where the eyes are.
        blocked: whether no line passes this link.
        room: whether this Zone counts as a room, so that a line ends in it.
    """
    found = {zone: 0}
    for cell in board.zones[zone].cells:
        for direction in board.steps[cell]:
            along(board, cell, direction, 0, found, blocked, room)
    return found


def along(
    board: Board,
    cell: str,
    direction: str,
    distance: int,
    found: dict[str, int],
    blocked: Callable[[str], bool],
    room: Callable[[str], bool],
) -> None:
    """Follow a straight line from a cell, noting the Zones it enters."""
    here = board.zone_of[cell]
    for link, to in board.steps[cell].get(direction, ()):
        if link and blocked(link):
            continue
        there = board.zone_of[to]
        further = distance + (there != here)
        if further < found.get(there, 99):
            found[there] = further
        if there == here or not room(there):
            along(board, to, direction, further, found, blocked, room)
