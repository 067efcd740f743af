"""`tts-bridge save query`, `patch`, `diff` and `merge`: saves asked, edited and compared."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from exporters.compare.diff import Change, compare
from exporters.compare.diff_text import render
from exporters.compare.equality import MISSING
from exporters.compare.merge import MergeError, merge
from exporters.compare.merge_values import Side
from exporters.edit.patch import PatchError, apply
from exporters.edit.patch_file import read_patch
from exporters.edit.query import Found, QueryError, Selector, fields, select
from exporters.jsontext.lines import line
from exporters.savefile import Save
from exporters.tts.names import lua_type
from tts_bridge.cli.files import IN, OUT, load, store
from tts_bridge.cli.printing import cell, document, echo, json_line, table

F = TypeVar("F", bound=Callable[..., Any])


def selection(function: F) -> F:
    """The options by which objects are chosen."""
    for option in (
        click.option(
            "--where", default="", help='A JMESPath condition, e.g. "Locked && Value > `2`".'
        ),
        click.option("--has-script/--no-script", default=None, help="With a script, or without."),
        click.option("--tag", multiple=True, help="An object tag; several: all of them."),
        click.option(
            "--type", "kind", multiple=True, help="Lua's type or the save's Name: Card, Custom_*."
        ),
        click.option("--name", multiple=True, help="The name players see; * and ? are wildcards."),
        click.option("--guid", multiple=True, help="A GUID."),
        click.option("--path", "where_it_is", multiple=True, help="A place: ObjectStates[3].**"),
    ):
        function = option(function)
    return function


def selector(
    where: str,
    has_script: bool | None,
    tag: tuple[str, ...],
    kind: tuple[str, ...],
    name: tuple[str, ...],
    guid: tuple[str, ...],
    where_it_is: tuple[str, ...],
) -> Selector:
    """The conditions of the options of `selection`."""
    return Selector(where_it_is, guid, name, kind, tag, has_script, where)


@click.command("query")
@click.argument("file", type=IN)
@selection
@click.option("--show", multiple=True, metavar="FIELD", help="A field, JMESPath; several allowed.")
@click.option(
    "--json", "as_json", is_flag=True, help="JSON lines; the whole object without --show."
)
@click.option("--count", is_flag=True, help="Only how many there are.")
def query_command(
    file: Path, show: tuple[str, ...], as_json: bool, count: bool, **conditions: Any
) -> None:
    """List the objects of the save FILE, those in bags, decks and states too.

    Exit 1 when nothing fits.

    \b
    tts-bridge save query mod.json --tag Spirit --show Nickname --show Transform.posX
    tts-bridge save query mod.json --type Deck --where 'length(DeckIDs) > `50`' --count
    """
    save = load(file)
    try:
        rows = fields(show)
        found = list(select(save, selector(**conditions)))
        if count:
            echo(str(len(found)))
        elif as_json:
            for each in found:
                about = rows(each) if show else each.data
                json_line({"path": each.path, **about})
        elif found:
            head = ("path", *(show or ("name", "type", "guid", "tags")))
            body = [(each.path, *(rows(each).values() if show else _about(each))) for each in found]
            echo(table(head, body))
    except QueryError as error:
        raise click.ClickException(str(error)) from error
    if not found:
        if not count:
            echo(f"{file}: nothing fits", err=True)
        raise SystemExit(1)


def _about(found: Found) -> tuple[Any, ...]:
    tags = found.data.get("Tags")
    listed = ", ".join(map(str, tags)) if isinstance(tags, list) else ""
    label = found.data.get("Nickname") or found.data.get("Name")
    return label, lua_type(found.data), found.data.get("GUID"), listed


@click.command("patch")
@click.argument("file", type=IN)
@click.argument("patch", type=IN)
@click.option("-o", "--out", type=OUT, help="Where to write; without it FILE itself, with a .bak.")
@click.option("--dry-run", is_flag=True, help="Write nothing, show what would change.")
@click.option("--allow-nothing", is_flag=True, help="A change may select nothing.")
@click.option("--json", "as_json", is_flag=True, help="With --dry-run: JSON lines.")
def patch_command(
    file: Path, patch: Path, out: Path | None, dry_run: bool, allow_nothing: bool, as_json: bool
) -> None:
    """Change the save FILE as the document PATCH (TOML or JSON) says; the rest stays as it is."""
    save = load(file)
    try:
        new, taken = apply(save, read_patch(patch), allow_nothing=allow_nothing)
    except PatchError as error:
        raise click.ClickException(str(error)) from error
    if dry_run:
        changes = compare(save, new)
        _print(changes, as_json=as_json)
    else:
        store(out or file, new)
    counted = ", ".join(map(str, taken))
    echo(
        f"{'would be' if dry_run else out or file}: {counted} selected, change by change", err=True
    )


def _print(changes: list[Change], *, as_json: bool) -> None:
    """What changed, for a program or a reader."""
    if as_json:
        document("".join(f"{line(each.as_json())}\n" for each in changes))
    else:
        echo(render(changes), nl=False)


@click.command("diff")
@click.argument("old", type=IN)
@click.argument("new", type=IN)
@click.option(
    "--ignore", multiple=True, metavar="FIELD", help="A field to leave out: Date, Transform.rot*."
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines.")
def diff_command(old: Path, new: Path, ignore: tuple[str, ...], as_json: bool) -> None:
    """Compare two saves by what they mean: moved, renamed, changed, added, removed.

    Exit 0 when the game would read the same from both, 1 otherwise.
    """
    before, after = (load(path) for path in (old, new))
    changes = compare(before, after, ignore)
    _print(changes, as_json=as_json)
    if changes:
        raise SystemExit(1)


@click.command("git-diff", hidden=True)
@click.argument("path")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("rest", nargs=-1)
def git_diff_command(path: str, old: Path, rest: tuple[str, ...]) -> None:
    """What git runs as the driver of a diff: PATH OLD HASH MODE NEW HASH MODE."""
    if len(rest) < 3:
        raise click.UsageError("git calls this with seven arguments; see docs/saves.md")
    before, after = (_of_git(each) for each in (old, Path(rest[2])))
    echo(f"--- {path}\n+++ {path}")
    echo(render(compare(before, after)), nl=False)


def _of_git(path: Path) -> Save:
    """What git names; an absent side is the null device."""
    null = Save({}, "", "nothing")
    return null if str(path) in (os.devnull, "/dev/null") else load(path)


@click.command("merge")
@click.argument("base", type=IN)
@click.argument("ours", type=IN)
@click.argument("theirs", type=IN)
@click.option("-o", "--out", type=OUT, required=True, help="Where to write the merged save.")
@click.option(
    "--prefer",
    type=click.Choice(["ours", "theirs"]),
    help="Settle conflicts for one side and write; without it a conflict writes nothing.",
)
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option(
    "--no-backup", is_flag=True, help="No .bak of what is replaced: for git, which has it."
)
@click.option("--json", "as_json", is_flag=True, help="Conflicts as JSON lines.")
def merge_command(
    base: Path,
    ours: Path,
    theirs: Path,
    out: Path,
    prefer: Side | None,
    dry_run: bool,
    no_backup: bool,
    as_json: bool,
) -> None:
    """Join two edits, OURS and THEIRS, of the save BASE by what they mean.

    Conflicts are listed with both values. Exit 1 when there are any that --prefer does not settle.
    """
    try:
        new, conflicts = merge(load(base), load(ours), load(theirs), prefer or "ours")
    except MergeError as error:
        raise click.ClickException(str(error)) from error
    for each in conflicts:
        if as_json:
            json_line(each.as_json())
        else:
            echo(f"{each.path} {cell(each.what)}: {each.field}".lstrip())
            for side in ("base", "ours", "theirs"):
                echo(f"    {side:6}  {_shown(getattr(each, side))}")
    if conflicts and prefer is None:
        raise click.ClickException(
            f"{len(conflicts)} conflicts, nothing is written; --prefer ours|theirs settles them"
        )
    if not dry_run:
        store(out, new, backup=not no_backup)


def _shown(value: Any) -> str:
    return "(none)" if value is MISSING else cell(line(value), 100)
