"""`tts-bridge rules`: run cases, look rules up. `tts-bridge replay`: read a game's log."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import msgspec

from rules.cases import Case, CaseError, Result, load, run
from rules.dbd.settings import SETTINGS, Settings, read_settings, with_rule
from rules.dbd.setup import SetupError, check_settings
from rules.engine import CHANCE, Match, Violation
from rules.house import SettingsError
from rules.notation import format_move
from rules.record import Failure, game_of, replay
from tts_bridge.cli.common import run as run_table
from tts_bridge.cli.data import data_command
from tts_bridge.cli.film import Refusals, refusals, write_film
from tts_bridge.cli.journal import opened, played
from tts_bridge.cli.printing import json_document
from tts_bridge.cli.web import page_options, show_until_stopped
from tts_bridge.games import GAMES, Game
from tts_bridge.journal import Journal
from tts_bridge.texts import LANGUAGES, Texts, clean
from tts_bridge.web.replaying import Replay, replay_of_journal

JOURNAL = b"SQLite format 3\0"
"""How the file of a journal begins."""
CASES = Path("tests/cases")
"""Where the cases of a checkout lie; `rules show` looks there when nothing else is said."""
existing = click.Path(exists=True, allow_dash=True, path_type=Path)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group()
def rules_group() -> None:
    """Run rule cases, and look rules up."""


rules_group.add_command(data_command)


@rules_group.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=existing)
@as_json
def cases(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the rule cases of files and folders (docs/cases.md says how to write one).

    Prints every case that fails, then how many passed; exit 1 when one failed.
    """
    rows = [(name, game, case) for name, game, case in read_cases(paths)]
    results = [(name, play(game, case)) for name, game, case in rows]
    failed = [(name, result) for name, result in results if result.problems]
    if as_json:
        json_document(
            {
                "passed": len(results) - len(failed),
                "failed": len(failed),
                "cases": [
                    {
                        "file": name,
                        "number": result.case.number,
                        "source": result.case.source,
                        "text": result.case.text,
                        "problems": result.problems,
                    }
                    for name, result in results
                ],
            }
        )
    else:
        for name, result in failed:
            click.echo(f"{result.case.number}  {result.case.text}  ({name})")
            for problem in result.problems:
                click.echo(f"    {problem}")
        click.echo(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


@rules_group.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("what", metavar="CODE|PAGE")
@click.option(
    "--lang", type=click.Choice([*LANGUAGES, "both"]), default="both", help="Language of the texts."
)
@click.option("--cases", "where", type=existing, help=f"Where cases are [default: {CASES}].")
@as_json
def show(game: str, what: str, lang: str, where: Path | None, as_json: bool) -> None:
    """Show a rule by its CODE (walk.no-path) or all of a PAGE (p.8).

    The rule, where it stands, how a refusal is told ({names} are filled in), and the cases of it.
    """
    texts = {each: Texts(each, game) for each in LANGUAGES if lang in (each, "both")}
    paths = [where] if where else [CASES] if CASES.exists() else []
    if not paths:
        click.echo(f"no cases in {CASES}: name a file or folder with --cases", err=True)
    known = [case for _, its, case in read_cases(tuple(paths)) if its is GAMES[game]]
    rows = [describe(GAMES[game], code, texts, known) for code in find_codes(game, what)]
    if as_json:
        json_document(rows)
        return
    for row in rows:
        click.echo(row["code"])
        for each in texts:
            for key in ("rule", "source", "ruling"):
                click.echo(f"    {key}: {row[key][each]}")
        for case in row["cases"]:
            click.echo(f"    case {case['number']}: {case['text']}")


@rules_group.command()
@click.argument("game", type=click.Choice(["dbd"]))
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="House rules as TOML.",
)
@click.option("--rule", "changes", multiple=True, metavar="KEY=VALUE", help="Change one of them.")
@as_json
def settings(game: str, file: str | None, changes: tuple[str, ...], as_json: bool) -> None:
    """Print the house rules of a GAME: key, value, where it is known from, what it says.

    A value that differs from the default is marked with `*`.
    """
    try:
        found = Settings()
        if file:
            with click.open_file(file, "r", encoding="utf-8") as stream:
                found = read_settings(stream.read(), file)
        for change in changes:
            found = with_rule(found, change)
        check_settings(found)
    except (SettingsError, SetupError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from error
    plain = Settings()
    rows = [
        {
            "key": each.key,
            "value": getattr(found, each.field),
            "default": getattr(plain, each.field),
            "source": each.source,
            "about": each.about,
        }
        for each in SETTINGS.values()
    ]
    if as_json:
        json_document(rows)
        return
    for row in rows:
        mark = " " if row["value"] == row["default"] else "*"
        value = msgspec.json.encode(row["value"]).decode()
        click.echo(f"{mark} {row['key']} = {value}")
        click.echo(f"      {row['about']} ({row['source']})")


@click.command("replay")
@click.argument("log", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", help="Language.")
@click.option(
    "--html", metavar="OUT", help="Write one HTML file that shows the game; `-`: print it."
)
@as_json
@page_options
def replay_command(
    log: str, lang: str, html: str | None, as_json: bool, web: int | None, listen: str
) -> None:
    """Print the moves of a game's LOG by round and phase (`-`: from standard input).

    LOG may also be a referee's journal; --html then shows what was refused as well. A log that
    breaks off is printed as far as it is good; then the reason, and exit 1. With --web the game is
    shown step by step in a browser instead.
    """
    if web is not None and is_journal(log):
        with Journal(Path(log)) as journal:
            feed = replay_of_journal(journal)
        if feed is None:
            raise click.ClickException(f"{log}: no game in this journal")
        serve(feed, web, listen)
        return
    with click.open_file(log, "rb") as file:
        data = file.read()
    refused: Refusals = {}
    if data.startswith(JOURNAL):
        with opened(Path(log)) as journal:
            game, match = played(journal, Path(log))
            refused, failure = refusals(journal), None
        name = game.rules.name
    else:
        lines = data.splitlines()
        name = game_of(lines)
        if name not in GAMES:
            raise click.ClickException(
                f"{log}: the first line names no game we know ({', '.join(GAMES)}); "
                "is it a game's log?"
            )
        game = GAMES[name]
        match, failure = replay(game.rules, lines)
    texts = Texts(lang, name, game.board(match.state) if match else None)
    if web is not None and match:
        if failure:
            click.echo(f"{log}, line {failure.line}: {reason_of(failure, texts)}", err=True)
        serve(Replay(match), web, listen)
        return
    if html is not None and match:
        write_film(html, game, match, texts, refused, reason_of(failure, texts) if failure else "")
    elif as_json:
        json_document(as_document(game, match, failure, texts))
    elif match:
        print_game(game, match, texts)
    if failure:
        raise click.ClickException(f"{log}, line {failure.line}: {reason_of(failure, texts)}")


def is_journal(path: str) -> bool:
    """Whether a file is a database, as journals are."""
    if path == "-":
        return False
    with Path(path).open("rb") as file:
        return file.read(len(JOURNAL)) == JOURNAL


def serve(feed: Replay, web: int, listen: str) -> None:
    """Show a game until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        run_table(show_until_stopped(feed, web, listen))


def read_cases(paths: tuple[Path, ...]) -> Iterator[tuple[str, Game, Case]]:
    """Every case of files and folders, with the name of its file and its game.

    Raises:
        click.ClickException: a file that cannot be used, an unknown game, no cases at all.
    """
    for path in paths:
        files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not files:
            raise click.ClickException(f"{path}: no .toml file in this folder")
        for each in files:
            try:
                with click.open_file(str(each), "r", encoding="utf-8") as stream:
                    file = load(stream.read(), str(each))
            except (CaseError, OSError, UnicodeError) as error:
                text = str(error) if isinstance(error, CaseError) else f"{each}: {error}"
                raise click.ClickException(text) from error
            if file.game not in GAMES:
                raise click.ClickException(
                    f"{each}: game: {file.game!r} is no game we know; one of {', '.join(GAMES)}"
                )
            for case in file.case:
                yield str(each), GAMES[file.game], case


def play(game: Game, case: Case) -> Result:
    """How a case goes; one that cannot be played has failed."""
    try:
        return run(game.cases, case)
    except CaseError as error:
        return Result(case, (str(error),))


def find_codes(game: str, what: str) -> list[str]:
    """The code, or the codes whose rule stands on the page.

    Raises:
        click.ClickException: there is none; says what would be.
    """
    codes = GAMES[game].codes
    if what in codes:
        return [what]
    if what.startswith("p."):
        found = [code for code, source in codes.items() if source.split(" ")[-1] == what]
        if not found:
            pages = sorted({s.split(" ")[-1] for s in codes.values() if " p." in s}, key=by_number)
            raise click.ClickException(
                f"no rule of {game} stands on {clean(what)}; look at {', '.join(pages)}"
            )
        return found
    near = get_close_matches(what, codes, 3, 0.4) or list(codes)[:3]
    raise click.ClickException(
        f"{clean(what)!r} is no rule of {game}; did you mean {', '.join(near)}, or a page as p.8?"
    )


def by_number(page: str) -> tuple[int, str]:
    """Sorts `p.9` before `p.10`."""
    return len(page), page


def describe(game: Game, code: str, texts: dict[str, Texts], known: list[Case]) -> dict[str, Any]:
    """All there is to say of a rule, the texts by language."""
    return {
        "code": code,
        "rule": {lang: text.rule(code) for lang, text in texts.items()},
        "source": {lang: text.source(game.codes[code]) for lang, text in texts.items()},
        "ruling": {lang: text.ruling(Violation(code)) for lang, text in texts.items()},
        "cases": [
            {"number": case.number, "text": case.text} for case in known if case.refused == code
        ],
    }


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
            click.echo(f"{number}  {texts.phase(phase)}")
        click.echo(f"    {who}: {what}" if who else f"    {what}")
        for step in told:
            click.echo(f"        {step}")
    if outcome := game.rules.outcome(match.state):
        click.echo(texts.outcome(outcome))


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
