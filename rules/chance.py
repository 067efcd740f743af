"""Chance as a seat: its odds are the weights of its moves. No generator is held here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from rules.engine import CHANCE, Move, Rules, legal_moves

S = TypeVar("S")


class Source(Protocol):
    """Where luck comes from: `random.Random` is one."""

    def random(self) -> float: ...


class Pile(Struct, frozen=True):
    """Things nobody has seen yet: how many there are of each kind."""

    counts: Mapping[str, int]

    def without(self, seen: Mapping[str, int]) -> Pile:
        """The pile after these were seen; a kind is never less than none."""
        left = {kind: count - seen.get(kind, 0) for kind, count in self.counts.items()}
        return Pile({kind: count for kind, count in left.items() if count > 0})


class Dealer:
    """Plays the seat of chance in a simulation, with the luck of the source it is given."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def choose(self, rules: Rules[S], state: S) -> Move[S] | None:
        """An outcome drawn by weight, or None when chance is not to move."""
        moves = [move for move in legal_moves(rules, state) if move.seat == CHANCE]
        return self.draw(state, moves) if moves else None

    def draw(self, state: S, moves: Sequence[Move[S]]) -> Move[S]:
        """One of these outcomes of chance, by weight."""
        weights = [move.weight(state) for move in moves]
        point = self.source.random() * sum(weights)
        for move, weight in zip(moves, weights, strict=True):
            point -= weight
            if point < 0:
                return move
        return moves[-1]
