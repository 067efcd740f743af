"""Nothing that strangers write moves the cursor of a terminal, or turns what stands around it."""

import ast
import io
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rich.text import Text

import tts_bridge.cli
from tts_bridge.cli import main
from tts_bridge.cli.play import Terminal
from tts_bridge.cli.printing import echo
from tts_bridge.text.terminal_text import shown

EVIL = "a\x1b[2J\x1b]0;x\x07\rb\x9b31m\x08\u202ec\u2066\u200f\u2028d\ud800\x00"
SPELLED = "a\\x1b[2J\\x1b]0;x\\x07\\rb\\x9b31m\\x08\\u202ec\\u2066\\u200f\\u2028d\\ud800\\x00"


def test_what_moves_or_turns_is_spelled_out() -> None:
    assert shown(EVIL) == SPELLED
    assert shown(SPELLED) == SPELLED
    assert shown("屠夫 é\u0301 👨\u200d👩\t|\nnext") == "屠夫 é\u0301 👨\u200d👩\t|\nnext"
    assert shown("one\r\ntwo\r") == "one\ntwo\\r"


def harmless(text: str) -> None:
    assert shown(text) == text
    assert "\\x1b" in text


def test_scripts_print_harmlessly() -> None:
    script = "print('\\27[2J\\r', 'x') broadcastToAll('\\27]0;x\\7') error('\\27[31m')"
    result = CliRunner().invoke(main, ["lua", "run", "-"], input=script)
    harmless(result.output)


def save(folder: Path) -> Path:
    one = {"Name": "Card", "GUID": EVIL[:3], "Nickname": EVIL[:-2], "LuaScript": "error('\x1b[2J')"}
    file = folder / "save.json"
    file.write_text(json.dumps({"SaveName": EVIL[:-2], "ObjectStates": [one]}), "utf-8")
    return file


@pytest.mark.parametrize(
    "command",
    [
        ("save", "query", "{}"),
        ("save", "check", "{}"),
        ("save", "diff", "{}", "{other}"),
        ("table", "{}", "--report"),
        ("save", "assets", "list", "{}"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_saves_are_shown_harmlessly(command: tuple[str, ...], tmp_path: Path) -> None:
    file = save(tmp_path)
    other = tmp_path / "other.json"
    other.write_text(file.read_text("utf-8").replace("Nickname", "Memo"), "utf-8")
    arguments = [each.format(file, other=other) for each in command]
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert shown(result.output) == result.output


def test_errors_are_shown_harmlessly(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["save", "query", str(tmp_path), "--where", EVIL[:-2]])
    assert result.exit_code != 0
    assert shown(result.output) == result.output


def test_a_game_in_the_terminal_is_shown_harmlessly() -> None:
    out = io.StringIO()
    terminal = Terminal(file=out, width=200, force_terminal=True, color_system=None)
    terminal.print(Text(EVIL[:-2]))
    assert "\x1b" not in out.getvalue()
    assert "\\x1b[2J" in out.getvalue()


def test_bytes_for_a_file_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def write() -> None:
        echo(b"\x1b[2J", nl=False)

    assert CliRunner().invoke(write).output == "\x1b[2J"


OTHERS = ("click.echo", "click.secho", "click.style", "print", "sys.stdout.write")
"""A style has to be given to `echo`, which would spell out one that is in the text already."""


def test_every_command_speaks_through_one_function() -> None:
    folder = Path(tts_bridge.cli.__file__).parent
    for file in folder.glob("*.py"):
        if file.name == "printing.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            assert name not in OTHERS, f"{file.name}: {name}"
