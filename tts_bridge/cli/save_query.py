"""`tts-bridge save query`, `patch`, `diff` and `merge`: saves asked, edited and compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from exporters.jsonlines import line
from exporters.query import Found, QueryError, Selector, fields, select
from exporters.ttsnames import lua_type
from tts_bridge.cli.common import read_save
from tts_bridge.cli.printing import table

F = TypeVar("F", bound=Callable[..., Any])
IN = click.Path(path_type=Path, dir_okay=False, exists=True)


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
    tts-bridge save query mod.json --type Deck --where "length(DeckIDs) > `50`" --count
    """
    save = read_save(file)
    try:
        rows = fields(show)
        found = list(select(save, selector(**conditions)))
        if count:
            click.echo(str(len(found)))
        elif as_json:
            for each in found:
                about = rows(each) if show else each.data
                click.echo(line({"path": each.path, **about}))
        elif found:
            head = ("path", *(show or ("name", "type", "guid", "tags")))
            body = [(each.path, *(rows(each).values() if show else _about(each))) for each in found]
            click.echo(table(head, body))
    except QueryError as error:
        raise click.ClickException(str(error)) from error
    if not found:
        if not count:
            click.echo(f"{file}: nothing fits", err=True)
        raise SystemExit(1)


def _about(found: Found) -> tuple[Any, ...]:
    tags = found.data.get("Tags")
    listed = ", ".join(map(str, tags)) if isinstance(tags, list) else ""
    label = found.data.get("Nickname") or found.data.get("Name")
    return label, lua_type(found.data), found.data.get("GUID"), listed
