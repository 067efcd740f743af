"""The position at the start of a game. Source: invader.md 2."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.chance import Pile
from rules.invader.asks import Herd
from rules.invader.data import OWNED, SURVIVORS, XENO_CARDS, cards_with_back
from rules.invader.flow import advance, round_asks
from rules.invader.gear import put
from rules.invader.ground import Ground, Settings
from rules.invader.missions import Mission, mission
from rules.invader.mold import spread
from rules.invader.skills import innate
from rules.invader.state import KINDS, Machine, State, Survivor, Token

EVERYBODY = tuple(SURVIVORS)
STARTING = ("smg", "smg", "cattle-prod", "cattle-prod", "cattle-prod", "cattle-prod")
"""The six starting cards (fr); a Survivor who is not given one gets the next of these."""
FIRST_MISSION = "breach"


class SetupError(ValueError):
    """A configuration no game can start from; the text names the field and what is wrong."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game starts from: it heads a log, and `setup` makes the first state of it."""

    mission: Mission = msgspec.field(default_factory=lambda: mission(FIRST_MISSION))
    players: tuple[tuple[str, ...], ...] = (EVERYBODY,)
    """The Survivors of each player, players clockwise; all six are always in play (lr)."""
    first: int = 0
    """Which player holds the First Player token."""
    equipment: Mapping[str, str] = {}
    """The starting card of each Survivor, as the players dealt them."""
    settings: Settings = msgspec.field(default_factory=Settings)
    facts: str = msgspec.field(default_factory=lambda: OWNED[0])
    """Which owner's facts the game is played with; "" is the project's own."""


def setup(config: Config) -> State:
    """The first state.

    Raises:
        SetupError: not all six Survivors once, a player without one, a first player who is none,
            starting cards that do not exist, facts of the cards other than those in use.
    """
    if config.facts != OWNED[0]:
        used, wanted = OWNED[0] or "none", config.facts or "none"
        raise SetupError(f"facts: an owner's facts {wanted}; those in use are {used}")
    seats = [seat for player in config.players for seat in player]
    if sorted(seats) != sorted(EVERYBODY):
        raise SetupError(f"players: every Survivor once: {', '.join(EVERYBODY)}")
    if not all(config.players):
        raise SetupError("players: each plays at least one Survivor")
    if not 0 <= config.first < len(config.players):
        raise SetupError(f"first: {config.first} is no player; 0 to {len(config.players) - 1}")
    given = dealt(seats, config.equipment)
    game = config.mission
    board = game.board
    survivors = []
    for index, seat in enumerate(seats):
        at = board.zone_of[game.start[index % len(game.start)]]
        survivors.append(put(Survivor(seat, at, skills=innate(seat, 0)), given[seat], "hand"))
    xenos: dict[str, Herd] = {}
    for cell, herd in game.xenos.items():
        zone = board.zone_of[cell]
        before = xenos.get(zone, (0, 0, 0, 0))
        xenos[zone] = tuple([n + herd.get(k, 0) for n, k in zip(before, KINDS, strict=True)])  # type: ignore[assignment]
    state = State(
        Ground(game, config.settings, {door.link: door.state for door in game.doors}, {}),
        config.players,
        tuple(survivors),
        (),
        xenos,
        tuple([Token(o.id, board.zone_of[o.at], o.colour) for o in game.objectives]),
        tuple([spawn.id for spawn in game.spawns if spawn.colour == "red"]),
        Pile(cards_with_back("standard")),
        Pile({}),
        Pile({card.id: card.count for card in XENO_CARDS.values()}),
        Pile({}),
        Pile(cards_with_back("prototype")),
        sum(cards_with_back("oxygen").values()),
        tuple([Machine(name, board.zone_of[cell]) for name, cell in game.machines.items()]),
        first=config.first,
    )
    return advance(spread(replace(state, asks=round_asks(state))))


def dealt(seats: list[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """The starting card of every Survivor."""
    left = [*STARTING]
    given = {}
    for seat, card in wanted.items():
        if seat not in seats:
            raise SetupError(f"equipment: {seat!r} is not in this game")
        if card not in left:
            raise SetupError(f"equipment: no starting card {card!r} is left for {seat}")
        left.remove(card)
        given[seat] = card
    for seat in seats:
        if seat not in given:
            given[seat] = left.pop(0)
    return given
