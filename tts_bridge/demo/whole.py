"""A whole game of *Dead by Daylight* at the headless table, from the box to victory, by hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct

from exporters.luacode.agent_source import agent_script, faces_script
from exporters.mods.dbd.boxed_mod import build_setup_mod
from exporters.savefile import Save
from rules.dbd import RULES
from rules.dbd.board import training_ground
from rules.dbd.interact import Rolled, Started
from rules.dbd.lobby import (
    KILLER_PLACE,
    LOBBY,
    PLACES,
    TABLE,
    Begin,
    GiveMarker,
    Lobby,
    LobbyConfig,
    OpenSetup,
    PutBack,
    Take,
)
from rules.dbd.movement import PlayCard, RevealCard, RevealProp, Walk
from rules.dbd.planning import SetCard
from rules.dbd.state import Check, Escape, Planning, State
from rules.engine import CHANCE, Match, Move
from rules.notation import format_move
from tts_bridge.demo.rehearsal import Rehearsed
from tts_bridge.games.dbd.hands import Hands
from tts_bridge.games.dbd.wording import NAMES, WORDING
from tts_bridge.headless.table import Table
from tts_bridge.referee.rulings import Ruling, Unclear
from tts_bridge.session.journal import Journal
from tts_bridge.testing.rig import Game, session_at
from tts_bridge.text.catalogue import LANGUAGES, Texts

FIRST, SECOND, THIRD, _ = PLACES
CHOICES: tuple[Move[Lobby], ...] = (
    OpenSetup(TABLE),
    Take(KILLER_PLACE, "the-nurse"),
    Take(THIRD, "dwight-fairfield"),
    Take(FIRST, "claudette-morel"),
    PutBack(FIRST, "claudette-morel"),
    Take(FIRST, "jake-park"),
    Take(SECOND, "meg-thomas"),
    Take(THIRD, "feng-min"),
    GiveMarker(TABLE, "jake-park"),
    Begin(TABLE),
)
"""Four people: the third one plays two Survivors, the first one thinks again."""


class Wrong(AssertionError):
    """A ruling at the table was another one than the game needs."""


class Step(Struct, frozen=True):
    """One deed at the table: the move meant, and what the referee said."""

    move: Move[Any]
    ruling: Ruling


def setup_save(language: str = "en") -> Save:
    """The mod as it comes out of the box."""
    return build_setup_mod(
        training_ground(),
        names=NAMES,
        language=language,
        agent_script=agent_script(),
        table_script=faces_script(),
    )


def chosen_by(moves: tuple[Move[Lobby], ...] = CHOICES) -> Lobby:
    """What is chosen once these moves are made."""
    match = Match(LOBBY, LOBBY.setup(LobbyConfig(training_ground())))
    for move in moves:
        match.push(move)
    return match.state


def choose(hands: Hands, move: Move[Any], turn: int) -> None:
    """Make a choice of the setup: figures and the marker by hand, the rest by button or chat."""
    if isinstance(move, Take) and turn % 3 == 2:
        hands.say(move.seat, f"!take {move.character}")
    elif isinstance(move, Take) and turn % 3 == 1:
        hands.press_panel(move.seat, [Texts(each, WORDING).move(move) for each in LANGUAGES])
    elif isinstance(move, (Take, PutBack)):
        hands.take(move.seat, move.character, back=isinstance(move, PutBack))
    elif isinstance(move, GiveMarker):
        hands.give_marker(FIRST, FIRST)
    else:
        hands.press(FIRST, format_move(move))


def make(hands: Hands, state: State, move: Move[State]) -> None:
    """Make a move of the game as people would: with cards, figures, props, dice; else by button."""
    seat = move.seat
    is_killer = seat == state.killer.id
    if isinstance(move, SetCard) and isinstance(state.asks[-1], Planning):
        side = ("left", "right")[len(state.killer.planned)] if is_killer else ""
        hands.set_card(seat, move.card, side)
    elif isinstance(move, RevealCard):
        hands.reveal(seat, move.card)
    elif isinstance(move, PlayCard):
        hands.play(seat, move.card, "bonus" if is_killer else "discard")
    elif isinstance(move, Walk):
        hands.walk(seat, move.to)
    elif isinstance(move, RevealProp):
        hands.turn(seat, move.prop)
    elif isinstance(move, (Rolled, Started)):
        hands.roll_for(*throw(state, move))
    elif format_move(move) in [button.id for button in hands.buttons()]:
        hands.press(seat, format_move(move))
    else:
        hands.say(seat, f"!{format_move(move).split(maxsplit=1)[1]}")


def throw(state: State, move: Rolled | Started) -> tuple[str, str, int]:
    """Who rolls which die, and the face it shows."""
    ask = state.asks[-1]
    if isinstance(move, Started):
        return move.figure, "die/skill-1", move.number
    if move.die == "danger":
        return getattr(ask, "seat", state.first), "die/danger", move.face
    number = len(ask.faces) if isinstance(ask, (Check, Escape)) else 0
    return getattr(ask, "seat", state.first), f"die/skill-{number + 1}", move.face


async def do(game: Game, move: Move[Any], deed: Callable[[Hands], None]) -> Step:
    """Do something at the table; where it could mean several things, say which."""
    ruling = await game.act(deed)
    if isinstance(ruling.verdict, Unclear) and move.seat != CHANCE:
        words = format_move(move).split(maxsplit=1)[1]
        ruling = await game.act(lambda hands: hands.say(move.seat, f"!{words}"))
    return Step(move, ruling)


async def set_up(
    game: Game,
    on_step: Callable[[Step], None] = lambda step: None,
    until: int | None = None,
    pause: float = 0.0,
) -> None:
    """Everybody chooses at the table, from the button to the deal, or `until` so many choices.

    Raises:
        Wrong: the referee made something else of it.
    """
    done = len(game.referee.match.moves)
    for turn, move in [*enumerate(CHOICES)][done:until]:
        referee = game.referee
        step = await do(game, move, lambda t, m=move, n=turn: choose(t, m, n))  # type: ignore[misc]
        if referee.state != chosen_by(CHOICES[: turn + 1]):
            raise Wrong(f"{format_move(move)}: {step.ruling.verdict}")
        on_step(step)
        await asyncio.sleep(pause)


async def play(
    game: Game,
    script: Rehearsed,
    on_step: Callable[[Step], None] = lambda step: None,
    until: int | None = None,
    pause: float = 0.0,
) -> None:
    """Play the game at the table, from where it stands to its end, or `until` so many moves.

    Raises:
        Wrong: the position at the table is not that of the rehearsal.
    """
    wanted, states = script.match.moves, script.match.states
    while (made := len(game.referee.match.moves)) < (len(wanted) if until is None else until):
        move, state = wanted[made], states[made]
        step = await do(game, move, lambda t, m=move, s=state: make(t, s, m))  # type: ignore[misc]
        now = len(game.referee.match.moves)
        if not made < now < len(states) or game.referee.state != states[now]:
            raise Wrong(f"{format_move(move)}: {step.ruling.verdict}")
        on_step(step)
        await asyncio.sleep(pause)


async def amiss(game: Game, script: Rehearsed, journal: Journal) -> list[str]:
    """Where referee, table and journal do not agree on how the game ended."""
    found = []
    if game.referee.state != script.match.state:
        found.append("the referee's position is not that of the rehearsal")
    if not await game.lies_right():
        found.append("the table does not lie as the rules have it")
    replayed, failure = journal.match(RULES)
    if failure or replayed is None or replayed.state != game.referee.state:
        found.append("the journal replays to another position")
    return [*found, *[f"a script failed: {error}" for error in game.table.errors]]


@asynccontextmanager
async def whole_table(
    journal: Journal,
    luck: int,
    languages: tuple[str, ...] = ("en",),
    save: Save | None = None,
    *,
    ports: bool = False,
) -> AsyncIterator[Game]:
    """The mod out of the box, four people at it, refereed with this luck."""
    table = Table((save or setup_save(languages[0])).data)
    async with session_at(table, languages, journal, luck=luck, ports=ports) as game:
        yield game
