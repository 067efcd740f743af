"""What a worker is told to do, and does: batches of games, each from its own luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from rules.chance import Dealer
from rules.invader.data import OWNED
from tts_bridge import settings
from tts_bridge.game.plugin import Game
from tts_bridge.games.registry import GAMES
from tts_bridge.simulation.figures import Figures, Use, added

LONGEST = 20_000
"""Moves after which a game counts as unfinished; those of the players here end long before."""
UNFINISHED = "unfinished"
LARGEST, PARTS = 20, 64
"""Games of a batch at most, and batches at least: what a worker that dies has played for nothing
is a second's work, and every worker has something to do until the end."""


class SimulationError(Exception):
    """A simulation that could not be made; the text says why, in one line."""


class Job(Struct, frozen=True):
    """What is simulated."""

    game: str
    config: bytes
    """The game's configuration as JSON."""
    players: Mapping[str, str]
    """The kind of player of each side."""
    seed: int
    facts: str = ""
    """Which owner's facts the games are played with."""


class Batch(Struct, frozen=True):
    """So many games from a number on."""

    id: int
    first: int
    games: int


def batches(games: int) -> list[Batch]:
    """The games in batches; how large they are depends on nothing but their number."""
    size = max(1, min(LARGEST, games // PARTS))
    starts = range(0, games, size)
    return [Batch(i, first, min(size, games - first)) for i, first in enumerate(starts)]


def sides_of(job: Job) -> set[str]:
    """The sides of the game that is to be played.

    Raises:
        SetupError: of the game, for a configuration that cannot be played.
    """
    return {*GAMES[job.game].players.sides(first_state(job)).values()}


def first_state(job: Job) -> Any:
    """The position that all games begin from."""
    if job.facts and not OWNED[0]:
        settings.use()
    rules = GAMES[job.game].rules
    return rules.setup(msgspec.json.decode(job.config, type=rules.config_type))


def play_batch(job: Job, batch: Batch) -> Figures:
    """Play the games of a batch."""
    game, first = GAMES[job.game], first_state(job)
    total = Figures()
    for number in range(batch.first, batch.first + batch.games):
        luck = Random(f"{job.seed}:{number}")  # noqa: S311  games, not secrets
        total = added(total, play(game, first, job.players, luck))
    return total


def play(game: Game, state: Any, players: Mapping[str, str], luck: Random) -> Figures:
    """The figures of one game."""
    sides = game.players.sides(state)
    kinds = {side: game.players.kinds[kind](luck) for side, kind in players.items()}
    choosers = {seat: kinds[side] for seat, side in sides.items()}
    dealer = Dealer(luck)
    used: Counter[tuple[str, str]] = Counter()
    moves = 0
    while moves < LONGEST:
        move = game.players.next_move(state, choosers, dealer)
        if move is None:
            break
        before, state = state, move.apply(state)
        moves += 1
        used.update(game.uses(before, move, state))
    outcome = game.rules.outcome(state)
    winners = {sides[seat] for seat in outcome.winners} if outcome else set()
    return Figures(
        1,
        dict.fromkeys(winners, 1),
        {outcome.reason if outcome else UNFINISHED: 1},
        {game.moment(state)[0]: 1},
        {moves: 1},
        {f"{n} {side}": Use(times, 1, int(side in winners)) for (n, side), times in used.items()},
    )


def packed(job: bytes, batch: bytes) -> bytes:
    """`play_batch` in bytes: how it is called in other processes, here and elsewhere.

    Raises:
        SimulationError: whatever went wrong, with the batch's games.
    """
    games = msgspec.msgpack.decode(batch, type=Batch)
    try:
        return msgspec.msgpack.encode(play_batch(msgspec.msgpack.decode(job, type=Job), games))
    except Exception as error:
        last = games.first + games.games - 1
        text = f"games {games.first} to {last}: {type(error).__name__}: {error}"
        raise SimulationError(text) from error
