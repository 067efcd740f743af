"""What goes wrong on purpose, what came of it, and the record of every message of a game."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct

from tts_bridge.editor.messages import Custom, Incoming, Outgoing, SendCustom

SHOWN = 200
"""Characters of a message in a record."""


class Faults(Struct, frozen=True):
    """How likely each fault is, from 0 to 1; the longest times in seconds."""

    lose: float = 0.2
    repeat: float = 0.2
    late: float = 0.2
    delay: float = 0.02
    """The longest that a late message takes."""
    kill_referee: float = 0.02
    kill_table: float = 0.01
    mischief: float = 0.04
    """That somebody meddles with the agent: chaos/mischief.py."""
    slow: float = 0.01
    """That a message takes much longer: the game loads, the machine swaps."""
    slowest: float = 1.0


CALM = Faults(0, 0, 0, 0, 0, 0, 0, 0)


class Result(Struct, frozen=True):
    """One game: how far it came, what was done to it, and where anything disagrees."""

    seed: int
    acts: int
    rounds: int
    referees: int
    tables: int
    meddled: int = 0
    """How often somebody meddled with the agent."""
    problems: tuple[str, ...] = ()


class Happened(Struct, frozen=True):
    """One thing of a game: when, in seconds from its start; what; and to which message."""

    at: float
    what: str
    text: str = ""


class Trace:
    """Everything that happened in a game, in order; put into words only when somebody asks."""

    def __init__(self) -> None:
        self._noted: list[tuple[float, str, object]] = []

    def note(self, what: str, about: object = "") -> None:
        """Write down what just happened."""
        self._noted.append((asyncio.get_running_loop().time(), what, about))

    def told(self) -> list[Happened]:
        """Everything, a line each."""
        return [Happened(round(at, 3), what, summary(about)) for at, what, about in self._noted]


def summary(about: object) -> str:
    """A message in a line; a text as it is."""
    if isinstance(about, (Incoming, Outgoing)):
        return of_message(about)[:SHOWN]
    return str(about)[:SHOWN]


def of_message(message: Incoming | Outgoing) -> str:
    """What a report or a batch of commands says."""
    body: Any = getattr(message, "custom_message", None)
    if not isinstance(message, (Custom, SendCustom)) or not isinstance(body, dict):
        return type(message).__name__
    try:
        data = msgspec.json.decode(body["data"])
        if isinstance(message, SendCustom):
            return f"batch {body['id']}: " + "; ".join(of_command(each) for each in data)
        who = f"{body['session']} {body['seq']:.0f} {body['event']} {body['player']}"
        return f"{who} {of_data(data)}"
    except (KeyError, TypeError, ValueError):
        return str(body)


def of_command(command: dict[str, Any]) -> str:
    """A command without what is long."""
    return " ".join(str(command[key]) for key in ("do", "guid", "color", "at") if key in command)


def of_data(data: dict[str, Any]) -> str:
    """What a report says, its pieces by their names."""
    said = []
    for key, value in data.items():
        if key in ("piece", "zone", "container"):
            tags = [tag for tag in value["tags"] if tag.startswith("ttsb:")]
            side = "up" if value["up"] else "down"
            said.append(f"{value['guid']} {' '.join(tags)} {side} {value['hand']}".strip())
        else:
            said.append(f"{len(value)} {key}" if isinstance(value, list) else f"{key} {value}")
    return ", ".join(said)
