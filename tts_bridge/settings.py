"""Where a user's settings are kept; nothing is read here."""

from __future__ import annotations

import os
from pathlib import Path

import click

OWNED = "invader.toml"
"""The facts of an owner of Zombicide: Invader."""


def home() -> Path:
    """The folder of the user's settings; `TTS_BRIDGE_HOME` names another one."""
    named = os.environ.get("TTS_BRIDGE_HOME")
    return Path(named) if named else Path(click.get_app_dir("tts-bridge"))
