"""What a host types after `!set`, right and wrong: every thing and field that a position has, with
values that it takes, mistyped ones, and what is nobody's idea of a value."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.chance import Dealer
from rules.engine import CHANCE, Match, legal_moves
from tests.hostile.players import POISON
from tests.rules.games import SAMPLES
from tests.rules.play import choose
from tts_bridge.referee.amend import things
from tts_bridge.referee.table_game import TableGame

NUMBERS = (
    *("-1", "-7", "0", "1", "2", "3", "8", "13", "44", "99", "999", "1000", "+3", "3.0", "1e3"),
    *("0x10", "٣", "9999999999999", "99999999999999999999999", "-99999999999999999999", "٠"),
)
WORDS = (
    *("yes", "no", "true", "false", "-", "none", "null", "NOWHERE", "hidden", "hook", "generator"),
    *("exit-gate", "crow", "red", "blue", "map", "meg-tomas", "sprint", "smg", "chance"),
)


def declarations(game: TableGame, state: Any, random: Random) -> Iterator[str]:
    """What is typed after `!set` in this position, without end."""
    held = [("", state), *((each.id, each) for _, _, each in things(state))]
    every = [name for name, _ in held if name]
    spaces = [*getattr(state.board, "space", {}), *getattr(state.board, "zones", {})]
    while True:
        # Every field of a position counts as much as a thing.
        name, thing = random.choice([*held, held[0], held[0], held[0]])
        domains = game.declarable(thing, state)
        field = random.choice([*domains])
        value = random.choice(
            [
                random.choice(domains[field].listed()),
                random.choice(domains[field].listed()),
                random.choice(NUMBERS),
                str(random.randint(0, 9)),
                random.choice([*WORDS, *spaces, *every]),
            ]
        ).partition("–")[0]
        words = [each for each in (name, field, value) if each]
        kind = random.random()
        if kind < 0.25:
            index = random.randrange(len(words))
            words[index] = mistyped(words[index], random)
        elif kind < 0.30:
            words[random.randrange(len(words))] = random.choice(POISON)
        elif kind < 0.35:
            words.insert(random.randrange(len(words) + 1), random.choice(every))
        elif kind < 0.40:
            words.pop(random.randrange(len(words)))
        yield " ".join(words)


def mistyped(word: str, random: Random) -> str:
    """A word with one letter left out, doubled, changed or in another's place; or in capitals."""
    at = random.randrange(len(word))
    return random.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice("aeiouxz-") + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            word.upper(),
        ]
    )


def played_on(name: str, state: Any, random: Random, moves: int) -> Match[Any]:
    """A match from a state on, of players at random, so many moves long or to its end.

    Raises:
        AssertionError: a state without a next move and without an outcome.
    """
    sample = SAMPLES[name]
    dealer = Dealer(random)
    match = Match(sample.rules, state)
    while sample.rules.outcome(match.state) is None and len(match.moves) < moves:
        legal = list(legal_moves(sample.rules, match.state))
        assert legal, f"no next move and no outcome after {match.moves[-5:]}"
        move = choose(sample, legal, random)
        if move.seat == CHANCE:
            dealt = dealer.choose(sample.rules, match.state)
            assert dealt is not None
            move = dealt
        match.push(move)
    return match
