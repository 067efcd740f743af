"""*Zombicide: Invader* on a table: what a piece that moved may mean, and where each ought to lie.

Dice, Objectives and the Equipment deck are the players' to handle. Xeno cards, Prototypes, and
what a Search by a button finds, the referee's dealer draws.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from rules.engine import Move, Rules, Seat, secret_kinds
from rules.house import House
from rules.invader import RULES
from rules.invader.actions import Activate, DoNothing, Halt
from rules.invader.asks import (
    PlayersPhase,
    PlayerTurn,
    Prototype,
    Searching,
    Stride,
    SurvivorTurn,
    XenoDraw,
)
from rules.invader.board import Board
from rules.invader.data import CARDS, XENO_CARDS
from rules.invader.declaring import declarable
from rules.invader.ground import Settings
from rules.invader.house import HOUSE
from rules.invader.missions import MissionError, parse_mission
from rules.invader.setup import EVERYBODY, Config, SetupError, setup
from rules.invader.state import KINDS, TEAM, State
from rules.invader.timing import phase
from tts_bridge.games.invader.arrange import arrange
from tts_bridge.games.invader.offers import offer, spoken
from tts_bridge.games.invader.readings import candidates, chance, explain, obvious
from tts_bridge.games.invader.steps import stages, trail
from tts_bridge.referee.placement import Want
from tts_bridge.referee.profile import ProfileError, read_about
from tts_bridge.referee.table_game import TableGame

OURS = ("figure", "equipment", "objective", "door")
"""Pieces that are the players' to move."""


class InvaderAbout(Struct, frozen=True):
    """What the agent of an *Invader* mod says of it."""

    mission: msgspec.Raw
    players: tuple[tuple[str, ...], ...] = (EVERYBODY,)
    first: int = 0
    equipment: dict[str, str] = {}
    settings: Settings = Settings()


class InvaderTable:
    """The game, as `tts_bridge.referee.table_game.TableGame`."""

    rules: Rules[State] = RULES
    house: House = HOUSE
    shared: tuple[Seat, ...] = (TEAM,)
    notice = ""
    secret: tuple[type[Move[State]], ...] = secret_kinds(RULES)
    hidden_fields: tuple[str, ...] = ()
    counted: tuple[str, ...] = (
        *KINDS,
        *("noise", "mold", "door", "wreck", "wound", "activation"),
        *(f"equipment/{card}" for card in CARDS),
        *(f"xeno/{card}" for card in XENO_CARDS),
    )
    declarable = staticmethod(declarable)
    candidates = staticmethod(candidates)
    obvious = staticmethod(obvious)
    spoken = staticmethod(spoken)
    chance = staticmethod(chance)
    explain = staticmethod(explain)
    arrange = staticmethod(arrange)
    offer = staticmethod(offer)
    trail = staticmethod(trail)
    stages = staticmethod(stages)

    def config(self, notes: str) -> Config:
        about = read_about(notes, InvaderAbout)
        try:
            config = Config(
                mission=parse_mission(bytes(about.mission), "the table's mission"),
                players=about.players,
                first=about.first,
                equipment=about.equipment,
                settings=about.settings,
            )
            setup(config)
        except (MissionError, SetupError) as error:
            raise ProfileError(f"the agent's GM notes: {error}") from error
        return config

    def needed(self, config: Config) -> list[str]:
        seats = [seat for player in config.players for seat in player]
        zones = ("slot/{}/hand", "slot/{}/body", "slot/{}/pack", "slot/{}/token", "found/{}")
        return [
            *(f"zone/{cell}" for cell in config.mission.board.zone_of),
            *(f"figure/{each}" for each in (*seats, *config.mission.machines)),
            *(zone.format(seat) for seat in seats for zone in zones),
            *(f"objective/{each.id}" for each in config.mission.objectives),
            *(f"supply/{kind}" for kind in KINDS),
            *(f"{kind}/1" for kind in KINDS),
            *("deck/equipment", "discard/equipment", "deck/xeno", "discard/xeno"),
        ]

    def board(self, config: Config) -> Board:
        return config.mission.board

    def deals(self, state: State) -> bool:
        return isinstance(state.asks[-1], (XenoDraw, Prototype, Searching))

    def is_upkeep(self, want: Want, state: State, *, moved: bool) -> bool:
        """Figures, cards, doors and Objectives on the board are the players' to move; the referee
        moves them where a move was made without hands."""
        return moved or want.piece.partition("/")[0] not in OURS

    def throws_once(self, state: State) -> bool:
        """A die may well be thrown for every success of an attack."""
        return False

    def idle(self, state: State) -> Move[State] | None:
        ask = state.asks[-1]
        if state.result or phase(state) != "players":
            return None
        if isinstance(ask, PlayerTurn):
            return Activate(ask.left[0])
        if isinstance(ask, Stride):
            return Halt(ask.seat)
        return DoNothing(ask.seat) if isinstance(ask, SurvivorTurn) else None

    def is_fresh(self, state: State) -> bool:
        """A round has just begun: nobody has been activated."""
        if len(state.asks) < 2 or not isinstance(state.asks[-1], PlayerTurn):
            return False
        phase = state.asks[-2]
        alive = [seat for seat in state.players[state.first] if state.survivor(seat).at]
        is_first = isinstance(phase, PlayersPhase) and len(phase.left) == len(state.players) - 1
        return is_first and len(state.asks[-1].left) == len(alive)


TABLE: TableGame = InvaderTable()
