"""`tts-bridge journal`: looking into what a referee wrote down."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from rules.notation import format_move
from rules.record import write_log
from tts_bridge.cli.files import put
from tts_bridge.cli.film import refusals, ruled, shots
from tts_bridge.cli.options import one_language
from tts_bridge.games import GAMES, Game
from tts_bridge.journal import Journal, JournalError
from tts_bridge.texts import Texts

IN = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.group("journal")
def journal_group() -> None:
    """Show, export or verify the journal of a refereed game."""


def opened(path: Path) -> Journal:
    """A journal, or one line that says what is wrong with it."""
    try:
        return Journal(path)
    except JournalError as error:
        raise click.ClickException(str(error)) from error


def played(journal: Journal, path: Path) -> tuple[Game, Any]:
    """The game that a journal is of, and its match as far as it is good."""
    for game in GAMES.values():
        try:
            match, failure = journal.match(game.rules)
        except (msgspec.MsgspecError, sqlite3.Error, ValueError) as error:
            raise click.ClickException(
                f"{path}: damaged, or no journal of ours ({error}); take a copy of it"
            ) from error
        if match is not None:
            if failure is not None:
                raise click.ClickException(f"{path}: line {failure.line}: {failure.reason}")
            return game, match
    raise click.ClickException(f"{path}: no game was begun in it")


@journal_group.command("show")
@click.argument("file", type=IN)
@one_language
@click.option("--json", "as_json", is_flag=True, help="JSON lines, everything as it was written.")
def show(file: Path, lang: str, as_json: bool) -> None:
    """What was played and refused, in order; with --json all that was seen, ruled and done."""
    with opened(file) as journal:
        if as_json:
            for at, kind, body in journal.rows():
                click.echo(msgspec.json.encode({"at": at, "kind": kind, "body": msgspec.Raw(body)}))
            return
        game, match = played(journal, file)
        texts = Texts(lang, game.rules.name, game.board(match.state))
        refused = refusals(journal)
    for each in shots(game, match, texts, refused):
        print_refused(each.refused)
        click.echo(f"{each.round} {texts.phase(each.phase)}  {each.text}")
    print_refused(ruled(texts, refused.get(len(match.moves), ())))


def print_refused(rulings: Sequence[str]) -> None:
    """Print what was refused before the next move, with the reason."""
    for each in rulings:
        click.echo(f"    ✗ {each}")


@journal_group.command("export")
@click.argument("file", type=IN)
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
def export(file: Path, log: Path) -> None:
    """Write the game as a log for `tts-bridge replay`; `-` prints it."""
    with opened(file) as journal:
        game, match = played(journal, file)
        config = journal.config()
        assert config is not None
        text = write_log(game.rules, msgspec.Raw(config), match.moves)
    put(log, text)
    if str(log) != "-":
        click.echo(f"{log}: {len(match.moves)} moves", err=True)


@journal_group.command("verify")
@click.argument("file", type=IN)
def verify(file: Path) -> None:
    """Play the game again and say whether every move was legal and every batch was done."""
    with opened(file) as journal:
        game, match = played(journal, file)
        sent = {msgspec.json.decode(body)[0] for _, body in journal.entries("batch")}
        done = {msgspec.json.decode(body)[0] for _, body in journal.entries("done")}
    number, phase = game.moment(match.state)
    click.echo(f"{len(match.moves)} moves, all legal; round {number}, {phase}")
    if match.moves:
        click.echo(f"last: {format_move(match.moves[-1])}")
    open_batches = len(sent - done)
    click.echo(f"{len(sent)} batches sent, {open_batches} not acknowledged")
