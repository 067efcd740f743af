"""Which paths a figure may use. Source: DbD p.8 and dbd.md section 4."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dbd.board import Exit, Path
from rules.dbd.codes import refuse
from rules.dbd.state import Figure, State
from rules.engine import Violation


def barred(state: State, figure: Figure, path: Path) -> Violation | None:
    """What bars a path to a figure: the Entity to all, a breakable wall to Survivors.

    The Entity that Bamboozle put there (the path is then among the Killer's `used`) acts as a wall,
    through which that Killer passes (CARD).
    """
    passes = figure.side == "killer" and path.id in figure.used
    if state.entity == path.id and not passes:
        return refuse("walk.entity", seat=figure.id, path=path.id)
    if path.id in state.walls and figure.side == "survivor":
        return refuse("walk.wall", seat=figure.id, path=path.id)
    return None


def exits(
    state: State,
    figure: Figure,
    colours: tuple[str, ...],
    avoid: str = "",
    against: bool = False,
) -> Iterator[Exit]:
    """The ways a figure may leave its space by paths of these colours.

    `avoid`: a path that may not be used; `against`: arrows may be disregarded.
    """
    by_colour = state.board.exits[figure.at]
    for colour in colours:
        for way in by_colour.get(colour, ()):
            if way.path.id != avoid and barred(state, figure, way.path) is None:
                yield way
    if against and "yellow" in colours:
        for way in state.board.backward[figure.at]:
            if way.path.id != avoid and barred(state, figure, way.path) is None:
                yield way
