"""The diff driver as a program, for git to start."""

from tts_bridge.cli.save_query import git_diff_command

if __name__ == "__main__":
    git_diff_command()
