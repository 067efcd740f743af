"""*Zombicide: Invader*. `RULES` is what `rules.engine` works with."""

from __future__ import annotations

from rules.engine import Move, Outcome, Seat, Turn, Violation
from rules.invader.setup import Config, setup
from rules.invader.state import State
from rules.invader.timing import MOVES, turns, untimely
from rules.invader.view import view


class Invader:
    """The rules, as `rules.engine.Rules`."""

    name = "invader"
    moves: tuple[type[Move[State]], ...] = MOVES
    state_type = State
    config_type = Config

    def setup(self, config: Config) -> State:
        return setup(config)

    def turns(self, state: State) -> tuple[Turn[State], ...]:
        return turns(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def untimely(self, state: State, move: Move[State]) -> Violation:
        return untimely(state, move)

    def view(self, state: State, seat: Seat | None) -> State:
        return view(state, seat)


RULES = Invader()
