"""`tts-bridge mission`: missions of Zombicide: Invader, listed, checked and drawn."""

from __future__ import annotations

from pathlib import Path

import click

from exporters.mods.invader.mission_svg import draw_mission
from exporters.mods.invader.words import mission_name
from exporters.mods.words import Language
from rules.invader.data import mission_files
from rules.invader.missions import MissionError, mission, parse_mission
from rules.invader.setup import Config, setup
from tts_bridge.cli.drawings import check_drawing, write_drawing
from tts_bridge.cli.options import one_language
from tts_bridge.cli.printing import echo, json_document, table
from tts_bridge.games.invader.setup import read_mission
from tts_bridge.games.invader.wording import NAMES

IN = click.Path(path_type=Path, exists=True, dir_okay=False)
OUT = click.Path(path_type=Path, dir_okay=False)
TILES = {"en": "tiles", "zh": "块版图"}


@click.group("mission")
def mission_group() -> None:
    """List, check and draw missions of Zombicide: Invader."""


@mission_group.command("list")
@one_language
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_command(lang: Language, as_json: bool) -> None:
    """List the missions that come with the project."""
    found = [mission(name) for name in mission_files()]
    if as_json:
        json_document([{"id": m.id, "name": m.name, "difficulty": m.difficulty} for m in found])
        return
    rows = []
    for each in found:
        tiles = f"{len(each.tiles)} {TILES[lang]}"
        rows.append((each.id, NAMES.name(each.difficulty, lang), tiles, mission_name(each, lang)))
    echo(table(rows[0], rows[1:]))


@mission_group.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=IN)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check mission FILEs; exit 1 when one cannot be played, with every reason."""
    rows = []
    for file in files:
        problem = ""
        try:
            found = parse_mission(file.read_bytes(), str(file))
            setup(Config(mission=found))
        except MissionError as error:
            problem = str(error)
        except OSError as error:
            problem = f"{file}: {error.strerror or error}"
        else:
            echo(f"{file}: {found.id} can be played", err=True)
        rows.append({"file": str(file), "ok": not problem, "problems": problem.splitlines()})
        if problem and not as_json:
            echo(problem)
    if as_json:
        json_document(rows)
    if not all(row["ok"] for row in rows):
        raise SystemExit(1)


@mission_group.command("draw")
@click.argument("what", metavar="MISSION")
@click.argument("out", metavar="OUT.svg|OUT.png", type=OUT)
@one_language
def draw(what: str, out: Path, lang: Language) -> None:
    """Draw MISSION, a name that `mission list` shows or a file, as it lies at the start.

    A PNG needs the extra `pictures`: pip install "tts-bridge[pictures]".
    """
    check_drawing(out)
    found = read_mission(what)
    write_drawing(out, draw_mission(found, NAMES, lang, setup(Config(mission=found)).ground.mold))
