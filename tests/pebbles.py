"""The smallest game that the program knows: two take one or two pebbles from a heap in turn, and
whoever takes the last one wins. It brings rules, cases and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.cases import CaseError
from rules.engine import Move, Outcome, Turn, Violation
from rules.notation import parse_move
from rules.players import Players, anything, ask_in_turn
from tts_bridge.game.plugin import Game
from tts_bridge.text.wording import Wording

SEATS = ("left", "right")


class Config(Struct, frozen=True):
    heap: int = 7


class State(Struct, frozen=True):
    heap: int
    turn: int = 0


class Take(Move[State], frozen=True):
    """Take pebbles."""

    n: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterable[Take]:
        return [cls(seat, n) for n in (1, 2)]

    def check(self, state: State) -> Violation | None:
        if not 1 <= self.n <= 2:
            return Violation("take.one-or-two", "p.1")
        return Violation("take.too-many", "p.2") if self.n > state.heap else None

    def apply(self, state: State) -> State:
        return State(state.heap - self.n, state.turn + 1)


class Pebbles:
    name = "pebbles"
    moves = (Take,)
    state_type = State
    config_type = Config

    def setup(self, config: Config) -> State:
        return State(config.heap)

    def turns(self, state: State) -> Iterable[Turn[State]]:
        return () if not state.heap else (Turn(SEATS[state.turn % 2], (Take,)),)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.heap else Outcome((SEATS[(state.turn - 1) % 2],), "last-pebble")

    def untimely(self, state: State, move: Move[State]) -> Violation:
        return Violation("take.not-your-turn", "p.1")

    def view(self, state: State, seat: str | None) -> State:
        return state


RULES = Pebbles()


class Cases:
    rules = RULES

    def position(self, spec: dict[str, Any]) -> State:
        try:
            return replace(State(7), **spec)
        except TypeError as error:
            raise CaseError(str(error)) from error

    def read_move(self, state: State, text: str) -> Move[State]:
        return parse_move(RULES, text)

    def facts(self, state: State) -> dict[str, Any]:
        return {"heap": state.heap, "turn": state.turn}


GAME = Game(
    title="Pebbles",
    rules=RULES,
    wording=Wording(
        "pebbles",
        codes={"take.one-or-two": "p.1", "take.too-many": "p.2", "take.not-your-turn": "p.1"},
    ),
    players=Players(
        {"random": anything},
        lambda state: dict(zip(SEATS, SEATS, strict=True)),
        partial(ask_in_turn, RULES),
    ),
    moment=lambda state: (state.turn // 2 + 1, "play"),
    bring_cases=Cases,
)
