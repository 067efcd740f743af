"""Drawings that a command writes: SVG, or PNG where the file is named so."""

from __future__ import annotations

import importlib
from pathlib import Path

import click

from tts_bridge.cli.files import put
from tts_bridge.cli.printing import echo

ZOOM = 2
"""Pixels of a PNG for one of the SVG."""


def check_drawing(out: Path) -> None:
    """Refuse a drawing's file whose name is of neither kind.

    Raises:
        click.UsageError: it ends otherwise.
    """
    if out.suffix.lower() not in (".svg", ".png"):
        raise click.UsageError(f"{out}: name a file that ends in .svg or .png")


def write_drawing(out: Path, svg: str, what: str = "drawn") -> None:
    """Write a drawing as SVG, or as a PNG where the file is named so, and say what it is.

    Raises:
        click.ClickException: it cannot be written, or what draws a PNG is not installed.
    """
    put(out, svg if out.suffix.lower() == ".svg" else as_png(svg))
    echo(f"{out}: {what}", err=True)


def as_png(svg: str) -> bytes:
    """A drawing as a PNG.

    Raises:
        click.ClickException: what draws it is not installed.
    """
    try:
        resvg = importlib.import_module("resvg_py")
    except ImportError as error:
        raise click.ClickException(
            'a PNG needs resvg: pip install "tts-bridge[pictures]", or draw an SVG'
        ) from error
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=ZOOM))
