"""Before the game: who plays whom, and who holds the first player marker (dbd.md 1 and 7).

A game of its own with the same interface; its outcome is that everything is chosen, and `chosen`
is then what the game itself starts from. No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.dbd.board import Board, problems
from rules.dbd.codes import refuse
from rules.dbd.data import KILLERS, SURVIVORS
from rules.dbd.setup import Config, SetupError, check_settings
from rules.dbd.state import Settings
from rules.engine import Move, Outcome, Seat, Turn, Violation

PLACES = ("survivor-1", "survivor-2", "survivor-3", "survivor-4")
"""The Survivors' places at the table, clockwise."""
KILLER_PLACE = "killer"
TABLE: Seat = "table"
"""The seat for which anybody may answer."""
SURVIVORS_IN_PLAY = 4
FEWEST = 3
"""People (DTN); the places bound them above."""


class LobbyConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """What the choosing starts from."""

    ground: Board
    rules: Settings = msgspec.field(default_factory=Settings)


class Lobby(Struct, frozen=True):
    """What is chosen so far."""

    config: LobbyConfig
    is_open: bool = False
    """Somebody pressed the setup button."""
    taken: Mapping[str, tuple[str, ...]] = {}
    """The Survivors that each place plays, in the order in which they were taken."""
    killer: str = ""
    first: str = ""
    """The Survivor who gets the first player marker, or ""."""
    is_begun: bool = False

    @property
    def board(self) -> Board:
        return self.config.ground

    @property
    def survivors(self) -> tuple[str, ...]:
        """The Survivors taken, clockwise: a place's own ones side by side."""
        return tuple([each for place in PLACES for each in self.taken.get(place, ())])

    @property
    def is_ready(self) -> bool:
        """Whether everything is chosen, and a game can start from it."""
        complete = self.killer in KILLERS and len(self.survivors) == SURVIVORS_IN_PLAY
        return self.is_begun and complete and self.first in self.survivors

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(1 for each in self.taken.values() if each) + bool(self.killer)


class OpenSetup(Move[Lobby], frozen=True):
    """The setup button is pressed."""

    @classmethod
    def options(cls, state: Lobby, seat: Seat) -> Iterator[OpenSetup]:
        yield cls(seat)

    def apply(self, state: Lobby) -> Lobby:
        return replace(state, is_open=True)


class Take(Move[Lobby], frozen=True):
    """A player takes the board of a Survivor; the Killer's player, of a Killer (CN67)."""

    character: str

    @classmethod
    def options(cls, state: Lobby, seat: Seat) -> Iterator[Take]:
        for each in KILLERS if seat == KILLER_PLACE else SURVIVORS:
            yield cls(seat, each)

    def check(self, state: Lobby) -> Violation | None:
        is_killer = self.seat == KILLER_PLACE
        if self.character not in (KILLERS if is_killer else SURVIVORS):
            side = "killer" if is_killer else "survivor"
            return refuse("setup.other-side", seat=self.seat, who=self.character, side=side)
        if self.character in (*state.survivors, state.killer):
            return refuse("setup.taken", seat=self.seat, who=self.character)
        if not is_killer and len(state.survivors) >= SURVIVORS_IN_PLAY:
            return refuse("setup.four-survivors", seat=self.seat, count=len(state.survivors))
        return None

    def apply(self, state: Lobby) -> Lobby:
        if self.seat == KILLER_PLACE:
            return replace(state, killer=self.character)
        mine = (*state.taken.get(self.seat, ()), self.character)
        return replace(state, taken={**state.taken, self.seat: mine})


class PutBack(Move[Lobby], frozen=True):
    """A player puts a character back into the box."""

    character: str

    @classmethod
    def options(cls, state: Lobby, seat: Seat) -> Iterator[PutBack]:
        mine = (state.killer,) if seat == KILLER_PLACE else state.taken.get(seat, ())
        return (cls(seat, each) for each in mine if each)

    def check(self, state: Lobby) -> Violation | None:
        if self not in PutBack.options(state, self.seat):
            return refuse("setup.not-taken", seat=self.seat, who=self.character)
        return None

    def apply(self, state: Lobby) -> Lobby:
        if self.seat == KILLER_PLACE:
            return replace(state, killer="")
        left = tuple([each for each in state.taken[self.seat] if each != self.character])
        first = "" if state.first == self.character else state.first
        return replace(state, taken={**state.taken, self.seat: left}, first=first)


class GiveMarker(Move[Lobby], frozen=True):
    """The first player marker goes to one Survivor (CN67)."""

    character: str

    @classmethod
    def options(cls, state: Lobby, seat: Seat) -> Iterator[GiveMarker]:
        return (cls(seat, each) for each in state.survivors if each != state.first)

    def check(self, state: Lobby) -> Violation | None:
        if self.character not in state.survivors:
            return refuse("setup.marker-to-survivor", who=self.character)
        return None

    def apply(self, state: Lobby) -> Lobby:
        return replace(state, first=self.character)


class Begin(Move[Lobby], frozen=True):
    """Everything is chosen: the table is laid out."""

    @classmethod
    def options(cls, state: Lobby, seat: Seat) -> Iterator[Begin]:
        yield cls(seat)

    def check(self, state: Lobby) -> Violation | None:
        if not state.killer:
            return refuse("setup.no-killer")
        if len(state.survivors) != SURVIVORS_IN_PLAY:
            return refuse("setup.four-survivors", count=len(state.survivors))
        if state.people < FEWEST:
            return refuse("setup.people", count=state.people)
        if not state.first:
            return refuse("setup.no-first-player")
        return None

    def apply(self, state: Lobby) -> Lobby:
        """A host may let fewer people begin, but nobody plays without figures."""
        if not state.killer or len(state.survivors) != SURVIVORS_IN_PLAY:
            return state
        return replace(state, is_begun=True, first=state.first or state.survivors[0])


def chosen(state: Lobby) -> Config:
    """What the game starts from: dice and first reveals are still to come (CN67, MAP)."""
    return Config(
        board=state.config.ground,
        survivors=state.survivors,
        killer=state.killer,
        first=state.first,
        settings=state.config.rules,
        full=True,
    )


class DeadByDaylightLobby:
    """The choosing, as `rules.engine.Rules`."""

    name = "dbd"
    moves: tuple[type[Move[Lobby]], ...] = (OpenSetup, Take, PutBack, GiveMarker, Begin)
    state_type = Lobby
    config_type = LobbyConfig

    def setup(self, config: LobbyConfig) -> Lobby:
        """Raises SetupError: a map or house rules that cannot be played."""
        if found := problems(config.ground):
            raise SetupError("board: " + "; ".join(found))
        check_settings(config.rules)
        return Lobby(config)

    def turns(self, state: Lobby) -> tuple[Turn[Lobby], ...]:
        if state.is_ready:
            return ()
        if not state.is_open:
            return (Turn(TABLE, (OpenSetup,)),)
        places = [Turn(each, (Take, PutBack)) for each in (*PLACES, KILLER_PLACE)]
        if state.killer:
            places[-1] = Turn(KILLER_PLACE, (PutBack,))
        return (*places, Turn(TABLE, (GiveMarker, Begin)))

    def outcome(self, state: Lobby) -> Outcome | None:
        return Outcome((), "set-up") if state.is_ready else None

    def untimely(self, state: Lobby, move: Move[Lobby]) -> Violation:
        if not state.is_open:
            return refuse("setup.not-open")
        if isinstance(move, Take) and move.seat == KILLER_PLACE:
            return refuse("setup.one-killer", who=state.killer)
        return refuse("not-now", seat=move.seat)

    def view(self, state: Lobby, seat: Seat | None) -> Lobby:
        return state


LOBBY = DeadByDaylightLobby()
