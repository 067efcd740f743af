"""`tts-bridge lua run`, `lua conformance` and `lua api`: the language of the headless table."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import click

from tts_bridge.cli.common import read_save
from tts_bridge.cli.options import SEED
from tts_bridge.cli.printing import echo
from tts_bridge.headless.api import members
from tts_bridge.headless.script.runtime import ScriptError
from tts_bridge.headless.table import Table
from tts_bridge.headless.tools import conformance

FILE = click.Path(path_type=Path, dir_okay=False, exists=True, allow_dash=True)


def _read(path: Path) -> str:
    """A text; UTF-8 also from stdin, whatever the terminal speaks."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{path}: not UTF-8; save the file as UTF-8") from error


@click.command("run")
@click.argument("file", type=FILE)
@click.option("--save", type=FILE, help="The table it runs on; empty when left out.")
@click.option("--guid", default="-1", show_default=True, help="Whose script it is part of.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of chance.")
def run_command(file: Path, save: Path | None, guid: str, seed: int) -> None:
    """Run FILE (- for stdin) as a script would run; prints what the chat and the console show.

    Exit 1 when it fails, or anything that it set off.
    """
    data = {} if save is None else read_save(save).data
    table = Table(data, path=save, seed=seed)
    table.join("White", "Host")
    table.load()
    if guid != "-1" and table.object(guid) is None:
        raise click.ClickException(
            f"there is no object {guid} on the table; `save query` lists them"
        )
    before = len(table.errors)
    table.messages.clear()
    name = file.name if str(file) != "-" else "stdin"
    results: list[str] = []
    with contextlib.suppress(ScriptError):  # it is among the errors below
        results = table.run(guid, _read(file), name)
    table.settle(fresh=False)
    for to, text, _ in table.messages:
        echo(text if to == "all" else f"[to {to}] {text}")
    if results:
        echo("=> " + "\t".join(results))
    for error in table.errors[before:]:
        echo(f"{error.prefix}{error.text}", err=True)
    if len(table.errors) > before:
        raise SystemExit(1)


@click.command("conformance")
@click.argument("file", type=FILE)
@click.option("--columns", is_flag=True, help="Compare the columns of errors as well.")
def conformance_command(file: Path, columns: bool) -> None:
    """Run a table of recorded cases (JSON) and print what comes out otherwise.

    Exit 1 when a case fails that is not known to; docs/lua-dialect.md lists those.
    """
    try:
        cases = json.loads(_read(file))
        if not isinstance(cases, list):
            raise conformance.CaseError("a list of cases is wanted")
        differences = conformance.run(cases, columns=columns)
    except RecursionError as error:
        raise click.ClickException(f"{file}: nested too deep for a list of cases") from error
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from error
    for each in differences:
        echo(f"{each.id}: {each.lua}")
        echo(f"  recorded: {each.expected.strip()!r}")
        echo(f"  here:     {each.got.strip()!r}")
        if each.reason:
            echo(f"  known:    {each.reason}")
    echo(f"{len(cases) - len(differences)} passed, {len(differences)} failed")
    if any(each.reason is None for each in differences):
        raise SystemExit(1)


@click.command("api")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--refused", is_flag=True, help="Only what is refused.")
def api_command(as_json: bool, refused: bool) -> None:
    """What scripts can call: every class and member, and which are refused by name."""
    shown: dict[str, dict[str, Any]] = {}
    for kind, names in sorted(members().items()):
        listed = {n: w for n, w in sorted(names.items()) if w.startswith("absent") or not refused}
        if listed:
            shown["(globals)" if kind == "_G" else kind] = listed
    if as_json:
        echo(json.dumps(shown, indent=2))
        return
    for kind, names in shown.items():
        echo(kind)
        for name, what in names.items():
            echo(f"  {name:<32} {what.replace('absent', 'refused', 1)}")


COMMANDS = (run_command, conformance_command, api_command)
"""For the group `lua`."""
