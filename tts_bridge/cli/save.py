"""`tts-bridge save`: saves as text. Where each command lives; imported when it is used."""

from __future__ import annotations

import importlib

import click

SAVE_COMMANDS = {
    "unpack": "tts_bridge.cli.save_tree:unpack_command",
    "build": "tts_bridge.cli.save_tree:build_command",
    "query": "tts_bridge.cli.save_query:query_command",
    "patch": "tts_bridge.cli.save_query:patch_command",
    "diff": "tts_bridge.cli.save_query:diff_command",
    "git-diff": "tts_bridge.cli.save_query:git_diff_command",
    "merge": "tts_bridge.cli.save_query:merge_command",
    "check": "tts_bridge.cli.save_check:check_command",
    "assets": "tts_bridge.cli.save_assets:assets_group",
    "fetch": "tts_bridge.cli.save_assets:fetch_command",
    "list": "tts_bridge.cli.save_assets:list_command",
}


class SaveCommands(click.Group):
    """The commands of the group, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(SAVE_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SAVE_COMMANDS:
            return None
        module, _, name = SAVE_COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.command("save", cls=SaveCommands)
def save_group() -> None:
    """Saves, saved objects and workshop files: unpack, build, ask, edit, check."""
