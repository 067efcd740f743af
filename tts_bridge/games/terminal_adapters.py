"""How each game is played at a terminal: its sides, who is asked, which moves are seldom wanted,
how its board is drawn. A new game is one row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from rich.text import Text

from rules.dbd.interact import Pass
from rules.dbd.movement import RevealCard
from rules.dbd.planning import TakeBack, Whisper
from rules.dbd.state import Planning, turn_order
from rules.dbd.state import State as DbdState
from rules.dbd.timing import turns
from rules.engine import Move
from rules.invader.actions import DoNothing, Halt
from rules.invader.inventory import Discard, Done
from rules.invader.state import LEVELS, TEAM, level
from rules.invader.state import State as InvaderState
from rules.invader.timing import waiting
from tts_bridge.games.dbd import text_map as dbdmap
from tts_bridge.games.invader import text_map as invadermap
from tts_bridge.terminal.words import Look, Sign, Words

ABOUT = 400
"""Characters of a Mission's text that are shown."""
Kinds = tuple[type[Move[Any]], ...]


class Manner(Struct, frozen=True):
    """What the terminal asks of a game."""

    sides: Callable[[Any], dict[str, tuple[str, ...]]]
    """Names for several seats at once; the first is played when nobody says otherwise."""
    main: Callable[[Any], list[str]]
    """The seats that have to answer the open question, the first to be asked first."""
    draw: Callable[[Any, str, Words, Look, Mapping[str, str]], list[Text]]
    legend: Callable[[Any, Words, Look], list[Sign]]
    tags: Callable[[Any, Words], dict[str, str]]
    """How figures are called on the map."""
    inks: tuple[str, ...]
    """Their styles, in the order of the seats."""
    rare: Kinds = ()
    ending: Kinds = ()
    """Moves that end a turn or leave a thing: listed behind the others."""
    forced: Kinds = ()
    """Moves that are made without asking when there is no other."""
    shared: tuple[str, ...] = ()
    """Seats that the people answer for together."""
    together: bool = False
    """All seats of a person are asked at once."""
    secrets: bool = True
    """Whether the seats hide anything from each other."""
    extras: Callable[[Any, str, Words], list[str]] = lambda state, seat, words: []
    """What else lies before a seat."""
    about: Callable[[Any, Words], str] = lambda state, words: ""
    """What this game is about, where games differ in it."""
    where: Callable[[Any, Move[Any]], str] = lambda state, move: ""
    """The place of what a move is about, where its text does not tell it; else ""."""


def dbd_sides(state: DbdState) -> dict[str, tuple[str, ...]]:
    survivors = tuple(figure.id for figure in state.survivors)
    return {
        "survivors": survivors,
        "killer": (state.killer.id,),
        "all": (*survivors, state.killer.id),
    }


def dbd_main(state: DbdState) -> list[str]:
    """The Killer first, then the Survivors in turn order, while cards are set."""
    if isinstance(state.asks[-1], Planning):
        return [state.killer.id, *turn_order(state)]
    return [next(iter(turns(state))).seat]


def dbd_extras(state: DbdState, seat: str, words: Words) -> list[str]:
    item = state.figure(seat).item
    return [f"{words.say('play.item')} {words.name(item)}"] if item else []


def dbd_where(state: DbdState, move: Move[Any]) -> str:
    """The space of a prop that lies elsewhere."""
    prop = state.prop(getattr(move, "prop", ""))
    if prop is None or any(f.id == move.seat and f.at == prop.at for f in state.figures):
        return ""
    return prop.at


def invader_extras(state: InvaderState, seat: str, words: Words) -> list[str]:
    return [words.say("play.danger", level=words.name(LEVELS[level(state.survivor(seat).xp)]))]


def invader_about(state: InvaderState, words: Words) -> str:
    """The Mission, as its file tells it: text from outside, so without controls."""
    language, mission = words.texts.language, state.mission
    name, text = (
        each.get(language) or next(iter(each.values()), "") for each in (mission.name, mission.text)
    )
    told = words.say("play.mission", name=name, text=text)
    return "".join(c if c.isprintable() else " " for c in told[:ABOUT])


def invader_sides(state: InvaderState) -> dict[str, tuple[str, ...]]:
    survivors = tuple(survivor.id for survivor in state.survivors)
    return {"survivors": survivors, "all": survivors}


MANNERS: dict[str, Manner] = {
    "dbd": Manner(
        dbd_sides,
        dbd_main,
        dbdmap.draw,
        dbdmap.legend,
        dbdmap.seat_tags,
        (*(f"bold {ink}" for ink in dbdmap.SEATS), dbdmap.KILLER),
        rare=(TakeBack, Whisper),
        ending=(Pass,),
        forced=(RevealCard,),
        extras=dbd_extras,
        where=dbd_where,
    ),
    "invader": Manner(
        invader_sides,
        waiting,
        invadermap.draw,
        invadermap.legend,
        invadermap.seat_tags,
        tuple(f"bold {ink}" for ink in invadermap.SEATS),
        rare=(Discard,),
        ending=(DoNothing, Halt, Done),
        shared=(TEAM,),
        extras=invader_extras,
        about=invader_about,
        together=True,
        secrets=False,
    ),
}
