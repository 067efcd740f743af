"""What players see at a table, drawn from the headless one: `python -m tests.demo.pictures`.

Writes the pictures of the README, in both languages, into its folder.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import resvg_py

from tts_bridge.demo.play import game, part_of
from tts_bridge.session.journal import Journal
from tts_bridge.text.catalogue import LANGUAGES

DOCS = Path(__file__).parents[2] / "docs"
SEEN = {"dbd": ("Red", 41), "invader": ("Red", 24)}
"""Of each part of the demonstration: through whose eyes, after how many acts."""
WIDTH = 1200


async def draw(part: str, language: str, out: Path) -> None:
    """A PNG of the table in the middle of a part."""
    seat, acts = SEEN[part]
    with Journal(None) as journal, tempfile.TemporaryDirectory() as folder:
        async with game((language,), journal, part) as table:
            for act in part_of(part).acts[:acts]:
                await table.act(act.do)
            svg = Path(folder) / "table.svg"
            table.table.picture(svg, seat)
        png = resvg_py.svg_to_bytes(svg_path=str(svg), width=WIDTH)
    out.write_bytes(bytes(png))


def main() -> None:
    """Draw them all."""
    for part in SEEN:
        for language in LANGUAGES:
            asyncio.run(draw(part, language, DOCS / f"table-{part}-{language}.png"))


if __name__ == "__main__":
    main()
