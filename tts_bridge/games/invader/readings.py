"""What something seen on an *Invader* table may mean: readings, each a short run of moves.

`candidates` are the legal ones; `obvious` is what somebody who did this most likely meant, legal
or not, so that a ruling can say why not. No I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import CHANCE, Move, Violation, judge
from rules.invader import RULES
from rules.invader.actions import (
    Activate,
    CloseDoor,
    DoNothing,
    Halt,
    MakeNoise,
    OpenDoor,
    TakeObjective,
    Walk,
    reach,
)
from rules.invader.asks import Dice, Hits, PlayerTurn, Scatter, Sorting, Stride, SurvivorTurn
from rules.invader.asks import Unknown as Covered
from rules.invader.attacks import Hit, Rolled
from rules.invader.choices import Send, Uncovered
from rules.invader.data import SKILLS
from rules.invader.inventory import Done
from rules.invader.machines import DriveMachine, controls
from rules.invader.state import KINDS, TEAM, State
from rules.invader.talents import Bloodlust, Jump, Rescue
from rules.notation import NotationError, parse_move
from tts_bridge.agent.observations import Dropped, Entered, Flipped, Observation, Piece, Pressed
from tts_bridge.agent.observations import Rolled as Thrown
from tts_bridge.games.invader.card_moves import carried
from tts_bridge.referee.placement import whereabouts
from tts_bridge.referee.profile import Profile, ident
from tts_bridge.referee.table_game import Reading, Seen

LEADS = 4
"""Moves that may go without saying before another one."""


def candidates(
    state: State, profile: Profile, seen: Seen, observation: Observation
) -> list[Reading]:
    """The legal readings of what was seen; empty when none is legal, or nothing was meant."""
    found: list[Reading] = []
    for meant in meanings(state, profile, seen, observation):
        for lead in leads(state, meant[0].seat):
            reading = (*lead, *meant)
            if is_legal(state, reading):
                if reading not in found:
                    found.append(reading)
                break
    shortest = min((len(reading) for reading in found), default=0)
    return [reading for reading in found if len(reading) == shortest]


def obvious(state: State, profile: Profile, seen: Seen, observation: Observation) -> Reading | None:
    """The reading to judge when none is legal, or None: no move was meant."""
    meant = next(meanings(state, profile, seen, observation), None)
    if meant is None:
        return None
    seat = meant[0].seat
    *_, lead = leads(state, seat)
    ask = state.asks[-1]
    if isinstance(ask, PlayerTurn) and seat not in (*ask.left, TEAM, CHANCE):
        lead = (Activate(seat),)  # what is wrong is whose Turn it is
    return (*lead, *meant)


def explain(state: State, meant: Reading) -> tuple[Move[State], Violation]:
    """The first move of an illegal reading that is not allowed, and why."""
    for move in meant:
        if violation := judge(RULES, state, move):
            return move, violation
        state = move.apply(state)
    raise AssertionError("a legal reading is among the candidates")


def chance(state: State, profile: Profile, seen: Seen) -> Reading:
    """What an Objective is that was taken, or that Mold removes: its GM notes say it."""
    ask = state.asks[-1]
    if not isinstance(ask, Covered):
        return ()
    piece = seen.get(profile.pieces.get(f"objective/{ask.objective}", ""))
    if piece is None:
        return ()
    return (Uncovered(CHANCE, ask.objective, piece.notes.strip()),)


def is_legal(state: State, reading: Reading) -> bool:
    """Whether the moves are legal one after the other."""
    for move in reading:
        if judge(RULES, state, move):
            return False
        state = move.apply(state)
    return True


def leads(state: State, seat: str) -> Iterator[Reading]:
    """What people do without a word before a Survivor acts: be done with cards, with a Move that
    could go on, with a Turn that has no Actions left; begin the next Turn."""
    found: list[Move[State]] = []
    yield ()
    for _ in range(LEADS):
        move = unsaid(state, seat)
        if move is None or judge(RULES, state, move):
            return
        found.append(move)
        state = move.apply(state)
        yield tuple(found)


def unsaid(state: State, seat: str) -> Move[State] | None:
    """The next thing that goes without saying when this Survivor acts, or None."""
    ask = state.asks[-1]
    if isinstance(ask, Sorting):
        return Done(ask.seat)
    if isinstance(ask, Stride):
        return Halt(ask.seat)
    if isinstance(ask, PlayerTurn):
        return Activate(seat) if seat in ask.left else None
    if isinstance(ask, SurvivorTurn) and ask.seat != seat:
        acting = state.survivor(ask.seat)
        return None if acting.left or acting.free else DoNothing(ask.seat)
    return None


def actors(state: State, profile: Profile, player: str) -> list[str]:
    """Who may be acting when a player does something: whose Turn it is; between Turns those of
    the player who still have theirs."""
    for ask in reversed(state.asks):
        if isinstance(ask, SurvivorTurn):
            return [ask.seat]
        if isinstance(ask, PlayerTurn):
            own = [seat for seat in ask.left if seat in profile.seats_of(player)]
            return own or [*ask.left]
    return []


def meanings(
    state: State, profile: Profile, seen: Seen, observation: Observation
) -> Iterator[Reading]:
    """Everything that what was seen could stand for, most likely first."""
    if isinstance(observation, Pressed):
        yield from pressed(profile, observation)
    elif isinstance(observation, Thrown):
        yield from thrown(state, observation.piece)
    elif isinstance(observation, (Dropped, Flipped)) or is_stacked(observation):
        piece: Piece = observation.piece  # type: ignore[union-attr, assignment]
        piece = seen.get(piece.guid, piece)
        who = actors(state, profile, observation.player)
        what, _, rest = ident(piece).partition("/")
        places = sorted(whereabouts(profile, piece))
        if what == "equipment":
            yield from carried(state, profile, seen, piece, who)
        elif isinstance(observation, Flipped):
            yield from turned(state, piece, what, rest, places, who)
        elif what == "door":
            yield from door_laid(state, piece, rest, places, who)
        elif what == "objective":
            if not any(place.startswith("zone/") for place in places):
                yield from ((TakeObjective(seat, rest),) for seat in who)
        else:
            for zone in zones(state, places):
                yield from put_down(state, what, rest, zone, who)
            if what in KINDS and f"supply/{what}" in places and isinstance(state.asks[-1], Hits):
                yield (Hit(state.asks[-1].blow.seat, what),)


def is_stacked(observation: Observation) -> bool:
    """Whether a card was laid on another one."""
    return isinstance(observation, Entered) and observation.container is not None


def zones(state: State, places: list[str]) -> Iterator[str]:
    """The Zones of the map among places."""
    for place in places:
        cell = place.removeprefix("zone/")
        if cell != place and cell in state.board.zone_of:
            yield state.board.zone_of[cell]


def put_down(state: State, what: str, rest: str, zone: str, who: list[str]) -> Iterator[Reading]:
    """A figure or token was put down in a Zone."""
    if what == "figure":
        if state.machine(rest) is not None:
            yield from driven(state, rest, zone, who)
        elif rest in [survivor.id for survivor in state.survivors]:
            yield from walked(state, rest, zone, who)
    elif what == "noise":
        yield from ((MakeNoise(seat),) for seat in who if state.survivor(seat).at == zone)
    elif what in KINDS:
        ask = state.asks[-1]
        if isinstance(ask, Scatter) and KINDS[ask.open[0].kind] == what:
            yield (Send(TEAM, zone),)


def walked(state: State, seat: str, zone: str, who: list[str]) -> Iterator[Reading]:
    """A Survivor was put down in another Zone."""
    survivor = state.survivor(seat)
    if not survivor.at or survivor.at == zone:
        return
    yield (Walk(seat, zone),)
    if reach(survivor) > 1:
        for middle in state.ground.walks(survivor.at):
            if zone in state.ground.walks(middle):
                yield Walk(seat, middle), Walk(seat, zone)
    for skill in survivor.skills:
        if skill == "jump":
            yield (Jump(seat, zone),)
        elif SKILLS[skill].bloodlust:
            yield (Bloodlust(seat, skill, zone),)
    for other in who:
        saver = state.survivor(other)
        if other != seat and saver.at == zone and "lifesaver" in saver.skills:
            yield (Rescue(other, seat),)


def driven(state: State, name: str, zone: str, who: list[str]) -> Iterator[Reading]:
    """A machine was put down in another Zone."""
    machine = state.machine(name)
    if machine is None or not machine.at or machine.at == zone:
        return
    able = [seat for seat in who if controls(state.survivor(seat), name)]
    for seat in able or who:
        yield (DriveMachine(seat, name, zone),)


def turned(
    state: State, piece: Piece, what: str, rest: str, places: list[str], who: list[str]
) -> Iterator[Reading]:
    """A token was turned over."""
    if what == "objective" and piece.up:
        yield from ((TakeObjective(seat, rest),) for seat in who)
    elif what == "door":
        for link in links(state, places):
            kind = CloseDoor if piece.up else OpenDoor
            yield from ((kind(seat, link),) for seat in who)


def door_laid(
    state: State, piece: Piece, rest: str, places: list[str], who: list[str]
) -> Iterator[Reading]:
    """A door token was put down: where no door was, it closes an opening."""
    for link in links(state, places):
        if rest.isdecimal() and link not in state.ground.doors:
            yield from ((CloseDoor(seat, link),) for seat in who)


def links(state: State, places: list[str]) -> Iterator[str]:
    """The links among places."""
    for place in places:
        link = place.removeprefix("link/")
        if link != place and link in state.board.links:
            yield link


def thrown(state: State, piece: Piece) -> Iterator[Reading]:
    """A die came to rest: the next one of the attack that waits for dice."""
    ask = state.asks[-1]
    face = piece.value
    if not isinstance(ask, Dice) or not ident(piece).startswith("die/"):
        return
    try:
        number = float(face if face is not None else "")
    except ValueError:
        return
    if number.is_integer():
        yield (Rolled(CHANCE, int(number)),)


def pressed(profile: Profile, observation: Pressed) -> Iterator[Reading]:
    """A button of ours: its id is a move as text."""
    if observation.piece.guid != profile.agent:
        return
    try:
        yield (parse_move(RULES, observation.button),)
    except NotationError:
        return
