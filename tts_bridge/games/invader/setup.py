"""What *Zombicide: Invader* is set up with from the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from exporters.edit.builders import SEAT_COLORS
from rules.invader.data import CARDS, MACHINES, SURVIVORS, XENO_CARDS, mission_files
from rules.invader.missions import Mission, MissionError, mission, parse_mission
from rules.invader.setup import EVERYBODY, FIRST_MISSION, Config, SetupError
from rules.invader.setup import setup as set_up
from tts_bridge.binding.recogniser import Recogniser
from tts_bridge.game.setup import Setup
from tts_bridge.games.invader.recogniser import of_invader

F = TypeVar("F", bound=Callable[..., Any])
SEAT = re.compile(r"^([a-z-]+)=([A-Z][a-z]+)$")


def mission_option(function: F) -> F:
    """The option --mission."""
    option = click.option(
        "--mission",
        metavar="NAME|FILE",
        help=f"invader: one that `mission list` shows, or a file.  [default: {FIRST_MISSION}]",
    )
    return option(function)


def seat_option(function: F) -> F:
    """The option --seat."""
    option = click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="SURVIVOR=COLOUR",
        callback=lambda _, __, values: tuple(map(parse_seat, values)),
        help="invader: who plays a Survivor, where the table does not say it.",
    )
    return option(function)


def parse_seat(text: str) -> tuple[str, str]:
    """`magnus=Red` as a Survivor and a player colour."""
    match = SEAT.match(text)
    if match is None or match[2] not in SEAT_COLORS:
        raise click.UsageError(
            f"--seat {text}: write SURVIVOR=COLOUR, such as magnus=Red; colours are "
            f"{', '.join(SEAT_COLORS)}"
        )
    if match[1] not in EVERYBODY:
        raise click.UsageError(
            f"--seat {text}: {match[1]!r} is no Survivor; one of {', '.join(EVERYBODY)}"
        )
    return match[1], match[2]


def read_mission(what: str) -> Mission:
    """A mission by the name of one that comes with the project, or from a file.

    Raises:
        click.ClickException: neither, or a file that is no mission; all that is wrong is named.
    """
    try:
        if what in mission_files():
            return mission(what)
        path = Path(what)
        if not path.exists():
            known = ", ".join(mission_files())
            raise click.ClickException(f"{what}: no such file, and no mission; there are: {known}")
        return parse_mission(path.read_bytes(), what)
    except MissionError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{what}: {error.strerror or error}") from error


def config(options: Mapping[str, Any], settings: Any) -> Config:
    """A game of Zombicide: Invader by one player.

    Args:
        options: `mission`, one of ours by name, or a file; without it the first one.
        settings: the house rules.

    Raises:
        click.ClickException: anything of it that cannot be.
    """
    found = Config(mission=read_mission(options.get("mission") or FIRST_MISSION), settings=settings)
    try:
        set_up(found)
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    return found


def facts(config: Config) -> dict[str, Any]:
    """What a report says of a configuration."""
    return {"mission": config.mission.id}


def line(facts: Mapping[str, Any]) -> str:
    """The same in a line."""
    return f"{facts['mission']}"


def seated(config: Config, people: Sequence[tuple[str, ...]]) -> Config:
    """The Survivors by player: the people, then the automatic team."""
    everybody = [seat for player in config.players for seat in player]
    rest = tuple(seat for seat in everybody if not any(seat in seats for seats in people))
    return replace(config, players=(*people, *((rest,) if rest else ())))


def assumed() -> tuple[str, ...]:
    """The facts of cards that no source gives."""
    cards = [f"card.{card.id}" for card in CARDS.values() if card.assumed]
    cards += [f"machine.{machine.id}" for machine in MACHINES.values() if machine.assumed]
    cards += [f"survivor.{one.id}" for one in SURVIVORS.values() if one.assumed]
    cards += [f"xeno-card.{card.id}" for card in XENO_CARDS.values() if card.assumed]
    return tuple(cards)


def recogniser(options: Mapping[str, Any], language: str) -> Recogniser:
    """What recognises tables of this mission."""
    seats = dict(options.get("seats") or ())
    return of_invader(read_mission(options.get("mission") or FIRST_MISSION), language, seats)


SETUP = Setup(
    config, (mission_option,), (mission_option, seat_option), facts, line, seated, assumed
)
