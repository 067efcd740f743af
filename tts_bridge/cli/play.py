"""`tts-bridge play`: a whole game in the terminal."""

from __future__ import annotations

import io
import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rules.engine import Match
from rules.record import game_of, replay
from tts_bridge.cli.files import put
from tts_bridge.cli.options import SEED, add_options, one_language, refuse_foreign, rule_option
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.game.plugin import Game
from tts_bridge.game.setup import ruled
from tts_bridge.games.registry import GAMES
from tts_bridge.settings import home
from tts_bridge.terminal import log as keep
from tts_bridge.terminal.game import Table
from tts_bridge.terminal.loop import Session, demo
from tts_bridge.terminal.people import Person, SeatError, people
from tts_bridge.terminal.screenshot import draw
from tts_bridge.text.play_words import Look, Words
from tts_bridge.text.terminal_text import shown

MOST = 20_000
"""Moves after which a demonstration that does not end is stopped."""
SLOW = 0.7
"""Seconds between the moves with --slow."""
IN = click.Path(path_type=Path, exists=True, dir_okay=False)
OUT = click.Path(path_type=Path, dir_okay=False)


@click.command("play")
@click.argument("game", type=click.Choice(list(GAMES)), required=False)
@click.option("--me", "me", multiple=True, metavar="SEATS", help="A person at this terminal: "
              "survivors, killer, all, survivor:meg-thomas, or several joined by commas. Once for "
              "each person.  [default: survivors]")  # fmt: skip
@rule_option
@click.option("--seed", type=SEED, help="Luck that can be had again.  [default: chance]")
@one_language
@click.option("--log", "log", type=OUT, help="Where the game is kept [default: a new file in the "
              "folder of the settings].")  # fmt: skip
@click.option("--resume", type=IN, metavar="LOG", help="Continue the game of a log.")
@click.option("--demo", "is_demo", is_flag=True, help="Only watch: everybody is automatic.")
@click.option("--moves", type=click.IntRange(1, MOST), default=MOST, show_default=True,
              help="With --demo or --picture: stop after so many moves.")  # fmt: skip
@click.option("--slow", is_flag=True, help="With --demo: pause after each move.")
@click.option("--json", "as_json", is_flag=True, help="With --demo: print how it ended as JSON.")
@click.option("--picture", type=OUT, metavar="OUT.svg", help="Draw the screen after --moves of "
              "automatic players, as the person of --me would see it.")  # fmt: skip
@click.option("--ascii", "plain", is_flag=True, help="Draw with the characters of ASCII alone.")
@click.option("--width", type=click.IntRange(40, 400), help="Columns [default: the terminal's].")
def play_command(
    game: str | None,
    me: tuple[str, ...],
    rules: tuple[str, ...],
    seed: int | None,
    lang: str,
    log: Path | None,
    resume: Path | None,
    is_demo: bool,
    moves: int,
    slow: bool,
    as_json: bool,
    picture: Path | None,
    plain: bool,
    width: int | None,
    **options: Any,
) -> None:
    """Play a whole GAME (dbd or invader) in the terminal: type the number of a move, or `help`.

    You play the Survivors unless --me says otherwise; automatic players have the other seats.
    Several people share the terminal with several --me: nobody is shown what another one hides.
    The game is kept as it goes; --resume continues it and `tts-bridge replay` shows it.
    """
    lines: list[bytes] = []
    if resume:
        if any((*options.values(), log, rules, is_demo, picture)):
            raise click.UsageError("--resume takes all but --me, --lang and --seed from the log")
        played, config, lines, match = opened(resume)
        if game not in (None, played.name):
            raise click.UsageError(f"--resume {resume}: a game of {played.name}, not of {game}")
    else:
        if game is None:
            raise click.UsageError(f"which game? One of {', '.join(GAMES)}")
        played = GAMES[game]
        refuse_foreign(played, played.setup.options, options)
        config = played.setup.config(options, ruled(played.house, rules))
        match = begin(played, config)
    watches = is_demo or picture is not None
    if as_json and not is_demo:
        raise click.UsageError("--json goes with --demo")
    who = () if is_demo and not picture else seated(played, match, me)
    if not resume and who:
        config = played.setup.seated(config, [person.seats for person in who])
        match = begin(played, config)
    luck = random.SystemRandom().getrandbits(32) if seed is None else seed
    source = random.Random(f"{luck}/{len(match.moves)}")  # noqa: S311  (dice, no secrets)
    words = Words(lang, played.wording, played.board(match.state))
    if picture:
        put(picture, draw(Table(played, match, who, source), words, width or 120, moves))
        return
    console = terminal(width, quiet=as_json)
    look = Look(console.width, plain or not console.encoding.lower().startswith("utf"))
    table = Table(played, match, who, source)
    kept = None
    if resume:
        kept = written(resume, lambda path: keep.continued(path, lines, match))
    elif log or not watches:
        kept = written(log or somewhere(played.name), lambda path: keep.begun(path, match, config))
    again = "" if kept is None else resumed(kept.path, me, lang)
    session = Session(table, console, read, words, look, str(kept.path) if kept else "", again)
    if kept:
        table.made, table.cut = kept.made, kept.cut
    try:
        if is_demo:
            ended = demo(session, moves, SLOW if slow else 0.0)
            if as_json:
                json_document(report(table, words, luck))
            if not ended and moves == MOST:
                raise click.exceptions.Exit(1)
        else:
            session.play()
    except KeyboardInterrupt:
        session.saved()
    except OSError as error:
        raise click.ClickException(
            f"{kept.path if kept else 'output'}: {error.strerror}"
        ) from error
    finally:
        if kept:
            kept.close()


add_options(play_command, "options")


def begin(game: Game, config: Any) -> Match[Any]:
    """The match of a configuration; one line when it cannot be played."""
    try:
        return Match(game.rules, game.rules.setup(config))
    except ValueError as error:
        raise click.ClickException(str(error)) from error


def seated(game: Game, match: Match[Any], me: Sequence[str]) -> tuple[Person, ...]:
    """The people of --me; one line when they cannot sit so."""
    sides = game.terminal.sides(match.state)
    try:
        return people(me or tuple(sides)[:1], sides["all"], sides)
    except SeatError as error:
        raise click.ClickException(str(error)) from error


def opened(log: Path) -> tuple[Game, Any, list[bytes], Match[Any]]:
    """The game of a log, as far as it is good; what is cut off is told."""
    try:
        lines = log.read_bytes().splitlines()
    except OSError as error:
        raise click.ClickException(f"{log}: {error.strerror}") from error
    name = game_of(lines)
    if name not in GAMES:
        raise click.ClickException(
            f"{log}: the first line names no game we know ({', '.join(GAMES)}); is it a game's log?"
        )
    match, failure = replay(GAMES[name].rules, lines)
    if match is None:
        reason = failure.reason if failure else ""
        raise click.ClickException(f"{log}: line 1: {reason}; a log starts with its header")
    if failure:
        copy = log.with_name(f"{log.name}.bak")
        try:
            copy.write_bytes(b"\n".join(lines) + b"\n")
        except OSError as error:
            raise click.ClickException(f"{copy}: {error.strerror}; nothing was changed") from error
        echo(
            f"{log}: line {failure.line}: {failure.reason}. Going on from the move before it; "
            f"the whole file is kept as {copy.name}",
            err=True,
        )
    return GAMES[name], None, lines, match


class Terminal(Console):
    """A terminal on which no name of a map or player moves the cursor."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else shown(text), style, control)


def terminal(width: int | None, *, quiet: bool) -> Console:
    """The terminal, which never fails on a character that its encoding lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Terminal(width=width, quiet=quiet, highlight=False, markup=False, emoji=False)


def read(prompt: str) -> str:
    """A line that somebody types.

    Raises:
        EOFError: there is no more.
    """
    if sys.stdin.isatty():
        return input(prompt)
    echo(prompt, nl=False)
    line = sys.stdin.readline()
    echo(line.rstrip("\n"))  # as a terminal would have shown it
    if not line:
        raise EOFError
    return line


def somewhere(name: str) -> Path:
    """A new file for a game."""
    now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    return home() / "games" / f"{name}-{now}.jsonl"


def written(path: Path, make: Any) -> keep.Log:
    """The log; one line when it cannot be written."""
    try:
        log: keep.Log = make(path)
    except FileExistsError as error:
        raise click.ClickException(
            f"{path}: there already; name another file, or continue it with --resume"
        ) from error
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}; name another with --log") from error
    return log


def resumed(path: Path, me: Sequence[str], lang: str) -> str:
    """The command that continues a game."""
    words = ["tts-bridge", "play", "--resume", str(path)]
    for each in me:
        words += ["--me", each]
    return shlex.join([*words, *(["--lang", lang] if lang != "en" else [])])


def report(table: Table, words: Words, seed: int) -> dict[str, Any]:
    """How a demonstration ended."""
    outcome = table.rules.outcome(table.state)
    number, _ = table.game.moment(table.state)
    return {
        "game": table.rules.name,
        "seed": seed,
        "moves": len(table.match.moves),
        "rounds": number,
        "outcome": outcome
        and {
            "winners": outcome.winners,
            "reason": outcome.reason,
            "text": words.texts.outcome(outcome),
        },
    }
