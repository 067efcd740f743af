"""Whether a position can be played on: it is tried before it stands, and after a journal was read.

What a position names has to exist; then it is judged, laid out and shown as the referee would, and
two short games are played on from it, one of which goes straight through the phases. A trial makes
so many moves and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from rules.declaring import LARGEST, OneOf, Trouble, refused
from rules.engine import CHANCE, Edit, Match, Move, legal_moves
from tts_bridge.referee.amend import things
from tts_bridge.referee.profile import About, Profile
from tts_bridge.referee.table_game import Seen, TableGame

AHEAD = 120
"""Moves of each game that is played on."""
LOOKED = 20
"""After so many moves everything is looked at once more."""
OPTIONS = 60
"""Of more moves than these only the first are thought of."""
STRIDE = 7
"""The game at random takes every so manyth of the moves there are, so that each trial is alike."""
DEEPEST = 400
"""Questions and effects that wait, at most."""
APART = ("board", "ground", "settings", "config")
"""Parts of a position whose numbers are measures of something else."""

Show = Callable[[TableGame, Any], object]
"""Draws a position for everybody who looks at it."""


class Trial:
    """Tries positions of one game at one table; without a profile, at a bare one."""

    def __init__(
        self,
        game: TableGame,
        profile: Profile | None = None,
        seen: Seen | None = None,
        show: Show = lambda game, state: None,
    ) -> None:
        self.game = game
        self.profile = profile or bare(game)
        self.seen = seen or {}
        self.show = show

    def trouble(self, state: Any) -> Trouble | None:
        """Why nobody can play on from a position, or None."""
        try:
            if found := misnamed(self.game, state) or self.look(state):
                return found
            self.show(self.game, state)
            self.play(state, straight)
            self.play(state, astray)
        except Stuck as stuck:
            return Trouble("trial.stuck", about=stuck.phase)
        except Exception as error:  # whatever it stumbles over, nobody else shall
            return Trouble("trial.fails", f"{type(error).__name__}: {error}"[:120])
        return None

    def look(self, state: Any) -> Trouble | None:
        """Do everything with a position that a referee does before the next move."""
        game, rules = self.game, self.game.rules
        if msgspec.json.decode(msgspec.json.encode(state), type=rules.state_type) != state:
            return Trouble("trial.fails", "JSON")
        seats = {turn.seat for turn in rules.turns(state)} - {CHANCE, *game.shared}
        for seat in (None, *sorted(seats)):
            view = rules.view(state, seat)
            list(islice(legal_moves(rules, view), OPTIONS))
        game.arrange(state, self.profile, self.seen)
        list(game.offer(state))
        game.is_fresh(state)
        game.deals(state)
        game.idle(state)
        return None

    def play(self, state: Any, choose: Callable[[Sequence[Move[Any]], int], Move[Any]]) -> None:
        """Play on for a while. Raises Stuck: the game is not over, and nobody can move."""
        rules = self.game.rules
        for number in range(1, AHEAD + 1):
            if rules.outcome(state):
                return
            moves = list(islice(legal_moves(rules, state), OPTIONS))
            if not moves:
                raise Stuck(type(getattr(state, "asks", (state,))[-1]).__name__)
            state = choose(moves, number).apply(state)
            if number % LOOKED == 0:
                self.look(state)


class Stuck(Exception):
    """Nobody can move; `phase` is the question that nobody can answer."""

    def __init__(self, phase: str) -> None:
        super().__init__(phase)
        self.phase = phase


def straight(moves: Sequence[Move[Any]], number: int) -> Move[Any]:
    """The move with the fewest fields: to pass, to do nothing, to end a turn."""
    return min(moves, key=lambda move: len(move.__struct_fields__))


def astray(moves: Sequence[Move[Any]], number: int) -> Move[Any]:
    """Any move."""
    return moves[number * STRIDE % len(moves)]


def bare(game: TableGame) -> Profile:
    """A table without pieces."""
    return Profile(About(game.rules.name), None, {}, {}, dict.fromkeys(game.counted, ()))


def misnamed(game: TableGame, state: Any) -> Trouble | None:
    """What a position names that does not exist, or counts that nothing reaches."""
    for name, thing in (("", state), *((each.id, each) for _, _, each in things(state))):
        for field, domain in game.declarable(thing, state).items():
            value = getattr(thing, field)
            if not domain.holds(value):
                about = f"{name} {field}".strip()
                if not isinstance(domain, OneOf):
                    return Trouble("trial.number", str(value)[:20], about)
                return refused("trial.unknown", str(value), domain.listed(), about).trouble
    if len(getattr(state, "asks", ())) > DEEPEST:
        return Trouble("trial.fails", f"> {DEEPEST} asks")
    for field in state.__struct_fields__:
        plain = None if field in APART else msgspec.to_builtins(getattr(state, field))
        for number in numbers(plain):
            if not 0 <= number <= LARGEST:
                return Trouble("trial.number", str(number)[:20], field)
    return None


def numbers(value: Any) -> Iterator[int]:
    """Every whole number in a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


class Broken(Struct, frozen=True):
    """A match whose last positions nobody can play on from."""

    trouble: Trouble
    """What is wrong with the last one."""
    moves: tuple[Move[Any], ...]
    """Those that lead there from the last position that can be played."""
    states: tuple[Any, ...]
    """The position after each of them."""


def turned_back(match: Match[Any], trial: Trial) -> Broken | None:
    """Take a match back to a position that can be played on, whose next one cannot; None: it
    stands at one. Where none can, it stands at the first one.
    """
    trouble = trial.trouble(match.state)
    if trouble is None:
        return None
    good, bad = 0, len(match.moves)
    while bad - good > 1:
        middle = (good + bad) // 2
        if trial.trouble(match.states[middle]) is None:
            good = middle
        else:
            bad = middle
    gone = Broken(trouble, tuple(match.moves[good:]), tuple(match.states[good + 1 :]))
    del match.moves[good:], match.states[good + 1 :]
    return gone


def troubles(match: Match[Any], trial: Trial) -> Iterator[tuple[int, Trouble]]:
    """The positions of a match that were declared, and the last one, from which nobody can play
    on: after how many moves, and why."""
    for step, move in enumerate(match.moves, 1):
        if (isinstance(move, Edit) or step == len(match.moves)) and (
            found := trial.trouble(match.states[step])
        ):
            yield step, found
