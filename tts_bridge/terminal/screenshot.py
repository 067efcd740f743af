"""The screen as an SVG picture that needs nothing from elsewhere."""

from __future__ import annotations

import io
import re
from html import unescape

from rich.cells import cell_len
from rich.console import Console

from exporters.xmltext import clean
from tts_bridge.terminal.game import Table
from tts_bridge.terminal.loop import Session
from tts_bridge.text.play_words import Look, Words

SVG = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" \
height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" fill="#16181c" rx="8"/>
<g transform="translate(9, 9)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def draw(table: Table, words: Words, width: int, moves: int) -> str:
    """The screen of the first person who is asked after so many moves, automatic until then."""
    table.people, people = (), table.people
    while not table.is_over and len(table.match.moves) < moves:
        table.advance()
    table.people = people
    while (question := table.question()) is None or table.forced(question):
        if question and (forced := table.forced(question)):
            table.make(forced)
        elif table.advance() is None:
            break
    console = Console(
        width=width, record=True, file=io.StringIO(), force_terminal=True,
        color_system="truecolor", highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    session = Session(table, console, lambda prompt: "", words, Look(width))
    if question is None:
        session.over()
    else:
        session.ask(question, session.listed((question,)))
    return clean(stretched(console.export_svg(title="", code_format=SVG, unique_id="play")))


_LONG = re.compile(
    r'(?P<head><text (?>[^<>]*?textLength="))(?P<size>[\d.]++)"'
    r"(?P<rest>[^<>]*+)>(?P<text>[^<]++)</text>"
)


def stretched(svg: str) -> str:
    """Texts as long as their columns: the library counts a Chinese character as one."""

    def longer(found: re.Match[str]) -> str:
        text = unescape(found["text"])
        length = float(found["size"]) * cell_len(text) / len(text)
        return f'{found["head"]}{length:g}"{found["rest"]}>{found["text"]}</text>'

    return _LONG.sub(longer, svg)
