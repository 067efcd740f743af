"""The rules: pure functions of frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from rules.cases import CaseError
from rules.engine import CHANCE, Move, Outcome, Rules, Turn, Violation
from rules.notation import parse_move

SEATS = ("ash", "birch")
PLACES = ("porch", "pond", "wood")
HIDDEN = "hidden"
CODES = {
    "choose.no-place": "p.1",
    "choose.chosen": "p.1",
    "wind.no-face": "p.2",
    "turn.wait": "p.1",
}


class Config(Struct, frozen=True):
    evenings: int = 5


class State(Struct, frozen=True):
    evenings: int
    round: int = 1
    chosen: Mapping[str, str] = {}
    """Where each child goes this evening; the other one's choice is hidden in a view."""
    went: Mapping[str, str] = {}
    """Where each child was the evening before."""
    jar: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))


def fireflies(place: str, wind: int) -> int:
    """How many there are at a place in this wind."""
    return {"porch": 1, "pond": 2, "wood": max(0, wind - 2)}[place]


class Choose(Move[State], frozen=True):
    """Go somewhere, in secret."""

    place: str
    is_secret = True

    @classmethod
    def options(cls, state: State, seat: str) -> Iterable[Choose]:
        return [cls(seat, place) for place in PLACES]

    def check(self, state: State) -> Violation | None:
        if self.place not in PLACES:
            facts = {"seat": self.seat, "wanted": PLACES}
            return Violation("choose.no-place", CODES["choose.no-place"], facts)
        if self.seat in state.chosen:
            return Violation("choose.chosen", CODES["choose.chosen"], {"seat": self.seat})
        return None

    def apply(self, state: State) -> State:
        return replace(state, chosen={**state.chosen, self.seat: self.place})


class Blow(Move[State], frozen=True):
    """The die of the wind: an outcome of chance."""

    n: int

    @classmethod
    def options(cls, state: State, seat: str) -> Iterable[Blow]:
        return [cls(seat, n) for n in range(1, 7)]

    def check(self, state: State) -> Violation | None:
        return None if 1 <= self.n <= 6 else Violation("wind.no-face", CODES["wind.no-face"])

    def apply(self, state: State) -> State:
        jar = dict(state.jar)
        if len({*state.chosen.values()}) == len(SEATS):
            for seat, place in state.chosen.items():
                jar[seat] += fireflies(place, self.n)
        return State(state.evenings, state.round + 1, {}, state.chosen, jar)


class Fireflies:
    """The game, as `rules.engine.Rules`."""

    name = "fireflies"
    moves: tuple[type[Move[State]], ...] = (Choose, Blow)
    state_type = State
    config_type = Config

    def setup(self, config: Config) -> State:
        if not 1 <= config.evenings <= 20:
            raise ValueError(f"evenings: {config.evenings}; 1 to 20")
        return State(config.evenings)

    def turns(self, state: State) -> Iterable[Turn[State]]:
        if self.outcome(state):
            return []
        waiting = [seat for seat in SEATS if seat not in state.chosen]
        return [Turn(seat, (Choose,)) for seat in waiting] or [Turn(CHANCE, (Blow,))]

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= state.evenings:
            return None
        most = max(state.jar.values())
        winners = tuple(seat for seat in SEATS if state.jar[seat] == most)
        return Outcome(winners, "fuller-jar" if len(winners) == 1 else "same")

    def untimely(self, state: State, move: Move[State]) -> Violation:
        if isinstance(move, Choose) and move.seat in state.chosen:
            return Violation("choose.chosen", CODES["choose.chosen"], {"seat": move.seat})
        return Violation("turn.wait", CODES["turn.wait"], {"seat": move.seat})

    def view(self, state: State, seat: str | None) -> State:
        seen = {who: at if who == seat else HIDDEN for who, at in state.chosen.items()}
        return replace(state, chosen=seen)


RULES: Rules[State] = Fireflies()


class Cases:
    """Positions of rule cases."""

    rules = RULES

    def position(self, spec: dict[str, Any]) -> State:
        try:
            return replace(RULES.setup(Config()), **spec)
        except TypeError as error:
            raise CaseError(f"position: {error}") from error

    def read_move(self, state: State, text: str) -> Move[State]:
        return parse_move(RULES, text)

    def facts(self, state: State) -> dict[str, Any]:
        return {"round": state.round, "jar": state.jar, "chosen": state.chosen}
