"""Incidents at a table, as data: `docs/incidents.md` is the format's manual."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rules.dbd import RULES
from rules.dbd.position import Cases
from rules.engine import Move
from rules.notation import format_move
from tests.incidents.table import Table
from tts_bridge.agent.commands import Command, Deal, Face, Place, SetValue, Tell
from tts_bridge.games.registry import GAMES
from tts_bridge.referee.rulings import (
    Allowed,
    Edited,
    Noted,
    Refused,
    Ruling,
    Stray,
    Unclear,
    Undone,
)
from tts_bridge.text.catalogue import Texts
from tts_bridge.text.voice import Voice

DEEDS = (
    "too early",
    "wrong order",
    "wrong piece",
    "wrong player",
    "wrong place",
    "between places",
    "put back",
    "nudged",
    "turned twice",
    "two at once",
    "rolled twice",
    "rolled for nothing",
    "by hand",
    "in the air",
    "stacked",
    "changed mind",
    "unsaid",
    "said twice",
    "illegal",
    "unclear",
    "chat",
    "no matter",
)
"""What goes on in incidents: `docs/incidents.md` explains each."""

Deed = Annotated[str, Meta(pattern="^(" + "|".join(DEEDS) + ")$")]


class Incident(Struct, frozen=True, forbid_unknown_fields=True):
    """One incident, as its file states it."""

    number: Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z0-9.-]*$")]
    text: Annotated[str, Meta(min_length=1)]
    what: Annotated[tuple[Deed, ...], Meta(min_length=1)]
    seen: Annotated[tuple[str, ...], Meta(min_length=1)]
    position: dict[str, Any] = {}
    mode: Literal["advise", "enforce"] = "enforce"
    under: dict[str, str] = {}
    meant: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    then: dict[str, Any] = {}


class IncidentError(ValueError):
    """A line of an incident that cannot be read."""


def load(text: str, name: str) -> list[Incident]:
    """The incidents of a file. IncidentError names the file and the incident."""
    found = []
    for row in tomllib.loads(text)["incident"]:
        try:
            found.append(msgspec.convert(row, Incident))
        except msgspec.ValidationError as error:
            raise IncidentError(f"{name}: incident {row.get('number')}: {error}") from error
    return found


def places(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" and ")) if text else ()


PLACED = r"(?P<piece>\S+)(?: in (?P<places>.+?))?(?: face (?P<up>up|down))?"
LINES: dict[str, Callable[[Table, str, dict[str, str]], list[Ruling]]] = {
    rf"drops {PLACED}": lambda t, who, m: t.drop(
        who, m["piece"], places(m["places"]), None if m["up"] is None else m["up"] == "up"
    ),
    rf"knocks {PLACED}": lambda t, who, m: t.push(who, m["piece"], places(m["places"])),
    r"carries (?P<piece>\S+) over (?P<places>.+)": lambda t, who, m: t.carry(
        who, m["piece"], places(m["places"])
    ),
    r"bags (?P<piece>\S+)": lambda t, who, m: t.bag(who, m["piece"]),
    r"takes (?P<piece>\S+)": lambda t, who, m: t.hold(who, m["piece"]),
    r"flips the deck of (?P<places>.+)": lambda t, who, m: t.flip_deck(who, places(m["places"])),
    r"flips (?P<piece>\S+)": lambda t, who, m: t.flip(who, m["piece"]),
    r"rolls (?P<piece>\S+) (?P<face>\S+)": lambda t, who, m: t.roll(who, m["piece"], m["face"]),
    r"lays (?P<piece>\S+) on (?P<other>\S+)": lambda t, who, m: t.stack(
        who, m["piece"], m["other"]
    ),
    r"says (?P<text>.+)": lambda t, who, m: t.say(who, m["text"]),
    r"presses (?P<move>.+)": lambda t, who, m: t.press(who, m["move"]),
}
"""What a line of `seen` may say after who did it, and what that is at the table."""


def see(table: Table, line: str) -> list[Ruling]:
    """Let one line happen; the rulings on it."""
    who, _, rest = line.partition(" ")
    player = "" if who == "nobody" else who
    for pattern, do in LINES.items():
        if found := re.fullmatch(pattern, rest):
            try:
                return do(table, player, found.groupdict())
            except KeyError as error:
                raise IncidentError(f"{line!r}: there is no {error}") from error
    raise IncidentError(f"{line!r}: not one of the lines of docs/incidents.md")


def told(ruling: Ruling) -> list[str]:
    """What is said of a ruling and to whom, in the short form of `said`."""
    verdict = ruling.verdict
    to = ruling.player or "all"
    voices = [Voice([Texts(language, GAMES["dbd"].wording)]) for language in ("en", "zh")]
    heard = [[c for c in voice.tell(ruling) if isinstance(c, Tell)] for voice in voices]
    if isinstance(verdict, (Allowed, Edited)):
        return []
    if not heard[0]:
        assert not heard[1]
        return []
    assert all(tell.text.strip() and tell.to == to for tells in heard for tell in tells[:1])
    match verdict:
        case Refused():
            return [f"{to}: {verdict.violation.code}"]
        case Unclear():
            readings = " or ".join(format_move(reading[0]) for reading in verdict.readings)
            return [f"{to}: {readings}?"]
        case Stray():
            return [f"{to}: {verdict.piece} {verdict.why}"]
        case Noted():
            return [f"{to}: {verdict.text}"]
        case Undone():
            return [f"{to}: undone {len(verdict.moves)}"]
    raise AssertionError(verdict)


def done_by(table: Table, command: Command) -> str:
    """What a command does to a piece, in the short form of `done`."""
    name = table.name_of(getattr(command, "guid", ""))
    match command:
        case Place():
            names = table.profile.names
            zones = [names[guid] for guid in table.profile.zones_at(command.at)]
            return f"{name} in {' and '.join(zones)}"
        case Face():
            return f"{name} face {'up' if command.up else 'down'}"
        case Deal():
            return f"{name} in hand {command.color}"
        case SetValue():
            return f"{name} at {command.value}"
    raise AssertionError(command)


def moved(ruling: Ruling) -> list[str]:
    """The moves that a ruling made."""
    if not isinstance(ruling.verdict, Allowed):
        return []
    return [short(move) for move in ruling.verdict.moves]


def short(move: Move[Any]) -> str:
    """A move without what follows from the position."""
    words = format_move(move).split()
    return " ".join(words[:3]) if words[1:2] == ["walk"] else " ".join(words)


def run(incident: Incident) -> list[str]:
    """Let an incident happen; where it does not come out as it says."""
    table = Table(incident.position, incident.mode, incident.under)
    rulings = [ruling for line in incident.seen for ruling in see(table, line)]
    actual = {
        "meant": tuple(move for ruling in rulings for move in moved(ruling)),
        "said": tuple(line for ruling in rulings for line in told(ruling)),
        "done": tuple(done_by(table, c) for ruling in rulings for c in ruling.commands),
    }
    problems = [
        f"{key}: {value!r}, not {getattr(incident, key)!r}"
        for key, value in actual.items()
        if value != getattr(incident, key)
    ]
    facts = Cases(RULES).facts(table.referee.state)
    for key, wanted in incident.then.items():
        rows = wanted if isinstance(wanted, dict) else {"": wanted}
        found = facts[key] if isinstance(wanted, dict) else {"": facts[key]}
        for name, value in rows.items():
            if found[name] != value:
                problems.append(f"{key}.{name} is {found[name]!r}, not {value!r}")
    return problems
