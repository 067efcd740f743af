"""*Dead by Daylight* on a table: what a piece that moved may mean, and where each ought to lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from rules.dbd import RULES
from rules.dbd.board import Board, MapError, parse_board
from rules.dbd.declaring import declarable
from rules.dbd.house import HOUSE
from rules.dbd.interact import AnnounceDice, Choose, Pass, UseItem, UsePerk
from rules.dbd.setup import Config, SetupError, setup
from rules.dbd.state import Draw, Planning, PropToReveal, StartRoll, State
from rules.dbd.timing import KILLER_INTERACTIONS, SURVIVOR_INTERACTIONS
from rules.dbd.view import HIDDEN_FIELDS
from rules.engine import Move, Rules, Seat, legal_moves, secret_kinds
from rules.house import House
from tts_bridge.games.dbd.arrange import arrange
from tts_bridge.games.dbd.readings import candidates, chance, explain, obvious, spoken
from tts_bridge.referee.placement import Want
from tts_bridge.referee.profile import ProfileError, read_about
from tts_bridge.referee.table_game import TableGame

OFFERED: tuple[type[Move[State]], ...] = (
    *SURVIVOR_INTERACTIONS,
    *KILLER_INTERACTIONS,
    AnnounceDice,
    UsePerk,
    UseItem,
    Choose,
    Pass,
)
"""Cards and steps are made by hand, a choice among secret cards on one's own panel: a button at
the table would tell them to everybody."""


class DbdAbout(Struct, frozen=True):
    """What the agent of a *Dead by Daylight* mod says of it."""

    map: msgspec.Raw
    survivors: tuple[str, ...]
    killer: str
    first: str = ""
    starts: dict[str, int] = {}
    revealed: dict[str, str] = {}


class DbdTable:
    """The game, as `tts_bridge.referee.table_game.TableGame`."""

    rules: Rules[State] = RULES
    house: House = HOUSE
    shared: tuple[Seat, ...] = ()
    notice = "upkeep.done"
    secret: tuple[type[Move[State]], ...] = secret_kinds(RULES)
    hidden_fields: tuple[str, ...] = HIDDEN_FIELDS
    counted: tuple[str, ...] = ("wound", "progress", "sacrifice")
    declarable = staticmethod(declarable)
    candidates = staticmethod(candidates)
    obvious = staticmethod(obvious)
    spoken = staticmethod(spoken)
    chance = staticmethod(chance)
    explain = staticmethod(explain)
    arrange = staticmethod(arrange)

    def config(self, notes: str) -> Config:
        about = read_about(notes, DbdAbout)
        try:
            config = Config(
                board=parse_board(bytes(about.map), "the table's map"),
                survivors=about.survivors,
                killer=about.killer,
                first=about.first,
                starts=about.starts,
                revealed=about.revealed,
            )
            setup(config)
        except (MapError, SetupError) as error:
            raise ProfileError(f"the agent's GM notes: {error}") from error
        return config

    def needed(self, config: Config) -> list[str]:
        seats = (*config.survivors, config.killer)
        return [
            *(f"space/{space.id}" for space in config.board.spaces),
            *(f"prop/{slot.prop}" for slot in config.board.slots),
            *(f"figure/{seat}" for seat in seats),
            *(f"set/{seat}" for seat in config.survivors),
            f"set/{config.killer}/left",
            f"set/{config.killer}/right",
            *(f"discard/{seat}" for seat in seats),
        ]

    def board(self, config: Config) -> Board:
        return config.board

    def deals(self, state: State) -> bool:
        """Items are drawn by the referee: their deck is not on the table."""
        return isinstance(state.asks[-1], Draw)

    def throws_once(self, state: State) -> bool:
        """The start dice of several figures may be one die."""
        return not isinstance(state.asks[-1], StartRoll)

    def offer(self, state: State) -> Iterator[Move[State]]:
        """What everybody can see to be legal: a button that rests on a hand would tell of it."""
        if (seen := RULES.view(state, None)) == state:
            return (move for move in legal_moves(RULES, state) if isinstance(move, OFFERED))
        known = {move for move in legal_moves(RULES, seen) if isinstance(move, OFFERED)}
        return (move for move in legal_moves(RULES, state) if move in known)

    def trail(self, state: State) -> tuple[Any, ...]:
        return ()

    def stages(self, before: State, after: State) -> tuple[State, ...]:
        return ()

    def is_upkeep(self, want: Want, state: State, *, moved: bool) -> bool:
        """Tokens and counters are; figures and cards are the players' to move, and so are props,
        until they leave the board. What is laid out in setting up the referee lays."""
        what, _, rest = want.piece.partition("/")
        if any(isinstance(ask, StartRoll) for ask in state.asks):
            return True
        if what == "figure" and is_revealing(state):
            return moved
        if what == "prop":
            prop = state.prop(rest)
            return prop is not None and not prop.at
        return what not in ("figure", "card")

    def idle(self, state: State) -> Move[State] | None:
        return None

    def is_fresh(self, state: State) -> bool:
        planning = isinstance(state.asks[-1], Planning)
        return planning and not any(figure.planned for figure in state.figures)


def is_revealing(state: State) -> bool:
    """Whether the Survivors reveal their first props, in setting up."""
    ask = state.asks[-1]
    return state.round == 1 and isinstance(ask, PropToReveal) and len(ask.spaces) > 1


TABLE: TableGame = DbdTable()
