"""`tts-bridge bind`."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import click

from tts_bridge.binding.file import BindingError, Bound, bind, changes, read_binding, write_binding
from tts_bridge.binding.places import FitError, Point
from tts_bridge.cli.common import read_save, run
from tts_bridge.cli.map import read_map
from tts_bridge.cli.mod import IN, OUT
from tts_bridge.cli.web import page_options, show_until_stopped
from tts_bridge.web.bindfeed import BindFeed

POINT = re.compile(r"^([a-z0-9-]+)=(-?[0-9.]+),(-?[0-9.]+)$")


def parse_point(text: str) -> tuple[str, Point]:
    """`well=1.5,-3` as a space and where it lies."""
    match = POINT.match(text)
    if match is None:
        raise click.UsageError(f"--at {text}: write SPACE=X,Z, such as well=8.25,2.75")
    return match[1], (float(match[2]), float(match[3]))


@click.command("bind")
@click.argument("save", type=IN)
@click.argument("profile", type=OUT)
@click.option("--game", type=click.Choice(["dbd"]), default="dbd", show_default=True)
@click.option("--map", "map_file", type=IN, help="The map played on.  [default: training ground]")
@click.option(
    "--at",
    "points",
    multiple=True,
    metavar="SPACE=X,Z",
    help="Where a space lies on the table; three of them, not on one line.",
)
@page_options
@click.option("--check", is_flag=True, help="Only say whether PROFILE still fits SAVE.")
def bind_command(
    save: Path,
    profile: Path,
    game: str,
    map_file: Path | None,
    points: tuple[str, ...],
    check: bool,
    web: int | None,
    listen: str,
) -> None:
    """Find out which piece of a strange mod is which, and write PROFILE for the referee.

    SAVE is a save of the mod with the game set up: figures on their start spaces, movement cards
    in hands. Pieces are recognised by their names, in English and Chinese; spaces are laid out
    from three of them that you point at (hold the pointer over a space and press Tab, or move a
    piece there and read its position with `tts-bridge snapshot`). With --web all this is done in a
    browser, by clicking.
    """
    if check:
        check_profile(save, profile)
        return
    given = dict(parse_point(point) for point in points)
    if web is not None:
        feed = BindFeed(read_save(save), read_map(map_file), profile, given)
        with contextlib.suppress(KeyboardInterrupt):
            run(show_until_stopped(feed, web, listen))
        return
    try:
        bound = bind(read_save(save), read_map(map_file), given)
    except FitError as error:
        raise click.ClickException(f"--at: {error}") from error
    report(bound)
    write_binding(profile, bound.binding)
    click.echo(
        f"{profile} written: referee with `tts-bridge referee dbd --profile {profile}`", err=True
    )
    if bound.found.missing:
        raise click.exceptions.Exit(1)


def report(bound: Bound) -> None:
    """Print what was found, what is doubtful, what is missing."""
    found = bound.found
    total = len(found.pieces) + len(found.missing)
    click.echo(f"{len(found.pieces)} of {total} pieces recognised")
    for seat, color in found.seats.items():
        click.echo(f"  {seat}: {color}")
    worst = max(bound.laid.residuals.values(), default=0.0)
    click.echo(f"map laid out; the spaces pointed at are off by {worst:.2f} at most")
    for sentence in found.doubtful:
        click.echo(f"doubtful: {sentence}")
    for name in found.missing:
        click.echo(f"missing: {name}")


def check_profile(save: Path, profile: Path) -> None:
    """Say whether a profile still fits; exit 1 when it does not."""
    try:
        found = changes(read_binding(profile), read_save(save))
    except BindingError as error:
        raise click.ClickException(str(error)) from error
    for sentence in found:
        click.echo(sentence)
    click.echo(f"{len(found)} differences", err=True)
    if found:
        raise click.exceptions.Exit(1)
