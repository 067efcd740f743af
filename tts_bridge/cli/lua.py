"""`tts-bridge lua`: scripts, run and compared."""

from __future__ import annotations

import click

from tts_bridge.cli import lua_run


@click.group("lua")
def lua_group() -> None:
    """Lua scripts: run them as Tabletop Simulator would."""


for _command in lua_run.COMMANDS:
    lua_group.add_command(_command)
