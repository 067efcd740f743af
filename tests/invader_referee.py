"""A referee of an Invader table that is only imagined, for tests: what hands do, told to it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from exporters.mods.invader import build_mod
from rules.engine import Match
from rules.invader import RULES
from rules.invader.asks import (
    EndPhase,
    PlayersPhase,
    PlayerTurn,
    SurvivorTurn,
    XenosPhase,
)
from rules.invader.setup import Config, setup
from rules.invader.skills import begun
from rules.invader.state import State, Survivor
from rules.notation import format_move
from tests.exporters.test_mod_at_the_table import observed
from tests.tables import TABLES
from tts_bridge.agent.observations import (
    Dropped,
    Flipped,
    Observation,
    Piece,
    Player,
    Pressed,
    Rolled,
    Said,
    Snapshot,
)
from tts_bridge.games.invader.wording import NAMES as INVADER_NAMES
from tts_bridge.referee.placement import Spot, position, whereabouts
from tts_bridge.referee.referee import Referee
from tts_bridge.referee.rulings import Allowed, Refused, Ruling
from tts_bridge.referee.table_game import read_profile

PLAYERS = (("cole", "vivian", "mitsuki"), ("magnus", "jared", "baraka"))
"""White's and Red's."""
CONFIG = Config(players=PLAYERS)


class Hands:
    """Does things at an imagined table that lies as a position, and asks the referee."""

    def __init__(self, state: State | None = None, hidden: tuple[str, ...] = ()) -> None:
        start = state or setup(CONFIG)
        config = replace(CONFIG, mission=start.mission)
        pieces = tuple(observed(build_mod(config, names=INVADER_NAMES, state=start, hidden=hidden)))
        first = Snapshot("s", 1, "", 1, pieces, (Player("White", "W", host=True),))
        game, profile = read_profile(first, TABLES)
        self.referee = Referee(game, profile, Match(RULES, start), first, "enforce")
        self.seq = 1

    @property
    def state(self) -> State:
        found: State = self.referee.state
        return found

    def piece(self, name: str) -> Piece:
        return self.referee.seen[self.referee.profile.pieces[name]]

    def lying(self, card: str, place: str) -> str:
        """The id of a copy of a card that lies in a place."""
        profile = self.referee.profile
        for name in profile.tokens[card]:
            if place in whereabouts(profile, self.piece(name)):
                return name
        raise AssertionError(f"no {card} in {place}")

    def see(self, kind: type[Any], piece: Piece, player: str, **more: Any) -> Ruling:
        self.seq += 1
        observation: Observation = kind("s", self.seq, player, piece, **more)
        return self.referee.observe(observation)

    def drop(self, name: str, zone: str, player: str = "White", up: bool = True) -> Ruling:
        profile = self.referee.profile
        where = profile.zones[zone].guid
        at = position(profile, Spot(zone))
        return self.see(Dropped, replace(self.piece(name), at=at, zones=(where,), up=up), player)

    def flip(self, name: str, player: str = "White") -> Ruling:
        piece = self.piece(name)
        return self.see(Flipped, replace(piece, up=not piece.up), player)

    def roll(self, face: object) -> Ruling:
        return self.see(Rolled, replace(self.piece("die/3"), value=face), "White")

    def say(self, text: str, player: str = "White") -> Ruling:
        self.seq += 1
        return self.referee.observe(Said("s", self.seq, player, text))

    def press(self, move: str, player: str = "White") -> Ruling:
        return self.see(Pressed, self.piece("agent"), player, button=move)


def made(ruling: Ruling) -> list[str]:
    assert isinstance(ruling.verdict, Allowed), ruling.verdict
    return [format_move(move) for move in ruling.verdict.moves]


def refused(ruling: Ruling) -> str:
    assert isinstance(ruling.verdict, Refused), ruling.verdict
    return ruling.verdict.violation.code


def with_survivor(state: State, seat: str, **changes: Any) -> State:
    survivors = [replace(s, **changes) if s.id == seat else s for s in state.survivors]
    return replace(state, survivors=tuple(survivors))


def in_turn(seat: str, state: State | None = None, **changes: Any) -> State:
    """A Survivor's Turn has begun; `changes` of that Survivor."""
    start = state or setup(CONFIG)
    player = next(i for i, seats in enumerate(PLAYERS) if seat in seats)
    left = tuple(s for s in PLAYERS[player] if s != seat)
    later = tuple(range(player + 1, 2))
    asks = (EndPhase(), XenosPhase(), PlayersPhase(later), PlayerTurn(left), SurvivorTurn(seat))
    acting: Survivor = replace(begun(start.survivor(seat)), **changes)
    survivors = [acting if s.id == seat else s for s in start.survivors]
    return replace(start, survivors=tuple(survivors), asks=asks, steps=())
