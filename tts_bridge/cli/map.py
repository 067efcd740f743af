"""`tts-bridge map`: maps of Dead by Daylight, checked, converted, drawn, and read off a table."""

from __future__ import annotations

from pathlib import Path

import click

from exporters.mods.dbd import layout
from exporters.tracing.trace import TraceError, trace
from rules.dbd.board import Board, MapError
from rules.dbd.mapfile import write_dbdmap, write_json
from tts_bridge.cli.drawings import check_drawing, write_drawing
from tts_bridge.cli.files import IN, OUT, load, put
from tts_bridge.cli.map_edit import edit_command
from tts_bridge.cli.options import one_language
from tts_bridge.cli.printing import echo, json_document
from tts_bridge.games.dbd.map_picture import draw_board
from tts_bridge.games.dbd.setup import MapPath, content, parsed, read_map

WRITERS = {".json": write_json, ".dbdmap": write_dbdmap}


@click.group("map")
def map_group() -> None:
    """Check, convert and draw maps of Dead by Daylight; read one off a table.

    A map is a JSON file (docs/maps.md), or the .dbdmap file of a fan's map editor.
    """


def write_map(out: Path, board: Board) -> None:
    """Write a map as the file's name says, as JSON to stdout for `-`.

    Raises:
        click.ClickException: it cannot be written.
    """
    put(out, WRITERS.get(out.suffix.lower(), write_json)(board))


def counted(board: Board) -> str:
    """What a map is, in a few words."""
    return f"{board.id}, {len(board.spaces)} spaces, {len(board.paths)} paths"


def check_kind(out: Path) -> None:
    """Refuse a map's file whose name is of neither kind.

    Raises:
        click.UsageError: it ends otherwise.
    """
    if str(out) != "-" and out.suffix.lower() not in WRITERS:
        raise click.UsageError(f"{out}: name a file that ends in .json or .dbdmap, or -")


@map_group.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=IN)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check map FILEs: every reason why one cannot be played on, a line each; then exit 1."""
    rows = []
    for file in files:
        data, name = content(file)
        reasons: tuple[str, ...] = ()
        try:
            board = parsed(data, name)
            layout.plan(board)
        except MapError as error:
            reasons = error.reasons
        except layout.LayoutError as error:
            reasons = (f"{name}: no table can be laid out: {error}",)
        else:
            counts = f"{len(board.spaces)} spaces, {len(board.paths)} paths"
            echo(f"{name}: {board.id} can be played on ({counts})", err=True)
        rows.append({"file": name, "ok": not reasons, "problems": list(reasons)})
        if not as_json:
            for reason in reasons:
                echo(reason)
    if as_json:
        json_document(rows)
    if not all(row["ok"] for row in rows):
        raise SystemExit(1)


@map_group.command("convert")
@click.argument("source", metavar="IN", type=MapPath())
@click.argument("out", metavar="OUT.json|OUT.dbdmap", type=OUT)
def convert(source: Path, out: Path) -> None:
    """Convert a map, a file or training-ground, between JSON and .dbdmap.

    Nothing is lost but an editor's pictures."""
    check_kind(out)
    board = read_map(source)
    write_map(out, board)
    echo(f"{out}: {counted(board)}", err=True)


@map_group.command("draw")
@click.argument("what", metavar="MAP", type=MapPath())
@click.argument("out", metavar="OUT.svg|OUT.png", type=click.Path(path_type=Path, dir_okay=False))
@one_language
def draw(what: Path, out: Path, lang: str) -> None:
    """Draw MAP, a file or training-ground, as its spaces, paths, walls and props.

    A PNG needs the extra `pictures`: pip install "tts-bridge[pictures]".
    """
    check_drawing(out)
    board = read_map(what)
    try:
        write_drawing(out, draw_board(board, lang), counted(board))
    except layout.LayoutError as error:
        raise click.ClickException(f"{what}: {error}") from error


@map_group.command("trace")
@click.argument("source", metavar="SAVE", type=IN)
@click.argument("out", metavar="OUT.json|OUT.dbdmap", type=OUT)
@click.option("--name", help="The map's name.  [default: the save's]")
@click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Of the letters on the table.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(0.05, 20),
    help="How many inches from its space a line may end.  "
    "[default: two fifths of the smallest distance between two spaces]",
)
@click.option("--partial", is_flag=True, help="Write what could be read in spite of problems.")
def trace_command(
    source: Path, out: Path, name: str | None, lang: str, tolerance: float | None, partial: bool
) -> None:
    """Read a map off SAVE: snap points are its spaces, coloured lines its paths.

    docs/maps.md says how to draw one in Tabletop Simulator. Every problem is a line with its
    place on the table; then nothing is written, and the exit code is 1.
    """
    check_kind(out)
    save = load(source)
    where = "stdin" if str(source) == "-" else str(source)
    title = " ".join((name or str(save.data.get("SaveName") or "")).split()) or source.stem
    try:
        traced = trace(save, title, language=lang, tolerance=tolerance)
    except TraceError as error:
        for line in str(error).splitlines():
            echo(f"{where}: {line}")
        raise SystemExit(1) from None
    for line in traced.told:
        echo(f"{where}: {line}", err=True)
    for line in traced.problems:
        echo(f"{where}: {line}")
    if not traced.problems or partial:
        write_map(out, traced.board)
        echo(f"{out}: {counted(traced.board)}", err=True)
    if traced.problems:
        raise SystemExit(1)


map_group.add_command(edit_command)
