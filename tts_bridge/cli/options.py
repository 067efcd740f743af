"""Options that several commands have, by one name, with one meaning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rules.invader.setup import FIRST_MISSION

F = TypeVar("F", bound=Callable[..., Any])
GIVEN = "training-ground"
"""The name of the map that comes with the project."""
SEED = click.IntRange(0, 2**63 - 1)
"""What luck follows from."""


class MapPath(click.Path):
    """A map's file that is there, or the name of the map that comes with the project."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(value) if is_given(value) else super().convert(value, param, ctx)


def is_given(what: Any) -> bool:
    """Whether this names the map of the project, and no file."""
    return str(what) == GIVEN and not Path(what).exists()


def one_language(function: F) -> F:
    """The option --lang of what speaks one language at a time."""
    option = click.option(
        "--lang",
        type=click.Choice(["en", "zh"]),
        default="en",
        show_default=True,
        help="English or 简体中文.",
    )
    return option(function)


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


def mission_option(function: F) -> F:
    """The option --mission."""
    option = click.option(
        "--mission",
        metavar="NAME|FILE",
        help=f"invader: one that `mission list` shows, or a file.  [default: {FIRST_MISSION}]",
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


def rule_option(function: F) -> F:
    """The option --rule."""
    option = click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a house rule (`rules settings` lists them); several allowed.",
    )
    return option(function)
