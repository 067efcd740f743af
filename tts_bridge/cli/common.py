"""What several commands share: the ports, languages, and files read with one clear error."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from exporters.savefile import Save, SaveError, read
from tts_bridge.cli.printing import echo
from tts_bridge.editor.link import LISTEN_PORT, SEND_PORT, Link, LinkError
from tts_bridge.editor.relay import Relay
from tts_bridge.referee.profile import ProfileError

EDITOR_PORT = 39997
F = TypeVar("F", bound=Callable[..., Any])
LANGUAGES = {"en": ("en",), "zh": ("zh",), "both": ("en", "zh")}


def ports(function: F) -> F:
    """The options --listen-port, --send-port and --timeout."""
    for option in (
        click.option(
            "--timeout",
            type=click.FloatRange(0.1, 600),
            default=30.0,
            show_default=True,
            help="Seconds to wait for an answer of the table.",
        ),
        click.option(
            "--send-port",
            type=click.IntRange(1, 65535),
            default=SEND_PORT,
            show_default=True,
            help="Port on which the table takes messages.",
        ),
        click.option(
            "--listen-port",
            type=click.IntRange(1, 65535),
            default=LISTEN_PORT,
            show_default=True,
            help="Port on which the table's messages are received.",
        ),
    ):
        function = option(function)
    return function


def language(function: F) -> F:
    """The option --lang."""
    option = click.option(
        "--lang",
        type=click.Choice(list(LANGUAGES)),
        default="en",
        show_default=True,
        help="English, 简体中文, or both.",
    )
    return option(function)


def linked(listen_port: int, send_port: int, timeout: float, relay: Relay | None = None) -> Link:
    """A link to a table on this machine."""
    return Link(listen_port=listen_port, send_port=send_port, timeout=timeout, relay=relay)


def sharing(function: F) -> F:
    """The options --share and --editor-port."""
    for option in (
        click.option(
            "--editor-port",
            type=click.IntRange(1, 65535),
            default=EDITOR_PORT,
            show_default=True,
            help="With --share: the port on which the editor listens.",
        ),
        click.option(
            "--share",
            is_flag=True,
            help="Share the table with an editor: pass on what is the editor's (docs/editors.md).",
        ),
    ):
        function = option(function)
    return function


@asynccontextmanager
async def shared(share: bool, editor_port: int, listen_port: int) -> AsyncIterator[Relay | None]:
    """What passes messages on to the editor while the block runs; without --share, nothing."""
    if not share:
        yield None
        return
    if editor_port == listen_port:
        raise click.UsageError(
            f"--editor-port {editor_port}: we listen there; let the editor listen on another port"
        )
    async with Relay(editor_port) as relay:
        echo(f"Messages for an editor go on to port {editor_port}.", err=True)
        yield relay
        if relay.dropped:
            echo(f"{relay.dropped} messages for the editor were dropped.", err=True)


def run(main: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine; what may go wrong with a table or a file becomes one line, exit 1."""
    try:
        return asyncio.run(main)
    except (LinkError, ProfileError, SaveError) as error:
        raise click.ClickException(str(error)) from error


def read_save(path: Path, *, require_objects: bool = True) -> Save:
    """A save file, or one line that says what is wrong with it."""
    try:
        return read(path, require_objects=require_objects)
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from error
