"""Figures as shares, intervals and lengths: what is printed, written as JSON and drawn. No I/O."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from tts_bridge.simulation.figures import Figures, mean, quantile, wilson


class Share(Struct, frozen=True):
    """So many games of those there are, with Wilson's interval of 95 %; shares from 0 to 1."""

    games: int
    share: float
    low: float
    high: float


class Length(Struct, frozen=True):
    """How long games are; a tenth of them are no longer than `p10`, nine tenths than `p90`."""

    mean: float
    median: int
    p10: int
    p90: int


class Used(Struct, frozen=True):
    """How something was used by a side: times a game, games with it, those of them it won."""

    kind: str
    name: str
    side: str
    per_game: float
    games: int
    won: Share


class Report(Struct, frozen=True):
    """What came of a simulation."""

    game: str
    setup: Mapping[str, Any]
    """What was played: Killer, Survivors and map, or mission; house rules that were changed."""
    players: Mapping[str, str]
    seed: int
    games: int
    assumed: tuple[str, ...]
    """House rules of the game that no source gives."""
    won: Mapping[str, Share]
    decided: Mapping[str, Share]
    rounds: Length
    moves: Length
    uses: tuple[Used, ...]


def share_of(games: int, all_games: int) -> Share:
    """So many games of all."""
    return Share(games, games / all_games if all_games else 0.0, *wilson(games, all_games))


def length_of(histogram: Mapping[int, int]) -> Length:
    """What is to be said of lengths."""
    tenths = [quantile(histogram, tenth / 10) for tenth in (5, 1, 9)]
    return Length(mean(histogram), *tenths)


def uses_of(figures: Figures) -> Iterable[Used]:
    """Everything that was used, by kind, what is used most first."""
    for key, use in figures.uses.items():
        what, side = key.split(" ")
        kind, name = what.split(":")
        won = share_of(use.won, use.games)
        yield Used(kind, name, side, use.times / figures.games, use.games, won)


def reported(
    figures: Figures,
    game: str,
    setup: Mapping[str, Any],
    players: Mapping[str, str],
    seed: int,
    assumed: Collection[str],
    wanted: Collection[str] = (),
) -> Report:
    """The report of some figures.

    Args:
        figures: of all games.
        game: its name.
        setup: what was played.
        players: the kind of player of each side; each side's share of wins is reported.
        seed: of the simulation.
        assumed: the game's house rules that no source gives.
        wanted: the uses to report (`perk:adrenaline`); all when empty.
    """
    uses = [u for u in uses_of(figures) if not wanted or f"{u.kind}:{u.name}" in wanted]
    uses.sort(key=lambda use: (use.kind, use.side, -use.per_game, use.name))
    by_count = sorted(figures.reasons.items(), key=lambda row: (-row[1], row[0]))
    return Report(
        game,
        setup,
        players,
        seed,
        figures.games,
        tuple(assumed),
        {side: share_of(figures.won.get(side, 0), figures.games) for side in players},
        {reason: share_of(count, figures.games) for reason, count in by_count},
        length_of(figures.rounds),
        length_of(figures.moves),
        tuple(uses),
    )
