"""The user's settings: their folder, and what an owner of a box has filled in."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rules.invader.data.owner import Form, FormError, adopt, parse_form

OWNED = "invader.toml"
"""The facts of an owner of Zombicide: Invader."""


def home() -> Path:
    """The folder of the user's settings; `TTS_BRIDGE_HOME` names another one."""
    named = os.environ.get("TTS_BRIDGE_HOME")
    return Path(named) if named else Path(click.get_app_dir("tts-bridge"))


def read_form(path: Path) -> Form:
    """The form in a file, or in a folder under its usual name.

    Raises:
        FormError: it cannot be read or used; the text names the file and what is wrong.
    """
    file = path / OWNED if path.is_dir() else path
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise FormError(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    return parse_form(text, str(file))


def use() -> None:
    """Use the facts that the user has stored, if any: once, at the start of a program.

    Raises:
        FormError: what is stored cannot be used.
    """
    file = home() / OWNED
    if file.exists():
        adopt(read_form(file))


def store(path: Path) -> Path:
    """Check a form and keep a copy where `use` finds it; returns where.

    Raises:
        FormError: see `read_form`.
        OSError: the copy cannot be written.
    """
    source = path / OWNED if path.is_dir() else path
    read_form(source)
    file = home() / OWNED
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(source.read_bytes())
    return file
