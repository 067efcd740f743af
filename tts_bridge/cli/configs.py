"""What a game is set up with, from options: one line says what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rules.dbd.setup import DEFAULT_KILLER, DEFAULT_SURVIVORS
from rules.dbd.setup import Config as DbdConfig
from rules.dbd.setup import SetupError as DbdSetupError
from rules.dbd.setup import setup as dbd_setup
from rules.house import SettingsError
from rules.invader.data import CARDS, MACHINES, SURVIVORS, XENO_CARDS
from rules.invader.setup import FIRST_MISSION
from rules.invader.setup import Config as InvaderConfig
from rules.invader.setup import SetupError as InvaderSetupError
from rules.invader.setup import setup as invader_setup
from tts_bridge.cli.map import read_map
from tts_bridge.cli.mission import read_mission
from tts_bridge.games.registry import GAMES


def dbd_config(
    survivors: Sequence[str], killer: str | None, map_file: Path | None, rules: Sequence[str]
) -> DbdConfig:
    """A game of Dead by Daylight, set up with dice.

    Args:
        survivors: four; without them the usual ones.
        killer: one; without it the usual one.
        map_file: a map file; without it the training ground.
        rules: house rules as KEY=VALUE.

    Raises:
        click.ClickException: anything of it that cannot be.
    """
    try:
        config = DbdConfig(
            board=read_map(map_file),
            survivors=tuple(survivors) or DEFAULT_SURVIVORS,
            killer=killer or DEFAULT_KILLER,
            settings=ruled("dbd", rules),
            full=True,
        )
        dbd_setup(config)
    except DbdSetupError as error:
        raise click.ClickException(str(error)) from error
    return config


def invader_config(mission: str | None, rules: Sequence[str]) -> InvaderConfig:
    """A game of Zombicide: Invader by one player.

    Args:
        mission: one of ours by name, or a file; without it the first one.
        rules: house rules as KEY=VALUE.

    Raises:
        click.ClickException: anything of it that cannot be.
    """
    config = InvaderConfig(
        mission=read_mission(mission or FIRST_MISSION), settings=ruled("invader", rules)
    )
    try:
        invader_setup(config)
    except InvaderSetupError as error:
        raise click.ClickException(str(error)) from error
    return config


def ruled(game: str, rules: Sequence[str], settings: Any = None) -> Any:
    """The house rules of a game with some changed by KEY=VALUE.

    Raises:
        click.ClickException: no `=`, an unknown key, a value of the wrong type, or rules that
            nobody can play by.
    """
    house = GAMES[game].house
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


def assumed(game: str) -> tuple[str, ...]:
    """The house rules and facts of a game that no source gives."""
    rows = GAMES[game].house.rows.items()
    settings = tuple([key for key, each in rows if each.source == "assumed"])
    if game == "dbd":
        return settings
    cards = [f"card.{card.id}" for card in CARDS.values() if card.assumed]
    cards += [f"machine.{machine.id}" for machine in MACHINES.values() if machine.assumed]
    cards += [f"survivor.{one.id}" for one in SURVIVORS.values() if one.assumed]
    cards += [f"xeno-card.{card.id}" for card in XENO_CARDS.values() if card.assumed]
    return (*settings, *cards)
