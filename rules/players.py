"""What games have in common of players that choose by themselves.

No generator is held here: luck comes from the source given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rules.chance import Dealer, Source
from rules.engine import CHANCE, Move, Rules, Seat, legal_moves

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

    def usual(self, source: Source) -> Chooser[S]:
        """Who plays when nobody says who; see `usual_kind`."""
        return self.kinds[self.usual_kind](source)

    @property
    def usual_kind(self) -> str:
        """`sensible`, or the first there is."""
        return "sensible" if "sensible" in self.kinds else next(iter(self.kinds))


def anything(source: Source) -> Chooser[S]:
    """Somebody who takes any move, all alike likely."""

    def choose(state: S, seat: Seat, moves: Sequence[Move[S]]) -> Move[S]:
        return moves[int(source.random() * len(moves))]

    return choose


def ask_in_turn(
    rules: Rules[S], state: S, choosers: Mapping[Seat, Chooser[S]], dealer: Dealer
) -> Move[S] | None:
    """The next move of a game in which everybody who may answer is asked in the order of the
    rules' turns; None: it is over."""
    moves = list(legal_moves(rules, state))
    for seat in dict.fromkeys(move.seat for move in moves):
        if seat == CHANCE:
            return dealer.choose(rules, state)
        own = [move for move in moves if move.seat == seat]
        chosen = choosers[seat](state, seat, own)
        if chosen is not None:
            return chosen
    return moves[0] if moves else None
