"""`tts-bridge rules`: run cases, look rules up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import msgspec

from rules.cases import Case, CaseError, Result, load, run
from rules.engine import Violation
from rules.house import House, SettingsError
from tts_bridge.cli.data import data_command
from tts_bridge.cli.options import one_language
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.game.plugin import Game
from tts_bridge.game.setup import ruled
from tts_bridge.games.registry import GAMES
from tts_bridge.text.catalogue import LANGUAGES, Texts, clean

LABELS = {
    "en": {"rule": "rule: ", "source": "source: ", "ruling": "ruling: "},
    "zh": {"rule": "规则：", "source": "出处：", "ruling": "裁定："},
}
"""What `rules show` says of a rule, in both languages."""
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
            echo(f"{result.case.number}  {result.case.text}  ({name})")
            for problem in result.problems:
                echo(f"    {problem}")
        echo(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


@rules_group.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("what", metavar="CODE|PAGE")
@click.option(
    "--lang",
    type=click.Choice([*LANGUAGES, "both"]),
    default="both",
    show_default=True,
    help="English, 简体中文, or both.",
)
@click.option(
    "--cases", "where", type=existing, help=f"Where cases are.  [default: {CASES}, if it is there]"
)
@as_json
def show(game: str, what: str, lang: str, where: Path | None, as_json: bool) -> None:
    """Show a rule by its CODE (walk.no-path) or all of a PAGE (p.8).

    The rule, where it stands, how a refusal is told ({names} are filled in), and the cases of it.
    """
    texts = {each: Texts(each, GAMES[game].wording) for each in LANGUAGES if lang in (each, "both")}
    paths = [where] if where else [CASES] if CASES.exists() else []
    known = [case for _, its, case in read_cases(tuple(paths)) if its is GAMES[game]]
    rows = [describe(GAMES[game], code, texts, known) for code in find_codes(game, what)]
    if as_json:
        json_document(rows)
        return
    for row in rows:
        echo(row["code"])
        for each in texts:
            for key, label in LABELS[each].items():
                echo(f"    {label}{row[key][each]}")
        for case in row["cases"]:
            echo(f"    case {case['number']}: {case['text']}")


@rules_group.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="House rules as TOML.",
)
@click.option("--rule", "changes", multiple=True, metavar="KEY=VALUE", help="Change one of them.")
@one_language
@as_json
def settings(
    game: str, file: str | None, changes: tuple[str, ...], lang: str, as_json: bool
) -> None:
    """Print the house rules of a GAME: key, value, where it is known from, what it says.

    A value that differs from the default is marked with `*`.
    """
    house = GAMES[game].house
    plain = house.kind()
    texts = Texts(lang, GAMES[game].wording)
    found = ruled(house, changes, settings_of(house, file) if file else plain)
    rows = [
        {
            "key": each.key,
            "value": getattr(found, each.field),
            "default": getattr(plain, each.field),
            "source": each.source,
            "about": texts.text(f"house.{each.key}"),
        }
        for each in house.rows.values()
    ]
    if as_json:
        json_document(rows)
        return
    if not rows:
        echo(f"{game} has no house rules", err=True)
    for row in rows:
        mark = " " if row["value"] == row["default"] else "*"
        value = msgspec.json.encode(row["value"]).decode()
        echo(f"{mark} {row['key']} = {value}")
        echo(f"      {row['about']} ({row['source']})")


def settings_of(house: House, file: str) -> Any:
    """The house rules of a file.

    Raises:
        click.ClickException: it cannot be read, or nobody can play by them; the file is named.
    """
    try:
        with click.open_file(file, "r", encoding="utf-8") as stream:
            found = house.parse(stream.read(), file)
    except SettingsError as error:  # names the file
        raise click.ClickException(str(error)) from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file}: not UTF-8; save the file as UTF-8") from error
    try:
        house.check(found)
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from error
    return found


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
    codes, pages = GAMES[game].codes, GAMES[game].pages
    if what in codes:
        return [what]
    if what.startswith("p."):
        found = [code for code, source in codes.items() if source.split(" ")[-1] == what]
        if not found:
            there = f"; look at {', '.join(pages)}" if pages else ""
            raise click.ClickException(f"no rule of {game} stands on {clean(what)}{there}")
        return found
    near = get_close_matches(what, codes, 3, 0.4) or list(codes)[:3]
    meant = ", or a page as ".join(filter(None, (", ".join(near), *pages[:1])))
    remedy = f"; did you mean {meant}?" if meant else ", which names none"
    raise click.ClickException(f"{clean(what)!r} is no rule of {game}{remedy}")


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
