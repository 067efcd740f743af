"""The games we know, by the name that heads their logs and cases. A new game is one row here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.cases import CaseGame
from rules.dbd import RULES as DBD
from rules.dbd import players as dbd_players
from rules.dbd.automa import automa
from rules.dbd.codes import CODES as DBD_CODES
from rules.dbd.codes import SETUP_CODES
from rules.dbd.house import HOUSE as DBD_HOUSE
from rules.dbd.lobby import LOBBY
from rules.dbd.position import Cases as DbdCases
from rules.dbd.timing import phase as dbd_phase
from rules.dbd.uses import GAMUT as DBD_GAMUT
from rules.dbd.uses import uses as dbd_uses
from rules.engine import Rules
from rules.house import House
from rules.invader import RULES as INVADER
from rules.invader import players as invader_players
from rules.invader.codes import CODES as INVADER_CODES
from rules.invader.codes import LAWS as INVADER_LAWS
from rules.invader.house import HOUSE as INVADER_HOUSE
from rules.invader.position import Cases as InvaderCases
from rules.invader.timing import phase as invader_phase
from rules.invader.uses import GAMUT as INVADER_GAMUT
from rules.invader.uses import uses as invader_uses
from rules.players import Players, anything


class Game(Struct, frozen=True):
    """What the command line and the texts ask of a game."""

    title: str
    rules: Rules[Any]
    cases: CaseGame[Any]
    codes: Mapping[str, str]
    """Every reason for a refusal, with its source."""
    moment: Callable[[Any], tuple[int, str]]
    """The round, and its phase, that a state is in."""
    board: Callable[[Any], Any]
    """The board a state is played on, for the names of its places."""
    players: Players[Any]
    """Who plays it by themselves, by name, and how moves are asked for."""
    house: House
    """Its house rules."""
    gamut: Collection[str]
    """Every card, perk, prop, skill that can be used: `perk:adrenaline`."""
    uses: Callable[[Any, Any, Any], Collection[tuple[str, str]]]
    """What of the gamut a move (between the states before and after it) used, and which side."""
    trail: Callable[[Any], Sequence[Any]] = lambda state: ()
    """What the last move brought about, in order: see `Texts.step`."""
    laws: Mapping[str, str] = {}
    """Rules that no move breaks, with their sources."""


GAMES: dict[str, Game] = {
    "dbd": Game(
        title="Dead by Daylight: The Board Game",
        rules=DBD,
        cases=DbdCases(DBD),
        codes={**DBD_CODES, **SETUP_CODES},
        moment=lambda state: (state.round, dbd_phase(state)),
        board=lambda state: state.board,
        players=Players(
            {"random": anything, "sensible": dbd_players.sensible, "automa": automa},
            dbd_players.sides,
            partial(dbd_players.next_move, DBD),
        ),
        house=DBD_HOUSE,
        gamut=DBD_GAMUT,
        uses=dbd_uses,
    ),
    "invader": Game(
        title="Zombicide: Invader",
        rules=INVADER,
        cases=InvaderCases(INVADER),
        codes=INVADER_CODES,
        moment=lambda state: (state.round, invader_phase(state)),
        board=lambda state: state.board,
        players=Players(
            {"random": anything, "sensible": invader_players.sensible},
            invader_players.sides,
            partial(invader_players.next_move, INVADER),
        ),
        house=INVADER_HOUSE,
        gamut=INVADER_GAMUT,
        uses=invader_uses,
        trail=lambda state: state.steps,
        laws=INVADER_LAWS,
    ),
}

PRELUDES: dict[str, Game] = {
    "dbd": replace(GAMES["dbd"], rules=LOBBY, moment=lambda state: (0, "choosing"))
}
"""What is chosen before a game, as a game of its own, by the name of the one that follows."""
