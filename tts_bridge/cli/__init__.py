"""The command line: one module a group of commands; each validates, calls the library, prints.

Data goes to stdout, talk to stderr. Exit 0: fine; 1: a finding or a failure, one line says what
and how to mend it; 2: wrong usage.
"""

from __future__ import annotations

import importlib
import io
import sys
from typing import Any

import click

from exporters.savefile import SaveError
from tts_bridge.game.errors import GameError
from tts_bridge.settings import OWNED, home
from tts_bridge.text.terminal_text import shown

COMMANDS = {
    "rules": "tts_bridge.cli.rules:rules_group",
    "journal": "tts_bridge.cli.journal:journal_group",
    "replay": "tts_bridge.cli.replay:replay_command",
    "map": "tts_bridge.cli.map:map_group",
    "mission": "tts_bridge.cli.mission:mission_group",
    "save": "tts_bridge.cli.save:save_group",
    "lua": "tts_bridge.cli.lua:lua_group",
    "mod": "tts_bridge.cli.mod:mod_group",
    "test": "tts_bridge.cli.test:test_command",
    "table": "tts_bridge.cli.table:table_command",
    "snapshot": "tts_bridge.cli.table:snapshot_command",
    "watch": "tts_bridge.cli.watch:watch_command",
    "link": "tts_bridge.cli.link:link_command",
    "referee": "tts_bridge.cli.referee:referee_group",
    "bind": "tts_bridge.cli.bind:bind_command",
    "chaos": "tts_bridge.cli.chaos:chaos_command",
    "demo": "tts_bridge.cli.demo:demo_command",
    "play": "tts_bridge.cli.play:play_command",
    "simulate": "tts_bridge.cli.simulate:simulate_group",
}
"""Where each command lives; a module is imported only when its command is used."""


class Commands(click.Group):
    """The top-level commands, imported when they are asked for.

    Whatever file a command stumbles over, and no code of ours has foreseen it: one line names it.
    """

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            error.message = shown(error.message)  # type: ignore[misc]  # it may quote a stranger
            raise
        except SaveError as error:
            raise click.ClickException(shown(str(error))) from error
        except GameError as error:
            raise click.ClickException(shown(str(error))) from error
        except OSError as error:
            if error.filename is None:  # no file; of a closed pipe click itself takes care
                raise
            raise click.ClickException(shown(f"{error.filename}: {error.strerror}")) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tts-bridge")
def main() -> None:
    """Referee, mod toolkit and headless table for Tabletop Simulator.

    Start with `tts-bridge demo`: it needs no Tabletop Simulator.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal or pipe that lacks a character
        sys.stdout.reconfigure(errors="replace")
    if (home() / OWNED).exists():
        owner = importlib.import_module("tts_bridge.settings")
        try:
            owner.use()
        except ValueError as error:
            raise click.ClickException(f"{error}. Mend this file or remove it") from error
