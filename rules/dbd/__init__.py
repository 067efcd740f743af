"""*Dead by Daylight: The Board Game*. `RULES` is what `rules.engine` works with."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dbd.setup import Config, setup
from rules.dbd.state import State
from rules.dbd.timing import MOVES, turns, untimely
from rules.dbd.view import view
from rules.engine import Move, Outcome, Seat, Turn, Violation


class DeadByDaylight:
    """The rules, as `rules.engine.Rules`."""

    name = "dbd"
    moves: tuple[type[Move[State]], ...] = MOVES
    state_type = State
    config_type = Config

    def setup(self, config: Config) -> State:
        return setup(config)

    def turns(self, state: State) -> Iterator[Turn[State]]:
        return turns(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def untimely(self, state: State, move: Move[State]) -> Violation:
        return untimely(state, move)

    def view(self, state: State, seat: Seat | None) -> State:
        return view(state, seat)


RULES = DeadByDaylight()
