"""Options that several commands have, by one name, with one meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeVar

import click

from tts_bridge.game.plugin import Game
from tts_bridge.game.setup import Decorator, options_of
from tts_bridge.games.registry import GAMES, usable

F = TypeVar("F", bound=Callable[..., Any])
SEED = click.IntRange(0, 2**63 - 1)
"""What luck follows from."""


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


def add_options(command: click.Command, which: Literal["options", "bind_options"]) -> None:
    """Give a command the options of every game, before its own; each is there once."""
    found: dict[str | None, click.Parameter] = {}
    for game in usable().values():
        for option in options_of(getattr(game.setup, which)):
            found.setdefault(option.name, option)
    own = {each.name for each in command.params}
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    options = [each for each in command.params if not isinstance(each, click.Argument)]
    new = [each for name, each in found.items() if name not in own]
    command.params = [*arguments, *new, *options]


def refuse_foreign(game: Game, own: Iterable[Decorator], given: Mapping[str, Any]) -> None:
    """Raises click.UsageError: an option that is another game's."""
    names = {each.name for each in options_of(own)}
    params = click.get_current_context().command.params
    foreign = [
        p.opts[0] for p in params if p.name in given and p.name not in names and given[p.name]
    ]
    if foreign:
        listed = " and ".join(filter(None, (", ".join(foreign[:-1]), foreign[-1])))
        verb = "are" if len(foreign) > 1 else "is"
        raise click.UsageError(f"{listed} {verb} not for {game.name}")


class EachGame(click.Group):
    """A group with a command for each game, which `make` makes."""

    make: Callable[[Game], click.Command]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(usable())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.make(GAMES[cmd_name]) if cmd_name in GAMES else None
