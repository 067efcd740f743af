"""`tts-bridge replay`: a game's log or journal, read move by move."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from rules.engine import CHANCE, Edit, Match
from rules.notation import format_move
from rules.record import Failure, game_of, replay
from tts_bridge.cli.common import run
from tts_bridge.cli.film import refusals, write_film
from tts_bridge.cli.journal import opened, played, telling
from tts_bridge.cli.options import one_language
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.cli.web import page_options, show_until_stopped
from tts_bridge.game.plugin import Game
from tts_bridge.games.registry import GAMES, usable
from tts_bridge.games.show_position import show_with
from tts_bridge.referee.trial import Trial, turned_back
from tts_bridge.session.journal import JournalReader
from tts_bridge.session.journal_file import MAGIC, is_database
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import troubled
from tts_bridge.web.feed import HOST, SPECTATOR
from tts_bridge.web.feeds.replay import Replay, replay_of_journal


@click.command("replay")
@click.argument("log", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@one_language
@click.option(
    "--html", metavar="OUT", help="Write one HTML file that shows the game; `-`: print it."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@page_options
def replay_command(
    log: str, lang: str, html: str | None, as_json: bool, web: int | None, listen: str
) -> None:
    """Print the moves of a game's LOG by round and phase (`-`: from standard input).

    LOG may also be a referee's journal; --html then shows what was refused as well. A log that
    breaks off is printed as far as it is good; then the reason, and exit 1. With --web the game is
    shown step by step in a browser instead.
    """
    texts = Texts(lang)
    with ExitStack() as stack:
        stack.enter_context(telling(log, texts))
        if is_journal(log):
            journal = stack.enter_context(opened(Path(log), texts))
            kept = played(journal, Path(log), texts)
            found = Played(kept.game, kept.match, kept.failure, kept.broken, journal)
        else:
            found = from_log(log, lang)
        show(found, lang, html, web, listen, as_json=as_json)
    if found.broken and (web is None or found.match is None):
        raise click.ClickException(found.broken)


class Played(Struct, frozen=True):
    """A game from a log or a journal."""

    game: Game
    match: Match[Any] | None
    failure: Failure | None
    """Where it stopped making sense: a line of a log, a row of a journal."""
    broken: str = ""
    """Why it breaks off, in a line."""
    journal: JournalReader | None = None
    """The journal it is from."""


def from_log(log: str, lang: str) -> Played:
    """The game of a log, as far as it is good."""
    with click.open_file(log, "rb") as file:
        data = file.read()
    if data.startswith(MAGIC):
        raise click.ClickException(f"{log}: a journal is read from its file; name that")
    lines = data.splitlines()
    name = game_of(lines)
    if name not in GAMES:
        raise click.ClickException(
            f"{log}: the first line names no game we know ({', '.join(GAMES)}); is it a game's log?"
        )
    game = GAMES[name]
    match, failure = replay(game.rules, lines)
    if failure is None:
        return Played(game, match, None)
    reason = reason_of(
        failure, Texts(lang, game.wording, game.board(match.state) if match else None)
    )
    return Played(game, match, failure, f"{log}, line {failure.line}: {reason}")


def texts_of(game: Game, match: Match[Any] | None, lang: str) -> Texts:
    """The texts of a game, with the names of its places once it is known."""
    return Texts(lang, game.wording, game.board(match.state) if match else None)


def show(
    found: Played, lang: str, html: str | None, web: int | None, listen: str, *, as_json: bool
) -> None:
    """Print a game, show it in a browser, or write it down as a film."""
    game, match, journal = found.game, found.match, found.journal
    texts = texts_of(game, match, lang)
    if match and web is not None:
        if found.broken:
            echo(found.broken, err=True)
        feed = (None if journal is None else replay_of_journal(journal, usable())) or Replay(
            game, match
        )
        for viewer in (SPECTATOR, HOST):  # what cannot be shown is told here, not on the page
            feed.hello(viewer)
            feed.full(viewer)
        serve(feed, web, listen)
    elif match and html is not None:
        refused = {} if journal is None else refusals(journal)
        failure = found.failure or left_out(game, match, lang)
        end = reason_of(failure, texts) if failure else found.broken
        write_film(html, game, match, texts, refused, end)
    elif as_json:
        json_document(as_document(game, match, found.failure, texts))
    elif match:
        print_game(game, match, texts)


def left_out(game: Game, match: Match[Any], lang: str) -> Failure | None:
    """Leave out the end of a match that nobody can play on from, and so nobody draw; why, or
    None."""
    if not any(isinstance(move, Edit) for move in match.moves):
        return None
    broken = turned_back(match, Trial(game.table, show=show_with(game)))
    line = len(match.moves) + 2
    return Failure(line, troubled(Texts(lang, game.wording), broken.trouble)) if broken else None


def is_journal(path: str) -> bool:
    """Whether a file is a database, as journals are."""
    return path != "-" and is_database(Path(path))


def serve(feed: Replay, web: int, listen: str) -> None:
    """Show a game until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        run(show_until_stopped(feed, web, listen))


def moments(
    game: Game, match: Match[Any], texts: Texts
) -> Iterator[tuple[int, str, str, str, list[str]]]:
    """Round, phase, who ("" for chance), what, and what came of it, for every move of a match."""
    for state, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
        number, phase = game.moment(state)
        who = "" if move.seat == CHANCE else texts.name(move.seat)
        told = [texts.step(each) for each in game.trail(after) if not texts.is_echo(each)]
        yield number, phase, who, texts.move(move), told


def print_game(game: Game, match: Match[Any], texts: Texts) -> None:
    """The moves, under a heading for each phase; then how it ended."""
    heading = None
    for number, phase, who, what, told in moments(game, match, texts):
        if heading != (number, phase):
            heading = (number, phase)
            echo(f"{number}  {texts.phase(phase)}")
        echo(f"    {texts.text('verdict.move', seat=who, move=what) if who else what}")
        for step in told:
            echo(f"        {step}")
    if outcome := game.rules.outcome(match.state):
        echo(texts.outcome(outcome))


def as_document(
    game: Game, match: Match[Any] | None, failure: Failure | None, texts: Texts
) -> dict[str, Any]:
    """A replay as one JSON document."""
    moves = match.moves if match else []
    shown = moments(game, match, texts) if match else iter(())
    outcome = game.rules.outcome(match.state) if match else None
    return {
        "game": game.rules.name,
        "moves": [
            {
                "round": number,
                "phase": phase,
                "move": format_move(move),
                "text": what,
                "steps": told,
            }
            for move, (number, phase, _, what, told) in zip(moves, shown, strict=True)
        ],
        "outcome": outcome and {"winners": outcome.winners, "reason": outcome.reason},
        "failure": failure
        and {
            "line": failure.line,
            "reason": failure.reason,
            "text": reason_of(failure, texts),
            "source": failure.violation.rule if failure.violation else "",
        },
    }


def reason_of(failure: Failure, texts: Texts) -> str:
    """Why a log broke off: the ruling on an illegal move, else what is wrong with the line."""
    if failure.violation is None:
        return failure.reason
    source = texts.cited(failure.violation)
    return f"{texts.ruling(failure.violation)} ({failure.reason}{source and ', '}{source})"
