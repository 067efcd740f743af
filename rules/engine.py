"""The shared rules interface: what a game supplies, and what everybody else may call.

A game is a frozen state in which the open question lies, and one small class a kind of move.
Listing, judging and doing share the move's `check`, so they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Raw, Struct

S = TypeVar("S")
Seat = str
CHANCE: Seat = "chance"


def kebab(name: str) -> str:
    """`SetCard` -> `set-card`: how classes are called in JSON, logs and cases."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Violation(Struct, frozen=True):
    """Why a move may not be made: a stable code, the rulebook place, the facts for the message."""

    code: str
    rule: str = ""
    facts: dict[str, Any] = {}


class Move(Struct, Generic[S], frozen=True, tag_field="move", tag=kebab):
    """One decision of a seat, or one outcome of chance. It knows its own rule."""

    seat: Seat

    is_secret: ClassVar[bool] = False
    """Whether nobody but its seat may be told what it chose, until the game itself reveals it."""

    @classmethod
    def options(cls, state: S, seat: Seat, /) -> Iterable[Self]:
        """What the seat could try now; everything legal is among it, and more may be."""
        raise NotImplementedError

    def check(self, state: S, /) -> Violation | None:
        """Why not, or None. Called only when a turn of `Rules.turns` admits this kind."""
        return None

    def apply(self, state: S, /) -> S:
        """The state after it. The state given stays as it was."""
        raise NotImplementedError

    def weight(self, state: S, /) -> int:
        """For outcomes of chance: how likely it is, relative to the other options."""
        return 1


class Turn(Struct, Generic[S], frozen=True):
    """A seat that may answer now, and the kinds of move open to it."""

    seat: Seat
    kinds: tuple[type[Move[S]], ...]


class Outcome(Struct, frozen=True):
    """How a game ended: the seats that won, and a reason's code."""

    winners: tuple[Seat, ...]
    reason: str


class Rules(Protocol[S]):
    """A game. `rules.dbd.RULES` is one."""

    name: str
    moves: tuple[type[Move[S]], ...]
    """Every kind of move of the game: what a log can hold."""
    state_type: type[S]
    config_type: type[Any]
    """What `setup` takes, and what heads a log."""

    def setup(self, config: Any, /) -> S: ...

    def turns(self, state: S, /) -> Iterable[Turn[S]]:
        """Who may answer the open question, and with which kinds of move.

        What has to be answered comes first; whoever judges one move looks no further than needed.
        """
        ...

    def outcome(self, state: S, /) -> Outcome | None: ...

    def untimely(self, state: S, move: Move[S], /) -> Violation:
        """Why no open turn admits this move: too early, too late, somebody else's."""
        ...

    def view(self, state: S, seat: Seat | None, /) -> S:
        """The state as a seat may see it: same type, secrets replaced; None is a spectator."""
        ...


class IllegalMove(ValueError):
    """A move pushed on a match that its rules do not allow."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.code)
        self.violation = violation


def legal_moves(rules: Rules[S], state: S) -> Iterator[Move[S]]:
    """Every legal move, of every seat that may answer."""
    if rules.outcome(state):
        return
    for turn in rules.turns(state):
        for kind in turn.kinds:
            for move in kind.options(state, turn.seat):
                if not move.check(state):
                    yield move


def judge(rules: Rules[S], state: S, move: Move[S]) -> Violation | None:
    """Why a move is illegal here, or None; agrees with `legal_moves`."""
    if rules.outcome(state):
        return Violation("game-over")
    kind = type(move)
    for turn in rules.turns(state):
        if turn.seat == move.seat and kind in turn.kinds:
            return move.check(state)
    return rules.untimely(state, move)


class Edit(Move[S], frozen=True):
    """Not a move of the game: whoever has charge of it declares the position to be another one.

    It stands among the moves of a match and a log; no turn ever admits it.
    """

    why: str = ""
    state: Raw = Raw(b"null")
    """The position from now on, as JSON."""


def secret_kinds(rules: Rules[S]) -> tuple[type[Move[S]], ...]:
    """The kinds of move of a game that nobody but their seat may be told of."""
    return tuple(kind for kind in rules.moves if kind.is_secret)


class Match(Generic[S]):
    """A game in progress: the states so far, and the moves and edits between them."""

    def __init__(self, rules: Rules[S], state: S) -> None:
        self.rules = rules
        self.states: list[S] = [state]
        self.moves: list[Move[S]] = []

    @property
    def state(self) -> S:
        """The state as it stands."""
        return self.states[-1]

    def push(self, move: Move[S]) -> None:
        """Make a move.

        Raises:
            IllegalMove: with the Violation; nothing has changed then.
        """
        if violation := judge(self.rules, self.state, move):
            raise IllegalMove(violation)
        self.states.append(move.apply(self.state))
        self.moves.append(move)

    def edit(self, edit: Edit[S]) -> None:
        """Go on from another position, whatever the rules say of how it came about.

        Raises:
            ValueError: the JSON is no position of this game.
        """
        self.states.append(msgspec.json.decode(edit.state, type=self.rules.state_type))
        self.moves.append(edit)

    def pop(self) -> Move[S]:
        """Take the last move back and return it.

        Raises:
            IndexError: there is none.
        """
        move = self.moves.pop()
        self.states.pop()
        return move
