"""`tts-bridge rules data`: the facts that only an owner of the box can tell."""

from __future__ import annotations

from pathlib import Path

import click

from rules.invader import data
from rules.invader.data.owner import FormError, write_form
from tts_bridge import settings
from tts_bridge.cli.printing import echo
from tts_bridge.settings import OWNED

FOLDER = click.Path(path_type=Path, file_okay=False)
SOURCE = click.Path(path_type=Path, exists=True)


@click.command("data")
@click.argument("game", type=click.Choice(["invader"]))
@click.option("--export", "out", type=FOLDER, help="Write the form to fill in into this folder.")
@click.option("--import", "source", type=SOURCE, help="Check a form, or the folder of one; use it.")
@click.option("--dry-run", is_flag=True, help="With --import: only check.")
def data_command(game: str, out: Path | None, source: Path | None, dry_run: bool) -> None:
    """Facts that are printed on cards and stand in no public source.

    The rules use placeholders for them and say so in their rulings. Whoever has the cards exports
    the form, fills in what they know, and imports it. Without options: what is known.
    """
    if out and source:
        raise click.UsageError("--export and --import: one of them")
    try:
        if out:
            export(out)
        elif source and dry_run:
            settings.read_form(source)
            echo(f"{source}: can be used", err=True)
        elif source:
            stored = settings.store(source)
            echo(f"{stored}: used from now on", err=True)
    except (FormError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if not out and not source:
        report()


def export(folder: Path) -> None:
    """Write the form, over nothing."""
    file = folder / OWNED
    if file.exists():
        raise click.ClickException(f"{file}: there already; move it away, or name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(write_form(), encoding="utf-8", newline="\n")
    echo(f"{file}: fill it in, then: tts-bridge rules data invader --import {file}", err=True)


def report() -> None:
    """Say what is assumed still."""
    facts = [(card.id, card.assumed) for card in data.CARDS.values()]
    facts += [(machine.id, machine.assumed) for machine in data.MACHINES.values()]
    facts += [(survivor.id, survivor.assumed) for survivor in data.SURVIVORS.values()]
    for name, assumed in facts:
        if assumed:
            echo(f"{name}: assumed {', '.join(assumed)}")
    if any(card.assumed for card in data.XENO_CARDS.values()):
        echo("xeno-card: assumed, all but the number of cards")
    if data.OWNED[0]:
        echo(f"An owner's facts are in use ({data.OWNED[0]}).", err=True)
