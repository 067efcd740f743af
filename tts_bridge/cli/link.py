"""`tts-bridge link`."""

from __future__ import annotations

import contextlib

import click

from tts_bridge.cli.common import linked, ports, run, shared, sharing
from tts_bridge.cli.printing import echo
from tts_bridge.editor.messages import Failed, Printed


@click.command("link")
@sharing
@ports
def link_command(
    share: bool, editor_port: int, listen_port: int, send_port: int, timeout: float
) -> None:
    """Listen to the running table and print what its scripts print and where they fail; Ctrl-C
    ends.

    With --share everything that is an editor's is passed on to it, so that an agent may be at the
    table while nothing referees it and the editor never sees its reports.
    """

    async def main() -> None:
        async with (
            shared(share, editor_port, listen_port) as relay,
            linked(listen_port, send_port, timeout, relay) as link,
        ):
            echo(f"Listening on port {link.listen_port}. Ctrl-C ends.", err=True)
            async for message in link:
                if isinstance(message, Printed):
                    echo(message.message)
                elif isinstance(message, Failed):
                    echo(message.text, err=True)

    with contextlib.suppress(KeyboardInterrupt):
        run(main())
