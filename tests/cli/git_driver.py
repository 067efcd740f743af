"""The two commands that git starts, as one program."""

import click

from tts_bridge.cli.save_query import git_diff_command, merge_command

if __name__ == "__main__":
    click.Group(commands={"git-diff": git_diff_command, "merge": merge_command})()
