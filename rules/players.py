"""What games have in common of players that choose by themselves.

No generator is held here: luck comes from the source given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rules.chance import Dealer, Source
from rules.engine import Move, Seat

S = TypeVar("S")
Chooser = Callable[[S, Seat, Sequence[Move[S]]], Move[S] | None]
"""What a seat does, of its legal moves; None lets a question that is not for it alone go by."""


class Players(Struct, Generic[S], frozen=True):
    """Who can play a game, and how its moves are asked for."""

    kinds: Mapping[str, Callable[[Source], Chooser[S]]]
    """Automatic players by name; each plays any seat, with luck from the source given."""
    sides: Callable[[S], Mapping[Seat, str]]
    """Every seat that is asked for moves, chance aside, with the side it is on."""
    next_move: Callable[[S, Mapping[Seat, Chooser[S]], Dealer], Move[S] | None]
    """The next move, by whoever is to make it; None: the game is over. Every seat of `sides` needs
    a chooser."""


def anything(source: Source) -> Chooser[S]:
    """Somebody who takes any move, all alike likely."""

    def choose(state: S, seat: Seat, moves: Sequence[Move[S]]) -> Move[S]:
        return moves[int(source.random() * len(moves))]

    return choose
