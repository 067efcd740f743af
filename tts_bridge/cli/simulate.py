"""`tts-bridge simulate`: many games by players that choose by themselves, and their figures."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from rules.invader.data import OWNED
from tts_bridge.cli.drawings import check_drawing, write_drawing
from tts_bridge.cli.options import SEED, EachGame, rule_option
from tts_bridge.cli.printing import echo, json_document, table
from tts_bridge.game.plugin import Game
from tts_bridge.game.setup import options_of, ruled
from tts_bridge.games.registry import GAMES
from tts_bridge.simulation.cluster import on_cluster
from tts_bridge.simulation.figures import Figures
from tts_bridge.simulation.job import Job, SimulationError, batches, sides_of
from tts_bridge.simulation.plot import drawn
from tts_bridge.simulation.processes import on_processes
from tts_bridge.simulation.report import Length, Report, Share, reported

F = TypeVar("F", bound=Callable[..., Any])
MOST = 10_000_000
SCHEMES = ("tcp", "tls", "ws", "wss", "ucx")
OUT = click.Path(path_type=Path, dir_okay=False)


@click.group("simulate", cls=EachGame)
def simulate_group() -> None:
    """Play many games by automatic players; print how often who wins, and by what.

    The same seed gives the same figures however many workers play. docs/simulation.md says what
    they mean and what they do not.
    """


def common(function: F) -> F:
    """The options of every game."""
    options = (
        click.option("--games", type=click.IntRange(1, MOST), default=1000, show_default=True),
        click.option("--seed", type=SEED, default=0, show_default=True, help="Of all the luck."),
        click.option(
            "--players",
            multiple=True,
            metavar="KIND|SIDE=KIND,...",
            help="Who plays: random, sensible, or (dbd) automa; of a side or all.  "
            "[default: sensible]",
        ),
        rule_option,
        click.option(
            "--card",
            "cards",
            multiple=True,
            metavar="NAME",
            help="Report only this card, perk, item, prop or skill.",
        ),
        click.option(
            "--processes",
            type=click.IntRange(1, 256),
            help="Workers on this machine.  [default: 1]",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Play on a Dask cluster instead: tcp://host:8786 (the extra `cluster`).",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option("--plot", type=OUT, metavar="OUT.svg|OUT.png", help="Draw the figures."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def simulate_command(game: Game) -> click.Command:
    """The command that simulates a game."""

    def play_many(rules: tuple[str, ...], **options: Any) -> None:
        names = {each.name for each in options_of(game.setup.options)}
        own = {name: value for name, value in options.items() if name in names}
        others = {name: value for name, value in options.items() if name not in names}
        config = game.setup.config(own, ruled(game.house, rules))
        simulate(game, config, game.setup.facts(config), rules=rules, **others)

    function: Callable[..., None] = common(play_many)
    for option in reversed(game.setup.options):
        function = option(function)
    return click.command(game.name, help=f"Simulate *{game.title}*.")(function)


def simulate(
    game: Game,
    config: Any,
    setup: Mapping[str, Any],
    *,
    games: int,
    seed: int,
    players: Sequence[str],
    rules: Sequence[str],
    cards: Sequence[str],
    processes: int | None,
    scheduler: str | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Play, and print what came of it."""
    if processes and scheduler:
        raise click.UsageError("--processes and --scheduler exclude each other")
    if scheduler and not is_address(scheduler):
        raise click.UsageError(f"--scheduler {scheduler}: write tcp://HOST:PORT")
    if plot:
        check_drawing(plot)
    wanted = named(game, cards)
    job = Job(game.name, msgspec.json.encode(config), {}, seed, OWNED[0])
    try:
        sides = sides_of(job)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    job = msgspec.structs.replace(job, players=cast(game, sides, players))
    begin = time.monotonic()
    figures = played(job, games, processes or 1, scheduler)
    spent = time.monotonic() - begin
    setup = {**setup, "rules": list(rules)}
    report = reported(figures, game.name, setup, job.players, seed, assumed(game), wanted)
    if as_json:
        json_document(report)
    else:
        echo(tables(report))
    echo(
        f"{games:,} games in {spent:.1f} s. These players are simple, and {len(report.assumed)} "
        "rules and card facts are assumed: docs/simulation.md",
        err=True,
    )
    if plot:
        write_drawing(plot, drawn(report, figures.rounds, game.title, described(report)))


def is_address(text: str) -> bool:
    """Whether Dask can look for a scheduler there; of anything else it makes a long traceback."""
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname and parts.port)
    except ValueError:  # a port that is no number
        return False


def cast(game: Game, sides: set[str], wanted: Sequence[str]) -> dict[str, str]:
    """The kind of player of each side.

    Raises:
        click.ClickException: a side or kind that there is not.
    """
    kinds = game.players.kinds
    found = dict.fromkeys(sorted(sides), game.players.usual_kind)
    for text in ",".join(wanted).split(",") if wanted else ():
        side, equals, kind = (part.strip() for part in text.rpartition("="))
        if kind not in kinds:
            raise click.ClickException(
                f"--players: {kind!r} is no player of {game.name}; one of {', '.join(kinds)}"
            )
        if equals and side not in found:
            raise click.ClickException(
                f"--players: {side!r} is no side of {game.name}; one of {', '.join(found)}"
            )
        found |= {side: kind} if equals else dict.fromkeys(found, kind)
    return found


def named(game: Game, cards: Sequence[str]) -> set[str]:
    """The uses that these names stand for.

    Raises:
        click.ClickException: a name that stands for none; says what comes near.
    """
    gamut = game.gamut
    names = {each.partition(":")[2] for each in gamut}
    for card in cards:
        if card not in names and card not in gamut:
            near = get_close_matches(card, sorted(names), 3, 0.4) or sorted(names)[:3]
            meant = f"; did you mean {', '.join(near)}?" if near else ""
            raise click.ClickException(f"--card: {card!r} is nothing that {game.name} has{meant}")
    return {each for each in gamut if each in cards or each.partition(":")[2] in cards}


def played(job: Job, games: int, processes: int, scheduler: str | None) -> Figures:
    """The figures, with a progress bar meanwhile.

    Raises:
        click.ClickException: they could not be had.
    """
    try:
        with click.progressbar(length=games, label="Games", file=sys.stderr) as bar:
            if scheduler:
                return on_cluster(job, batches(games), scheduler, bar.update)
            return on_processes(job, batches(games), processes, bar.update)
    except SimulationError as error:
        raise click.ClickException(str(error)) from error


def described(report: Report) -> str:
    """What was simulated, in a line."""
    setup = report.setup
    what = GAMES[report.game].setup.line(setup)
    return f"{what} ({', '.join(setup['rules'])})".strip() if setup["rules"] else what


def assumed(game: Game) -> tuple[str, ...]:
    """The house rules and facts of a game that no source gives."""
    rows = game.house.rows.items()
    return (*[key for key, each in rows if each.source == "assumed"], *game.setup.assumed())


def headed(report: Report) -> str:
    """The game, and what was simulated of it."""
    return ": ".join(filter(None, (GAMES[report.game].title, described(report))))


def percent(share: Share) -> tuple[str, str]:
    """A share, and its interval."""
    return f"{100 * share.share:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f} %"


def tables(report: Report) -> str:
    """The report for a reader."""
    who = ", ".join(f"{side} {kind}" for side, kind in report.players.items())
    parts = [
        f"{headed(report)}\n{report.games:,} games of seed {report.seed}; {who}",
        shares("won by", report.won),
        shares("decided by", report.decided),
        table(
            ("length", "mean", "median", "p10", "p90"),
            [length_row("rounds", report.rounds), length_row("moves", report.moves)],
        ),
    ]
    rows = [
        (u.kind, u.name, u.side, f"{u.per_game:.2f}", f"{u.games:,}", *percent(u.won))
        for u in report.uses
    ]
    if rows:
        head = ("used", "", "by", "a game", "in games", "won of these", "95 % interval")
        parts.append(table(head, rows))
    return "\n\n".join(parts)


def shares(head: str, rows: Mapping[str, Share]) -> str:
    """Shares under their heads."""
    return table(
        (head, "games", "share", "95 % interval"),
        [(name, f"{share.games:,}", *percent(share)) for name, share in rows.items()],
    )


def length_row(name: str, length: Length) -> tuple[str, ...]:
    """A line on how long games are."""
    return name, f"{length.mean:.1f}", *map(str, (length.median, length.p10, length.p90))


simulate_group.make = simulate_command
