"""`tts-bridge watch`: a tree of files beside a running table."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import click

from tts_bridge.cli.common import linked, ports, run
from tts_bridge.cli.printing import echo
from tts_bridge.watch import Watch


@click.command("watch")
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@click.option(
    "--save-and-play",
    is_flag=True,
    help="Push Global at once, though the table goes back to the save on the disk.",
)
@click.option("--push", is_flag=True, help="Begin with what already differs from the table.")
@click.option("--seconds", type=click.FloatRange(0.0), help="Stop by itself after so long.")
@ports
def watch_command(
    folder: Path,
    save_and_play: bool,
    push: bool,
    seconds: float | None,
    listen_port: int,
    send_port: int,
    timeout: float,
) -> None:
    """Watch DIR, as `save unpack` writes it: a changed script runs on the table at once.

    An object on the table, or inside a bag, deck or other state there, takes its script and UI
    without a reload of the table. Global needs Save & Play, which loads the save on the disk:
    it waits until the game has been saved, or comes at once with --save-and-play. Errors are told
    with file and line in DIR. Stops with Ctrl-C.
    """

    async def main() -> None:
        async with linked(listen_port, send_port, timeout) as link:
            watch = Watch(link, folder, echo, save_and_play=save_and_play, push=push)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await watch.run()

    with contextlib.suppress(KeyboardInterrupt):
        run(main())
