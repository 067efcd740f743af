"""`tts-bridge bind`."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from exporters.edit.builders import SEAT_COLORS
from exporters.mods.words import Language
from tts_bridge.agent.observations import Snapshot
from tts_bridge.binding.doubts import say
from tts_bridge.binding.fit import CORNERS, FitError, Point, far_apart
from tts_bridge.binding.interview import Interview
from tts_bridge.binding.live import interview_at
from tts_bridge.binding.objects import seen as things_seen
from tts_bridge.binding.profile_file import BindingError, changes, read_binding, write_binding
from tts_bridge.binding.recogniser import Bound, Recogniser, Scene, scene
from tts_bridge.cli.common import linked, ports, read_save, run
from tts_bridge.cli.mod import OUT
from tts_bridge.cli.options import add_options, refuse_foreign
from tts_bridge.cli.printing import echo
from tts_bridge.cli.web import page_options, show_until_stopped
from tts_bridge.editor.link import Link
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.profile import ident
from tts_bridge.text.catalogue import Texts
from tts_bridge.web.feeds.binding import BindFeed

POINT = re.compile(r"^([a-z0-9/-]+)=(-?[0-9.]+),(-?[0-9.]+)$")


def parse_point(text: str) -> tuple[str, Point]:
    """`well=1.5,-3` as a space and where it lies."""
    match = POINT.match(text)
    try:
        if match is not None:
            return match[1], (float(match[2]), float(match[3]))
    except ValueError:
        pass
    raise click.UsageError(f"--at {text}: write SPACE=X,Z, such as well=8.25,2.75")


@click.command("bind")
@click.argument("files", nargs=-1, type=OUT, metavar="[SAVE] PROFILE")
@click.option("--game", type=click.Choice(list(GAMES)), default="dbd", show_default=True)
@click.option(
    "--at",
    "points",
    multiple=True,
    metavar="SPACE=X,Z",
    help="Where a space lies on the table; three of them, not on one line. invader: also "
    "where any other place lies, such as slot/cole/hand=4,-20.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="What the referee speaks.",
)
@click.option(
    "--ask/--no-ask",
    default=None,
    help="Ask in the terminal for what was not recognised.  [default: if it is a terminal]",
)
@click.option(
    "--live",
    is_flag=True,
    help="At the running table, without SAVE: asks in the game, answered by clicking.",
)
@click.option(
    "--colour",
    type=click.Choice(list(SEAT_COLORS)),
    help="With --live: the only player who is asked.  [default: the host]",
)
@page_options
@ports
@click.option("--check", is_flag=True, help="Only say whether PROFILE still fits SAVE.")
def bind_command(
    files: tuple[Path, ...],
    game: str,
    points: tuple[str, ...],
    lang: Language,
    ask: bool | None,
    live: bool,
    colour: str | None,
    check: bool,
    web: int | None,
    listen: str,
    listen_port: int,
    send_port: int,
    timeout: float,
    **options: Any,
) -> None:
    """Find out which piece of a strange mod is which, and write PROFILE for the referee.

    SAVE is a save of the mod with the game set up: figures on their start spaces, cards in hands
    and on dashboards. Pieces are recognised by their names, in English and Chinese; spaces are laid
    out from three of them that you point at (hold the pointer over a space and press Tab, or move a
    piece there and read its position with `tts-bridge snapshot`), Zones of *Invader* also from
    tiles that bear their names. With --web all this is done in a browser, by clicking, with --live
    in the game.
    """
    if len(files) != (1 if live else 2):
        raise click.UsageError("with --live only PROFILE is named; else SAVE and PROFILE")
    profile = files[-1]
    given = dict(parse_point(point) for point in points)
    played = GAMES[game]
    refuse_foreign(played, played.setup.bind_options, options)
    if colour and not live:
        raise click.UsageError("--colour: goes with --live")
    if web is not None and live:
        raise click.UsageError("--web and --live: one of them")
    if live:
        by = played.recogniser(options, lang)
        link = linked(listen_port, send_port, timeout)
        bound = run(ask_at_table(link, by, lang, colour, given))
        report(bound, by)
        finish(game, profile, bound)
        return
    save = files[0]
    if not save.exists():
        raise click.UsageError(f"{save}: there is no such file")
    if check:
        check_profile(save, profile)
        return
    by = played.recogniser(options, lang)
    if web is not None:
        feed = shown(save, by, profile, given)
        with contextlib.suppress(KeyboardInterrupt):
            run(show_until_stopped(feed, web, listen))
        return
    table = scene(read_save(save))
    asks = sys.stdin.isatty() if ask is None else ask
    bound = fitted(by, table, given, asks)
    report(bound, by)
    finish(game, profile, completed(bound, table) if asks else bound)


add_options(bind_command, "bind_options")


def shown(save: Path, by: Recogniser, profile: Path, given: Mapping[str, Point]) -> BindFeed:
    """The page's feed; points that say nothing together are an error here as well."""
    feed = BindFeed(read_save(save), by, profile, given)
    spaces = [name for name in given if "/" not in name]
    if feed.bound is None and (len(spaces) >= CORNERS or not {*spaces} <= {*by.spaces}):
        raise click.ClickException(f"--at: {feed.problem}")
    return feed


def finish(game: str, profile: Path, bound: Bound) -> None:
    """Write the profile; exit 1 when something is missing."""
    try:
        write_binding(profile, bound.binding)
    except OSError as error:
        raise click.ClickException(f"{profile}: {error.strerror or error}") from error
    echo(
        f"{profile} written: referee with `tts-bridge referee {game} --profile {profile}`", err=True
    )
    if any(name not in bound.binding.pieces for name in bound.found.missing):
        raise click.exceptions.Exit(1)


async def ask_at_table(
    link: Link, by: Recogniser, lang: Language, colour: str | None, given: dict[str, Point]
) -> Bound:
    """What a table is, with the answers of the player there."""

    def make(seen: Snapshot) -> Interview:
        host = next((player.color for player in seen.players if player.host), "")
        asked = colour or host
        if asked not in [player.color for player in seen.players]:
            raise click.ClickException(
                f"--colour: nobody sits at {asked or 'the table as its host'}; "
                "name the colour that answers"
            )
        echo(f"{asked} is asked at the table. Ctrl-C ends without a profile.", err=True)
        agent = next((piece.guid for piece in seen.pieces if ident(piece) == "agent"), "")
        things_ = tuple(things_seen(seen.pieces))
        texts = (Texts(lang, by.wording, by.board),)
        return Interview(by, Scene("", things_), asked, texts, given, agent)

    async with link:
        interview = await interview_at(link, make)
    if interview.bound is None:
        raise click.ClickException(f"{interview.problem}; begin again, or say --at")
    return interview.bound


def fitted(by: Recogniser, table: Scene, given: dict[str, Point], asks: bool) -> Bound:
    """The table with its map laid out; where the points do not do, three more are asked for."""
    try:
        return by.recognise(table, given)
    except FitError as error:
        if not asks:
            raise click.ClickException(f"--at: {error}") from error
        echo(f"{error}.", err=True)
    for space in far_apart(by.spaces):
        if space not in given:
            text = click.prompt(f"Where does {space} lie (X,Z)", err=True)
            given[space] = parse_point(f"{space}={text.replace(' ', '')}")[1]
    return fitted(by, table, given, False)


def completed(bound: Bound, table: Scene) -> Bound:
    """The same with what somebody at the terminal knew of what is missing."""
    known = {thing.guid: thing.guid for thing in table.things}
    for thing in table.things:
        for text in thing.texts[:1]:
            known.setdefault(text, thing.guid)
    pieces = dict(bound.binding.pieces)
    for name in bound.found.missing:
        while text := click.prompt(
            f"Which object is {name} (its GUID or name; Enter: none)",
            default="",
            show_default=False,
            err=True,
        ):
            if guid := known.get(text.strip()):
                pieces = {each: other for each, other in pieces.items() if other != guid}
                pieces[name] = guid
                break
            echo(f"{text}: no object on this table", err=True)
    return replace(bound, binding=replace(bound.binding, pieces=pieces))


def report(bound: Bound, by: Recogniser) -> None:
    """Print what was found, what is doubtful, what is missing."""
    found = bound.found
    texts = Texts("en", by.wording, by.board)
    known = bound.binding.pieces
    total = len({*known, *found.pieces, *found.missing})
    echo(f"{len(known)} of {total} pieces recognised")
    for seat, color in found.seats.items():
        echo(f"  {seat}: {color}")
    worst = max(bound.laid.residuals.values(), default=0.0)
    echo(f"map laid out; the spaces pointed at are off by {worst:.2f} at most")
    for space, off in bound.laid.residuals.items():
        echo(f"  {space}: {off:.2f}")
    for doubt in found.doubtful:
        about = f"{doubt.of}: " if doubt.of else ""
        at = doubt.facts.get("at")
        remedy = f"; say where it is with --at {doubt.of}={at}" if at else ""
        echo(f"doubtful: {about}{say(doubt, texts)}{remedy}")
    for name in found.missing:
        if name not in bound.binding.pieces:
            echo(f"missing: {name}")


def check_profile(save: Path, profile: Path) -> None:
    """Say whether a profile still fits; exit 1 when it does not."""
    try:
        found = changes(read_binding(profile), read_save(save))
    except BindingError as error:
        raise click.ClickException(str(error)) from error
    for sentence in found:
        echo(sentence)
    echo(f"{len(found)} differences", err=True)
    if found:
        raise click.exceptions.Exit(1)
