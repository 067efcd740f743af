"""`tts-bridge table` and `tts-bridge snapshot`: serving a table without TTS, looking at one."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import click
import msgspec

from tts_bridge.attach import snapshot
from tts_bridge.cli.common import linked, ports, read_save, run
from tts_bridge.cli.web import page, page_options
from tts_bridge.headless.server import Server
from tts_bridge.headless.table import Table
from tts_bridge.link import LISTEN_PORT, SEND_PORT
from tts_bridge.web.tablefeed import TableFeed

PORT = click.IntRange(1, 65535)
LOOK = 0.25
"""Seconds between looks at the table for the page."""


@click.command("table")
@click.argument("save", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--port", type=click.IntRange(0, 65535), default=SEND_PORT, show_default=True)
@click.option(
    "--editor-port", type=click.IntRange(1, 65535), default=LISTEN_PORT, show_default=True
)
@click.option("--seconds", type=click.FloatRange(0.0), help="Stop by itself after so long.")
@page_options
def table_command(
    save: Path,
    port: int,
    editor_port: int,
    seconds: float | None,
    web: int | None,
    listen: str,
) -> None:
    """Serve SAVE as Tabletop Simulator would: its Lua runs, editors and the referee can connect.

    Listens on 127.0.0.1 only; with --web the table can be seen from above in a browser, what lies
    face down included. Stops with Ctrl-C.
    """
    data = read_save(save).data

    async def main() -> None:
        table = Table(data, path=str(save))
        try:
            async with Server(table, port=port, editor_port=editor_port, realtime=True) as server:
                feed = TableFeed(table, save.name)
                table.load()
                for error in table.errors:
                    click.echo(f"{error.prefix}{error.text}", err=True)
                count = len(table.objects)
                click.echo(f"{save}: {count} objects on port {server.port}; Ctrl-C ends", err=True)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(seconds), page(feed, web, listen):
                        while True:
                            feed.refresh()
                            await asyncio.sleep(LOOK)
        except OSError as error:
            raise click.ClickException(
                f"Port {port} is taken: another table (Tabletop Simulator itself?) is running; "
                "close it or choose --port"
            ) from error

    with contextlib.suppress(KeyboardInterrupt):
        run(main())


@click.command("snapshot")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@ports
def snapshot_command(as_json: bool, listen_port: int, send_port: int, timeout: float) -> None:
    """What the agent sees on the running table: every object, with place and tags."""

    async def main() -> None:
        async with linked(listen_port, send_port, timeout) as link:
            seen = await snapshot(link)
            if as_json:
                click.echo(msgspec.json.format(msgspec.json.encode(seen), indent=2).decode())
                return
            for piece in seen.pieces:
                at = ", ".join(f"{value:.1f}" for value in piece.at)
                tags = " ".join(piece.tags)
                click.echo(f"{piece.guid:<8} {piece.type:<12} ({at})  {piece.nickname} {tags}")

    run(main())
