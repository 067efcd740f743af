"""Files read, or stdin; files written, or stdout; one line when that fails."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from exporters.savefile import Save, SaveError, dump, parse, write, write_bytes
from tts_bridge.cli.common import read_save
from tts_bridge.cli.printing import echo

IN = click.Path(path_type=Path, dir_okay=False, exists=True, allow_dash=True)
OUT = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


def load(path: Path, *, require_objects: bool = False) -> Save:
    """The save of a file, of stdin for `-`."""
    if str(path) != "-":
        return read_save(path, require_objects=require_objects)
    try:
        content = sys.stdin.buffer.read()
        return parse(content, "stdin", require_objects=require_objects)
    except SaveError as error:
        raise click.ClickException(str(error)) from error


def store(out: Path, save: Save, *, backup: bool = True) -> None:
    """Write a save whole or not at all, to stdout for `-`.

    `backup`: what it replaces is kept as .bak.
    """
    try:
        if str(out) == "-":
            echo(dump(save).encode("utf-8"), nl=False)
        else:
            write(out, save, backup=backup)
    except SaveError as error:  # names the file
        raise click.ClickException(str(error)) from error
    except (TypeError, UnicodeEncodeError) as error:
        raise click.ClickException(f"{out}: {error}") from error


def put(out: Path, content: str | bytes, *, backup: bool = True) -> None:
    """Write a file whole or not at all, to stdout for `-`; a text is UTF-8.

    `backup`: what it replaces, if that is another text, is kept as .bak.

    Raises:
        click.ClickException: it cannot be written; what was there is as it was.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if str(out) == "-":
        echo(data, nl=False)
        return
    try:
        if not (out.exists() and out.read_bytes() == data):
            write_bytes(out, data, backup=backup)
    except SaveError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror or error}") from error
