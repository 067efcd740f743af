"""What *Dead by Daylight* is set up with from the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from rules.dbd.board import Board, MapError, training_ground
from rules.dbd.mapfile import read_map as parse_map
from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS, Config, SetupError
from rules.dbd.setup import setup as set_up
from tts_bridge.binding.recogniser import Recogniser
from tts_bridge.game.setup import Setup
from tts_bridge.games.dbd.recogniser import of_dbd

F = TypeVar("F", bound=Callable[..., Any])
GIVEN = "training-ground"
"""The name of the map that comes with the project."""


class MapPath(click.Path):
    """A map's file that is there, or the name of the map that comes with the project."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(value) if is_given(value) else super().convert(value, param, ctx)


def is_given(what: Any) -> bool:
    """Whether this names the map of the project, and no file."""
    return str(what) == GIVEN and not Path(what).exists()


def map_option(function: F) -> F:
    """The option --map."""
    option = click.option(
        "--map",
        "map_file",
        type=MapPath(),
        metavar="FILE",
        help=f"dbd: a map file (docs/maps.md).  [default: {GIVEN}]",
    )
    return option(function)


def survivors_option(*old: str, text: str) -> Callable[[F], F]:
    """The option --survivors: ids with commas between, or several times; `old`: former names."""
    return click.option(
        "--survivors",
        *old,
        "survivors",
        multiple=True,
        metavar="A,B,...",
        callback=lambda _, __, values: listed(values),
        help=text,
    )


def listed(values: tuple[str, ...]) -> tuple[str, ...]:
    """Ids that stand with commas between."""
    return tuple([name.strip() for text in values for name in text.split(",") if name.strip()])


def killer_option(function: F) -> F:
    """The option --killer."""
    return click.option("--killer", metavar="ID", help="dbd: the Killer.")(function)


def read_map(path: Path | None) -> Board:
    """The map of a file of either kind, of stdin for `-`; without one the training ground.

    Raises:
        click.ClickException: it cannot be read, or is no map; all that is wrong is named.
    """
    if path is None or is_given(path):
        return training_ground()
    try:
        return parsed(*content(path))
    except MapError as error:
        raise click.ClickException(str(error)) from error


def parsed(data: bytes, name: str) -> Board:
    """A map; of a save it is said how to come by its map.

    Raises:
        MapError: all that is wrong.
    """
    try:
        return parse_map(data, name)
    except MapError as error:
        if b'"ObjectStates"' not in data:
            raise
        raise MapError(
            name, "a save, and no map; `tts-bridge map trace` reads a map off one"
        ) from error


def content(path: Path) -> tuple[bytes, str]:
    """The bytes of a file or of stdin, and what to call it.

    Raises:
        click.ClickException: it cannot be read.
    """
    try:
        if str(path) == "-":
            return sys.stdin.buffer.read(), "stdin"
        return path.read_bytes(), str(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from error


def config(options: Mapping[str, Any], settings: Any) -> Config:
    """A game of Dead by Daylight, set up with dice.

    Args:
        options: `survivors`, four, without them the usual ones; `killer`, one, without it the
            usual one; `map_file`, without it the training ground.
        settings: the house rules.

    Raises:
        click.ClickException: anything of it that cannot be.
    """
    survivors: Sequence[str] = options.get("survivors") or DEFAULT_SURVIVORS
    try:
        found = Config(
            board=read_map(options.get("map_file")),
            survivors=tuple(survivors),
            killer=options.get("killer") or DEFAULT_KILLER,
            settings=settings,
            full=True,
        )
        set_up(found)
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    return found


def facts(config: Config) -> dict[str, Any]:
    """What a report says of a configuration."""
    return {"killer": config.killer, "survivors": config.survivors, "map": config.board.id}


def line(facts: Mapping[str, Any]) -> str:
    """The same in a line."""
    return f"{facts['killer']} and {', '.join(facts['survivors'])}, on {facts['map']}"


def recogniser(options: Mapping[str, Any], language: str) -> Recogniser:
    """What recognises tables with this map."""
    return of_dbd(read_map(options.get("map_file")), language)


SETUP = Setup(
    config,
    (survivors_option(text="dbd: the four Survivors, clockwise."), killer_option, map_option),
    (map_option,),
    facts,
    line,
)
