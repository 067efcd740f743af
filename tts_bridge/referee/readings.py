"""What several looks at a table tell together: readings left open, moves made too early, pieces
that lie where no move puts them. Knows no game; no I/O here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from rules.engine import CHANCE, Move, Rules, Seat, judge
from tts_bridge.agent.observations import Dropped, Entered, Flipped, Observation, Piece
from tts_bridge.referee.placement import Want, whereabouts
from tts_bridge.referee.profile import Profile, ident, laid_out
from tts_bridge.referee.rulings import Stray
from tts_bridge.referee.table_game import Reading, Seen, TableGame

LONGEST = 8
"""Moves of a reading that is left open; with more, somebody has to say what was meant."""
OWNED = ("set", "discard")
"""Zones that are one seat's own."""


def after(rules: Rules[Any], state: Any, reading: Reading) -> Any | None:
    """The position after a reading, or None: it is not legal."""
    for move in reading:
        if judge(rules, state, move):
            return None
        state = move.apply(state)
    return state


def settle(
    game: TableGame,
    state: Any,
    profile: Profile,
    seen: Seen,
    observation: Observation,
    pending: Sequence[Reading],
) -> list[Reading]:
    """The readings of what is seen now, when `pending` are those that were left open before.

    What is seen now may name one of them, or be possible only after one of them.
    """
    readings = game.candidates(state, profile, seen, observation)
    still = [reading for reading in pending if after(game.rules, state, reading) is not None]
    if meant := named(still, readings):
        return [meant]
    chains: list[Reading] = []
    for each in still:
        for now in game.candidates(after(game.rules, state, each), profile, seen, observation):
            chain = (*each, *now)
            if len(chain) <= LONGEST and chain not in chains:
                chains.append(chain)
    return chains or readings


def named(pending: Sequence[Reading], readings: Sequence[Reading]) -> Reading:
    """The one open reading that begins as one of these does, or ()."""
    found = [each for each in pending if any(each[: len(now)] == now for now in readings)]
    return found[0] if len(found) == 1 else ()


def is_of_chance(pending: Sequence[Reading]) -> bool:
    """Whether what a die was rolled for has still to be chosen."""
    return any(reading[-1].seat == CHANCE for reading in pending)


def overdue(
    game: TableGame,
    state: Any,
    profile: Profile,
    seen: Seen,
    early: dict[str, tuple[Seat, Observation]],
) -> Reading:
    """What was done before its time, lies there still, and is legal now; the first of it.

    It is taken out of `early`, and so is what does not lie there any more.
    """
    for guid, (seat, observation) in list(early.items()):
        piece = getattr(observation, "piece", None)
        if not isinstance(piece, Piece) or not lies_still(seen, piece):
            del early[guid]
            continue
        readings = game.candidates(state, profile, seen, observation)
        if len(readings) == 1 and readings[0][0].seat == seat:
            del early[guid]
            return readings[0]
    return ()


def is_untimely(rules: Rules[Any], state: Any, move: Move[Any]) -> bool:
    """Whether nobody may make such a move now, so that it may be right later."""
    return not any(
        turn.seat == move.seat and type(move) in turn.kinds for turn in rules.turns(state)
    )


def is_forged(profile: Profile, piece: Piece) -> bool:
    """Whether a piece passes itself off as one of the game: a copy, or one that was tagged."""
    name = ident(piece)
    zone = profile.zones.get(name)
    known = zone.guid if zone else profile.pieces.get(name, piece.guid)
    return bool(name) and piece.guid != known


def lies_still(seen: Seen, piece: Piece) -> bool:
    """Whether a piece still lies as it was seen before."""
    now = seen.get(piece.guid)
    return now is not None and not now.held and as_it_lies(now) == as_it_lies(piece)


def as_it_lies(piece: Piece) -> tuple[Any, ...]:
    """What of a piece a move can be read from."""
    return set(piece.zones), piece.hand, piece.up


def one_by_one(observation: Observation) -> Iterator[Observation]:
    """The observation; of a deck, one for each card of ours in it."""
    if isinstance(observation, (Dropped, Flipped)) and observation.piece.holds:
        _, *inside = laid_out((observation.piece,))
        for piece in inside:
            yield replace(observation, piece=piece)
    else:
        yield observation


def put_down(observation: Observation) -> Piece | None:
    """The piece that was put down, turned, or laid on or into something."""
    if isinstance(observation, (Dropped, Flipped)):
        return observation.piece
    if isinstance(observation, Entered) and observation.container is not None:
        return observation.piece
    return None


def stray(profile: Profile, want: Want, piece: Piece) -> Stray | None:
    """The verdict on a piece that lies where no move puts it, or None."""
    why = astray(profile, want, piece)
    space = next((z.partition("/")[2] for z in want.zones if z.startswith("space/")), "")
    return Stray(want.piece, why, space) if why else None


def astray(profile: Profile, want: Want, piece: Piece) -> str:
    """How a piece lies where no move puts it, as `Stray.why` names it, or "".

    Cards of a hand may be laid out in front of their player, and played ones pushed about.
    """
    if piece.held:
        return ""
    zones = whereabouts(profile, piece)
    what, _, rest = ident(piece).partition("/")
    owner = rest.partition("/")[0]
    if any(is_of_another(zone, owner) for zone in zones) and what == "card":
        return "place"
    if want.hand:
        return "hand" if piece.hand and piece.hand != want.hand else ""
    if piece.hand:
        return "hand"
    wrong_side = want.up is not None and piece.up != want.up
    if what == "card" and want.up:
        return "side" if wrong_side else ""
    if want.spot is not None and not zones & set(want.zones):
        return "outside"
    return "side" if wrong_side else ""


def is_of_another(zone: str, owner: str) -> bool:
    """Whether a zone is a seat's own, and not this one's."""
    what, _, rest = zone.partition("/")
    return what in OWNED and rest.partition("/")[0] != owner
