"""Whatever command a manual, a help text or an error line names exists, with its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tts_bridge.cli import main

ROOT = Path(__file__).parent.parent
FILES = [
    *ROOT.glob("README*.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("examples/**/*.md"),
    *(
        each
        for room in ("rules", "exporters", "tts_bridge")
        for each in (ROOT / room).rglob("*.py")
    ),
]
COMMANDS = main.list_commands(click.Context(main))
NAMED = re.compile(rf"(?:tts-bridge |`)((?:{'|'.join(COMMANDS)})(?= [a-z-])[^`#\n\"]*)")
EXAMPLES = frozenset(each.name for each in (ROOT / "examples").iterdir())
"""Among them games that are known once their package is installed."""
WORD = re.compile(r"[a-z][a-z-]*$")


def mentions(text: str) -> Iterator[list[str]]:
    """The words of every command that a text names."""
    for found in NAMED.finditer(text):
        yield found[1].split()


def missing(words: list[str]) -> str:
    """What of these words there is not, or ""."""
    command: click.Command = main
    context = click.Context(main)
    rest = list(words)
    while isinstance(command, click.Group) and rest:
        if not WORD.match(rest[0]):
            return ""  # `referee --share`, said of every command of the group
        found = command.get_command(context, word := rest.pop(0))
        if found is None and word in EXAMPLES:
            return ""
        if found is None:
            return f"no command {' '.join(words[: len(words) - len(rest)])}"
        command, context = found, click.Context(found, parent=context)
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    for word in rest:
        option = word.partition("=")[0].rstrip(".,;:)")
        if option.startswith("--") and option not in known:
            return f"no option {option} of {' '.join(words)}"
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_command_that_is_named_exists(path: Path) -> None:
    wrong = [missing(words) for words in mentions(path.read_text(encoding="utf-8"))]
    assert [each for each in wrong if each] == []


def test_a_command_that_there_is_not_would_be_found() -> None:
    (words,) = mentions("see `save find`")
    assert missing(words) == "no command save find"
    (words,) = mentions("run `tts-bridge map draw x.json --nothing`")
    assert missing(words).startswith("no option --nothing")
    assert len(list(mentions((ROOT / "README.md").read_text(encoding="utf-8")))) > 20
