"""`tts-bridge journal`: looking into what a referee wrote down, and repairing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from rules.engine import Match
from rules.notation import format_move
from rules.record import Failure, one_line, write_log
from tts_bridge.cli.files import put
from tts_bridge.cli.film import refusals, ruled, shots
from tts_bridge.cli.options import one_language
from tts_bridge.cli.printing import echo
from tts_bridge.game.errors import GameError
from tts_bridge.game.plugin import Game
from tts_bridge.games.registry import usable
from tts_bridge.games.show_position import show_with
from tts_bridge.referee.trial import Trial, troubles, turned_back
from tts_bridge.session.journal import JournalError, JournalReader, hold, read_journal
from tts_bridge.session.journal_damage import examine
from tts_bridge.session.journal_repair import Damaged, Mended, mend, readable, tell, write_repaired
from tts_bridge.session.journal_rows import BAD, Row, flaw
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import troubled

IN = click.Path(path_type=Path, dir_okay=False, exists=True)
SHOWN = 20
"""Damaged rows, or changes, that are listed one by one."""


@click.group("journal")
def journal_group() -> None:
    """Show, export, verify or repair the journal of a refereed game."""


class Kept(Struct, frozen=True):
    """The latest game in a journal."""

    game: Game
    match: Match[Any]
    """As far as it is good."""
    failure: Failure | None = None
    """The row that it breaks off at."""
    broken: str = ""
    """Why it does not go to its end, in a line."""


@contextmanager
def one_error(texts: Texts) -> Iterator[None]:
    """What is wrong with a journal becomes one line, in the language of the texts."""
    try:
        yield
    except JournalError as error:
        raise click.ClickException(error.say(texts)) from error


@contextmanager
def telling(path: object, texts: Texts) -> Iterator[None]:
    """A game that is good JSON, and yet none that can be told, becomes one line: what is in it was
    written by anybody."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, GameError, JournalError, OSError):
        raise
    except Exception as error:
        reason = one_line(f"{type(error).__name__}: {error}")[:200]
        text = texts.text("journal.untellable", path=one_line(str(path)), reason=reason)
        raise click.ClickException(text) from error


@contextmanager
def opened(path: Path, texts: Texts) -> Iterator[JournalReader]:
    """A journal, or one line that says what is wrong with it."""
    with one_error(texts), read_journal(path) as journal:
        yield journal


def played(journal: JournalReader, path: Path, texts: Texts) -> Kept:
    """The latest game in a journal; what is damaged and does not matter to it is told."""
    rows = list(journal.rows())
    found = examine(rows, usable())
    if found.game is None or found.match is None:
        if found.damages:
            error = Damaged(path, found.serious or found.damages, mend(rows, usable()))
            raise click.ClickException(error.say(texts))
        raise click.ClickException(JournalError("empty", path).say(texts))
    if found.damages and not found.serious:
        damage = tell(found.damages, texts)
        echo(texts.text("journal.note", path=one_line(str(path)), damage=damage), err=True)
    if not found.serious:
        return Kept(found.game, found.match)
    first = found.serious[0]
    failure = Failure(first.row, first.say(texts), None)
    broken = Damaged(path, found.serious, mend(rows, usable())).say(texts)
    return Kept(found.game, found.match, failure, broken)


@journal_group.command("show")
@click.argument("file", type=IN)
@one_language
@click.option("--json", "as_json", is_flag=True, help="JSON lines, everything as it was written.")
def show(file: Path, lang: str, as_json: bool) -> None:
    """What was played and refused, in order; with --json all that was seen, ruled and done.

    A game that breaks off is shown as far as it is good; then the reason, and exit 1.
    """
    texts = Texts(lang)
    with opened(file, texts) as journal:
        if as_json:
            for each in journal.rows():
                echo(as_line(each))
            return
        found = played(journal, file, texts)
        refused = refusals(journal)
    with telling(file, texts):
        words = Texts(lang, found.game.wording, found.game.board(found.match.state))
        for shot in shots(found.game, found.match, words, refused):
            print_refused(shot.refused)
            echo(f"{shot.round} {words.phase(shot.phase)}  {shot.text}")
        print_refused(ruled(words, refused.get(len(found.match.moves), ())))
    if found.broken:
        raise click.ClickException(found.broken)


def as_line(each: Row) -> bytes:
    """A row as a line of JSON; a body that is none as a string."""
    line: dict[str, Any] = {"at": each.at, "kind": each.kind}
    try:
        msgspec.json.decode(each.body)
        body: Any = msgspec.Raw(each.body)
    except BAD:
        body = each.body.decode("utf-8", "replace")
    return msgspec.json.encode({**line, "body": body}).replace(b"\n", b" ")


def print_refused(rulings: Sequence[str]) -> None:
    """Print what was refused before the next move, with the reason."""
    for each in rulings:
        echo(f"    ✗ {each}")


@journal_group.command("export")
@click.argument("file", type=IN)
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@one_language
def export(file: Path, log: Path, lang: str) -> None:
    """Write the game as a log for `tts-bridge replay`; `-` prints it."""
    texts = Texts(lang)
    with opened(file, texts) as journal:
        found = played(journal, file, texts)
        config = msgspec.Raw(journal.config() or b"")
    if found.broken:
        raise click.ClickException(found.broken)
    put(log, write_log(found.game.rules, config, found.match.moves))
    if str(log) != "-":
        echo(f"{log}: {len(found.match.moves)} moves", err=True)


@journal_group.command("verify")
@click.argument("file", type=IN)
@one_language
def verify(file: Path, lang: str) -> None:
    """Play the game again and say whether every move was legal and every batch was done.

    Every damaged row is told; exit 1 if there is one.
    """
    texts = Texts(lang)
    with opened(file, texts) as journal:
        rows = list(journal.rows())
    found = examine(rows, usable())
    if found.game is None and not found.damages:
        raise click.ClickException(JournalError("empty", file).say(texts))
    remedy = ""
    if found.game is not None and found.match is not None:
        with telling(file, texts):
            print_position(found.game, found.match, texts, is_whole=not found.serious)
        remedy = print_unplayable(found.game, found.match, texts)
    sent, done = numbers(rows, "batch"), numbers(rows, "done")
    echo(texts.text("verify.batches", sent=str(len(sent)), open=str(len(sent - done))))
    print_some([each.say(texts) for each in found.damages], texts)
    if found.damages:
        name = one_line(str(file))
        count = str(len(found.damages))
        raise click.ClickException(texts.text("verify.damaged", path=name, count=count))
    if remedy:
        raise click.ClickException(f"{one_line(str(file))}: {remedy}")


def print_position(game: Game, match: Match[Any], texts: Texts, *, is_whole: bool) -> None:
    """Where a game stands, and its last move."""
    words = Texts(texts.language, game.wording)
    number, phase = game.moment(match.state)
    facts = {"count": str(len(match.moves)), "round": str(number), "phase": words.phase(phase)}
    echo(texts.text("verify.legal" if is_whole else "verify.as-far", **facts))
    if match.moves:
        echo(texts.text("verify.last", move=one_line(format_move(match.moves[-1]))))


def print_some(lines: Sequence[str], texts: Texts) -> None:
    """Print lines, unless they are too many for one screen."""
    for line in lines[:SHOWN]:
        echo(line)
    if len(lines) > SHOWN:
        echo(texts.text("verify.more", count=str(len(lines) - SHOWN)))


def numbers(rows: Sequence[Row], kind: str) -> set[Any]:
    """The numbers of the batches in rows of a kind that can be read."""
    found = set()
    for each in rows:
        if each.kind == kind and not flaw(each):
            found.add(msgspec.json.decode(each.body)[0])
    return found


@journal_group.command("repair")
@click.argument("file", type=IN)
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@one_language
def repair(file: Path, dry_run: bool, lang: str) -> None:
    """Repair a damaged journal, so that its game can go on; the file as it was is kept.

    A damaged move is put back from the ruling on it, where that is whole. A row on which the
    position does not rest is set aside. From any other damaged row on no move counts any more.
    """
    texts = Texts(lang)
    name = one_line(str(file))
    with one_error(texts), nullcontext() if dry_run else hold(file):
        mended, left = mended_journal(file)
        print_some([each.say(texts) for each in mended.changes], texts)
        if left:
            echo(texts.text("repair.left", row=str(left)))
        if not mended.changes and not left:
            echo(texts.text("repair.nothing", path=name))
        elif dry_run:
            echo(texts.text("repair.would", path=name, repair=mended.say(texts)))
        else:
            copy = write_repaired(file, mended.rows)
            facts = {"path": name, "copy": one_line(copy.name), "repair": mended.say(texts)}
            echo(texts.text("repair.done", **facts))


def mended_journal(path: Path) -> tuple[Mended, int]:
    """A journal as it is after a repair, and the row from which on it cannot be read at all, or 0.

    Raises:
        JournalError: nothing of it can be read.
    """
    with read_journal(path) as journal:
        rows, error = readable(journal)
    if error is not None and not rows:
        raise error
    return mend(rows, usable()), rows[-1].id + 1 if error is not None else 0


def print_unplayable(game: Game, match: Match[Any], texts: Texts) -> str:
    """Print every position from which nobody can play on; what is to be done, when the last is one.

    Those before the last were mended later: they are told and do no harm.
    """
    if game.bring_table is None:
        return ""
    trial = Trial(game.table, show=show_with(game))
    words = Texts(texts.language, game.wording)
    found = {step: troubled(words, trouble) for step, trouble in troubles(match, trial)}
    print_some(
        [
            texts.text("verify.unplayable", step=str(step), reason=reason)
            for step, reason in found.items()
        ],
        texts,
    )
    last = len(match.moves)
    broken = turned_back(match, trial) if last in found else None
    if broken is None:
        return ""
    good = last - len(broken.moves)
    return texts.text("verify.turn-back", step=str(last), good=str(good))
