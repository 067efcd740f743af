"""Saves read from a file or stdin, written to a file or stdout; one line when that fails."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from exporters.savefile import Save, SaveError, dump, parse, write
from tts_bridge.cli.common import read_save

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
            click.echo(dump(save).encode("utf-8"), nl=False)
        else:
            write(out, save, backup=backup)
    except (SaveError, TypeError, UnicodeEncodeError) as error:
        raise click.ClickException(f"{out}: {error}") from error
