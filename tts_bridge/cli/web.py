"""What the commands with a page share: --web and --listen, and telling the links."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import click

from tts_bridge.cli.printing import echo
from tts_bridge.session.journal import Journal
from tts_bridge.web.feed import HOST, SPECTATOR, Feed
from tts_bridge.web.keyfile import KeyFile
from tts_bridge.web.server import PORT, Web, WebError

F = TypeVar("F", bound=Callable[..., Any])


def page_options(function: F) -> F:
    """The options --web [PORT] and --listen ADDRESS."""
    for option in (
        click.option(
            "--listen",
            default="127.0.0.1",
            show_default=True,
            metavar="ADDRESS",
            help="Address of this machine that the page is served on; others can reach all but "
            "127.0.0.1.",
        ),
        click.option(
            "--web",
            is_flag=False,
            flag_value=PORT,
            type=click.IntRange(0, 65535),
            metavar="[PORT]",
            help=f"Show it in a browser.  [port: {PORT}]",
        ),
    ):
        function = option(function)
    return function


@asynccontextmanager
async def page(
    feed: Feed, web: int | None, listen: str, journal: Journal | None = None
) -> AsyncIterator[None]:
    """Serve the page while the block runs; without --web, nothing. With a journal its links are
    those of the last time."""
    if web is None:
        yield
        return
    if listen in ("0.0.0.0", "::"):  # noqa: S104
        raise click.UsageError(
            "--listen: name the address that the others use, such as 192.168.1.20: requests for "
            "any other one are refused"
        )
    kept = None if journal is None else KeyFile(journal)
    try:
        served = await serve_page(feed, web, listen, kept)
    except OSError as error:
        raise click.ClickException(str(error)) from error
    if kept is not None:
        kept.remember(served.port)
        if kept.warning:
            echo(f"Warning: {kept.warning}.", err=True)
    try:
        if feed.public:
            echo(f"To look on: {served.link(SPECTATOR)}", err=True)
        echo(f"The host's page (keep the link to yourself): {served.link(HOST)}", err=True)
        yield
    finally:
        await served.__aexit__(None, None, None)


async def serve_page(feed: Feed, web: int, listen: str, kept: KeyFile | None) -> Web:
    """A page that is served; where any port will do, on the one that its links name already.

    Raises:
        WebError: it cannot be.
    """
    keys = None if kept is None else kept.keys
    if not web and kept is not None and kept.port:
        with suppress(WebError):
            return await Web(feed, kept.port, listen, keys=keys).__aenter__()
        echo(f"Port {kept.port} is taken, so the links name another one.", err=True)
    return await Web(feed, web, listen, keys=keys).__aenter__()


async def show_until_stopped(feed: Feed, web: int, listen: str) -> None:
    """Serve a page that does not change until somebody presses Ctrl-C."""
    async with page(feed, web, listen):
        await asyncio.Event().wait()
