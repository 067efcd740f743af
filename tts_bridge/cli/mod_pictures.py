"""The pictures of a mod: drawn into a folder, once each, and where the game finds them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import click

from exporters.drawing.svg import text as svg_text
from exporters.mods.card_svg import Picture, document
from exporters.mods.dbd import card_pictures as dbdcards
from exporters.mods.save import with_pages
from exporters.savefile import Save
from tts_bridge.cli.printing import echo
from tts_bridge.games.dbd.mod_texts import reference
from tts_bridge.games.dbd.wording import NAMES

MISSING = (
    'pictures need resvg: pip install "tts-bridge[pictures]"; the mod is built without pictures'
)
NO_FONT = (
    "pictures: no font with Chinese characters is installed; the mod is built without pictures. "
    "Install Noto Sans CJK SC, or take --lang en"
)
LOCAL = (
    "The pictures are on this computer. For the other players, upload them in the game (Modding, "
    "Cloud Manager, Upload All), or put the folder on the web and name it with --pictures-url."
)
Draw = Callable[[str], bytes]
F = TypeVar("F", bound=Callable[..., Any])


def pictures_options(function: F) -> F:
    """The options --pictures and --pictures-url."""
    for option in (
        click.option(
            "--pictures-url",
            metavar="URL",
            help="Where DIR will be found on the web.  [default: DIR on this computer]",
        ),
        click.option(
            "--pictures",
            metavar="DIR",
            type=click.Path(path_type=Path, file_okay=False),
            help="Draw readable faces of all cards and props into DIR, and lay out decks of perks "
            'and items; needs pip install "tts-bridge[pictures]".',
        ),
    ):
        function = option(function)
    return function


def finished(save: Save, language: str, folder: Path | None, base: str | None) -> Save:
    """A mod of *Dead by Daylight* with the rules in its notebook, and pictures if wanted.

    Raises:
        click.UsageError: an address without a folder, or one of another kind.
        click.ClickException: see `draw_into`.
    """
    if base is not None and folder is None:
        raise click.UsageError("--pictures-url: name the folder too, with --pictures")
    if base is not None and not base.startswith(("http://", "https://")):
        raise click.UsageError(f"--pictures-url {base}: begin with http:// or https://")
    save = with_pages(save, reference())
    if folder is None:
        return save
    files = draw_into(folder, dbdcards.pictures(save, NAMES), language)
    if files is None:
        return save
    if base is None:
        echo(LOCAL, err=True)
    return dbdcards.dressed(save, NAMES, addresses(files, base))


def drawer() -> Draw | None:
    """What turns an SVG into a PNG; None when it is not installed."""
    try:
        resvg = importlib.import_module("resvg_py")
    except ImportError:
        return None

    def draw(svg: str) -> bytes:
        return bytes(resvg.svg_to_bytes(svg_string=svg))

    return draw


def has_chinese(draw: Draw) -> bool:
    """Whether an installed font has Chinese characters: two of them look different then."""

    def seen(text: str) -> bytes:
        return draw(document((40, 40), svg_text(4, 32, 30, text, "#000", "start")))

    return seen("逃") != seen("杀")


def draw_into(folder: Path, pictures: Sequence[Picture], language: str) -> dict[str, Path] | None:
    """Draw what is not in the folder yet; the file of each picture by its name.

    A file's name changes with what is on it, so the game never shows an old one. None, and one
    line to stderr, when nothing can be drawn.

    Raises:
        click.ClickException: a file that cannot be written.
    """
    draw = drawer()
    if draw is None:
        echo(MISSING, err=True)
        return None
    if language == "zh" and not has_chinese(draw):
        echo(NO_FONT, err=True)
        return None
    files = {each.name: folder / each.file for each in pictures}
    todo = [each for each in pictures if not files[each.name].exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if todo:
            with click.progressbar(todo, label="Drawing", file=sys.stderr) as bar:
                for each in bar:
                    whole = files[each.name]
                    part = whole.with_suffix(".part")
                    part.write_bytes(draw(each.svg))
                    part.replace(whole)
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror or error}") from error
    return files


def addresses(files: dict[str, Path], base: str | None) -> dict[str, str]:
    """Where the game finds each picture: under a web address, else in the folder itself."""
    if base is None:
        return {name: path.resolve().as_uri() for name, path in files.items()}
    return {name: f"{base.rstrip('/')}/{quote(path.name)}" for name, path in files.items()}
