"""Which pieces are near a place: the table in squares, so that nobody looks at all of them."""

import math
from collections.abc import Iterator
from itertools import islice

from tts_bridge.headless.model.piece import Piece
from tts_bridge.headless.vectors import Vec

_SIDE = 4.0  # of a square, in world units
_WIDEST = 6  # squares; what is wider is near everything
_MOST = 200  # pieces looked at in one square, and of the wide ones: those placed last

Square = tuple[int, int]


class Grid:
    """Pieces by the squares they lie over."""

    def __init__(self) -> None:
        self._squares: dict[Square, dict[int, Piece]] = {}
        self._of: dict[int, list[Square]] = {}
        self._wide: dict[int, Piece] = {}

    def put(self, piece: Piece) -> None:
        """Note where the piece lies now."""
        size = piece.size
        reach = math.hypot(size.x, size.z) / 2
        at = piece.position
        first, last = _square(at.x - reach, at.z - reach), _square(at.x + reach, at.z + reach)
        if piece.id in self._of or piece.id in self._wide:
            self.drop(piece)
        if last[0] - first[0] > _WIDEST or last[1] - first[1] > _WIDEST:
            self._wide[piece.id] = piece
            return
        squares = [
            (x, z) for x in range(first[0], last[0] + 1) for z in range(first[1], last[1] + 1)
        ]
        self._of[piece.id] = squares
        for square in squares:
            self._squares.setdefault(square, {})[piece.id] = piece

    def drop(self, piece: Piece) -> None:
        """Forget the piece."""
        self._wide.pop(piece.id, None)
        for square in self._of.pop(piece.id, ()):
            there = self._squares[square]
            del there[piece.id]
            if not there:
                del self._squares[square]

    def near(self, at: Vec) -> Iterator[Piece]:
        """The pieces that may lie over the place, those placed last first."""
        for there in (self._wide, self._squares.get(_square(at.x, at.z), {})):
            yield from islice(reversed(there.values()), _MOST)


def _square(x: float, z: float) -> Square:
    limit = 1e6
    return (
        math.floor(max(-limit, min(limit, x)) / _SIDE),
        math.floor(max(-limit, min(limit, z)) / _SIDE),
    )
