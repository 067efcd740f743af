"""`tts-bridge table` and `tts-bridge snapshot`: serving a table without TTS, looking at one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tts_bridge.agent.client import snapshot
from tts_bridge.cli.common import linked, ports, read_save, run
from tts_bridge.cli.drawings import check_drawing, write_drawing
from tts_bridge.cli.options import SEED
from tts_bridge.cli.printing import cell, echo, json_document
from tts_bridge.cli.web import page, page_options
from tts_bridge.editor.link import LISTEN_PORT, SEND_PORT
from tts_bridge.headless.faults import Faults
from tts_bridge.headless.model.players import SEATS
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.headless.tools import save_report as report
from tts_bridge.web.feeds.table import TableFeed

F = TypeVar("F", bound=Callable[..., Any])
PORT = click.IntRange(1, 65535)
LOOK = 0.25
"""Seconds between looks at the table for the page."""
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_SECONDS, _COUNT = click.FloatRange(0.0), click.IntRange(0)


def _faults(function: F) -> F:
    """What may go wrong on purpose."""
    switches: list[tuple[str, dict[str, Any]]] = [
        ("refuse", {"type": _SECONDS, "help": "Seconds nobody listens during a reload."}),
        ("delay", {"type": _SECONDS, "help": "Seconds every message of the table comes late."}),
        ("reload", {"type": _SECONDS, "help": "Seconds a reload takes."}),
        ("reorder", {"type": _COUNT, "help": "So many waiting messages leave in any order."}),
        ("split", {"is_flag": True, "help": "Cut documents in two, inside a character."}),
        ("flood", {"type": _COUNT, "help": "Messages 7 before each answer."}),
        ("drop", {"type": click.FloatRange(0.0, 1.0), "help": "The share of messages lost."}),
        ("restart", {"type": _COUNT, "help": "Start anew after so many messages."}),
    ]
    for name, options in reversed(switches):
        function = click.option(f"--{name}", **options)(function)
    return function


@click.command("table")
@click.argument("saves", nargs=-1, required=True, type=FILE)
@click.option("--port", type=click.IntRange(0, 65535), default=SEND_PORT, show_default=True)
@click.option("--editor-port", type=PORT, default=LISTEN_PORT, show_default=True)
@click.option("--seconds", type=_SECONDS, help="Stop by itself after so long.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Of chance, and of faults.")
@click.option(
    "--realtime/--settle",
    default=True,
    show_default=True,
    help="Let the table's time follow the clock, or run on after each message until all is quiet.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT.svg|OUT.png",
    help="Draw the table and stop.",
)
@click.option(
    "--as",
    "seat",
    type=click.Choice(SEATS),
    metavar="COLOUR",
    help="For --picture: what that player sees, with chat and panels.",
)
@click.option("--report", "only_report", is_flag=True, help="Look the saves over and stop.")
@click.option("--explain", type=FILE, help="TOML: errors to be expected, for --report.")
@_faults
@page_options
def table_command(
    saves: tuple[Path, ...],
    port: int,
    editor_port: int,
    seconds: float | None,
    seed: int,
    realtime: bool,
    picture: Path | None,
    seat: str | None,
    only_report: bool,
    explain: Path | None,
    web: int | None,
    listen: str,
    **faults: Any,
) -> None:
    """Serve a save as Tabletop Simulator would: its Lua runs, editors and the referee can connect.

    Listens on 127.0.0.1 only; with --web the table can be seen from above in a browser, what lies
    face down included. Stops with Ctrl-C. With --report, several SAVES are loaded, their
    onLoad run and the tables saved again; exit 1 when an error is not explained or an object lost.
    """
    if seat and picture is None:
        raise click.UsageError("--as: goes with --picture")
    if picture is not None:
        check_drawing(picture)
    if only_report:
        _report(saves, explain)
        return
    if len(saves) > 1:
        raise click.UsageError("one save at a time can be served; several go with --report")
    table = Table(read_save(saves[0]).data, path=str(saves[0]), seed=seed)
    if picture is not None:
        table.join(seat or "White", "Host")
        drawing = table.load().drawing(seat or "")
        write_drawing(picture, drawing, f"{len(table.objects)} objects")
        return
    chosen = Faults(seed=seed, **{name: value for name, value in faults.items() if value})
    _serve(table, saves[0], (port, editor_port), seconds, realtime, chosen, (web, listen))


def _serve(
    table: Table,
    save: Path,
    ports: tuple[int, int],
    seconds: float | None,
    realtime: bool,
    faults: Faults,
    shown: tuple[int | None, str],
) -> None:
    port, editor_port = ports

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            server = Server(
                table, port=port, editor_port=editor_port, realtime=realtime, faults=faults
            )
            try:
                await stack.enter_async_context(server)
            except OSError as error:
                raise click.ClickException(
                    f"Port {port} is taken: another table (Tabletop Simulator itself?) is "
                    "running; close it or choose --port"
                ) from error
            feed = TableFeed(table, save.name)
            table.load()
            told = _tell_errors(table, 0)
            count = len(table.objects)
            echo(f"{save}: {count} objects on port {server.port}; Ctrl-C ends", err=True)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds), page(feed, *shown):
                    while True:
                        feed.refresh()
                        told = _tell_errors(table, told)
                        await asyncio.sleep(LOOK)

    with contextlib.suppress(KeyboardInterrupt):
        run(main())


def _tell_errors(table: Table, first: int) -> int:
    """Print the errors of scripts from that one on; how many there are."""
    for each in table.errors[first:]:
        echo(f"{each.prefix}{each.text}", err=True)
    return len(table.errors)


def _report(saves: tuple[Path, ...], explain: Path | None) -> None:
    try:
        known = report.explanations(explain.read_text("utf-8")) if explain else {}
    except (OSError, UnicodeDecodeError, report.ExplainedError) as error:
        raise click.ClickException(f"{explain}: {error}") from error
    fine = True
    for path in saves:
        data = read_save(path, require_objects=False).data
        found = report.look_over(data, known.get(path.stem))
        fine = fine and found.is_fine
        echo(f"{path}: {found.objects} objects, {found.scripts} scripts")
        for failure in found.failed:
            echo(f"  error     {failure.guid} {failure.where}: {failure.text}")
        for failure, why in found.explained:
            echo(f"  explained {failure.guid} {failure.where}: {failure.text}")
            echo(f"            {why}")
        for name in found.lost:
            echo(f"  lost      {name}")
    if not fine:
        raise SystemExit(1)


@click.command("snapshot")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@ports
def snapshot_command(as_json: bool, listen_port: int, send_port: int, timeout: float) -> None:
    """What the agent sees on the running table: every object, with place and tags."""

    async def main() -> None:
        async with linked(listen_port, send_port, timeout) as link:
            seen = await snapshot(link)
            if as_json:
                json_document(seen)
                return
            for piece in seen.pieces:
                at = ", ".join(f"{value:.1f}" for value in piece.at)
                tags = " ".join(piece.tags)
                echo(f"{piece.guid:<8} {piece.type:<12} ({at})  {cell(piece.nickname)} {tags}")

    run(main())
