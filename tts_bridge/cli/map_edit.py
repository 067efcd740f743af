"""`tts-bridge map edit`: a map drawn in the browser, over a picture or a table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from msgspec.structs import asdict, replace

from exporters.savefile import Save, SaveError, parse, write_bytes
from exporters.tracing.drawing import drawing
from exporters.tracing.trace import TraceError, spaces_of, trace
from rules.dbd.board import Board, MapError
from rules.dbd.mapfile import read_dbdmap, write_dbdmap, write_json
from tts_bridge.binding.fit import FitError
from tts_bridge.binding.profile_file import write_binding
from tts_bridge.cli.common import run
from tts_bridge.cli.printing import echo
from tts_bridge.cli.web import page_options, show_until_stopped
from tts_bridge.games.dbd.recogniser import bind
from tts_bridge.games.dbd.wording import WORDING
from tts_bridge.headless.model.piece import Piece
from tts_bridge.web.feeds.map_draft import Draft, board_of, draft_of, parse_draft
from tts_bridge.web.feeds.map_editor import MapFeed, image_type
from tts_bridge.web.feeds.table import OBJECTS, Thing, thing
from tts_bridge.web.server import PORT

PICTURE_LIMIT = 20_000_000
KINDS = (".json", ".dbdmap", ".toml")


@click.command("edit")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--over",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A save whose table lies under the map; for a profile, the mod that it is of.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A picture of the board to draw on: PNG, JPEG or WebP.",
)
@page_options
def edit_command(
    file: Path,
    out: Path | None,
    over: Path | None,
    picture: Path | None,
    web: int | None,
    listen: str,
) -> None:
    """Draw a map of Dead by Daylight in the browser; Ctrl-C ends.

    FILE is a map (.json or .dbdmap), which need not be there yet, or a save, on whose table a new
    map is drawn, beginning with what can be read off it. OUT is where the page's Save button
    writes, FILE itself unless given: .json (a map
    that is not complete yet, too), .dbdmap, or .toml, a profile of the save for `referee dbd
    --profile`. What is replaced is kept as .bak.
    """
    draft, save = opened(file)
    if over is not None:
        save = table_of(over)
    target = out or file
    if out is None and save is not None and over is None:
        raise click.UsageError("OUT: say where the map of this save goes, such as map.json")
    if target.suffix.lower() not in KINDS:
        raise click.UsageError(f"{target}: write {', '.join(KINDS)}")
    if target.suffix.lower() == ".toml" and save is None:
        raise click.UsageError("a profile needs the mod's save: give it as FILE or with --over")
    image = read_picture(picture) if picture else b""
    feed = MapFeed(draft, writer(target, save), target.name, image, things(save), wording=WORDING)
    with contextlib.suppress(KeyboardInterrupt):
        run(show_until_stopped(feed, PORT if web is None else web, listen))
    if not feed.saved:
        echo("What was drawn since the last Save is not saved.", err=True)


def opened(file: Path) -> tuple[Draft, Save | None]:
    """The draft that a file holds and, if it is one, the save.

    Raises:
        click.ClickException: it is neither map nor save; what is wrong is named.
    """
    if not file.exists():
        return Draft(), None
    try:
        data = file.read_bytes()
        if data.startswith(b"PK"):
            return draft_of(read_dbdmap(data, str(file))), None
        if b'"ObjectStates"' in data:
            save = parse(data, str(file), require_objects=True)
            return traced(save, file.stem), save
        return parse_draft(data, str(file)), None
    except (MapError, SaveError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from error


def traced(save: Save, name: str) -> Draft:
    """What can be read off a table as the draft to begin with, each space where it lies there."""
    try:
        board = trace(save, name).board
        sites = spaces_of(drawing(save))
    except TraceError:
        return Draft()
    at = [(round(site.at.x, 2), round(-site.at.z, 2)) for site in sites]
    spaces = [replace(each, x=x, y=y) for each, (x, y) in zip(board.spaces, at, strict=True)]
    return draft_of(replace(board, spaces=tuple(spaces)))


def table_of(file: Path) -> Save:
    """The save of a file, or one line that says what is wrong with it."""
    _, save = opened(file)
    if save is None:
        raise click.UsageError(f"--over {file}: a save is wanted, that is a map")
    return save


def read_picture(file: Path) -> bytes:
    """A picture, or one line that says why it is none."""
    try:
        if file.stat().st_size > PICTURE_LIMIT:
            raise click.ClickException(f"{file}: larger than {PICTURE_LIMIT:,} bytes")
        data = file.read_bytes()
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from error
    if not image_type(data):
        raise click.ClickException(f"{file}: no PNG, JPEG or WebP; save it as one of these")
    return data


def things(save: Save | None) -> tuple[Thing, ...]:
    """What lies on the table of a save, zones apart."""
    if save is None:
        return ()
    states = (save.data.get("ObjectStates") or ())[:OBJECTS]
    rows = (each for each in states if isinstance(each, dict))
    found = (thing(Piece(1, each, str(each.get("GUID", "")))) for each in rows)
    return tuple(each for each in found if not each.zone)


def writer(target: Path, save: Save | None) -> Callable[[Draft], None]:
    """What saves a draft as the target's kind says."""

    def write_map(draft: Draft) -> None:
        put(target, write_json(Board(**asdict(draft))))

    def write_archive(draft: Draft) -> None:
        data = write_dbdmap(board_of(draft))
        read_dbdmap(data, target.name)
        put(target, data)

    def write_profile(draft: Draft) -> None:
        board = board_of(draft)
        assert save is not None
        try:
            bound = bind(save, board, {each.id: (each.x, -each.y) for each in board.spaces})
        except FitError as error:
            raise ValueError(str(error)) from error
        with TemporaryDirectory() as folder:
            fresh = Path(folder) / "profile.toml"
            write_binding(fresh, bound.binding)
            put(target, fresh.read_bytes())

    kinds = {".json": write_map, ".dbdmap": write_archive, ".toml": write_profile}
    return kinds[target.suffix.lower()]


def put(target: Path, data: bytes) -> None:
    """Write a file whole or not at all; what it replaces is kept as .bak.

    Raises:
        ValueError: it cannot be written; it is as it was.
    """
    try:
        write_bytes(target, data)
    except SaveError as error:
        raise ValueError(str(error)) from error
