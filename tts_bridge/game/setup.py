"""What a game is set up with from the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click
from msgspec import Struct

from rules.house import House, SettingsError

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
"""An option, as click's decorators make it."""


class Setup(Struct, frozen=True, eq=False):
    """The options of a game, and what becomes of them."""

    config: Callable[[Mapping[str, Any], Any], Any]
    """The configuration from the options, by name, and the house rules.

    Raises click.ClickException for what cannot be.
    """
    options: tuple[Decorator, ...] = ()
    """Those of `play` and `simulate`."""
    bind_options: tuple[Decorator, ...] = ()
    """Those of `bind`."""
    facts: Callable[[Any], Mapping[str, Any]] = lambda config: {}
    """What a report says of a configuration."""
    line: Callable[[Mapping[str, Any]], str] = lambda facts: ""
    """The same in a line."""
    seated: Callable[[Any, Sequence[tuple[str, ...]]], Any] = lambda config, people: config
    """The configuration once it is known which seats the people at a terminal have."""
    assumed: Callable[[], tuple[str, ...]] = lambda: ()
    """Facts of cards that no source gives."""


def options_of(decorators: Iterable[Decorator]) -> list[click.Parameter]:
    """The options that decorators make."""

    def nothing() -> None:
        pass

    function: Callable[..., Any] = nothing
    for each in reversed(list(decorators)):
        function = each(function)
    return click.command(function).params


def ruled(house: House, rules: Sequence[str], settings: Any = None) -> Any:
    """House rules with some changed by KEY=VALUE.

    Raises:
        click.ClickException: a game without house rules, no `=`, an unknown key, a value of the
            wrong type, or rules that nobody can play by.
    """
    if rules and not house.rows:
        raise click.ClickException(f"--rule {rules[0]}: this game has no house rules")
    found = house.kind() if settings is None else settings
    try:
        for rule in rules:
            found = house.with_rule(found, rule)
        house.check(found)
    except SettingsError as error:
        raise click.ClickException(f"--rule {error}") from error
    except ValueError as error:
        raise click.ClickException(f"house rules: {error}") from error
    return found
